"""A plan is kept until something changes that it depends on.

What the Silva bots plan follows from their own routes, trains and tickets, and from what others have taken; the cards
in hand play no part in it. While the first three stay as they are, links only get lost or dearer. A shortest way then
stays the shortest as long as nothing happens to its own links, also where others are equally good: these are tried in
an order that losses elsewhere don't change. So a plan is current while its ways are untouched.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import has_link, with_link
from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, PLAYERS, ROUTES, Int, Record

ONE_STEP, LONG_ROUTE, PATH, HUNGRY = 2, 4, 6, 8  # whose plan it is, 1 more as published; 0: nothing is kept
_WORD = 64


@jit
def tickets_of(b: Record, o: Record) -> tuple[Int, Int]:
    """The tickets of the player to move, a bit each, in two words."""
    lo, hi, place = np.uint64(0), np.uint64(0), HELD + o.player
    for t in range(min(_WORD, b.n_tickets)):
        lo |= np.uint64(ticket_place(o, t) == place) << np.uint64(t)
    for t in range(_WORD, b.n_tickets):
        hi |= np.uint64(ticket_place(o, t) == place) << np.uint64(t - _WORD)
    return lo, hi


@jit
def has_equal_tracks(b: Record, r: Int) -> bool:
    """Whether all tracks beside route r are as long as it is."""
    twin = b.twin[r]
    while twin != r:
        if b.route_length[twin] != b.route_length[r]:
            return False
        twin = b.twin[twin]
    return True


@jit
def is_untouched(b: Record, o: Record, kept: Record) -> bool:
    """Whether the plan's links are as they were, and all others as they were or taken by somebody else."""
    p = o.player
    for r in range(b.n_routes):
        was, now = kept.route[r], o.route[r]
        if was != now:
            is_needed = has_link(kept.ways_lo, kept.ways_hi, b.route_link[r])
            is_won = was >> PLAYERS == p + 1 or now >> PLAYERS == p + 1 or (was >> p & 1) > (now >> p & 1)
            if is_needed or is_won or not has_equal_tracks(b, r):
                return False
    return True


@jit
def plan_is_current(b: Record, o: Record, kept: Record, maker: Int) -> bool:
    """Whether ``maker`` would make the plan anew that is kept."""
    if kept.maker != maker or kept.player != o.player or kept.trains != o.trains[o.player]:
        return False
    lo, hi = tickets_of(b, o)
    if lo != kept.tickets_lo or hi != kept.tickets_hi:
        return False
    changed = np.uint8(0)
    for r in range(ROUTES):
        changed |= kept.route[r] ^ o.route[r]
    if changed == 0:
        return True
    if not is_untouched(b, o, kept):
        return False
    for r in range(ROUTES):
        kept.route[r] = o.route[r]
    return True


@jit
def begin_plan(b: Record, o: Record, kept: Record, maker: Int) -> None:
    """What follows into ``kept`` is the plan of ``maker`` for this position; so far it depends on no links."""
    kept.maker, kept.player, kept.trains = maker, o.player, o.trains[o.player]
    kept.tickets_lo, kept.tickets_hi = tickets_of(b, o)
    kept.ways_lo, kept.ways_hi = np.uint64(0), np.uint64(0)
    for r in range(ROUTES):
        kept.route[r] = o.route[r]


@jit
def depend_on(kept: Record, k: Int) -> None:
    """The plan depends on link k."""
    kept.ways_lo, kept.ways_hi = with_link(kept.ways_lo, kept.ways_hi, k)
