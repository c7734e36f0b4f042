"""Sets of links that do several tickets: unions of the tickets' known ways, the cheapest ones kept."""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import PLANS
from footplate.agents.planning.links import IMPOSSIBLE, clear_plan, is_usable, measure
from footplate.agents.planning.ways import cheapest_known_way, find_ticket_way
from footplate.compile import jit
from footplate.engine.layout import Int, Record

NO_LIMIT = np.inf  # as ``slack``: every union within the trains will do


@jit
def keep_plan(w: Record, new: Int, lo: Int, hi: Int, cost: float) -> None:
    """Remember a set of links among the cheapest ones of generation ``new``."""
    if w.plans_n < PLANS:
        i = w.plans_n
        w.plans_n += 1
    elif cost < w.plans_cost[new, w.plans_dearest]:
        i = w.plans_dearest
    else:
        return
    w.plans_lo[new, i] = lo
    w.plans_hi[new, i] = hi
    w.plans_cost[new, i] = cost
    if w.plans_n == PLANS:
        w.plans_dearest = 0
        for j in range(1, PLANS):
            if w.plans_cost[new, j] > w.plans_cost[new, w.plans_dearest]:
                w.plans_dearest = j


@jit
def is_too_dear(w: Record, new: Int, cost: float) -> bool:
    """Whether ``keep_plan`` would not remember a set of this cost."""
    return w.plans_n == PLANS and cost >= w.plans_cost[new, w.plans_dearest]


@jit
def join_with(w: Record, now: Int, n_now: Int, new: Int, lo: Int, hi: Int, most: float, trains: Int) -> None:
    """Join a way with all sets of generation ``now``; what is neither too dear nor too long goes to ``new``."""
    alone = measure(w, lo, hi)[0]
    if alone > most or is_too_dear(w, new, alone):
        return
    for j in range(n_now):
        if is_too_dear(w, new, w.plans_cost[now, j]):
            continue
        both_lo, both_hi = lo | w.plans_lo[now, j], hi | w.plans_hi[now, j]
        cost, due = measure(w, both_lo, both_hi)
        if cost <= most and due <= trains:
            keep_plan(w, new, both_lo, both_hi, cost)


@jit
def join_ticket(b: Record, w: Record, t: Int, now: Int, n_now: Int, most: float, trains: Int) -> None:
    """Join every known way of ticket t, or else the cheapest way there is, with the sets of generation ``now``."""
    w.plans_n = 0
    if most < IMPOSSIBLE:
        for k in range(b.path_n[t]):
            if is_usable(w, b.path_lo[t, k], b.path_hi[t, k]):
                join_with(w, now, n_now, 1 - now, b.path_lo[t, k], b.path_hi[t, k], most, trains)
    else:
        clear_plan(w)
        if find_ticket_way(b, w, t) < IMPOSSIBLE:
            join_with(w, now, n_now, 1 - now, w.plan_lo, w.plan_hi, most, trains)


@jit
def limit_of(slack: float, cheapest: float) -> float:
    """The most that a union may cost, less than IMPOSSIBLE; ``cheapest`` is the sum of the tickets' cheapest ways."""
    return slack * cheapest if slack < NO_LIMIT else IMPOSSIBLE / 2


@jit
def unions_for_wanted(b: Record, o: Record, w: Record, slack: float) -> tuple[Int, Int, Int]:
    """Sets of links that each do all wanted tickets that can still be done, the cheapest ones by link_cost.

    The ways of the tickets, worked out per board, are joined ticket by ticket. A union is kept while its trains
    suffice and its cost is at most ``slack`` times the sum of the cheapest ways so far. A ticket whose known ways are
    all shut gets the cheapest way that there is. One without any way is left out. Returns (generation, number of sets,
    number of tickets that they do): the sets are plans_lo[generation, j], plans_hi[generation, j].
    """
    trains = np.int64(o.trains[o.player])
    n_now: Int = 1
    now, cheapest_so_far, done = 0, 0.0, 0
    w.plans_lo[0, 0] = np.uint64(0)
    w.plans_hi[0, 0] = np.uint64(0)
    w.plans_cost[0, 0] = 0.0
    for i in range(w.wanted_n):
        cheapest = cheapest_known_way(b, w, w.wanted[i], trains)
        most = limit_of(slack, cheapest_so_far + cheapest) if cheapest < IMPOSSIBLE else IMPOSSIBLE
        join_ticket(b, w, w.wanted[i], now, n_now, most, trains)
        if w.plans_n > 0:
            now, n_now, done = 1 - now, np.int64(w.plans_n), done + 1
            cheapest_so_far += cheapest if cheapest < IMPOSSIBLE else w.plans_cost[now, 0] - cheapest_so_far
    return now, n_now, done


@jit
def plan_cheapest_union(b: Record, o: Record, w: Record, slack: float) -> bool:
    """The plan = the cheapest of ``unions_for_wanted``; returns whether anything is planned."""
    now, n, done = unions_for_wanted(b, o, w, slack)
    best = 0
    for j in range(n):
        if w.plans_cost[now, j] < w.plans_cost[now, best]:
            best = j
    w.plan_lo = w.plans_lo[now, best]
    w.plan_hi = w.plans_hi[now, best]
    return done > 0
