"""Observations: the same record with what a seat cannot see erased, and without the game's generator.

Two states that look alike to a seat give byte-equal observations: hiding is a fact of the data, not a promise.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.cards import put_ticket, ticket_known_by, ticket_place
from footplate.engine.layout import EVERYBODY, IN_DECK, KINDS, NO_TICKET, PILE, TICKETS, UNKNOWN, VAGUE, Int, Record
from footplate.engine.memory import let_know, payments, vague_ticket
from footplate.engine.ticket_decks import deck_head, deck_left, deck_slot


@jit
def erase_ticket_deck(b: Record, s: Record, long: bool) -> None:
    """Places of which the seat doesn't know what lies there."""
    for i in range(b.n_long if long else b.n_short):
        slot = deck_slot(b, deck_head(s, long) + i, long)
        if i >= deck_left(s, long) or ticket_place(s, s.ticket_deck[slot]) != IN_DECK:
            s.ticket_deck[slot] = NO_TICKET


@jit
def erase_tickets(b: Record, s: Record, seat: Int) -> None:
    """A seat knows its own tickets, those offered to it, and those whose place it saw and nobody moved since.

    Of some others it knows something: these are UNKNOWN with its bit, and among the vague tickets.
    """
    for t in range(b.n_tickets):
        if (ticket_known_by(s, t) >> seat) & 1:
            shown = b.race and ticket_known_by(s, t) == EVERYBODY
            put_ticket(s, t, ticket_place(s, t), EVERYBODY if shown else 1 << seat)
        else:
            put_ticket(s, t, UNKNOWN, 0)
    for i in range(s.offer_n):
        if ticket_place(s, s.offer[i]) == UNKNOWN:
            s.offer[i] = NO_TICKET
    erase_ticket_deck(b, s, False)
    erase_ticket_deck(b, s, True)
    for i in range(b.n_tickets, TICKETS):
        s.ticket_deck[i] = 0
    n = 0
    for i in range(s.vague_n):
        t, known_by = vague_ticket(s, i)
        if (known_by >> seat) & 1:
            put_ticket(s, t, UNKNOWN, 1 << seat)
            s.vague[n] = s.vague[i]
            let_know(s, n, 1 << seat)
            n += 1
    for i in range(n, VAGUE):
        s.vague[i] = 0
    s.vague_n = n


@jit
def erase_pile(s: Record, seat: Int) -> None:
    """Of the deck since the last shuffle a seat knows who drew when, its own cards, and what the market showed."""
    full, behind = np.int64(s.deck_full), PILE - 2 * payments(s)
    gone = np.int64(s.deck_n) if full > 0 else full
    for i in range(gone):
        s.deck[i] = 0
    for i in range(gone, full):
        if s.deck[i] >> 4 != seat + 1:
            s.deck[i] &= 0xF0 if s.deck[i] >> 4 else 0xFF
    for i in range(full, behind):
        s.deck[i] = 0


@jit
def erase(b: Record, s: Record, seat: Int) -> None:
    """Turn a state into what ``seat`` knows of it. Other hands keep only the cards that were taken face up."""
    s.rng = np.uint64(0)
    s.observer = seat
    erase_pile(s, seat)
    if not b.open_hands:
        for p in range(b.n_players):
            if p != seat:
                for kind in range(KINDS):
                    s.hand[p, kind] = s.known[p, kind]
    erase_tickets(b, s, seat)


@jit
def reveal(states: Record, seat: Int, out: Record) -> None:
    """out[0] = all of states[0], as if ``seat`` could see it: for players who cheat."""
    out[0] = states[0]
    out[0].observer = seat


@jit
def observe(b: Record, states: Record, seat: Int, out: Record) -> None:
    """out[0] = what ``seat`` knows of states[0] (one-record arrays: a single record can't be copied whole)."""
    out[0] = states[0]
    erase(b, out[0], seat)
