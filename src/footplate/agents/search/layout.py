"""The records of a search: NODE (32 bytes), and SEARCH with its options, its counters and what is known of the root.

The options are the first parameters of a bot in compiled code, in the order of OPTIONS.
"""

from __future__ import annotations

import numba
import numpy as np

from footplate.agents.layout import ASKED
from footplate.compile import jit
from footplate.engine.layout import ACTIONS, PLAYERS, ROUTES, STATE, Int, Record, new_records

DEPTH = 512  # of the tree; a longer line goes on as a playout
NODE_LIMIT = 1 << 22  # nodes of a tree: 128 MiB

# Which worlds a search plays in.
TRUE_WORLD, ONE_TREE, TREE_PER_PLAYER, TREE_PER_WORLD = range(4)
# What the search likes to see at the root, and in the true variants everywhere in the tree.
WIN, ROSAS, POSAS = range(3)
# How the move is chosen in the end.
BY_MEAN, BY_VISITS = range(2)
# What a search asks of its evaluator (evaluators/evaluator.py), by place in ``asks``: addresses of functions.
VALUE, PRIORS, PREPARE, FOLLOW = range(4)

OPTIONS = (
    "worlds",  # TRUE_WORLD and so on
    "iterations",
    "cp",  # exploration constant
    "availability",  # count how often an action could be chosen, instead of its parent's visits
    "final",  # BY_MEAN or BY_VISITS
    "aim",  # WIN, ROSAS or POSAS
    "in_tree",  # the aim also guides the tree ("true" variants)
    "threshold",  # of POSAS, in points
    "momentum",
    "momentum_size",  # penalise the size of a swing, not its direction
    "target",  # margin that ROSAS and POSAS aim at
    "trees",  # with TREE_PER_WORLD: how many worlds are voting
    "epsilon",  # share of random actions in guided playouts
    "prior",  # weight of the evaluator's priors, in points
    "scale",  # exploration grows with the spread of the margins
    "prune",  # leave dominated payments out of the tree
    "temperature",  # choose worse moves too, more of them the higher it is; 0: the best
    # with a network (agents/learned)
    "tries",  # how many are under way at once
    "replies",  # the temperature of what others do
    "tau",  # of what tries bring: as much as an action that its actor chooses e times as often
    "doubt",  # standard errors by which an action must be worse to be given up
    "turns",  # of the searcher's that a try looks at, the present one first
    "belief",  # how much likelier worlds are in which others are well off
)

_I2, _I4, _I8, _U1, _U2, _U4, _U8, _F4, _F8 = (
    np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64,
)  # fmt: skip

NODE = np.dtype(
    [
        ("value", _F8),  # sum of the margins of the player who moved here (true variants: of the searcher)
        ("visits", _I4),
        # true world: actions not tried yet, -1 before they were counted; otherwise how often this node could be chosen
        ("count", _I4),
        ("first_child", _U4), ("next_sibling", _U4),  # 0 is none: the root is nobody's child
        ("prior", _F4), ("action", _U2), ("mover", _U1),
        ("pending", _U1),  # tries through it whose leaf has no value yet (agents/learned)
    ],
    align=True,
)  # fmt: skip
assert NODE.itemsize == 32

SEARCH = np.dtype(
    [
        *((name, _F8) for name in OPTIONS),
        ("asks", _U8, (ASKED,)), ("weights", _U8), ("n_weights", _I8),  # its evaluator
        ("unit", _F8),  # what exploration is multiplied by
        ("trust", _F8),  # what the weight of the priors is multiplied by on this board
        ("one_world", _I8),  # whether a tree is searched in the same world, every time
        ("searcher", _I8), ("n_nodes", _I8), ("stamp", _I8), ("done", _I8),  # done: iterations so far
        # the iteration: how deep in the tree, the action taken next; what it brought each player, and the searcher
        ("depth", _I8), ("action", _I8), ("payoff", _F8, (PLAYERS,)), ("win", _F8),
        ("path", _U4, (DEPTH,)), ("mark", _I4, (ACTIONS,)),
        # with a tree per player: where everybody is, and the nodes that were passed in the others' trees
        ("at", _U4, (PLAYERS,)), ("n_others", _I8), ("others", _U4, (DEPTH,)),
        # the actions at the root, and by action what the iterations through it brought
        ("n_actions", _I8), ("actions", _U2, (ACTIONS,)),
        ("visits", _I8, (ACTIONS,)),
        ("value", _F8, (ACTIONS,)), ("squares", _F8, (ACTIONS,)), ("wins", _F8, (ACTIONS,)),
        # priors by place in w.acts, and the place of an action there
        ("weight", _F8, (ACTIONS,)), ("place", _I4, (ACTIONS,)),
        # plans of the iteration (evaluators/plans.py)
        ("turn_value", _F8), ("plan_lo", _U8, (PLAYERS,)), ("plan_hi", _U8, (PLAYERS,)),
        ("planned", _I8, (PLAYERS,)),  # in which iteration, counted from 1; 0: the plan is no longer good
        ("advice", _I8),  # the planner's choice at the root
        ("seed", _U8), ("weighed", _I8),  # of the worlds, with a network or in a race; how many were weighed
        # with prune, by route: stamp of the list in which it was paid last, and the kinds it was paid with, a bit each
        ("paid_stamp", _I4, (ROUTES,)), ("paid_with", _I4, (ROUTES,)),
    ],
    align=True,
)  # fmt: skip


@jit
def read_options(q: Record, params: Record) -> None:
    """Options from the parameters of a bot."""
    q.worlds = params[0]
    q.iterations = params[1]
    q.cp = params[2]
    q.availability = params[3]
    q.final = params[4]
    q.aim = params[5]
    q.in_tree = params[6]
    q.threshold = params[7]
    q.momentum = params[8]
    q.momentum_size = params[9]
    q.target = params[10]
    q.trees = params[11]
    q.epsilon = params[12]
    q.prior = params[13]
    q.scale = params[14]
    q.prune = params[15]
    q.temperature = params[16]
    q.tries = params[17]
    q.replies = params[18]
    q.tau = params[19]
    q.doubt = params[20]
    q.turns = params[21]
    q.belief = params[22]


if numba.config.DISABLE_JIT:

    def new_nodes(n: Int) -> Record:
        return new_records(NODE, n)

    def new_search() -> Record:
        return new_records(SEARCH)

    def new_states(n: Int) -> Record:
        return new_records(STATE, n)

else:

    @jit
    def new_nodes(n: Int) -> Record:
        """n nodes; their fields are set when they are used."""
        return np.empty(n, NODE)

    @jit
    def new_search() -> Record:
        """One blank SEARCH record, as an array."""
        return np.zeros(1, SEARCH)

    @jit
    def new_states(n: Int) -> Record:
        return np.empty(n, STATE)
