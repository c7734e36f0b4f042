"""Ways that need the fewest trains, or have the fewest links, for the Silva bots: whole numbers, whatever is in hand.

``w.far[x, c]`` is what the way from city x to city c costs, TOO_FAR if there is none, and ``w.towards[x, c]`` its last
link.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import FREE, MINE, SHUT, city_beyond
from footplate.compile import jit
from footplate.compile.bits import lowest_bit
from footplate.engine.layout import Int, Record
from footplate.engine.routes import is_open, owner

TOO_FAR = 10_000  # more than any way needs
_ONE, _NONE = np.uint64(1), np.uint64(0)
_ROUND = 15  # costs are kept modulo 16: a link has at most 9


@jit
def track_state(o: Record, r: Int, p: Int) -> Int:
    """MINE, FREE or SHUT to player p, the best first."""
    others = FREE if is_open(o, r, p) else SHUT
    return MINE if owner(o, r) == p else others


@jit
def look_at_links(b: Record, o: Record, w: Record, least: Int) -> None:
    """Fill link_state, link_track (the shortest that is free), link_due and link_trains, which is link_due where a link
    can be used: free routes shorter than ``least`` can't.
    """
    p = o.player
    for k in range(b.n_links):
        first = b.link_route[k]
        track, state = first, track_state(o, first, p)
        r = b.twin[first]
        while r != first:
            other = track_state(o, r, p)
            if other < state or (other == state == FREE and b.route_length[r] < b.route_length[track]):
                track, state = r, other
            r = b.twin[r]
        due = np.int64(b.route_length[track]) if state == FREE else np.int64(0)
        w.link_state[k], w.link_track[k], w.link_due[k] = state, track, due
        is_usable = state == MINE or (state == FREE and due >= least)
        w.link_trains[k] = due if is_usable else np.int64(TOO_FAR)


@jit
def forget_ways(b: Record, w: Record, start: Int) -> None:
    """No city but ``start`` is reached from there."""
    for c in range(b.n_cities):
        w.far[start, c] = TOO_FAR
    w.far[start, start] = 0


@jit
def spread_by_trains(b: Record, w: Record, start: Int, ends: Int) -> None:
    """Fill far[start] and towards[start] with the ways that need the fewest trains, until all of ``ends``, a bit each,
    are reached. Of cities that are equally far the one with the lowest number comes first.
    """
    at = np.zeros(_ROUND + 1, np.uint64)  # cities whose own links haven't been followed, a bit each, by their distance
    forget_ways(b, w, start)
    at[0] = _ONE << np.uint64(start)
    reached, cost = 1, np.int64(0)
    while reached > 0:
        while at[cost & _ROUND] == _NONE:
            cost += 1
        cities = at[cost & _ROUND]
        here = np.int64(lowest_bit(cities))
        ends &= ~(_ONE << np.uint64(here))
        if ends == _NONE:
            return
        at[cost & _ROUND] = cities & (cities - _ONE)
        reached -= 1
        for i in range(b.city_first[here], b.city_first[here + 1]):
            k = b.city_link[i]
            to = city_beyond(b, k, here)
            there, before = cost + w.link_trains[k], np.int64(w.far[start, to])
            if there < before:
                bit = _ONE << np.uint64(to)
                if before < TOO_FAR:
                    at[before & _ROUND] ^= bit
                    reached -= 1
                at[there & _ROUND] |= bit
                reached += 1
                w.far[start, to] = there
                w.towards[start, to] = k


@jit
def spread_by_hops(b: Record, w: Record, start: Int, end: Int) -> None:
    """Fill far[start] and towards[start] with the ways that have the fewest links, whatever their length and whoever
    has them, until ``end`` is reached (-1: all cities).

    Of equally good ways the one found first counts, and own links are tried last: that is the order in the published
    code's graph, and why it often leaves a way that it has begun.
    """
    forget_ways(b, w, start)
    w.queue[0] = start
    first, last = 0, 1
    while first < last and w.queue[first] != end:
        here = np.int64(w.queue[first])
        first += 1
        for state in (FREE, MINE):
            for i in range(b.city_first[here], b.city_first[here + 1]):
                k = b.city_link[i]
                to = city_beyond(b, k, here)
                usable = w.link_state[k] == state and w.link_trains[k] < TOO_FAR
                if usable and w.far[start, to] >= TOO_FAR:
                    w.far[start, to] = w.far[start, here] + 1
                    w.towards[start, to] = k
                    w.queue[last] = to
                    last += 1
