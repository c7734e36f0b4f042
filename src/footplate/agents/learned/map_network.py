"""A network that plays any map: weights shared by all routes, and its file.

It sees rows of ``tokens`` and says logits of the code ``any``. Routes pass what they know to the cities at their ends
and get back what met there (``rounds``). docs/networks.md has the formulas.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from safetensors.numpy import save

from footplate.agents.learned.network import (
    FORMAT,
    HEADER,
    MAP_FORMAT,
    Floats,
    Network,
    NetworkSettings,
    check_players,
    load_network,
    reading,
    settings_of,
)
from footplate.encoders.any_code import ANY_CLAIMS, ANY_SPECIAL
from footplate.encoders.tokens import COLUMN, INDICES
from footplate.engine.layout import BUILD, KINDS
from footplate.engine.tables import Tables
from footplate.errors import InvalidNetwork
from footplate.files import write_whole

ANY_BOARD = "any"  # in place of a board's name
VALUES = COLUMN - INDICES  # columns of a token that are amounts
PLAIN = ANY_CLAIMS + ANY_SPECIAL[-1] - ANY_SPECIAL[0]  # outputs that belong to no route
BUILDS = ANY_CLAIMS + ANY_SPECIAL[BUILD] - ANY_SPECIAL[0]  # of these the first for building a station

FIRST_LAYERS = ("globals.0.weight", "routes.weight", "routes.colour")  # of the inputs themselves

Tensors = Mapping[str, Floats]


class Widths(NamedTuple):
    """How many numbers each layer has: for the whole board, and for each route and city."""

    whole: int
    route: int
    rounds: int = 1


def shapes_of(inputs: int, columns: int, widths: Widths, values: int | None) -> dict[str, tuple[int, ...]]:
    """The tensors of an actor, or of a critic that says so many values.

    ``inputs`` belong to no route, ``columns`` are the amounts of each token.
    """
    whole, route, rounds = widths
    shapes: dict[str, tuple[int, ...]] = {
        "globals.0.weight": (inputs, whole), "globals.0.bias": (whole,),
        "globals.1.weight": (whole, whole), "globals.1.bias": (whole,),
        "routes.weight": (columns, route), "routes.colour": (KINDS, route), "routes.globals": (whole, route),
        "routes.bias": (route,),
        "pool.0.weight": (2 * route + whole, whole), "pool.0.bias": (whole,),
        "pool.1.weight": (whole, whole), "pool.1.bias": (whole,),
    }  # fmt: skip
    for k in range(rounds):
        shapes |= {
            f"rounds.{k}.cities.weight": (route, route), f"rounds.{k}.cities.bias": (route,),
            f"rounds.{k}.routes.weight": (route, route), f"rounds.{k}.routes.bias": (route,),
            f"rounds.{k}.ends": (route, route),
        }  # fmt: skip
    if values is not None:
        return shapes | {"values.weight": (whole, values), "values.bias": (values,)}
    return shapes | {
        "plain.weight": (whole, PLAIN), "plain.bias": (PLAIN,), "build": (route,),
        "claims.routes": (route, route), "claims.pool": (whole, route), "claims.bias": (route,),
        "claims.kinds.weight": (route, KINDS), "claims.kinds.bias": (KINDS,),
    }  # fmt: skip


def widths_of(tensors: Mapping[str, Any]) -> Widths:
    rounds = sum(name.endswith(".ends") for name in tensors)
    return Widths(len(tensors["globals.0.bias"]), len(tensors["routes.bias"]), rounds)


@dataclass(frozen=True, eq=False)
class MapNetwork:
    """An actor and a critic, or none, as tensors by name. They take int8 rows as they are."""

    settings: NetworkSettings
    actor: Tensors
    critic: Tensors

    @property
    def hidden(self) -> tuple[int, ...]:
        """How wide its layers are: for the whole board, and for a route."""
        return widths_of(self.actor)[:2]

    @property
    def parameters(self) -> int:
        """How many numbers it has."""
        return sum(tensor.size for tensor in (*self.actor.values(), *self.critic.values()))

    def check_board(self, tables: Tables, name: str) -> None:
        """Raise InvalidNetwork unless it plays with so many; ``name`` is what to call it. Any board will do."""
        check_players(self.settings, tables, name)

    def check(self) -> None:
        """Raise InvalidNetwork if its tensors don't fit each other, or if some weights are no numbers."""
        reasons = []
        for name, tensors in (("actor", self.actor), ("critic", self.critic)):
            if name == "critic" and not tensors:
                continue
            try:
                inputs, columns = len(tensors["globals.0.weight"]), len(tensors["routes.weight"])
                values = len(tensors["values.bias"]) if name == "critic" else None
                expected = shapes_of(inputs, columns, widths_of(tensors), values)
            except (KeyError, TypeError) as error:
                reasons.append(f"its {name} has no tensor {error}")
                continue
            shapes = {key: np.shape(tensor) for key, tensor in tensors.items()}
            reasons += [f"{name}.{key} is of shape {shapes.get(key)}, not {shape}" for key, shape in expected.items()
                        if shapes.get(key) != shape]  # fmt: skip
            reasons += [f"{name}.{key} belongs to nothing" for key in shapes.keys() - expected.keys()]
            reasons += [f"{name}.{key} has weights that are no numbers" for key, tensor in tensors.items()
                        if not np.isfinite(tensor).all()]  # fmt: skip
        if reasons:
            raise InvalidNetwork("; ".join(reasons))


AnyNetwork = Network | MapNetwork


# ---------------------------------------------------------------- files


def save_map_network(path: Path, network: MapNetwork) -> None:
    """Write a network's file, in half precision. What plays is then the rounded network."""
    network.check()
    parts = (("actor", network.actor), ("critic", network.critic))
    tensors = {
        f"{part}.{name}": np.ascontiguousarray(tensor, np.float16)
        for part, tensors in parts
        for name, tensor in tensors.items()
    }
    header = {"format": MAP_FORMAT, **asdict(network.settings)}
    write_whole(Path(path), save(tensors, {HEADER: json.dumps(header)}))


def load_map_network(path: Path | str) -> MapNetwork:
    """The network in a file; InvalidNetwork says why there is none."""
    with reading(path, MAP_FORMAT) as (header, file):
        tensors = {name: np.asarray(file.get_tensor(name), np.float32) for name in file.keys()}  # noqa: SIM118
        actor, critic = (
            {name.removeprefix(part): tensor for name, tensor in tensors.items() if name.startswith(part)}
            for part in ("actor.", "critic.")
        )
        network = MapNetwork(settings_of(header), actor, critic)
        network.check()
    return network


def load_any_network(path: Path | str) -> AnyNetwork:
    """The network in a file, for one board or for any; InvalidNetwork says why there is none."""
    with reading(path, FORMAT, MAP_FORMAT) as (header, _):
        plays_any = header["format"] == MAP_FORMAT
    return load_map_network(path) if plays_any else load_network(path)
