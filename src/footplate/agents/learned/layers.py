"""A network's layers in compiled code, which finds them all in one array of float32.

That array begins with a header: the numbers below, then LAYER numbers for each layer, the actor's first. A layer's
weights lie by strips of outputs and there by input (compile/product.py), so that an input of 0 costs nothing; where
few outputs are asked for, they lie by output. A convolution's lie by plane, as they are.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from footplate.agents.learned.network import ACTIVATIONS, AnyLayer, Convolution, Floats, Layer
from footplate.compile import Weights, jit
from footplate.compile.product import ROWS, STRIP, TOGETHER, add_strip, add_strips, dot_products
from footplate.engine.layout import Int, Record
from footplate.errors import InvalidNetwork

# The header's numbers: of ``Shape``, then of ``Meaning``. ENCODER and the next ones are 16 bits of an address each.
ACTOR_LAYERS, CRITIC_LAYERS, WIDEST, INPUTS_SEEN, PRIVATE_SEEN, CODES, VALUES, TOKENS_AT = range(8)
SEATS, SHOWS_HANDS, PRIVATE, ACTION_CODE, POINTS, HISTORY, ENCODER = range(8, 15)
HEADER = ENCODER + 4
# Of a layer; weights and bias: where they lie; the side of a convolution's planes, 0 where it is none.
INPUTS, OUTPUTS, ACTIVATION, RESIDUAL, WEIGHT, BIAS, SIDE = range(7)
LAYER = 7
NONE, RELU, TANH = range(len(ACTIVATIONS))

ZERO = np.float32(0.0)
_MOST_NUMBERS = 1 << 24  # of a network in a row: its places are float32, too


class Shape(NamedTuple):
    """How large a network is, to compiled code."""

    actor_layers: int
    critic_layers: int
    widest: int  # room that a row's outputs take between its layers
    inputs: int  # that the actor sees
    private: int  # that the critic sees beside them
    codes: int  # of actions
    values: int  # that the critic gives
    tokens_at: int = 0  # how many inputs come before the routes' tokens; 0: there are no tokens


class Meaning(NamedTuple):
    """What a network's inputs and outputs mean to compiled code."""

    seats: int = 2  # that the encoder's rows have room for
    shows_hands: int = 0
    private: int = 0  # which private inputs its critic sees
    action_code: int = 0  # its number
    points: float = 0.0  # that are worth 1 of the critic's numbers, to be added to those made; 0: none are
    history: int = 0  # how many earlier views follow the present one
    encoder: int = 0  # the address of its kernel


def in_a_row(layers: Sequence[AnyLayer], by_output: Collection[int], shape: Shape, meaning: Meaning) -> Weights:
    """A network as compiled code reads it; the weights of the layers ``by_output`` lie by output."""
    at = HEADER + LAYER * len(layers)
    address = [meaning.encoder >> bits & 0xFFFF for bits in (0, 16, 32, 48)]
    numbers: list[float] = [*shape, *meaning[:-1], *address]
    parts: list[Floats] = []
    for k, layer in enumerate(layers):
        activation = ACTIVATIONS.index(layer.activation)
        if isinstance(layer, Convolution):
            weight, bias, residual, side = layer.weight.ravel(), layer.bias, False, layer.side
        else:
            weight, bias = (_by_output if k in by_output else _by_strips)(layer)
            residual, side = layer.residual, 0
        numbers += [layer.inputs, layer.outputs, activation, residual, at, at + weight.size, side]
        parts += [weight, bias]
        at += weight.size + bias.size
    if at >= _MOST_NUMBERS:
        parameters = sum(layer.weight.size + layer.bias.size for layer in layers)
        raise InvalidNetwork(f"it has {parameters:,} numbers, and at most {_MOST_NUMBERS:,} can play")
    return np.concatenate([np.array(numbers, np.float32), *parts], dtype=np.float32)


def room(layers: Sequence[AnyLayer]) -> int:
    """That the outputs of the widest layer take."""
    return STRIP * max(whole_strips(layer.outputs) for layer in layers)


def _by_strips(layer: Layer) -> tuple[Floats, Floats]:
    """A layer's weights by strip of outputs and input, and its bias; the last strip is filled up with zeros."""
    missing = -layer.outputs % STRIP
    weight = np.pad(layer.weight, ((0, 0), (0, missing))).reshape(layer.inputs, -1, STRIP)
    return weight.transpose(1, 0, 2).ravel(), np.pad(layer.bias, (0, missing))


def _by_output(layer: Layer) -> tuple[Floats, Floats]:
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


@jit
def pick_inputs(xs: Record, row: Int, rows: Int, m: Int, first: Int, picked: Record, inputs: Record, n: Int) -> Int:
    """Add the inputs that are not 0 in all of the rows to a list of n; how long it is then. The first is ``first``."""
    for i in range(m):
        matters = False
        for r in range(rows):
            x = np.float32(xs[row + r, i])
            inputs[n * rows + r] = x
            matters |= x != ZERO
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
                    if x != ZERO:
                        for k in range(max(0, i - less + 1), min(2, i + 1)):
                            for n in range(max(0, j - less + 1), min(2, j + 1)):
                                ys[r, (i - k) * less + j - n] += x * w[2 * k + n]


@jit
def activate(weights: Record, layer: Int, x: Record, y: Record) -> None:
    """From sums to the layer's outputs."""
    n, kind = layer_fact(weights, layer, OUTPUTS), layer_fact(weights, layer, ACTIVATION)
    if kind == RELU:
        for j in range(n):
            y[j] = max(y[j], ZERO)
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
def some_outputs(weights: Record, layer: Int, x: Record, chosen: Record, n: Int, y: Record) -> None:
    """y[i] = output number chosen[i] of a layer whose weights lie by output, for each of n."""
    size = STRIP * whole_strips(layer_fact(weights, layer, INPUTS))
    first, bias = layer_fact(weights, layer, WEIGHT), layer_fact(weights, layer, BIAS)
    dot_products(weights[first:], size, chosen, n, size, x, y)
    for i in range(n):
        y[i] += weights[bias + chosen[i]]
