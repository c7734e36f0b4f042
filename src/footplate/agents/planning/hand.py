"""What the routes of a plan take from the hand.

``tracks`` lists the routes that the plan still has to claim. ``left`` is the hand less the cards for them, by kind:
below 0 are the cards that lack. ``paid_with`` has the colour for each of these routes, by number of the route.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import FREE, coloured_cards, first_link, without_first
from footplate.agents.planning.prices import turns_for
from footplate.compile import jit
from footplate.engine.layout import KINDS, LOCO, ROUTES, Int, Record

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
