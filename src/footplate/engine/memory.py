"""What the table remembers beyond what lies open, so that samples agree with all that was seen.

Cards: when the discard becomes the deck, its contents are known to all. From then on the pile keeps who drew which card
blind. Some payments are of cards that nobody saw being taken: these were in that hand before the shuffle, or were drawn
since. Such a payment takes two bytes behind the deck, from its end on. With one opponent the difference doesn't matter,
and nothing is kept. When there is no room left, all of them are forgotten until the next shuffle.

Tickets: a ticket that somebody put back may be offered to another player, who keeps some and puts others back. What is
left of that knowledge is a vague ticket, a number with these bits:

    0-6 ticket · 7-11 who knows · 12-14 chooser · 15-17 tickets offered · 18-20 put back · 21-23 its place in the offer
    24-30 place in the ticket deck where the first of those put back lies · 31 those put back have left the game

Offered and put back are those of its deck. If they left the game the place only tells one offer from another.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.cards import pay, put_ticket, ticket_known_by, ticket_place
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.ticket_decks import (
    deck_head,
    deck_left,
    deck_slot,
    keep_tickets,
    offer_tickets,
    offered_beside,
    ring,
    shuffle_deck,
    where_rejected,
)

FORGOTTEN = 255  # in place of the number of payments
_MOST_CARDS, _MOST_DRAWN = 8, 31  # that fit into one payment
KEPT, GONE = -1, -2  # in place of a place in the ticket deck


@jit
def note_payment(b: Record, s: Record, p: Int, kind: Int, n: Int) -> None:
    """p pays n cards of a kind that nobody saw it take: noted if they can have been drawn since the shuffle."""
    if s.deck_full == 0 or b.n_players <= 2 or s.blind_n[p] == 0:
        return
    while n > 0 and s.paid_n != FORGOTTEN:
        at = L.PILE - 2 * (np.int64(s.paid_n) + 1)
        if at < s.deck_full:
            s.paid_n = FORGOTTEN
        else:
            drawn: Int = min(np.int64(s.blind_n[p]), _MOST_DRAWN)
            s.deck[at] = drawn << 3 | min(n, _MOST_CARDS) - 1
            s.deck[at + 1] = np.int64(p) << 4 | np.int64(kind)
            s.paid_n += 1
            n -= _MOST_CARDS


@jit
def pay_openly(b: Record, s: Record, kind: Int, n: Int) -> None:
    """The player to move pays n cards of a kind, and the table remembers if their origin is uncertain."""
    note_payment(b, s, s.player, kind, np.int64(n) - s.known[s.player, kind])
    pay(s, kind, n)


@jit
def show_openly(b: Record, s: Record, kind: Int, n: Int) -> None:
    """The player to move shows n cards of a kind and keeps them: to the table it is as if it had paid and got them."""
    p, known = s.player, s.known[s.player, kind]
    note_payment(b, s, p, kind, np.int64(n) - known)
    s.known[p, kind] = max(known, n)


@jit
def payments(s: Record) -> Int:
    return np.int64(0) if s.paid_n == FORGOTTEN else np.int64(s.paid_n)


@jit
def payment(s: Record, i: Int) -> tuple[Int, Int, Int, Int]:
    """(player, kind, number of cards, cards that the player had drawn blind since the shuffle) of payment i."""
    at = L.PILE - 2 * (i + 1)
    who, how = np.int64(s.deck[at + 1]), np.int64(s.deck[at])
    return who >> 4, who & 15, (how & 7) + 1, how >> 3


@jit
def vague_ticket(s: Record, i: Int) -> tuple[Int, Int]:
    """(ticket, who knows of it) of vague ticket i."""
    v = np.int64(s.vague[i])
    return v & 127, v >> 7 & 31


@jit
def vague_event(s: Record, i: Int) -> tuple[Int, Int, Int, Int]:
    """(chooser, tickets offered, tickets put back, place of the first of them) of vague ticket i."""
    v = np.int64(s.vague[i])
    return v >> 12 & 7, v >> 15 & 7, v >> 18 & 7, v >> 24 & 127


@jit
def has_left(s: Record, i: Int) -> bool:
    """Whether vague ticket i, if it was put back, has left the game."""
    return np.int64(s.vague[i]) >> 31 != 0


@jit
def vague_place(b: Record, s: Record, i: Int, mask: Int) -> Int:
    """The place in the ticket deck of vague ticket i if the tickets in ``mask`` were kept; KEPT if it is one."""
    v = np.int64(s.vague[i])
    at, long = v >> 21 & 7, b.ticket_long[v & 127] != 0
    if mask >> at & 1:
        return np.int64(KEPT)
    if has_left(s, i):
        return np.int64(GONE)
    before = 0
    for j in range(at):
        before += 1 - (mask >> j & 1)
    return np.int64(deck_slot(b, place_in_ring(b, v >> 24 & 127, long) + before, long))


@jit
def place_in_ring(b: Record, slot: Int, long: bool) -> Int:
    """The place in its deck's ring of a place in ``s.ticket_deck``."""
    return np.int64(slot) - b.n_short if long else np.int64(slot)


@jit
def is_in_ticket_deck(b: Record, s: Record, slot: Int, long: bool) -> bool:
    size = b.n_long if long else b.n_short
    return ring(b, place_in_ring(b, slot, long) - deck_head(s, long) + size, long) < deck_left(s, long)


@jit
def let_know(s: Record, i: Int, known_by: Int) -> None:
    s.vague[i] = np.int64(s.vague[i]) & ~(31 << 7) | np.int64(known_by) << 7


@jit
def note_ticket(b: Record, s: Record, i: Int, mask: Int) -> None:
    """The player to move keeps the offered tickets in ``mask``: whoever else knows ticket i loses sight of it."""
    t, p = np.int64(s.offer[i]), np.int64(s.player)
    known_by = ticket_known_by(s, t) & ~(1 << p)
    lowest, offered = offered_beside(s, i)
    back = np.int64(0)
    for j in range(lowest, lowest + offered):
        back += 1 - (mask >> j & 1)
    if known_by == 0 or back == 0:
        return
    if s.vague_n == L.VAGUE:
        for j in range(L.VAGUE - 1):
            s.vague[j] = s.vague[j + 1]
        s.vague_n -= 1
    long, left = b.ticket_long[t] != 0, np.int64(where_rejected(b, s) == L.LEAVE)
    first = np.int64(deck_slot(b, deck_head(s, long) + (0 if left else deck_left(s, long)), long))
    event = p << 12 | offered << 15 | back << 18 | (i - lowest) << 21 | first << 24 | left << 31
    s.vague[s.vague_n] = t | known_by << 7 | event
    s.vague_n += 1


@jit
def still_known_by(b: Record, s: Record, i: Int) -> Int:
    """Who knows something of vague ticket i now that new tickets are on offer.

    If it may be among them, only who looks at the offer, unless that player knows now where it is.
    """
    t, known_by = vague_ticket(s, i)
    if has_left(s, i):
        return known_by
    chooser, offered, back, first = vague_event(s, i)
    at, long = np.int64(s.vague[i]) >> 21 & 7, b.ticket_long[t] != 0
    size, turned_over = (b.n_long, s.offer_long) if long else (b.n_short, s.offer_n - s.offer_long)
    left, on_offer = 0, 0
    for j in range(max(0, at - (offered - back)), min(at, back - 1) + 1):
        slot = deck_slot(b, place_in_ring(b, first, long) + j, long)
        left += is_in_ticket_deck(b, s, slot, long)
        on_offer += ring(b, deck_head(s, long) - 1 - place_in_ring(b, slot, long) + size, long) < turned_over
    if on_offer == 0:
        return known_by
    mine = known_by & 1 << np.int64(s.player)
    if left == 0 and ticket_place(s, t) == L.HELD + chooser:
        put_ticket(s, t, L.HELD + chooser, ticket_known_by(s, t) | mine)
    return np.int64(0) if left == 0 or ticket_place(s, t) == L.ON_OFFER else mine


@jit
def lose_sight(b: Record, s: Record) -> None:
    """New tickets are on offer: who doesn't see them knows less of the vague ones."""
    n = 0
    for i in range(s.vague_n):
        known_by = still_known_by(b, s, i)
        if known_by != 0:
            s.vague[n] = s.vague[i]
            let_know(s, n, known_by)
            n += 1
    for i in range(n, np.int64(s.vague_n)):
        s.vague[i] = 0
    s.vague_n = n


@indirect_call(None, BOARD, STATE)
def shuffle_in(b: Record, s: Record) -> None:
    """Shuffle the ticket decks: who knew a place of a ticket knows only that it is in there."""
    shuffle_deck(b, s, False)
    shuffle_deck(b, s, True)
    for t in range(b.n_tickets):
        if ticket_place(s, t) == L.IN_DECK and ticket_known_by(s, t) != 0:
            put_ticket(s, t, L.SHUFFLED_IN, ticket_known_by(s, t))
    for i in range(L.VAGUE):
        s.vague[i] = 0
    s.vague_n = 0


@jit
def lose_sight_of_shuffled(b: Record, s: Record) -> None:
    """Tickets were turned over of a shuffled deck: only who sees them knows still what is in it."""
    for t in range(b.n_tickets):
        turned_over = s.offer_long if b.ticket_long[t] else s.offer_n - s.offer_long
        if turned_over > 0 and ticket_place(s, t) == L.SHUFFLED_IN:
            known_by = ticket_known_by(s, t) & 1 << np.int64(s.player)
            put_ticket(s, t, L.SHUFFLED_IN if known_by else L.IN_DECK, known_by)


@indirect_call(None, BOARD, STATE, int, int)
def turn_over_tickets(b: Record, s: Record, shorts: Int, longs: Int) -> None:
    """Offer so many tickets to the player to move, with all that others learn and forget by it."""
    offer_tickets(b, s, shorts, longs)
    lose_sight(b, s)
    if b.first_rejected == L.SHUFFLE_IN:
        lose_sight_of_shuffled(b, s)


@indirect_call(None, BOARD, STATE, int)
def choose_tickets(b: Record, s: Record, mask: Int) -> None:
    """The player to move keeps the offered tickets in ``mask``, with all that others learn and forget by it."""
    if mask != (1 << s.offer_n) - 1:
        for i in range(s.offer_n):
            note_ticket(b, s, i, mask)
    keep_tickets(b, s, mask)
