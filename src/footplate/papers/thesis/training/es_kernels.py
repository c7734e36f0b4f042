"""Evolution Strategies in compiled code: noise, the games of a perturbed network, and the step that follows from them.

A network is a flat vector (cnn.py); ``sizes`` are the numbers of its ``CNN``, in their order.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from footplate.agents.layout import BOT, WORKS
from footplate.agents.learned.forward import CHANCE, choose_code, rand_unit
from footplate.compile import entry_point, jit
from footplate.encoders.actions import decode_action, mask_actions
from footplate.encoders.kernels import MEMORIES, encode
from footplate.engine.entry_points import BOARDS, INT, SEED, STATES
from footplate.engine.layout import NOBODY, OVER, PLAYERS, Int, Record, new_records
from footplate.engine.random import seed_stream
from footplate.envs.kernels import RULES, SLOT, next_game, take, to_learner

SIDE, MAPS, OWNERS, LEVELS, HIDDEN, ACTIONS = range(6)
_ZERO = np.float32(0.0)
_OF_NOISE = PLAYERS + 2  # streams of a seed; PLAYERS + 1: of what networks choose
_FLOATS, _MATRIX, _DOUBLES = numba.types.float32[::1], numba.types.float32[:, ::1], numba.types.float64[:, ::1]
_NUMBERS, _FLOAT, _CHANCES = numba.types.int64[::1], numba.types.float64, numba.typeof(np.zeros(1, CHANCE))
_SLOTS, _RULES = (numba.typeof(new_records(dtype)) for dtype in (SLOT, RULES))
_KERNELS, _BOTS = numba.types.uint64[:, ::1], numba.typeof(new_records(BOT, 2).reshape(-1, 2))


# ---------------------------------------------------------------- the network


@jit
def add_planes(vector: Record, side: Int, first: Int, end: Int, x: Record, cells: Record) -> None:
    """The convolution of some planes of a row, added to its sums."""
    less = side - 1
    for p in range(first, end):
        for i in range(side):
            for j in range(side):
                if x[(p * side + i) * side + j] != 0:
                    for di in range(2):
                        for dj in range(2):
                            if 0 <= i - di < less and 0 <= j - dj < less:
                                cells[(i - di) * less + j - dj] += vector[4 * p + 2 * di + dj]


@jit
def draw_map(vector: Record, sizes: Record, x: Record, drawn: Record) -> None:
    """Sums of the convolution that are the same for all rows: its bias, and the map."""
    bias = vector[4 * (sizes[MAPS] + sizes[OWNERS] + sizes[LEVELS])]
    for c in range(drawn.size):
        drawn[c] = bias
    add_planes(vector, sizes[SIDE], 0, sizes[MAPS], x, drawn)


@jit
def see(vector: Record, sizes: Record, x: Record, drawn: Record, cells: Record, h: Record) -> None:
    """The network up to its hidden layer ``h``."""
    planes, square, n = sizes[MAPS] + sizes[OWNERS], sizes[SIDE] * sizes[SIDE], sizes[HIDDEN]
    level = _ZERO
    for p in range(planes, planes + sizes[LEVELS]):
        if x[p * square] != 0:
            level += vector[4 * p] + vector[4 * p + 1] + vector[4 * p + 2] + vector[4 * p + 3]
    for c in range(cells.size):
        cells[c] = drawn[c] + level
    add_planes(vector, sizes[SIDE], sizes[MAPS], planes, x, cells)
    at = 4 * (planes + sizes[LEVELS]) + 1
    bias = at + cells.size * n
    for j in range(n):
        h[j] = vector[bias + j]
    for c in range(cells.size):
        value = max(cells[c], _ZERO)
        weights = vector[at + c * n : at + (c + 1) * n]
        for j in range(n):
            h[j] += value * weights[j]
    for j in range(n):
        h[j] = max(h[j], _ZERO)


@jit
def logit_of(vector: Record, sizes: Record, h: Record, code: Int) -> float:
    """The logit of an action."""
    n = sizes[HIDDEN]
    at = vector.size - sizes[ACTIONS] * (n + 1)
    total = _ZERO
    for j in range(n):
        total += h[j] * vector[at + code * n + j]
    return float(total + vector[vector.size - sizes[ACTIONS] + code])


# ---------------------------------------------------------------- games


@jit
def play_on(
    b: Record, rules: Record, kernels: Record, bots: Record, works: Record, seen: Record, states: Record, z: Record,
    memory: Record, vector: Record, sizes: Record, drawn: Record, temperature: float, chance: Record,
    x: Record, mask: Record, cells: Record, h: Record, logits: Record, legal: Record,
) -> Int:  # fmt: skip
    """Play a dealt game to its end, with the rewards in z.pending; returns how many decisions were the network's."""
    s, w, decisions = states[0], works[0].scratch, 0
    to_learner(b, states, seen, z, works, rules.reward, kernels, bots)
    while s.phase != OVER:
        mask_actions(rules.actions, b, s, w, mask)
        n = 0
        for code in range(mask.size):
            if mask[code]:
                legal[n] = code
                n += 1
        chosen: Int = 0
        if n > 1:
            encode(b, s, s.player, memory[s.player], x)
            if decisions == 0:
                draw_map(vector, sizes, x, drawn)
            see(vector, sizes, x, drawn, cells, h)
            for i in range(n):
                logits[i] = logit_of(vector, sizes, h, legal[i])
            chosen = choose_code(logits, n, temperature, chance)
            decisions += 1
        take(b, s, z, w, rules.reward, decode_action(rules.actions, b, s, legal[chosen]))
        to_learner(b, states, seen, z, works, rules.reward, kernels, bots)
    return decisions


@jit
def earned(b: Record, z: Record) -> float:
    """What the learner earned; where the network has all seats, the mean of the seats."""
    if z.learner != NOBODY:
        return float(z.pending[z.learner])
    total = 0.0
    for p in range(b.n_players):
        total += float(z.pending[p])
    return float(total / b.n_players)


# Buffers of a thread: those of games, then those of the network.
_ALL = (
    BOARDS, _RULES, _KERNELS, _BOTS, WORKS, STATES, STATES, _SLOTS, MEMORIES, _NUMBERS, _CHANCES,
)  # fmt: skip


@jit
def mean_reward(
    boards: Record, rules: Record, kernels: Record, bots: Record, works: Record, seen: Record, states: Record,
    slots: Record, memory: Record, sizes: Record, chances: Record, vector: Record, inputs: Int, seed: Int, games: Int,
    temperature: float,
) -> tuple[float, Int]:  # fmt: skip
    """(Mean reward of a network in games whose deals, seats and chances follow from the seed, number of decisions)"""
    b, z = boards[0], slots[0]
    x, mask = np.zeros(inputs, np.int8), np.zeros(sizes[ACTIONS], np.bool_)
    drawn, h = np.zeros((sizes[SIDE] - 1) ** 2, np.float32), np.zeros(sizes[HIDDEN], np.float32)
    cells = np.zeros(drawn.size, np.float32)
    logits, legal = np.zeros(sizes[ACTIONS], np.float32), np.zeros(sizes[ACTIONS], np.int64)
    total, decisions = 0.0, 0
    z.stream, z.number, z.place = np.uint64(seed), -1, 0
    for _ in range(games):
        next_game(b, states[0], z, rules[0])
        chances[0].rng = seed_stream(z.deal, PLAYERS + 1)
        decisions += play_on(
            b, rules[0], kernels, bots, works, seen, states, z, memory[0], vector, sizes, drawn, temperature,
            chances[0], x, mask, cells, h, logits, legal,
        )  # fmt: skip
        total += earned(b, z)
    return total / games, decisions


@entry_point(*_ALL, _FLOATS, INT, SEED, INT, _FLOAT, _FLOAT, _MATRIX, INT, _DOUBLES, _DOUBLES)
def play_noises(
    boards: Record, rules: Record, kernels: Record, bots: Record, works: Record, seen: Record, states: Record,
    slots: Record, memory: Record, sizes: Record, chances: Record, center: Record, inputs: Int, seed: Int, games: Int,
    temperature: float, deviation: float, noise: Record, first: Int, fitness: Record, decisions: Record,
) -> None:  # fmt: skip
    """Draw some noises and play the games of their networks, for all the same: one on each of ``fitness``'s sides."""
    vector = np.zeros(center.size, np.float32)
    for k in range(len(noise)):
        chances[0].rng = seed_stream(seed_stream(seed, _OF_NOISE), first + k)
        draw_noise(chances[0], noise[k])
        for side in range(fitness.shape[1]):
            scale = np.float32(deviation if side == 0 else -deviation)
            for i in range(center.size):
                vector[i] = center[i] + scale * noise[k, i]
            fitness[k, side], decisions[k, side] = mean_reward(
                boards, rules, kernels, bots, works, seen, states, slots, memory, sizes, chances, vector, inputs, seed,
                games, temperature,
            )  # fmt: skip


@jit
def draw_noise(g: Record, out: Record) -> None:
    """Normal numbers (Box and Muller), two at a time."""
    for i in range(0, out.size, 2):
        length, angle = math.sqrt(-2.0 * math.log(rand_unit(g))), 2.0 * math.pi * rand_unit(g)
        out[i] = length * math.cos(angle)
        if i + 1 < out.size:
            out[i + 1] = length * math.sin(angle)


@entry_point(_FLOATS, _MATRIX, _FLOATS)
def climb(center: Record, noise: Record, steps: Record) -> None:
    """Add each noise, times its step, to the center."""
    for k in range(len(noise)):
        for i in range(center.size):
            center[i] += steps[k] * noise[k, i]
