"""Where the names of the cities stand: clear of dots, cars and each other, and nearest to their own city.

Names are measured without a browser: ``text_width`` adds up advance widths of a bold condensed slab, by classes of
characters. The classes follow DejaVu Serif Condensed Bold, the last and therefore the only sure face of the display
stack, each rounded up; ``WIDER`` is room for faces that run wider than it does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from footplate.maps.layout import Box, Points, Sizes, inside

WIDER = 1.12
LINE_HEIGHT = 1.08  # times the size of the type
ASCENT = 0.86  # baseline below the top of a line, times the size
EDGE_X, EDGE_Y = 15.0, 10.0  # room to the panel's edge, so that a nameboard fits
CLEAR = 5.0  # room to the cartouche and the compass
DIRECTIONS = 32
DISTANCES = (0.0, 3.0, 6.0, 10.0, 14.0, 20.0, 28.0, 38.0, 50.0)
ROUNDS = 8
HIGH_LETTER, LOW_LETTER = 0.76, 0.24  # how far letters reach above and below the baseline, times the size
LOW_LETTERS = "gjpqyQÇçȘșŞşŢţĄąĘę(),;"
LOWER = 1.5  # px by which a name's letters are lower than its box, above and below
_LOWER_BOX = np.array((0, LOWER, 0, -LOWER))
COUNT_AHEAD = 20.0  # cost: discs are counted at once, at first, for all places that may still win by this
TWO_LINES_FROM, THREE_LINES_FROM = 10, 18  # characters
SHORTEST_PART = 3  # characters: "Österreich 3" stays on one line
COVERED = 400.0  # cost of each disc of a car that a name lies on: more than standing free, however far off
ON_A_DOT = 1000.0  # cost of lying on a city, the own one included
ASTRAY = 150.0  # cost of a place that is nearer to another city
NEVER = 20_000.0  # cost of what must not be: outside the panel, on another name, on the cartouche

_ADVANCES = (  # em
    (" '’.,:;/|!jil", 0.35),
    ('-–fItJr()[]"*', 0.47),
    ("sczvyxaeo?", 0.6),
    ("kbdghnpqu0123456789LFSYß", 0.65),
    ("ZTPEAVXC", 0.72),
    ("BGDHKNOQRUw&+%", 0.85),
    ("MWm@ÆæŒœ—…", 1.02),
)
_ADVANCE = {character: advance for characters, advance in _ADVANCES for character in characters}
_OTHER_ADVANCE, _FULL_WIDTH = 0.85, 1.05


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the map: its lines, the box they fill, and where the text begins, ends or has its middle."""

    lines: tuple[str, ...]
    box: Box
    anchor: str  # "start", "middle" or "end", as in SVG
    x: float
    baselines: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Discs:
    """What names keep clear of: discs along the cars and along the bare ends of the rails, by their centres (n, 2)."""

    centres: Points
    is_car: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Places:
    """Every place that one city's name could take. ``boxes`` (places, 4): left, top, right, bottom."""

    boxes: Points
    cost: Points  # apart from cars, rails and other names
    lines: tuple[tuple[str, ...], ...]
    side: npt.NDArray[np.int64]  # -1: the name ends at the city, 0: above or below, 1: begins there
    bounds: Points  # (4,): around all boxes


def text_width(text: str, size: float) -> float:
    """Width of ``text`` in the display face at most, in the unit of ``size``."""
    return size * _ems(text)


@lru_cache(maxsize=4096)
def _ems(text: str) -> float:
    return sum(_advance(character) for character in unicodedata.normalize("NFD", text))


def letters(label: Label, size: float) -> Box:
    """What a label's letters fill at most, in the face that is sure."""
    width = max(text_width(line, size) for line in label.lines)
    left = label.x - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    low = LOW_LETTER if any(letter in LOW_LETTERS for letter in label.lines[-1]) else 0.0
    top, bottom = label.baselines[0] - HIGH_LETTER * size, label.baselines[-1] + low * size
    return Box(left, top, width, bottom - top)


def _advance(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    wide = unicodedata.east_asian_width(character) in "WF"
    return _ADVANCE.get(character, _FULL_WIDTH if wide else _OTHER_ADVANCE)


class LabelPlacer:
    """Places the ``names`` of cities; built once for a map, asked again after cars have been laid elsewhere."""

    def __init__(
        self,
        names: Mapping[int, str],
        cities: Points,
        taken: Sequence[Box],
        width: float,
        height: float,
        sizes: Sizes,
    ) -> None:
        many = len(cities) >= 20
        self._named = tuple(names)
        self._size = sizes.name_size
        self._apart = (5.0, 2.5) if many else (12.0, 8.0)
        self._clear = 2.7 * sizes.scale if many else 3.2
        self._car_radius = sizes.car_height / 2 + self._clear
        self._places = [_places(name, i, cities, taken, width, height, sizes) for i, name in names.items()]
        bounds = np.array([places.bounds for places in self._places])
        near = [_overlap(b, bounds, *self._apart) for b in bounds]
        self._others = [np.flatnonzero(near[i] & (np.arange(len(names)) != i)) for i in range(len(names))]
        self._choices: dict[tuple[int, bytes], _Choice] = {}

    def place(self, discs: Discs, *, on_trial: bool = False) -> tuple[dict[int, Label], float]:
        """A label for each city that has a name, and what they cost together: the less, the better they can be read.

        ``on_trial`` a name that lies on a car takes the place that it would have alone: perhaps the others make way.
        """
        choices = [self._choice(i, discs) for i in range(len(self._places))]
        picks, costs = self._settle(choices, [choice.cheapest()[0] for choice in choices], len(choices) - 1)
        for i in [i for i, cost in enumerate(costs) if on_trial and cost >= COVERED]:
            alone = [*picks[:i], choices[i].cheapest()[0], *picks[i + 1 :]]
            tried = self._settle(choices, alone, i)
            if sum(tried[1]) < sum(costs):
                picks, costs = tried
        labels = (_label(p, pick, self._size) for p, pick in zip(self._places, picks, strict=True))
        return dict(zip(self._named, labels, strict=True)), sum(costs)

    def _settle(self, choices: Sequence[_Choice], picks: Sequence[int], last: int) -> tuple[list[int], list[float]]:
        """Coordinate descent: each name in turn, ``last`` at last, takes its cheapest place among the others."""
        picks, costs = list(picks), [0.0] * len(picks)
        chosen = np.array([places.boxes[pick] for places, pick in zip(self._places, picks, strict=True)])
        for _ in range(ROUNDS):
            before = list(picks)
            for i in (*range(last + 1, len(picks)), *range(last + 1)):
                picks[i], costs[i] = choices[i].cheapest_among(chosen[self._others[i]], *self._apart)
                chosen[i] = self._places[i].boxes[picks[i]]
            if picks == before:
                break
        return picks, costs

    def _choice(self, number: int, discs: Discs) -> _Choice:
        """A name's choice of places; what lies around most cities has not changed since the last time."""
        places, radius = self._places[number], self._car_radius
        near = np.flatnonzero(inside(discs.centres, places.bounds[:2] - radius, places.bounds[2:] + radius))
        centres, is_car = discs.centres.take(near, axis=0), discs.is_car[near]
        surroundings = number, centres.tobytes() + is_car.tobytes()
        if surroundings not in self._choices:
            self._choices[surroundings] = _Choice(places, centres, is_car, radius, self._clear)
        return self._choices[surroundings]


class _Choice:
    """Finds the cheapest place for a name. Discs are counted only for places that would be cheap without them."""

    def __init__(
        self, places: _Places, centres: Points, is_car: npt.NDArray[np.bool_], car_radius: float, clear: float
    ) -> None:
        self._centres = centres
        self._radius = np.where(is_car, car_radius, 2.5)
        low, high = centres.T - self._radius, centres.T + self._radius
        self._around = np.concatenate((low, high)).astype(np.float32)  # (4, discs): enough to tell what may touch
        self._touch = np.where(is_car, 9.0, 2.0)  # cost of touching a disc
        self._depth = np.where(is_car, 6.0, 1.0)  # cost of each pixel by which it is covered
        self._clear = np.where(is_car, clear, np.inf)  # px of a disc that are not the car itself
        self._boxes = places.boxes
        self._cost = places.cost.copy()
        self._is_counted = np.zeros(len(places.cost), dtype=np.bool_)
        self._answers: dict[bytes, tuple[int, float]] = {}

    def cheapest_among(self, others: Points, apart_x: float, apart_y: float) -> tuple[int, float]:
        """The place that is cheapest while other names stand in the boxes ``others`` (n, 4), and its cost."""
        asked = others.tobytes()
        if asked not in self._answers:
            self._answers[asked] = self.cheapest(_crowding(self._boxes, others, apart_x, apart_y))
        return self._answers[asked]

    def cheapest(self, crowding: Points | float = 0.0) -> tuple[int, float]:
        """The place that is cheapest with ``crowding`` (places,) on top, and its cost."""
        ahead = COUNT_AHEAD
        while True:
            cost = self._cost + crowding
            best = int(np.argmin(cost))
            if self._is_counted[best]:
                return best, float(cost[best])
            cheap = np.flatnonzero(~self._is_counted & (cost <= cost[best] + ahead))
            self._cost[cheap] += self._disc_cost(self._boxes[cheap])
            self._is_counted[cheap] = True
            ahead *= 4  # where nothing is free, many must be counted

    def _disc_cost(self, boxes: Points) -> Points:
        """For each disc that a box, a little lower than it is, touches, and for each pixel that it covers of it."""
        left, top, right, bottom = (boxes + _LOWER_BOX).T.astype(np.float32)
        x0, y0, x1, y1 = around = self._around
        some = (x1 >= left.min()) & (x0 <= right.max()) & (y1 >= top.min()) & (y0 <= bottom.max())
        discs = np.flatnonzero(some)  # that some box may touch
        x0, y0, x1, y1 = around.take(discs, axis=1)
        near = (left[:, None] <= x1) & (right[:, None] >= x0)
        near &= top[:, None] <= y1
        near &= bottom[:, None] >= y0
        pairs = np.flatnonzero(near)
        box = pairs // max(len(discs), 1)
        disc = discs[pairs - box * len(discs)]
        covered = self._radius[disc] - _distance(boxes.take(box, axis=0), self._centres.take(disc, axis=0), LOWER)
        cost = np.where(covered > 0, self._touch[disc] + self._depth[disc] * covered, 0.0)
        cost += np.where(covered > self._clear[disc], COVERED, 0.0)
        return np.bincount(box, cost, len(boxes)).astype(np.float64, copy=False)


def _overlap(box: Points, others: Points, apart_x: float, apart_y: float) -> npt.NDArray[np.bool_]:
    """Which of ``others`` (n, 4) come nearer to ``box`` (4,) than that."""
    near_x = np.minimum(box[2], others[:, 2]) - np.maximum(box[0], others[:, 0]) > -apart_x
    near_y = np.minimum(box[3], others[:, 3]) - np.maximum(box[1], others[:, 1]) > -apart_y
    near: npt.NDArray[np.bool_] = near_x & near_y
    return near


def _crowding(boxes: Points, others: Points, apart_x: float, apart_y: float) -> Points:
    """Cost, shape (boxes,), of standing too near to, or on, the names in ``others``."""
    (left, top, right, bottom), other = boxes.T, others.T[:, :, None]  # (boxes,) and (others, 1)
    near_x = np.minimum(right, other[2]) - np.maximum(left, other[0])
    near_y = np.minimum(bottom, other[3]) - np.maximum(top, other[1])
    too_near = (near_x > -apart_x) & (near_y > -apart_y)
    cost = np.where(too_near, 60 + 0.6 * (near_x + apart_x) * (near_y + apart_y), 0.0)
    cost += np.where((near_x > -1) & (near_y > -1), NEVER, 0.0)
    return _sum_of_each(cost)


def _wordings(name: str, size: float) -> list[tuple[str, ...]]:
    """The name on one line, on two (if long: parted where it gets narrowest), on three (if very long)."""
    wordings: list[tuple[str, ...]] = [(name,)]
    cuts = [i + 1 for i, character in enumerate(name) if character in " -"]
    halves = [(name[:cut].rstrip(), name[cut:].lstrip()) for cut in cuts if min(cut, len(name) - cut) >= SHORTEST_PART]
    if len(name) < TWO_LINES_FROM or not halves:
        return wordings
    wordings.append(min(halves, key=lambda lines: max(text_width(line, size) for line in lines)))
    words = tuple(name.split())
    if len(words) == 3 and len(name) >= THREE_LINES_FROM:
        wordings.append(words)
    return wordings


def _places(
    name: str, city: int, cities: Points, taken: Sequence[Box], width: float, height: float, sizes: Sizes
) -> _Places:
    boxes, side, base, lines = _boxes_around(name, cities[city], len(cities), sizes)
    cost = base + _edge_cost(boxes, width, height)
    for box in taken:
        on_x = (boxes[:, 0] < box.x + box.width + CLEAR) & (boxes[:, 2] > box.x - CLEAR)
        on_y = (boxes[:, 1] < box.y + box.height + CLEAR) & (boxes[:, 3] > box.y - CLEAR)
        cost += np.where(on_x & on_y, NEVER, 0.0)
    cost += _dot_cost(boxes, city, cities, sizes.dot_radius + 1.8)
    return _Places(boxes, cost, lines, side, _around(boxes))


def _around(boxes: Points) -> Points:
    """The box around boxes (..., n, 4), shape (..., 4)."""
    return np.concatenate((boxes[..., :2].min(axis=-2), boxes[..., 2:].max(axis=-2)), axis=-1)


def _boxes_around(
    name: str, centre: Points, cities: int, sizes: Sizes
) -> tuple[Points, npt.NDArray[np.int64], Points, tuple[tuple[str, ...], ...]]:
    """Boxes in all directions, distances and wordings, with side, cost of being less usual, and lines of each."""
    wordings = _wordings(name, sizes.name_size)
    w, d, direction, shift, cost = _around_a_city(len(wordings))
    widths = [WIDER * max(text_width(line, sizes.name_size) for line in lines) + 2 for lines in wordings]
    heights = [LINE_HEIGHT * sizes.name_size * len(lines) for lines in wordings]
    extent = np.column_stack((widths, heights))[w]
    nearest = sizes.dot_radius + (4.5 if cities < 20 else 3.3)
    middle = centre + direction * (nearest + d)[:, None] + shift * extent / 2
    boxes = np.column_stack((middle - extent / 2, middle + extent / 2))
    side = np.where(shift[:, 0] > 0.3, 1, np.where(shift[:, 0] < -0.3, -1, 0))
    return boxes, side, cost, tuple(wordings[i] for i in w)


@cache
def _around_a_city(wordings: int) -> tuple[npt.NDArray[np.int64], Points, Points, Points, Points]:
    """For all places: wording, distance, direction, shift (in half boxes), and cost of being less usual."""
    w, d, k = (
        grid.ravel()
        for grid in np.meshgrid(np.arange(wordings), np.array(DISTANCES), np.arange(DIRECTIONS), indexing="ij")
    )
    direction = np.column_stack((np.cos(2 * np.pi * k / DIRECTIONS), np.sin(2 * np.pi * k / DIRECTIONS)))
    shift = np.where(np.abs(direction) < 0.2, 0, np.clip(1.35 * direction, -1, 1))
    eighth = DIRECTIONS // 8
    unusual = np.where(k % (2 * eighth), 2.5, 0) + np.where(k % eighth, 1.5, 0) - np.where(k == 0, 2, 0)
    return w, d, direction, shift, 1.6 * d + 1.5 * w + unusual


def _edge_cost(boxes: Points, width: float, height: float) -> Points:
    """For leaving the panel, more the further out, so that a name too long for it still hangs out least."""
    over = np.maximum(EDGE_X - boxes[:, 0], 0) + np.maximum(boxes[:, 2] - width + EDGE_X, 0)
    over += np.maximum(EDGE_Y - boxes[:, 1], 0) + np.maximum(boxes[:, 3] - height + EDGE_Y, 0)
    return np.where(over > 0, NEVER + 100 * over, 0.0)


def _dot_cost(boxes: Points, city: int, cities: Points, radius: float) -> Points:
    """For covering a dot, for coming near to another city's, and for lying nearer to another city than to the own."""
    to_own = _distance(boxes, cities[city])
    bounds, margin = _around(boxes), max(radius + 7, to_own.max() + 3)
    others = cities[inside(cities, bounds[:2] - margin, bounds[2:] + margin) & (np.arange(len(cities)) != city)]
    to_others = _distance(boxes, others[:, None])  # (others, boxes)
    cost = np.where(to_others < radius, ON_A_DOT, 2.5 * np.maximum(radius + 7 - to_others, 0))
    cost += np.where(to_others < to_own + 3, ASTRAY, 0.0)
    return np.where(to_own < radius, ON_A_DOT, 0.0) + _sum_of_each(cost)


def _sum_of_each(costs: Points) -> Points:
    """Of each box, over all others (others, boxes)."""
    sums: Points = costs.sum(axis=0)
    return sums


def _distance(boxes: Points, points: Points, inset_y: float = 0.0) -> Points:
    """Of points (..., 2) from boxes (..., 4) that are lower by ``inset_y`` at both edges."""
    x, y = points[..., 0], points[..., 1]
    dx = np.maximum(boxes[..., 0] - x, x - boxes[..., 2])
    dy = np.maximum(boxes[..., 1] + inset_y - y, y - boxes[..., 3] + inset_y)
    dx, dy = np.maximum(dx, 0, out=dx), np.maximum(dy, 0, out=dy)
    dx *= dx
    dy *= dy
    dx += dy
    distance: Points = np.sqrt(dx)
    return distance


def _label(places: _Places, pick: int, size: float) -> Label:
    left, top, right, bottom = (float(v) for v in places.boxes[pick])
    side = int(places.side[pick])
    anchor, x = {1: ("start", left + 1), 0: ("middle", (left + right) / 2), -1: ("end", right - 1)}[side]
    lines = places.lines[pick]
    baselines = tuple(round(top + size * (ASCENT + LINE_HEIGHT * n), 2) for n in range(len(lines)))
    box = Box(round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2))
    return Label(lines, box, anchor, round(x, 2), baselines)
