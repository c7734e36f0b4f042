"""Fill an observation in again at random, consistent with everything the observer has seen."""

from __future__ import annotations

import numpy as np

from footplate.engine.cards import put_ticket, ring, ticket_known_by, ticket_place
from footplate.engine.jit import jit
from footplate.engine.layout import (
    HELD,
    IN_DECK,
    KINDS,
    LOCO,
    NO_TICKET,
    NOBODY,
    ON_OFFER,
    TUNNEL,
    UNKNOWN,
    Int,
    Record,
)
from footplate.engine.memory import is_in_ticket_deck, vague_event, vague_place, vague_ticket
from footplate.engine.pools import deal_after_shuffle
from footplate.engine.random import rand_below, rand_bits, shuffle


@jit
def deal_hidden_cards(b: Record, s: Record, w: Record) -> None:
    """Whatever card is not in sight is in the deck or in another hand.

    Each is equally likely to be anywhere there until the discard becomes the deck; pools.py has what follows.
    """
    n = 0
    for kind in range(KINDS):
        unseen = b.n_locos if kind == LOCO else (b.cards_per_colour if kind < b.n_colours else 0)
        unseen -= s.face_up[kind] + s.discard[kind]
        if s.phase == TUNNEL:
            for i in range(s.turned_n):
                unseen -= s.turned_up[i] == kind
        for p in range(b.n_players):
            unseen -= s.hand[p, kind]
        w.unseen[kind] = unseen
        for _ in range(unseen):
            w.pool[n] = kind
            n += 1
    if s.deck_full > 0:
        deal_after_shuffle(b, s, w)
        return
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
def same_event(s: Record, i: Int, j: Int) -> bool:
    """Whether the vague tickets i and j were on offer together."""
    return vague_event(s, i) == vague_event(s, j)


@jit
def can_have_kept(b: Record, s: Record, i: Int, mask: Int) -> bool:
    """Whether the chooser of vague ticket i can have kept the tickets in ``mask``, as far as the observer knows."""
    _, offered, back, _ = vague_event(s, i)
    kept = 0
    for k in range(offered):
        kept += mask >> k & 1
    if kept != offered - back:
        return False
    for j in range(i, s.vague_n):
        if same_event(s, i, j):
            slot = vague_place(b, s, j, mask)
            if slot >= 0 and not (is_in_ticket_deck(b, s, slot) and s.ticket_deck[np.uint64(slot)] == NO_TICKET):
                return False
    return True


@jit
def place_vague_tickets(b: Record, s: Record, w: Record, n: Int) -> Int:
    """Decide what was kept of each offer of which the observer knew tickets; each choice is equally likely.

    Returns the size of the pool, to which tickets are added that could be nowhere (of positions made by hand).
    """
    for i in range(s.vague_n):
        if ticket_place(s, vague_ticket(s, i)[0]) == UNKNOWN:
            chooser, offered, _, _ = vague_event(s, i)
            choices, choice = 0, 0
            for mask in range(1 << offered):
                if can_have_kept(b, s, i, mask):
                    choices += 1
                    choice = mask if rand_below(w, choices) == 0 else choice
            for j in range(i, s.vague_n):
                if same_event(s, i, j):
                    t = vague_ticket(s, j)[0]
                    slot = vague_place(b, s, j, choice)
                    if choices == 0:
                        w.pool[n] = t
                        n += 1
                    elif slot >= 0:
                        s.ticket_deck[np.uint64(slot)] = t
                        put_ticket(s, t, IN_DECK, 0)
                    else:
                        put_ticket(s, t, HELD + chooser, 1 << chooser)
                        w.wanted[chooser] -= 1
    return n


@jit
def deal_hidden_tickets(b: Record, s: Record, w: Record) -> None:
    """Tickets whose place is unknown fill the other hands, the offer and the free places of the ticket deck."""
    n = 0
    for p in range(b.n_players):
        w.wanted[p] = s.held_n[p]
    for t in range(b.n_tickets):
        place = ticket_place(s, t)
        if place == UNKNOWN:
            if ticket_known_by(s, t) == 0:
                w.pool[n] = t
                n += 1
        elif HELD <= place < ON_OFFER:
            p = place - HELD
            w.wanted[p] -= 1
            put_ticket(s, t, place, 1 << p | 1 << np.int64(s.observer))
    if s.vague_n > 0:
        n = place_vague_tickets(b, s, w, n)
    shuffle(w, w.pool, n)
    for p in range(b.n_players):
        for _ in range(w.wanted[p]):
            n -= 1
            put_ticket(s, w.pool[n], HELD + p, 1 << p)
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
def determinize(b: Record, s: Record, w: Record) -> None:
    """Make a full state of the observation ``s``, with chance from the searcher's own stream ``w.rng``."""
    deal_hidden_cards(b, s, w)
    deal_hidden_tickets(b, s, w)
    s.observer = NOBODY
    s.rng = rand_bits(w)
