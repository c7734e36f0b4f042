"""A search with a network: simulations in sampled worlds, a batch at a time, for which the network sees many rows.

A simulation is called a try here. The tree has the searcher's own decisions only: a node is a sequence of the
searcher's actions, whatever others did in between. A try goes down the tree by PUCT, with the actor's probabilities as
priors. The actor also plays for everybody else. A try ends after one of the searcher's turns, and the critic gives the
value of its leaf. With a network that has no critic, the actor plays on for everybody to the end of the game. Which
actions are legal, and how likely, differs from world to world. So the actor is asked at every visit, and a node is
known by the actor's code.

The actions at the root race (successive elimination): those that may be the best are tried equally often, in the same
worlds in the same order. So all of them share the same luck.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORKS
from footplate.agents.learned import tries as T
from footplate.agents.learned.belief import make_world, weigh_worlds
from footplate.agents.learned.forward import choose_code, hidden_rows
from footplate.agents.learned.kernel import start_memories
from footplate.agents.learned.layers import ACTION_CODE, fact
from footplate.agents.learned.tries import (
    Tries,
    ask_actor,
    has_critic,
    look,
    make_priors,
    new_tries,
    value_at_end,
    value_leaves,
)
from footplate.agents.search.layout import NO_NODE, NODE, NODE_LIMIT, SEARCH
from footplate.agents.search.options import MOST_DECISIONS
from footplate.agents.search.root import add_to_root, choose, clear_root, mean_and_spread
from footplate.agents.search.search import NODES, SEARCHES, take_over
from footplate.agents.search.selection import best_by_puct, best_in_race, child_by_race
from footplate.agents.search.tree import add_child, back_up, plant
from footplate.compile import entry_point, jit, new_array, weights_of
from footplate.encoders.actions import decode_action
from footplate.encoders.layout import MEMORY
from footplate.engine.entry_points import BOARDS, INT, STATES
from footplate.engine.layout import OVER, STATE, Int, Record
from footplate.engine.moves import legal_actions
from footplate.engine.random import rand_bits
from footplate.engine.step import step

LEAST_SPREAD = 0.05  # of what tries bring
ENOUGH = 16  # tries, to know it
FIRST_PLAY = 0.25  # spreads by which an untried action is thought worse than the tried ones, if all likely ones are


@jit
def begin(weights: Record, b: Record, roots: Record, nodes: Record, q: Record, w: Record, t: Tries) -> None:
    """A tree of the root and what the searcher may do there, with the actor's priors."""
    s = roots[0]
    clear_root(q, s.player)
    plant(nodes, q, 1)
    q.seed = rand_bits(w.scratch)
    start_memories(weights, t.memories)
    weigh_worlds(weights, b, roots, q, w, t)
    look(weights, b, s, t, 0, 0)
    n = ask_actor(weights, b, s, w, t, t.buffers[hidden_rows(weights, t.xs, t.buffers, 1), 0])
    make_priors(q, t, n)
    for i in range(n):
        action = np.int64(decode_action(fact(weights, ACTION_CODE), b, s, t.codes[i]))
        add_child(nodes, q, 0, action, t.codes[i], q.searcher)
        add_to_root(q, action, q.weight[i])


# ---------------------------------------------------------------- a batch of tries


@jit
def take(weights: Record, b: Record, nodes: Record, q: Record, t: Tries, k: Int, child: Int) -> None:
    """Try k goes on to a node of the tree. After the last of the searcher's turns to be looked at it is at its leaf."""
    c, s, this = nodes[child], t.worlds[k], t.tries[k]
    c.pending += 1
    this.path[this.depth] = child
    this.depth += 1
    step(b, s, decode_action(fact(weights, ACTION_CODE), b, s, np.int64(c.code)))
    this.turns += s.player != q.searcher
    is_leaf = this.turns >= q.options.turns or this.depth == MOST_DECISIONS
    this.stage = stage_at_leaf(weights) if is_leaf else T.IN_TREE


@jit
def stage_at_leaf(weights: Record) -> Int:
    """A critic looks at a leaf; without one the game goes on from there."""
    return T.AT_LEAF if has_critic(weights) else T.PLAYED_ON


@jit
def start_try(weights: Record, b: Record, roots: Record, nodes: Record, q: Record, w: Record, t: Tries, k: Int) -> None:
    """Choose among the actions at the root, and try it in its next world."""
    child = child_by_race(nodes, q)
    number = np.int64(nodes[child].visits) + np.int64(nodes[child].pending)
    make_world(b, roots, q, w, t, number, k)
    this = t.tries[k]
    this.rng, this.depth, this.turns = w.scratch.rng, 0, 0
    take(weights, b, nodes, q, t, k, child)


@jit
def go_on(weights: Record, b: Record, nodes: Record, q: Record, w: Record, t: Tries, k: Int, hidden: Record) -> None:
    """One decision in try k: the searcher's by PUCT, others' by the actor, and beyond its leaf everybody's."""
    s, this = t.worlds[k], t.tries[k]
    n = ask_actor(weights, b, s, w, t, hidden)
    if s.player != q.searcher or this.stage == T.PLAYED_ON:
        code = t.codes[choose_code(t.logits, n, q.options.replies, this)]
        step(b, s, decode_action(fact(weights, ACTION_CODE), b, s, code))
        return
    make_priors(q, t, n)
    node = this.path[this.depth - 1]
    i = best_by_puct(nodes, q, node, t.codes, n, q.options.cp * q.unit, FIRST_PLAY * q.unit, True)
    if i < 0:
        this.stage = stage_at_leaf(weights)
        return
    child = q.child[i]
    if child == NO_NODE:
        action = decode_action(fact(weights, ACTION_CODE), b, s, t.codes[i])
        child = add_child(nodes, q, node, action, t.codes[i], q.searcher)
    take(weights, b, nodes, q, t, k, child)


@jit
def look_ahead(weights: Record, b: Record, q: Record, w: Record, t: Tries, n: Int) -> Int:
    """Rows of all tries that have a decision to make, and an end to those whose game is over; how many rows."""
    rows = 0
    for k in range(n):
        s, this = t.worlds[k], t.tries[k]
        goes_on = this.stage == T.IN_TREE or this.stage == T.PLAYED_ON
        if goes_on:
            while s.phase != OVER and legal_actions(b, s, w.acts) == 1:
                step(b, s, w.acts[0])
        if s.phase == OVER and this.stage != T.ENDED:
            this.value = value_at_end(weights, b, s, w, q.searcher)
            this.stage = T.ENDED
        if goes_on and this.stage != T.ENDED:
            look(weights, b, s, t, k, rows)
            rows += 1
    return rows


@jit
def try_together(
    weights: Record, b: Record, roots: Record, nodes: Record, q: Record, w: Record, t: Tries, n: Int
) -> None:
    """n tries, at most as many as there is room for."""
    chance = w.scratch.rng
    if q.done >= ENOUGH:
        q.unit = max(LEAST_SPREAD, mean_and_spread(q)[1])
    for k in range(n):
        start_try(weights, b, roots, nodes, q, w, t, k)
    rows = look_ahead(weights, b, q, w, t, n)
    while rows > 0:
        hidden = t.buffers[hidden_rows(weights, t.xs, t.buffers, rows)]
        for row in range(rows):
            go_on(weights, b, nodes, q, w, t, t.asking[row], hidden[row])
        rows = look_ahead(weights, b, q, w, t, n)
    value_leaves(weights, b, q, w, t, n)
    for k in range(n):
        this = t.tries[k]
        for d in range(this.depth):
            nodes[this.path[d]].pending -= 1
        q.payoff[q.searcher], q.win = this.value, this.value > 0.0
        back_up(nodes, q, this.path, this.depth)
    w.scratch.rng = chance


@jit
def search(weights: Record, b: Record, roots: Record, nodes: Record, q: Record, w: Record, t: Tries, n: Int) -> None:
    """n tries from roots[0]."""
    while n > 0:
        together = min(n, np.int64(q.options.tries), t.worlds.size)
        try_together(weights, b, roots, nodes, q, w, t, together)
        n -= together


@jit
def chosen_action(nodes: Record, q: Record, w: Record) -> Int:
    """The best at the root; with a temperature one by chance."""
    return np.int64(choose(q, w) if q.options.temperature > 0.0 else nodes[best_in_race(nodes, q)].action)


# ---------------------------------------------------------------- for compiled bots


@jit
def decide(b: Record, o: Record, w: Record, bot: Record, roots: Record, searches: Record) -> Int:
    """Search and choose, in memory that the caller keeps: numba frees an array whose records are still in use."""
    q, weights = searches[0], weights_of(bot)
    take_over(o, bot, roots, q)
    iterations = int(q.options.iterations)
    nodes = new_array(min(b.n_actions + MOST_DECISIONS * iterations, NODE_LIMIT), NODE)
    n = int(q.options.tries)
    t = new_tries(weights, new_array(n, T.TRY), new_array(n, STATE), new_array(T.MEMORIES, MEMORY))
    begin(weights, b, roots, nodes, q, w, t)
    search(weights, b, roots, nodes, q, w, t, iterations)
    return chosen_action(nodes, q, w)


def network_search_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """A bot that searches with its network before every decision, in compiled matches."""
    if legal_actions(b, o, w.acts) == 1:
        return np.int64(w.acts[0])
    return decide(b, o, w, bot, new_array(1, STATE), new_array(1, SEARCH))


# ---------------------------------------------------------------- for Python


@entry_point(BOARDS, STATES, NODES, SEARCHES, WORKS, T.TRIES)
def begin_network_search(
    boards: Record, roots: Record, nodes: Record, searches: Record, works: Record, tries: Tries
) -> None:
    begin(weights_of(searches[0]), boards[0], roots, nodes, searches[0], works[0], tries)


@entry_point(BOARDS, STATES, NODES, SEARCHES, WORKS, T.TRIES, INT)
def continue_network_search(
    boards: Record, roots: Record, nodes: Record, searches: Record, works: Record, tries: Tries, n: Int
) -> None:
    search(weights_of(searches[0]), boards[0], roots, nodes, searches[0], works[0], tries, n)


@entry_point(NODES, SEARCHES, WORKS)
def choose_by_network(nodes: Record, searches: Record, works: Record) -> Int:
    return chosen_action(nodes, searches[0], works[0])


ENTRIES = begin_network_search, continue_network_search, choose_by_network
