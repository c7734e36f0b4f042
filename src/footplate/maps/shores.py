"""What curves cost where they leave their element: ferries keep to the water, railways off the open sea."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from footplate.boards import Board
from footplate.maps.coast import filled
from footplate.maps.curves import BOWS, Pair, bowed_curves
from footplate.maps.land import is_ferry
from footplate.maps.layout import Points, Sizes, distances
from footplate.maps.terrain import Terrain

GRID = 2.0  # px between the points at which land is told from water
AT_CITY = 24.0  # px round a city, times the scale, where a ferry may be on land and a railway at sea
BANK = 5.0  # px, times the scale, that ferries keep off the land if they can
ASHORE, ON_A_BANK, AT_SEA = 600.0, 25.0, 40.0  # cost of each sample of a ferry on land or near it, of a railway at sea


class Shores:
    """A panel's land and water, and the cost of all bows that a map may choose between."""

    def __init__(
        self, board: Board, terrain: Terrain, centres: Points, panel: tuple[float, float], sizes: Sizes
    ) -> None:
        x, y = (np.arange(0, side + GRID, GRID) for side in panel)
        self._land = filled(terrain.land, x, y)
        self._dry = self._land & ~filled(terrain.lakes, x, y)
        self._board, self._centres, self._sizes = board, centres, sizes
        self._island = _islands(terrain, centres)

    def costs(self, pairs: Sequence[Pair]) -> Points:
        """For every bow that each pair may have, (pairs, bows)."""
        curves = bowed_curves(self._centres, pairs)  # (pairs, bows, samples, 2)
        across = _across(curves)
        ferries = np.array([is_ferry(self._board, pair) for pair in pairs], dtype=np.bool_)
        a, b = np.array([(pair.a, pair.b) for pair in pairs]).T
        along = ~ferries & (self._island[a] == self._island[b])  # others have a bridge
        cost = np.zeros(curves.shape[:3])
        aside = np.array([len(pair.routes) - 1 for pair in pairs]) * self._sizes.lane_pitch / 2

        def beside(those: npt.NDArray[np.bool_], off: float, lane: int) -> Points:
            return curves[those] + lane * (aside[those] + off)[:, None, None, None] * across[those]

        for lane in (-1, 1):
            cost[along] += AT_SEA / 2 * ~_at(self._land, beside(along, 0.0, lane))
            for off, price in ((0.0, ASHORE), (BANK * self._sizes.scale, ON_A_BANK)):
                cost[ferries] += price / 2 * _at(self._dry, beside(ferries, off, lane))
        cost[_near_cities(curves, AT_CITY * self._sizes.scale)] = 0
        total: Points = cost.sum(axis=2)
        return total

    def sorted_lanes(self, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
        """The pairs with ferries on the sea side of their railways."""
        mixed = [i for i, pair in enumerate(pairs) if len(set(map(self._is_ferry, pair.routes))) > 1]
        found = list(pairs)
        for i in mixed:
            pair = pairs[i]
            bow = BOWS[np.argmin(self.costs([pair]))]
            lanes = sorted(zip(pair.routes, pair.lengths, strict=True), key=lambda lane: self._is_ferry(lane[0]))
            routes, lengths = zip(*(lanes if bow > 0 else lanes[::-1]), strict=True)
            found[i] = Pair(pair.a, pair.b, routes, lengths)
        return tuple(found)

    def _is_ferry(self, route: int) -> bool:
        return self._board.routes[route].locomotives > 0


def _islands(terrain: Terrain, centres: Points) -> npt.NDArray[np.int64]:
    """The number of the first ring of land round each city; -1 where there is none."""
    found = np.full(len(centres), -1)
    for number, ring in reversed(list(enumerate(map(np.array, terrain.land)))):
        near = np.flatnonzero(((centres > ring.min(axis=0)) & (centres < ring.max(axis=0))).all(axis=1))
        if near.size:
            (x, y), start, end = centres[near].T, ring[:, None], np.roll(ring, -1, axis=0)[:, None]
            side, city = np.nonzero((start[..., 1] > y) != (end[..., 1] > y))
            slope = (end - start)[side, 0, 0] / (end - start)[side, 0, 1]
            to_its_right = x[city] < start[side, 0, 0] + (y[city] - start[side, 0, 1]) * slope
            found[near[np.bincount(city[to_its_right], minlength=near.size) % 2 == 1]] = number
    return found


def _across(curves: Points) -> Points:
    """A pixel to the side that positive bows go to, at every sample of curves (n, bows, samples, 2)."""
    along = np.gradient(curves, axis=2)
    along /= np.maximum(distances(along, np.zeros(2)), 1e-9)[..., None]
    return np.stack((-along[..., 1], along[..., 0]), axis=-1)


def _near_cities(curves: Points, reach: float) -> npt.NDArray[np.bool_]:
    """Which samples lie that near to an end of their curve; the middle one never does."""
    away = np.minimum(*(distances(curves, curves[:, :, [end]]) for end in (0, -1)))
    near: npt.NDArray[np.bool_] = away < np.minimum(reach, away.max(axis=2, keepdims=True))
    return near


def _at(cells: npt.NDArray[np.bool_], points: Points) -> npt.NDArray[np.bool_]:
    """What the grid says at points (..., 2); beyond its edge, what it says at the edge."""
    rows, columns = cells.shape
    spots = np.clip(np.rint(points / GRID), 0, (columns - 1, rows - 1)).astype(np.int64)
    found: npt.NDArray[np.bool_] = cells[spots[..., 1], spots[..., 0]]
    return found
