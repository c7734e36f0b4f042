"""The ways between the cities of each ticket, worked out once per board: simple paths, shortest first.

A path is a set of links, where a link is a pair of neighbouring cities, whichever of its tracks is taken; a set of
links is a mask of two 64-bit words.
"""

from __future__ import annotations

import numpy as np

from footplate.engine.jit import jit
from footplate.engine.layout import CITIES, PATHS, Int, Record
from footplate.engine.networks import came_nearer

_FAR = 10_000
_STEPS = 200_000  # so many steps of the search for one ticket and length at most: enough for every real board


@jit
def distances_to(b: Record, target: Int, far: Record) -> None:
    """far[c] = length of the shortest way from city c to ``target`` on the empty board."""
    for c in range(b.n_cities):
        far[c] = _FAR
    far[target] = 0
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
def add_paths(b: Record, t: Int, length: Int, far: Record, city_at: Record, next_at: Record, link_at: Record) -> None:
    """Append the simple paths of ticket t that have exactly this length, as long as there is room."""
    target = b.ticket_b[t]
    depth, left, seen = 0, length, np.uint64(1) << np.uint64(b.ticket_a[t])
    city_at[0], next_at[0] = b.ticket_a[t], b.city_first[b.ticket_a[t]]
    for _ in range(_STEPS):
        here = city_at[depth]
        i = next_at[depth]
        if i == b.city_first[here + 1] or here == target:
            if here == target and left == 0 and b.path_n[t] < PATHS:
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
    """Fill path_n, path_lo and path_hi for every ticket: the shortest ways that the trains can pay for."""
    far, city_at = np.empty(CITIES, np.int64), np.empty(CITIES + 1, np.int64)
    next_at, link_at = np.empty(CITIES + 1, np.int64), np.empty(CITIES + 1, np.int64)
    for t in range(b.n_tickets):
        b.path_n[t] = 0
        distances_to(b, b.ticket_b[t], far)
        length = far[b.ticket_a[t]]
        while length <= b.n_trains and b.path_n[t] < PATHS:
            add_paths(b, t, length, far, city_at, next_at, link_at)
            length += 1
