"""Slow twin of footplate.agents.learned.map_forward: the network for any map in plain NumPy."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.agents.learned.map_network import BUILDS, MapNetwork, Tensors, widths_of
from footplate.agents.learned.network import Floats
from footplate.boards.limits import MAX_CITIES, MAX_ROUTES
from footplate.encoders.any_code import ANY_CLAIMS
from footplate.encoders.tokens import COLUMN, INDICES, PRESENT


def _relu(x: npt.NDArray[Any]) -> Floats:
    return np.maximum(x, np.float32(0), dtype=np.float32)


class _Trunk(NamedTuple):
    routes: Floats  # (n, MAX_ROUTES, route)
    cities: Floats  # (n, MAX_CITIES, route)
    pool: Floats  # (n, whole)


def _through(w: Tensors, plain: Floats, tokens: npt.NDArray[Any], more: Floats) -> _Trunk:
    """What actor and critic have in common; ``more`` are columns of tokens beside the row's own."""
    ends, colour = tokens[..., :2].astype(np.int64), tokens[..., 2].astype(np.int64)
    present = (tokens[..., PRESENT] > 0).astype(np.float32)[..., None]
    amounts = np.concatenate([tokens[..., INDICES:].astype(np.float32), more], axis=-1)
    g = _relu(plain @ w["globals.0.weight"] + w["globals.0.bias"])
    g = _relu(g @ w["globals.1.weight"] + w["globals.1.bias"])
    at_routes = amounts @ w["routes.weight"] + w["routes.colour"][colour] + w["routes.bias"]
    e = _relu(at_routes + (g @ w["routes.globals"])[:, None]) * present
    n = len(tokens)
    cities = np.zeros((n, MAX_CITIES, e.shape[-1]), np.float32)
    rows = np.arange(n)[:, None]
    for k in range(widths_of(w).rounds):
        met = np.zeros_like(cities)
        for end in (ends[..., 0], ends[..., 1]):
            np.add.at(met, (rows, end), e)
        cities = _relu(met @ w[f"rounds.{k}.cities.weight"] + w[f"rounds.{k}.cities.bias"])
        from_ends = (cities[rows, ends[..., 0]] + cities[rows, ends[..., 1]]) @ w[f"rounds.{k}.ends"]
        e = (e + _relu(e @ w[f"rounds.{k}.routes.weight"] + from_ends + w[f"rounds.{k}.routes.bias"])) * present
    pool = np.concatenate([e.sum(axis=1), e.max(axis=1), g], axis=1)
    pool = _relu(pool @ w["pool.0.weight"] + w["pool.0.bias"])
    return _Trunk(e, cities, _relu(pool @ w["pool.1.weight"] + w["pool.1.bias"]))


def map_logits(network: MapNetwork, rows: npt.NDArray[np.int8]) -> Floats:
    """Of every code of ``any``, legal or not, for rows of ``tokens``."""
    w, first = network.actor, rows.shape[1] - MAX_ROUTES * COLUMN
    tokens = rows[:, first:].reshape(-1, MAX_ROUTES, COLUMN)
    trunk = _through(w, rows[:, :first].astype(np.float32), tokens, np.zeros((*tokens.shape[:2], 0), np.float32))
    plain = trunk.pool @ w["plain.weight"] + w["plain.bias"]
    f = _relu(trunk.routes @ w["claims.routes"] + (trunk.pool @ w["claims.pool"])[:, None] + w["claims.bias"])
    claims = f @ w["claims.kinds.weight"] + w["claims.kinds.bias"]
    plain[:, BUILDS : BUILDS + MAX_CITIES] = plain[:, BUILDS, None] + trunk.cities @ w["build"]
    return np.concatenate([plain[:, :ANY_CLAIMS], claims.reshape(len(rows), -1), plain[:, ANY_CLAIMS:]], axis=1)


def map_values(network: MapNetwork, rows: npt.NDArray[np.int8], privates: npt.NDArray[np.int8]) -> Floats:
    """What each seat may expect, the own first."""
    w, first = network.critic, rows.shape[1] - MAX_ROUTES * COLUMN
    tokens = rows[:, first:].reshape(-1, MAX_ROUTES, COLUMN)
    beside = len(w["globals.0.weight"]) - first  # inputs of the private row that belong to no route
    more = privates[:, beside:].reshape(len(rows), MAX_ROUTES, -1).astype(np.float32)
    plain = np.concatenate([rows[:, :first], privates[:, :beside]], axis=1).astype(np.float32)
    values: Floats = _through(w, plain, tokens, more).pool @ w["values.weight"] + w["values.bias"]
    return values
