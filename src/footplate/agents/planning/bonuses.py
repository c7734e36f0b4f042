"""Districts and grand tours: links added to the plan of the tickets when they bring more than they cost."""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORK
from footplate.agents.planning.links import IMPOSSIBLE, SHUT, city_beyond, measure
from footplate.agents.planning.ways import find_way, spread
from footplate.compile import indirect_call, jit
from footplate.compile.bits import lowest_bit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import BOARD, CITIES, HELD, STATE, TICKETS, Int, Record

SURE_OF_BONUS = 0.8  # share of its points that a plan counts
_ONE = np.uint64(1)


@jit
def join_cities(b: Record, w: Record, cities: Int) -> float:
    """Add to the plan what joins these cities, a bit each; returns its cost, or IMPOSSIBLE."""
    first, cost = np.int64(lowest_bit(cities)), 0.0
    cities &= cities - _ONE
    while cities != 0:
        cost += find_way(b, w, first, np.int64(lowest_bit(cities)))
        cities &= cities - _ONE
    return min(cost, IMPOSSIBLE)


@indirect_call(None, BOARD, WORK, int)
def add_districts(b: Record, w: Record, trains: Int) -> None:
    """Plan districts, those that bring most beyond their cost first."""
    for _ in range(b.n_districts):
        lo, hi = w.plan_lo, w.plan_hi
        best_lo, best_hi, best_value = lo, hi, 0.0
        for d in range(b.n_districts):
            cost = join_cities(b, w, b.district_cities[d])
            value = SURE_OF_BONUS * np.float64(b.district_points[d]) - cost
            if cost > 0.0 and value > best_value and measure(w, w.plan_lo, w.plan_hi)[1] <= trains:
                best_lo, best_hi, best_value = w.plan_lo, w.plan_hi, value
            w.plan_lo, w.plan_hi = lo, hi
        if best_value <= 0.0:
            return
        w.plan_lo, w.plan_hi = best_lo, best_hi


@jit
def second_way(b: Record, w: Record, t: Int) -> float:
    """Add to the plan a way for ticket t beside the cheapest one there is; its cost, 0 if it is there already."""
    spread(b, w, _ONE << np.uint64(b.ticket_a[t]), b.ticket_b[t])
    if w.way_cost[b.ticket_b[t]] > 0.0:
        return IMPOSSIBLE
    links, states, n = np.empty(CITIES, np.int64), np.empty(CITIES, np.int8), 0
    here = np.int64(b.ticket_b[t])
    while here != b.ticket_a[t]:
        k = np.int64(w.way_link[here])
        links[n], states[n] = k, w.link_state[k]
        w.link_state[k] = SHUT
        n += 1
        here = city_beyond(b, k, here)
    cost = find_way(b, w, b.ticket_a[t], b.ticket_b[t])
    for i in range(n):
        w.link_state[links[i]] = states[i]
    return cost


@indirect_call(None, BOARD, STATE, WORK, int)
def add_tours(b: Record, o: Record, w: Record, trains: Int) -> None:
    """Plan second ways for tickets that are done or planned, the cheapest first, while the bonus is worth them."""
    toured, most = np.zeros(TICKETS, np.bool_), b.grand_tour
    n = 0
    while n < most:
        lo, hi = w.plan_lo, w.plan_hi
        best, best_lo, best_hi, best_cost = -1, lo, hi, IMPOSSIBLE
        for t in range(b.n_tickets):
            if ticket_place(o, t) == HELD + o.player and not toured[t]:
                cost = second_way(b, w, t)
                if cost < best_cost and measure(w, w.plan_lo, w.plan_hi)[1] <= trains:
                    best, best_lo, best_hi, best_cost = t, w.plan_lo, w.plan_hi, cost
                w.plan_lo, w.plan_hi = lo, hi
        if best < 0 or best_cost > SURE_OF_BONUS * np.float64(b.tour_points[n + 1] - b.tour_points[n]):
            return
        toured[best] = True
        n += 1
        w.plan_lo, w.plan_hi = best_lo, best_hi


@jit
def add_bonuses(b: Record, o: Record, w: Record, trains: Int) -> None:
    """Add districts and tours that are worth it to the plan, if it then needs at most so many trains."""
    if b.n_districts > 0:
        add_districts(b, w, trains)
    if b.grand_tour > 0:
        add_tours(b, o, w, trains)
