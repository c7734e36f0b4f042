"""The records of a search, each with what it belongs to: NODE of the tree, ROOT, PLANS, and SEARCH, which has the rest.

A tree is an array of NODE, of which the first ``n_nodes`` are used. Node 0 is the root.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import ASKED
from footplate.agents.search.options import OPTIONS
from footplate.compile import array_at, jit
from footplate.engine.layout import ACTIONS, PLAYERS, ROUTES, Record

DEPTH = 512  # of the tree; a longer line goes on as a playout
NODE_LIMIT = 1 << 22  # nodes of a tree: 128 MiB
NO_NODE = np.uint32(0)  # the root is nobody's child

# What a search asks (evaluators/evaluator.py), by place in ``asks``: addresses of functions.
SELECT, VALUE, PRIORS, PREPARE, FOLLOW = range(5)

_I2, _I4, _I8, _U1, _U2, _U4, _U8, _F4, _F8 = (
    np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64,
)  # fmt: skip

NODE = np.dtype(
    [
        ("value", _F8),  # sum of the margins of the player who moved here (true variants: of the searcher)
        ("visits", _I4),
        ("available", _I4),  # how often it could have been chosen, counted by UCB1 where worlds differ
        ("first_child", _U4), ("next_sibling", _U4),  # places in the tree; the newest child comes first
        ("untried", _I2),  # actions without a node, counted where the world is the same at every visit; -1: not yet
        ("action", _U2),  # that leads here
        ("code", _U2),  # by which selection knows the action: with a network the actor's code, else its number
        ("mover", _U1),  # who takes it
        ("pending", _U1),  # simulations under way through it, counted as virtual visits (agents/learned)
    ],
    align=True,
)  # fmt: skip
assert NODE.itemsize == 32

ROOT = np.dtype(
    [
        ("n_actions", _I8), ("actions", _U2, (ACTIONS,)),  # that are searched
        # by action: visits; sums of what the iterations through it brought the searcher, of the squares, of wins
        ("visits", _I8, (ACTIONS,)),
        ("value", _F8, (ACTIONS,)), ("squares", _F8, (ACTIONS,)), ("wins", _F8, (ACTIONS,)),
        ("prior", _F4, (ACTIONS,)),  # with a network
    ],
    align=True,
)  # fmt: skip

# Plans of an iteration (evaluators/plans.py), by player.
PLANS = np.dtype(
    [
        ("turn_value", _F8), ("plan_lo", _U8, (PLAYERS,)), ("plan_hi", _U8, (PLAYERS,)),
        ("planned", _I8, (PLAYERS,)),  # in which iteration, counted from 1; 0: the plan is no longer good
        ("advice", _I8),  # the planner's choice at the root
    ],
    align=True,
)  # fmt: skip

# Payments of the present list (pruning.py), by route: the stamp of the list in which it was paid last, and the kinds
# that it was paid with, a bit each.
PAYMENTS = np.dtype([("stamp", _I8, (ROUTES,)), ("kinds", _I4, (ROUTES,))], align=True)

SEARCH = np.dtype(
    [
        ("options", OPTIONS), ("root", ROOT), ("plans", PLANS), ("payments", PAYMENTS),
        ("asks", _U8, (ASKED,)), ("weights", _U8), ("n_weights", _I8),  # its evaluator
        # where its nodes lie (``nodes_of``) and the terms of UCB1 (``terms_of``), with how many there is room for
        ("nodes", _U8), ("room", _I8), ("terms", _U8), ("n_terms", _I8),
        ("searcher", _I8), ("n_nodes", _I8), ("done", _I8),  # done: iterations so far
        ("one_world", _I8),  # whether a tree is searched in the same world, every time
        ("seed", _U8),  # of worlds that are dealt by number (worlds.py)
        ("early", _F8),  # what the target has more at this point of the game
        ("unit", _F8),  # what exploration is multiplied by
        ("trust", _F8),  # what the weight of the priors is multiplied by on this board
        # the iteration: how deep in the tree, at which node, the action taken next; what it brought each player, and
        # the searcher
        ("depth", _I8), ("node", _I8), ("action", _I8), ("payoff", _F8, (PLAYERS,)), ("win", _F8),
        ("path", _U4, (DEPTH,)),  # nodes, below the root
        # with a tree per player: where everybody is, and the nodes that were passed in the others' trees
        ("at", _U4, (PLAYERS,)), ("n_others", _I8), ("others", _U4, (DEPTH,)),
        # what may be chosen at a node, by its place in the list: its prior, and its node, 0 if there is none
        ("weight", _F8, (ACTIONS,)), ("child", _U4, (ACTIONS,)),
        # by code: the list that has it (``stamp``: the present one; below 0 it has a node), and its place there
        ("stamp", _I8), ("mark", _I8, (ACTIONS,)), ("place", _I4, (ACTIONS,)),
    ],
    align=True,
)  # fmt: skip


@jit
def nodes_of(q: Record) -> Record:
    """The tree of a search."""
    return array_at(q.nodes, q.room, NODE)


@jit
def terms_of(q: Record) -> Record:
    """2 ln(k) and 1 / k by k (``make_terms``)."""
    return array_at(q.terms, q.n_terms, np.float64)


@jit
def lend(q: Record, nodes: Record, terms: Record) -> None:
    """The search finds these arrays from now on; the caller keeps them."""
    q.nodes, q.room = nodes.ctypes.data, nodes.size
    q.terms, q.n_terms = terms.ctypes.data, terms.size
