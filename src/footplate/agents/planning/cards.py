"""Which card to take, for bots that know what cards they lack (``left``, see hand.py)."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import longest_claim
from footplate.agents.planning.hand import colours_lacking
from footplate.compile import jit
from footplate.engine.layout import DRAW_DECK, DRAW_TICKETS, FACE_UP, KINDS, LOCO, Int, Record

# What a card is worth. One that the bot lacks is worth 1.
SPARE = 0.3  # of a colour that does not lack
PER_CARD_HELD = 0.02  # more for each card of it in hand, up to 8: they make long routes
WANTED_LOCO, SPARE_LOCO = 1.2, 0.6
NEEDED_LOCO = 1.7  # for a ferry that can't do without
LIMITED_LOCO = 0.4  # where some routes take none
WHOLE_TURN = 0.6  # less for a face-up locomotive that is a whole draw


@jit
def value_cards(b: Record, o: Record, w: Record, values: Record) -> None:
    """values[kind] = worth of a card."""
    for kind in range(b.n_colours):
        held = np.float64(o.hand[o.player, kind])
        values[kind] = 1.0 if w.left[kind] < 0 else SPARE + PER_CARD_HELD * min(8.0, held)
    lacking = colours_lacking(b, w)
    values[LOCO] = WANTED_LOCO if lacking > w.left[LOCO] else SPARE_LOCO
    if w.left[LOCO] < 0:
        values[LOCO] = NEEDED_LOCO
    elif b.limited_locos and min(lacking, w.for_locos) <= w.left[LOCO]:
        values[LOCO] = LIMITED_LOCO


@jit
def blind_value(b: Record, o: Record, values: Record) -> float:
    """Mean worth of the cards that are not in sight."""
    total, n = 0.0, 0
    for kind in range(KINDS):
        unseen: Int = np.int64(b.n_locos) if kind == LOCO else 0
        if kind < b.n_colours:
            unseen = np.int64(b.cards_per_colour)
        unseen -= np.int64(o.face_up[kind]) + np.int64(o.discard[kind])
        for p in range(b.n_players):
            unseen -= np.int64(o.hand[p, kind])
        total += unseen * values[kind]
        n += unseen
    return total / max(1, n)


@jit
def card_to_take(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The draw that is worth most, face up or blind, of the n legal actions in w.acts; -1 if there is no card."""
    values = np.zeros(KINDS, np.float64)
    value_cards(b, o, w, values)
    best: Int = -1
    best_value = 0.0
    for i in range(n):
        action = np.int64(w.acts[i])
        if action < DRAW_TICKETS:
            if action == DRAW_DECK:
                value = blind_value(b, o, values)
            else:
                value = values[action - FACE_UP]
                if action == FACE_UP + LOCO and b.loco_ends_draw:
                    value -= WHOLE_TURN
            if best < 0 or value > best_value:
                best, best_value = action, value
    return best


@jit
def draw_or_claim(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The card that is worth most; without any card the longest route that can be paid, or else anything."""
    action = card_to_take(b, o, w, n)
    if action < 0:
        action = longest_claim(b, w, n)
    return action if action >= 0 else np.int64(w.acts[0])
