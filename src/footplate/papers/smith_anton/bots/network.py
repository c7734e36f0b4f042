"""One network for the cities of several tickets, as the hungry agent plans it."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import GREY
from footplate.agents.planning.links import (
    FREE,
    add_link,
    city_beyond,
    clear_plan,
    first_link,
    has_link,
    with_link,
    without_first,
)
from footplate.compile import jit
from footplate.compile.bits import lowest_bit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, KINDS, ROUTES, Int, Record
from footplate.engine.networks import is_done, label_networks_of
from footplate.engine.routes import is_open, open_tracks
from footplate.papers.smith_anton.bots.ways import TOO_FAR, spread_by_trains

_ONE, _NONE = np.uint64(1), np.uint64(0)


# ---------------------------------------------------------------- cities


@jit
def ticket_cities(b: Record, t: Int) -> Int:
    """Both cities of ticket t, a bit each."""
    return _ONE << np.uint64(b.ticket_a[t]) | _ONE << np.uint64(b.ticket_b[t])


@jit
def held_tickets(b: Record, o: Record, w: Record, published: bool) -> None:
    """wanted = the tickets of the player to move; as described only those that are not done."""
    label_networks_of(b, o, w.scratch, o.player)
    w.wanted_n = 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == HELD + o.player and (published or not is_done(b, w.scratch, o.player, t)):
            w.wanted[w.wanted_n] = t
            w.wanted_n += 1


@jit
def wanted_cities(b: Record, w: Record) -> Int:
    """The cities of all wanted tickets, a bit each."""
    cities = _NONE
    for i in range(w.wanted_n):
        cities |= ticket_cities(b, w.wanted[i])
    return cities


@jit
def drop_cut_off(b: Record, w: Record, trains: Int) -> None:
    """Take out tickets that need more than ``trains``."""
    kept: Int = 0
    for i in range(w.wanted_n):
        t = w.wanted[i]
        if w.far[b.ticket_a[t], b.ticket_b[t]] <= trains:
            w.wanted[kept] = t
            kept += 1
    w.wanted_n = kept


@jit
def measure_distances(b: Record, w: Record, cities: Int) -> None:
    """far and towards between these cities, a bit each."""
    rest = cities
    while rest != 0:
        spread_by_trains(b, w, np.int64(lowest_bit(rest)), cities)
        rest &= rest - _ONE


@jit
def depend_on_ways(b: Record, w: Record, cities: Int) -> None:
    """The plan that is kept depends on the ways between these cities, a bit each."""
    starts = cities
    lo, hi = _NONE, _NONE
    while starts != 0:
        x = np.int64(lowest_bit(starts))
        starts &= starts - _ONE
        followed, rest = _ONE << np.uint64(x), cities
        while rest != 0:
            here = np.int64(lowest_bit(rest))
            rest &= rest - _ONE
            while w.far[x, here] < TOO_FAR and followed >> np.uint64(here) & _ONE == 0:
                followed |= _ONE << np.uint64(here)
                k = np.int64(w.towards[x, here])
                lo, hi = with_link(lo, hi, k)
                here = city_beyond(b, k, here)
    w.kept.ways_lo, w.kept.ways_hi = lo, hi


# ---------------------------------------------------------------- network


@jit
def nearest_pair(w: Record, ones: Int, others: Int, limit: Int) -> tuple[Int, Int, Int]:
    """(cost, x, y) of the cheapest way between two sets of cities that costs less than ``limit``; x = -1: none does."""
    best_x, best_y = np.int64(-1), np.int64(-1)
    while ones != 0:
        x = np.int64(lowest_bit(ones))
        ones &= ones - _ONE
        rest = others
        while rest != 0:
            y = np.int64(lowest_bit(rest))
            rest &= rest - _ONE
            if w.far[x, y] < limit:
                limit, best_x, best_y = np.int64(w.far[x, y]), x, y
    return limit, best_x, best_y


@jit
def farthest_pair(w: Record, cities: Int) -> tuple[Int, Int]:
    """The two cities that are farthest apart and not cut off from each other; (-1, -1) if all are joined already."""
    best_x, best_y, most = np.int64(-1), np.int64(-1), np.int64(0)
    while cities != 0:
        x = np.int64(lowest_bit(cities))
        cities &= cities - _ONE
        rest = cities
        while rest != 0:
            y = np.int64(lowest_bit(rest))
            rest &= rest - _ONE
            if most < w.far[x, y] < TOO_FAR:
                best_x, best_y, most = x, y, np.int64(w.far[x, y])
    return best_x, best_y


@jit
def add_way(b: Record, w: Record, x: Int, y: Int) -> None:
    """Put the shortest way from x to y into the plan."""
    here = np.int64(y)
    while here != x:
        k = np.int64(w.towards[x, here])
        add_link(w, k)
        here = city_beyond(b, k, here)


@jit
def plan_network(b: Record, w: Record, cities: Int, published: bool) -> bool:
    """Make the plan for these cities; returns whether there is anything to join.

    In the published code the distance to beat is never set back: a city that is farther from the clusters than an
    earlier one is tied to the same place as that one.
    """
    clear_plan(w)
    x, y = farthest_pair(w, cities)
    if x < 0:
        return False
    ones, others = _ONE << np.uint64(x), _ONE << np.uint64(y)
    rest = cities & ~(ones | others)
    to, limit, to_others = np.int64(-1), np.int64(TOO_FAR), False
    while rest != 0:
        c = np.int64(lowest_bit(rest))
        rest &= rest - _ONE
        bit = _ONE << np.uint64(c)
        if not published:
            to, limit = np.int64(-1), np.int64(TOO_FAR)
        limit, near, y = nearest_pair(w, bit, ones, limit)
        if near >= 0:
            to, to_others = y, False
        limit, near, y = nearest_pair(w, bit, others, limit)
        if near >= 0:
            to, to_others = y, True
        if to < 0 and published:
            return False
        if to >= 0:
            if to_others:
                others |= bit
            else:
                ones |= bit
            if w.far[to, c] < TOO_FAR:
                add_way(b, w, to, c)
    _, x, y = nearest_pair(w, ones, others, np.int64(TOO_FAR))
    if x >= 0:
        add_way(b, w, x, y)
    return True


# ---------------------------------------------------------------- tracks


@jit
def plan_track(b: Record, o: Record, w: Record, k: Int) -> Int:
    """Plan the open track of link k whose colour is needed least so far; returns it."""
    best, best_need = np.int64(w.link_track[k]), np.int64(-1)
    first = b.link_route[k]
    r = first
    while True:
        need = np.int64(w.need[b.route_colour[r]] if b.route_colour[r] >= 0 else w.need[GREY])
        if is_open(o, r, o.player) and (best_need < 0 or need < best_need):
            best, best_need = np.int64(r), need
        r = b.twin[r]
        if r == first:
            break
    plan_route(b, w, best)
    return best


@jit
def forget_routes(w: Record) -> None:
    """No route is planned, no card needed."""
    for r in range(ROUTES):
        w.in_plan[r] = 0
    for kind in range(KINDS + 1):
        w.need[kind] = 0


@jit
def plan_route(b: Record, w: Record, r: Int) -> None:
    """Route r is planned, and its cards are needed."""
    w.in_plan[r] = 1
    w.need[b.route_colour[r] if b.route_colour[r] >= 0 else GREY] += b.route_length[r]


@jit
def plan_tracks(b: Record, o: Record, w: Record) -> tuple[Int, Int]:
    """Fill in_plan and need (cards of each colour for the whole plan, whatever is in hand) from the planned links.

    First the links with one open track, then the others. Returns (trains to lay, points of the routes).
    """
    forget_routes(w)
    trains, points = np.int64(0), np.int64(0)
    for doubles in range(2):
        lo, hi = w.plan_lo, w.plan_hi
        while lo | hi != 0:
            k = first_link(lo, hi)
            lo, hi = without_first(lo, hi)
            if w.link_state[k] == FREE and (open_tracks(b, o, k, o.player) > 1) == doubles:
                r = plan_track(b, o, w, k)
                trains += b.route_length[r]
                points += b.route_points[r]
    return trains, points


@jit
def weigh_by_tickets(b: Record, w: Record) -> None:
    """w.gain of each planned link: points of the wanted tickets whose way along the plan needs it."""
    for k in range(b.n_links):
        w.gain[k] = 0
        if w.link_state[k] == FREE and not has_link(w.plan_lo, w.plan_hi, k):
            w.link_trains[k] = TOO_FAR
    for i in range(w.wanted_n):
        t = w.wanted[i]
        here: Int = np.int64(b.ticket_a[t])
        end = np.int64(b.ticket_b[t])
        spread_by_trains(b, w, end, _ONE << np.uint64(here))
        if w.far[end, here] < TOO_FAR:
            while here != end:
                link = np.int64(w.towards[end, here])
                w.gain[link] += b.ticket_points[t]
                here = city_beyond(b, link, here)
