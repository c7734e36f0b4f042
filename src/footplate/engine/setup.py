"""The deal: from a seed to the first decision of a game."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.compile.bits import clear
from footplate.engine import layout as L
from footplate.engine.cards import gain_card, put_ticket, refill_market, reshuffle, top_card
from footplate.engine.layout import Int, Record
from footplate.engine.memory import shuffle_in, turn_over_tickets
from footplate.engine.passengers import place_passengers
from footplate.engine.progress import give_private_tickets, give_tickets
from footplate.engine.random import shuffle
from footplate.engine.ticket_decks import leave_over, shuffle_deck


@jit
def deal_cards(b: Record, s: Record) -> None:
    for kind in range(b.n_colours):
        s.discard[kind] = b.cards_per_colour
    s.discard[L.LOCO] = b.n_locos
    reshuffle(s)
    s.deck_full = 0
    for p in range(b.n_players):
        for _ in range(b.start_hand):
            gain_card(s, p, top_card(s))
    refill_market(b, s)
    s.reshuffles = 0
    s.redeals = 0


@jit
def shuffle_tickets(b: Record, s: Record) -> None:
    shorts, longs = 0, np.int64(b.n_short)
    for t in range(b.n_tickets):
        put_ticket(s, t, L.IN_DECK, 0)
        if b.ticket_long[t]:
            s.ticket_deck[longs] = t
            longs += 1
        else:
            s.ticket_deck[shorts] = t
            shorts += 1
    s.ticket_head = 0
    s.ticket_n = b.n_short
    s.long_n = b.n_long
    shuffle(s, s.ticket_deck, b.n_short)
    if b.n_long:
        shuffle_deck(b, s, True)


@jit
def next_first_tickets(b: Record, s: Record, p: Int) -> None:
    """Offer the first tickets to player p, or to the next one for whom there are any; after the last, play begins.

    With two decks the player says first how many it draws of each.
    """
    while p < b.n_players:
        s.player = p
        if b.two_decks:
            s.phase = L.SPLIT_FIRST
            if s.ticket_n + s.long_n > 0:
                return
        else:
            s.phase = L.FIRST_TICKETS
            turn_over_tickets(b, s, min(b.first_deal, s.ticket_n), min(b.first_deal_long, s.long_n))
            if s.offer_n > 0:
                return
        p += 1
    if b.first_deal_long:
        leave_over(b, s)
    if b.first_rejected == L.SHUFFLE_IN:
        shuffle_in(b, s)
    s.player = 0
    s.phase = L.TURN


@jit
def deal(b: Record, s: Record, seed: Int) -> None:
    """A new game; the seed decides every shuffle in it."""
    clear(s)  # no byte of an earlier game stays: equal games are equal bytes
    s.observer = L.NOBODY
    s.last_turns = L.NOBODY
    s.rng = np.uint64(seed)
    for p in range(b.n_players):
        s.trains[p] = b.n_trains
    deal_cards(b, s)
    if b.n_passengers:
        place_passengers(b, s)
    if b.progress and b.ticket_given[0] != L.NOBODY:
        give_tickets(b, s)
        return
    shuffle_tickets(b, s)
    if b.progress:
        give_private_tickets(b, s)
    else:
        next_first_tickets(b, s, 0)
