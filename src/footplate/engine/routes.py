"""Who has a route, and who may still claim it; what becomes of the other tracks when one of several is claimed.

``b.twin`` leads from each track to the next and around to the first. With few players (``b.close_twins``) a claim
closes the other tracks to everybody; with more only to whoever claims, and on some boards (``b.both_tracks``) to
nobody.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.layout import EVERYBODY, PLAYERS, Int, Record


@jit
def owner(s: Record, r: Int) -> Int:
    """The player who owns route r, or NOBODY."""
    return np.int64(s.route[r] >> PLAYERS) - 1


@jit
def owners(b: Record, s: Record, out: Record) -> None:
    """out[r] = owner of route r, for all routes."""
    for r in range(b.n_routes):
        out[r] = owner(s, r)


@jit
def touched_cities(b: Record, s: Record, p: Int) -> Int:
    """The cities at the ends of p's routes, a bit each."""
    cities = np.uint64(0)
    for r in range(b.n_routes):
        if owner(s, r) == p:
            cities |= np.uint64(1) << np.uint64(b.route_a[r]) | np.uint64(1) << np.uint64(b.route_b[r])
    return cities


@jit
def is_open(s: Record, r: Int, p: Int) -> bool:
    """Whether player p may claim route r: nobody has it, it isn't closed, and p doesn't own its twin."""
    return (s.route[r] >> p) & 1 == 0


@jit
def close_twins(b: Record, s: Record, p: Int, r: Int) -> None:
    """Player p has claimed route r."""
    closed_to = EVERYBODY if b.close_twins else (0 if b.both_tracks else 1 << p)
    twin = b.twin[r]
    while twin != r:
        s.route[twin] |= closed_to
        twin = b.twin[twin]


@jit
def owns_twin(b: Record, s: Record, p: Int, r: Int) -> bool:
    """Whether player p owns another track beside route r."""
    twin = b.twin[r]
    while twin != r:
        if owner(s, twin) == p:
            return True
        twin = b.twin[twin]
    return False


@jit
def open_tracks(b: Record, s: Record, k: Int, p: Int) -> Int:
    """How many tracks of link k player p may claim."""
    first = b.link_route[k]
    n, r = np.int64(is_open(s, first, p)), b.twin[first]
    while r != first:
        n += is_open(s, r, p)
        r = b.twin[r]
    return n
