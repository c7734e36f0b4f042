"""Worlds that a search tries things in: what is hidden is filled in as others are likely to hold it.

All ways to fill it in are equally likely to begin with. But others have tickets that they have built for, and they have
drawn and kept what is good for them: so worlds in which they are nearer to their tickets, and of which the critic
expects less for the searcher, are likelier. Measured on usa: TRAINS and VALUE make the true world likeliest.
"""

from __future__ import annotations

import math

import numpy as np

from footplate.agents.learned.tries import AT_LEAF, WORLDS, Tries, value_leaves
from footplate.agents.search.worlds import deal_by_number
from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, Int, Record
from footplate.engine.networks import distance
from footplate.engine.random import rand_bits, seed_stream, shuffle

TRAINS = 25.0  # e times rarer, for all trains that a ticket may need, when all are laid
VALUE = 2.0  # e times rarer for each unit of the reward
_GOLDEN = 0.6180339887498949


@jit
def weigh_tickets(b: Record, s: Record, seat: Int, likely: Record) -> None:
    """likely[p, t] = logarithm of how likely p is to hold a ticket, as far as ``seat`` sees: less for every train that
    it still needs, the more of p's trains are laid."""
    trains = np.float64(b.n_trains)
    for p in range(b.n_players):
        laid = (trains - s.trains[p]) / trains if p != seat else 0.0
        for t in range(b.n_tickets):
            likely[p, t] = -TRAINS * laid * min(1.0, distance(b, s, p, t) / trains) if laid > 0.0 else 0.0


@jit
def log_weight(b: Record, s: Record, likely: Record) -> float:
    total = 0.0
    for t in range(b.n_tickets):
        p = ticket_place(s, t) - HELD
        if 0 <= p < b.n_players:
            total += likely[p, t]
    return total


@jit
def n_weighed(q: Record) -> Int:
    """How many worlds are weighed."""
    return min(WORLDS, np.int64(q.options.iterations)) if q.options.belief > 0.0 else 0


@jit
def weigh_worlds(weights: Record, b: Record, roots: Record, q: Record, w: Record, t: Tries) -> None:
    """share[i] = how likely the worlds up to number i are together."""
    weighed = n_weighed(q)
    if weighed == 0:
        return
    weigh_tickets(b, roots[0], q.searcher, t.likely)
    chance, most = w.scratch.rng, -np.inf
    for first in range(0, weighed, t.worlds.size):
        n = min(t.worlds.size, weighed - first)
        for k in range(n):
            deal_by_number(b, roots, q, w, first + k, t.worlds, k)
            t.stage[k] = AT_LEAF
        value_leaves(weights, b, q, w, t, n)
        for k in range(n):
            t.share[first + k] = q.options.belief * (log_weight(b, t.worlds[k], t.likely) - VALUE * t.value[k])
            most = max(most, t.share[first + k])
    total = 0.0
    for i in range(weighed):
        total += math.exp(t.share[i] - most)
        t.share[i] = total
    for i in range(weighed):
        t.share[i] /= total
    w.scratch.rng = chance


@jit
def make_world(b: Record, roots: Record, q: Record, w: Record, t: Tries, number: Int, k: Int) -> None:
    """Fill in try k's world, always the same for a number. Of those that were weighed each comes as often as it is
    likely, with its deck in another order every time."""
    weighed = n_weighed(q)
    if weighed == 0:
        deal_by_number(b, roots, q, w, number, t.worlds, k)
        return
    point = (number + 0.5) * _GOLDEN % 1.0
    world = 0
    while world < weighed - 1 and t.share[world] < point:
        world += 1
    deal_by_number(b, roots, q, w, world, t.worlds, k)
    s = t.worlds[k]
    w.scratch.rng = seed_stream(q.seed, WORLDS + number)
    shuffle(w.scratch, s.deck, s.deck_n)
    s.rng = rand_bits(w.scratch)
