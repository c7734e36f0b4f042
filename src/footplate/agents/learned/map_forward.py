"""The forward pass of networks that play any map, compiled: tokens for the routes, which meet in the cities.

The trunk is the same for actor and critic (map_network.py has it in NumPy): a layer for what belongs to no route, one
for each route's token, then rounds in which routes hear of those that share a city, and what all routes have in common.
"""

from __future__ import annotations

import numba
import numpy as np

from footplate.agents.learned import layers as L
from footplate.agents.learned.layers import (
    Meaning,
    Shape,
    fact,
    in_a_row,
    layer_fact,
    layer_rows,
    some_outputs,
    whole_strips,
)
from footplate.agents.learned.map_network import BUILDS, MapNetwork, Tensors, widths_of
from footplate.agents.learned.network import Floats, Layer
from footplate.boards.limits import MAX_CITIES, MAX_ROUTES
from footplate.compile import Weights, indirect_call, jit
from footplate.compile.product import STRIP
from footplate.encoders.any_code import ANY_CLAIMS, ANY_SPECIAL
from footplate.encoders.tokens import COLUMN, INDICES, PRESENT
from footplate.engine.layout import BUILD, KINDS, Int, Record
from footplate.errors import InvalidNetwork

# Layers of a trunk, in this order; the middle three come once for each round.
GLOBALS_0, GLOBALS_1, TOKENS, TOKEN_GLOBALS = range(4)
CITIES, ENDS, ROUTES = range(3)
POOL_0, POOL_1 = range(2)
# and of the heads behind it
CLAIM_POOL, CLAIM_ROUTES, CLAIM_KINDS, BUILD_CITY, PLAIN = range(5)
ACTOR_HEADS, CRITIC_HEADS = 5, 1

_SPECIAL, _BUILD, _BUILT = ANY_SPECIAL[0], ANY_SPECIAL[BUILD], ANY_SPECIAL[BUILD + 1]
_WEIGHTS, _ROWS, _HIDDEN = numba.types.float32[::1], numba.types.int8[:, ::1], numba.types.float32[:, ::1]
_ROW, _CODES, _LOGITS = numba.types.float32[::1], numba.types.int64[::1], numba.types.float32[::1]

# ---------------------------------------------------------------- in a row


def flatten_map(network: MapNetwork, meaning: Meaning) -> Weights:
    """A network that plays any map as compiled code reads it."""
    actor, critic = network.actor, network.critic
    for tensors in filter(None, (actor, critic)):
        if any(width % STRIP for width in widths_of(tensors)[:2]):
            raise InvalidNetwork(f"its widths are {widths_of(tensors)[:2]}, and must be multiples of {STRIP}")
    width, shared = actor["build"].size, actor["claims.pool"].shape[0]
    heads = [
        _layer(actor["claims.pool"], actor["claims.bias"]),
        _layer(actor["claims.routes"]),
        _layer(actor["claims.kinds.weight"], actor["claims.kinds.bias"]),
        _layer(actor["build"].reshape(width, 1)),
        _layer(actor["plain.weight"], actor["plain.bias"]),
    ]
    first = [*_trunk(actor), *heads]
    second = [*_trunk(critic), _layer(critic["values.weight"], critic["values.bias"])] if critic else []
    tokens_at, private = first[GLOBALS_0].inputs, 0
    if second:
        secrets = second[TOKENS].inputs - first[TOKENS].inputs
        private = second[GLOBALS_0].inputs - tokens_at + secrets * MAX_ROUTES
    shape = Shape(
        actor_layers=len(first),
        critic_layers=len(second),
        widest=MAX_ROUTES * width + MAX_CITIES + shared,
        inputs=tokens_at + MAX_ROUTES * COLUMN,
        private=private,
        codes=ANY_SPECIAL[-1],
        values=second[-1].outputs if second else 0,
        tokens_at=tokens_at,
    )
    return in_a_row([*first, *second], {len(first) - 1}, shape, meaning)


def _layer(weight: Floats, bias: Floats | None = None, activation: str = "none") -> Layer:
    return Layer(weight, np.zeros(weight.shape[1], np.float32) if bias is None else bias, activation)


def _trunk(tensors: Tensors) -> list[Layer]:
    def named(name: str) -> Layer:
        return _layer(tensors[f"{name}.weight"], tensors[f"{name}.bias"], "relu")

    layers = [
        named("globals.0"),
        named("globals.1"),
        _layer(np.concatenate([tensors["routes.weight"], tensors["routes.colour"]]), tensors["routes.bias"]),
        _layer(tensors["routes.globals"]),
    ]
    k = 0
    while f"rounds.{k}.ends" in tensors:
        layers += [
            named(f"rounds.{k}.cities"),
            _layer(tensors[f"rounds.{k}.ends"]),
            _layer(tensors[f"rounds.{k}.routes.weight"], tensors[f"rounds.{k}.routes.bias"]),
        ]
        k += 1
    return [*layers, named("pool.0"), named("pool.1")]


# ---------------------------------------------------------------- rows


@jit
def outputs_for(weights: Record, layer: Int, rows: Int) -> Record:
    """Room for what a layer makes of so many rows."""
    return np.empty((rows, STRIP * whole_strips(layer_fact(weights, layer, L.OUTPUTS))), np.float32)


@jit
def one_row(weights: Record, layer: Int, x: Record) -> Record:
    """What a layer makes of one row."""
    y = outputs_for(weights, layer, 1)
    layer_rows(weights, layer, x, x, y, 1)
    return y


@jit
def count_tokens(x: Record, first: Int) -> Int:
    """Routes of the board; their tokens come first."""
    n = 0
    while n < MAX_ROUTES and x[first + n * COLUMN + PRESENT] != 0:
        n += 1
    return n


@jit
def token_inputs(x: Record, first: Int, private: Record, private_first: Int, n: Int, inputs: Int) -> Record:
    """By route: its token, what is private of it, and a 1 for its colour."""
    tokens = np.zeros((n, inputs), np.float32)
    secrets = (private.size - private_first) // MAX_ROUTES
    for r in range(n):
        at = first + r * COLUMN
        for k in range(COLUMN - INDICES):
            tokens[r, k] = x[at + INDICES + k]
        for k in range(secrets):
            tokens[r, COLUMN - INDICES + k] = private[private_first + r * secrets + k]
        tokens[r, COLUMN - INDICES + secrets + x[at + 2]] = 1
    return tokens


@jit
def add_positive(e: Record, more: Record, at_a: Record, at_b: Record) -> None:
    """e += relu(more + at_a + at_b), for a route."""
    for j in range(e.size):
        e[j] += max(more[j] + at_a[j] + at_b[j], L.ZERO)


@jit
def look_at_map(
    weights: Record, layer: Int, rounds: Int, x: Record, private: Record, e: Record, cities: Record
) -> Record:
    """The trunk from ``layer`` on for one row: routes in ``e``, cities in ``cities``; returns what all share, a row."""
    first = fact(weights, L.TOKENS_AT)
    globals_0 = layer + GLOBALS_0
    seen = np.empty((1, layer_fact(weights, globals_0, L.INPUTS)), np.float32)
    own = min(first, seen.size)
    private_first = seen.size - own
    for k in range(own):
        seen[0, k] = x[k]
    for k in range(private_first):
        seen[0, own + k] = private[k]
    g = one_row(weights, layer + GLOBALS_1, one_row(weights, globals_0, seen))
    n = count_tokens(x, first)
    tokens = token_inputs(x, first, private, private_first, n, layer_fact(weights, layer + TOKENS, L.INPUTS))
    shared = one_row(weights, layer + TOKEN_GLOBALS, g)
    layer_rows(weights, layer + TOKENS, tokens, tokens, e, n)
    size, last = layer_fact(weights, layer + TOKENS, L.OUTPUTS), np.int64(0)
    for r in range(n):
        for j in range(size):
            e[r, j] = max(e[r, j] + shared[0, j], L.ZERO)
        for end in range(2):
            last = max(last, np.int64(x[first + r * COLUMN + end]))
    at = layer + TOKEN_GLOBALS + 1
    sums, ends, more = np.empty_like(cities), np.empty_like(cities), np.empty_like(e)
    for _ in range(rounds):
        sums[: last + 1] = 0
        for r in range(n):
            a, b = np.int64(x[first + r * COLUMN]), np.int64(x[first + r * COLUMN + 1])
            for j in range(size):
                sums[a, j] += e[r, j]
                sums[b, j] += e[r, j]
        layer_rows(weights, at + CITIES, sums, sums, cities, last + 1)
        layer_rows(weights, at + ENDS, cities, cities, ends, last + 1)
        layer_rows(weights, at + ROUTES, e, e, more, n)
        for r in range(n):
            a, b = np.int64(x[first + r * COLUMN]), np.int64(x[first + r * COLUMN + 1])
            add_positive(e[r], more[r], ends[a], ends[b])
        at += ROUTES + 1
    pool = np.zeros((1, 2 * size + g.size), np.float32)
    for r in range(n):
        for j in range(size):
            pool[0, j] += e[r, j]
            pool[0, size + j] = max(pool[0, size + j], e[r, j])
    pool[0, 2 * size :] = g[0]
    return one_row(weights, at + POOL_1, one_row(weights, at + POOL_0, pool))


@jit
def rounds_of(layers: Int, heads: Int) -> Int:
    """In a trunk with so many layers and heads."""
    return (layers - heads - (TOKEN_GLOBALS + 1) - (POOL_1 + 1)) // (ROUTES + 1)


@jit
def route_width(weights: Record, layer: Int) -> Int:
    """Numbers that a trunk keeps for a route or a city."""
    return layer_fact(weights, layer + TOKENS, L.OUTPUTS)


@indirect_call(None, _WEIGHTS, _ROWS, _HIDDEN, int)
def map_hidden(weights: Record, xs: Record, hidden: Record, rows: Int) -> None:
    """The actor without its heads: by row, the routes, a number for a station in each city, and what all share."""
    layers, width = fact(weights, L.ACTOR_LAYERS), route_width(weights, 0)
    heads, nobody = layers - ACTOR_HEADS, np.empty(0, np.int8)
    cities, stations = np.zeros((MAX_CITIES, width), np.float32), outputs_for(weights, heads + BUILD_CITY, MAX_CITIES)
    for row in range(rows):
        e = hidden[row, : MAX_ROUTES * width].reshape(MAX_ROUTES, width)
        p = look_at_map(weights, 0, rounds_of(layers, ACTOR_HEADS), xs[row], nobody, e, cities)
        layer_rows(weights, heads + BUILD_CITY, cities, cities, stations, MAX_CITIES)
        behind = hidden[row, MAX_ROUTES * width :]
        for c in range(MAX_CITIES):
            behind[c] = stations[c, 0]
        for j in range(p.size):
            behind[MAX_CITIES + j] = p[0, j]


@indirect_call(None, _WEIGHTS, _ROW, _CODES, int, _LOGITS)
def map_logits(weights: Record, hidden: Record, codes: Record, n: Int, logits: Record) -> None:
    """Of n actions, from what the trunk made of a row."""
    width, heads = route_width(weights, 0), fact(weights, L.ACTOR_LAYERS) - ACTOR_HEADS
    e, behind = hidden[: MAX_ROUTES * width].reshape(MAX_ROUTES, width), hidden[MAX_ROUTES * width :]
    p = behind[MAX_CITIES : MAX_CITIES + layer_fact(weights, heads + PLAIN, L.INPUTS)]
    plain = np.empty(n, np.int64)
    place, routes = np.full(MAX_ROUTES, -1, np.int64), 0
    chosen = np.empty((min(n, MAX_ROUTES), width), np.float32)
    for i in range(n):
        code = codes[i]
        if ANY_CLAIMS <= code < _SPECIAL:
            r = (code - ANY_CLAIMS) // KINDS
            if place[r] < 0:
                place[r] = routes
                chosen[routes] = e[r]
                routes += 1
            plain[i] = 0
        elif _BUILD <= code < _BUILT:
            plain[i] = BUILDS
        else:
            plain[i] = code if code < ANY_CLAIMS else ANY_CLAIMS + code - _SPECIAL
    some_outputs(weights, heads + PLAIN, p, plain, n, logits)
    kinds = outputs_for(weights, heads + CLAIM_KINDS, routes)
    if routes > 0:
        shared = one_row(weights, heads + CLAIM_POOL, p.reshape(1, p.size))
        f = outputs_for(weights, heads + CLAIM_ROUTES, routes)
        layer_rows(weights, heads + CLAIM_ROUTES, chosen, chosen, f, routes)
        for k in range(routes):
            for j in range(width):
                f[k, j] = max(f[k, j] + shared[0, j], L.ZERO)
        layer_rows(weights, heads + CLAIM_KINDS, f, f, kinds, routes)
    for i in range(n):
        code = codes[i]
        if ANY_CLAIMS <= code < _SPECIAL:
            r = (code - ANY_CLAIMS) // KINDS
            logits[i] = kinds[place[r], code - ANY_CLAIMS - r * KINDS]
        elif _BUILD <= code < _BUILT:
            logits[i] += behind[code - _BUILD]


@indirect_call(None, _WEIGHTS, _ROWS, _ROWS, _HIDDEN, int)
def map_values(weights: Record, xs: Record, privates: Record, values: Record, rows: Int) -> None:
    """What each seat may expect, own first, by row."""
    layer, layers = fact(weights, L.ACTOR_LAYERS), fact(weights, L.CRITIC_LAYERS)
    width = route_width(weights, layer)
    e, cities = np.empty((MAX_ROUTES, width), np.float32), np.zeros((MAX_CITIES, width), np.float32)
    for row in range(rows):
        p = look_at_map(weights, layer, rounds_of(layers, CRITIC_HEADS), xs[row], privates[row], e, cities)
        y = one_row(weights, layer + layers - 1, p)
        for k in range(y.size):
            values[row, k] = y[0, k]
