"""What a seat's tickets still need, worked out from the routes and kept in its MEMORY until they change.

Distances are in trains: own routes cost nothing, closed ones can't be used. The plan is one network for all held
tickets: the farthest first, each by a shortest way on which the links of those before cost nothing.
"""

from __future__ import annotations

import numpy as np

from footplate.encoders.layout import seen_place, small
from footplate.engine.jit import jit
from footplate.engine.layout import CITIES, HELD, NOBODY, ON_OFFER, ROUTES, Int, Record
from footplate.engine.moves import is_open, owner
from footplate.engine.networks import CUT_OFF

OTHERS, HELD_BY_ME, OFFERED_TO_ME = range(3)  # MEMORY.mine
FARTHEST, NO_WAY = 60, 100  # distances in inputs
NEARLY = 2  # so many trains longer than a shortest way

# rows of the buffer: the links that can be used with their cost, and by city the distance and the link that leads there
EDGE_A, EDGE_B, EDGE_COST, EDGE_LINK, FAR_A, FAR_B, VIA = range(7)


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
def measure_networks(b: Record, s: Record, m: Record, seat: Int, parent: Record, trains: Record) -> None:
    """Fill ``largest``; ``parent`` is left with the networks of the seat."""
    for k in range(1, b.n_players + 1):
        p = (np.int64(seat) + k) % b.n_players  # the seat last
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
def list_edges(b: Record, s: Record, seat: Int, buffer: Record) -> Int:
    """The links that the seat has or may still claim; returns how many."""
    n = 0
    for k in range(b.n_links):
        first = np.int64(b.link_route[k])
        r, cost = first, np.int64(CUT_OFF)
        while True:
            if owner(s, r) == seat:
                cost = np.int64(0)
            elif is_open(s, r, seat):
                cost = min(cost, np.int64(b.route_length[r]))
            r = np.int64(b.twin[r])
            if r == first:
                break
        if cost < CUT_OFF:
            buffer[EDGE_A, n], buffer[EDGE_B, n] = b.link_a[k], b.link_b[k]
            buffer[EDGE_COST, n], buffer[EDGE_LINK, n] = cost, k
            n += 1
    return n


@jit
def spread(b: Record, n: Int, buffer: Record, start: Int, row: Int) -> None:
    """buffer[row, c] = trains needed from ``start`` to c; VIA has the last edge of the way there."""
    far, via = buffer[row], buffer[VIA]
    ends_a, ends_b, costs = buffer[EDGE_A], buffer[EDGE_B], buffer[EDGE_COST]
    for c in range(b.n_cities):
        far[c] = CUT_OFF
    far[start] = 0
    changed = True
    while changed:
        changed = False
        for i in range(n):
            x, y, cost = ends_a[i], ends_b[i], costs[i]
            if far[x] + cost < far[y]:
                far[y], via[y], changed = far[x] + cost, i, True
            elif far[y] + cost < far[x]:
                far[x], via[x], changed = far[y] + cost, i, True


@jit
def mark_ways(b: Record, s: Record, seat: Int, m: Record, t: Int, far: Int, buffer: Record) -> None:
    """Add the ticket's points to the open routes on its shortest ways, and on those that are nearly as short."""
    far_a, far_b = buffer[FAR_A], buffer[FAR_B]
    points, held = np.int64(b.ticket_points[t]), m.mine[t] == HELD_BY_ME
    for r in range(b.n_routes):
        if is_open(s, r, seat):
            x, y = b.route_a[r], b.route_b[r]
            more = min(far_a[x] + far_b[y], far_a[y] + far_b[x]) + b.route_length[r] - far
            if more == 0:
                if held:
                    m.need[r] = small(m.need[r] + points)
                else:
                    m.want[r] = small(m.want[r] + points)
            elif more <= NEARLY and held:
                m.near[r] = small(m.near[r] + points)


@jit
def add_to_plan(b: Record, m: Record, t: Int, buffer: Record) -> None:
    """Put the way to ticket t's first city, after ``spread`` from there, into the plan."""
    at = np.int64(b.ticket_b[t])
    while at != b.ticket_a[t]:
        i = buffer[VIA, at]
        if buffer[EDGE_COST, i] > 0:
            m.plan[m.plan_n] = buffer[EDGE_LINK, i]
            m.plan_n += 1
            m.plan_trains += buffer[EDGE_COST, i]
            buffer[EDGE_COST, i] = 0
        at = np.int64(buffer[EDGE_A, i]) + np.int64(buffer[EDGE_B, i]) - at


@jit
def farthest_unplanned(b: Record, m: Record) -> Int:
    """The held ticket with the longest way that is not yet in the plan; NOBODY if there is none."""
    best, most = np.int64(NOBODY), np.int64(0)
    for t in range(b.n_tickets):
        if m.extra[t] == NO_WAY and m.mine[t] == HELD_BY_ME and most < m.distance[t] < NO_WAY:
            best, most = np.int64(t), np.int64(m.distance[t])
    return best


@jit
def make_plan(b: Record, m: Record, n: Int, buffer: Record) -> None:
    """Fill ``plan`` and ``extra``: for a held ticket what it added to the plan, for one on offer what it would add."""
    m.plan_n, m.plan_trains = 0, 0
    for t in range(b.n_tickets):
        m.extra[t] = NO_WAY if m.mine[t] and m.distance[t] > 0 else 0
    t = farthest_unplanned(b, m)
    while t != NOBODY:
        spread(b, n, buffer, b.ticket_a[t], FAR_A)
        m.extra[t] = min(FARTHEST, buffer[FAR_A, b.ticket_b[t]])
        add_to_plan(b, m, t, buffer)
        t = farthest_unplanned(b, m)
    for t in range(b.n_tickets):
        if m.mine[t] == OFFERED_TO_ME and 0 < m.distance[t] < NO_WAY:
            spread(b, n, buffer, b.ticket_a[t], FAR_A)
            m.extra[t] = min(FARTHEST, buffer[FAR_A, b.ticket_b[t]])


@jit
def remember(b: Record, s: Record, seat: Int, m: Record) -> None:
    """Bring a seat's memory up to date."""
    if is_remembered(b, s, seat, m):
        return
    buffer = np.empty((7, ROUTES), np.int32)
    parent, trains = np.empty(CITIES, np.uint8), np.empty(CITIES, np.int64)
    for r in range(b.n_routes):
        m.route[r] = s.route[r]
        m.need[r], m.near[r], m.want[r] = 0, 0, 0
    measure_networks(b, s, m, seat, parent, trains)
    measure_touches(b, s, m, seat)
    n = list_edges(b, s, seat, buffer)
    for t in range(b.n_tickets):
        m.mine[t], m.distance[t] = whose_ticket(s, seat, t), 0
        x, y = np.int64(b.ticket_a[t]), np.int64(b.ticket_b[t])
        if m.mine[t] and find_root(parent, x) != find_root(parent, y):
            spread(b, n, buffer, x, FAR_A)
            far = np.int64(buffer[FAR_A, y])
            m.distance[t] = NO_WAY if far >= CUT_OFF else min(FARTHEST, far)
            if far < CUT_OFF:
                spread(b, n, buffer, y, FAR_B)
                mark_ways(b, s, seat, m, t, far, buffer)
    make_plan(b, m, n, buffer)
    m.filled = 1
