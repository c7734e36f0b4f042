"""Forward passes: in NumPy, and compiled for one row or many. Compiled code finds a network in one array of float32.

That array begins with a header: the numbers below, then LAYER numbers for each layer, the actor's first. A layer's
weights lie by strips of outputs and there by input (compile/product.py), so that an input of 0 costs nothing; those of
the actor's last layer lie by action, so that only what is legal is computed. A convolution's lie by plane, as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from footplate.agents.learned.network import ACTIVATIONS, AnyLayer, Convolution, Floats, Layer, Network
from footplate.compile import Weights, entry_point, jit
from footplate.compile.product import ROWS, STRIP, TOGETHER, add_strip, add_strips, dot_products
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_bits
from footplate.errors import InvalidNetwork

# The header's numbers; from SEATS on those of ``Meaning``. ENCODER and the next ones are 16 bits of an address each.
ACTOR_LAYERS, CRITIC_LAYERS, WIDEST, SEATS, SHOWS_HANDS, ACTION_CODE, POINTS, ENCODER = range(8)
HEADER = 11
# Of a layer; weights and bias: where they lie; the side of a convolution's planes, 0 where it is none.
INPUTS, OUTPUTS, ACTIVATION, RESIDUAL, WEIGHT, BIAS, SIDE = range(7)
LAYER = 7
NONE, RELU, TANH = range(len(ACTIVATIONS))

CHANCE = np.dtype([("rng", np.uint64)])  # a stream of random numbers
_ZERO = np.float32(0.0)
_MOST_NUMBERS = 1 << 24  # of a network in a row: its places are float32, too


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

    seats: int = 2  # that the encoder's rows have room for
    shows_hands: int = 0
    action_code: int = 0  # its number
    points: float = 0.0  # that are worth 1 of the critic's numbers, to be added to those made; 0: none are
    encoder: int = 0  # the address of its kernel


_UNKNOWN = Meaning()


def flatten(network: Network, meaning: Meaning = _UNKNOWN) -> Weights:
    """A network as compiled code reads it."""
    actor = _with_head(network.actor)
    layers = [*actor, *network.critic]
    widest = STRIP * max(whole_strips(layer.outputs) for layer in layers)
    at = HEADER + LAYER * len(layers)
    address = [meaning.encoder >> bits & 0xFFFF for bits in (0, 16, 32, 48)]
    numbers: list[float] = [len(actor), len(network.critic), widest, *meaning[:-1], *address]
    parts: list[Floats] = []
    for k, layer in enumerate(layers):
        activation, is_head = ACTIVATIONS.index(layer.activation), k == len(actor) - 1
        if isinstance(layer, Convolution):
            weight, bias, residual, side = layer.weight.ravel(), layer.bias, False, layer.side
        else:
            weight, bias = (_by_action if is_head else _by_strips)(layer)
            residual, side = layer.residual, 0
        numbers += [layer.inputs, layer.outputs, activation, residual, at, at + weight.size, side]
        parts += [weight, bias]
        at += weight.size + bias.size
    if at >= _MOST_NUMBERS:
        raise InvalidNetwork(f"it has {network.parameters:,} numbers, and at most {_MOST_NUMBERS:,} can play")
    return np.concatenate([np.array(numbers, np.float32), *parts], dtype=np.float32)


def _with_head(actor: Sequence[AnyLayer]) -> list[AnyLayer]:
    """The actor with a last layer that gives plain sums of a hidden layer's outputs, one by one: one that has none gets
    a layer that changes nothing."""
    last = actor[-1]
    is_plain = isinstance(last, Layer) and last.activation == "none" and not last.residual
    if len(actor) > 1 and is_plain:
        return list(actor)
    return [*actor, Layer(np.eye(last.outputs, dtype=np.float32), np.zeros(last.outputs, np.float32))]


def _by_strips(layer: Layer) -> tuple[Floats, Floats]:
    """A layer's weights by strip of outputs and input, and its bias; the last strip is filled up with zeros."""
    missing = -layer.outputs % STRIP
    weight = np.pad(layer.weight, ((0, 0), (0, missing))).reshape(layer.inputs, -1, STRIP)
    return weight.transpose(1, 0, 2).ravel(), np.pad(layer.bias, (0, missing))


def _by_action(layer: Layer) -> tuple[Floats, Floats]:
    """A layer's weights by output and there by input, filled up to whole strips of inputs, and its bias."""
    return np.pad(layer.weight.T, ((0, 0), (0, -layer.inputs % STRIP))).ravel(), layer.bias


@jit
def whole_strips(outputs: Int) -> Int:
    """Strips that so many outputs take."""
    return -(-outputs // STRIP)


@jit
def fact(weights: Record, k: Int) -> Int:
    """A number of the header."""
    return np.int64(weights[k])


@jit
def encoder_of(weights: Record) -> Int:
    """The address of the encoder's kernel."""
    address = np.uint64(0)
    for k in range(HEADER - 1, ENCODER - 1, -1):
        address = address << np.uint64(16) | np.uint64(weights[k])
    return address


@jit
def layer_fact(weights: Record, layer: Int, k: Int) -> Int:
    """A number of a layer; layers are counted from the actor's first, and the critic's follow."""
    return np.int64(weights[HEADER + LAYER * layer + k])


# ---------------------------------------------------------------- rows


@jit
def pick_inputs(xs: Record, row: Int, rows: Int, m: Int, first: Int, picked: Record, inputs: Record, n: Int) -> Int:
    """Add the inputs that are not 0 in all of the rows to a list of n; how long it is then. The first is ``first``."""
    for i in range(m):
        matters = False
        for r in range(rows):
            x = np.float32(xs[row + r, i])
            inputs[n * rows + r] = x
            matters |= x != _ZERO
        picked[n] = (first + i) * STRIP
        n += matters
    return n


@jit
def multiply(weights: Record, layer: Int, xs: Record, privates: Record, ys: Record, rows: Int) -> None:
    """ys = x @ weight + bias. A row's x is one of ``xs``, and what the layer has more inputs one of ``privates``."""
    m, strips = layer_fact(weights, layer, INPUTS), whole_strips(layer_fact(weights, layer, OUTPUTS))
    own = min(m, xs.shape[1])
    bias, first = layer_fact(weights, layer, BIAS), layer_fact(weights, layer, WEIGHT)
    for r in range(rows):
        for j in range(strips * STRIP):
            ys[r, j] = weights[bias + j]
    blocks = -(-rows // ROWS)
    picked, inputs = np.empty((blocks, m + 1), np.int64), np.empty((blocks, (m + 1) * ROWS), np.float32)
    counts = np.empty(blocks, np.int64)
    for k in range(blocks):
        row, end = k * rows // blocks, (k + 1) * rows // blocks
        n = pick_inputs(xs, row, end - row, own, 0, picked[k], inputs[k], 0)
        counts[k] = pick_inputs(privates, row, end - row, m - own, own, picked[k], inputs[k], n)
    strip = 0
    while rows == 1 and strip + TOGETHER <= strips:
        w = weights[first + strip * m * STRIP :]
        add_strips(w, m * STRIP, picked[0], counts[0], inputs[0], ys[:, strip * STRIP :])
        strip += TOGETHER
    for s in range(strip, strips):
        w = weights[first + s * m * STRIP :]
        for k in range(blocks):
            row, end = k * rows // blocks, (k + 1) * rows // blocks
            add_strip(w, picked[k], counts[k], inputs[k], end - row, ys[row:, s * STRIP :])


@jit
def convolve(weights: Record, layer: Int, xs: Record, ys: Record, rows: Int) -> None:
    """ys = the layer's 2 x 2 convolution of the square planes of a row, plus its bias."""
    side = layer_fact(weights, layer, SIDE)
    planes, less = layer_fact(weights, layer, INPUTS) // (side * side), side - 1
    bias, first = weights[layer_fact(weights, layer, BIAS)], layer_fact(weights, layer, WEIGHT)
    for r in range(rows):
        for j in range(less * less):
            ys[r, j] = bias
        for p in range(planes):
            w = weights[first + 4 * p : first + 4 * p + 4]
            for i in range(side):
                for j in range(side):
                    x = np.float32(xs[r, (p * side + i) * side + j])
                    if x != _ZERO:
                        for k in range(max(0, i - less + 1), min(2, i + 1)):
                            for n in range(max(0, j - less + 1), min(2, j + 1)):
                                ys[r, (i - k) * less + j - n] += x * w[2 * k + n]


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
def layer_rows(weights: Record, layer: Int, xs: Record, privates: Record, ys: Record, rows: Int) -> None:
    if layer_fact(weights, layer, SIDE) > 0:
        convolve(weights, layer, xs, ys, rows)
    else:
        multiply(weights, layer, xs, privates, ys, rows)
    for r in range(rows):
        activate(weights, layer, xs[r], ys[r])


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
    return layers_rows(weights, 0, fact(weights, ACTOR_LAYERS) - 1, xs, xs, buffers, rows)


@jit
def critic_rows(weights: Record, xs: Record, privates: Record, buffers: Record, rows: Int) -> Int:
    """What each seat may expect, own first, by row in one of two buffers: which one."""
    layer = fact(weights, ACTOR_LAYERS)
    return layers_rows(weights, layer, layer + fact(weights, CRITIC_LAYERS), xs, privates, buffers, rows)


@jit
def logits_of(weights: Record, hidden: Record, codes: Record, n: Int, logits: Record) -> None:
    """Of n actions, from what the hidden layers made of a row."""
    layer = fact(weights, ACTOR_LAYERS) - 1
    size = STRIP * whole_strips(layer_fact(weights, layer, INPUTS))
    first, bias = layer_fact(weights, layer, WEIGHT), layer_fact(weights, layer, BIAS)
    dot_products(weights[first:], size, codes, n, size, hidden, logits)
    for i in range(n):
        logits[i] += weights[bias + codes[i]]


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
                    legal[n] = code
                    n += 1
            logits_of(weights, hidden[r], legal, n, logits)
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
