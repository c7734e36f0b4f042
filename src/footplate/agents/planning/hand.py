"""What the routes of a plan take from the hand, and which card to take for those that lack.

``tracks`` lists the routes that the plan still has to claim. ``left`` is the hand less the cards for them, by kind:
below 0 are the cards that lack. ``paid_with`` has the colour for each of these routes, by number of the route.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import longest_claim
from footplate.agents.planning.links import FREE, coloured_cards, first_link, without_first
from footplate.agents.planning.prices import turns_for
from footplate.compile import jit
from footplate.engine.layout import DRAW_DECK, DRAW_TICKETS, FACE_UP, KINDS, LOCO, ROUTES, Int, Record

NOT_PLANNED = KINDS  # in ``paid_with``


@jit
def clear_tracks(w: Record) -> None:
    w.n_tracks = 0
    w.trains_due = 0


@jit
def add_track(b: Record, w: Record, r: Int) -> None:
    w.tracks[w.n_tracks] = r
    w.n_tracks += 1
    w.trains_due += np.int64(b.route_length[r])


@jit
def most_left(b: Record, w: Record) -> Int:
    """The colour of which most cards are left over, the first of equals."""
    best = 0
    for kind in range(b.n_colours):
        if w.left[kind] > w.left[best]:
            best = kind
    return best


@jit
def take_cards_for(b: Record, w: Record, r: Int, colour: Int) -> None:
    """The cards for route r are no longer left over; it is paid with this colour."""
    w.left[colour] -= coloured_cards(b, r)
    w.left[LOCO] -= np.int64(b.least_locos[r])
    w.paid_with[r] = colour


@jit
def colours_lacking(b: Record, w: Record) -> Int:
    """How many coloured cards lack, locomotives not counted."""
    lacking = 0
    for kind in range(b.n_colours):
        lacking += max(0, -w.left[kind])
    return lacking


@jit
def assign_cards(b: Record, o: Record, w: Record) -> None:
    """Fill left, paid_with, for_locos and lacking for the tracks. Grey ones come last and take what is left most."""
    w.for_locos = 0
    for kind in range(KINDS):
        w.left[kind] = o.hand[o.player, kind]
    for grey in range(2):
        for i in range(w.n_tracks):
            r = np.int64(w.tracks[i])
            colour: Int = np.int64(b.route_colour[r])
            if (colour < 0) == (grey == 1):
                if colour < 0:
                    colour = most_left(b, w)
                take_cards_for(b, w, r, colour)
                if b.takes_locos[r]:
                    w.for_locos += coloured_cards(b, r)
    w.lacking = max(0, colours_lacking(b, w) - min(w.left[LOCO], w.for_locos))


@jit
def assign_cards_to_plan(b: Record, o: Record, w: Record) -> None:
    """The tracks of the plan, after ``survey``, and what they take from the hand."""
    for r in range(ROUTES):
        w.paid_with[r] = NOT_PLANNED
    clear_tracks(w)
    lo, hi = w.plan_lo, w.plan_hi
    while lo | hi != 0:
        k = first_link(lo, hi)
        lo, hi = without_first(lo, hi)
        if w.link_state[k] == FREE:
            add_track(b, w, np.int64(w.link_track[k]))
    assign_cards(b, o, w)


@jit
def turns_of_tracks(w: Record) -> float:
    """Turns to claim the tracks, with those in which the cards that lack are drawn."""
    return turns_for(w.n_tracks, w.lacking)


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
