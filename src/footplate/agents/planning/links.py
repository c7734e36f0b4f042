"""The state of every link to the player to move, and sets of links.

All of it works on the observation ``o`` of that player, and on the buffers of WORK (agents/layout.py).
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.compile.bits import lowest_bit
from footplate.engine.layout import LOCO, Int, Record
from footplate.engine.routes import is_open, owner

MINE, FREE, SHUT, LENT = 0, 1, 2, 3  # LENT: another player's, which a station could lend (stations.py)
IMPOSSIBLE = 1e18  # the cost of what can't be done
_ONE, _U63, _U64 = np.uint64(1), np.uint64(63), np.uint64(64)


@jit
def better_track(b: Record, o: Record, p: Int, r: Int, than: Int) -> bool:
    """Of two free parallel tracks: the shorter one, then the one that lacks fewer cards in hand (grey: any colour)."""
    if b.route_length[r] != b.route_length[than]:
        return b.route_length[r] < b.route_length[than]
    return cards_lacking(b, o, p, r) < cards_lacking(b, o, p, than)


@jit
def spare_card(b: Record, r: Int) -> Int:
    """Cards to hold beyond a route's length: one for a tunnel, which then succeeds as a rule."""
    return np.int64(b.tunnel_cards > 0 and b.tunnel[r] != 0)


@jit
def coloured_cards(b: Record, r: Int) -> Int:
    """Coloured cards to collect for route r, beside the locomotives that it needs."""
    return np.int64(b.route_length[r]) - np.int64(b.least_locos[r]) + spare_card(b, r)


@jit
def locos_lacking(b: Record, r: Int, hand: Record) -> Int:
    """Locomotives that route r needs beyond those in a hand, in cards: two each if a face-up one is a whole draw."""
    held: Int = max(0, np.int64(hand[LOCO]))
    lacking = max(0, np.int64(b.least_locos[r]) - held)
    return 2 * lacking if b.loco_ends_draw else lacking


@jit
def cards_lacking(b: Record, o: Record, p: Int, r: Int) -> Int:
    """Cards that p lacks for route r; for grey in the colour it has most of. Locomotives it needs count as such."""
    colour = b.route_colour[r]
    held: Int = 0
    if colour >= 0:
        held = np.int64(o.hand[p, colour])
    else:
        for kind in range(b.n_colours):
            held = max(held, np.int64(o.hand[p, kind]))
    return max(0, coloured_cards(b, r) - held) + locos_lacking(b, r, o.hand[p])


@jit
def waiting_cities(b: Record, o: Record) -> Int:
    """Cities where a passenger waits, a bit each."""
    places = np.uint64(0)
    for i in range(b.n_passengers):
        if o.passenger[i] >> 3 == 0:
            places |= _ONE << np.uint64(b.passenger_place[i])
    cities = np.uint64(0)
    for c in range(b.n_cities):
        if places >> np.uint64(b.city_place[c]) & _ONE == _ONE:
            cities |= _ONE << np.uint64(c)
    return cities


@jit
def cities_of_others(b: Record, o: Record) -> Int:
    """Cities that other players' routes touch, a bit each."""
    cities = np.uint64(0)
    for r in range(b.n_routes):
        if owner(o, r) >= 0 and owner(o, r) != o.player:
            cities |= _ONE << np.uint64(b.route_a[r]) | _ONE << np.uint64(b.route_b[r])
    return cities


@jit
def survey(b: Record, o: Record, w: Record) -> None:
    """Fill link_state, link_track, link_due and the masks of usable links for the player to move."""
    p = o.player
    w.waiting = waiting_cities(b, o) if b.n_passengers > 0 else np.uint64(0)
    w.usable_lo = np.uint64(0)
    w.usable_hi = np.uint64(0)
    for k in range(b.n_links):
        first = b.link_route[k]
        state, track = SHUT, first
        r = first
        while True:
            if owner(o, r) == p:
                state, track = MINE, r
            elif state != MINE and is_open(o, r, p) and (state == SHUT or better_track(b, o, p, r, track)):
                state, track = FREE, r
            r = b.twin[r]
            if r == first:
                break
        w.link_state[k] = state
        w.link_track[k] = track
        w.link_due[k] = b.route_length[track] if state == FREE else 0
        if state != SHUT:
            w.usable_lo, w.usable_hi = with_link(w.usable_lo, w.usable_hi, k)


@jit
def has_link(lo: Int, hi: Int, k: Int) -> bool:
    """Whether link k is in the set."""
    return (lo >> np.uint64(k) if k < 64 else hi >> (np.uint64(k) - _U64)) & _ONE == _ONE


@jit
def first_link(lo: Int, hi: Int) -> Int:
    """The first link of a set that is not empty."""
    return np.int64(lowest_bit(lo)) if lo != 0 else np.int64(lowest_bit(hi)) + 64


@jit
def without_first(lo: Int, hi: Int) -> tuple[Int, Int]:
    """The set without its first link."""
    return (lo & (lo - _ONE), hi) if lo != 0 else (lo, hi & (hi - _ONE))


@jit
def measure_half(w: Record, links: Int, first: Int) -> tuple[float, Int]:
    """(cost, trains to lay) of a set of links given by one word, whose bit 0 is link ``first``."""
    cost, due = 0.0, 0
    while links != 0:
        k = np.int64(lowest_bit(links)) + first
        links &= links - _ONE
        if w.link_state[k] == FREE or w.link_state[k] == LENT:
            cost += w.link_cost[k]
            due += w.link_due[k]
    return cost, due


@jit
def measure(w: Record, lo: Int, hi: Int) -> tuple[float, Int]:
    """(cost, trains to lay) of a set of links; what is mine costs nothing."""
    cost, due = measure_half(w, lo, 0)
    if hi != 0:
        more, trains = measure_half(w, hi, 64)
        cost += more
        due += trains
    return cost, due


@jit
def with_link(lo: Int, hi: Int, k: Int) -> tuple[Int, Int]:
    """A set and link k."""
    bit = _ONE << (np.uint64(k) & _U63)
    return (lo | bit, hi) if k < 64 else (lo, hi | bit)


@jit
def add_link(w: Record, k: Int) -> None:
    """Put link k into the plan."""
    w.plan_lo, w.plan_hi = with_link(w.plan_lo, w.plan_hi, k)


@jit
def city_beyond(b: Record, k: Int, here: Int) -> Int:
    """The other end of link k."""
    return np.int64(b.link_a[k]) + np.int64(b.link_b[k]) - here


@jit
def clear_plan(w: Record) -> None:
    w.plan_lo = np.uint64(0)
    w.plan_hi = np.uint64(0)


@jit
def is_usable(w: Record, lo: Int, hi: Int) -> bool:
    """Whether no link of the set is shut."""
    return (lo & ~w.usable_lo) == 0 and (hi & ~w.usable_hi) == 0
