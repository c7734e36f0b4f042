"""Cars give way: a route whose cars lie on something spreads them over those parts of its line that are free."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.maps.curves import Pair, pair_of_routes
from footplate.maps.labels import Label, letters
from footplate.maps.lanes import MAX_END_GAP, RUN, Lane, lane_lines
from footplate.maps.layout import Points, Sizes, distance_to_boxes, distances, inside

STEP = 1.0  # px between the points of a line that are tried
FINEST = STEP / 8
FINER = FINEST * np.arange(1, 8)  # where one of two neighbours is free, these are tried
CLEAR = 0.4  # px between a car and what it has made way for
SHORTEST = 8.6  # px that a car is long which makes way: as long as it is high at scale 1
PARTED = 0.6  # cars stay together unless they get shorter than this by it
ROUNDING = 1e-6

Bools = npt.NDArray[np.bool_]
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
        self._first = np.searchsorted(self._pair_of, np.arange(len(pairs)))  # the first route of each pair

    def lines_of(self, numbers: Sequence[int], bows: Points) -> list[Points]:
        """The lines of single routes, with these bows of all pairs."""
        pairs = [self._pair_of[number] for number in numbers]
        lines = self.bent(pairs, bows[pairs])
        return [beside[number - self._first[pair]] for number, pair, beside in zip(numbers, pairs, lines, strict=True)]

    def bent(self, pairs: Sequence[int], bows: Points) -> list[list[Points]]:
        """The lines of the routes of each of these pairs, each with its bow."""
        of_pairs = [self._pairs[pair] for pair in pairs]
        lines = iter(lane_lines(self._cities, of_pairs, bows, self._sizes))
        return [[next(lines) for _ in pair.routes] for pair in of_pairs]

    def spread(self, number: int, line: Points, lane: Lane, cars: Cars) -> Lane | None:
        """The cars of a lane on the free parts of a line; None where they would get too short."""
        passed = np.concatenate(((0.0,), distances(line[1:], line[:-1]).cumsum()))
        bend = _aside(line)
        aside = bend * (lane.car_width / max(float(passed[-1]), lane.car_width)) ** 2
        stretches = _free_stretches(line, passed, self._around(line, aside, number, cars))
        if not stretches or max(stretches[0][0], float(passed[-1]) - stretches[-1][1]) > self._most_bare:
            return None
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
        run = np.linspace(middles[0] - width / 2, middles[-1] + width / 2, RUN)
        ways = np.concatenate((middles, middles + width / 4, middles - width / 4, run))
        centres, ahead, behind, run = np.split(_along(line, passed, ways), len(middles) * np.arange(1, 4))
        along = ahead - behind
        return Lane(centres, np.arctan2(along[:, 1], along[:, 0]), width, run)

    def _longest_car(self, number: int, way: float, bend: float) -> float:
        """Beside a twin, cars on a bent line are so short that their corners stay in the gap between the two."""
        sizes = self._sizes
        if len(self._pairs[self._pair_of[number]].routes) == 1 or bend < ROUNDING:
            return sizes.longest_car
        return min(sizes.longest_car, way * math.sqrt((sizes.lane_gap - CLEAR) / bend))

    def _around(self, line: Points, aside: float, number: int, cars: Cars) -> Around:
        """What keeps cars off a ``line``; straight as they are, they lie ``aside`` of a bent one."""
        half, cities, words = self._sizes.car_height / 2, self._obstacles.cities, self._obstacles.words
        room = half + max(CLEAR, aside)
        low, high = line.min(axis=0) - room, line.max(axis=0) + room
        keep_off = np.full(len(cities), self._sizes.dot_radius + room)
        pair = self._pairs[self._pair_of[number]]
        keep_off[[pair.a, pair.b]] = min(self._sizes.end_gap, self._sizes.dot_radius + room)
        near = inside(cities, low - self._sizes.dot_radius, high + self._sizes.dot_radius)
        words = words[((words[:, 2:] > low) & (words[:, :2] < high)).all(axis=1)]
        others = cars.near(low, high, number)
        rooms = np.where(self._is_twin(number, others), half + CLEAR, room)
        return Around(cities[near], keep_off[near], words, room, others, half, rooms)

    def _is_twin(self, number: int, cars: Cars) -> Bools:
        """Which cars are of the routes between the same two cities: they bend alike."""
        is_twin: Bools = self._pair_of[cars.lanes] == self._pair_of[number]
        return is_twin


@dataclass(frozen=True, slots=True)
class Around:
    """What lies around a line: cities to ``keep_off``, words that need ``room``, and cars, each with its own room."""

    cities: Points
    keep_off: Points
    words: Points
    room: float
    cars: Cars
    half: float  # height of a car
    rooms: Points

    def leaves_free(self, points: Points) -> Bools:
        """Which of the points."""
        is_free = (distances(points[:, None], self.cities) >= self.keep_off).all(axis=1)
        is_free &= (distance_to_boxes(self.words, points[:, None]) >= self.room).all(axis=1)
        x, y = (points[:, None, axis] - self.cars.centres[:, axis] for axis in (0, 1))
        cos, sin = np.cos(self.cars.angles), np.sin(self.cars.angles)
        along = np.maximum(np.abs(x * cos + y * sin) - self.cars.halves, 0)
        across = np.maximum(np.abs(y * cos - x * sin) - self.half, 0)
        is_free &= (along * along + across * across >= self.rooms * self.rooms).all(axis=1)
        return np.asarray(is_free, dtype=np.bool_)


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

    def _those(self, those: Bools) -> Cars:
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
    spots = np.interp(way, passed, np.ascontiguousarray(line).view(np.complex128)[:, 0])
    return spots.view(np.float64).reshape(-1, 2)


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


def _free_stretches(line: Points, passed: Points, around: Around) -> list[Stretch]:
    """The parts of a line that are free; where they begin and end is looked for between its points."""
    way = np.arange(0.0, max(float(passed[-1]), FINEST), STEP)
    is_free = around.leaves_free(_along(line, passed, way))
    bounds: list[float] = []
    edges = np.flatnonzero(np.diff(is_free))
    if edges.size:
        closer = way[edges, None] + FINER
        free = around.leaves_free(_along(line, passed, closer.ravel())).reshape(closer.shape)
        ahead, back = (np.logical_and.accumulate(side, axis=1).sum(axis=1) for side in (free, free[:, ::-1]))
        bounds = np.where(is_free[edges], way[edges] + ahead * FINEST, way[edges + 1] - back * FINEST).tolist()
    bounds = [float(way[0])] * bool(is_free[0]) + bounds + [float(way[-1])] * bool(is_free[-1])
    return list(zip(bounds[::2], bounds[1::2], strict=True))


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
    fitting = (w for w in sorted(widths, reverse=True) if w > 0 and sum(_rooms(s, w, gap) for s in stretches) >= count)
    return next(fitting, 0.0)


def give_way(
    spacer: Spacer, bows: Points, lanes: Sequence[Sequence[Lane]], numbers: Sequence[int]
) -> tuple[list[list[Lane]], set[int]]:
    """The lanes, those with these ``numbers`` laid anew on their lines where that is possible; and which are stuck."""
    every = [lane for pair_lanes in lanes for lane in pair_lanes]
    cars, stuck = cars_of(every), set[int]()
    for number, line in zip(numbers, spacer.lines_of(numbers, bows), strict=True):
        if laid := spacer.spread(number, line, every[number], cars):
            every[number], cars = laid, cars.with_lane(number, laid)
            stuck.clear()  # there may be room now
        else:
            stuck.add(number)
    rest = iter(every)
    return [[next(rest) for _ in pair_lanes] for pair_lanes in lanes], stuck


def bend_away(
    spacer: Spacer, lanes: Sequence[Sequence[Lane]], pair: int, bows: Points
) -> tuple[float, list[Lane]] | None:
    """The first of ``bows`` with which all cars of a pair's routes find room, and these cars."""
    first = sum(len(pair_lanes) for pair_lanes in lanes[:pair])
    cars = cars_of([lane for pair_lanes in lanes for lane in pair_lanes])
    others = cars.without(range(first, first + len(lanes[pair])))
    for bow, lines in zip(bows.tolist(), spacer.bent([pair] * len(bows), bows), strict=True):
        beside, laid = others, []
        for number, (line, lane) in enumerate(zip(lines, lanes[pair], strict=True), first):
            found = spacer.spread(number, line, lane, beside)
            if found is None:
                break
            laid.append(found)
            beside = beside.with_more(number, found)
        else:
            return bow, laid
    return None
