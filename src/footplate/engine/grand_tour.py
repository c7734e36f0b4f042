"""The grand tour (India): points for completed tickets whose cities two ways join that share no route.

Two cities are joined by two such ways if no single route, taken away, parts them: they are in one 2-edge-connected
component. To find these, a spanning tree is grown over a player's routes. Every route beside the tree closes a circle,
and all cities of a circle are in one component.

``tables`` and ``score`` each come in by one indirect call, on boards with the rule (``b.grand_tour``).
"""

from __future__ import annotations

import numpy as np

from footplate.boards import Board
from footplate.compile import indirect_call, jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import BOARD, GRAND_TOUR, HELD, SCRATCH, STATE, Int, Record
from footplate.engine.longest_path import own_network
from footplate.engine.networks import ends

NO_EDGE = 255


def fill_grand_tour(b: Record, board: Board) -> None:
    points = board.rules.grand_tour
    if points:
        b["grand_tour"] = len(points)
        b["tour_points"][1 : len(points) + 1] = points


@jit
def grow_tree(b: Record, w: Record) -> None:
    """A tree in each network of ``own_network``: of each city its parent, the route from there, and its depth."""
    for city in range(b.n_cities):
        w.depth[city] = -1
    for root in range(b.n_cities):
        if w.depth[root] < 0:
            w.depth[root], w.parent[root], w.by_edge[root] = 0, root, NO_EDGE
            w.stack_city[0] = root
            n = 1
            while n > 0:
                n -= 1
                here = np.uint64(w.stack_city[n])
                for k in range(w.adj_first[here], w.adj_first[here + np.uint64(1)]):
                    e = w.adj[k]
                    to = w.edge_a[e] + w.edge_b[e] - np.int64(here)
                    if w.depth[to] < 0:
                        w.depth[to], w.parent[to], w.by_edge[to] = w.depth[here] + 1, here, e
                        w.stack_city[n] = to
                        n += 1


@jit
def top(w: Record, city: Int) -> Int:
    """The city nearest to the root of all that two ways join with this one, as far as circles are closed."""
    while w.tour[city] != city:
        city = np.int64(w.tour[city])
    return city


@jit
def close_circle(w: Record, x: Int, y: Int) -> None:
    """Join all cities on the way between two of them in the tree."""
    x, y = top(w, x), top(w, y)
    while x != y:
        if w.depth[x] < w.depth[y]:
            x, y = y, x
        w.tour[x] = w.parent[x]
        x = top(w, np.int64(w.parent[x]))


@jit
def join_tours(b: Record, s: Record, w: Record, p: Int) -> None:
    """Afterwards ``top`` is the same for cities that two of p's ways join; p's networks were labelled before."""
    m = own_network(b, s, w, p)
    grow_tree(b, w)
    for city in range(b.n_cities):
        w.tour[city] = city
    for e in range(m):
        x, y = np.int64(w.edge_a[e]), np.int64(w.edge_b[e])
        if w.by_edge[x] != e and w.by_edge[y] != e:
            close_circle(w, x, y)


@jit
def tops(b: Record, w: Record, cities: Int) -> Int:
    """``top`` of each of some cities, as sets: a bit for each city."""
    one, found = np.uint64(1), np.uint64(0)
    for city in range(b.n_cities):
        if cities >> np.uint64(city) & one:
            found |= one << np.uint64(top(w, np.int64(city)))
    return found


@jit
def is_toured(b: Record, w: Record, t: Int) -> bool:
    """Whether two ways join the cities of ticket t, after ``join_tours``; of a country, any of its cities."""
    if not b.country_tickets:
        return top(w, np.int64(b.ticket_a[t])) == top(w, np.int64(b.ticket_b[t]))
    start, goal = ends(b, t)
    return tops(b, w, start) & tops(b, w, goal) != 0


@indirect_call(None, BOARD, STATE, SCRATCH)
def score_grand_tour(b: Record, s: Record, w: Record) -> None:
    for p in range(b.n_players):
        join_tours(b, s, w, p)
        n: Int = 0
        for t in range(b.n_tickets):
            if ticket_place(s, t) == HELD + p and is_toured(b, w, t):
                n += 1
        w.score[p, GRAND_TOUR] = b.tour_points[min(n, b.grand_tour)]
