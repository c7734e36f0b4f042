"""Real ground on a map: coasts, lakes and borders of the board's file, placed as its cities are.

A board's outlines end at the edge of their data. What was cut there is drawn out, so that no panel shows the cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from footplate.boards.ground import Ground as Outlines
from footplate.boards.ground import Line
from footplate.maps.coast import filled
from footplate.maps.layout import Fit, Points

DRAWN_OUT = 4.0  # how far what was cut is drawn out, in the cities' coordinates
SHORTEST_CUT = 0.02  # shorter sides along the edge of the data are headlands
GRID = 3.0  # px between the points at which land is told from sea
BANK = 6.0  # px that ferries keep off the land if they can
AT_CITY = 26.0  # px round a city, times the scale, where a ferry may be on land


@dataclass(frozen=True, slots=True)
class Terrain:
    """Outlines on a panel. ``land``, ``lakes`` and ``home`` are rings; what an odd number of rings encloses is land."""

    land: tuple[Line, ...]
    lakes: tuple[Line, ...]
    borders: tuple[Line, ...]
    home: tuple[Line, ...]


def terrain_of(outlines: Outlines, fit: Fit) -> Terrain:
    land, lakes, borders, home = (_placed(lines, fit) for lines in _drawn_out(outlines))
    return Terrain(land, lakes, borders, home)


def _placed(lines: Sequence[Points], fit: Fit) -> tuple[Line, ...]:
    """In tenths of a pixel."""
    if not lines:
        return ()
    spots = np.round(fit.place(np.concatenate(lines)), 1).tolist()
    points = iter([(x, y) for x, y in spots])
    return tuple(tuple(next(points) for _ in line) for line in lines)


@lru_cache(maxsize=32)
def _drawn_out(outlines: Outlines) -> tuple[tuple[Points, ...], ...]:
    """Land, lakes, borders and home, those that end at the edge of the data drawn out beyond it."""
    kinds = (outlines.land, outlines.lakes, outlines.borders, outlines.home)
    every = np.array([point for lines in kinds for line in lines for point in line])
    low, high = every.min(axis=0), every.max(axis=0)

    def outwards(lines: tuple[Line, ...], closed: bool) -> tuple[Points, ...]:
        return tuple(_outwards(np.array(line, dtype=np.float64), low, high, closed) for line in lines)

    return tuple(outwards(lines, closed) for lines, closed in zip(kinds, (True, True, False, True), strict=True))


def _outwards(line: Points, low: Points, high: Points, closed: bool) -> Points:
    """The line with its points at the edge (``low`` to ``high``) pushed far out; where it meets the edge it stays."""
    push = np.where(line <= low, -DRAWN_OUT, np.where(line >= high, DRAWN_OUT, 0.0))
    cut = _is_cut(line, push) if closed else _ends_of(line, push)
    found: list[Points] = []
    for i, spot in enumerate(line):
        if not cut[i]:
            found.append(spot)
            continue
        enters, leaves = not cut[i - 1], not cut[(i + 1) % len(line)]
        found += [spot] * enters + [spot + push[i]] + [spot] * leaves
    return np.array(found)


def _is_cut(ring: Points, push: Points) -> npt.NDArray[np.bool_]:
    """Which points of a ring are ends of a side along the edge."""
    after = np.roll(ring, -1, axis=0)
    side: npt.NDArray[np.bool_] = ((push == np.roll(push, -1, axis=0)) & (push != 0)).any(axis=1)
    side &= np.abs(after - ring).max(axis=1) > SHORTEST_CUT
    return side | np.roll(side, 1)


def _ends_of(line: Points, push: Points) -> npt.NDArray[np.bool_]:
    """Which ends of an open line are at the edge."""
    cut = np.zeros(len(line), dtype=np.bool_)
    cut[[0, -1]] = (push[[0, -1]] != 0).any(axis=1)
    return cut


class Shores:
    """Tells land from sea along curves, so that ferries keep to the sea and railways to the land."""

    def __init__(self, terrain: Terrain, ferries: Sequence[bool], width: float, height: float, scale: float) -> None:
        x, y = np.arange(0, width + GRID, GRID), np.arange(0, height + GRID, GRID)
        self._land = filled(terrain.land, x, y)
        self._dry = self._land & ~filled(terrain.lakes, x, y)
        self.ferries = np.array(ferries, dtype=np.bool_)
        self._at_city = AT_CITY * scale

    def on_land(self, points: Points) -> npt.NDArray[np.bool_]:
        """Which points (..., 2) are on land; lakes are not."""
        found: npt.NDArray[np.bool_] = self._dry[self._cells(points)]
        return found

    def at_sea(self, points: Points) -> npt.NDArray[np.bool_]:
        """Which points (..., 2) are in the sea; lakes are not."""
        found: npt.NDArray[np.bool_] = ~self._land[self._cells(points)]
        return found

    def astray(self, curves: Points) -> Points:
        """What share of each curve (pairs, bows, samples, 2) is on land for a ferry, at sea for a railway.

        Near their cities ferries are on land; a bank counts a quarter.
        """
        ends = curves[:, :, [0, -1]]
        away = np.min([np.hypot(*np.moveaxis(curves - end, -1, 0)) for end in np.moveaxis(ends[..., None, :], 2, 0)], 0)
        counted = away > np.minimum(self._at_city, away.max(axis=2, keepdims=True) / 2)
        shares = np.empty(curves.shape[:2])
        for kind, wrong in ((self.ferries, self._ashore), (~self.ferries, self.at_sea)):
            shares[kind] = (wrong(curves[kind]) * counted[kind]).mean(axis=2)
        return shares

    def _ashore(self, points: Points) -> Points:
        around = [self.on_land(points + BANK * np.array(way)) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        ashore: Points = 0.75 * self.on_land(points) + 0.25 * np.any(around, axis=0)
        return ashore

    def _cells(self, points: Points) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        rows, columns = self._land.shape
        cells = np.rint(points / GRID).astype(np.int64)
        return np.clip(cells[..., 1], 0, rows - 1), np.clip(cells[..., 0], 0, columns - 1)
