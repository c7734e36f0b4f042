"""A network as numbers: its layers, what it was made for, and the file that holds both.

A network takes an encoder's row of int8 as it is: what training multiplies inputs with is part of the first layer's
weights. Its file is safetensors, with the settings as JSON in its header.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from footplate.engine.tables import Tables
from footplate.errors import InvalidNetwork
from footplate.files import json_of, write_whole
from footplate.words import listed

Floats = npt.NDArray[np.float32]

FORMAT, MAP_FORMAT = 1, 2  # of a network for one board, and of one for any map
ACTIVATIONS = ("none", "relu", "tanh")
HEADER = "footplate"  # the settings' place among the metadata of a file


@dataclass(frozen=True, eq=False)
class Layer:
    """``activation(x @ weight + bias)``, to which a residual layer adds its input ``x``."""

    weight: Floats  # (inputs, outputs)
    bias: Floats
    activation: str = "none"
    residual: bool = False

    @property
    def inputs(self) -> int:
        return int(self.weight.shape[0])

    @property
    def outputs(self) -> int:
        return int(self.weight.shape[1])

    def dense(self) -> Layer:
        return self

    def sums(self, x: Floats) -> Floats:
        """Of rows of inputs, before its activation."""
        y: Floats = x @ self.weight + self.bias
        return y

    def reasons(self) -> list[str]:
        """What is wrong with it."""
        if not _are_numbers(self.weight, self.bias):
            return [_NO_ARRAYS]
        if self.weight.ndim != 2 or self.bias.shape != self.weight.shape[1:]:
            return [f"weights of shape {self.weight.shape} and a bias of shape {self.bias.shape}"]
        if self.residual and self.inputs != self.outputs:
            return [f"a residual layer from {self.inputs} to {self.outputs} numbers"]
        return []


@dataclass(frozen=True, eq=False)
class Convolution:
    """A first layer over square planes, to one plane of one number less in each direction: the thesis's 2 x 2."""

    weight: Floats  # (planes, 2, 2)
    bias: Floats  # (1,)
    activation: str = "relu"
    side: int = 2  # of the planes; the input is (planes, side, side), flat

    @property
    def inputs(self) -> int:
        return int(self.weight.shape[0]) * self.side**2

    @property
    def outputs(self) -> int:
        return (self.side - 1) ** 2

    def dense(self) -> Layer:
        """The same as a layer that looks at all inputs."""
        planes, side, less = len(self.weight), self.side, self.side - 1
        weight = np.zeros((planes, side, side, less, less), np.float32)
        for i in range(less):
            for j in range(less):
                weight[:, i : i + 2, j : j + 2, i, j] = self.weight
        flat = weight.reshape(self.inputs, self.outputs)
        return Layer(flat, np.repeat(self.bias, self.outputs), self.activation)

    def sums(self, x: Floats) -> Floats:
        planes, less = x.reshape(len(x), -1, self.side, self.side), self.side - 1
        y = np.repeat(self.bias, len(x) * self.outputs).reshape(len(x), less, less)
        for i in range(2):
            for j in range(2):
                y += np.einsum("npij,p->nij", planes[:, :, i : i + less, j : j + less], self.weight[:, i, j])
        return y.reshape(len(x), self.outputs)

    def reasons(self) -> list[str]:
        if not _are_numbers(self.weight, self.bias):
            return [_NO_ARRAYS]
        if self.weight.shape[1:] != (2, 2) or self.bias.shape != (1,) or self.side < 2:
            return [f"a convolution of shape {self.weight.shape} over planes of {self.side} x {self.side}"]
        return []


AnyLayer = Layer | Convolution
_NO_ARRAYS = "its weight and bias are no NumPy arrays of numbers"


def _are_numbers(*arrays: object) -> bool:
    return all(isinstance(array, np.ndarray) and array.dtype.kind in "fiu" for array in arrays)


def _is_finite(array: Floats) -> bool:
    """Also as float32, in which it plays."""
    with np.errstate(over="ignore"):
        return bool(np.isfinite(array.astype(np.float32, copy=False)).all())


@dataclass(frozen=True, kw_only=True)
class NetworkSettings:
    """What a network was made for, and how. Plain data: it is the JSON in the file."""

    board: str  # its name; "small:warwick" with its variant
    rules_hash: str  # of the board
    players: tuple[int, ...]  # numbers of players that it knows
    encoder: str
    encoder_version: int
    seats: int  # that the encoder's rows have room for
    encoder_options: Mapping[str, str] = field(default_factory=dict)
    history: int = 0  # how many earlier views of the seat follow the present one in its inputs, the last one first
    actions: str  # the code of its outputs
    reward: str = "margin"
    value_scale: float = 50.0  # points that are worth 1 of the critic's numbers
    training: Mapping[str, Any] = field(default_factory=dict)  # the command, steps, seed, version
    results: Mapping[str, Any] = field(default_factory=dict)  # what it reached


@dataclass(frozen=True, eq=False)
class Network:
    """An actor, whose outputs are logits by action code, and a critic, or none.

    The critic looks at the actor's row and at the private one behind it. Its outputs are what each seat may expect, in
    units of the reward, the seat itself first, then as the seats follow; a critic for one learner has one output.
    """

    settings: NetworkSettings
    actor: tuple[AnyLayer, ...]
    critic: tuple[AnyLayer, ...] = ()

    @property
    def hidden(self) -> tuple[int, ...]:
        """How wide its actor's layers are, the last one apart."""
        return tuple(layer.outputs for layer in self.actor[:-1])

    @cached_property
    def parameters(self) -> int:
        """How many numbers it has."""
        return sum(layer.weight.size + layer.bias.size for layer in (*self.actor, *self.critic))

    def check(self) -> None:
        """Raise InvalidNetwork if its layers don't fit each other, or if some weights are no numbers."""
        reasons = [] if self.actor else ["its actor has no layers"]
        for name, layers in (("actor", self.actor), ("critic", self.critic)):
            for k, layer in enumerate(layers):
                place = f"{name} layer {k + 1}"
                if wrong := layer.reasons():
                    reasons += [f"{place}: {reason}" for reason in wrong]
                    continue
                if layer.activation not in ACTIVATIONS:
                    reasons.append(f"{place}: no activation is called {layer.activation!r}")
                if not (_is_finite(layer.weight) and _is_finite(layer.bias)):
                    reasons.append(f"{place}: some weights are no numbers")
            if not reasons:
                reasons += [
                    f"{name} layer {k + 1} has {before.outputs} outputs, and the next one {after.inputs} inputs"
                    for k, (before, after) in enumerate(pairwise(layers))
                    if before.outputs != after.inputs
                ]
        if reasons:
            raise InvalidNetwork("; ".join(reasons))

    def check_board(self, tables: Tables, name: str) -> None:
        """Raise InvalidNetwork unless it plays on this board with so many players; ``name`` is what to call it."""
        made_for, board = self.settings, tables.board
        if made_for.rules_hash != board.rules_hash:
            same = " of other rules" if made_for.board == board.name else ""
            raise InvalidNetwork(f"{name} plays on the board {made_for.board!r}{same}, not on {board.name!r}")
        check_players(made_for, tables, name)


def check_players(made_for: NetworkSettings, tables: Tables, name: str) -> None:
    """Raise InvalidNetwork unless it plays with so many players."""
    if tables.players not in made_for.players:
        players = listed(made_for.players, "or")
        raise InvalidNetwork(f"{name} plays with {players} players, not with {tables.players}")


# ---------------------------------------------------------------- files


def save_network(path: Path, network: Network, *, bits: Literal[8, 16, 32] = 16) -> None:
    """Write a network's file. What plays is then the rounded network.

    With 8 bits each output of a layer has a unit of its own, and its weights are whole numbers of them.
    """
    network.check()
    tensors: dict[str, npt.NDArray[Any]] = {}
    for name, layers in (("actor", network.actor), ("critic", network.critic)):
        for k, layer in enumerate(layers):
            place, weight = f"{name}.{k}", layer.weight
            if bits == 8 and isinstance(layer, Layer):
                unit = np.maximum(np.abs(weight).max(axis=0) / 127, 1e-12).astype(np.float32)
                tensors[f"{place}.weight"] = np.rint(weight / unit).astype(np.int8)
                tensors[f"{place}.unit"] = unit
            else:
                tensors[f"{place}.weight"] = np.ascontiguousarray(weight, np.float32 if bits == 32 else np.float16)
            tensors[f"{place}.bias"] = np.ascontiguousarray(layer.bias, np.float32 if bits == 32 else np.float16)
    header = {
        "format": FORMAT,
        **asdict(network.settings),
        "actor": [_shape(layer) for layer in network.actor],
        "critic": [_shape(layer) for layer in network.critic],
    }
    write_whole(Path(path), save(tensors, {HEADER: json.dumps(header)}))


def _shape(layer: AnyLayer) -> dict[str, Any]:
    """What the numbers of a layer don't say."""
    more = {"side": layer.side} if isinstance(layer, Convolution) else {"residual": layer.residual}
    return {"activation": layer.activation, **more}


def load_network(path: Path | str) -> Network:
    """The network in a file; InvalidNetwork says why there is none."""
    with reading(path, FORMAT) as (header, file):
        tensors = {name: np.asarray(file.get_tensor(name), np.float32) for name in file.keys()}  # noqa: SIM118
        actor, critic = (
            tuple(_layer(shape, tensors, f"{name}.{k}") for k, shape in enumerate(header[name]))
            for name in ("actor", "critic")
        )
        network = Network(settings_of(header), actor, critic)
        network.check()
    return network


def load_settings(path: Path | str) -> NetworkSettings:
    """What the network in a file was made for, without its numbers."""
    with reading(path, FORMAT, MAP_FORMAT) as (header, _):
        return settings_of(header)


@contextmanager
def reading(path: Path | str, *formats: int) -> Iterator[tuple[dict[str, Any], Any]]:
    """The header of a file, and the file; InvalidNetwork if anything in it is wrong."""
    try:
        with safe_open(path, "numpy") as file:
            header = json_of((file.metadata() or {}).get(HEADER, "{}"))
            if not header:
                raise InvalidNetwork("it holds numbers, but its header doesn't say what for")
            if header["format"] not in formats:
                has = f"it is written in format {header['format']}"
                raise InvalidNetwork(f"{has}, and what is read here is format {listed(formats, 'or')}")
            yield header, file
    except OSError as error:
        raise InvalidNetwork(f"{path} can't be read: {error.strerror or error}") from None
    except InvalidNetwork as error:
        raise InvalidNetwork(f"{path} can't be used: {error}") from None
    except (SafetensorError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidNetwork(f"{path} is damaged, or no file of a network ({type(error).__name__}: {error})") from None


def settings_of(header: Mapping[str, Any]) -> NetworkSettings:
    known = {item.name for item in fields(NetworkSettings)}
    values = {key: value for key, value in header.items() if key in known}
    return NetworkSettings(**{**values, "players": tuple(values["players"])})


def _layer(shape: Mapping[str, Any], tensors: Mapping[str, Floats], name: str) -> AnyLayer:
    weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
    if f"{name}.unit" in tensors:
        weight = weight * tensors[f"{name}.unit"]
    return Convolution(weight, bias, **shape) if "side" in shape else Layer(weight, bias, **shape)
