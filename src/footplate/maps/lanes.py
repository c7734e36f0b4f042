"""The cars of routes: lanes side by side along the curve of each pair of cities, and the cars along each lane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.maps.curves import Pair, control_points, curve_points, ends_of, pair_of_routes
from footplate.maps.layout import Points, Sizes, distances

SMOOTH = 48  # steps along a curve when cars are laid
RUN = 13  # points of the line through the run of cars
MAX_END_GAP = 4.5  # times the usual one
SHORTEST_CAR = 15 / 8.6  # times its height: below this, cars stop giving way at a city


@dataclass(frozen=True, slots=True)
class Lane:
    """One route's cars: their centres (n, 2), angles (n,) in radians and width, and the line through their run."""

    centres: Points
    angles: Points
    car_width: float
    run: Points


def lay_lanes(cities: Points, pairs: Sequence[Pair], bows: Points, sizes: Sizes) -> list[list[Lane]]:
    """The cars of every pair's routes, side by side along the pair's curve."""
    curves = _smooth_curves(cities, pairs, bows)
    gaps = _end_gaps(pairs, curves, sizes)
    lines = _Lines(_side_by_side(curves, pairs, sizes))
    counts = np.array([length for pair in pairs for length in pair.lengths])
    lanes = iter(_lay_cars(lines, counts, gaps[pair_of_routes(pairs)], sizes))
    return [[next(lanes) for _ in pair.routes] for pair in pairs]


def lane_lines(cities: Points, pairs: Sequence[Pair], bows: Points, sizes: Sizes) -> Points:
    """The lines (routes, steps + 1, 2) that cars are laid along, pair by pair."""
    return _side_by_side(_smooth_curves(cities, pairs, bows), pairs, sizes)


def _smooth_curves(cities: Points, pairs: Sequence[Pair], bows: Points) -> Points:
    a, b = ends_of(cities, pairs)
    return curve_points(a, control_points(a, b, bows), b, SMOOTH)  # (pairs, steps + 1, 2)


def _side_by_side(curves: Points, pairs: Sequence[Pair], sizes: Sizes) -> Points:
    offsets = np.array([n - (len(pair.routes) - 1) / 2 for pair in pairs for n in range(len(pair.routes))])
    return _offset(curves[pair_of_routes(pairs)], offsets * sizes.lane_pitch)


def _end_gaps(pairs: Sequence[Pair], curves: Points, sizes: Sizes) -> Points:
    """How far from its two cities each pair's cars begin, shape (pairs, 2), so that neighbours don't touch."""
    lines = _Lines(curves)
    reached = np.linspace(sizes.end_gap, MAX_END_GAP * sizes.end_gap, 32)
    along = np.tile(reached, (len(pairs), 1))
    both = np.concatenate((along, lines.lengths[:, None] - along), axis=1)
    ways = lines.walk(both).reshape(-1, len(reached), 2)  # (ends, reached, 2)
    halves = np.repeat([sizes.half_width(len(pair.routes)) for pair in pairs], 2)
    city = np.array([(pair.a, pair.b) for pair in pairs]).ravel()
    one, other = np.nonzero(city[:, None] == city)  # two ends at the same city
    one, other = one[one < other], other[one < other]
    touch = distances(ways[one], ways[other]) < (halves[one] + halves[other] + 2)[:, None]
    needed = np.where(touch, reached, 0).max(axis=1, initial=0)
    gaps = np.full(len(city), sizes.end_gap)
    np.maximum.at(gaps, one, needed)
    np.maximum.at(gaps, other, needed)
    shortest = np.array([max(pair.lengths) for pair in pairs]) * SHORTEST_CAR * sizes.car_height
    spare = np.maximum(sizes.end_gap, (lines.lengths - shortest) / 2)  # the longest gap that leaves cars long enough
    bounded: Points = np.minimum(gaps.reshape(-1, 2), spare[:, None])
    return bounded


def _offset(curves: Points, offsets: Points) -> Points:
    """The curves (n, steps + 1, 2) shifted sideways by ``offsets`` (n,)."""
    along = np.gradient(curves, axis=1)
    along /= np.maximum(distances(along, np.zeros(2)), 1e-9)[..., None]
    across = np.stack((-along[..., 1], along[..., 0]), axis=-1)
    shifted: Points = curves + offsets[:, None, None] * across
    return shifted


def _lay_cars(lines: _Lines, counts: npt.NDArray[np.int64], gaps: Points, sizes: Sizes) -> list[Lane]:
    """So many equal cars along each of ``lines``, further apart in a bend, so that their inner corners don't meet."""
    widths, middles, _, _ = _spread_cars(lines, counts, gaps, np.full(len(counts), sizes.car_gap), sizes)
    turns = np.abs(np.diff(_angles(lines, middles, widths), axis=1))
    turns = np.minimum(turns, 2 * np.pi - turns)
    bends = np.where(np.arange(1, counts.max()) < counts[:, None], turns, 0).max(axis=1, initial=0)
    needed = 0.5 + sizes.car_height * np.tan(np.minimum(bends, 1.5) / 2)
    widths, middles, first, last = _spread_cars(lines, counts, gaps, np.maximum(needed, sizes.car_gap), sizes)
    runs = np.linspace(first, last, RUN, axis=1)
    laid = (lines.walk(middles), _angles(lines, middles, widths), widths, lines.walk(runs))
    return [
        Lane(centres[:count], angles[:count], float(width), run)
        for count, centres, angles, width, run in zip(counts, *laid, strict=True)
    ]


def _spread_cars(
    lines: _Lines, counts: npt.NDArray[np.int64], gaps: Points, car_gaps: Points, sizes: Sizes
) -> tuple[Points, Points, Points, Points]:
    """Widths (lines,) of the cars, and ways along the lines: to their middles (lines, most cars), first and last edge.

    Every line gets as many cars as the longest; those beyond its count mean nothing.
    """
    total = lines.lengths
    gaps = gaps * np.minimum(1.0, 0.6 * total / gaps.sum(axis=1))[:, None]  # cities near to each other: cars come first
    room = total - gaps[:, 0] - gaps[:, 1]
    car_gaps = np.minimum(car_gaps, 0.4 * room / counts)
    widths = np.minimum((room + car_gaps) / counts - car_gaps, sizes.longest_car)
    lengths = counts * (widths + car_gaps) - car_gaps
    first = gaps[:, 0] + (room - lengths) / 2
    middles = (first + widths / 2)[:, None] + np.arange(counts.max()) * (widths + car_gaps)[:, None]
    return widths, middles, first, first + lengths


def _angles(lines: _Lines, middles: Points, widths: Points) -> Points:
    """How cars with these middles lie (lines, cars), in radians."""
    ahead, behind = (lines.walk(middles + side * widths[:, None] / 4) for side in (1, -1))
    return np.arctan2(ahead[..., 1] - behind[..., 1], ahead[..., 0] - behind[..., 0])


class _Lines:
    """Lines (lines, points, 2) on which one can walk."""

    def __init__(self, points: Points) -> None:
        steps = distances(points[:, 1:], points[:, :-1])
        self.lengths: Points = steps.sum(axis=1)
        self._points = points
        self._passed = np.zeros(points.shape[:2])
        steps.cumsum(axis=1, out=self._passed[:, 1:])
        self._slopes = np.diff(points, axis=1) / np.maximum(np.diff(self._passed, axis=1), 1e-300)[..., None]
        self._each = np.arange(len(points))[:, None]
        self._marks = self._each + 1j * self._passed[:, 1:-1]  # complex numbers are sorted by line, then by way

    def walk(self, way: Points) -> Points:
        """Points (lines, n, 2) after a ``way`` (lines, n) along each line, never beyond its ends."""
        each, passed = self._each, self._passed
        step = self._marks.ravel().searchsorted(each + 1j * way, side="right") - each * self._marks.shape[1]
        rest = np.clip(way, 0, passed[:, -1:]) - passed[each, step]
        points: Points = self._slopes[each, step] * rest[..., None] + self._points[each, step]
        return points
