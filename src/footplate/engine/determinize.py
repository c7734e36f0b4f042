"""Fill an observation in again at random, consistent with everything the observer has seen."""

from __future__ import annotations

import numpy as np

from footplate.engine.cards import put_ticket, ring, ticket_place
from footplate.engine.jit import jit
from footplate.engine.layout import HELD, IN_DECK, KINDS, LOCO, NO_TICKET, NOBODY, ON_OFFER, UNKNOWN, Int, Record
from footplate.engine.random import rand_bits, shuffle


@jit
def deal_hidden_cards(b: Record, s: Record, w: Record) -> None:
    """Whatever card is not in sight is in the deck or in another hand; each is equally likely to be anywhere there."""
    n = 0
    for kind in range(KINDS):
        unseen = b.n_locos if kind == LOCO else (b.cards_per_colour if kind < b.n_colours else 0)
        unseen -= s.face_up[kind] + s.discard[kind]
        for p in range(b.n_players):
            unseen -= s.hand[p, kind]
        for _ in range(unseen):
            w.pool[n] = kind
            n += 1
    shuffle(w, w.pool, n)
    for p in range(b.n_players):
        hidden = np.int64(s.hand_n[p])
        for kind in range(KINDS):
            hidden -= s.hand[p, kind]
        for _ in range(hidden):
            n -= 1
            s.hand[p, w.pool[n]] += 1
    for i in range(n):
        s.deck[i] = w.pool[i]


@jit
def gather_hidden_tickets(b: Record, s: Record, w: Record) -> Int:
    """Put the tickets whose place is unknown into ``w.pool`` in random order, how many each player holds of them into
    ``w.wanted``; returns how many there are."""
    n = 0
    for p in range(b.n_players):
        w.wanted[p] = s.held_n[p]
    for t in range(b.n_tickets):
        place = ticket_place(s, t)
        if place == UNKNOWN:
            w.pool[n] = t
            n += 1
        elif HELD <= place < ON_OFFER:
            p = place - HELD
            w.wanted[p] -= 1
            put_ticket(s, t, place, 1 << p | 1 << np.int64(s.observer))
    shuffle(w, w.pool, n)
    return n


@jit
def place_other_tickets(b: Record, s: Record, w: Record, n: Int) -> None:
    """The n tickets left in the pool fill the offer and the free places of the ticket deck."""
    for i in range(s.offer_n):
        if s.offer[i] == NO_TICKET:
            n -= 1
            s.offer[i] = w.pool[n]
            put_ticket(s, w.pool[n], ON_OFFER, 1 << np.int64(s.player))
        else:
            put_ticket(s, s.offer[i], ON_OFFER, 1 << np.int64(s.player) | 1 << np.int64(s.observer))
    for i in range(b.n_tickets):
        slot = ring(b, np.int64(s.ticket_head) + i)
        if i >= s.ticket_n:
            s.ticket_deck[slot] = 0
        elif s.ticket_deck[slot] == NO_TICKET:
            n -= 1
            s.ticket_deck[slot] = w.pool[n]
            put_ticket(s, w.pool[n], IN_DECK, 0)


@jit
def deal_hidden_tickets(b: Record, s: Record, w: Record) -> None:
    """Tickets whose place is unknown fill the other hands, the offer and the free places of the ticket deck."""
    n = gather_hidden_tickets(b, s, w)
    for p in range(b.n_players):
        for _ in range(w.wanted[p]):
            n -= 1
            put_ticket(s, w.pool[n], HELD + p, 1 << p)
    place_other_tickets(b, s, w, n)


@jit
def determinize(b: Record, s: Record, w: Record) -> None:
    """Make a full state of the observation ``s``, with chance from the searcher's own stream ``w.rng``."""
    deal_hidden_cards(b, s, w)
    deal_hidden_tickets(b, s, w)
    s.observer = NOBODY
    s.rng = rand_bits(w)
