"""One network for several tickets.

``wanted`` has the tickets and ``link_cost`` what each link costs. A network that needs more trains or turns than there
are is no plan, so tickets are given up until it fits. There are two ways to plan:

- ``plan_within`` tries the tickets in several orders, counts turns as well, and chooses with care what to give up;
- ``plan_by_points`` is quick: the tickets with most points first, each if its way still fits.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.hand import assign_cards_to_plan, turns_of_tracks
from footplate.agents.planning.links import IMPOSSIBLE, SHUT, clear_plan, measure
from footplate.agents.planning.prices import turns_for
from footplate.agents.planning.stations import stations_left, stations_wanted
from footplate.agents.planning.tickets import drop_ticket, points_lost
from footplate.agents.planning.ways import find_ticket_way
from footplate.compile import jit
from footplate.engine.layout import TICKETS, Int, Record


@jit
def join_wanted(b: Record, w: Record, first: Int, backwards: bool) -> float:
    """The plan = ways for all wanted tickets, one after the other, beginning with number ``first``; its cost."""
    clear_plan(w)
    n = w.wanted_n
    for i in range(n):
        j = (first + n - i if backwards else first + i) % n
        t = w.wanted[j]
        if find_ticket_way(b, w, t) >= IMPOSSIBLE:
            return IMPOSSIBLE
    return measure(w, w.plan_lo, w.plan_hi)[0]


@jit
def join_wanted_well(b: Record, w: Record) -> float:
    """As ``join_wanted``, the best of all rotations of the order, forwards and backwards."""
    if w.wanted_n == 0:
        clear_plan(w)
        return 0.0
    best, best_lo, best_hi = IMPOSSIBLE, np.uint64(0), np.uint64(0)
    for first in range(w.wanted_n):
        for backwards in range(1 if w.wanted_n <= 2 else 2):
            cost = join_wanted(b, w, first, backwards == 1)
            if cost < best:
                best, best_lo, best_hi = cost, w.plan_lo, w.plan_hi
    w.plan_lo, w.plan_hi = best_lo, best_hi
    return best


@jit
def drop_impossible(b: Record, w: Record) -> None:
    """Take out every ticket that is cut off."""
    i = 0
    while i < w.wanted_n:
        clear_plan(w)
        if find_ticket_way(b, w, w.wanted[i]) >= IMPOSSIBLE:
            drop_ticket(w, i)
        else:
            i += 1


@jit
def effort_of_wanted(b: Record, o: Record, w: Record) -> float:
    """Turns and trains that the wanted tickets take, joined in the order of the list."""
    join_wanted(b, w, 0, False)
    assign_cards_to_plan(b, o, w)
    return turns_of_tracks(w) + w.trains_due


@jit
def least_missed(b: Record, o: Record, w: Record) -> Int:
    """Which wanted ticket to give up: the one whose points are fewest for each turn that it would spare."""
    all_wanted = np.empty(TICKETS, np.uint8)
    n = w.wanted_n
    for i in range(n):
        all_wanted[i] = w.wanted[i]
    effort = effort_of_wanted(b, o, w)
    worst, worst_value = 0, IMPOSSIBLE
    for i in range(n):
        drop_ticket(w, i)
        spared = effort - effort_of_wanted(b, o, w)
        value = 0.5 * (b.ticket_points[all_wanted[i]] + points_lost(b, all_wanted[i])) / max(0.5, spared)
        if value < worst_value:
            worst, worst_value = i, value
        for j in range(n):
            w.wanted[j] = all_wanted[j]
        w.wanted_n = n
    return worst


@jit
def plan_within(b: Record, o: Record, w: Record, turns: float) -> float:
    """The plan for as many wanted tickets as trains and turns allow; the others are dropped. Returns its cost.

    The tracks, and what they take from the hand, are those of the plan.
    """
    drop_impossible(b, w)
    while True:
        cost = join_wanted_well(b, w)
        assign_cards_to_plan(b, o, w)
        builds = stations_wanted(b, w)
        has_time = turns_for(w.n_tracks + builds, w.lacking) <= turns
        if w.wanted_n == 0 or (w.trains_due <= o.trains[o.player] and has_time and builds <= stations_left(b, o)):
            return cost
        drop_ticket(w, least_missed(b, o, w))


@jit
def plan_fits(o: Record, w: Record) -> bool:
    """Whether the trains of the player to move suffice for the plan."""
    return bool(measure(w, w.plan_lo, w.plan_hi)[1] <= o.trains[o.player])


@jit
def take_most_points(b: Record, w: Record) -> Int:
    """Take out the ticket with most points; returns it."""
    best = 0
    for i in range(1, w.wanted_n):
        if b.ticket_points[w.wanted[i]] > b.ticket_points[w.wanted[best]]:
            best = i
    t = w.wanted[best] + 0
    drop_ticket(w, best)
    return t


@jit
def plan_by_points(b: Record, o: Record, w: Record) -> None:
    """Add ways for the wanted tickets to the plan, those with most points first. What doesn't fit is left out."""
    while w.wanted_n > 0:
        t = take_most_points(b, w)
        lo, hi = w.plan_lo, w.plan_hi
        if find_ticket_way(b, w, t) >= IMPOSSIBLE or not plan_fits(o, w):
            w.plan_lo, w.plan_hi = lo, hi


@jit
def detour(b: Record, w: Record, k: Int, cost: float, most: float) -> float:
    """What the plan, which costs ``cost``, would cost more if link k were shut; at most ``most``."""
    lo, hi, state = w.plan_lo, w.plan_hi, w.link_state[k]
    w.link_state[k] = SHUT
    without = join_wanted(b, w, 0, False)
    w.link_state[k] = state
    w.plan_lo, w.plan_hi = lo, hi
    return max(0.0, min(most, without - cost))
