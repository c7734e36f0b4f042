"""How routes run: a curve for each pair of cities, lanes for parallel routes, and the cars along each lane.

Every pair of cities is joined by a quadratic curve. Its bow, the distance of the curve's middle from the straight
line, is chosen from a few shares of the line's length so that curves keep clear of other cities, of each other and of
names. What two curves cost each other is computed once for all choices, so that choosing is only looking up.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from footplate.boards.board import Board
from footplate.boards.layout import Box, Points, Sizes

BOWS = np.array([0, 0.05, -0.05, 0.09, -0.09, 0.13, -0.13, 0.17, -0.17, 0.21, -0.21])  # straight first: it wins ties
ALMOST_STRAIGHT = 0.06
STIFF_BELOW = 3.6  # way between the cities for each car, times the car's height
ROUNDS = 4
SAMPLES = 20  # steps along a curve when costs are counted
SMOOTH = 48  # steps along a curve when cars are laid
MAX_END_GAP = 4.5  # times the usual one
SHORTEST_CAR = 15 / 8.6  # times its height: below this, cars stop giving way at a city


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cities (by index) and the routes between them (by index), with as many trains each as ``lengths`` says."""

    a: int
    b: int
    routes: tuple[int, ...]
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """One route's cars: their centres (n, 2), angles (n,) in radians and width, and the line through their run."""

    centres: Points
    angles: Points
    car_width: float
    run: Points


def pairs_of(board: Board) -> tuple[Pair, ...]:
    """The pairs of cities that routes join, in the order of their first routes."""
    found: dict[tuple[int, int], list[int]] = {}
    for i, route in enumerate(board.routes):
        a, b = sorted((board.city_index[route.a], board.city_index[route.b]))
        found.setdefault((a, b), []).append(i)
    return tuple(
        Pair(a, b, tuple(routes), tuple(board.routes[i].length for i in routes)) for (a, b), routes in found.items()
    )


def control_point(a: Points, b: Points, bow: float) -> Points:
    """Control point of the quadratic curve from ``a`` to ``b`` with a bow of this share of the distance."""
    along = b - a
    return (a + b) / 2 + 2 * bow * np.array((-along[1], along[0]))


def curve_points(a: Points, control: Points, b: Points, steps: int) -> Points:
    """Points on the quadratic curve, shape (steps + 1, 2)."""
    t = np.linspace(0, 1, steps + 1)[:, None]
    return (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b


def distance_to_box(points: Points, box: Box, inset_y: float = 0.0) -> Points:
    """Distances, shape of ``points`` less its last axis; ``inset_y`` makes the box lower at both edges."""
    x, y = points[..., 0], points[..., 1]
    dx = np.maximum(np.maximum(box.x - x, x - box.x - box.width), 0)
    dy = np.maximum(np.maximum(box.y + inset_y - y, y - box.y - box.height + inset_y), 0)
    return np.hypot(dx, dy)


class BowChooser:
    """Chooses a bow for every pair of cities; built once for a map, asked again after names have been placed."""

    def __init__(self, cities: Points, pairs: Sequence[Pair], sizes: Sizes) -> None:
        self._halves = np.array([sizes.half_width(len(pair.routes)) + 1 for pair in pairs])
        self._curves = np.array(
            [
                [
                    curve_points(cities[p.a], control_point(cities[p.a], cities[p.b], bow), cities[p.b], SAMPLES)
                    for bow in BOWS
                ]
                for p in pairs
            ]
        )  # (pairs, bows, samples, 2)
        self._own_cost = self._bow_cost(cities, pairs, sizes) + self._city_cost(cities, pairs, sizes)
        self._clash = self._clash_cost(cities, pairs, sizes)
        self._picks = np.zeros(len(pairs), dtype=np.intp)

    def choose(self, names: Sequence[Box]) -> list[float]:
        """A bow for each pair that is cheap together with the others and with ``names`` where they stand."""
        fixed = self._own_cost + self._name_cost(names)
        everyone = np.arange(len(self._picks))
        for _ in range(ROUNDS):
            before = self._picks.copy()
            for i in everyone:
                self._picks[i] = np.argmin(fixed[i] + self._clash[i][:, everyone, self._picks].sum(axis=1))
            if np.array_equal(before, self._picks):
                break
        return [float(bow) for bow in BOWS[self._picks]]

    @staticmethod
    def _bow_cost(cities: Points, pairs: Sequence[Pair], sizes: Sizes) -> Points:
        """A little for bowing at all, more where cars are short.

        Twins of unequal length stay almost straight: their cars are out of step.
        """
        bend = np.abs(BOWS)
        room = np.array([np.linalg.norm(cities[p.a] - cities[p.b]) / max(p.lengths) for p in pairs])
        stiffness = np.where(room < STIFF_BELOW * sizes.car_height, 8.0, 1.0)[:, None]
        unequal = np.array([len(set(pair.lengths)) > 1 for pair in pairs])
        forbidden = unequal[:, None] & (bend > ALMOST_STRAIGHT)
        cost: Points = stiffness * (900 * bend**2 + 26 * bend) + np.where(forbidden, 1e6, 0.0)
        return cost

    def _city_cost(self, cities: Points, pairs: Sequence[Pair], sizes: Sizes) -> Points:
        """For coming near to a city on the way."""
        cost = np.zeros(self._curves.shape[:2])
        for i, pair in enumerate(pairs):
            others = np.delete(cities, (pair.a, pair.b), axis=0)
            reach = sizes.car_height + 7 + self._halves[i]
            distance = np.linalg.norm(self._curves[i][:, :, None, :] - others, axis=-1)
            cost[i] = 0.5 * (np.maximum(reach - distance, 0) ** 2).sum(axis=(1, 2))
        return cost

    def _name_cost(self, names: Sequence[Box]) -> Points:
        cost = np.zeros(self._curves.shape[:2])
        reach = self._halves[:, None, None] + 1
        for box in names:
            overlap = np.maximum(reach - distance_to_box(self._curves, box, inset_y=2), 0)
            cost += np.where(overlap > 0, 24 + 3.2 * overlap**2, 0).sum(axis=2)
        return cost

    def _clash_cost(self, cities: Points, pairs: Sequence[Pair], sizes: Sizes) -> Points:
        """What each two curves cost each other, (pairs, bows, pairs, bows); a shared city's surroundings are free."""
        n, bows, samples = self._curves.shape[:3]
        clash = np.zeros((n, bows, n, bows))
        flat = self._curves.reshape(n, -1, 2)
        low, high = flat.min(axis=1), flat.max(axis=1)
        for i in range(n):
            for j in range(i + 1, n):
                reach = self._halves[i] + self._halves[j] + 4
                if (low[i] - reach > high[j]).any() or (low[j] - reach > high[i]).any():
                    continue
                dx, dy = (flat[i][:, None, axis] - flat[j][:, axis] for axis in (0, 1))
                cost = np.maximum(reach - np.sqrt(dx * dx + dy * dy), 0) ** 2
                for city in {pairs[i].a, pairs[i].b} & {pairs[j].a, pairs[j].b}:
                    cost[np.linalg.norm(flat[i] - cities[city], axis=1) < 20 * sizes.scale] = 0
                    cost[:, np.linalg.norm(flat[j] - cities[city], axis=1) < 20 * sizes.scale] = 0
                by_bow = cost.reshape(bows, samples, -1).sum(axis=1)
                summed = 0.35 * by_bow.reshape(bows, bows, samples).sum(axis=2)
                clash[i, :, j, :] = summed
                clash[j, :, i, :] = summed.T
        return clash


def end_gaps(cities: Points, pairs: Sequence[Pair], curves: Sequence[Points], sizes: Sizes) -> Points:
    """How far from its two cities each pair's cars begin, shape (pairs, 2), so that neighbours don't touch."""
    gaps = np.full((len(pairs), 2), sizes.end_gap)
    distances = np.linspace(sizes.end_gap, MAX_END_GAP * sizes.end_gap, 32)
    leaving: list[list[tuple[int, int, Points]]] = [[] for _ in cities]  # by city: (pair, end, way at the distances)
    for i, (pair, curve) in enumerate(zip(pairs, curves, strict=True)):
        leaving[pair.a].append((i, 0, _walk(curve, distances)))
        leaving[pair.b].append((i, 1, _walk(curve[::-1], distances)))
    for ends in leaving:
        for (i, end_i, way_i), (j, end_j, way_j) in itertools.combinations(ends, 2):
            clear = sizes.half_width(len(pairs[i].routes)) + sizes.half_width(len(pairs[j].routes)) + 2
            needed = distances[np.linalg.norm(way_i - way_j, axis=1) < clear].max(initial=0)
            for one, end in ((i, end_i), (j, end_j)):
                gaps[one, end] = max(gaps[one, end], min(needed, _spare(pairs[one], curves[one], sizes)))
    return gaps


def _spare(pair: Pair, curve: Points, sizes: Sizes) -> float:
    """The longest end gap that leaves a pair's cars long enough."""
    return max(sizes.end_gap, (_length(curve) - max(pair.lengths) * SHORTEST_CAR * sizes.car_height) / 2)


def lanes_of(pair: Pair, curve: Points, gaps: Points, sizes: Sizes) -> list[Lane]:
    """The cars of a pair's routes, side by side along ``curve`` (steps + 1, 2); ``gaps`` at its two ends."""
    middle = (len(pair.routes) - 1) / 2
    return [
        _lay_cars(_offset(curve, (i - middle) * sizes.lane_pitch), length, gaps, sizes)
        for i, length in enumerate(pair.lengths)
    ]


def _offset(curve: Points, distance: float) -> Points:
    """The curve shifted sideways by ``distance``."""
    along = np.gradient(curve, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return curve + distance * np.column_stack((-along[:, 1], along[:, 0]))


def _lay_cars(line: Points, count: int, gaps: Points, sizes: Sizes) -> Lane:
    """``count`` equal cars along ``line``, further apart in a bend, so that their inner corners don't meet."""
    lane = _spread_cars(line, count, gaps, sizes.car_gap, sizes)
    bend = float(np.abs(np.diff(np.unwrap(lane.angles))).max(initial=0.0))
    needed = 0.5 + sizes.car_height * math.tan(min(bend, 1.5) / 2)
    return _spread_cars(line, count, gaps, needed, sizes) if needed > sizes.car_gap else lane


def _spread_cars(line: Points, count: int, gaps: Points, car_gap: float, sizes: Sizes) -> Lane:
    total = _length(line)
    start, end = gaps * min(1.0, 0.6 * total / float(gaps.sum()))  # cities very near to each other: cars come first
    room = total - start - end
    car_gap = min(car_gap, 0.4 * room / count)
    width = min((room + car_gap) / count - car_gap, sizes.longest_car)
    run = count * (width + car_gap) - car_gap
    first = start + (room - run) / 2
    middles = first + width / 2 + np.arange(count) * (width + car_gap)
    ahead, behind = _walk(line, middles + width / 4), _walk(line, middles - width / 4)
    angles = np.arctan2(ahead[:, 1] - behind[:, 1], ahead[:, 0] - behind[:, 0])
    return Lane(_walk(line, middles), angles, width, _walk(line, np.linspace(first, first + run, 13)))


def _length(line: Points) -> float:
    return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())


def _walk(line: Points, distances: Points) -> Points:
    """Points (distances, 2) at these distances along ``line``."""
    passed = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))))
    return np.column_stack([np.interp(distances, passed, line[:, axis]) for axis in (0, 1)])
