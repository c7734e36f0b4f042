"""What curves cost where they leave their element: ferries keep to the water, railways off the open sea."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from footplate.boards import Board
from footplate.maps.coast import filled
from footplate.maps.curves import Pair, bowed_curves
from footplate.maps.land import is_ferry
from footplate.maps.layout import Points
from footplate.maps.terrain import Terrain

GRID = 3.0  # px between the points at which land is told from water
AT_CITY = 24.0  # px round a city, times the scale, where a ferry may be on land and a railway at sea
BANK = 5.0  # px, times the scale, that ferries keep off the land if they can
ASHORE, ON_A_BANK, AT_SEA = 600.0, 25.0, 12.0  # cost of each sample of a ferry on land or near it, of a railway at sea


def shore_costs(
    board: Board, terrain: Terrain, centres: Points, pairs: Sequence[Pair], panel: tuple[float, float], scale: float
) -> Points:
    """For every bow that each pair may have, (pairs, bows)."""
    x, y = (np.arange(0, side + GRID, GRID) for side in panel)
    land, lakes = filled(terrain.land, x, y), filled(terrain.lakes, x, y)
    curves = bowed_curves(centres, pairs)  # (pairs, bows, samples, 2)
    ferries = np.array([is_ferry(board, pair) for pair in pairs], dtype=np.bool_)
    cost = np.empty(curves.shape[:3])
    cost[~ferries] = AT_SEA * ~_at(land, curves[~ferries])
    dry, at_sea = land & ~lakes, curves[ferries]
    ways = BANK * scale * np.array(((1, 0), (-1, 0), (0, 1), (0, -1)))
    cost[ferries] = ASHORE * _at(dry, at_sea) + ON_A_BANK * np.any([_at(dry, at_sea + way) for way in ways], axis=0)
    cost[_near_cities(curves, AT_CITY * scale)] = 0
    total: Points = cost.sum(axis=2)
    return total


def _near_cities(curves: Points, reach: float) -> npt.NDArray[np.bool_]:
    """Which samples lie that near to an end of their curve; the middle one never does."""
    away = np.min([np.hypot(*np.moveaxis(curves - curves[:, :, [end]], -1, 0)) for end in (0, -1)], axis=0)
    near: npt.NDArray[np.bool_] = away < np.minimum(reach, away.max(axis=2, keepdims=True))
    return near


def _at(cells: npt.NDArray[np.bool_], points: Points) -> npt.NDArray[np.bool_]:
    """What the grid says at points (..., 2); beyond its edge, what it says at the edge."""
    rows, columns = cells.shape
    spots = np.rint(points / GRID).astype(np.int64)
    found: npt.NDArray[np.bool_] = cells[np.clip(spots[..., 1], 0, rows - 1), np.clip(spots[..., 0], 0, columns - 1)]
    return found
