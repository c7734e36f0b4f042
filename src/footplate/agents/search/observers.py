"""Multiple-observer search: every player has a tree of its own, of what it sees of the moves.

The only moves that look different to others are choices of tickets: they see how many were kept, not which.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.search.iterate import back_up, credit, go_down, margins
from footplate.agents.search.layout import DEPTH
from footplate.agents.search.plans import forget_plans, note_action, uses_plans
from footplate.agents.search.playouts import play_to_end
from footplate.agents.search.priors import go_down_by_prior, measure_unit
from footplate.agents.search.tree import add_child, set_node
from footplate.engine.determinize import determinize
from footplate.engine.jit import jit
from footplate.engine.layout import DRAW_TICKETS, OVER, PASS, PLAYERS, Int, Record
from footplate.engine.moves import bits
from footplate.engine.step import step


@jit
def plant_for_all(b: Record, nodes: Record, q: Record) -> None:
    """The searcher's tree grows from node 0, those of the players after it from nodes 1, 2 and so on."""
    for i in range(1, b.n_players):
        set_node(nodes[i], 0, q.searcher, 0.0)
    q.n_nodes = b.n_players


@jit
def seen_by_others(action: Int) -> Int:
    """The action as others see it: all choices of so many tickets count as that of the first ones."""
    if DRAW_TICKETS < action < PASS:
        return DRAW_TICKETS + (1 << bits(action - DRAW_TICKETS)) - 1
    return action


@jit
def follow(nodes: Record, q: Record, node: Int, action: Int, mover: Int) -> Int:
    """The child for a move that somebody else has made, made if there is none; 0 without room."""
    child = nodes[node].first_child
    while child:
        if nodes[child].action == action:
            return child
        child = nodes[child].next_sibling
    return add_child(nodes, q, node, action, mover) if q.n_nodes < nodes.size else np.uint32(0)


@jit
def iterate_for_all(
    b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record, logs: Record, n: Int
) -> None:
    """As ``iterate``, with a tree per player. The playout begins where any of them has a new node or no room."""
    s, planned = work[0], uses_plans(b, q)
    at = np.zeros(PLAYERS, np.uint32)
    others = np.zeros(DEPTH, np.uint32)
    for _ in range(n):
        work[0] = roots[0]
        determinize(b, s, w.scratch)
        if planned:
            forget_plans(b, q)
        if q.scale != 0.0:
            measure_unit(q)
        for i in range(b.n_players):
            at[(q.searcher + i) % b.n_players] = i
        depth, n_others, size, lost = 0, 0, q.n_nodes, False
        while s.phase != OVER and q.n_nodes == size and not lost and depth < DEPTH and n_others < DEPTH - PLAYERS:
            p = np.int64(s.player)
            if q.prior > 0.0:
                child = go_down_by_prior(b, s, nodes, q, w, at[p])
            else:
                child = go_down(b, s, nodes, q, w, logs, at[p])
            if child == 0:
                break
            action = np.int64(nodes[child].action)
            for r in range(b.n_players):
                at[r] = child if r == p else follow(nodes, q, at[r], seen_by_others(action), p)
                if r == q.searcher:
                    q.path[depth] = at[r]
                elif at[r] != 0:
                    others[n_others] = at[r]
                    n_others += 1
                else:
                    lost = True
            if planned:
                note_action(b, s, q, action)
            step(b, s, action)
            if at[q.searcher] == 0:
                break
            depth += 1
        play_to_end(b, s, w, q)
        margins(b, s, w, q)
        for i in range(n_others):
            credit(q, nodes[others[i]])
        back_up(b, nodes, q, w, depth)
