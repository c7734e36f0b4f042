"""Stations in a plan: routes of others that one could lend count as links, at the price of building it."""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORK
from footplate.agents.planning.claims import is_legal
from footplate.agents.planning.links import LENT, SHUT, has_link
from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, BUILD, NOBODY, STATE, Int, Record
from footplate.engine.routes import owner

_ONE = np.uint64(1)


@jit
def stations_left(b: Record, o: Record) -> Int:
    """How many stations the player to move can still build."""
    left = 0
    for i in range(b.n_stations):
        left += o.station[o.player, i] == 0
    return left


@jit
def station_cities(b: Record, o: Record, p: Int) -> Int:
    """Cities with a station of player p, a bit each."""
    cities = np.uint64(0)
    for i in range(b.n_stations):
        if o.station[p, i] > 0:
            cities |= _ONE << np.uint64(o.station[p, i] - 1)
    return cities


@jit
def is_others(b: Record, o: Record, k: Int) -> bool:
    """Whether another player owns a track of link k."""
    first = b.link_route[k]
    r = first
    while True:
        if owner(o, r) != NOBODY and owner(o, r) != o.player:
            return True
        r = b.twin[r]
        if r == first:
            return False


@indirect_call(None, BOARD, STATE, WORK, float)
def lend_links(b: Record, o: Record, w: Record, per_turn: float) -> None:
    """After ``survey``: links of others at a station of one's own are LENT, and those where one could be built.

    The latter cost a turn, its cards and the points of a station that is not built.
    """
    if b.n_stations == 0:
        return
    left, mine, taken = stations_left(b, o), station_cities(b, o, o.player), np.uint64(0)
    for p in range(b.n_players):
        taken |= station_cities(b, o, p)
    cards = np.float64(b.station_cost[b.n_stations - left]) if left > 0 else 0.0
    for k in range(b.n_links):
        ends = _ONE << np.uint64(b.link_a[k]) | _ONE << np.uint64(b.link_b[k])
        if w.link_state[k] == SHUT and (mine & ends or (left > 0 and ends & ~taken)) and is_others(b, o, k):
            w.link_state[k] = LENT
            w.link_cost[k] = 0.0 if mine & ends else b.station_points + per_turn * (1.0 + 0.5 * cards)


@jit
def stations_wanted(b: Record, w: Record) -> Int:
    """How many stations the plan asks for that are not built."""
    wanted = 0
    if b.n_stations > 0:
        for k in range(b.n_links):
            wanted += w.link_state[k] == LENT and w.link_cost[k] > 0.0 and has_link(w.plan_lo, w.plan_hi, k)
    return wanted


@jit
def station_to_build(b: Record, w: Record, n: Int) -> Int:
    """Of the n legal actions in w.acts one that builds a station that the plan asks for; -1 if there is none."""
    for k in range(b.n_links if b.n_stations > 0 else 0):
        if w.link_state[k] == LENT and w.link_cost[k] > 0.0 and has_link(w.plan_lo, w.plan_hi, k):
            for city in (b.link_a[k], b.link_b[k]):
                action = b.special_first[BUILD] + np.int64(city)
                if is_legal(w, n, action):
                    return action
    return np.int64(-1)
