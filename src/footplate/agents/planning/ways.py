"""Ways for tickets: the cheapest there are, and those worked out per board."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import (
    IMPOSSIBLE,
    MINE,
    SHUT,
    add_link,
    city_beyond,
    has_link,
    is_usable,
    lowest_bit,
    measure,
)
from footplate.engine.cards import ticket_place
from footplate.engine.jit import jit
from footplate.engine.layout import HELD, Int, Record
from footplate.engine.networks import is_done, label_networks_of

_ONE = np.uint64(1)


@jit
def spread(b: Record, w: Record, start: Int, end: Int, planned_is_free: bool) -> None:
    """Fill way_cost and way_link: the cheapest ways from ``start`` over usable links, until ``end`` is reached.

    ``end`` = -1: to all cities. A link costs its link_cost (at least 0; IMPOSSIBLE forbids it), and nothing if it is
    mine, or if it is in the plan and ``planned_is_free``.
    """
    for c in range(b.n_cities):
        w.way_cost[c] = IMPOSSIBLE
    w.way_cost[start] = 0.0
    reached = _ONE << np.uint64(start)  # a bit for each city whose own links haven't been followed
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
                cost = 0.0 if w.link_state[k] == MINE else w.link_cost[k]
                if planned_is_free and has_link(w.plan_lo, w.plan_hi, k):
                    cost = 0.0
                to = city_beyond(b, k, here)
                if w.way_cost[here] + cost < w.way_cost[to]:
                    w.way_cost[to] = w.way_cost[here] + cost
                    w.way_link[to] = k
                    reached |= _ONE << np.uint64(to)


@jit
def find_way(b: Record, w: Record, start: Int, end: Int) -> float:
    """The cheapest way by link_cost over usable links; its cost, or IMPOSSIBLE. The way is added to plan_lo, plan_hi.

    Links already in the plan cost nothing, so calling it ticket after ticket grows one network.
    """
    spread(b, w, start, end, True)
    if w.way_cost[end] >= IMPOSSIBLE:
        return IMPOSSIBLE
    here = np.int64(end)
    while here != start:
        k = np.int64(w.way_link[here])
        add_link(w, k)
        here = city_beyond(b, k, here)
    return w.way_cost[end]


@jit
def wish_for_open_tickets(b: Record, o: Record, w: Record) -> None:
    """wish = the tickets of the player to move that are not done yet."""
    label_networks_of(b, o, w.scratch, o.player)
    w.wish_n = 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == HELD + o.player and not is_done(b, w.scratch, o.player, t):
            w.wish[w.wish_n] = t
            w.wish_n += 1


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
