"""Fill an observation in again at random, consistent with everything the observer has seen.

After a reshuffle hidden cards are of two pools: old ones were in hands before it, fresh ones were in the new deck.
Everybody knows what the new deck was made of, so nothing else can be in it. ``w.unseen`` says of which cards the
observer can't tell where they are; docs/rules.md says what is taken to be how likely.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, KINDS, LOCO, NOBODY, PLAYERS, SCRATCH, STATE, TUNNEL, Int, Record
from footplate.engine.memory import FORGOTTEN, payment, payments
from footplate.engine.random import rand_below, rand_bits, shuffle
from footplate.engine.sample_tickets import deal_hidden_tickets

PARTICLES = 8  # samples of how the cards whose origin is uncertain came to the hands that paid them
MAX_PARTICLES = 1000


@jit
def count_fresh(s: Record, w: Record) -> None:
    """w.fresh = fresh cards that neither the market nor the observer has taken out of the deck."""
    for kind in range(KINDS):
        w.fresh[kind] = s.fresh[kind]
    for i in range(np.int64(s.deck_n), np.int64(s.deck_full)):
        if s.deck[i] >> 4 == s.observer + 1:
            w.fresh[s.deck[i] & 15] -= 1


@jit
def count_hidden(b: Record, s: Record, w: Record) -> Int:
    """w.hidden = cards in each hand that the observer doesn't know; returns how many they are in all."""
    n = 0
    for p in range(b.n_players):
        w.hidden[p] = s.hand_n[p]
        for kind in range(KINDS):
            w.hidden[p] -= s.hand[p, kind]
        n += w.hidden[p]
    return n


@jit
def count_old(b: Record, s: Record, w: Record) -> bool:
    """w.old and w.old_slots = old cards, by kind and by hand, as if those of uncertain origin had all been old."""
    for kind in range(KINDS):
        w.old[kind] = w.unseen[kind] - w.fresh[kind]
    for p in range(b.n_players):
        w.old_slots[p] = w.hidden[p] - s.blind_n[p]
    w.old_slots[s.observer] = 0
    for i in range(payments(s)):
        p, kind, n, _ = payment(s, i)
        if p != s.observer:
            w.old[kind] += n
            w.old_slots[p] += n
    least = np.int64(0)
    for kind in range(KINDS):
        least = min(least, w.old[kind])
    for p in range(b.n_players):
        least = min(least, w.old_slots[p])
    return least == 0


@jit
def begin_particle(b: Record, w: Record) -> None:
    for kind in range(KINDS):
        w.old_left[kind] = w.old[kind]
        w.fresh_left[kind] = w.fresh[kind]
    for p in range(PLAYERS):
        w.slots_left[p] = w.old_slots[p]
        w.used[p] = 0
        for kind in range(KINDS):
            w.trial[p, kind] = 0


@jit
def draw_particle(b: Record, s: Record, w: Record) -> float:
    """Sequential importance sampling: for each card of uncertain origin, in the order of payment, draw whether it was
    old. Any hidden card could be the one.

    w.trial = the fresh ones; returns the particle's weight: how likely the payments were, or 0 if it led nowhere.
    """
    begin_particle(b, w)
    n_old, n_fresh = np.int64(0), np.int64(0)
    for kind in range(KINDS):
        n_old += w.old[kind]
        n_fresh += w.fresh[kind]
    weight = 1.0
    for i in range(payments(s)):
        p, kind, n, drawn = payment(s, i)
        for _ in range(n if p != s.observer else 0):
            all_old: Int = max(1, n_old)
            all_fresh: Int = max(1, n_fresh)
            as_old = np.int64(w.slots_left[p]) * w.old_left[kind] * all_fresh
            as_fresh = np.int64(max(0, drawn - w.used[p])) * w.fresh_left[kind] * all_old
            if as_old + as_fresh == 0:
                return 0.0
            weight *= (as_old + as_fresh) / (all_old * all_fresh)
            if rand_below(w, as_old + as_fresh) < as_old:
                w.slots_left[p] -= 1
                w.old_left[kind] -= 1
                n_old -= 1
            else:
                w.used[p] += 1
                w.fresh_left[kind] -= 1
                w.trial[p, kind] += 1
                n_fresh -= 1
    return weight


@jit
def resample(b: Record, s: Record, w: Record) -> bool:
    """w.fresh_drawn = the fresh cards among those of uncertain origin: one of several particles, by their weights."""
    for p in range(PLAYERS):
        for kind in range(KINDS):
            w.fresh_drawn[p, kind] = 0
    if payments(s) == 0:
        begin_particle(b, w)
        return True
    total = 0.0
    for i in range(MAX_PARTICLES):
        weight = draw_particle(b, s, w)
        total += weight
        if weight > 0.0 and rand_below(w, 1 << 30) * total < weight * (1 << 30):
            for p in range(PLAYERS):
                for kind in range(KINDS):
                    w.fresh_drawn[p, kind] = w.trial[p, kind]
        if i >= PARTICLES - 1 and total > 0.0:
            return True
    return False


@jit
def take_out_paid(b: Record, s: Record, w: Record) -> None:
    """w.old_left, w.fresh_left, w.slots_left, w.used = what is left after the payments, as they were decided."""
    begin_particle(b, w)
    for p in range(b.n_players):
        for kind in range(KINDS):
            n = w.fresh_drawn[p, kind]
            w.fresh_left[kind] -= n
            w.old_left[kind] += n
            w.slots_left[p] += n
            w.used[p] += n
    for i in range(payments(s)):
        p, kind, n, _ = payment(s, i)
        if p != s.observer:
            w.old_left[kind] -= n
            w.slots_left[p] -= n


@jit
def fill_pool(w: Record, counts: Record) -> Int:
    """Put so many cards of each kind into the pool and shuffle it; returns how many they are."""
    n = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            w.pool[n] = kind
            n += 1
    shuffle(w, w.pool, n)
    return n


@jit
def deal_old_and_fresh(b: Record, s: Record, w: Record) -> None:
    """Old cards go to the old places of hands, fresh ones to the others and to the deck."""
    n = fill_pool(w, w.old_left)
    for p in range(b.n_players):
        for _ in range(w.slots_left[p]):
            n -= 1
            s.hand[p, w.pool[n]] += 1
    n = fill_pool(w, w.fresh_left)
    for p in range(b.n_players):
        for _ in range(s.blind_n[p] - w.used[p] if p != s.observer else 0):
            n -= 1
            s.hand[p, w.pool[n]] += 1
            w.fresh_drawn[p, w.pool[n]] += 1
    for i in range(n):
        s.deck[i] = w.pool[i]


@jit
def deal_sure_cards(b: Record, s: Record, w: Record, hidden: Int) -> None:
    """More cards of a kind than can be in the deck must be in other hands; all the rest is equally likely anywhere."""
    n = 0
    for kind in range(KINDS):
        for _ in range(min(w.unseen[kind], w.fresh[kind])):
            w.pool[n] = kind
            n += 1
    shuffle(w, w.pool, n)
    for kind in range(KINDS):
        for _ in range(w.unseen[kind] - w.fresh[kind]):
            w.pool[n] = kind
            n += 1
    if b.n_players > 2:
        shuffle(w, w.pool[n - hidden :], hidden)
    for p in range(b.n_players):
        for _ in range(w.hidden[p]):
            n -= 1
            s.hand[p, w.pool[n]] += 1
    for kind in range(KINDS):
        w.fresh_drawn[0, kind] = w.fresh[kind]
    for i in range(n):
        s.deck[i] = w.pool[i]
        w.fresh_drawn[0, w.pool[i]] -= 1


@jit
def fill_pile(s: Record, w: Record, together: bool) -> None:
    """What others drew blind since the shuffle, in some order: what a seat has drawn it must find there itself."""
    for i in range(np.int64(s.deck_n), np.int64(s.deck_full)):
        p = np.int64(s.deck[i] >> 4) - 1
        if p >= 0 and p != s.observer:
            row = np.int64(0) if together else p
            kind = np.int64(0)
            while kind < KINDS - 1 and w.fresh_drawn[row, kind] <= 0:
                kind += 1
            w.fresh_drawn[row, kind] -= 1
            s.deck[i] = (p + 1) << 4 | kind


@jit
def deal_after_shuffle(b: Record, s: Record, w: Record) -> None:
    """Deal the unseen cards to the other hands and the deck."""
    hidden = count_hidden(b, s, w)
    count_fresh(s, w)
    apart = b.n_players > 2 and s.paid_n != FORGOTTEN and count_old(b, s, w) and resample(b, s, w)
    if apart:
        take_out_paid(b, s, w)
        deal_old_and_fresh(b, s, w)
    else:
        deal_sure_cards(b, s, w, hidden)
    fill_pile(s, w, not apart)


@jit
def deal_hidden_cards(b: Record, s: Record, w: Record) -> None:
    """Whatever card is not in sight is in the deck or in another hand.

    Each is equally likely to be anywhere there until the discard becomes the deck.
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
            w.pool[np.uint64(n)] = kind
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
            s.hand[p, w.pool[np.uint64(n)]] += 1
    for i in range(n):
        s.deck[i] = w.pool[i]


@indirect_call(None, BOARD, STATE, SCRATCH)
def determinize(b: Record, s: Record, w: Record) -> None:
    """Make a full state of the observation ``s``, with chance from the searcher's own stream ``w.rng``."""
    deal_hidden_cards(b, s, w)
    deal_hidden_tickets(b, s, w)
    s.observer = NOBODY
    s.rng = rand_bits(w)
