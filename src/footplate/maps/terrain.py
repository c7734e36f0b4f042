"""Real ground on a map: coasts, lakes and borders of the board's file, placed as its cities are.

A board's outlines end at the edge of their data. What was cut there is drawn out, so that no panel shows the cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import numpy as np
import numpy.typing as npt

from footplate.boards.parts import Ground as Outlines
from footplate.boards.parts import Line
from footplate.maps.layout import Fit, Points

DRAWN_OUT = 4.0  # how far what was cut is drawn out, in the cities' coordinates
SHORTEST_CUT = 0.02  # shorter sides along the edge of the data are headlands


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


def thinned(terrain: Terrain, apart: float) -> Terrain:
    """The same with points that lie ``apart`` at least, for small drawings; what is smaller than that is gone."""
    rings = (
        tuple(ring for line in lines if len(ring := _thinned(line, apart)) > 2)
        for lines in (terrain.land, terrain.lakes, terrain.borders, terrain.home)
    )
    return Terrain(*rings)


def _thinned(line: Line, apart: float) -> Line:
    kept = [line[0]]
    for x, y in line[1:]:
        if abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= apart:
            kept.append((x, y))
    return tuple(kept)


def _placed(lines: Sequence[Points], fit: Fit) -> tuple[Line, ...]:
    """In tenths of a pixel."""
    if not lines:
        return ()
    points = zip(*np.round(fit.place(np.concatenate(lines)), 1).T.tolist(), strict=True)
    return tuple(tuple(islice(points, len(line))) for line in lines)


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
