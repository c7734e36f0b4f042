"""Cars give way: a route whose cars lie on something spreads them over those parts of its line that are free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.maps.curves import Lane, Pair, lane_lines
from footplate.maps.labels import Label, letters
from footplate.maps.layout import Points, Sizes, distances
from footplate.maps.name_choices import distance_to_boxes

STEP = 1.0  # px between the points of a line that are tried
CLEAR = 0.4  # px between a car and what it has made way for
STUBBIEST = 1.3  # a car's length, times its height
SHRUNK = 0.8  # or its length before, times this, where that is less

Stretch = tuple[float, float]  # from where to where a line is free, in pixels from its start


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What cars keep off: names, by what their letters fill, and dots."""

    words: Points  # (n, 4): left, top, right, bottom
    cities: Points


def obstacles_of(cities: Points, labels: Mapping[int, Label]) -> Obstacles:
    boxes = [letters(label) for label in labels.values()]
    words = np.array([(b.x, b.y, b.x + b.width, b.y + b.height) for b in boxes]).reshape(-1, 4)
    return Obstacles(words, cities)


class Spacer:
    """Lays the cars of single routes anew on the curves that they have."""

    def __init__(
        self, cities: Points, pairs: Sequence[Pair], bows: Points, obstacles: Obstacles, sizes: Sizes
    ) -> None:
        self._obstacles, self._sizes = obstacles, sizes
        self._lines = lane_lines(cities, pairs, bows, sizes)
        self._ends = [(pair.a, pair.b) for pair in pairs for _ in pair.routes]

    def spread(self, number: int, lane: Lane, others: Sequence[Lane]) -> Lane | None:
        """The cars of a lane on the free parts of its line; None where they would get too short."""
        line = self._lines[number]
        steps = distances(line[1:], line[:-1])
        passed = np.concatenate(((0.0,), steps.cumsum()))
        way = np.arange(0.0, passed[-1], STEP)
        points = np.column_stack([np.interp(way, passed, line[:, i]) for i in (0, 1)])
        gap = _gap_between(lane, self._sizes)
        is_free = self._is_free(points, number, others)
        stretches = list(_stretches(is_free, way))
        shortest = min(STUBBIEST * self._sizes.car_height, SHRUNK * lane.car_width)
        laid = _spread(stretches, len(lane.centres), gap, shortest, self._sizes.longest_car, float(passed[-1]) / 2)
        if laid is None:
            return None
        width, middles = laid
        centres, ahead, behind, run = (
            np.column_stack([np.interp(ways, passed, line[:, i]) for i in (0, 1)])
            for ways in (
                middles,
                middles + width / 4,
                middles - width / 4,
                np.linspace(middles[0] - width / 2, middles[-1] + width / 2, 13),
            )
        )
        along = ahead - behind
        return Lane(centres, np.arctan2(along[:, 1], along[:, 0]), width, run)

    def _is_free(self, points: Points, number: int, others: Sequence[Lane]) -> npt.NDArray[np.bool_]:
        """Which points can be on the middle line of a car."""
        half = self._sizes.car_height / 2
        dot, gap = self._sizes.dot_radius, self._sizes.end_gap
        keep_off = np.full(len(self._obstacles.cities), dot + half + CLEAR)
        keep_off[list(self._ends[number])] = min(gap, dot + half + CLEAR)
        low, high = points.min(axis=0) - 3 * half, points.max(axis=0) + 3 * half
        is_free = (distances(points[:, None], self._obstacles.cities) >= keep_off).all(axis=1)
        words = self._obstacles.words
        words = words[((words[:, 2:] > low) & (words[:, :2] < high)).all(axis=1)]
        is_free &= (distance_to_boxes(words, points[:, None]) >= half + CLEAR).all(axis=1)
        for lane in others:
            near = ((lane.centres > low - lane.car_width) & (lane.centres < high + lane.car_width)).all(axis=1)
            if near.any():
                away = points[:, None] - lane.centres[near]
                cos, sin = np.cos(lane.angles[near]), np.sin(lane.angles[near])
                along = np.abs(away[..., 0] * cos + away[..., 1] * sin) - lane.car_width / 2
                across = np.abs(away[..., 1] * cos - away[..., 0] * sin) - half
                apart = np.hypot(np.maximum(along, 0), np.maximum(across, 0))
                is_free &= (apart >= half + CLEAR).all(axis=1)
        return is_free


def _gap_between(lane: Lane, sizes: Sizes) -> float:
    """Between the cars of a lane: in a bend more than usual."""
    if len(lane.centres) < 2:
        return sizes.car_gap
    return float(max(distances(lane.centres[1:], lane.centres[:-1]).min() - lane.car_width, 0.5))


def _stretches(is_free: npt.NDArray[np.bool_], way: Points) -> Iterator[Stretch]:
    edges = np.flatnonzero(np.diff(np.concatenate(((False,), is_free, (False,)))))
    for first, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        yield float(way[first]), float(way[end - 1])


def _spread(
    stretches: Sequence[Stretch], count: int, gap: float, shortest: float, longest: float, middle: float
) -> tuple[float, Points] | None:
    """The longest cars of which ``count`` find room: how long they are, and where their middles lie."""

    def rooms(width: float) -> list[int]:
        return [int((end - first + gap) / (width + gap) + 1e-9) for first, end in stretches]

    if sum(rooms(shortest)) < count:
        return None
    low, high = shortest, longest
    if sum(rooms(high)) >= count:
        low = high
    while high - low > 0.05:
        tried = (low + high) / 2
        low, high = (tried, high) if sum(rooms(tried)) >= count else (low, tried)
    taken, left = [0] * len(stretches), count
    room = rooms(low)
    for i in sorted(range(len(stretches)), key=lambda i: (-room[i], i)):
        taken[i] = min(room[i], left)
        left -= taken[i]
    middles: list[float] = []
    for (first, end), cars in zip(stretches, taken, strict=True):
        length = cars * (low + gap) - gap
        start = min(max(middle - length / 2, first), end - length) if cars == count else (first + end - length) / 2
        middles += [start + low / 2 + n * (low + gap) for n in range(cars)]
    return low, np.array(middles)


def give_way(spacer: Spacer, lanes: Sequence[Sequence[Lane]], numbers: Iterable[int]) -> list[list[Lane]]:
    """The lanes, those that touch something laid anew where that is possible."""
    every = [lane for pair_lanes in lanes for lane in pair_lanes]
    for number in numbers:
        others = [lane for i, lane in enumerate(every) if i != number]
        every[number] = spacer.spread(number, every[number], others) or every[number]
    rest = iter(every)
    return [[next(rest) for _ in pair_lanes] for pair_lanes in lanes]
