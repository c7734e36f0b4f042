"""Tries that are under way in a search with a network, and what the network says of their worlds."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from footplate.agents.learned.forward import (
    ACTOR_LAYERS,
    ENCODER,
    INPUTS,
    OUTPUTS,
    WIDEST,
    critic_rows,
    fact,
    layer_fact,
    logits_of,
)
from footplate.agents.learned.kernel import list_codes, start_memories
from footplate.agents.learned.values import value_at_leaf
from footplate.agents.search.options import MOST_DECISIONS
from footplate.compile import jit
from footplate.encoders.kernels import encode, encode_private
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, PLAYERS, TICKETS, Int, Record

MEMORIES = 512 + PLAYERS
WORLDS = 256  # that are weighed
IN_TREE, AT_LEAF, ENDED = range(3)  # what a try is at


class Tries(NamedTuple):
    """Tries that are under way."""

    worlds: Record  # STATE
    memories: (
        Record  # of the encoder: the last PLAYERS for private rows, by seat, and the others for views (``place_of``)
    )
    chances: Record  # what replies are chosen with
    stage: Record
    depth: Record  # decisions of the searcher's so far
    turns: Record  # of the searcher's that are over
    path: Record  # (tries, MOST_DECISIONS) nodes
    value: Record  # what the searcher gets
    likely: Record  # (PLAYERS, TICKETS) what everybody may hold (belief.py)
    share: Record  # of each world that was weighed, and of those before it
    asking: Record  # tries whose rows are in ``xs``
    xs: Record
    privates: Record
    buffers: Record
    codes: Record  # what is legal in one world, and its logits
    logits: Record
    is_listed: Record  # by code (list_codes)


@jit
def new_tries(weights: Record, worlds: Record, memories: Record, chances: Record) -> Tries:
    """Room for as many tries as there are worlds."""
    n, widest = worlds.size, fact(weights, WIDEST)
    actor = fact(weights, ACTOR_LAYERS)
    inputs, outputs = layer_fact(weights, 0, INPUTS), layer_fact(weights, actor - 1, OUTPUTS)
    private = layer_fact(weights, actor, INPUTS) - inputs
    start_memories(weights, memories)
    return Tries(
        worlds,
        memories,
        chances,
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros((n, MOST_DECISIONS), np.uint32),
        np.zeros(n, np.float64),
        np.zeros((PLAYERS, TICKETS), np.float64),
        np.zeros(WORLDS, np.float64),
        np.zeros(n, np.int64),
        np.zeros((n, inputs), np.int8),
        np.zeros((n, private), np.int8),
        np.zeros((2, n, widest), np.float32),
        np.zeros(outputs, np.int64),
        np.zeros(outputs, np.float32),
        np.zeros(outputs, np.bool_),
    )


@jit
def place_of(b: Record, s: Record, places: Int) -> Int:
    """Which memory has the view of the player to move, if any: worlds with the same routes and tickets share one."""
    seat = np.int64(s.player)
    key = seat
    for p in range(b.n_players):
        key = (key * 31 + np.int64(s.trains[p])) * 31 + np.int64(s.points[p])
    for ticket in range(b.n_tickets):
        if ticket_place(s, ticket) == HELD + seat:
            key = key * 31 + ticket
    return (key & 0x7FFFFFFF) % places


@jit
def look(weights: Record, b: Record, s: Record, t: Tries, k: Int, row: Int) -> None:
    """Write what the player to move sees in try k's world into a row."""
    m = t.memories[place_of(b, s, t.memories.size - PLAYERS)]
    encode(fact(weights, ENCODER), b, s, s.player, m, t.xs[row])
    t.asking[row] = k


@jit
def ask_actor(weights: Record, b: Record, s: Record, w: Record, t: Tries, hidden: Record) -> Int:
    """List what is legal with its logits; how many."""
    n = list_codes(weights, b, s, w.acts, t.is_listed, t.codes)
    logits_of(weights, hidden, t.codes, n, t.logits)
    return n


@jit
def make_priors(q: Record, t: Tries, n: Int) -> None:
    """weight = how often the actor would choose each of n codes, with its logits weighed by the option ``prior``."""
    most, total = t.logits[0], 0.0
    for i in range(n):
        most = max(most, t.logits[i])
    for i in range(n):
        q.weight[i] = math.exp(q.options.prior * np.float64(t.logits[i] - most))
        total += q.weight[i]
    for i in range(n):
        q.weight[i] /= total


@jit
def value_leaves(weights: Record, b: Record, q: Record, w: Record, t: Tries, n: Int) -> None:
    """Ask the critic about all leaves together."""
    rows = 0
    for k in range(n):
        if t.stage[k] == AT_LEAF:
            s = t.worlds[k]
            look(weights, b, s, t, k, rows)
            encode_private(fact(weights, ENCODER), b, s, s.player, t.memories[-PLAYERS:], t.privates[rows])
            rows += 1
    now = critic_rows(weights, t.xs, t.privates, t.buffers, rows)
    for row in range(rows):
        k = t.asking[row]
        t.value[k] = value_at_leaf(weights, b, t.worlds[k], w, q.searcher, t.buffers[now, row])
