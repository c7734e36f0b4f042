"""What bots plan by, once per board: the locomotives that routes take, and each ticket's ways, shortest first.

A way is a simple path: a set of links, as a mask of two 64-bit words. A link is a pair of neighbouring cities,
whichever of its tracks is taken.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.layout import CITIES, PATHS, Int, Record
from footplate.engine.networks import came_nearer, ends

_FAR = 10_000
_ONE = np.uint64(1)
_STEPS = 200_000  # so many steps of the search for one ticket and length at most: enough for every real board


@jit
def find_locos(b: Record) -> None:
    """Fill least_locos and limited_locos; plain claims are listed by locomotives."""
    b.limited_locos = False
    for r in range(b.n_routes):
        b.least_locos[r] = 0
        b.limited_locos |= not b.takes_locos[r]
    for claim in range(b.n_plain_claims - 1, -1, -1):
        b.least_locos[b.claim_route[claim]] = b.claim_locos[claim]


@jit
def distances_to(b: Record, goals: Int, far: Record) -> None:
    """far[c] = length of the shortest way from city c to any of ``goals``, a bit each, on the empty board."""
    for c in range(b.n_cities):
        far[c] = 0 if goals >> np.uint64(c) & _ONE else _FAR
    changed = True
    while changed:
        changed = False
        for k in range(b.n_links):
            changed |= came_nearer(far, b.link_a[k], b.link_b[k], np.int64(b.link_length[k]))


@jit
def keep_path(b: Record, t: Int, link_at: Record, n: Int) -> None:
    lo, hi = np.uint64(0), np.uint64(0)
    for d in range(n):
        link = np.uint64(link_at[d])
        if link < 64:
            lo |= np.uint64(1) << link
        else:
            hi |= np.uint64(1) << (link - np.uint64(64))
    b.path_lo[t, b.path_n[t]], b.path_hi[t, b.path_n[t]] = lo, hi
    b.path_n[t] += 1


@jit
def add_paths(
    b: Record,
    t: Int,
    start: Int,
    goals: Int,
    length: Int,
    far: Record,
    city_at: Record,
    next_at: Record,
    link_at: Record,
) -> None:
    """Append the simple paths of ticket t from ``start`` that have exactly this length, as long as there is room."""
    depth, left, seen = 0, length, _ONE << np.uint64(start)
    city_at[0], next_at[0] = start, b.city_first[start]
    for _ in range(_STEPS):
        here = city_at[depth]
        i = next_at[depth]
        is_goal = goals >> np.uint64(here) & _ONE == _ONE
        if i == b.city_first[here + 1] or is_goal:
            if is_goal and left == 0 and b.path_n[t] < PATHS:
                keep_path(b, t, link_at, depth)
            if depth == 0 or b.path_n[t] == PATHS:
                return
            seen ^= np.uint64(1) << np.uint64(here)
            depth -= 1
            left += np.int64(b.link_length[link_at[depth]])
            continue
        next_at[depth] = i + 1
        k = b.city_link[i]
        to = np.int64(b.link_a[k]) + np.int64(b.link_b[k]) - here
        rest = left - np.int64(b.link_length[k])
        if (seen >> np.uint64(to)) & np.uint64(1) == 0 and rest >= far[to]:
            seen |= np.uint64(1) << np.uint64(to)
            link_at[depth] = k
            depth += 1
            city_at[depth], next_at[depth] = to, b.city_first[to]
            left = rest


@jit
def find_paths(b: Record) -> None:
    """Fill path_n, path_lo and path_hi for every ticket: the shortest ways that the trains can pay for, to any goal."""
    far, city_at = np.empty(CITIES, np.int64), np.empty(CITIES + 1, np.int64)
    next_at, link_at = np.empty(CITIES + 1, np.int64), np.empty(CITIES + 1, np.int64)
    for t in range(b.n_tickets):
        b.path_n[t] = 0
        starts, goals = ends(b, t)
        distances_to(b, goals, far)
        length = np.int64(_FAR)
        for c in range(b.n_cities):
            if starts >> np.uint64(c) & _ONE:
                length = min(length, far[c])
        while length <= b.n_trains and b.path_n[t] < PATHS:
            for c in range(b.n_cities):
                if starts >> np.uint64(c) & _ONE and b.path_n[t] < PATHS:
                    add_paths(b, t, c, goals, length, far, city_at, next_at, link_at)
            length += 1
