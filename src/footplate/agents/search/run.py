"""Searches as a whole, for compiled bots and for Python."""

from __future__ import annotations

import numba
import numpy as np

from footplate.agents.layout import WORKS
from footplate.agents.search.aim import choose
from footplate.agents.search.iterate import clear_root, iterate, plant
from footplate.agents.search.layout import (
    NODE,
    NODE_LIMIT,
    OPTIONS,
    SEARCH,
    TREE_PER_PLAYER,
    TREE_PER_WORLD,
    TRUE_WORLD,
    new_nodes,
    new_search,
    new_states,
    read_options,
)
from footplate.agents.search.observers import iterate_for_all, plant_for_all
from footplate.agents.search.plans import know_board
from footplate.agents.search.tree import make_logs
from footplate.agents.strong.planner import planner_action
from footplate.engine.determinize import determinize
from footplate.engine.doors import BOARDS, INT, STATES, door
from footplate.engine.jit import jit
from footplate.engine.layout import Int, Record, new_records
from footplate.engine.moves import legal_actions

ITERATIONS = OPTIONS.index("iterations")
LOGS = 1 << 16  # logarithms looked up instead of worked out


@jit
def begin(b: Record, roots: Record, nodes: Record, q: Record, w: Record) -> None:
    """Start a search at roots[0]. One that cheats would read what was erased, and the generator with it."""
    if q.worlds == TRUE_WORLD and roots[0].rng == np.uint64(0):
        raise ValueError("a search of the true game must be shown everything (game.reveal)")
    clear_root(b, roots, q, w)
    q.unit = 1.0
    know_board(b, q)
    q.advice = planner_action(b, roots[0], w) if q.prior > 0.0 else -1
    plant(b, nodes, q)
    if q.worlds == TREE_PER_PLAYER:
        plant_for_all(b, nodes, q)


@jit
def vote(b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record, logs: Record, n: Int) -> None:
    """n iterations, in one world after the other; what they find out about the root is added up."""
    each = max(1, int(q.iterations / max(1.0, q.trees)))
    end = q.done + n
    while q.done < end:
        in_this_world = q.done % each
        if in_this_world == 0:
            work[1] = roots[0]
            determinize(b, work[1], w.scratch)
            plant(b, nodes, q)
        q.worlds = TRUE_WORLD
        iterate(b, work[1:], work, nodes, q, w, logs, min(each - in_this_world, end - q.done))
        q.worlds = TREE_PER_WORLD


@jit
def go_on(b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record, logs: Record, n: Int) -> None:
    """n more iterations."""
    if q.worlds == TREE_PER_WORLD:
        vote(b, roots, work, nodes, q, w, logs, n)
    elif q.worlds == TREE_PER_PLAYER:
        iterate_for_all(b, roots, work, nodes, q, w, logs, n)
    else:
        iterate(b, roots, work, nodes, q, w, logs, n)


@jit
def search(b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record, logs: Record) -> Int:
    """A whole search, with the options in q; the action to play."""
    begin(b, roots, nodes, q, w)
    go_on(b, roots, work, nodes, q, w, logs, int(q.iterations))
    return np.int64(choose(q, w))


def search_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """A bot that searches before every decision, in compiled matches."""
    if legal_actions(b, o, w.acts) == 1:
        return np.int64(w.acts[0])
    roots, work, searches = new_states(1), new_states(2), new_search()
    roots[0] = o
    read_options(searches[0], bot.params)
    iterations = int(bot.params[ITERATIONS])
    nodes = new_nodes(min(b.n_players * (iterations + 1), NODE_LIMIT))
    action = search(b, roots, work, nodes, searches[0], w, make_logs(min(iterations + 2, LOGS)))
    # A record does not keep the array alive that it lies in, and numba frees an array after its last use.
    return action + 0 * (roots.size + work.size + searches.size)


NODES, SEARCHES = numba.typeof(new_records(NODE)), numba.typeof(new_records(SEARCH))
LOGARITHMS = numba.types.float64[::1]


@door(BOARDS, STATES, NODES, SEARCHES, WORKS)
def begin_search(boards: Record, roots: Record, nodes: Record, searches: Record, works: Record) -> None:
    begin(boards[0], roots, nodes, searches[0], works[0])


@door(BOARDS, STATES, STATES, NODES, SEARCHES, WORKS, LOGARITHMS, INT)
def continue_search(
    boards: Record, roots: Record, work: Record, nodes: Record, searches: Record, works: Record, logs: Record, n: Int
) -> None:
    go_on(boards[0], roots, work, nodes, searches[0], works[0], logs, n)


@door(SEARCHES, WORKS)
def choose_action(searches: Record, works: Record) -> Int:
    return np.int64(choose(searches[0], works[0]))


def load_search() -> None:
    """Load the compiled code of a search, so that no decision waits for it."""
    for entry in (begin_search, continue_search, choose_action):
        entry.open()
