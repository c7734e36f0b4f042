"""What a search aims at: to win, or to keep the game close (ROSAS, POSAS, their target and momentum)."""

from __future__ import annotations

from typing import Any

from footplate.agents.search.layout import BY_VISITS, POSAS, WIN
from footplate.engine.jit import jit
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
def choose(q: Record, w: Record) -> Int:
    """The action to play, from what is known of the root; equals are chosen among by chance.

    Visits decide only where they follow what is aimed at: in a plain search and in the true variants.
    """
    total: float = 0.0
    visits: int = 0
    for i in range(q.n_actions):
        total += q.value[q.actions[i]]
        visits += q.visits[q.actions[i]]
    root_mean = total / max(1, visits)
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
                if rand_below(w, equals) == 0:
                    best = a + 0
    return best
