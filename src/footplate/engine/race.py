"""Races: a completed ticket is shown and replaced at once, and who has so many first wins (``b.race``).

``turn`` comes in at the end of a turn (``finish_tickets``), ``special`` with the swap of tickets, ``score``
with ``count_tickets``; other boards never get here. A ticket that was shown is known to everybody; open ones aren't.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, jit
from footplate.engine.cards import put_ticket, ticket_known_by, ticket_place
from footplate.engine.layout import BOARD, EVERYBODY, HELD, LEAVE, OUT, SCORE_COLUMNS, STATE, TICKETS_DONE, Int, Record
from footplate.engine.memory import choose_tickets, turn_over_tickets
from footplate.engine.networks import connects, joins
from footplate.engine.ticket_decks import put_under

IDLE_ROUNDS = 10  # so many in which nobody does anything but swap or pass end the game


@jit
def is_open_ticket(s: Record, p: Int, t: Int) -> bool:
    """Whether p has ticket t and hasn't shown it."""
    return ticket_place(s, t) == HELD + p and ticket_known_by(s, t) != EVERYBODY


@jit
def next_done(b: Record, s: Record, p: Int) -> Int:
    """The first open ticket of p whose cities are connected; -1 if there is none."""
    for t in range(b.n_tickets):
        if is_open_ticket(s, p, t) and connects(b, s, p, t):
            return np.int64(t)
    return np.int64(-1)


@jit
def draw_ticket(b: Record, s: Record) -> None:
    """The player to move takes the next ticket, if there is one."""
    if s.ticket_n > 0:
        turn_over_tickets(b, s, 1, 0)
        choose_tickets(b, s, 1)


@jit
def has_a_coast_card(s: Record, p: Int) -> bool:
    return (s.coasts >> p) & 1 != 0


@jit
def coast_cards_taken(b: Record, s: Record) -> Int:
    n: Int = 0
    for p in range(b.n_players):
        n += has_a_coast_card(s, p)
    return n


@indirect_call(bool, BOARD, STATE)
def finish_tickets(b: Record, s: Record) -> bool:
    """At the end of its turn a player shows what it has completed, draws as many, and looks again.

    Returns whether the race is over with this turn.
    """
    p = np.int64(s.player)
    t = next_done(b, s, p)
    while t >= 0 and s.done_n[p] < b.race:
        put_ticket(s, t, HELD + p, EVERYBODY)
        s.done_n[p] += 1
        if s.done_n[p] < b.race:
            draw_ticket(b, s)
        t = next_done(b, s, p)
    if coast_cards_taken(b, s) < b.coast_cards and not has_a_coast_card(s, p) and joins(b, s, p, b.coast_a, b.coast_b):
        s.coasts |= 1 << p
        s.done_n[p] += 1
    return s.done_n[p] >= b.race or s.trains[p] <= b.end_trains or s.passes >= IDLE_ROUNDS * b.n_players


@jit
def swap_tickets(b: Record, s: Record) -> None:
    """The player to move puts its open tickets back and draws as many as at first. Others lose sight of them."""
    p = np.int64(s.player)
    for t in range(b.n_tickets):
        if is_open_ticket(s, p, t):
            s.held_n[p] -= 1
            if b.rejected == LEAVE:
                put_ticket(s, t, OUT, 1 << p)
            else:
                put_under(b, s, t, False)
    for _ in range(b.first_deal):
        draw_ticket(b, s)


@jit
def count_tickets(b: Record, s: Record, w: Record) -> None:
    """Called by ``score``: nothing counts but the tickets that are done, coast cards included."""
    for p in range(b.n_players):
        for column in range(SCORE_COLUMNS):
            w.score[p, column] = 0
        w.score[p, TICKETS_DONE] = s.done_n[p]
        w.done[p] = s.done_n[p]
        w.total[p] = np.float64(s.done_n[p])
