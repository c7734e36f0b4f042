"""Cars give way: a route whose cars lie on something spreads them over those parts of its line that are free."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.maps.curves import Pair, pair_of_routes
from footplate.maps.labels import Label, letters
from footplate.maps.lanes import MAX_END_GAP, Lane, lane_lines
from footplate.maps.layout import Points, Sizes, distance_to_boxes, distances

STEP = 1.0  # px between the points of a line that are tried
CLEAR = 0.4  # px between a car and what it has made way for
SHORTEST = 8.75  # px that a car is long which makes way
PARTED = 0.6  # cars stay together unless they get shorter than this by it
ROUNDING = 1e-6

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
    """Lays the cars of single routes anew."""

    def __init__(
        self, cities: Points, pairs: Sequence[Pair], obstacles: Obstacles, sizes: Sizes, *, last_resort: bool
    ) -> None:
        """As a ``last_resort`` cars get shorter on small panels, and ends of lines stay bare on any board."""
        self._cities, self._pairs, self._obstacles, self._sizes = cities, pairs, obstacles, sizes
        may_be_bare = last_resort or len(cities) >= 20
        self._most_bare = np.inf if may_be_bare else MAX_END_GAP * sizes.end_gap  # px of a line at one end
        self._shortest = SHORTEST * min(sizes.scale, 1.0) ** 2.5 if last_resort else SHORTEST
        self._pair_of = pair_of_routes(pairs)

    def lines(self, bows: Points) -> Points:
        """The lines of all routes, with these bows of their pairs."""
        return lane_lines(self._cities, self._pairs, bows, self._sizes)

    def lines_of(self, pair: int, bow: float) -> Points:
        """The lines of one pair's routes."""
        return lane_lines(self._cities, self._pairs[pair : pair + 1], np.array([bow]), self._sizes)

    def spread(self, number: int, line: Points, lane: Lane, cars: Cars) -> Lane | None:
        """The cars of a lane on the free parts of a line; None where they would get too short."""
        passed = np.concatenate(((0.0,), distances(line[1:], line[:-1]).cumsum()))
        way = np.arange(0.0, passed[-1], STEP)
        bend = _aside(line)
        aside = bend * (lane.car_width / max(float(passed[-1]), lane.car_width)) ** 2
        stretches = list(_stretches(self._is_free(_along(line, passed, way), aside, number, cars), way))
        shortest = min(self._shortest, lane.car_width)
        longest = self._longest_car(number, float(passed[-1]), bend)
        gap = _gap_between(lane, self._sizes)
        laid = _spread(stretches, len(lane.centres), gap, shortest, longest, float(passed[-1]) / 2)
        if laid is None:
            return None
        width, middles = laid
        bare = max(middles[0], float(passed[-1]) - middles[-1]) - width / 2
        if bare > self._most_bare:
            return None
        ways = (middles, middles + width / 4, middles - width / 4)
        centres, ahead, behind = (_along(line, passed, way) for way in ways)
        run = _along(line, passed, np.linspace(middles[0] - width / 2, middles[-1] + width / 2, 13))
        along = ahead - behind
        return Lane(centres, np.arctan2(along[:, 1], along[:, 0]), width, run)

    def _longest_car(self, number: int, way: float, bend: float) -> float:
        """Beside a twin, cars on a bent line are so short that their corners stay in the gap between the two."""
        sizes = self._sizes
        if len(self._pairs[self._pair_of[number]].routes) == 1 or bend < ROUNDING:
            return sizes.longest_car
        return min(sizes.longest_car, way * math.sqrt((sizes.lane_gap - CLEAR) / bend))

    def _is_free(self, points: Points, aside: float, number: int, cars: Cars) -> npt.NDArray[np.bool_]:
        """Which points can be on the middle line of a car that, straight as it is, lies ``aside`` of a bent line."""
        half, cities, words = self._sizes.car_height / 2, self._obstacles.cities, self._obstacles.words
        room = half + max(CLEAR, aside)
        low, high = points.min(axis=0) - room, points.max(axis=0) + room
        keep_off = np.full(len(cities), self._sizes.dot_radius + room)
        pair = self._pairs[self._pair_of[number]]
        keep_off[[pair.a, pair.b]] = min(self._sizes.end_gap, self._sizes.dot_radius + room)
        is_free = (distances(points[:, None], cities) >= keep_off).all(axis=1)
        words = words[((words[:, 2:] > low) & (words[:, :2] < high)).all(axis=1)]
        is_free &= (distance_to_boxes(words, points[:, None]) >= room).all(axis=1)
        others = cars.near(low, high, number)
        x, y = np.moveaxis(points[:, None] - others.centres, -1, 0)
        cos, sin = np.cos(others.angles), np.sin(others.angles)
        along = np.maximum(np.abs(x * cos + y * sin) - others.halves, 0)
        across = np.maximum(np.abs(y * cos - x * sin) - half, 0)
        rooms = np.where(self._is_twin(number, others), half + CLEAR, room)
        is_free &= (along * along + across * across >= rooms * rooms).all(axis=1)
        return np.asarray(is_free, dtype=np.bool_)

    def _is_twin(self, number: int, cars: Cars) -> npt.NDArray[np.bool_]:
        """Which cars are of the routes between the same two cities: they bend alike."""
        is_twin: npt.NDArray[np.bool_] = self._pair_of[cars.lanes] == self._pair_of[number]
        return is_twin


@dataclass(frozen=True, slots=True)
class Cars:
    """All cars of a map: the numbers of their lanes, their centres, angles and half lengths."""

    lanes: npt.NDArray[np.int64]
    centres: Points
    angles: Points
    halves: Points

    def near(self, low: Points, high: Points, number: int) -> Cars:
        """Those of other lanes that may reach into a box."""
        far = self.halves[:, None] + self.halves.max(initial=0) / 4
        near = ((self.centres > low - far) & (self.centres < high + far)).all(axis=1) & (self.lanes != number)
        return self._those(near)

    def _those(self, those: npt.NDArray[np.bool_]) -> Cars:
        return Cars(self.lanes[those], self.centres[those], self.angles[those], self.halves[those])

    def without(self, numbers: Iterable[int]) -> Cars:
        return self._those(~np.isin(self.lanes, list(numbers)))

    def with_more(self, number: int, lane: Lane) -> Cars:
        more = cars_of([lane])
        parts = ((self.centres, more.centres), (self.angles, more.angles), (self.halves, more.halves))
        return Cars(np.append(self.lanes, more.lanes + number), *map(np.concatenate, parts))

    def with_lane(self, number: int, lane: Lane) -> Cars:
        there = self.lanes == number
        centres, angles, halves = self.centres.copy(), self.angles.copy(), self.halves.copy()
        centres[there], angles[there], halves[there] = lane.centres, lane.angles, lane.car_width / 2
        return Cars(self.lanes, centres, angles, halves)


def cars_of(lanes: Sequence[Lane]) -> Cars:
    counts = [len(lane.angles) for lane in lanes]
    centres, angles = (np.concatenate([getattr(lane, part) for lane in lanes]) for part in ("centres", "angles"))
    return Cars(
        np.repeat(np.arange(len(lanes)), counts),
        centres,
        angles,
        np.repeat([lane.car_width / 2 for lane in lanes], counts),
    )


def _along(line: Points, passed: Points, way: Points) -> Points:
    return np.column_stack([np.interp(way, passed, line[:, i]) for i in (0, 1)])


def _aside(line: Points) -> float:
    """How far a line bends aside from the straight way."""
    way = line[-1] - line[0]
    across = np.array((-way[1], way[0])) / max(float(np.hypot(*way)), ROUNDING)
    return float(np.abs((line - line[0]) @ across).max())


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
    """How long cars are of which ``count`` find room, and where their middles lie; together rather than parted."""
    together = max((_longest([stretch], count, gap, longest) for stretch in stretches), default=0.0)
    parted = _longest(stretches, count, gap, longest)
    width = together if together >= max(shortest, PARTED * parted) else parted
    if width < shortest:
        return None
    middles: list[float] = []
    rooms = [_rooms(stretch, width, gap) for stretch in stretches]
    left = count
    for i in sorted(range(len(stretches)), key=lambda i: (-rooms[i], i)):
        first, end = stretches[i]
        cars = min(rooms[i], left)
        left -= cars
        length = cars * (width + gap) - gap
        start = min(max(middle - length / 2, first), end - length)
        middles += [start + width / 2 + n * (width + gap) for n in range(cars)]
    return width, np.array(sorted(middles))


def _rooms(stretch: Stretch, width: float, gap: float) -> int:
    """How many cars a stretch holds."""
    return int((stretch[1] - stretch[0] + gap) / (width + gap) + ROUNDING)


def _longest(stretches: Sequence[Stretch], count: int, gap: float, longest: float) -> float:
    """The longest cars of which the stretches hold ``count``."""
    widths = (
        min((end - first + gap) / cars - gap, longest) for first, end in stretches for cars in range(1, count + 1)
    )
    fitting = (width for width in widths if width > 0 and sum(_rooms(s, width, gap) for s in stretches) >= count)
    return max(fitting, default=0.0)


def give_way(spacer: Spacer, bows: Points, lanes: Sequence[Sequence[Lane]], numbers: Iterable[int]) -> list[list[Lane]]:
    """The lanes, those with these ``numbers`` laid anew on their lines where that is possible."""
    every = [lane for pair_lanes in lanes for lane in pair_lanes]
    cars, lines = cars_of(every), spacer.lines(bows)
    for number in numbers:
        if laid := spacer.spread(number, lines[number], every[number], cars):
            every[number], cars = laid, cars.with_lane(number, laid)
    rest = iter(every)
    return [[next(rest) for _ in pair_lanes] for pair_lanes in lanes]


def bend_away(
    spacer: Spacer, lanes: Sequence[Sequence[Lane]], pair: int, bows: Iterable[float]
) -> tuple[float, list[Lane]] | None:
    """The first of ``bows`` with which all cars of a pair's routes find room, and these cars."""
    first = sum(len(pair_lanes) for pair_lanes in lanes[:pair])
    cars = cars_of([lane for pair_lanes in lanes for lane in pair_lanes])
    others = cars.without(range(first, first + len(lanes[pair])))
    for bow in bows:
        beside, laid = others, []
        for number, (line, lane) in enumerate(zip(spacer.lines_of(pair, bow), lanes[pair], strict=True), first):
            found = spacer.spread(number, line, lane, beside)
            if found is None:
                break
            laid.append(found)
            beside = beside.with_more(number, found)
        else:
            return bow, laid
    return None
