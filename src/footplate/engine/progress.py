"""The progress game of the thesis: given tickets, every action a whole turn, and rewards for shortening the way.

A turn is a blind draw, a face-up card or a claim, as on other boards. What differs comes in at single places, on boards
with these rules (``b.progress``): ``tables`` and ``setup`` give the tickets, ``special`` rewards a claim, ``turn`` asks
whether the game is over, and ``score`` counts rewards. It is a rule of boards (``rules.progress``), as passengers and
districts are: records, positions, observations and board files of anybody may have it. So it is here and not in the
thesis's package, which has the bots, networks and studies.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footplate.boards import ProgressRules, Ticket
from footplate.compile import indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.cards import put_ticket, ticket_place
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.networks import connects, distance


def fill_progress(b: Record, rules: ProgressRules, tickets: Sequence[Ticket], players: int) -> tuple[Ticket, ...]:
    """Called by ``tables``. Returns the tickets in play: one copy for each seat that has it from the start.

    Where chance gives them, they are those that it chooses from.
    """
    b["progress"], b["decay"] = True, rules.decay
    b["blind_draw"], b["cut_off_distance"] = rules.cards_per_draw, rules.disconnected_distance
    if not rules.given:
        b["ticket_given"][: len(tickets)] = L.NOBODY
        return tuple(tickets)
    given = [(seat, tickets[t]) for seat in range(players) for t in rules.tickets_of(seat)]
    b["ticket_given"][: len(given)] = [seat for seat, _ in given]
    return tuple(ticket for _, ticket in given)


@jit
def give_tickets(b: Record, s: Record) -> None:
    """Called by ``setup``: every seat has the tickets that the board names for it, known to all; no others."""
    for t in range(b.n_tickets):
        p = np.int64(b.ticket_given[t])
        put_ticket(s, t, L.HELD + p, L.EVERYBODY)
        s.held_n[p] += 1
    begin(s)


@jit
def give_private_tickets(b: Record, s: Record) -> None:
    """Called by ``setup``: every seat has the next ones of the shuffled deck, which it alone sees. The rest go out."""
    for i in range(b.n_tickets):
        t, p = s.ticket_deck[i], np.int64(i) // b.first_deal
        if p < b.n_players:
            put_ticket(s, t, L.HELD + p, 1 << p)
            s.held_n[p] += 1
        else:
            put_ticket(s, t, L.OUT, 0)
        s.ticket_deck[i] = 0
    begin(s)


@jit
def begin(s: Record) -> None:
    """Nobody chooses tickets and none are left."""
    s.ticket_head = 0
    s.ticket_n = 0
    s.phase = L.TURN


@jit
def open_distance(b: Record, s: Record, p: Int) -> Int:
    """Sum of the distances of p's tickets, each at most what the board says for one that is cut off."""
    total = 0
    for t in range(b.n_tickets):
        if ticket_place(s, t) == L.HELD + p:
            total += min(distance(b, s, p, t), b.cut_off_distance)
    return total


@jit
def reward(b: Record, s: Record, p: Int, before: Int) -> None:
    """A claim earns what it shortens the way to the player's tickets, less the later it comes."""
    s.reward[p] += b.decay ** np.float64(s.turn // b.n_players) * (before - open_distance(b, s, p))


@indirect_call(bool, BOARD, STATE)
def is_over(b: Record, s: Record) -> bool:
    """Over when the player to move has finished all its tickets, or the deck is empty."""
    if s.deck_n == 0:
        return True
    for t in range(b.n_tickets):
        if ticket_place(s, t) == L.HELD + s.player and not connects(b, s, s.player, t):
            return False
    return True


@jit
def count_rewards(b: Record, s: Record, w: Record) -> None:
    """Called by ``score``: the total is the discounted reward."""
    for p in range(b.n_players):
        w.total[p] = s.reward[p]
