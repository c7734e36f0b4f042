"""The longest trail of one network by a sweep over its routes: exact also where there are endless trails to try.

A trail is what remains of a network when routes are left out so that the rest hangs together and at most two cities
are odd. The sweep decides route by route what is left out. All that it has to remember is the frontier: for each city
with routes on both sides, whether it is odd so far and with which others it hangs together. Going backwards without
the second question gives the least that must still be left out, from every frontier (``_least_losses``). With that as
a bound, ``_least_trail_loss`` looks for a trail that leaves out so much, then one more, until there is one. Its table
of bounded size says which frontiers lead nowhere; what was overwritten there is only searched again.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, CITIES, OWNED, SCRATCH, Int, Record

WIDEST = 15  # cities on a frontier; of thousands of networks made to be wide none had more than 12
NEVER = 255  # more than any network has
LEAST_TABLE, LARGEST_TABLE = 1 << 11, 1 << 20  # entries of the table, 16 bytes each; it grows by eights
DEAD, OPEN, CLOSED = 0, 1, 2  # what a decision leads to: nothing, a frontier, or a whole trail

SWEEP = np.dtype(
    [
        ("n", np.int64), ("order", np.int64, (OWNED,)), ("routes", np.uint64, (CITIES,)),  # routes: of a city, as bits
        # by step: its route; by its two ends: the place on the frontier, and what becomes of the city
        ("length", np.int64, (OWNED,)), ("place", np.int64, (OWNED, 2)),
        ("leaves", np.uint8, (OWNED, 2)), ("may_end", np.uint8, (OWNED, 2)),
        # before each step: the trains still to come, the places and the parities of the frontier
        ("rest", np.int64, (OWNED + 1,)), ("places", np.int64, (OWNED + 1,)), ("active", np.int64, (OWNED + 1,)),
        ("first", np.int64, (OWNED + 2,)),
        # the way of the search: the frontier before each step, what was left out, and decisions tried
        ("blocks", np.uint64, (OWNED + 1,)), ("odd", np.int64, (OWNED + 1,)), ("ends", np.int64, (OWNED + 1,)),
        ("lost", np.int64, (OWNED + 1,)), ("tried", np.int64, (OWNED + 1,)),
    ]
)  # fmt: skip


@jit
def _bit(i: Int) -> Int:
    return np.uint64(1) << np.uint64(i)


@jit
def _ones(bits: Int) -> Int:
    n = 0
    while bits:
        bits &= bits - np.uint64(1)
        n += 1
    return n


# ---------------------------------------------------------------- the order of the sweep


@jit
def _growth(w: Record, v: Int, left: Int, front: Int) -> Int:
    """By how many cities the frontier grows when all routes of v are swept; CITIES if none of them leads there."""
    cities = _bit(v)
    for k in range(w.adj_first[v], w.adj_first[v + 1]):
        e = w.adj[k]
        if left & _bit(e):
            cities |= _bit(w.edge_a[e]) | _bit(w.edge_b[e])
    return _ones(cities & ~front) - 1 if cities & front else CITIES


@jit
def _order_from(b: Record, w: Record, q: Record, start: Int, left: Int) -> Int:
    """City after city, each the one that widens the frontier least; returns how many parities there are in all."""
    front, v, work = np.uint64(0), start, 0
    q.n = 0
    while True:
        for k in range(w.adj_first[v], w.adj_first[v + 1]):
            e = w.adj[k]
            if left & _bit(e):
                q.order[q.n] = e
                q.n += 1
                left &= ~_bit(e)
                x, y = w.edge_a[e], w.edge_b[e]
                front |= _bit(x) | _bit(y)
                work += 1 << _ones(front)
                if q.routes[x] & left == 0:
                    front &= ~_bit(x)
                if q.routes[y] & left == 0:
                    front &= ~_bit(y)
        if front == 0:
            return work
        least = CITIES
        for u in range(b.n_cities):
            if q.routes[u] & left:
                growth = _growth(w, u, left, front)
                if growth < least:
                    least, v = growth, u


@jit
def _best_order(b: Record, w: Record, q: Record, p: Int, label: Int) -> None:
    every, best, start, work = np.uint64(0), 0, -1, 0
    for v in range(b.n_cities):
        q.routes[v] = 0
        for k in range(w.adj_first[v], w.adj_first[v + 1]):
            q.routes[v] |= _bit(w.adj[k])
        every |= q.routes[v]
    for k in range(b.n_cities + 1):
        v = k if k < b.n_cities else start  # the best once more
        if q.routes[v] and w.network[p, v] == label:
            work = _order_from(b, w, q, v, every)
            if start < 0 or work < best:
                best, start = work, v


@jit
def _lay_out(w: Record, q: Record) -> Int:
    """Every step of the sweep, each city at the first place that is free; returns the width of the frontier."""
    left, taken, width = np.uint64(0), 0, 0
    place = np.full(CITIES, -1)
    for i in range(q.n):
        left |= _bit(q.order[i])
    q.first[0] = 0
    for i in range(q.n + 1):
        q.active[i] = taken
        places = 0
        while taken >> places:
            places += 1
        q.places[i] = places
        q.first[i + 1] = q.first[i] + (3 << places)
        if i == q.n:
            return width
        e = q.order[i]
        left &= ~_bit(e)
        q.length[i] = w.edge_length[e]
        stay = taken
        for end in range(2):
            city = w.edge_b[e] if end else w.edge_a[e]
            if place[city] < 0:
                place[city] = 0
                while (taken >> place[city]) & 1:
                    place[city] += 1
                taken |= 1 << place[city]
            stay |= 1 << place[city]
            q.leaves[i, end] = q.routes[city] & left == 0
            if q.leaves[i, end]:
                stay &= ~(1 << place[city])
            q.place[i, end], q.may_end[i, end] = place[city], w.odd[city]
        while taken >> width:
            width += 1
        taken = stay
    return width


# ---------------------------------------------------------------- parities alone


@jit
def _leave(q: Record, i: Int, odd: Int, ends: Int) -> tuple[Int, Int]:
    """Which cities are odd, and how many ends the trail has, once step i's cities left; 3 ends: there is no way."""
    for end in range(2):
        if q.leaves[i, end] and (odd >> q.place[i, end]) & 1:
            odd ^= 1 << q.place[i, end]
            ends = ends + 1 if q.may_end[i, end] else 3
    return odd, min(ends, 3)


@jit
def _turned(q: Record, i: Int, odd: Int) -> Int:
    """Which cities are odd if the route of step i is kept."""
    return odd ^ (1 << q.place[i, 0]) ^ (1 << q.place[i, 1])


@jit
def _least_losses(q: Record, least: Record) -> None:
    """By step, odd cities and ends so far: the least that is left out from there on, if it need not hang together."""
    for k in range(3):
        least[q.first[q.n] + k] = 0
    q.rest[q.n] = 0
    for i in range(q.n - 1, -1, -1):
        q.rest[i] = q.rest[i + 1] + q.length[i]
        for odd in range(1 << q.places[i]):
            for ends in range(3):
                here = q.first[i] + 3 * odd + ends
                least[here] = NEVER
                if odd & ~q.active[i]:
                    continue
                for keep in range(2):
                    then, n = _leave(q, i, _turned(q, i, odd) if keep else odd, ends)
                    if n < 3:
                        loss = least[q.first[i + 1] + 3 * then + n] + (0 if keep else q.length[i])
                        least[here] = min(least[here], loss)


# ---------------------------------------------------------------- what hangs together


@jit
def _block(blocks: Int, place: Int) -> Int:
    """The block of the city at a place: 1 + the first place in it; 0: no route of the city is kept so far."""
    return (blocks >> np.uint64(4 * place)) & np.uint64(15)


@jit
def _renamed(blocks: Int, old: Int, new: Int, width: Int) -> Int:
    for place in range(width):
        if _block(blocks, place) == old:
            blocks ^= (old ^ new) << np.uint64(4 * place)
    return blocks


@jit
def _joined(blocks: Int, x: Int, y: Int, width: Int) -> Int:
    """The blocks after a route between two places is kept."""
    for place in (x, y):
        if _block(blocks, place) == 0:
            blocks |= np.uint64(place + 1) << np.uint64(4 * place)
    one, other = _block(blocks, x), _block(blocks, y)
    return blocks if one == other else _renamed(blocks, max(one, other), min(one, other), width)


@jit
def _without(blocks: Int, place: Int, width: Int) -> tuple[Int, Int]:
    """The blocks after a city left the frontier, and whether there is still a way: DEAD, OPEN or CLOSED."""
    old = _block(blocks, place)
    if old == 0:
        return blocks, OPEN
    blocks ^= old << np.uint64(4 * place)
    for k in range(width):
        if _block(blocks, k) == old:
            return (_renamed(blocks, old, np.uint64(k + 1), width) if k >= place else blocks), OPEN
    return blocks, (DEAD if blocks else CLOSED)


@jit
def _decide(q: Record, i: Int, keep: bool, width: Int) -> Int:
    """Keep or leave out the route of step i, and write the frontier after it: DEAD, OPEN or CLOSED."""
    odd, blocks, lost = q.odd[i], q.blocks[i], q.lost[i]
    if keep:
        odd = _turned(q, i, odd)
        blocks = _joined(blocks, q.place[i, 0], q.place[i, 1], width)
    else:
        lost += q.length[i]
    odd, ends = _leave(q, i, odd, q.ends[i])
    state = DEAD if ends == 3 else OPEN
    for end in range(2):
        if q.leaves[i, end] and state != DEAD:
            blocks, then = _without(blocks, q.place[i, end], width)
            state = max(state, then) if then != DEAD else DEAD
    q.odd[i + 1], q.blocks[i + 1], q.lost[i + 1], q.ends[i + 1] = odd, blocks, lost, ends
    return state


# ---------------------------------------------------------------- the search


@jit
def _least_trail_loss(q: Record, least: Record, most: Int, width: Int) -> Int:
    """The least that a trail leaves out; ``most`` + 1 if it is more than that. ``least`` bounds it from below.

    The table holds two words for a frontier: its blocks and ends, and its odd cities, step, and 1 + the loss for which
    no trail goes on from there.
    """
    table = np.zeros((LEAST_TABLE, 2), np.uint64)
    given_up = 0
    for limit in range(least[0], most + 1):
        i = 0
        q.blocks[0], q.odd[0], q.ends[0], q.lost[0], q.tried[0] = 0, 0, 0, 0, 0
        while i >= 0:
            spare = limit - q.lost[i]
            if q.tried[i] == 0 and (i == q.n or least[q.first[i] + 3 * q.odd[i] + q.ends[i]] > spare):
                i -= 1
                continue
            if q.tried[i] != 1:
                key = q.blocks[i] | np.uint64(q.ends[i]) << np.uint64(60)
                rest = np.uint64(q.odd[i] | i << 16)
                h = (key ^ (rest * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xD6E8FEB86659FD93)
                at = (h ^ (h >> np.uint64(32))) & np.uint64(len(table) - 1)
                hopeless = table[at, 0] == key and table[at, 1] >> np.uint64(8) == rest
                if q.tried[i] == 2:
                    table[at, 0], table[at, 1] = key, rest << np.uint64(8) | np.uint64(spare + 1)
                    given_up += 1
                    if given_up == len(table) and given_up < LARGEST_TABLE:
                        table = np.zeros((8 * given_up, 2), np.uint64)
                if q.tried[i] == 2 or (hopeless and np.int64(table[at, 1] & np.uint64(255)) > spare):
                    i -= 1
                    continue
            q.tried[i] += 1
            state = _decide(q, i, q.tried[i] == 1, width)
            if state == CLOSED and q.lost[i + 1] + q.rest[i + 1] <= limit:
                return limit
            if state == OPEN:
                i += 1
                q.tried[i] = 0
    return most + 1


@jit
def _swept_in(b: Record, w: Record, p: Int, label: Int, best: Int, room: Record) -> Int:
    q = room[0]
    _best_order(b, w, q, p, label)
    width = _lay_out(w, q)
    if width > WIDEST:
        return -1
    least = np.empty(q.first[q.n + 1], np.uint8)
    _least_losses(q, least)
    return q.rest[0] - _least_trail_loss(q, least, q.rest[0] - best - 1, width)


@indirect_call(int, BOARD, SCRATCH, int, int, int)
def swept_trail(b: Record, w: Record, p: Int, label: Int, best: Int) -> Int:
    """The longest trail of p's network ``label`` if it beats ``best``, else ``best``; -1: the frontier is too wide."""
    return _swept_in(b, w, p, label, best, np.empty(1, SWEEP))  # a record alone doesn't keep its memory
