"""Tries: the simulations under way in a search with a network, and what the network says of their worlds."""

from __future__ import annotations

import math
from typing import NamedTuple

import numba
import numpy as np

from footplate.agents.learned import layers as L
from footplate.agents.learned.forward import critic_rows, logits_of
from footplate.agents.learned.kernel import list_codes, start_memories
from footplate.agents.learned.layers import POINTS, VALUES, fact
from footplate.agents.search.options import MOST_DECISIONS
from footplate.compile import jit
from footplate.encoders.kernels import encode, encode_private
from footplate.encoders.layout import MEMORY
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, PLAYERS, STATE, TICKETS, Int, Record, new_records
from footplate.engine.moves import bits
from footplate.engine.networks import label_networks
from footplate.engine.score import score_game, winners
from footplate.engine.ticket_points import points_for

MEMORIES = 512 + PLAYERS
WORLDS = 256  # that are weighed
IN_TREE, AT_LEAF, PLAYED_ON, ENDED = range(4)  # the stage of a try


TRY = np.dtype(
    [
        ("stage", np.int64),  # IN_TREE, AT_LEAF, PLAYED_ON (beyond its leaf, to the end) or ENDED
        ("depth", np.int64), ("path", np.uint32, (MOST_DECISIONS,)),  # nodes, below the root
        ("turns", np.int64),  # of the searcher's that are over
        ("value", np.float64),  # what the searcher gets
        ("rng", np.uint64),  # what replies are chosen with
    ],
    align=True,
)  # fmt: skip


class Tries(NamedTuple):
    """Tries that are under way, n at once, and what the network works on."""

    tries: Record  # n of TRY
    worlds: Record  # n of STATE
    memories: Record  # MEMORIES of the encoder's: the last PLAYERS for private rows, by seat, the others for views
    likely: Record  # (PLAYERS, TICKETS) what everybody may hold (belief.py)
    share: Record  # (WORLDS,) of each world that was weighed, and of those before it
    asking: Record  # (n,) tries whose rows are in ``xs``
    xs: Record  # (n, inputs)
    privates: Record  # (n, private inputs)
    buffers: Record  # (2, n, widest layer)
    codes: Record  # (outputs,) what is legal in one world
    logits: Record  # (outputs,) of those
    is_listed: Record  # (outputs,) by code (list_codes)


def with_room(
    tries: Record, worlds: Record, memories: Record, inputs: Int, private: Int, outputs: Int, widest: Int
) -> Tries:
    """Room for the inputs and outputs of as many tries as there are worlds."""
    n = worlds.size
    return Tries(
        tries,
        worlds,
        memories,
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


TRIES = numba.typeof(with_room(new_records(TRY), new_records(STATE), new_records(MEMORY), 1, 1, 1, 1))
_with_room = jit(with_room)


@jit
def has_critic(weights: Record) -> bool:
    return fact(weights, L.CRITIC_LAYERS) > 0


@jit
def new_tries(weights: Record, tries: Record, worlds: Record, memories: Record) -> Tries:
    """Tries for this network, n at once."""
    inputs, private, outputs = fact(weights, L.INPUTS_SEEN), fact(weights, L.PRIVATE_SEEN), fact(weights, L.CODES)
    start_memories(weights, memories)
    return _with_room(tries, worlds, memories, inputs, private, outputs, fact(weights, L.WIDEST))


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
    encode(b, s, s.player, m, t.xs[row])
    t.asking[row] = k


@jit
def ask_actor(weights: Record, b: Record, s: Record, w: Record, t: Tries, hidden: Record) -> Int:
    """List what is legal with its logits; how many."""
    n = list_codes(weights, b, s, w.acts, t.is_listed, t.codes)
    logits_of(weights, hidden, t.codes, n, t.logits)
    return n


@jit
def make_priors(q: Record, t: Tries, n: Int) -> None:
    """weight = the softmax of the logits of n codes, times the option ``prior``."""
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
    """Ask the critic about all leaves together; without one they are all worth the same."""
    rows = 0
    for k in range(n):
        if t.tries[k].stage == AT_LEAF and not has_critic(weights):
            t.tries[k].value = 0.0
            continue
        if t.tries[k].stage == AT_LEAF:
            s = t.worlds[k]
            look(weights, b, s, t, k, rows)
            if t.privates.shape[1] > 0:
                encode_private(b, s, s.player, t.memories[-PLAYERS:], t.privates[rows])
            rows += 1
    if rows == 0:
        return
    now = critic_rows(weights, t.xs, t.privates, t.buffers, rows)
    for row in range(rows):
        k = t.asking[row]
        t.tries[k].value = value_at_leaf(weights, b, t.worlds[k], w, q.searcher, t.buffers[now, row])


# ---------------------------------------------------------------- values, in units of the network's reward


@jit
def points_ahead(b: Record, s: Record, w: Record, p: Int) -> float:
    """Points of p over the mean of the others as it stands, with tickets that are not done as lost."""
    label_networks(b, s, w.scratch)
    for r in range(b.n_players):
        w.scratch.total[r] = s.points[r]
    for ticket in range(b.n_tickets):
        r = ticket_place(s, ticket) - HELD
        if 0 <= r < b.n_players:
            w.scratch.total[r] += points_for(b, w.scratch, r, ticket)
    return ahead(b, w, p)


@jit
def ahead(b: Record, w: Record, p: Int) -> float:
    others = 0.0
    for r in range(b.n_players):
        others += w.scratch.total[r] if r != p else 0.0
    return w.scratch.total[p] - others / max(1, b.n_players - 1)


@jit
def value_at_end(weights: Record, b: Record, s: Record, w: Record, p: Int) -> float:
    """What p gets when the game is over: its points ahead in units of the reward, and 1 for a win."""
    score_game(b, s, w.scratch, False)
    won = winners(b, w.scratch)
    share = np.float64((won >> p) & 1) / bits(won)
    worth = share - (1.0 - share) / max(1, b.n_players - 1)
    points = np.float64(weights[POINTS])
    return worth + (ahead(b, w, p) / points if points > 0.0 else 0.0)


@jit
def value_at_leaf(weights: Record, b: Record, s: Record, w: Record, p: Int, values: Record) -> float:
    """What p may expect: what it is ahead by now, and what the critic says of the rest.

    The critic's first number is that of the player to move; one that has no more knows the other of two players by it.
    """
    points, k = np.float64(weights[POINTS]), (p - np.int64(s.player) + b.n_players) % b.n_players
    made = points_ahead(b, s, w, p) / points if points > 0.0 else 0.0
    return made + (np.float64(values[k]) if k < fact(weights, VALUES) else -np.float64(values[0]))
