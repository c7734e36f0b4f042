"""Threatened links: an opponent needs just this one to join two chains of its routes.

A link is threatened if its cities are both on routes of one opponent and not joined yet, and the chains of routes that
lead away from them have more than so many trains. A chain is the way with most trains in a breadth-first tree
of the opponent's routes; two chains count as joined if the second one leads to the first city. A link of several
tracks counts only if a claim closes it to the opponent.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import FREE
from footplate.compile import jit
from footplate.engine.layout import ROUTES, Int, Record
from footplate.engine.routes import is_open, open_tracks, owner

NO_THREAT = -1.0
_PER_TRAIN_LAID, _PER_OTHER_THREAT, _PER_CHAIN_TRAIN = 4.0, 20.0, 0.05
_ONE = np.uint64(1)


@jit
def collect_routes(b: Record, o: Record, w: Record, q: Int) -> tuple[Int, Int]:
    """Write q's routes to w.edge_a, edge_b and edge_length; returns (their number, mask of their cities)."""
    n, cities = 0, np.uint64(0)
    for r in range(b.n_routes):
        if owner(o, r) == q:
            w.edge_a[n], w.edge_b[n], w.edge_length[n] = b.route_a[r], b.route_b[r], b.route_length[r]
            cities |= _ONE << np.uint64(b.route_a[r]) | _ONE << np.uint64(b.route_b[r])
            n += 1
    return n, cities


@jit
def follow_chain(b: Record, w: Record, n_edges: Int, start: Int) -> Int:
    """The city where the chain with most trains ends that leads away from ``start`` over the collected routes.

    For every city reached: w.from_a trains and w.from_b routes on the way, w.way_link the city before it.
    """
    for c in range(b.n_cities):
        w.from_a[c] = -1
    w.from_a[start] = 0
    w.from_b[start] = 0
    w.queue[0] = start
    head, tail, end = 0, 1, np.int64(start)
    while head < tail:
        here = np.int64(w.queue[head])
        head += 1
        if w.from_a[here] > w.from_a[end]:
            end = here
        for i in range(n_edges):
            if w.edge_a[i] == here or w.edge_b[i] == here:
                to = np.int64(w.edge_a[i]) + np.int64(w.edge_b[i]) - here
                if w.from_a[to] < 0:
                    w.from_a[to] = w.from_a[here] + w.edge_length[i]
                    w.from_b[to] = w.from_b[here] + 1
                    w.way_link[to] = here
                    w.queue[tail] = to
                    tail += 1
    return end


@jit
def is_on_chain(w: Record, start: Int, end: Int, city: Int) -> bool:
    """Whether the chain that was just followed from ``start`` to ``end`` touches the city."""
    here: Int = end
    while here != start and here != city:
        here = np.int64(w.way_link[here])
    return here == city


@jit
def chains_at(b: Record, w: Record, n_edges: Int, k: Int, more_than: float) -> float:
    """What the two chains that link k would join are worth, or NO_THREAT."""
    x, y = np.int64(b.link_a[k]), np.int64(b.link_b[k])
    end = follow_chain(b, w, n_edges, x)
    trains, routes = np.int64(w.from_a[end]), np.int64(w.from_b[end])
    worth = routes * routes
    end = follow_chain(b, w, n_edges, y)
    trains += w.from_a[end]
    worth += w.from_b[end] * w.from_b[end]
    if trains <= more_than or is_on_chain(w, y, end, x):
        return NO_THREAT
    return _PER_CHAIN_TRAIN * trains + worth


@jit
def can_be_closed(b: Record, o: Record, k: Int, q: Int) -> bool:
    """Whether player q could claim link k now, and no longer after a claim by the player to move."""
    tracks = open_tracks(b, o, k, q)
    return tracks == 1 or (tracks > 1 and b.close_twins != 0)


@jit
def rate_threats(b: Record, o: Record, w: Record, q: Int, more_than: float, threat: Record) -> None:
    """Raise threat[r] for every route whose claim would part chains of opponent q."""
    n_edges, cities = collect_routes(b, o, w, q)
    worth, n = np.empty(ROUTES, np.float64), 0
    for k in range(b.n_links):
        worth[k] = NO_THREAT
        at_both = (cities >> np.uint64(b.link_a[k])) & (cities >> np.uint64(b.link_b[k])) & _ONE
        if at_both == _ONE and w.link_state[k] == FREE and can_be_closed(b, o, k, q):
            worth[k] = chains_at(b, w, n_edges, k, more_than)
            n += worth[k] > NO_THREAT
    laid = np.int64(b.n_trains) - o.trains[q]
    for r in range(b.n_routes):
        if worth[b.route_link[r]] > NO_THREAT and is_open(o, r, o.player):
            score = _PER_TRAIN_LAID * laid - _PER_OTHER_THREAT * (n - 1) + worth[b.route_link[r]]
            threat[r] = max(threat[r], score, 0.0)


@jit
def find_threats(b: Record, o: Record, w: Record, more_than: float) -> Record:
    """How much a claim of each route hurts the opponent that it hurts most, or NO_THREAT. Needs a ``survey``.

    For an opponent: 4 for each train it has laid, less 20 for each other link on which it is threatened. Each train of
    the two chains adds 0.05, and each chain the square of its number of routes. It is at least 0.
    """
    threat = np.full(ROUTES, NO_THREAT)
    for q in range(b.n_players):
        if q != o.player:
            rate_threats(b, o, w, q, more_than, threat)
    return threat
