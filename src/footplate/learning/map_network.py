"""The network that plays any map, in JAX while it learns (agents/learned/map_network.py is the one that plays).

Inputs are scaled here. A network that plays takes them as they are, so the scales go into its first layers' weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from footplate.agents.learned.map_network import (
    BUILDS,
    MapNetwork,
    Tensors,
    Widths,
    load_map_network,
    shapes_of,
    widths_of,
)
from footplate.agents.learned.network import NetworkSettings
from footplate.boards.limits import MAX_CITIES, MAX_PLAYERS, MAX_ROUTES
from footplate.encoders.any_code import ANY_CLAIMS, ANY_SPECIAL
from footplate.encoders.tokens import COLUMN, GREY, INDICES, IS_DOUBLE, LOCOS, PENDING, PRESENT, RARE_INPUTS
from footplate.extras import needing
from footplate.learning.networks import NOT_LEGAL, Array, Floats, Params, Scales, orthogonal

with needing("training", "footplate[train]"):
    import jax
    import jax.numpy as jnp

Arrays = Mapping[str, Array]

_AT_CITY, _AT_ALL = 1 / 4, 1 / 50  # what sums over the routes of a city, and over all routes, are multiplied with
_RARE_COLUMNS = [*range(LOCOS - INDICES, IS_DOUBLE - INDICES), *range(PENDING - INDICES, COLUMN - INDICES)]
_LAST = {"plain.weight": 0.01, "claims.kinds.weight": 0.01, "build": 0.01, "values.weight": 0.1}  # gains of outputs


@dataclass(frozen=True)
class MapArchitecture:
    """Its sizes. Routes from ``routes`` on are on none of the boards that it learns on."""

    inputs: int
    private_inputs: int
    actor: Widths
    critic: Widths
    routes: int = MAX_ROUTES
    actions: int = ANY_SPECIAL[-1]
    values: int = MAX_PLAYERS

    @property
    def plain_inputs(self) -> int:
        """Inputs of a row that belong to no route."""
        return self.inputs - MAX_ROUTES * COLUMN

    @property
    def rare_inputs(self) -> slice:
        """Of those the ones that tell what a board is like, and of special rules."""
        return slice(self.plain_inputs - RARE_INPUTS, self.plain_inputs)

    @property
    def private_columns(self) -> int:
        return self.private_inputs // MAX_ROUTES

    @property
    def private_plain_inputs(self) -> int:
        return self.private_inputs - MAX_ROUTES * self.private_columns

    @property
    def actor_shapes(self) -> dict[str, tuple[int, ...]]:
        return shapes_of(self.plain_inputs, COLUMN - INDICES, self.actor, None)

    @property
    def critic_shapes(self) -> dict[str, tuple[int, ...]]:
        columns = COLUMN - INDICES + self.private_columns
        return shapes_of(self.plain_inputs + self.private_plain_inputs, columns, self.critic, self.values)

    @property
    def parameters(self) -> int:
        shapes = (*self.actor_shapes.values(), *self.critic_shapes.values())
        return sum(int(np.prod(shape)) for shape in shapes)

    def new_params(self, seed: int) -> Params:
        """Orthogonal weights; the actor begins near to choosing everything alike.

        What only some boards have begins with weights of 0: a rule that was never met while it learned says nothing.
        """
        chance = np.random.default_rng(seed)

        def tensors(shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Array]:
            made = {name: _new_tensor(name, shape, chance) for name, shape in shapes.items()}
            made["routes.weight"][_RARE_COLUMNS] = 0
            made["globals.0.weight"][self.rare_inputs] = 0
            return {name: jnp.asarray(tensor, jnp.float32) for name, tensor in made.items()}

        return Params(tensors(self.actor_shapes), tensors(self.critic_shapes))


def _new_tensor(name: str, shape: tuple[int, ...], chance: np.random.Generator) -> Any:
    if name.endswith("bias"):
        return np.zeros(shape)
    made = orthogonal(chance, shape[0], shape[1] if len(shape) > 1 else 1)
    return (_LAST.get(name, 2**0.5) * made).reshape(shape)


class _Trunk(NamedTuple):
    routes: Array  # (n, routes, width)
    cities: Array  # (n, MAX_CITIES, width)
    pool: Array  # (n, width)


@dataclass(frozen=True, eq=False)
class MapForward:
    """Forward passes of rows of ``tokens``. ``half`` multiplies in bfloat16, which only a GPU does faster."""

    architecture: MapArchitecture
    scales: Scales
    half: bool = False
    plays_any: ClassVar = True  # map
    load = staticmethod(load_map_network)

    def logits(self, actor: Arrays, observation: Array, mask: Array) -> Array:
        """Of every action; what the mask forbids is out of reach."""
        first, n = self.architecture.plain_inputs, observation.shape[0]
        tokens = observation[:, first:].reshape(n, MAX_ROUTES, COLUMN)[:, : self.architecture.routes]
        plain = self._scaled(observation[:, :first], self.scales.observation[:first])
        trunk = self._through(actor, plain, tokens, None)
        w = self._weights(actor)
        out = _product(trunk.pool, w["plain.weight"]) + actor["plain.bias"]
        from_pool = (trunk.pool @ w["claims.pool"])[:, None]
        f = jax.nn.relu(trunk.routes @ w["claims.routes"] + from_pool + w["claims.bias"])
        claims = _product(f, w["claims.kinds.weight"]) + actor["claims.kinds.bias"]
        claims = jnp.pad(claims, ((0, 0), (0, MAX_ROUTES - self.architecture.routes), (0, 0))).reshape(n, -1)
        builds = out[:, BUILDS, None] + _product(trunk.cities, w["build"][:, None])[..., 0]
        behind = out[:, BUILDS + MAX_CITIES :]
        logits = jnp.concatenate([out[:, :ANY_CLAIMS], claims, out[:, ANY_CLAIMS:BUILDS], builds, behind], axis=1)
        return jnp.where(mask, logits, NOT_LEGAL)

    def values(self, critic: Arrays, observation: Array, private: Array) -> Array:
        """What each seat may still expect, seen from the seat that decides (it comes first)."""
        size, n = self.architecture, observation.shape[0]
        first, beside, routes = size.plain_inputs, size.private_plain_inputs, size.routes
        tokens = observation[:, first:].reshape(n, MAX_ROUTES, COLUMN)[:, :routes]
        plain = self._scaled(observation[:, :first], self.scales.observation[:first])
        more = None
        if size.private_inputs:
            hidden = self._scaled(private[:, :beside], self.scales.private[:beside])
            plain = jnp.concatenate([plain, hidden], axis=1)
            more = self._scaled(private[:, beside:], self.scales.private[beside:])
            more = more.reshape(n, MAX_ROUTES, size.private_columns)[:, :routes]
        trunk = self._through(critic, plain, tokens, more)
        return _product(trunk.pool, self._weights(critic)["values.weight"]) + critic["values.bias"]

    @property
    def _dtype(self) -> Any:
        return jnp.bfloat16 if self.half else jnp.float32

    def _scaled(self, inputs: Array, scale: Floats) -> Array:
        return inputs.astype(self._dtype) * jnp.asarray(scale, self._dtype)

    def _weights(self, params: Arrays) -> dict[str, Array]:
        return {name: tensor.astype(self._dtype) for name, tensor in params.items()}

    def _through(self, params: Arrays, plain: Array, tokens: Array, more: Array | None) -> _Trunk:
        """What actor and critic have in common; ``more`` are columns of tokens beside the row's own."""
        w, relu, first = self._weights(params), jax.nn.relu, self.architecture.plain_inputs
        present = tokens[..., PRESENT, None].astype(self._dtype)
        amounts = self._scaled(tokens[..., INDICES:], self.scales.observation[first + INDICES : first + COLUMN])
        colour = jax.nn.one_hot(tokens[..., 2], GREY + 1, dtype=self._dtype)
        columns = [amounts, colour] if more is None else [amounts, more, colour]
        g = relu(plain @ w["globals.0.weight"] + w["globals.0.bias"])
        g = relu(g @ w["globals.1.weight"] + w["globals.1.bias"])
        by_column = jnp.concatenate([w["routes.weight"], w["routes.colour"]])
        at_all = (g @ w["routes.globals"] + w["routes.bias"])[:, None]
        e = relu(jnp.concatenate(columns, axis=-1) @ by_column + at_all) * present
        ends = sum(jax.nn.one_hot(tokens[..., end], MAX_CITIES, dtype=self._dtype) for end in (0, 1)) * present
        for k in range(widths_of(params).rounds):
            met = jnp.einsum("nrc,nrd->ncd", ends, e) * _AT_CITY
            cities = relu(met @ w[f"rounds.{k}.cities.weight"] + w[f"rounds.{k}.cities.bias"])
            back = jnp.einsum("nrc,ncd->nrd", ends, cities @ w[f"rounds.{k}.ends"])
            e = (e + relu(e @ w[f"rounds.{k}.routes.weight"] + back + w[f"rounds.{k}.routes.bias"])) * present
        total = e.sum(axis=1, dtype=jnp.float32).astype(self._dtype) * _AT_ALL
        pool = jnp.concatenate([total, e.max(axis=1), g], axis=1)
        pool = relu(pool @ w["pool.0.weight"] + w["pool.0.bias"])
        return _Trunk(e, cities, relu(pool @ w["pool.1.weight"] + w["pool.1.bias"]))

    # ------------------------------------------------------------ networks that play

    def to_network(self, params: Params, settings: NetworkSettings, private_size: int = 0) -> MapNetwork:
        """The network that plays: inputs as they are, since their scale is part of its first layers."""
        return MapNetwork(settings, *self._rescaled(params.actor, params.critic, np.multiply))

    def from_network(self, network: MapNetwork) -> Params:
        """Parameters to go on learning from. ValueError: it is a network of another architecture."""
        size = self.architecture
        for name, tensors, shapes in (
            ("actor", network.actor, size.actor_shapes),
            ("critic", network.critic, size.critic_shapes),
        ):
            if {key: tensor.shape for key, tensor in tensors.items()} != shapes:
                raise ValueError(f"its {name} has other layers")
        parts = self._rescaled(network.actor, network.critic, np.divide)
        return Params(*({name: jnp.asarray(tensor) for name, tensor in part.items()} for part in parts))

    def _rescaled(self, actor: Mapping[str, Any], critic: Mapping[str, Any], change: Any) -> tuple[Tensors, Tensors]:
        """Multiply (or divide) what stands behind a scale with it."""
        seen, private, size = self.scales.observation, self.scales.private, self.architecture
        first, beside = size.plain_inputs, size.private_plain_inputs
        plain, columns = seen[:first], seen[first + INDICES : first + COLUMN]
        all_plain = np.concatenate([plain, private[:beside]])
        all_columns = np.concatenate([columns, private[beside : beside + size.private_columns]])
        return _rescaled(actor, plain, columns, change), _rescaled(critic, all_plain, all_columns, change)


def _product(x: Array, weight: Array) -> Array:
    """With sums that are kept in float32: of outputs."""
    return jnp.matmul(x, weight, preferred_element_type=jnp.float32)


def _rescaled(params: Mapping[str, Any], plain: Floats, columns: Floats, change: Any) -> Tensors:
    """The same of one part; ``plain`` scales what belongs to no route, ``columns`` those of a token."""
    tensors = {name: np.array(tensor, np.float32) for name, tensor in params.items()}
    route = len(tensors["routes.bias"])
    tensors["globals.0.weight"] = change(tensors["globals.0.weight"], plain[:, None])
    tensors["routes.weight"] = change(tensors["routes.weight"], columns[:, None])
    tensors["pool.0.weight"][:route] = change(tensors["pool.0.weight"][:route], np.float32(_AT_ALL))
    for k in range(widths_of(tensors).rounds):
        name = f"rounds.{k}.cities.weight"
        tensors[name] = change(tensors[name], np.float32(_AT_CITY))
    return tensors
