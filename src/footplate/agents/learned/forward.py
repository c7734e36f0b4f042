"""Forward passes: in NumPy, and compiled for one row or many. Compiled code finds a network in one array of float32.

That array begins with a header: the numbers below, then LAYER numbers for each layer, the actor's first. A layer's
weights lie by input, so that an input of 0 costs nothing; those of the actor's last layer lie by action, so that only
what is legal is computed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from footplate.agents.addresses import Weights
from footplate.agents.learned.network import ACTIVATIONS, AnyLayer, Floats, Network
from footplate.engine.entry_points import entry_point
from footplate.engine.jit import jit
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_bits

# The header's numbers; from ENCODER on those of ``Meaning``.
ACTOR_LAYERS, CRITIC_LAYERS, WIDEST, ENCODER, SEATS, SHOWS_HANDS, ACTION_CODE, POINTS = range(8)
HEADER = 8
INPUTS, OUTPUTS, ACTIVATION, RESIDUAL, WEIGHT, BIAS = range(6)  # of a layer; the latter two: where they lie
LAYER = 6
NONE, RELU, TANH = range(len(ACTIVATIONS))

CHANCE = np.dtype([("rng", np.uint64)])  # a stream of random numbers
_ZERO = np.float32(0.0)


# ---------------------------------------------------------------- in NumPy


def through(layers: Sequence[AnyLayer], rows: npt.NDArray[Any]) -> Floats:
    """What the layers make of rows of inputs."""
    x: Floats = rows.astype(np.float32)
    for one in layers:
        layer = one.dense()
        y = x @ layer.weight + layer.bias
        y = np.maximum(y, _ZERO) if layer.activation == "relu" else np.tanh(y) if layer.activation == "tanh" else y
        x = x + y if layer.residual else y
    return x


# ---------------------------------------------------------------- in a row


class Meaning(NamedTuple):
    """What a network's inputs and outputs mean to compiled code."""

    encoder: int = 0  # its number
    seats: int = 2  # that its rows have room for
    shows_hands: int = 0
    action_code: int = 0  # its number
    points: float = 0.0  # that are worth 1 of the critic's numbers, to be added to those made; 0: none are


_UNKNOWN = Meaning()


def flatten(network: Network, meaning: Meaning = _UNKNOWN) -> Weights:
    """A network as compiled code reads it."""
    layers = [layer.dense() for layer in (*network.actor, *network.critic)]
    widest = max(layer.outputs for layer in layers)
    at = HEADER + LAYER * len(layers)
    numbers: list[float] = [len(network.actor), len(network.critic), widest, *meaning]
    parts: list[Floats] = []
    for k, layer in enumerate(layers):
        activation = ACTIVATIONS.index(layer.activation)
        numbers += [layer.inputs, layer.outputs, activation, layer.residual, at, at + layer.weight.size]
        parts += [(layer.weight.T if _is_head(network, k) else layer.weight).ravel(), layer.bias]
        at += layer.weight.size + layer.bias.size
    assert at < 1 << 24, "places are float32, too"
    return np.concatenate([np.array(numbers, np.float32), *parts], dtype=np.float32)


def _is_head(network: Network, k: int) -> bool:
    return k == len(network.actor) - 1


@jit
def fact(weights: Record, k: Int) -> Int:
    """A number of the header."""
    return np.int64(weights[k])


@jit
def layer_fact(weights: Record, layer: Int, k: Int) -> Int:
    """A number of a layer; layers are counted from the actor's first, and the critic's follow."""
    return np.int64(weights[HEADER + LAYER * layer + k])


# ---------------------------------------------------------------- one row


@jit
def start_sums(weights: Record, layer: Int, y: Record) -> None:
    at = layer_fact(weights, layer, BIAS)
    for j in range(layer_fact(weights, layer, OUTPUTS)):
        y[j] = weights[at + j]


@jit
def add_inputs(weights: Record, layer: Int, x: Record, start: Int, y: Record) -> None:
    """y += x @ weight, where ``x`` are the inputs from ``start`` on: four at a time that are not 0."""
    n, m = layer_fact(weights, layer, OUTPUTS), x.size
    first = layer_fact(weights, layer, WEIGHT) + start * n
    i = 0
    while i < m:
        k, i0, i1, i2, i3, x0, x1, x2, x3 = 0, 0, 0, 0, 0, _ZERO, _ZERO, _ZERO, _ZERO
        while i < m and k < 4:
            if x[i] != 0:
                i3, i2, i1, i0 = i2, i1, i0, i
                x3, x2, x1, x0 = x2, x1, x0, np.float32(x[i])
                k += 1
            i += 1
        if k > 0:
            w0, w1 = weights[first + i0 * n : first + (i0 + 1) * n], weights[first + i1 * n : first + (i1 + 1) * n]
            w2, w3 = weights[first + i2 * n : first + (i2 + 1) * n], weights[first + i3 * n : first + (i3 + 1) * n]
            for j in range(n):
                y[j] += x0 * w0[j] + x1 * w1[j] + x2 * w2[j] + x3 * w3[j]


@jit
def activate(weights: Record, layer: Int, x: Record, y: Record) -> None:
    """From sums to the layer's outputs."""
    n, kind = layer_fact(weights, layer, OUTPUTS), layer_fact(weights, layer, ACTIVATION)
    if kind == RELU:
        for j in range(n):
            y[j] = max(y[j], _ZERO)
    elif kind == TANH:
        for j in range(n):
            y[j] = math.tanh(y[j])
    if layer_fact(weights, layer, RESIDUAL) != 0:
        for j in range(n):
            y[j] += np.float32(x[j])


@jit
def layer_row(weights: Record, layer: Int, x: Record, y: Record) -> None:
    start_sums(weights, layer, y)
    add_inputs(weights, layer, x[: layer_fact(weights, layer, INPUTS)], 0, y)
    activate(weights, layer, x, y)


@jit
def hidden_row(weights: Record, x: Record, buffers: Record) -> Int:
    """The actor up to its last layer, in one of two buffers: which one."""
    layers = fact(weights, ACTOR_LAYERS)
    layer_row(weights, 0, x, buffers[0])
    for layer in range(1, layers - 1):
        layer_row(weights, layer, buffers[(layer + 1) % 2], buffers[layer % 2])
    return layers % 2


@jit
def logit(weights: Record, h: Record, code: Int) -> float:
    """Of one action, from what the hidden layers made of the input. Eight sums: they can be added side by side."""
    layer = fact(weights, ACTOR_LAYERS) - 1
    n = layer_fact(weights, layer, INPUTS)
    at = layer_fact(weights, layer, WEIGHT) + code * n
    w = weights[at : at + n]
    a0, a1, a2, a3, a4, a5, a6, a7 = _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO
    whole = n - n % 8
    for i in range(0, whole, 8):
        a0 += h[i] * w[i]
        a1 += h[i + 1] * w[i + 1]
        a2 += h[i + 2] * w[i + 2]
        a3 += h[i + 3] * w[i + 3]
        a4 += h[i + 4] * w[i + 4]
        a5 += h[i + 5] * w[i + 5]
        a6 += h[i + 6] * w[i + 6]
        a7 += h[i + 7] * w[i + 7]
    total = ((a0 + a1) + (a2 + a3)) + ((a4 + a5) + (a6 + a7))
    for i in range(whole, n):
        total += h[i] * w[i]
    return total + weights[layer_fact(weights, layer, BIAS) + code]


# ---------------------------------------------------------------- many rows


@jit
def add_rows(weights: Record, layer: Int, xs: Record, ys: Record, rows: Int) -> None:
    """ys += xs @ weight: four inputs of two rows at a time, so that weights are read once for all rows."""
    m, n = layer_fact(weights, layer, INPUTS), layer_fact(weights, layer, OUTPUTS)
    first, pairs, whole = layer_fact(weights, layer, WEIGHT), rows - rows % 2, m - m % 4
    for i in range(0, whole, 4):
        at = first + i * n
        w0, w1 = weights[at : at + n], weights[at + n : at + 2 * n]
        w2, w3 = weights[at + 2 * n : at + 3 * n], weights[at + 3 * n : at + 4 * n]
        for r in range(0, pairs, 2):
            a0, a1, a2, a3 = xs[r, i], xs[r, i + 1], xs[r, i + 2], xs[r, i + 3]
            b0, b1, b2, b3 = xs[r + 1, i], xs[r + 1, i + 1], xs[r + 1, i + 2], xs[r + 1, i + 3]
            y, z = ys[r, :n], ys[r + 1, :n]
            for j in range(y.size):  # which is n: LLVM adds side by side only if it knows that both are so long
                v0, v1, v2, v3 = w0[j], w1[j], w2[j], w3[j]
                y[j] += a0 * v0 + a1 * v1 + a2 * v2 + a3 * v3
                z[j] += b0 * v0 + b1 * v1 + b2 * v2 + b3 * v3
    for r in range(pairs):
        add_inputs(weights, layer, xs[r, whole:m], whole, ys[r])
    for r in range(pairs, rows):
        add_inputs(weights, layer, xs[r, :m], 0, ys[r])


@jit
def layers_rows(weights: Record, first: Int, end: Int, buffers: Record, rows: Int) -> Int:
    """Layers from ``first`` to before ``end``, from buffers[0] on: which of the two has the outputs."""
    now = 0
    for layer in range(first, end):
        xs, ys = buffers[now], buffers[1 - now]
        for r in range(rows):
            start_sums(weights, layer, ys[r])
        add_rows(weights, layer, xs, ys, rows)
        for r in range(rows):
            activate(weights, layer, xs[r], ys[r])
        now = 1 - now
    return now


@jit
def hidden_rows(weights: Record, xs: Record, buffers: Record, rows: Int) -> Int:
    """``hidden_row`` for rows of inputs; the buffers have room for as many."""
    for r in range(rows):
        layer_row(weights, 0, xs[r], buffers[0, r])
    return layers_rows(weights, 1, fact(weights, ACTOR_LAYERS) - 1, buffers, rows)


@jit
def critic_rows(weights: Record, xs: Record, privates: Record, buffers: Record, rows: Int) -> Int:
    """What each seat may expect, own first, by row in one of two buffers: which one."""
    layer = fact(weights, ACTOR_LAYERS)
    for r in range(rows):
        y = buffers[0, r]
        start_sums(weights, layer, y)
        add_inputs(weights, layer, xs[r], 0, y)
        add_inputs(weights, layer, privates[r], xs.shape[1], y)
        activate(weights, layer, y, y)
    return layers_rows(weights, layer + 1, layer + fact(weights, CRITIC_LAYERS), buffers, rows)


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
def _act_rows(
    weights: Record, xs: Record, mask: Record, chances: Record, temperature: float, codes: Record, logs: Record
) -> None:
    buffers = np.empty((2, ROWS_AT_ONCE, fact(weights, WIDEST)), np.float32)
    logits, legal = np.empty(mask.shape[1], np.float32), np.empty(mask.shape[1], np.int64)
    for start in range(0, len(xs), ROWS_AT_ONCE):
        rows = min(ROWS_AT_ONCE, len(xs) - start)
        hidden = buffers[hidden_rows(weights, xs[start : start + rows], buffers, rows)]
        for r in range(rows):
            n = 0
            for code in range(mask.shape[1]):
                if mask[start + r, code]:
                    logits[n], legal[n] = logit(weights, hidden[r], code), code
                    n += 1
            chosen = choose_code(logits, n, temperature, chances[start + r])
            codes[start + r], logs[start + r] = legal[chosen], log_share(logits, n, temperature, chosen)


@entry_point(_WEIGHTS, _ROWS, _ROWS, _VALUES)
def _value_rows(weights: Record, xs: Record, privates: Record, values: Record) -> None:
    buffers = np.empty((2, ROWS_AT_ONCE, fact(weights, WIDEST)), np.float32)
    for start in range(0, len(xs), ROWS_AT_ONCE):
        rows = min(ROWS_AT_ONCE, len(xs) - start)
        end = start + rows
        now = critic_rows(weights, xs[start:end], privates[start:end], buffers, rows)
        for r in range(rows):
            for k in range(values.shape[1]):
                values[start + r, k] = buffers[now, r, k]


def act_rows(
    weights: Weights,
    xs: npt.NDArray[np.int8],
    mask: npt.NDArray[np.bool_],
    chances: npt.NDArray[np.uint64],
    temperature: float,
    codes: npt.NDArray[np.int64],
    logs: npt.NDArray[np.float32],
) -> None:
    """Choose a legal code for each row; ``logs``: the logarithm of how likely it was. A stream of chance for each."""
    _act_rows(weights, xs, mask, chances.view(CHANCE), temperature, codes, logs)


def value_rows(
    weights: Weights, xs: npt.NDArray[np.int8], privates: npt.NDArray[np.int8], values: npt.NDArray[np.float32]
) -> None:
    """What each seat may expect in units of the reward, for each row the own seat first."""
    _value_rows(weights, xs, privates, values)
