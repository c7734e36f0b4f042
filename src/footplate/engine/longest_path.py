"""The exact longest continuous path of a player: a trail, which may pass a city twice but no route twice.

A city is odd if an odd number of its routes are in the network. A trail can cover a whole network that has at most two
odd cities. Otherwise a longest trail starts at an odd city: at any other end an unused route would be left to lengthen
it. So a depth-first search from all odd cities but one finds it. It stops once it meets an upper bound. Most networks
take a few hundred steps. What takes many is left to the sweep of ``frontier.py``, exact on dense networks, too.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.frontier import swept_trail
from footplate.engine.layout import CITIES, Int, Record
from footplate.engine.routes import owner

MOST_STEPS = 20_000  # of the depth-first search in one network; about as long as a sweep takes
ENDLESS = 1 << 62


@jit
def own_network(b: Record, s: Record, w: Record, p: Int) -> Int:
    """p's routes as adjacency lists, with length and number of odd cities per network; returns how many routes."""
    for v in range(CITIES + 1):
        w.adj_first[v] = 0
    for v in range(CITIES):
        w.net_length[v] = 0
        w.net_odd[v] = 0
        w.shortest[v] = 127
    m = 0
    for r in range(b.n_routes):
        if owner(s, r) == p:
            x, y, length = b.route_a[r], b.route_b[r], b.route_length[r]
            w.edge_a[m], w.edge_b[m], w.edge_length[m] = x, y, length
            w.net_length[w.network[p, x]] += length
            w.adj_first[x + np.uint8(1)] += 1
            w.adj_first[y + np.uint8(1)] += 1
            w.shortest[x] = min(w.shortest[x], length)
            w.shortest[y] = min(w.shortest[y], length)
            m += 1
    for v in range(b.n_cities):
        w.odd[v] = w.adj_first[v + 1] & 1
        w.net_odd[w.network[p, v]] += w.odd[v]
        w.adj_first[v + 1] += w.adj_first[v]
        w.cursor[v] = w.adj_first[v]
    for e in range(m):
        x, y = w.edge_a[e], w.edge_b[e]
        w.adj[w.cursor[x]] = e
        w.cursor[x] += 1
        w.adj[w.cursor[y]] = e
        w.cursor[y] += 1
    return m


@jit
def trail_bound(b: Record, w: Record, p: Int, label: Int) -> Int:
    """No trail is longer: every odd city but its two ends leaves a route out, and a route serves two at most."""
    loss, largest, second = 0, 0, 0
    for v in range(b.n_cities):
        if w.odd[v] and w.network[p, v] == label:
            x = w.shortest[v]
            loss += x
            if x > largest:
                largest, second = x, largest
            elif x > second:
                second = x
    return w.net_length[label] - (loss - largest - second + 1) // 2


@jit
def trail_from(w: Record, start: Int, best: Int, bound: Int, steps: Int) -> tuple[Int, Int]:
    """The longest trail from ``start`` if it beats ``best``, else ``best``; stops at ``bound``. Steps left over."""
    used, depth, length = np.uint64(0), 0, 0
    w.stack_city[0] = start
    w.stack_next[0] = w.adj_first[start]
    while steps > 0:
        steps -= 1
        v = w.stack_city[depth]
        k = w.stack_next[depth]
        if k < w.adj_first[np.uint64(v) + np.uint64(1)]:
            w.stack_next[depth] = k + 1
            e = w.adj[k]
            bit = np.uint64(1) << np.uint64(e)
            if used & bit == 0:
                used |= bit
                length += w.edge_length[e]
                depth += 1
                w.stack_edge[depth] = e
                to = w.edge_a[e] + w.edge_b[e] - v
                w.stack_city[depth] = to
                w.stack_next[depth] = w.adj_first[np.uint64(to)]
                if length > best:
                    best = length
                    if best >= bound:
                        return best, steps
        elif depth == 0:
            return best, steps
        else:
            e = w.stack_edge[depth]
            used ^= np.uint64(1) << np.uint64(e)
            length -= w.edge_length[e]
            depth -= 1
    return best, steps


@jit
def trail_of_network(b: Record, w: Record, p: Int, label: Int, best: Int, bound: Int, most: Int) -> Int:
    """The longest trail of one network if it beats ``best``, else ``best``; -1 after ``most`` steps."""
    starts, steps = w.net_odd[label] - 1, most  # a trail that starts at the last odd city ends at one of the others
    for v in range(b.n_cities):
        if bound > best and starts > 0 and w.odd[v] and w.network[p, v] == label:
            best, steps = trail_from(w, v, best, bound, steps)
            starts -= 1
    return best if bound <= best or steps > 0 else -1


@jit
def longest_trail(b: Record, s: Record, w: Record, p: Int, floor: Int) -> Int:
    """Length of p's longest trail; its networks are labelled. Below ``floor`` it may be any value below ``floor``."""
    best: Int = 0
    if own_network(b, s, w, p) == 0:
        return best
    for label in range(b.n_cities):
        total = w.net_length[label]
        if total > best and total >= floor and w.net_odd[label] <= 2:
            best = np.int64(total)
    best = max(best, floor - 1)
    for label in range(b.n_cities):
        if w.net_length[label] > best and w.net_odd[label] > 2:
            bound = trail_bound(b, w, p, label)
            for most in (MOST_STEPS, ENDLESS):
                found = trail_of_network(b, w, p, label, best, bound, most)
                if found < 0:
                    found = swept_trail(b, w, p, label, best)
                if found >= 0:
                    break
            best = found
    return best
