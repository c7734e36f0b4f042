"""What stations are good for at the end: each lends its owner one route of another player into its city, for tickets.

All choices of routes are tried, for all tickets together. Of routes that lead to the same network of the player one is
enough, and routes within a network are no use. The best choice has the most points for tickets, then the most tickets
completed, then the fewest loans.

``score`` comes in by one indirect call, on boards with stations (``b.n_stations``).
"""

from __future__ import annotations

import numpy as np

from footplate.boards.limits import MAX_STATIONS
from footplate.compile import indirect_call, jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import BOARD, CITIES, HELD, NOBODY, SCRATCH, STATE, STATIONS, Int, Record
from footplate.engine.networks import join_networks
from footplate.engine.routes import owner
from footplate.engine.stations import stations_built
from footplate.engine.ticket_points import points_for, score_ticket


@jit
def find_loans(b: Record, s: Record, w: Record, p: Int, i: Int) -> Int:
    """Write to w.loan[i] the routes that p's station i may lend, one for each network to which they lead; how many."""
    city, n = np.int64(s.station[p, i]) - 1, np.int64(0)
    for r in range(b.n_routes):
        lender, x, y = owner(s, r), np.int64(b.route_a[r]), np.int64(b.route_b[r])
        if lender != NOBODY and lender != p and (x == city or y == city):
            label = w.network[p, x + y - city]
            is_new = label != w.network[p, city]
            for k in range(n):
                known = w.loan[i, k]
                far = np.int64(b.route_a[known]) + b.route_b[known] - city
                is_new &= w.network[p, far] != label
            if is_new:
                w.loan[i, n] = r
                n += 1
    return n


@jit
def borrow(b: Record, w: Record, p: Int, n: Int) -> None:
    """p's networks with the routes that w.choice names for the first n stations (0: none)."""
    for city in range(CITIES):
        w.network[p, city] = w.own_label[city]
    for i in range(n):
        if w.choice[i] > 0:
            join_networks(b, w, p, w.loan[i, w.choice[i] - 1])


@jit
def worth(b: Record, s: Record, w: Record, p: Int, n: Int) -> Int:
    """How good a choice is, as a number to compare: points, then tickets completed, then few loans."""
    points, done, loans = np.int64(0), np.int64(0), np.int64(0)
    for t in range(b.n_tickets):
        if ticket_place(s, t) == HELD + p:
            earned = points_for(b, w, p, t)
            points += earned
            done += earned > 0
    for i in range(n):
        loans += w.choice[i] > 0
    return (points << 12) + (done << 4) - loans


@jit
def next_choice(w: Record, n: Int) -> bool:
    """Count w.choice up; whether there was another one."""
    for i in range(n):
        if w.choice[i] < w.loan_n[i]:
            w.choice[i] += 1
            return True
        w.choice[i] = 0
    return False


@jit
def choose_loans(b: Record, s: Record, w: Record, p: Int) -> Int:
    """Find p's best loans: w.lent[p] has the routes, 1 more than their numbers. Returns how many stations p has."""
    n = stations_built(b, s, p)
    for i in range(MAX_STATIONS):
        w.choice[i] = 0
        w.lent[p, i] = 0
    for i in range(n):
        w.loan_n[i] = find_loans(b, s, w, p, i)
    best = worth(b, s, w, p, n)
    while next_choice(w, n):
        borrow(b, w, p, n)
        now = worth(b, s, w, p, n)
        if now > best:
            best = now
            for i in range(n):
                w.lent[p, i] = w.loan[i, w.choice[i] - 1] + 1 if w.choice[i] > 0 else 0
    return n


@indirect_call(None, BOARD, STATE, SCRATCH)
def score_with_stations(b: Record, s: Record, w: Record) -> None:
    """Tickets with the best loans, and stations that were never built. Networks are labelled as before afterwards."""
    for p in range(b.n_players):
        for city in range(CITIES):
            w.own_label[city] = w.network[p, city]
        w.unbuilt[p] = b.n_stations - choose_loans(b, s, w, p)
        w.score[p, STATIONS] = b.station_points * w.unbuilt[p]
        borrow(b, w, p, 0)
        for i in range(MAX_STATIONS):
            if w.lent[p, i] > 0:
                join_networks(b, w, p, w.lent[p, i] - 1)
        for t in range(b.n_tickets):
            if ticket_place(s, t) == HELD + p:
                score_ticket(b, w, p, t)
        borrow(b, w, p, 0)
