"""Who has a route, and who may still claim it."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.layout import PLAYERS, Int, Record


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
