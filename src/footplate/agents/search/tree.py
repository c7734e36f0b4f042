"""The tree of a search: an array of NODE, and what every search does with it."""

from __future__ import annotations

import numpy as np

from footplate.agents.search.layout import NO_NODE
from footplate.agents.search.options import TRUE_ROSAS
from footplate.compile import jit
from footplate.engine.layout import Int, Record


@jit
def set_node(c: Record, action: Int, code: Int, mover: Int) -> None:
    c.value = 0.0
    c.visits = 0
    c.available = 1
    c.first_child = NO_NODE
    c.next_sibling = NO_NODE
    c.untried = -1
    c.action = action
    c.code = code
    c.mover = mover
    c.pending = 0


@jit
def plant(nodes: Record, q: Record, trees: Int) -> None:
    """Trees of one node each, the searcher's first."""
    q.n_nodes = trees
    for i in range(trees):
        set_node(nodes[i], 0, 0, q.searcher)


@jit
def add_child(nodes: Record, q: Record, node: Int, action: Int, code: Int, mover: Int) -> Int:
    """A new node under ``node``; the tree has room for it."""
    child = np.uint32(q.n_nodes)
    q.n_nodes += 1
    set_node(nodes[child], action, code, mover)
    nodes[child].next_sibling = nodes[node].first_child
    nodes[node].first_child = child
    return child


@jit
def credit(q: Record, c: Record) -> None:
    """Count a visit, with the margin of who moved here; in the true variants everybody seeks the searcher's aim."""
    c.visits += 1
    c.value += q.payoff[q.searcher] if q.options.dda >= TRUE_ROSAS else q.payoff[c.mover]


@jit
def back_up(nodes: Record, q: Record, path: Record, depth: Int) -> None:
    """Count an iteration: in the nodes of its path, which begins below the root, and at the root."""
    mine, r = q.payoff[q.searcher], q.root
    nodes[0].visits += 1
    nodes[0].value += mine
    for i in range(depth):
        credit(q, nodes[path[i]])
    a = nodes[path[0]].action
    r.visits[a] += 1
    r.value[a] += mine
    r.squares[a] += mine * mine
    r.wins[a] += q.win
    q.done += 1
