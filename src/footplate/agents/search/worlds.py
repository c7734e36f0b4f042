"""Worlds: determinizations of the root, in which a search fills in what is hidden.

A search plays in the true world (and cheats), in a new one every iteration, or in a few with a tree each. Worlds may
also be dealt by number, so that several actions are tried in the same ones. With a network they are drawn by their
posterior (agents/learned/belief.py).
"""

from __future__ import annotations

from footplate.agents.search.options import TREE_PER_WORLD, TRUE_WORLD
from footplate.agents.search.tree import plant
from footplate.compile import jit
from footplate.engine.determinize import determinize
from footplate.engine.layout import NOBODY, Int, Record
from footplate.engine.random import seed_stream


@jit
def deal_by_number(b: Record, roots: Record, q: Record, w: Record, number: Int, worlds: Record, k: Int) -> None:
    """worlds[k] = the observation filled in at random, always the same for a number."""
    worlds[k] = roots[0]
    w.scratch.rng = seed_stream(q.seed, number)
    determinize(b, worlds[k], w.scratch)


@jit
def enter_world(b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record) -> None:
    """work[0] = the world of the next iteration.

    With a tree per world work[1] keeps the guess; the next one comes after its share of the iterations.
    """
    guess, is_new = 0, True
    if q.options.worlds == TREE_PER_WORLD:
        guess, is_new = 1, q.done % max(1, int(q.options.iterations / max(1.0, q.options.trees))) == 0
    if is_new:
        work[guess] = roots[0]
        if q.options.worlds != TRUE_WORLD:
            determinize(b, work[guess], w.scratch)
        if guess == 1:
            plant(nodes, q, 1)
    if guess == 1:
        work[0] = work[1]
    if q.one_world:
        work[0].observer = NOBODY
