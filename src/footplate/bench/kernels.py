"""Loops to be timed. Each returns a check value that depends on all the work, so that no compiler can leave it out."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.encoders.actions import decode_action, encode_action, mask_actions
from footplate.encoders.kernels import encode
from footplate.engine.cards import cards_left
from footplate.engine.determinize import determinize
from footplate.engine.layout import DRAW_DECK, DRAW_TICKETS, OVER, Int, Record
from footplate.engine.longest_path import longest_trail
from footplate.engine.moves import legal_actions, legal_mask, random_action
from footplate.engine.networks import label_networks_of
from footplate.engine.observe import observe
from footplate.engine.setup import deal
from footplate.engine.step import step


@jit
def collect_positions(b: Record, work: Record, w: Record, seed: Int, out: Record) -> None:
    """Fill ``out`` with every third position of random games, from the first decision to the last."""
    s = work[0]
    filled, decisions = 0, 0
    while filled < out.size:
        deal(b, s, seed)
        seed += 1
        while s.phase != OVER and filled < out.size:
            if decisions % 3 == 0:
                out[filled] = work[0]
                filled += 1
            step(b, s, random_action(b, s, w))
            decisions += 1


@jit
def copy_states(states: Record, n: Int) -> Int:
    """Copy the first two states n times in all, by turns, over the others.

    The originals stay as they are: a copy right after a change waits for the change to reach memory.
    """
    states[0].rng, states[1].rng = np.uint64(1), np.uint64(2)
    to = 2
    for i in range(n):
        states[to] = states[i & 1]
        to = to + 1 if to + 1 < states.size else 2
    check: Int = 0
    for i in range(2, states.size):
        check += np.int64(states[i].rng) * i
    return check


@jit
def list_actions(b: Record, states: Record, w: Record, times: Int) -> Int:
    check: Int = 0
    for _ in range(times):
        for i in range(states.size):
            n = legal_actions(b, states[i], w.acts)
            check += n * np.int64(w.acts[n - 1])
    return check


@jit
def mask_states(b: Record, states: Record, w: Record, mask: Record, times: Int) -> Int:
    check: Int = 0
    for _ in range(times):
        for i in range(states.size):
            n = legal_mask(b, states[i], w, mask)
            check += n + mask[DRAW_DECK] + mask[b.n_actions - 1]
    return check


@jit
def choose_actions(b: Record, states: Record, w: Record, times: Int) -> Int:
    check: Int = 0
    for _ in range(times):
        for i in range(states.size):
            check += random_action(b, states[i], w)
    return check


@jit
def observe_states(b: Record, states: Record, out: Record, times: Int) -> Int:
    check: Int = 0
    for _ in range(times):
        for i in range(states.size):
            seat = states[i].player
            observe(b, states[i : i + 1], seat, out)
            other = 0 if seat > 0 else b.n_players - 1
            check += out[0].hand[other, 0] + out[0].ticket[i % b.n_tickets] + out[0].observer
    return check


@jit
def fill_in(b: Record, observations: Record, work: Record, w: Record, times: Int) -> Int:
    """Copy each observation and determinize the copy."""
    check: Int = 0
    for _ in range(times):
        for i in range(observations.size):
            work[0] = observations[i]
            determinize(b, work[0], w)
            check += np.int64(work[0].deck[0]) + work[0].ticket[i % b.n_tickets]
    return check


@jit
def measure_trails(b: Record, states: Record, w: Record, times: Int) -> Int:
    """The exact longest trail of the first player in each state."""
    check: Int = 0
    for _ in range(times):
        for i in range(states.size):
            label_networks_of(b, states[i], w, 0)
            check += longest_trail(b, states[i], w, 0, 0)
    return check


@jit
def decide(
    b: Record, states: Record, w: Record, code: Int, memory: Record, row: Record, mask: Record, steps: Int
) -> Int:
    """Steps of random games side by side, as an environment takes them: a code carried out, then the mask and the view.

    Nobody draws more tickets: random players would soon hold many, and the ways of each are looked for.
    """
    check: Int = 0
    for i in range(steps):
        g = i % states.size
        s = states[g]
        if s.phase == OVER:
            deal(b, s, i)
        action = random_action(b, s, w)
        if action == DRAW_TICKETS and cards_left(s) > 0:
            action = np.int64(DRAW_DECK)
        step(b, s, decode_action(code, b, s, encode_action(code, b, s, action)))
        check += mask_actions(code, b, s, w, mask)
        size = encode(b, s, s.player, memory[g, s.player], row)
        check += row[i % size] + row[size - 1 - i % size]
    return check
