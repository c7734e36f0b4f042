"""What a search aims at: to win, or to keep the game close (ROSAS, POSAS, their target and momentum)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from footplate.agents.search.layout import BY_VISITS, POSAS, WIN
from footplate.compile import jit
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_below


@jit
def liking(q: Record, mean: Any, parent_mean: Any) -> Any:
    """How much the searcher likes a mean margin of its own: the published formulas, which are minimised, negated.

    Momentum as published prefers a higher mean to the parent's; ``momentum_size`` penalises any swing, as described.
    """
    if q.aim == WIN:
        return mean
    off = abs(mean - q.target)
    if q.aim == POSAS:
        off = max(0.0, off - q.threshold)
    swing = parent_mean - mean
    return -off - q.momentum * (abs(swing) if q.momentum_size != 0.0 else swing)


@jit
def root_spread(q: Record) -> tuple[float, float]:
    """Mean and standard deviation of the margins of all iterations."""
    total, squares, visits = 0.0, 0.0, 0
    for i in range(q.n_actions):
        a = q.actions[i]
        total += q.value[a]
        squares += q.squares[a]
        visits += q.visits[a]
    mean = total / max(1, visits)
    return mean, math.sqrt(max(0.0, squares / max(1, visits) - mean * mean))


@jit
def cautious_mean(q: Record, a: Int, spread: float) -> Any:
    """The mean of an action less its standard error: few visits may have been lucky."""
    n = q.visits[a]
    return q.value[a] / n - spread / math.sqrt(np.float64(n))


@jit
def choose_warm(q: Record, w: Record, spread: float) -> Int:
    """An action by chance: one that is worse by ``temperature`` times the spread of the margins is e times rarer."""
    best = -np.inf
    for i in range(q.n_actions):
        if q.visits[q.actions[i]] > 0:
            best = max(best, cautious_mean(q, q.actions[i], spread))
    scale = max(1e-9, q.temperature * spread)
    chosen, total = q.actions[0] + 0, 0.0
    for i in range(q.n_actions):
        a = q.actions[i]
        if q.visits[a] > 0:
            weight = math.exp((cautious_mean(q, a, spread) - best) / scale)
            total += weight
            if rand_below(w.scratch, 1 << 30) * total < weight * (1 << 30):
                chosen = a + 0
    return chosen


@jit
def choose(q: Record, w: Record) -> Int:
    """The action to play, from what is known of the root; equals are chosen among by chance.

    Visits decide only where they follow what is aimed at: in a plain search and in the true variants.
    """
    root_mean, spread = root_spread(q)
    if q.temperature > 0.0:
        return choose_warm(q, w, spread)
    best, best_value, equals = q.actions[0] + 0, -1e300, 0
    for i in range(q.n_actions):
        a = q.actions[i]
        if q.visits[a] > 0:
            if q.final == BY_VISITS and (q.aim == WIN or q.in_tree != 0.0):
                value = q.visits[a] + 0.0
            else:
                value = liking(q, q.value[a] / q.visits[a], root_mean)
            if value > best_value:
                best, best_value, equals = a + 0, value, 1
            elif value == best_value:
                equals += 1
                if rand_below(w.scratch, equals) == 0:
                    best = a + 0
    return best
