"""Ways for tickets: the cheapest there are, and those worked out per board."""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORK
from footplate.agents.planning.links import IMPOSSIBLE, MINE, SHUT, add_link, city_beyond, has_link, is_usable, measure
from footplate.compile import indirect_call, jit
from footplate.compile.bits import lowest_bit
from footplate.engine.layout import BOARD, Int, Record

_ONE = np.uint64(1)


@jit
def spread(b: Record, w: Record, starts: Int, end: Int) -> None:
    """Fill way_cost and way_link: the cheapest ways from the nearest of some cities, a bit each, over usable links.

    It stops when ``end`` is reached (-1: all cities). A link costs its link_cost (at least 0; IMPOSSIBLE forbids it),
    and nothing if it is mine or in the plan.
    """
    for c in range(b.n_cities):
        w.way_cost[c] = 0.0 if starts >> np.uint64(c) & _ONE == _ONE else IMPOSSIBLE
    reached = starts  # a bit for each city whose own links haven't been followed
    while reached != 0:
        here: Int = np.int64(lowest_bit(reached))
        others = reached & (reached - _ONE)
        while others != 0:
            other = np.int64(lowest_bit(others))
            others &= others - _ONE
            if w.way_cost[other] < w.way_cost[here]:
                here = other
        if here == end:
            return
        reached ^= _ONE << np.uint64(here)
        for i in range(b.city_first[here], b.city_first[here + 1]):
            k = b.city_link[i]
            if w.link_state[k] != SHUT:
                is_free = w.link_state[k] == MINE or has_link(w.plan_lo, w.plan_hi, k)
                cost = 0.0 if is_free else w.link_cost[k]
                to = city_beyond(b, k, here)
                if w.way_cost[here] + cost < w.way_cost[to]:
                    w.way_cost[to] = w.way_cost[here] + cost
                    w.way_link[to] = k
                    reached |= _ONE << np.uint64(to)


@jit
def find_way(b: Record, w: Record, start: Int, end: Int) -> float:
    """Add the cheapest way between two cities to the plan; its cost, or IMPOSSIBLE.

    Links in the plan cost nothing. So one network grows from ticket to ticket.
    """
    starts = _ONE << np.uint64(start)
    spread(b, w, starts, end)
    if w.way_cost[end] < IMPOSSIBLE:
        add_way(b, w, starts, end)
    return w.way_cost[end]


@jit
def add_way(b: Record, w: Record, starts: Int, end: Int) -> None:
    """Put the way to ``end``, after ``spread`` from these cities, into the plan."""
    here = np.int64(end)
    while starts >> np.uint64(here) & _ONE == 0:
        k = np.int64(w.way_link[here])
        add_link(w, k)
        here = city_beyond(b, k, here)


@jit
def nearest_of(w: Record, cities: Int) -> Int:
    """Of several cities, a bit each, the one with the least way_cost; -1 if there are none."""
    best = np.int64(-1)
    while cities != 0:
        c = np.int64(lowest_bit(cities))
        cities &= cities - _ONE
        if best < 0 or w.way_cost[c] < w.way_cost[best]:
            best = c
    return best


@jit
def find_way_between(b: Record, w: Record, starts: Int, ends: Int) -> float:
    """``find_way`` from any of some cities to any of others, a bit each."""
    spread(b, w, starts, -1)
    end = nearest_of(w, ends)
    if end < 0 or w.way_cost[end] >= IMPOSSIBLE:
        return IMPOSSIBLE
    add_way(b, w, starts, end)
    return w.way_cost[end]


@jit
def find_ticket_way(b: Record, w: Record, t: Int) -> float:
    """``find_way`` for ticket t."""
    if b.country_tickets:
        return find_way_to_goals(b, w, t)
    return find_way(b, w, b.ticket_a[t], b.ticket_b[t])


@indirect_call(float, BOARD, WORK, int)
def find_way_to_goals(b: Record, w: Record, t: Int) -> float:
    """To a country the way leads to any of its cities; of several goals to the one that is best.

    The points that a lesser goal brings less are part of the cost.
    """
    starts = b.ticket_from[t]
    spread(b, w, starts, -1)
    best, best_cost = np.int64(-1), IMPOSSIBLE
    for g in range(b.goal_n[t]):
        end = nearest_of(w, b.goal_cities[t, g])
        cost = w.way_cost[end] + np.float64(b.goal_points[t, 0]) - np.float64(b.goal_points[t, g])
        if w.way_cost[end] < IMPOSSIBLE and cost < best_cost:
            best, best_cost = end, cost
    if best >= 0:
        add_way(b, w, starts, best)
    return best_cost


@jit
def cheapest_known_way(b: Record, w: Record, t: Int, trains: Int) -> float:
    """Cost of the cheapest of the ticket's known ways that is open and not too long; IMPOSSIBLE if there is none."""
    best = IMPOSSIBLE
    for k in range(b.path_n[t]):
        if is_usable(w, b.path_lo[t, k], b.path_hi[t, k]):
            cost, due = measure(w, b.path_lo[t, k], b.path_hi[t, k])
            if due <= trains:
                best = min(best, cost)
    return best
