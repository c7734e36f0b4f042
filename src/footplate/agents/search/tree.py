"""Nodes: adding them, and choosing among them by UCB1, or with priors by PUCT."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from footplate.agents.search.aim import liking
from footplate.agents.search.layout import PRIORS
from footplate.agents.search.pruning import actions_to_try
from footplate.compile import call_at, jit
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_below

USUAL_SPREAD = 8.0  # standard deviation of the margin on the small board
FIRST_PLAY = 0.1  # spreads by which an untried action is thought worse than the tried ones
_NONE = np.uint32(0)
_WORST = -1e300


@jit
def make_logs(n: Int) -> Record:
    """2 ln(k) for k below n."""
    logs = np.zeros(n, np.float64)
    for k in range(1, n):
        logs[k] = 2.0 * math.log(np.float64(k))
    return logs


@jit
def twice_log(logs: Record, k: Int) -> float:
    return logs[k] if k < logs.size else 2.0 * math.log(np.float64(k))


@jit
def set_node(c: Record, action: Int, mover: Int, prior: float) -> None:
    c.value = 0.0
    c.visits = 0
    c.count = -1
    c.first_child = _NONE
    c.next_sibling = _NONE
    c.prior = prior
    c.action = action
    c.mover = mover


@jit
def add_child(nodes: Record, q: Record, node: Int, action: Int, mover: Int) -> Int:
    """A new node under ``node``; the pool has room for it."""
    child = np.uint32(q.n_nodes)
    q.n_nodes += 1
    set_node(nodes[child], action, mover, 0.0)
    if not q.one_world:
        nodes[child].count = 1
    nodes[child].next_sibling = nodes[node].first_child
    nodes[node].first_child = child
    return child


@jit
def spread_so_far(q: Record) -> float:
    """The standard deviation of what the iterations brought."""
    total, squares = 0.0, 0.0
    for i in range(q.n_actions):
        total += q.value[q.actions[i]]
        squares += q.squares[q.actions[i]]
    mean = total / q.done
    return math.sqrt(max(0.0, squares / q.done - mean * mean))


@jit
def measure_unit(q: Record) -> None:
    """unit = spread of the margins so far, in spreads of the small board; worked out now and then."""
    if q.done < 16 or (q.done & 15 != 0 and q.done > 64) or (q.done & 255 != 0 and q.done > 1024):
        return
    q.unit = max(0.1, spread_so_far(q) / USUAL_SPREAD)


@jit
def ucb1(q: Record, c: Record, parent_mean: Any, explore: Any, log_n: Any) -> Any:
    """How much a visited node is liked by who moved there, or in the true variants by the searcher; and exploration."""
    inverse = 1.0 / c.visits
    mean = c.value * inverse
    return (liking(q, mean, parent_mean) if q.in_tree != 0.0 else mean) + explore * math.sqrt(log_n * inverse)


@jit
def best_child(nodes: Record, q: Record, node: Int, logs: Record) -> Int:
    """Of all children the best by UCB1; each has been visited."""
    explore, log_n = 2.0 * q.cp * q.unit, twice_log(logs, nodes[node].visits)
    parent_mean = nodes[node].value / max(1, nodes[node].visits)
    best, best_value = _NONE, _WORST
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        value = ucb1(q, c, parent_mean, explore, log_n)
        if value > best_value:
            best, best_value = child, value
        child = c.next_sibling
    return best


@jit
def best_legal_child(nodes: Record, q: Record, node: Int, logs: Record) -> Int:
    """The same over the children whose action is marked as legal now; they are marked as tried."""
    explore, stamp = 2.0 * q.cp * q.unit, q.stamp
    counting = q.one_world == 0
    by_availability = q.availability != 0.0 and counting
    log_n = twice_log(logs, nodes[node].visits)
    parent_mean = nodes[node].value / max(1, nodes[node].visits)
    best, best_value = _NONE, _WORST
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        if q.mark[c.action] == stamp:
            q.mark[c.action] = -stamp
            c.count += counting
            if by_availability:
                log_n = twice_log(logs, c.count)
            value = ucb1(q, c, parent_mean, explore, log_n)
            if value > best_value:
                best, best_value = child, value
        child = c.next_sibling
    return best


@jit
def child_by_ucb1(b: Record, s: Record, nodes: Record, q: Record, w: Record, logs: Record, node: Int) -> Int:
    """The child to go to: a new one while an action that is legal now is untried, else the best; 0 if there is none."""
    if q.one_world and nodes[node].count == 0:
        return best_child(nodes, q, node, logs)
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
    if q.one_world:
        nodes[node].count = untried - 1
    return add_child(nodes, q, node, w.acts[rand_below(w.scratch, untried)], s.player)


@jit
def child_by_prior(b: Record, s: Record, nodes: Record, q: Record, w: Record, node: Int) -> Int:
    """The child with the best sum of its mean and its prior, less the more it was tried; a new one if it is untried.

    0 if there is none and no room.
    """
    n = call_at(q.asks[PRIORS], b, s, w, q)
    for i in range(n):
        q.mark[w.acts[i]] = q.stamp
        q.place[w.acts[i]] = i
    total, visits = 0.0, 0
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        if q.mark[c.action] == q.stamp:
            total += c.value
            visits += c.visits
        child = c.next_sibling
    push = q.prior * q.trust * q.unit * math.sqrt(np.float64(visits + 1))
    best, best_value = _NONE, _WORST
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        if q.mark[c.action] == q.stamp:
            q.mark[c.action] = -q.stamp
            c.count += q.one_world == 0
            value = c.value / c.visits + push * q.weight[q.place[c.action]] / (1.0 + c.visits)
            if value > best_value:
                best, best_value = child, value
        child = c.next_sibling
    if q.n_nodes == nodes.size:
        return best
    first_play = total / max(1, visits) - FIRST_PLAY * USUAL_SPREAD * q.unit
    new = -1
    for i in range(n):
        if q.mark[w.acts[i]] == q.stamp:
            value = first_play + push * q.weight[i]
            if value > best_value:
                best_value, new = value, i
    if new < 0:
        return best
    return add_child(nodes, q, node, np.int64(w.acts[new]), s.player)
