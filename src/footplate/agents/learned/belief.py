"""The posterior of worlds: which ways to fill in what is hidden are likely after what others have done.

A priori all worlds are equally likely. The evidence is that others built for their tickets, and drew and kept what is
good for them. So a world is likelier the nearer others are to their tickets in it, and the less the critic expects
there for the searcher. On usa these values of TRAINS and VALUE made the true world likeliest.
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

TRAINS = 25.0  # log-likelihood lost by a ticket that needs all trains, when all are laid
VALUE = 2.0  # log-likelihood lost for each unit of the reward that the critic expects
_GOLDEN = 0.6180339887498949


@jit
def weigh_tickets(b: Record, s: Record, seat: Int, likely: Record) -> None:
    """likely[p, t] = log-likelihood that p holds ticket t, as far as ``seat`` sees.

    It falls with every train that the ticket still needs, faster the more of p's trains are laid.
    """
    trains = np.float64(b.n_trains)
    for p in range(b.n_players):
        laid = (trains - s.trains[p]) / trains if p != seat else 0.0
        for t in range(b.n_tickets):
            likely[p, t] = -TRAINS * laid * min(1.0, distance(b, s, p, t) / trains) if laid > 0.0 else 0.0


@jit
def log_weight(b: Record, s: Record, likely: Record) -> float:
    """Log-likelihood of the tickets that are held in a world."""
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
    """share[i] = posterior probability of the worlds up to number i together."""
    weighed = n_weighed(q)
    if weighed == 0:
        return
    weigh_tickets(b, roots[0], q.searcher, t.likely)
    chance, most = w.scratch.rng, -np.inf
    for first in range(0, weighed, t.worlds.size):
        n = min(t.worlds.size, weighed - first)
        for k in range(n):
            deal_by_number(b, roots, q, w, first + k, t.worlds, k)
            t.tries[k].stage = AT_LEAF
        value_leaves(weights, b, q, w, t, n)
        for k in range(n):
            t.share[first + k] = q.options.belief * (log_weight(b, t.worlds[k], t.likely) - VALUE * t.tries[k].value)
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
    """Fill in try k's world, always the same for a number.

    A world that was weighed comes as often as it is likely, with its deck in another order every time.
    """
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
