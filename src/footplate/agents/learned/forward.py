"""Forward passes: in NumPy, and compiled for one row or many.

Compiled code finds a network in one array of float32 (layers.py). Of an actor's last layer only what is legal is
computed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from footplate.agents.learned.layers import (
    ACTOR_LAYERS,
    CRITIC_LAYERS,
    TOKENS_AT,
    WIDEST,
    Meaning,
    Shape,
    fact,
    in_a_row,
    layer_rows,
    room,
    some_outputs,
)
from footplate.agents.learned.map_forward import flatten_map, map_hidden, map_logits, map_values
from footplate.agents.learned.map_network import AnyNetwork, MapNetwork
from footplate.agents.learned.network import AnyLayer, Floats, Layer
from footplate.compile import Weights, entry_point, jit
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_bits

CHANCE = np.dtype([("rng", np.uint64)])  # a stream of random numbers
_ZERO = np.float32(0.0)


# ---------------------------------------------------------------- in NumPy


def through(layers: Sequence[AnyLayer], rows: npt.NDArray[Any]) -> Floats:
    """What the layers make of rows of inputs."""
    x: Floats = rows.astype(np.float32)
    for layer in layers:
        y = layer.sums(x)
        y = np.maximum(y, _ZERO) if layer.activation == "relu" else np.tanh(y) if layer.activation == "tanh" else y
        x = x + y if isinstance(layer, Layer) and layer.residual else y
    return x


# ---------------------------------------------------------------- in a row


_UNKNOWN = Meaning()


def flatten(network: AnyNetwork, meaning: Meaning = _UNKNOWN) -> Weights:
    """A network as compiled code reads it."""
    if isinstance(network, MapNetwork):
        return flatten_map(network, meaning)
    actor, critic = _with_head(network.actor), network.critic
    layers = [*actor, *critic]
    seen = actor[0].inputs
    private, values = (critic[0].inputs - seen, critic[-1].outputs) if critic else (0, 0)
    shape = Shape(len(actor), len(critic), room(layers), seen, private, actor[-1].outputs, values)
    return in_a_row(layers, {len(actor) - 1}, shape, meaning)


def _with_head(actor: Sequence[AnyLayer]) -> list[AnyLayer]:
    """The actor with a last layer that gives plain sums of a hidden layer's outputs, one by one: one that has none gets
    a layer that changes nothing."""
    last = actor[-1]
    is_plain = isinstance(last, Layer) and last.activation == "none" and not last.residual
    if len(actor) > 1 and is_plain:
        return list(actor)
    return [*actor, Layer(np.eye(last.outputs, dtype=np.float32), np.zeros(last.outputs, np.float32))]


# ---------------------------------------------------------------- rows


@jit
def layers_rows(weights: Record, first: Int, end: Int, xs: Record, privates: Record, buffers: Record, rows: Int) -> Int:
    """Layers from ``first`` to before ``end``: which of two buffers has the outputs."""
    layer_rows(weights, first, xs, privates, buffers[0], rows)
    now = 0
    for layer in range(first + 1, end):
        layer_rows(weights, layer, buffers[now], buffers[now], buffers[1 - now], rows)
        now = 1 - now
    return now


@jit
def hidden_rows(weights: Record, xs: Record, buffers: Record, rows: Int) -> Int:
    """The actor up to its last layer for rows of inputs, in one of two buffers, which have room for as many: which one.

    What a row gives does not depend on the others.
    """
    if fact(weights, TOKENS_AT) > 0:
        map_hidden(weights, xs, buffers[0], rows)
        return 0
    return layers_rows(weights, 0, fact(weights, ACTOR_LAYERS) - 1, xs, xs, buffers, rows)


@jit
def critic_rows(weights: Record, xs: Record, privates: Record, buffers: Record, rows: Int) -> Int:
    """What each seat may expect, own first, by row in one of two buffers: which one."""
    if fact(weights, TOKENS_AT) > 0:
        map_values(weights, xs, privates, buffers[0], rows)
        return 0
    layer = fact(weights, ACTOR_LAYERS)
    return layers_rows(weights, layer, layer + fact(weights, CRITIC_LAYERS), xs, privates, buffers, rows)


@jit
def logits_of(weights: Record, hidden: Record, codes: Record, n: Int, logits: Record) -> None:
    """Of n actions, from what the hidden layers made of a row."""
    if fact(weights, TOKENS_AT) > 0:
        map_logits(weights, hidden, codes, n, logits)
    else:
        some_outputs(weights, fact(weights, ACTOR_LAYERS) - 1, hidden, codes, n, logits)


# ---------------------------------------------------------------- decisions


@jit
def rand_unit(g: Record) -> float:
    """A uniform number above 0 and at most 1."""
    return (np.float64(rand_bits(g) >> np.uint64(11)) + 1.0) / 9007199254740992.0


@jit
def choose_code(logits: Record, n: Int, temperature: float, g: Record) -> Int:
    """The place of one of n logits: the largest, or by chance, e times rarer for each ``temperature`` below it."""
    best, best_value = 0, -np.inf
    for i in range(n):
        value = np.float64(logits[i])
        if temperature > 0.0:
            value = value / temperature - math.log(-math.log(rand_unit(g) * (1.0 - 1e-12)))
        if value > best_value:
            best, best_value = i, value
    return best


@jit
def log_share(logits: Record, n: Int, temperature: float, chosen: Int) -> float:
    """The logarithm of how often ``choose_code`` chooses this one."""
    if temperature <= 0.0:
        return 0.0
    most = np.float64(logits[0])
    for i in range(1, n):
        most = max(most, np.float64(logits[i]))
    total = 0.0
    for i in range(n):
        total += math.exp((np.float64(logits[i]) - most) / temperature)
    return (np.float64(logits[chosen]) - most) / temperature - math.log(total)


ROWS_AT_ONCE = 32
_WEIGHTS, _ROWS, _MASKS = numba.types.float32[::1], numba.types.int8[:, ::1], numba.types.boolean[:, ::1]
_CHANCES = numba.typeof(np.zeros(1, CHANCE))
_FLOAT, _CODES, _LOGS = numba.types.float64, numba.types.int64[::1], numba.types.float32[::1]
_VALUES = numba.types.float32[:, ::1]


@entry_point(_WEIGHTS, _ROWS, _MASKS, _CHANCES, _FLOAT, _CODES, _LOGS)
def act_rows(
    weights: Record, xs: Record, mask: Record, chances: Record, temperature: float, codes: Record, logs: Record
) -> None:
    """Choose a legal code for each row; ``logs``: the logarithm of how likely it was. A stream of CHANCE for each."""
    buffers = np.empty((2, ROWS_AT_ONCE, fact(weights, WIDEST)), np.float32)
    logits, legal = np.empty(mask.shape[1], np.float32), np.empty(mask.shape[1], np.int64)
    for start in range(0, len(xs), ROWS_AT_ONCE):
        rows = min(ROWS_AT_ONCE, len(xs) - start)
        hidden = buffers[hidden_rows(weights, xs[start : start + rows], buffers, rows)]
        for r in range(rows):
            n = 0
            for code in range(mask.shape[1]):
                if mask[start + r, code]:
                    legal[n] = code
                    n += 1
            logits_of(weights, hidden[r], legal, n, logits)
            chosen = choose_code(logits, n, temperature, chances[start + r])
            codes[start + r], logs[start + r] = legal[chosen], log_share(logits, n, temperature, chosen)


@entry_point(_WEIGHTS, _ROWS, _ROWS, _VALUES)
def value_rows(weights: Record, xs: Record, privates: Record, values: Record) -> None:
    """What each seat may expect in units of the reward, for each row the own seat first."""
    buffers = np.empty((2, ROWS_AT_ONCE, fact(weights, WIDEST)), np.float32)
    for start in range(0, len(xs), ROWS_AT_ONCE):
        rows = min(ROWS_AT_ONCE, len(xs) - start)
        end = start + rows
        now = critic_rows(weights, xs[start:end], privates[start:end], buffers, rows)
        for r in range(rows):
            for k in range(values.shape[1]):
                values[start + r, k] = buffers[now, r, k]
