"""Train cards on the move: deck, discard, market and hands; and where a ticket is, and who knows."""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, inlined, jit
from footplate.engine.layout import BOARD, EVERYBODY, KINDS, LOCO, PLAYERS, STATE, Int, Record
from footplate.engine.random import shuffle

MAX_REDEALS = 100_000  # in a row: out of reach on any board that people play, but a certain end on every other


@indirect_call(None, STATE)
def reshuffle(s: Record) -> None:
    """The discard becomes the deck: from here on everybody knows what is in it."""
    n = 0
    for kind in range(KINDS):
        s.fresh[kind] = s.discard[kind]
        for _ in range(s.discard[kind]):
            s.deck[n] = kind
            n += 1
        s.discard[kind] = 0
    for p in range(PLAYERS):
        s.blind_n[p] = 0
    s.deck_n = n
    s.deck_full = n
    s.paid_n = 0
    s.discard_n = 0
    s.reshuffles += 1
    shuffle(s, s.deck, n)


@jit
def top_card(s: Record) -> Int:
    """Take the top card; the caller has seen to it that the deck or the discard has one."""
    if s.deck_n == 0:
        reshuffle(s)
    s.deck_n -= 1
    return s.deck[s.deck_n]


@jit
def cards_left(s: Record) -> Int:
    """Cards that can still be drawn blind."""
    return s.deck_n + s.discard_n


@inlined
def fill_market(b: Record, s: Record) -> None:
    while s.shown < b.n_face_up and cards_left(s) > 0:
        kind = top_card(s)
        s.fresh[kind] -= 1
        s.face_up[kind] += 1
        s.shown += 1


@jit
def has_too_many_locos(b: Record, s: Record) -> bool:
    return s.shown == b.n_face_up and s.face_up[LOCO] >= b.redeal_locos


@jit
def others_in_play(s: Record) -> Int:
    """Cards other than locomotives in the market, the deck and the discard."""
    n = np.int64(s.shown) - s.face_up[LOCO] + s.discard_n - s.discard[LOCO]
    for i in range(s.deck_n):
        n += s.deck[i] != LOCO
    return n


@indirect_call(None, BOARD, STATE)
def redeal_market(b: Record, s: Record) -> None:
    """Discard the market and deal it again until it has few enough locomotives."""
    s.redeals += 1
    for _ in range(MAX_REDEALS):
        for kind in range(KINDS):
            s.discard[kind] += s.face_up[kind]
            s.face_up[kind] = 0
        s.discard_n += s.shown
        s.shown = 0
        fill_market(b, s)
        if not has_too_many_locos(b, s):
            return


@inlined
def refill_market(b: Record, s: Record) -> None:
    """Fill up the face-up cards; a full market with too many locomotives is dealt again if that can help."""
    fill_market(b, s)
    if has_too_many_locos(b, s) and others_in_play(s) > b.n_face_up - b.redeal_locos:
        redeal_market(b, s)


@jit
def gain_card(s: Record, p: Int, kind: Int) -> None:
    s.hand[p, kind] += 1
    s.hand_n[p] += 1


@jit
def draw_blind(s: Record, p: Int) -> None:
    """Player p takes the top card; everybody sees that it does, and it alone sees which."""
    kind = np.int64(top_card(s))
    s.deck[s.deck_n] = (np.int64(p) + 1) << 4 | kind
    s.blind_n[p] += 1
    gain_card(s, p, kind)


@jit
def take_face_up(s: Record, kind: Int) -> None:
    gain_card(s, s.player, kind)
    s.known[s.player, kind] += 1
    s.face_up[kind] -= 1
    s.shown -= 1


@jit
def pay(s: Record, kind: Int, n: Int) -> None:
    """The player to move discards n cards of a kind; everybody sees it."""
    p = s.player
    s.hand[p, kind] -= n
    s.hand_n[p] -= n
    s.known[p, kind] = max(0, s.known[p, kind] - n)
    s.discard[kind] += n
    s.discard_n += n


@jit
def ticket_place(s: Record, t: Int) -> Int:
    """IN_DECK, HELD + player, ON_OFFER, UNKNOWN, OUT or SHUFFLED_IN."""
    return np.int64(s.ticket[t] >> PLAYERS)


@jit
def ticket_known_by(s: Record, t: Int) -> Int:
    """Bit mask of the players who know where ticket t is."""
    return np.int64(s.ticket[t]) & EVERYBODY


@jit
def put_ticket(s: Record, t: Int, place: Int, known_by: Int) -> None:
    s.ticket[t] = np.uint16(place << PLAYERS | known_by)
