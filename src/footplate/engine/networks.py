"""What a player's routes connect, and how far apart the rest still is. Derived from the routes when somebody asks.

Networks are labelled in the scratch record: ``w.network[p, city]`` is the same number for all
cities that p's routes connect.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.countries import NO_GOAL, all_goals, best_goal
from footplate.engine.layout import CITIES, NOBODY, Int, Record
from footplate.engine.routes import is_open, owner

CUT_OFF = 10_000  # the distance between cities that a player can no longer join


@jit
def join_networks(b: Record, w: Record, p: Int, r: Int) -> None:
    old, new = w.network[p, b.route_a[r]], w.network[p, b.route_b[r]]
    for city in range(CITIES):
        label = w.network[p, city]
        w.network[p, city] = new if label == old else label


@jit
def label_networks_of(b: Record, s: Record, w: Record, p: Int) -> None:
    for city in range(CITIES):
        w.network[p, city] = city
    for r in range(b.n_routes):
        if owner(s, r) == p:
            join_networks(b, w, p, r)


@jit
def label_networks(b: Record, s: Record, w: Record) -> None:
    """Of all players, in one look at the routes."""
    for p in range(b.n_players):
        for city in range(CITIES):
            w.network[p, city] = city
    for r in range(b.n_routes):
        p = owner(s, r)
        if p != NOBODY:
            join_networks(b, w, p, r)


@jit
def is_done(b: Record, w: Record, p: Int, t: Int) -> bool:
    """Whether p's networks, labelled before, connect the cities of ticket t, or one of them to any of its goals."""
    if b.country_tickets:
        return best_goal(b, w, p, t) != NO_GOAL
    return w.network[p, b.ticket_a[t]] == w.network[p, b.ticket_b[t]]


@jit
def ends(b: Record, t: Int) -> tuple[Int, Int]:
    """The cities in which ticket t may begin and end, a bit each."""
    if b.country_tickets:
        return b.ticket_from[t], all_goals(b, t)
    return np.uint64(1) << np.uint64(b.ticket_a[t]), np.uint64(1) << np.uint64(b.ticket_b[t])


@jit
def goal_ends(b: Record, t: Int, goal: Int) -> tuple[Int, Int]:
    """The same for one goal of the ticket."""
    if b.country_tickets:
        return b.ticket_from[t], b.goal_cities[t, goal]
    return ends(b, t)


@jit
def connects(b: Record, s: Record, p: Int, t: Int) -> bool:
    """The same for one ticket without labels."""
    start, goal = ends(b, t)
    return joins(b, s, p, start, goal)


@jit
def joins(b: Record, s: Record, p: Int, start: Int, goal: Int) -> bool:
    """Whether p's routes join any of the cities in ``start`` to any in ``goal``."""
    return reached_from(b, s, p, start, goal) & goal != 0


@jit
def reached_from(b: Record, s: Record, p: Int, start: Int, goal: Int) -> Int:
    """The cities that p's routes join to any in ``start``: all, or as many as are reached when one in ``goal`` is."""
    reached, before = start, np.uint64(0)
    while reached != before and reached & goal == 0:
        before = reached
        for r in range(b.n_routes):
            if owner(s, r) == p:
                both = np.uint64(1) << np.uint64(b.route_a[r]) | np.uint64(1) << np.uint64(b.route_b[r])
                reached |= both if reached & both else np.uint64(0)
    return reached


@jit
def came_nearer(far: Record, x: Int, y: Int, cost: Int) -> bool:
    """Relax a link: neither end is farther than the other and the link together; whether that changed something."""
    if far[x] + cost < far[y]:
        far[y] = far[x] + cost
        return True
    if far[y] + cost < far[x]:
        far[x] = far[y] + cost
        return True
    return False


@jit
def distances(b: Record, s: Record, p: Int, start: Int, far: Record) -> None:
    """far[c] = trains that p still needs from ``start`` to city c: own routes cost 0, closed ones can't be used."""
    distances_from(b, s, p, np.uint64(1) << np.uint64(start), far)


@jit
def distances_from(b: Record, s: Record, p: Int, starts: Int, far: Record) -> None:
    """The same from the nearest of several cities, a bit each."""
    for c in range(b.n_cities):
        far[c] = np.int64(0) if starts >> np.uint64(c) & np.uint64(1) else np.int64(CUT_OFF)
    changed = True
    while changed:
        changed = False
        for r in range(b.n_routes):
            mine = owner(s, r) == p
            if mine or is_open(s, r, p):
                cost = 0 if mine else np.int64(b.route_length[r])
                x, y = b.route_a[r], b.route_b[r]
                changed |= came_nearer(far, x, y, cost)


@jit
def distance(b: Record, s: Record, p: Int, t: Int) -> Int:
    """Trains that p still needs for ticket t: 0 if it is done, at least CUT_OFF if it can't be done any more."""
    start, goal = ends(b, t)
    return distance_between(b, s, p, start, goal)


@jit
def distance_between(b: Record, s: Record, p: Int, start: Int, goal: Int) -> Int:
    """Trains that p still needs from any of the cities in ``start`` to any in ``goal``."""
    far = np.empty(CITIES, np.int32)
    distances_from(b, s, p, start, far)
    nearest = np.int64(CUT_OFF)
    for c in range(b.n_cities):
        if goal >> np.uint64(c) & np.uint64(1):
            nearest = min(nearest, np.int64(far[c]))
    return nearest
