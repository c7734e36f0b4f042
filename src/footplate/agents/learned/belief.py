"""Worlds that a search tries things in. What others have built says what tickets they are likely to hold."""

from __future__ import annotations

import math

import numpy as np

from footplate.agents.learned.forward import rand_unit
from footplate.engine.cards import ticket_place
from footplate.engine.determinize import determinize
from footplate.engine.jit import jit
from footplate.engine.layout import HELD, Int, Record
from footplate.engine.networks import distance
from footplate.engine.random import seed_stream

CANDIDATES = 32  # worlds of which one is taken


@jit
def weigh_tickets(b: Record, s: Record, seat: Int, belief: float, likely: Record) -> Int:
    """likely[p, t] = logarithm of how likely p is to hold a ticket, as far as ``seat`` sees: less for every train that
    it still needs, the more of p's trains are laid. Returns how many worlds there should be to choose from.
    """
    candidates, trains = 1, np.float64(b.n_trains)
    for p in range(b.n_players):
        laid = (trains - s.trains[p]) / trains
        for t in range(b.n_tickets):
            likely[p, t] = 0.0
            if p != seat and belief * laid > 0.0:
                likely[p, t] = -belief * laid * min(1.0, distance(b, s, p, t) / trains)
                candidates = CANDIDATES
    return candidates


@jit
def log_weight(b: Record, s: Record, likely: Record) -> float:
    total = 0.0
    for t in range(b.n_tickets):
        p = ticket_place(s, t) - HELD
        if 0 <= p < b.n_players:
            total += likely[p, t]
    return total


@jit
def make_world(
    b: Record, roots: Record, w: Record, likely: Record, candidates: Int, seed: Int, number: Int, worlds: Record, k: Int
) -> None:
    """worlds[k] = roots[0] filled in, one of some candidates by chance as likely as they are; the same for a number."""
    chosen, best = number * candidates, -np.inf
    for candidate in range(number * candidates, (number + 1) * candidates):
        fill_in(b, roots, w, seed, candidate, worlds, k)
        if candidates > 1:
            liking = log_weight(b, worlds[k], likely) - math.log(-math.log(rand_unit(w.scratch) * (1.0 - 1e-12)))
            if liking > best:
                chosen, best = candidate, liking
    if candidates > 1:
        fill_in(b, roots, w, seed, chosen, worlds, k)


@jit
def fill_in(b: Record, roots: Record, w: Record, seed: Int, number: Int, worlds: Record, k: Int) -> None:
    worlds[k] = roots[0]
    w.scratch.rng = seed_stream(seed, number)
    determinize(b, worlds[k], w.scratch)
