"""Tickets that an observer can't see, dealt at random as all that it has seen allows: a part of ``determinize``.

Short and long tickets are dealt one after the other: they never change places.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.cards import put_ticket, ticket_known_by, ticket_place
from footplate.engine.layout import BOARD, SCRATCH, STATE, Int, Record
from footplate.engine.memory import GONE, has_left, is_in_ticket_deck, vague_event, vague_place, vague_ticket
from footplate.engine.networks import connects
from footplate.engine.random import rand_below, shuffle
from footplate.engine.ticket_decks import deck_head, deck_left, deck_slot

MOST_SHUFFLES = 100  # for hands in a race or a progress game: more than one is hardly ever needed


@jit
def same_event(s: Record, i: Int, j: Int) -> bool:
    """Whether the vague tickets i and j were on offer together."""
    return has_left(s, i) == has_left(s, j) and vague_event(s, i) == vague_event(s, j)


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
            slot, long = vague_place(b, s, j, mask), b.ticket_long[vague_ticket(s, j)[0]] != 0
            if slot < 0:
                continue
            if not is_in_ticket_deck(b, s, slot, long) or s.ticket_deck[np.uint64(slot)] != L.NO_TICKET:
                return False
    return True


@jit
def place_vague_tickets(b: Record, s: Record, w: Record, n: Int, long: bool) -> Int:
    """Decide what was kept of each offer of which the observer knew tickets; each choice is equally likely.

    Returns the size of the pool, to which tickets are added that could be nowhere (of positions made by hand).
    """
    for i in range(s.vague_n):
        ticket = vague_ticket(s, i)[0]
        if ticket_place(s, ticket) == L.UNKNOWN and (b.ticket_long[ticket] != 0) == long:
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
                        put_ticket(s, t, L.IN_DECK, 0)
                    elif slot == GONE:
                        put_ticket(s, t, L.OUT, 1 << chooser)
                    else:
                        put_ticket(s, t, L.HELD + chooser, 1 << chooser)
                        w.wanted[chooser] -= 1
    return n


@indirect_call(None, BOARD, STATE, SCRATCH)
def count_long_tickets(b: Record, s: Record, w: Record) -> None:
    """w.longs[p] = long tickets that p holds: known of two decks, else each choice of first tickets is as likely."""
    for p in range(b.n_players):
        longs = np.int64(0)
        if b.two_decks:
            longs = np.int64(s.kept_n[p])
        elif p == s.observer:
            for t in range(b.n_tickets):
                longs += b.ticket_long[t] and ticket_place(s, t) == L.HELD + p
        else:
            long_ones = max(0, min(b.first_deal_long, b.n_long - p * b.first_deal_long))
            offered = long_ones + max(0, min(b.first_deal, b.n_short - p * b.first_deal))
            for i in range(s.kept_n[p]):
                longs += rand_below(w, offered - i) < long_ones - longs
        w.longs[p] = longs


@jit
def gather_tickets(b: Record, s: Record, w: Record, long: bool) -> Int:
    """Collect the tickets of which nothing is known in w.pool; returns how many. Counts what each hand still wants."""
    n = 0
    for p in range(b.n_players):
        w.wanted[p] = s.held_n[p]
        if b.n_long:
            w.wanted[p] = w.longs[p] if long else s.held_n[p] - w.longs[p]
    for t in range(b.n_tickets):
        if (b.ticket_long[t] != 0) == long:
            place = ticket_place(s, t)
            if place == L.UNKNOWN:
                if ticket_known_by(s, t) == 0:
                    w.pool[n] = t
                    n += 1
            elif L.HELD <= place < L.ON_OFFER:
                p = place - L.HELD
                w.wanted[p] -= 1
                put_ticket(s, t, place, ticket_known_by(s, t) | 1 << p)
    return n


@jit
def sort_for_race(b: Record, s: Record, w: Record, n: Int) -> bool:
    """Bring tickets to the end of the pool, where hands are filled from, that their holders haven't completed: those
    would be shown, unless the race was won before. Whether there are enough."""
    for p in range(b.n_players):
        for _ in range(w.wanted[p]):
            n -= 1
            k = n
            while k >= 0 and s.done_n[p] < b.race and connects(b, s, p, w.pool[k]):
                k -= 1
            if k < 0:
                return False
            w.pool[k], w.pool[n] = w.pool[n], w.pool[k]
    return True


@indirect_call(None, BOARD, STATE, SCRATCH, int)
def shuffle_for_race(b: Record, s: Record, w: Record, n: Int) -> None:
    for _ in range(MOST_SHUFFLES):
        if sort_for_race(b, s, w, n):
            return
        shuffle(w, w.pool, n)


@jit
def nobody_is_done(b: Record, s: Record, w: Record, n: Int) -> bool:
    """Whether each hand that is filled from the end of the pool has a ticket that its player hasn't completed."""
    for p in range(b.n_players):
        done = w.wanted[p] > 0
        for _ in range(w.wanted[p]):
            n -= 1
            done &= connects(b, s, p, w.pool[n])
        if done:
            return False
    return True


@indirect_call(None, BOARD, STATE, SCRATCH, int)
def shuffle_for_progress(b: Record, s: Record, w: Record, n: Int) -> None:
    """Who had completed all its tickets would have ended the progress game."""
    for _ in range(MOST_SHUFFLES):
        if nobody_is_done(b, s, w, n):
            return
        shuffle(w, w.pool, n)


@indirect_call(int, BOARD, STATE, SCRATCH, int, bool)
def mix_in(b: Record, s: Record, w: Record, n: Int, long: bool) -> Int:
    """Tickets that are known to be somewhere in the deck join those of the pool that lie there; returns its size."""
    free, known = 0, 0
    for i in range(deck_left(s, long)):
        free += s.ticket_deck[deck_slot(b, deck_head(s, long) + i, long)] == L.NO_TICKET
    for t in range(b.n_tickets):
        if ticket_place(s, t) == L.SHUFFLED_IN and (b.ticket_long[t] != 0) == long:
            w.pool[n + known] = t
            known += 1
    if known > 0:
        n += known
        for i in range(free - 1, 0, -1):
            x, y = n - free + i, n - free + rand_below(w, i + 1)
            w.pool[x], w.pool[y] = w.pool[y], w.pool[x]
    return n


@jit
def fill_ticket_deck(b: Record, s: Record, w: Record, n: Int, long: bool) -> Int:
    """The free places of a deck; returns how many tickets are left over."""
    for i in range(b.n_long if long else b.n_short):
        slot = deck_slot(b, deck_head(s, long) + i, long)
        if i >= deck_left(s, long):
            s.ticket_deck[slot] = 0
        elif s.ticket_deck[slot] == L.NO_TICKET:
            n -= 1
            s.ticket_deck[slot] = w.pool[n]
            if ticket_place(s, w.pool[n]) != L.SHUFFLED_IN:
                put_ticket(s, w.pool[n], L.IN_DECK, 0)
    return n


@jit
def fill_offer(s: Record, w: Record, n: Int, long: bool) -> Int:
    shorts = np.int64(s.offer_n) - s.offer_long
    for i in range(shorts if long else 0, np.int64(s.offer_n) if long else shorts):
        if s.offer[i] == L.NO_TICKET:
            n -= 1
            s.offer[i] = w.pool[n]
            put_ticket(s, w.pool[n], L.ON_OFFER, 1 << np.int64(s.player))
        else:
            put_ticket(s, s.offer[i], L.ON_OFFER, 1 << np.int64(s.player) | 1 << np.int64(s.observer))
    return n


@jit
def deal_hidden(b: Record, s: Record, w: Record, long: bool) -> None:
    """Tickets whose place is unknown fill the other hands, the offer and the deck; the rest have left the game."""
    n = gather_tickets(b, s, w, long)
    if s.vague_n > 0:
        n = place_vague_tickets(b, s, w, n, long)
    shuffle(w, w.pool, n)
    if b.race:
        shuffle_for_race(b, s, w, n)
    if b.progress and s.phase != L.OVER:
        shuffle_for_progress(b, s, w, n)
    for p in range(b.n_players):
        for _ in range(w.wanted[p]):
            n -= 1
            put_ticket(s, w.pool[n], L.HELD + p, 1 << p)
    n = fill_offer(s, w, n, long)
    if b.first_rejected == L.SHUFFLE_IN:
        n = mix_in(b, s, w, n, long)
    n = fill_ticket_deck(b, s, w, n, long)
    for i in range(n):
        put_ticket(s, w.pool[i], L.OUT, 0)


@jit
def deal_hidden_tickets(b: Record, s: Record, w: Record) -> None:
    if b.n_long:
        count_long_tickets(b, s, w)
        deal_hidden(b, s, w, True)
    deal_hidden(b, s, w, False)
