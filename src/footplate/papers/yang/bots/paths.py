"""Which path a cost-function bot follows, a set of links that does all its open tickets; and which tickets it keeps."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import GREY, count_cards, measure_needs
from footplate.agents.planning.links import FREE, IMPOSSIBLE, has_link, is_usable, survey
from footplate.agents.planning.prices import IN_TRAINS, price_links
from footplate.agents.planning.tickets import fewest_tickets, want_open_tickets
from footplate.agents.planning.unions import NO_LIMIT, unions_for_wanted
from footplate.compile import jit
from footplate.engine.layout import DRAW_TICKETS, FIRST_TICKETS, OFFER, SECOND_CARD, Int, Record
from footplate.engine.random import rand_below

BY_COST, BY_POINTS = 0, 1  # how paths are rated
_TURN, _LO, _HI, _POINTS = range(4)  # what is remembered of a path
_SLOT = 4


@jit
def path_cost(b: Record, o: Record, w: Record, lo: Int, hi: Int) -> float:
    """Cost of a path, as above."""
    count_cards(b, w, lo, hi)
    cost = np.int64(w.need[GREY])
    for colour in range(b.n_colours):
        lacking = np.int64(w.need[colour]) - o.hand[o.player, colour] - o.face_up[colour]
        if lacking > 0:
            cost += lacking * lacking
    return float(cost)


@jit
def path_points(b: Record, w: Record, lo: Int, hi: Int) -> float:
    """Points of the routes of a path that are still to be claimed."""
    points: Int = 0
    for k in range(b.n_links):
        if w.link_state[k] == FREE and has_link(lo, hi, k):
            points += np.int64(b.route_points[w.link_track[k]])
    return float(points)


@jit
def choose_path(b: Record, o: Record, w: Record, rating: Int) -> Int:
    """The plan = the best path for the wanted tickets, empty if there is none. Returns how many of the tickets it does.

    The first of equal paths is taken, which as a rule is the shortest. Needs a ``survey``.
    """
    price_links(b, o, w, IN_TRAINS, 1.0)
    now, n, done = unions_for_wanted(b, o, w, NO_LIMIT)
    best, best_cost = 0, IMPOSSIBLE
    for j in range(n):
        lo, hi = w.plans_lo[now, j], w.plans_hi[now, j]
        cost = path_cost(b, o, w, lo, hi) if rating == BY_COST else -path_points(b, w, lo, hi)
        if cost < best_cost:
            best, best_cost = j, cost
    w.plan_lo = w.plans_lo[now, best]
    w.plan_hi = w.plans_hi[now, best]
    return done


@jit
def recall_path(w: Record, rating: Int) -> None:
    """The plan = the path that the bot followed when it last planned."""
    w.plan_lo = np.uint64(w.memory[_SLOT * rating + _LO])
    w.plan_hi = np.uint64(w.memory[_SLOT * rating + _HI])


@jit
def renew_path(b: Record, o: Record, w: Record, rating: Int) -> None:
    """The plan = the best path now, and remember it."""
    slot = _SLOT * rating
    recall_path(w, rating)
    if (w.plan_lo == 0 and w.plan_hi == 0) or not is_usable(w, w.plan_lo, w.plan_hi):
        w.memory[slot + _POINTS] = np.int64(o.points[o.player])
    choose_path(b, o, w, rating)
    w.memory[slot + _TURN] = np.int64(o.turn) + 1
    w.memory[slot + _LO] = np.int64(w.plan_lo)
    w.memory[slot + _HI] = np.int64(w.plan_hi)


@jit
def follow_path(b: Record, o: Record, w: Record, rating: Int) -> bool:
    """Fill wanted, the plan, in_plan and need (whatever is in hand); returns whether there is a path."""
    survey(b, o, w)
    want_open_tickets(b, o, w)
    if o.phase == SECOND_CARD and w.memory[_SLOT * rating + _TURN] == np.int64(o.turn) + 1:
        recall_path(w, rating)
    else:
        renew_path(b, o, w, rating)
    measure_needs(b, w)
    return w.plan_lo != 0 or w.plan_hi != 0


@jit
def points_since(o: Record, w: Record, rating: Int) -> Int:
    """Points for routes since the bot last made a new list of paths: how far it is along its path."""
    return np.int64(o.points[o.player]) - w.memory[_SLOT * rating + _POINTS]


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
