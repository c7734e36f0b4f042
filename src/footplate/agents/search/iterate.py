"""The iterations of a search: down the tree, one new node, a playout, and back up."""

from __future__ import annotations

import numpy as np

from footplate.agents.search.layout import DEPTH, TRUE_WORLD
from footplate.agents.search.plans import forget_plans, note_action, uses_plans
from footplate.agents.search.playouts import play_to_end
from footplate.agents.search.priors import go_down_by_prior, measure_unit
from footplate.agents.search.pruning import actions_to_try
from footplate.agents.search.tree import add_child, best_child, best_legal_child, set_node
from footplate.engine.determinize import determinize
from footplate.engine.jit import jit
from footplate.engine.layout import NOBODY, OVER, Int, Record
from footplate.engine.random import rand_below
from footplate.engine.score import score_game, winners
from footplate.engine.step import step


@jit
def plant(b: Record, nodes: Record, q: Record) -> None:
    """A tree of one node."""
    set_node(nodes[0], 0, q.searcher, 0.0)
    q.n_nodes = 1


@jit
def clear_root(b: Record, roots: Record, q: Record, w: Record) -> None:
    """Nothing is known of the actions at the root."""
    q.searcher = roots[0].player
    q.stamp = 0
    q.done = 0
    for a in range(b.n_actions):
        q.mark[a] = 0
    for r in range(b.n_routes):
        q.paid_stamp[r] = 0
    q.n_actions = actions_to_try(b, roots[0], q, w)
    for i in range(q.n_actions):
        a = w.acts[i]
        q.actions[i] = a
        q.visits[a] = 0
        q.value[a] = 0.0
        q.squares[a] = 0.0
        q.wins[a] = 0.0


@jit
def go_down(b: Record, s: Record, nodes: Record, q: Record, w: Record, logs: Record, node: Int) -> Int:
    """The child to go to: a new one while an action that is legal now is untried, else the best; 0 if there is none."""
    n = actions_to_try(b, s, q, w)
    for i in range(n):
        q.mark[w.acts[i]] = q.stamp
    best = best_legal_child(nodes, q, node, logs)
    untried = 0
    for i in range(n):
        w.acts[untried] = w.acts[i]
        untried += q.mark[w.acts[i]] == q.stamp
    if untried == 0 or q.n_nodes == nodes.size:
        return best
    if q.worlds == TRUE_WORLD:
        nodes[node].count = untried - 1
    return add_child(nodes, q, node, w.acts[rand_below(w.scratch, untried)], s.player)


@jit
def margins(b: Record, s: Record, w: Record, q: Record) -> None:
    """payoff[p] = points of player p over the best other (alone: its points)."""
    score_game(b, s, w.scratch, False)
    for p in range(b.n_players):
        other = -np.inf
        for r in range(b.n_players):
            if r != p:
                other = max(other, w.scratch.total[r])
        q.payoff[p] = w.scratch.total[p] - other if b.n_players > 1 else w.scratch.total[p]


@jit
def share_of_win(b: Record, w: Record, p: Int) -> float:
    won, n = winners(b, w.scratch), 0
    for r in range(b.n_players):
        n += (won >> r) & 1
    return np.float64((won >> p) & 1) / n


@jit
def credit(q: Record, c: Record) -> None:
    """Count a visit, with the margin of who moved here; in the true variants everybody seeks the searcher's aim."""
    c.visits += 1
    c.value += q.payoff[q.searcher] if q.in_tree != 0.0 else q.payoff[c.mover]


@jit
def back_up(b: Record, nodes: Record, q: Record, w: Record, depth: Int) -> None:
    mine = q.payoff[q.searcher]
    nodes[0].visits += 1
    nodes[0].value += mine
    for i in range(depth):
        credit(q, nodes[q.path[i]])
    a = nodes[q.path[0]].action
    q.visits[a] += 1
    q.value[a] += mine
    q.squares[a] += mine * mine
    q.wins[a] += share_of_win(b, w, q.searcher)
    q.done += 1


@jit
def iterate(b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record, logs: Record, n: Int) -> None:
    """n iterations from roots[0], played in work[0]: the true state itself, or an observation filled in each time."""
    s = work[0]
    true_world, planned = q.worlds == TRUE_WORLD, uses_plans(b, q)
    for _ in range(n):
        work[0] = roots[0]
        if true_world:
            s.observer = NOBODY
        else:
            determinize(b, s, w.scratch)
        if planned:
            forget_plans(b, q)
        if q.scale != 0.0:
            measure_unit(q)
        node, depth, size = np.uint32(0), 0, q.n_nodes
        while s.phase != OVER and q.n_nodes == size and depth < DEPTH:
            if q.prior > 0.0:
                node = go_down_by_prior(b, s, nodes, q, w, node)
            elif true_world and nodes[node].count == 0:
                node = best_child(nodes, q, node, logs)
            else:
                node = go_down(b, s, nodes, q, w, logs, node)
            if node == 0:
                break
            action = np.int64(nodes[node].action)
            if planned:
                note_action(b, s, q, action)
            step(b, s, action)
            q.path[depth] = node
            depth += 1
        play_to_end(b, s, w, q)
        margins(b, s, w, q)
        back_up(b, nodes, q, w, depth)
