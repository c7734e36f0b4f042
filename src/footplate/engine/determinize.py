"""Fill an observation in again at random, consistent with everything the observer has seen."""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, KINDS, LOCO, NOBODY, SCRATCH, STATE, TUNNEL, Record
from footplate.engine.pools import deal_after_shuffle
from footplate.engine.random import rand_bits, shuffle
from footplate.engine.sample_tickets import deal_hidden_tickets


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
