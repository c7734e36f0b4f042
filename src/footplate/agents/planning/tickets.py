"""The tickets that a bot plans for: the list ``wanted``, in no special order."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import DRAW_TICKETS, HELD, Int, Record
from footplate.engine.moves import bits
from footplate.engine.networks import is_done, label_networks_of


@jit
def want_open_tickets(b: Record, o: Record, w: Record) -> None:
    """wanted = the tickets of the player to move that are not done yet."""
    label_networks_of(b, o, w.scratch, o.player)
    w.wanted_n = 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == HELD + o.player and not is_done(b, w.scratch, o.player, t):
            w.wanted[w.wanted_n] = t
            w.wanted_n += 1


@jit
def drop_ticket(w: Record, i: Int) -> None:
    """Take out the ticket at place i; the last one moves there."""
    w.wanted_n -= 1
    w.wanted[i] = w.wanted[w.wanted_n]


@jit
def points_lost(b: Record, t: Int) -> Int:
    """What ticket t costs if it is not done: its points, or those of its least goal."""
    return np.int64(b.goal_points[t, b.goal_n[t] - 1] if b.country_tickets else b.ticket_points[t])


@jit
def wanted_points(b: Record, w: Record) -> float:
    """Points of the wanted tickets if all get done."""
    total = 0.0
    for i in range(w.wanted_n):
        total += np.float64(b.ticket_points[w.wanted[i]])
    return total


@jit
def points_at_stake(b: Record, w: Record) -> float:
    """What is lost if none of the wanted tickets gets done."""
    total = 0.0
    for i in range(w.wanted_n):
        total += np.float64(points_lost(b, w.wanted[i]))
    return total


@jit
def fewest_tickets(o: Record, w: Record, n: Int, cost: Record) -> Int:
    """Of the allowed choices one with the fewest tickets, and of these the cheapest; ``cost`` by place in the offer."""
    best, least = np.int64(w.acts[0]), np.int64(1) << 60
    for k in range(n):
        mask = np.int64(w.acts[k]) - DRAW_TICKETS
        total = np.int64(bits(mask)) << 32
        for i in range(o.offer_n):
            if (mask >> i) & 1:
                total += cost[i]
        if total < least:
            best, least = mask + DRAW_TICKETS, total
    return best
