"""The ticket decks, the offer, and where tickets go that nobody keeps.

A deck is a ring of places in ``s.ticket_deck``: short tickets (on most boards all) have the first ``b.n_short`` places,
long ones those behind. Long tickets are a deck to draw from (``b.two_decks``), or they are dealt with the first tickets
and those left over leave the game (``b.first_deal_long``).
"""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.cards import put_ticket, ticket_known_by, ticket_place
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.random import rand_below


@jit
def ring(b: Record, i: Int, long: bool) -> Int:
    """i modulo the size of a deck, for i below twice that (a division by a run-time number is slow)."""
    size = b.n_long if long else b.n_short
    return np.int64(i) - size if i >= size else np.int64(i)


@jit
def deck_slot(b: Record, i: Int, long: bool) -> Int:
    """The place in ``s.ticket_deck`` of place i of a deck's ring."""
    return np.uint64(ring(b, i, long) + (b.n_short if long else np.int64(0)))


@jit
def deck_head(s: Record, long: bool) -> Int:
    return np.int64(s.long_head) if long else np.int64(s.ticket_head)


@jit
def deck_left(s: Record, long: bool) -> Int:
    return np.int64(s.long_n) if long else np.int64(s.ticket_n)


@jit
def take_top(b: Record, s: Record, long: bool) -> Int:
    head = deck_head(s, long)
    if long:
        s.long_head = ring(b, head + 1, True)
        s.long_n -= 1
    else:
        s.ticket_head = ring(b, head + 1, False)
        s.ticket_n -= 1
    return s.ticket_deck[deck_slot(b, head, long)]


@jit
def put_under(b: Record, s: Record, t: Int, long: bool) -> None:
    """Ticket t goes under its deck; only the player to move knows that."""
    put_ticket(s, t, L.IN_DECK, 1 << np.int64(s.player))
    s.ticket_deck[deck_slot(b, deck_head(s, long) + deck_left(s, long), long)] = t
    if long:
        s.long_n += 1
    else:
        s.ticket_n += 1


@jit
def shuffle_deck(b: Record, s: Record, long: bool) -> None:
    head = deck_head(s, long)
    for i in range(deck_left(s, long) - 1, 0, -1):
        j = rand_below(s, i + 1)
        x, y = deck_slot(b, head + i, long), deck_slot(b, head + j, long)
        s.ticket_deck[x], s.ticket_deck[y] = s.ticket_deck[y], s.ticket_deck[x]


@jit
def offer_tickets(b: Record, s: Record, shorts: Int, longs: Int) -> None:
    """Turn over so many tickets for the player to move. Who knew where one lay knows that it is on offer now."""
    s.offer_n = shorts + longs
    s.offer_long = longs
    for i in range(s.offer_n):
        t = take_top(b, s, i >= shorts)
        s.offer[i] = t
        known_by = 0 if ticket_place(s, t) == L.SHUFFLED_IN else ticket_known_by(s, t)
        put_ticket(s, t, L.ON_OFFER, known_by | 1 << np.int64(s.player))


@jit
def where_rejected(b: Record, s: Record) -> Int:
    """Where tickets on offer go that aren't kept."""
    return b.first_rejected if s.phase == L.FIRST_TICKETS else b.rejected


@jit
def offered_beside(s: Record, i: Int) -> tuple[Int, Int]:
    """(first, number) of the tickets on offer that come from the same deck as ticket i of the offer."""
    shorts = np.int64(s.offer_n) - s.offer_long
    return (shorts, np.int64(s.offer_long)) if i >= shorts else (np.int64(0), shorts)


@jit
def keep_tickets(b: Record, s: Record, mask: Int) -> None:
    """Keep the offered tickets in the bit mask; the others go to the bottom of their deck, or leave the game.

    Others who knew an offered ticket keep track of it only if all of its deck were kept: otherwise they can't tell
    which were.
    """
    p, leave = np.int64(s.player), where_rejected(b, s) == L.LEAVE
    for i in range(s.offer_n):
        t = s.offer[i]
        first, n = offered_beside(s, i)
        of_deck = ((1 << n) - 1) << first
        if (mask >> i) & 1:
            put_ticket(s, t, L.HELD + p, ticket_known_by(s, t) if mask & of_deck == of_deck else 1 << p)
            s.held_n[p] += 1
            if b.two_decks:
                s.kept_n[p] += b.ticket_long[t]
        elif leave:
            put_ticket(s, t, L.OUT, 1 << p)
        else:
            put_under(b, s, t, b.ticket_long[t] != 0)
        s.offer[i] = 0
    s.offer_n = 0
    s.offer_long = 0
    if b.first_deal_long and s.phase == L.FIRST_TICKETS:
        s.kept_n[p] = s.held_n[p]


@indirect_call(None, BOARD, STATE)
def leave_over(b: Record, s: Record) -> None:
    """All have their first tickets: where long ones are dealt apart, those left over leave the game."""
    for i in range(s.long_n):
        put_ticket(s, s.ticket_deck[deck_slot(b, np.int64(s.long_head) + i, True)], L.OUT, 0)
    s.long_n = 0


# ---------------------------------------------------------------- two decks to draw from


@jit
def legal_splits(b: Record, s: Record, acts: Record, n: Int, deal: Int) -> Int:
    """Append every mix of short and long tickets that ``deal`` tickets can be drawn in; of what there is, all."""
    shorts, longs = np.int64(s.ticket_n), np.int64(s.long_n)
    total = min(deal, shorts + longs)
    if total > 0:
        for long in range(max(0, total - shorts), min(total, longs) + 1):
            acts[n] = b.special_first[L.SPLIT] + (total - long) * (L.OFFER + 1) + long
            n += 1
    return n
