"""Networks in JAX while they learn: the layers of those that play (agents/learned), as trees of arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.agents.learned.forward import flatten
from footplate.agents.learned.network import Layer, Network, NetworkSettings, load_network
from footplate.compile import Weights
from footplate.extras import needing

with needing("training", "footplate[train]"):
    import jax
    import jax.numpy as jnp

NOT_LEGAL = -1e9  # the logit of what may not be done

Array = jax.Array
Floats = npt.NDArray[np.float32]


class LayerParams(NamedTuple):
    weight: Array  # (in, out)
    bias: Array


Layers = tuple[LayerParams, ...]


class Params(NamedTuple):
    """What is learned: what to do from what a seat sees, and what to expect from all there is to see."""

    actor: Any  # layers, or the tensors of a network for any map, by name
    critic: Any


@dataclass(frozen=True)
class Architecture:
    """Actor and critic have the same hidden layers. With ``residual`` each but the first adds to what it gets."""

    inputs: int
    private_inputs: int  # that only the critic sees
    actions: int
    values: int  # what the critic says: one number for each seat, the own first, or one in all
    hidden: tuple[int, ...] = (64, 64)
    activation: str = "tanh"
    residual: bool = False

    @property
    def parameters(self) -> int:
        """How many numbers are learned."""
        sizes = (
            (self.inputs, *self.hidden, self.actions),
            (self.inputs + self.private_inputs, *self.hidden, self.values),
        )
        return sum((i + 1) * o for layers in sizes for i, o in pairwise(layers))

    def new_params(self, seed: int) -> Params:
        """Orthogonal weights; the actor begins near to choosing everything alike."""
        chance = np.random.default_rng(seed)
        return Params(
            _new_layers(chance, (self.inputs, *self.hidden, self.actions), 0.01),
            _new_layers(chance, (self.inputs + self.private_inputs, *self.hidden, self.values), 1.0),
        )

    def activation_of(self, layer: int) -> str:
        return self.activation if layer < len(self.hidden) else "none"

    def is_residual(self, layer: int) -> bool:
        return self.residual and 0 < layer < len(self.hidden) and self.hidden[layer] == self.hidden[layer - 1]


class Scales(NamedTuple):
    """What inputs are multiplied with."""

    observation: Floats
    private: Floats


_ACTIVATIONS: dict[str, Any] = {"tanh": jnp.tanh, "relu": jax.nn.relu, "none": lambda x: x}


def _new_layers(chance: np.random.Generator, sizes: tuple[int, ...], last_gain: float) -> Layers:
    gains = [2**0.5] * (len(sizes) - 2) + [last_gain]
    return tuple(
        LayerParams(jnp.asarray(gain * orthogonal(chance, i, o), jnp.float32), jnp.zeros(o, jnp.float32))
        for gain, (i, o) in zip(gains, pairwise(sizes), strict=True)
    )


def orthogonal(chance: np.random.Generator, rows: int, columns: int) -> npt.NDArray[np.float64]:
    """In NumPy, since JAX would compile it for every size."""
    q, r = np.linalg.qr(chance.normal(size=(max(rows, columns), min(rows, columns))))
    q *= np.sign(np.diag(r))
    return q if rows >= columns else q.T


_UNNAMED = NetworkSettings(
    board="", rules_hash="", players=(), encoder="", encoder_version=0, seats=0, actions=""
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Forward:
    """Forward passes of rows of inputs. ``half`` multiplies in bfloat16, which only a GPU does faster."""

    architecture: Architecture
    scales: Scales
    half: bool = False
    plays_any: ClassVar = False  # map
    load = staticmethod(load_network)

    def logits(self, actor: Layers, observation: Array, mask: Array) -> Array:
        """Of every action; what the mask forbids is out of reach."""
        scaled = self._scaled(observation, self.scales.observation)
        return jnp.where(mask, self._through(actor, scaled), NOT_LEGAL)

    def values(self, critic: Layers, observation: Array, private: Array) -> Array:
        """What each seat may still expect, seen from the seat that decides (it comes first)."""
        seen = self._scaled(observation, self.scales.observation)
        if self.architecture.private_inputs:
            seen = jnp.concatenate([seen, self._scaled(private, self.scales.private)], axis=1)
        return self._through(critic, seen)

    def _scaled(self, inputs: Array, scale: Floats) -> Array:
        dtype = jnp.bfloat16 if self.half else jnp.float32
        return inputs.astype(dtype) * jnp.asarray(scale, dtype)

    def _through(self, layers: Layers, x: Array) -> Array:
        for i, (weight, bias) in enumerate(layers):
            y = jnp.dot(x, weight.astype(x.dtype), preferred_element_type=jnp.float32) + bias
            y = _ACTIVATIONS[self.architecture.activation_of(i)](y)
            if self.architecture.is_residual(i):
                y = x + y
            x = y if i == len(layers) - 1 else y.astype(x.dtype)
        return x

    # ------------------------------------------------------------ networks that play

    def to_network(self, params: Params, settings: NetworkSettings, private_size: int = 0) -> Network:
        """The network that plays: inputs as they are, since their scale is part of its first layer.

        ``private_size``: how many numbers its critic will be shown; those that it has not seen here don't matter to it.
        """
        size = self.architecture

        def played(layers: Layers, scale: Floats) -> tuple[Layer, ...]:
            weights = [np.asarray(layer.weight, np.float32) for layer in layers]
            weights[0] = weights[0] * scale[:, None]
            return tuple(
                Layer(weight, np.asarray(layer.bias, np.float32), size.activation_of(i), size.is_residual(i))
                for i, (weight, layer) in enumerate(zip(weights, layers, strict=True))
            )

        actor, critic = played(params.actor, self.scales.observation), played(params.critic, self._critic_scale)
        unseen = max(0, private_size - size.private_inputs)
        first = replace(critic[0], weight=np.pad(critic[0].weight, ((0, unseen), (0, 0))))
        return Network(settings, actor, (first, *critic[1:]))

    def flat_weights(self, params: Params) -> Weights:
        """As compiled forward passes read them."""
        return flatten(self.to_network(params, _UNNAMED))

    def from_network(self, network: Network) -> Params:
        """Parameters to go on learning from. ValueError: it is a network of another architecture.

        Of a critic that knows what every seat is worth, a single learner keeps the first output: its own seat's.
        """
        architecture = self.architecture

        def learned(layers: Any, scale: Floats) -> Layers:
            weights = [np.asarray(layer.weight, np.float32) for layer in layers]
            if len(weights[0]) < len(scale):
                raise ValueError("the network has fewer inputs")
            weights[0] = weights[0][: len(scale)] / scale[:, None]  # what a critic has not seen lies behind
            return tuple(
                LayerParams(jnp.asarray(weight), jnp.asarray(layer.bias, jnp.float32))
                for weight, layer in zip(weights, layers, strict=True)
            )

        params = Params(learned(network.actor, self.scales.observation), learned(network.critic, self._critic_scale))
        *before, last = params.critic
        own = LayerParams(last.weight[:, : architecture.values], last.bias[: architecture.values])
        params = params._replace(critic=(*before, own))
        expected = architecture.new_params(0)
        if jax.tree.map(jnp.shape, params) != jax.tree.map(jnp.shape, expected):
            raise ValueError("the network has other layers")
        for i, layer in enumerate(network.actor):
            computes = layer.activation, isinstance(layer, Layer) and layer.residual
            if computes != (architecture.activation_of(i), architecture.is_residual(i)):
                raise ValueError(f"the network's layer {i + 1} computes something else")
        return params

    @property
    def _critic_scale(self) -> Floats:
        return np.concatenate([self.scales.observation, self.scales.private[: self.architecture.private_inputs]])


# ---------------------------------------------------------------- trees as arrays by name


def to_arrays(name: str, tree: Any) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a tree, on their way to a file."""
    return {f"{name}/{i}": np.asarray(leaf) for i, leaf in enumerate(jax.tree.leaves(tree))}


def from_arrays(name: str, like: Any, arrays: Mapping[str, npt.NDArray[Any]]) -> Any:
    """The tree again; it has the form of ``like``. KeyError or ValueError: the arrays are of another one."""
    leaves, form = jax.tree.flatten(like)
    found = [arrays[f"{name}/{i}"] for i in range(len(leaves))]
    for old, new in zip(leaves, found, strict=True):
        if old.shape != new.shape or old.dtype != new.dtype:
            raise ValueError(f"{name} has an array of shape {new.shape}, where {old.shape} is needed")
    return jax.tree.unflatten(form, [new.copy() for new in found])
