"""Which path a cost-function bot follows. A path is a set of links that does all its open tickets.

The candidates are the unions of the tickets' ways that the trains suffice for. The bots rate them by

    cost     cards that are neither in hand nor face up, squared colour by colour, plus the length of the grey routes
    points   of the routes still to claim: the random one wants as many as it can get

and keep to one path for both cards of a turn. What they remember, for each of the two ways to rate: the turn, the
path, and their points for routes when they last made a new list of paths, which they do when the path is cut.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import GREY, count_cards, measure_needs
from footplate.agents.planning.links import FREE, IMPOSSIBLE, has_link, is_usable, survey
from footplate.agents.planning.prices import IN_TRAINS, price_links
from footplate.agents.planning.tickets import want_open_tickets
from footplate.agents.planning.unions import NO_LIMIT, unions_for_wanted
from footplate.compile import jit
from footplate.engine.layout import SECOND_CARD, Int, Record

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
