"""One network for several tickets, as cheap as can be found quickly, and what its routes take from the hand.

On top of ``planning``: ``wish`` holds the tickets, ``link_cost`` what each link costs in points. A network that needs
more trains or turns than there are is no plan, so tickets are given up until it fits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from footplate.agents.planning.links import (
    FREE,
    IMPOSSIBLE,
    SHUT,
    clear_plan,
    coloured_cards,
    has_link,
    measure,
)
from footplate.agents.planning.stations import stations_left, stations_wanted
from footplate.agents.planning.ways import find_ticket_way, points_lost
from footplate.compile import jit
from footplate.engine.layout import KINDS, LOCO, ROUTES, TICKETS, Int, Record

NOT_PLANNED = KINDS  # in ``paid_with``


@jit
def join_wish(b: Record, w: Record, first: Int, backwards: bool) -> float:
    """The plan = ways for all tickets of ``wish``, one after the other, beginning with number ``first``; its cost."""
    clear_plan(w)
    n = w.wish_n
    for i in range(n):
        j = (first + n - i if backwards else first + i) % n
        t = w.wish[j]
        if find_ticket_way(b, w, t) >= IMPOSSIBLE:
            return IMPOSSIBLE
    return measure(w, w.plan_lo, w.plan_hi)[0]


@jit
def join_wish_well(b: Record, w: Record) -> float:
    """As ``join_wish``, the best of all rotations of the order, forwards and backwards."""
    if w.wish_n == 0:
        clear_plan(w)
        return 0.0
    best, best_lo, best_hi = IMPOSSIBLE, np.uint64(0), np.uint64(0)
    for first in range(w.wish_n):
        for backwards in range(1 if w.wish_n <= 2 else 2):
            cost = join_wish(b, w, first, backwards == 1)
            if cost < best:
                best, best_lo, best_hi = cost, w.plan_lo, w.plan_hi
    w.plan_lo, w.plan_hi = best_lo, best_hi
    return best


@jit
def assign_cards(b: Record, o: Record, w: Record, left: Record, paid_with: Record) -> tuple[Int, Int, Int]:
    """What the plan takes from the hand: left[kind] = cards left over, below 0 if some lack.

    paid_with[r] = colour for each planned route (grey ones take what is left most). Returns (routes to claim, trains to
    lay, cards still lacking after all locomotives are spent that can be).
    """
    p, routes = o.player, 0
    due: Int = 0
    lacking: Int = 0
    w.for_locos = 0
    for kind in range(KINDS):
        left[kind] = o.hand[p, kind]
    for r in range(ROUTES):
        paid_with[r] = NOT_PLANNED
    for grey in range(2):
        for k in range(b.n_links):
            if w.link_state[k] == FREE and has_link(w.plan_lo, w.plan_hi, k):
                r = w.link_track[k]
                colour: Int = np.int64(b.route_colour[r])
                if (colour < 0) == (grey == 1):
                    routes += 1
                    due += np.int64(b.route_length[r])
                    if colour < 0:
                        colour = most_left(b, left)
                    left[colour] -= coloured_cards(b, r)
                    left[LOCO] -= np.int64(b.least_locos[r])
                    paid_with[r] = colour
                    if b.takes_locos[r]:
                        w.for_locos += coloured_cards(b, r)
    for kind in range(LOCO):
        lacking += max(0, -left[kind])
    return routes, due, max(0, lacking - min(left[LOCO], w.for_locos))


@jit
def most_left(b: Record, left: Record) -> Int:
    """The colour of which most cards are left over."""
    best = 0
    for kind in range(b.n_colours):
        if left[kind] > left[best]:
            best = kind
    return best


@jit
def turns_for(routes: Any, lacking: Any) -> Any:
    """A turn for every route, and one for every two cards."""
    return routes + 0.5 * lacking


@jit
def drop_ticket(w: Record, i: Int) -> None:
    w.wish_n -= 1
    w.wish[i] = w.wish[w.wish_n]


@jit
def drop_impossible(b: Record, w: Record) -> None:
    """Take out of ``wish`` every ticket that is cut off."""
    i = 0
    while i < w.wish_n:
        clear_plan(w)
        if find_ticket_way(b, w, w.wish[i]) >= IMPOSSIBLE:
            drop_ticket(w, i)
        else:
            i += 1


@jit
def least_missed(b: Record, o: Record, w: Record, left: Record, paid_with: Record) -> Int:
    """Which ticket of ``wish`` to give up: the one whose points are fewest for each turn that it would spare."""
    all_wishes = np.empty(TICKETS, np.uint8)
    n = w.wish_n
    for i in range(n):
        all_wishes[i] = w.wish[i]
    join_wish(b, w, 0, False)
    routes, due, lacking = assign_cards(b, o, w, left, paid_with)
    effort = turns_for(routes, lacking) + due
    worst, worst_value = 0, IMPOSSIBLE
    for i in range(n):
        drop_ticket(w, i)
        join_wish(b, w, 0, False)
        routes, due, lacking = assign_cards(b, o, w, left, paid_with)
        spared = effort - turns_for(routes, lacking) - due
        value = 0.5 * (b.ticket_points[all_wishes[i]] + points_lost(b, all_wishes[i])) / max(0.5, spared)
        if value < worst_value:
            worst, worst_value = i, value
        for j in range(n):
            w.wish[j] = all_wishes[j]
        w.wish_n = n
    return worst


@jit
def plan_within(b: Record, o: Record, w: Record, turns: float, left: Record, paid_with: Record) -> float:
    """The plan for as many tickets of ``wish`` as trains and turns allow; the others are dropped. Returns its cost."""
    drop_impossible(b, w)
    while True:
        cost = join_wish_well(b, w)
        routes, due, lacking = assign_cards(b, o, w, left, paid_with)
        builds = stations_wanted(b, w)
        fits = due <= o.trains[o.player] and turns_for(routes + builds, lacking) <= turns
        if w.wish_n == 0 or (fits and builds <= stations_left(b, o)):
            return cost
        drop_ticket(w, least_missed(b, o, w, left, paid_with))


@jit
def detour(b: Record, w: Record, k: Int, cost: float, most: float) -> float:
    """What the plan, which costs ``cost``, would cost more if link k were shut; at most ``most``."""
    lo, hi, state = w.plan_lo, w.plan_hi, w.link_state[k]
    w.link_state[k] = SHUT
    without = join_wish(b, w, 0, False)
    w.link_state[k] = state
    w.plan_lo, w.plan_hi = lo, hi
    return max(0.0, min(most, without - cost))
