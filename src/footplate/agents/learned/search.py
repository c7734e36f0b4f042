"""A search with a network: tries in worlds that may be, many at once, so that the network looks at them together.

A try goes down the tree by PUCT: the searcher's decisions with the actor's shares as priors, everybody else's by the
actor. It ends after the searcher's turn, or one of the next ones, and the critic says what is to be expected there. The
actions at the root race: those that may be the best are tried equally often, in the same worlds in the same order, so
what luck brings, it brings to all of them.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from footplate.agents.layout import WORKS
from footplate.agents.learned.belief import make_world, weigh_worlds
from footplate.agents.learned.forward import (
    ACTION_CODE,
    CHANCE,
    choose_code,
    fact,
    hidden_rows,
)
from footplate.agents.learned.kernel import new_memories, start_memories
from footplate.agents.learned.tree import (
    add_decision,
    best_at_root,
    best_place,
    find_children,
    measure_spread,
    next_at_root,
)
from footplate.agents.learned.tries import (
    AT_LEAF,
    DEEPEST,
    ENDED,
    IN_TREE,
    MEMORIES,
    Tries,
    ask_actor,
    look,
    make_shares,
    new_tries,
    value_leaves,
)
from footplate.agents.learned.worth import worth_at_end
from footplate.agents.search.aim import choose
from footplate.agents.search.layout import (
    NODE,
    NODE_LIMIT,
    OPTIONS,
    SEARCH,
    new_nodes,
    new_search,
    new_states,
    read_options,
)
from footplate.agents.search.search import ITERATIONS
from footplate.agents.search.tree import set_node
from footplate.compile import entry_point, jit, weights_of
from footplate.encoders.actions import decode_action
from footplate.encoders.layout import MEMORY
from footplate.engine.entry_points import BOARDS, INT, STATES
from footplate.engine.layout import OVER, STATE, Int, Record, new_records
from footplate.engine.moves import legal_actions
from footplate.engine.random import rand_bits
from footplate.engine.step import step

TRIES = OPTIONS.index("tries")
MOST_TRIES = 128  # at once


# ---------------------------------------------------------------- the beginning


@jit
def begin(weights: Record, b: Record, roots: Record, nodes: Record, q: Record, w: Record, t: Tries) -> None:
    """A tree of the root and what the searcher may do there, with the actor's shares."""
    s = roots[0]
    q.searcher, q.stamp, q.done, q.n_nodes, q.unit = s.player, 0, 0, 1, 1.0
    q.seed = rand_bits(w.scratch)
    for code in range(q.mark.size):
        q.mark[code] = 0
    set_node(nodes[0], 0, q.searcher, 0.0)
    start_memories(weights, t.memories)
    weigh_worlds(weights, b, roots, q, w, t)
    look(weights, b, s, t, 0, 0)
    n = ask_actor(weights, b, s, w, t, t.buffers[hidden_rows(weights, t.xs, t.buffers, 1), 0])
    make_shares(t, n, q.prior)
    for i in range(n):
        action = np.int64(decode_action(fact(weights, ACTION_CODE), b, s, t.codes[i]))
        add_decision(nodes, q, 0, t.codes[i], action, t.shares[i])
        q.actions[i] = action
        q.visits[action] = 0
        q.value[action] = 0.0
        q.squares[action] = 0.0
        q.wins[action] = 0.0
    q.n_actions = n


# ---------------------------------------------------------------- a batch of tries


@jit
def take(weights: Record, b: Record, nodes: Record, q: Record, t: Tries, k: Int, child: Int) -> None:
    """Try k goes on to a node of the tree. After the last of the searcher's turns to be looked at it is at its leaf."""
    c, s = nodes[child], t.worlds[k]
    c.pending += 1
    t.path[k, t.depth[k]] = child
    t.depth[k] += 1
    step(b, s, decode_action(fact(weights, ACTION_CODE), b, s, np.int64(c.count)))
    t.turns[k] += s.player != q.searcher
    t.stage[k] = AT_LEAF if t.turns[k] >= q.turns or t.depth[k] == DEEPEST else IN_TREE


@jit
def start_try(weights: Record, b: Record, roots: Record, nodes: Record, q: Record, w: Record, t: Tries, k: Int) -> None:
    """Choose among the actions at the root, and try it in its next world."""
    child = next_at_root(nodes, q)
    number = np.int64(nodes[child].visits) + np.int64(nodes[child].pending)
    make_world(b, roots, q, w, t, number, k)
    t.chances[k].rng = w.scratch.rng
    t.depth[k], t.turns[k] = 0, 0
    take(weights, b, nodes, q, t, k, child)


@jit
def go_on(weights: Record, b: Record, nodes: Record, q: Record, w: Record, t: Tries, k: Int, hidden: Record) -> None:
    """One decision in try k: the searcher's by PUCT, others' by the actor."""
    s = t.worlds[k]
    n = ask_actor(weights, b, s, w, t, hidden)
    if s.player != q.searcher:
        code = t.codes[choose_code(t.logits, n, q.replies, t.chances[k])]
        step(b, s, decode_action(fact(weights, ACTION_CODE), b, s, code))
        return
    make_shares(t, n, q.prior)
    node = t.path[k, t.depth[k] - 1]
    find_children(nodes, q, node, t.codes, n, t.child_of)
    i = best_place(nodes, q, t.child_of, t.shares, n)
    child = t.child_of[i]
    if child == 0:
        if q.n_nodes == nodes.size:
            t.stage[k] = AT_LEAF
            return
        action = decode_action(fact(weights, ACTION_CODE), b, s, t.codes[i])
        child = add_decision(nodes, q, node, t.codes[i], action, t.shares[i])
    take(weights, b, nodes, q, t, k, child)


@jit
def look_ahead(weights: Record, b: Record, q: Record, w: Record, t: Tries, n: Int) -> Int:
    """Rows of all tries that have a decision to make, and an end to those whose game is over; how many rows."""
    rows = 0
    for k in range(n):
        s = t.worlds[k]
        if t.stage[k] == IN_TREE:
            while s.phase != OVER and legal_actions(b, s, w.acts) == 1:
                step(b, s, w.acts[0])
        if s.phase == OVER and t.stage[k] != ENDED:
            t.worth[k] = worth_at_end(weights, b, s, w, q.searcher)
            t.stage[k] = ENDED
        if t.stage[k] == IN_TREE:
            look(weights, b, s, t, k, rows)
            rows += 1
    return rows


@jit
def back_up(nodes: Record, q: Record, t: Tries, k: Int) -> None:
    worth = t.worth[k]
    nodes[0].visits += 1
    nodes[0].value += worth
    for d in range(t.depth[k]):
        c = nodes[t.path[k, d]]
        c.pending -= 1
        c.visits += 1
        c.value += worth
    a = nodes[t.path[k, 0]].action
    q.visits[a] += 1
    q.value[a] += worth
    q.squares[a] += worth * worth
    q.wins[a] += worth > 0.0
    q.done += 1


@jit
def try_together(
    weights: Record, b: Record, roots: Record, nodes: Record, q: Record, w: Record, t: Tries, n: Int
) -> None:
    """n tries, at most as many as there is room for."""
    chance = w.scratch.rng
    measure_spread(q)
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
        back_up(nodes, q, t, k)
    w.scratch.rng = chance


@jit
def search(weights: Record, b: Record, roots: Record, nodes: Record, q: Record, w: Record, t: Tries, n: Int) -> None:
    """n tries from roots[0]."""
    while n > 0:
        together = min(n, np.int64(q.tries), t.worlds.size)
        try_together(weights, b, roots, nodes, q, w, t, together)
        n -= together


@jit
def chosen_action(nodes: Record, q: Record, w: Record) -> Int:
    """The best at the root; with a temperature one by chance."""
    return np.int64(choose(q, w) if q.temperature > 0.0 else nodes[best_at_root(nodes, q)].action)


# ---------------------------------------------------------------- for compiled bots


if numba.config.DISABLE_JIT:

    def new_chances(n: Int) -> Record:
        return new_records(CHANCE, n)

else:

    @jit
    def new_chances(n: Int) -> Record:
        return np.zeros(n, CHANCE)


def network_search_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """A bot that searches with its network before every decision, in compiled matches."""
    if legal_actions(b, o, w.acts) == 1:
        return np.int64(w.acts[0])
    weights = weights_of(bot)
    roots, searches, n = new_states(1), new_search(), np.int64(bot.params[TRIES])
    roots[0] = o
    q = searches[0]
    read_options(q, bot.params)
    iterations = int(bot.params[ITERATIONS])
    nodes = new_nodes(min(b.n_actions + DEEPEST * iterations, NODE_LIMIT))
    t = new_tries(weights, new_states(n), new_memories(MEMORIES), new_chances(n))
    begin(weights, b, roots, nodes, q, w, t)
    search(weights, b, roots, nodes, q, w, t, iterations)
    # A record does not keep the array alive that it lies in, and numba frees an array after its last use.
    return chosen_action(nodes, q, w) + 0 * (roots.size + searches.size + t.worlds.size)


# ---------------------------------------------------------------- for Python

_SEARCHES = numba.typeof(new_records(SEARCH))
_NODES = numba.typeof(new_records(NODE))
_EXAMPLE: list[Any] = [
    *(new_records(kind) for kind in (STATE, MEMORY, CHANCE)),
    *(np.zeros(1, np.int64) for _ in range(3)),
    np.zeros((1, 1), np.uint32),
    np.zeros(1),
    np.zeros((1, 1)),
    np.zeros(1),
    np.zeros(1, np.int64),
    *(np.zeros((1, 1), np.int8) for _ in range(2)),
    np.zeros((1, 1, 1), np.float32),
    *(np.zeros(1, kind) for kind in (np.int64, np.float32, np.float64, np.uint32, np.bool_)),
]
_TRIES = numba.typeof(Tries(*_EXAMPLE))


@entry_point(BOARDS, STATES, _NODES, _SEARCHES, WORKS, _TRIES)
def begin_network_search(
    boards: Record, roots: Record, nodes: Record, searches: Record, works: Record, tries: Tries
) -> None:
    begin(weights_of(searches[0]), boards[0], roots, nodes, searches[0], works[0], tries)


@entry_point(BOARDS, STATES, _NODES, _SEARCHES, WORKS, _TRIES, INT)
def continue_network_search(
    boards: Record, roots: Record, nodes: Record, searches: Record, works: Record, tries: Tries, n: Int
) -> None:
    search(weights_of(searches[0]), boards[0], roots, nodes, searches[0], works[0], tries, n)


@entry_point(_NODES, _SEARCHES, WORKS)
def choose_by_network(nodes: Record, searches: Record, works: Record) -> Int:
    return chosen_action(nodes, searches[0], works[0])
