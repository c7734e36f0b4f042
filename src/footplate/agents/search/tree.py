"""Nodes: adding them, and choosing among them by UCB1."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from footplate.agents.search.aim import liking
from footplate.agents.search.layout import TRUE_WORLD
from footplate.engine.jit import jit
from footplate.engine.layout import Int, Record

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
    if q.worlds != TRUE_WORLD:
        nodes[child].count = 1
    nodes[child].next_sibling = nodes[node].first_child
    nodes[node].first_child = child
    return child


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
    counting = q.worlds != TRUE_WORLD
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
