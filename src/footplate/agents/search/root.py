"""What a search knows of the actions at its root, and which of them it plays.

It aims at winning, or at a close game (ROSAS, POSAS, their target and momentum).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from footplate.agents.search.options import BY_VISITS, POSAS, SIZE, TRUE_POSAS, TRUE_ROSAS, WIN
from footplate.compile import jit
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_below


@jit
def clear_root(q: Record, searcher: Int) -> None:
    """Nothing is known yet."""
    q.searcher, q.done, q.unit, q.trust, q.early = searcher, 0, 1.0, 1.0, 0.0
    q.root.n_actions = 0


@jit
def add_to_root(q: Record, a: Int, prior: float) -> None:
    """One more action that is searched."""
    r = q.root
    r.actions[r.n_actions] = a
    r.n_actions += 1
    r.visits[a] = 0
    r.value[a] = 0.0
    r.squares[a] = 0.0
    r.wins[a] = 0.0
    r.prior[a] = prior


@jit
def mean_and_spread(q: Record) -> tuple[float, float]:
    """Mean and standard deviation of what the iterations brought the searcher."""
    r, total, squares = q.root, 0.0, 0.0
    for i in range(r.n_actions):
        total += r.value[r.actions[i]]
        squares += r.squares[r.actions[i]]
    n = max(1, q.done)
    mean = total / n
    return mean, math.sqrt(max(0.0, squares / n - mean * mean))


@jit
def utility(q: Record, mean: Any, parent_mean: Any) -> Any:
    """What a mean margin of its own is worth to the searcher: the published formulas, which are minimised, negated.

    Momentum as published prefers a higher mean to the parent's; SIZE penalises any swing, as described.
    """
    o = q.options
    if o.dda == WIN:
        return mean
    off = abs(mean - (o.target + q.early))
    if o.dda == POSAS or o.dda == TRUE_POSAS:
        off = max(0.0, off - o.threshold)
    swing = parent_mean - mean
    return -off - o.momentum * (abs(swing) if o.momentum_kind == SIZE else swing)


@jit
def cautious_mean(r: Record, a: Int, spread: float) -> Any:
    """The mean of an action less its standard error: few visits may have been lucky."""
    n = r.visits[a]
    return r.value[a] / n - spread / math.sqrt(np.float64(n))


@jit
def choose_warm(q: Record, w: Record, spread: float) -> Int:
    """An action by chance: one that is worse by ``temperature`` times the spread of the margins is e times rarer."""
    r, best = q.root, -np.inf
    for i in range(r.n_actions):
        if r.visits[r.actions[i]] > 0:
            best = max(best, cautious_mean(r, r.actions[i], spread))
    scale = max(1e-9, q.options.temperature * spread)
    chosen, total = r.actions[0] + 0, 0.0
    for i in range(r.n_actions):
        a = r.actions[i]
        if r.visits[a] > 0:
            weight = math.exp((cautious_mean(r, a, spread) - best) / scale)
            total += weight
            if rand_below(w.scratch, 1 << 30) * total < weight * (1 << 30):
                chosen = a + 0
    return chosen


@jit
def choose(q: Record, w: Record) -> Int:
    """The action to play; equals are chosen among by chance.

    Visits decide only where they follow what is aimed at: in a plain search and in the true variants.
    """
    r, (root_mean, spread) = q.root, mean_and_spread(q)
    if q.options.temperature > 0.0:
        return choose_warm(q, w, spread)
    by_visits = q.options.final == BY_VISITS and (q.options.dda == WIN or q.options.dda >= TRUE_ROSAS)
    best, best_value, equals = r.actions[0] + 0, -1e300, 0
    for i in range(r.n_actions):
        a = r.actions[i]
        if r.visits[a] > 0:
            value = r.visits[a] + 0.0 if by_visits else utility(q, r.value[a] / r.visits[a], root_mean)
            if value > best_value:
                best, best_value, equals = a + 0, value, 1
            elif value == best_value:
                equals += 1
                if rand_below(w.scratch, equals) == 0:
                    best = a + 0
    return best
