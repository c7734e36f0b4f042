"""Which tickets a cost-function bot keeps."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import count_cards
from footplate.agents.planning.links import survey
from footplate.agents.planning.tickets import fewest_tickets
from footplate.compile import jit
from footplate.engine.layout import DRAW_TICKETS, FIRST_TICKETS, OFFER, Int, Record
from footplate.engine.random import rand_below
from footplate.papers.yang.bots.paths import choose_path, path_points

_PER_ROUTE_POINT = 0.5
_CANT_BE_DONE = 1_000_000


@jit
def first_tickets(b: Record, o: Record, w: Record, n: Int, rating: Int) -> Int:
    """The choice whose path takes fewest trains, less half the points of its routes; the first of equals."""
    best, best_cost = np.int64(w.acts[0]), float(_CANT_BE_DONE)
    for i in range(n):
        mask = np.int64(w.acts[i]) - DRAW_TICKETS
        w.wanted_n = 0
        for j in range(o.offer_n):
            if (mask >> j) & 1:
                w.wanted[w.wanted_n] = o.offer[j]
                w.wanted_n += 1
        if choose_path(b, o, w, rating) == w.wanted_n:
            trains = count_cards(b, w, w.plan_lo, w.plan_hi)
            cost = trains - _PER_ROUTE_POINT * path_points(b, w, w.plan_lo, w.plan_hi)
            if cost < best_cost:
                best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def later_tickets(b: Record, o: Record, w: Record, n: Int, rating: Int) -> Int:
    """As few tickets as allowed, those whose own paths take fewest trains; the first of equals."""
    trains = np.empty(OFFER, np.int64)
    for j in range(o.offer_n):
        w.wanted_n = 1
        w.wanted[0] = o.offer[j]
        can_be_done = choose_path(b, o, w, rating) == 1
        trains[j] = count_cards(b, w, w.plan_lo, w.plan_hi) if can_be_done else _CANT_BE_DONE
    return fewest_tickets(o, w, n, trains)


@jit
def choose_tickets(b: Record, o: Record, w: Record, n: Int, rating: Int) -> Int:
    survey(b, o, w)
    if o.phase == FIRST_TICKETS:
        return first_tickets(b, o, w, n, rating)
    return later_tickets(b, o, w, n, rating)


@jit
def random_tickets(w: Record, n: Int) -> Int:
    """Any of the n choices, all equally likely."""
    return np.int64(w.acts[rand_below(w.scratch, n)])
