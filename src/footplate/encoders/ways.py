"""What a seat's tickets still need, worked out from the routes and kept in its MEMORY until they change.

Distances are in trains: own routes cost nothing, closed ones can't be used. The plan is one network for all held
tickets: the farthest first, each by a shortest way on which the links of those before cost nothing.
"""

from __future__ import annotations

import numpy as np

from footplate.boards.limits import MAX_TRAINS
from footplate.compile import jit
from footplate.compile.bits import lowest_bit
from footplate.encoders.layout import seen_place, small
from footplate.engine.layout import HELD, NOBODY, ON_OFFER, ROUTES, Int, Record
from footplate.engine.networks import CUT_OFF, came_nearer
from footplate.engine.routes import is_open, owner

OTHERS, HELD_BY_ME, OFFERED_TO_ME = range(3)  # MEMORY.mine
NO_WAY = 100  # in place of a distance that nobody's trains cover
NEARLY = 2  # so many trains longer than a shortest way
_FARTHEST = MAX_TRAINS
_RING = 16  # distances that are under way at once: a power of two above the longest route

# rows of the buffer: what each link costs; by city the distances from both ends, the link that leads there, and zeros
COST, FAR_A, FAR_B, VIA, NONE = range(5)


@jit
def whose_ticket(s: Record, seat: Int, t: Int) -> Int:
    place = seen_place(s, t, seat)
    if place == HELD + seat:
        return np.int64(HELD_BY_ME)
    return np.int64(OFFERED_TO_ME if place == ON_OFFER and s.player == seat else OTHERS)


@jit
def is_remembered(b: Record, s: Record, seat: Int, m: Record) -> bool:
    """Whether what is kept was derived from these routes and tickets."""
    if not m.filled:
        return False
    same = True
    for r in range(b.n_routes):
        same &= m.route[r] == s.route[r]
    for t in range(b.n_tickets):
        same &= m.mine[t] == whose_ticket(s, seat, t)
    return same


@jit
def find_root(parent: Record, c: Int) -> Int:
    while parent[c] != c:
        parent[c] = parent[parent[c]]
        c = np.int64(parent[c])
    return c


@jit
def measure_networks(b: Record, s: Record, m: Record, parent: Record, trains: Record) -> None:
    """Fill ``largest``."""
    for p in range(b.n_players):
        for c in range(b.n_cities):
            parent[c], trains[c] = c, 0
        most = 0
        for r in range(b.n_routes):
            if owner(s, r) == p:
                x, y = find_root(parent, np.int64(b.route_a[r])), find_root(parent, np.int64(b.route_b[r]))
                if x != y:
                    parent[x] = y
                    trains[y] += trains[x]
                trains[y] += b.route_length[r]
                most = max(most, trains[y])
        m.largest[p] = most


@jit
def measure_touches(b: Record, s: Record, m: Record, seat: Int) -> None:
    """At how many of its ends each route touches trains: the seat's, and those of others."""
    mine, theirs = np.uint64(0), np.uint64(0)
    for r in range(b.n_routes):
        p = owner(s, r)
        if p != NOBODY:
            ends = np.uint64(1) << np.uint64(b.route_a[r]) | np.uint64(1) << np.uint64(b.route_b[r])
            if p == seat:
                mine |= ends
            else:
                theirs |= ends
    for r in range(b.n_routes):
        x, y = np.uint64(b.route_a[r]), np.uint64(b.route_b[r])
        m.touch_mine[r] = np.int64(mine >> x & np.uint64(1)) + np.int64(mine >> y & np.uint64(1))
        m.touch_theirs[r] = np.int64(theirs >> x & np.uint64(1)) + np.int64(theirs >> y & np.uint64(1))


@jit
def price_links(b: Record, s: Record, seat: Int, cost: Record) -> None:
    """cost[k] = trains that the seat needs for link k: 0 if it has it, CUT_OFF if it can't claim it."""
    for k in range(b.n_links):
        cost[k] = CUT_OFF
    for r in range(b.n_routes):
        k = b.route_link[r]
        if owner(s, r) == seat:
            cost[k] = 0
        elif is_open(s, r, seat):
            cost[k] = min(cost[k], np.int32(b.route_length[r]))


@jit
def spread(
    b: Record, start: Int, end: Int, beyond: Int, cost: Record, far: Record, via: Record, waiting: Record, rest: Record
) -> Int:
    """far[c] = trains needed from ``start`` to city c, up to ``beyond`` more than to ``end``; returns that to ``end``.

    ``rest`` are distances on to ``end``, or zeros where they are not known: who is too far off is left out. via[c] is
    the last link on the way there. ``waiting`` has, for the next distances, the cities that come then.
    """
    for c in range(b.n_cities):
        far[c] = CUT_OFF
    for i in range(_RING):
        waiting[i] = 0
    far[start], waiting[0] = 0, np.uint64(1) << np.uint64(start)
    at, last, seen = np.int64(0), np.int64(0), np.uint64(0)
    most = rest[start] + beyond if rest[start] > 0 else CUT_OFF
    while at <= last and at <= _FARTHEST:
        cities = waiting[at & _RING - 1] & ~seen
        if cities == 0:
            waiting[at & _RING - 1] = 0
            at += 1
            continue
        seen |= cities
        while cities != 0:
            c = lowest_bit(cities)
            cities &= cities - np.uint64(1)
            for i in range(b.city_first[c], b.city_first[c + np.uint64(1)]):
                k = b.city_link[i]
                there = np.int64(b.link_a[k]) + np.int64(b.link_b[k]) - np.int64(c)
                then = at + cost[k]
                if then < far[there] and then + rest[there] <= most:
                    far[there], via[there] = then, k
                    waiting[then & _RING - 1] |= np.uint64(1) << np.uint64(there)
                    last = max(last, then)
        if far[end] < CUT_OFF:
            last = min(last, np.int64(far[end]) + beyond)
    return np.int64(far[end]) if far[end] <= _FARTHEST else np.int64(CUT_OFF)


@jit
def ends_of(b: Record, t: Int, cost: Record, far: Record) -> tuple[Int, Int]:
    """The cities that ticket t connects; of countries and several goals those that are nearest to each other."""
    if not b.country_tickets:
        return np.int64(b.ticket_a[t]), np.int64(b.ticket_b[t])
    goals = np.uint64(0)
    for g in range(b.goal_n[t]):
        goals |= b.goal_cities[t, g]
    y = nearest_city(b, b.ticket_from[t], goals, cost, far)
    return nearest_city(b, np.uint64(1) << np.uint64(y), b.ticket_from[t], cost, far), y


@jit
def nearest_city(b: Record, starts: Int, ends: Int, cost: Record, far: Record) -> Int:
    """Of the cities ``ends``, a bit each, the one that is nearest to any of ``starts``."""
    for c in range(b.n_cities):
        far[c] = 0 if starts >> np.uint64(c) & np.uint64(1) else CUT_OFF
    changed = True
    while changed:
        changed = False
        for k in range(b.n_links):
            changed |= came_nearer(far, b.link_a[k], b.link_b[k], cost[k])
    best = np.int64(lowest_bit(ends))
    for c in range(b.n_cities):
        if ends >> np.uint64(c) & np.uint64(1) and far[c] < far[best]:
            best = np.int64(c)
    return best


@jit
def mark_ways(b: Record, s: Record, seat: Int, m: Record, t: Int, far: Int, far_a: Record, far_b: Record) -> None:
    """Add the ticket's points to the open routes on its shortest ways, and on those that are nearly as short."""
    points, held = np.int64(b.ticket_points[t]), m.mine[t] == HELD_BY_ME
    for r in range(b.n_routes):
        x, y = b.route_a[r], b.route_b[r]
        more = min(far_a[x] + far_b[y], far_a[y] + far_b[x]) + b.route_length[r] - far
        if more <= NEARLY and is_open(s, r, seat):
            if more > 0:
                m.near[r] = small(m.near[r] + (points if held else 0))
            elif held:
                m.need[r] = small(m.need[r] + points)
            else:
                m.want[r] = small(m.want[r] + points)


@jit
def add_to_plan(b: Record, m: Record, start: Int, end: Int, cost: Record, via: Record) -> None:
    """Put the way to ``end``, after ``spread`` from ``start``, into the plan."""
    at = end
    while at != start:
        k = via[at]
        if cost[k] > 0:
            m.plan[m.plan_n] = k
            m.plan_n += 1
            m.plan_trains += cost[k]
            cost[k] = 0
        at = np.int64(b.link_a[k]) + np.int64(b.link_b[k]) - at


@jit
def farthest_unplanned(b: Record, m: Record) -> Int:
    """The held ticket with the longest way that is not yet in the plan; NOBODY if there is none."""
    best, most = np.int64(NOBODY), np.int64(0)
    for t in range(b.n_tickets):
        if m.extra[t] == NO_WAY and m.mine[t] == HELD_BY_ME and most < m.distance[t] < NO_WAY:
            best, most = np.int64(t), np.int64(m.distance[t])
    return best


@jit
def make_plan(b: Record, m: Record, cost: Record, far: Record, via: Record, waiting: Record, none: Record) -> None:
    """Fill ``plan`` and ``extra``: for a held ticket what it added to the plan, for one on offer what it would add."""
    m.plan_n, m.plan_trains = 0, 0
    for t in range(b.n_tickets):
        m.extra[t] = NO_WAY if m.mine[t] and m.distance[t] > 0 else 0
    t = farthest_unplanned(b, m)
    while t != NOBODY:
        x, y = ends_of(b, t, cost, far)
        m.extra[t] = spread(b, x, y, 0, cost, far, via, waiting, none)
        add_to_plan(b, m, x, y, cost, via)
        t = farthest_unplanned(b, m)
    for t in range(b.n_tickets):
        if m.mine[t] == OFFERED_TO_ME and 0 < m.distance[t] < NO_WAY:
            x, y = ends_of(b, t, cost, far)
            m.extra[t] = spread(b, x, y, 0, cost, far, via, waiting, none)


@jit
def remember(b: Record, s: Record, seat: Int, m: Record) -> None:
    """Bring a seat's memory up to date."""
    if is_remembered(b, s, seat, m):
        return
    buffer, waiting = np.zeros((5, ROUTES), np.int32), np.empty(_RING, np.uint64)
    cost, far_a, far_b, via, none = buffer[COST], buffer[FAR_A], buffer[FAR_B], buffer[VIA], buffer[NONE]
    for r in range(b.n_routes):
        m.route[r] = s.route[r]
        m.need[r], m.near[r], m.want[r] = 0, 0, 0
    measure_networks(b, s, m, via, far_a)
    measure_touches(b, s, m, seat)
    price_links(b, s, seat, cost)
    for t in range(b.n_tickets):
        m.mine[t], m.distance[t] = whose_ticket(s, seat, t), 0
        if m.mine[t]:
            x, y = ends_of(b, t, cost, far_a)
            far = spread(b, x, y, NEARLY, cost, far_a, via, waiting, none)
            m.distance[t] = min(far, NO_WAY)
            if 0 < far < CUT_OFF:
                spread(b, y, x, NEARLY, cost, far_b, via, waiting, far_a)
                mark_ways(b, s, seat, m, t, far, far_a, far_b)
    make_plan(b, m, cost, far_a, via, waiting, none)
    m.filled = 1
