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

from footplate.maps.layout import Box, Points, Sizes, distance_to_boxes, inside
from footplate.maps.name_choices import (
    COVERED,
    GIVES_WAY,
    NEVER,
    Choices,
    Discs,
    Places,
    Rows,
    box_around,
)

WIDER = 1.12
LINE_HEIGHT = 1.08  # times the size of the type
ASCENT = 0.86  # baseline below the top of a line, times the size
LEAST_ROOM = 1.8  # px between a dot and its name
EDGE_X, EDGE_Y = 15.0, 10.0  # room to the panel's edge, so that a nameboard fits
CLEAR = 5.0  # room to the cartouche and the compass
DIRECTIONS, MORE_DIRECTIONS = 32, 96  # from a city to its name; and as a last resort
DISTANCES = (0.0, 3.0, 6.0, 10.0, 14.0, 20.0, 28.0, 38.0, 50.0)
ROUNDS = 8
HIGH_LETTER, LOW_LETTER = 0.76, 0.24  # how far letters reach above and below the baseline, times the size
LOW_LETTERS = "gjpqyQÇçȘșŞşŢţĄąĘę(),;"
TWO_LINES_FROM, THREE_LINES_FROM = 10, 18  # characters
SHORTEST_PART = 3  # characters: "Österreich 3" stays on one line
DEARER = 10  # times the cost of lying on a car, as a last resort
ROUNDING = 0.05  # px by which letters may be drawn elsewhere
ON_A_DOT = 1000.0  # cost of lying on a city, the own one included

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
    size: float  # of the type


def text_width(text: str, size: float) -> float:
    """Width of ``text`` in the display face at most, in the unit of ``size``."""
    return size * _ems(text)


@lru_cache(maxsize=4096)
def _ems(text: str) -> float:
    return sum(_advance(character) for character in unicodedata.normalize("NFD", text))


@lru_cache(maxsize=4096)
def letters(label: Label) -> Box:
    """What a label's letters fill at most, in the face that is sure."""
    size = label.size
    width = max(text_width(line, size) for line in label.lines)
    left = label.x - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    top, bottom = label.baselines[0] - HIGH_LETTER * size, label.baselines[-1] + _hang(label.lines) * size
    return Box(left, top, width, bottom - top)


def _hang(lines: Sequence[str]) -> float:
    """How far the letters of the last line reach below it, times the size."""
    return LOW_LETTER if any(letter in LOW_LETTERS for letter in lines[-1]) else 0.0


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
        *,
        last_resort: bool = False,
    ) -> None:
        """As a ``last_resort`` more places are tried, nearer and farther ones, rather than lying on cars."""
        many = len(cities) >= 20
        self._named = tuple(names)
        self._size = sizes.name_size
        self._apart = (5.0, 2.5) if many else (12.0, 8.0)
        self._clear = 2.7 * sizes.scale if many else 3.2
        self._car_radius = sizes.car_height / 2 + self._clear
        self._covered = COVERED * (DEARER if last_resort else 1)
        self._places = _places(names, cities, taken, width, height, sizes, last_resort=last_resort)
        self._choices = Choices(self._places, self._apart)
        self._labels: dict[tuple[int, int], Label] = {}

    def place(self, discs: Discs, *, on_trial: bool = False) -> tuple[dict[int, Label], float]:
        """A label for each city that has a name, and what they cost together: the less, the better they can be read.

        ``on_trial`` a name that lies on a car takes the place that it would have alone: perhaps the others make way.
        """
        covered = np.minimum(GIVES_WAY / COVERED * discs.shares, 1) * self._covered
        cars = Rows(discs.cars, self._car_radius, 9.0, 6.0, self._clear, covered)
        self._choices.lay((cars, Rows(discs.rails, 2.5, 2.0, 1.0)))
        alone = [pick for pick, _ in self._choices.alone]
        picks, costs = self._settle(alone, len(alone) - 1)
        for i in [i for i, cost in enumerate(costs) if on_trial and cost >= COVERED]:
            tried = self._settle([*picks[:i], alone[i], *picks[i + 1 :]], i)
            if sum(tried[1]) < sum(costs):
                picks, costs = tried
        labels = map(self._label, range(len(picks)), picks)
        return dict(zip(self._named, labels, strict=True)), sum(costs)

    def _label(self, name: int, pick: int) -> Label:
        if (name, pick) not in self._labels:
            self._labels[name, pick] = _label(self._places, name, pick, self._size)
        return self._labels[name, pick]

    def _settle(self, picks: Sequence[int], last: int) -> tuple[list[int], list[float]]:
        """Coordinate descent: each name in turn, ``last`` at last, takes its cheapest place among the others."""
        picks, costs = list(picks), [0.0] * len(picks)
        boxes = [self._places.box(name, pick) for name, pick in enumerate(picks)]
        unsure = set(range(len(picks)))  # those whose neighbours have moved since they were asked
        for _ in range(ROUNDS):
            for i in (*range(last + 1, len(picks)), *range(last + 1)):
                if i in unsure:
                    unsure.remove(i)
                    pick, costs[i] = self._choices.cheapest_among(i, boxes)
                    if pick != picks[i]:
                        picks[i], boxes[i] = pick, self._places.box(i, pick)
                        unsure.update(self._choices.neighbours[i])
        return picks, costs


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
    names: Mapping[int, str],
    cities: Points,
    taken: Sequence[Box],
    width: float,
    height: float,
    sizes: Sizes,
    *,
    last_resort: bool,
) -> Places:
    lines = [_wordings(name, sizes.name_size) for name in names.values()]
    most = max(map(len, lines), default=1)
    directions = MORE_DIRECTIONS if last_resort else DIRECTIONS
    wording, d, direction, shift, unusual = _around_a_city(most, directions)
    extents = np.array([_extents(wordings, most, sizes.name_size) for wordings in lines]).reshape(-1, most, 2)[
        :, wording
    ]
    beside_dot = LEAST_ROOM if last_resort else 4.5 if len(cities) < 20 else 3.3
    nearest = sizes.dot_radius + beside_dot
    boxes = _side_by_side(np.empty((len(lines), len(wording), 4)))
    for axis in (0, 1):
        half = extents[..., axis] / 2
        middle = cities[list(names), None, axis] + direction[:, axis] * (nearest + d) + shift[:, axis] * half
        boxes[..., axis], boxes[..., 2 + axis] = middle - half, middle + half
    cost = unusual + _edge_cost(boxes, width, height)
    for box in taken:
        on_x = (boxes[..., 0] < box.x + box.width + CLEAR) & (boxes[..., 2] > box.x - CLEAR)
        on_y = (boxes[..., 1] < box.y + box.height + CLEAR) & (boxes[..., 3] > box.y - CLEAR)
        cost += np.where(on_x & on_y, NEVER, 0.0)
    side = np.where(shift[:, 0] > 0.3, 1, np.where(shift[:, 0] < -0.3, -1, 0))
    hangs = np.array([[_hang(wordings[min(n, len(wordings) - 1)]) for n in range(most)] for wordings in lines])
    words = _letters_in(boxes, side, hangs.reshape(-1, most)[:, wording], sizes.name_size)
    is_there = wording < np.array([[len(wordings)] for wordings in lines]).reshape(-1, 1)
    there = is_there.reshape(len(lines), -1, directions)
    near_dots, is_astray = _dot_cost(boxes, words, list(names), cities, sizes.dot_radius + LEAST_ROOM, there)
    cost += near_dots
    cost[~is_there] = np.inf
    has_room = (~is_astray & (cost < NEVER)).any(axis=1)  # else the panel is far too small for the name
    cost[is_astray] += np.where(has_room, np.inf, NEVER)[np.nonzero(is_astray)[0]]
    return Places(boxes, cost, lines, wording, side)


def _extents(wordings: Sequence[tuple[str, ...]], most: int, size: float) -> list[tuple[float, float]]:
    """Width and height of each wording of a name; the last one counts for those that it has not."""
    found = [
        (WIDER * max(text_width(line, size) for line in lines) + 2, LINE_HEIGHT * size * len(lines))
        for lines in wordings
    ]
    return found + found[-1:] * (most - len(found))


def _side_by_side(points: Points) -> Points:
    """The same (..., n), kept in memory so that all first values lie side by side, then all second ones, and so on."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(points, -1, 0)), 0, -1)


@cache
def _around_a_city(wordings: int, directions: int) -> tuple[npt.NDArray[np.int64], Points, Points, Points, Points]:
    """For all places: wording, distance, direction, shift (in half boxes), and cost of being less usual."""
    w, d, k = (
        grid.ravel()
        for grid in np.meshgrid(np.arange(wordings), np.array(DISTANCES), np.arange(directions), indexing="ij")
    )
    direction = np.column_stack((np.cos(2 * np.pi * k / directions), np.sin(2 * np.pi * k / directions)))
    shift = np.where(np.abs(direction) < 0.2, 0, np.clip(1.35 * direction, -1, 1))
    eighth = directions // 8
    unusual = np.where(k % (2 * eighth), 2.5, 0) + np.where(k % eighth, 1.5, 0) - np.where(k == 0, 2, 0)
    return w, d, direction, shift, 1.6 * d + 0.15 * d * d + 1.5 * w + unusual


def _edge_cost(boxes: Points, width: float, height: float) -> Points:
    """For leaving the panel, more the further out, so that a name too long for it still hangs out least."""
    left, top, right, bottom = np.moveaxis(boxes, -1, 0)
    over = np.maximum(EDGE_X - left, 0) + np.maximum(right - width + EDGE_X, 0)
    over += np.maximum(EDGE_Y - top, 0) + np.maximum(bottom - height + EDGE_Y, 0)
    return np.where(over > 0, NEVER + 100 * over, 0.0)


def _letters_in(boxes: Points, side: npt.NDArray[np.int64], hangs: Points, size: float) -> Points:
    """What ``letters`` says of labels that fill these boxes (names, places, 4)."""
    left, top, right, bottom = (boxes[..., edge] for edge in range(4))
    spare = right - left - (right - left - 2) / WIDER
    before = np.where(side > 0, 1.0, np.where(side < 0, spare - 1, spare / 2))
    words = np.empty_like(boxes)
    words[..., 0], words[..., 2] = left + before, right - spare + before
    words[..., 1], words[..., 3] = top + (ASCENT - HIGH_LETTER) * size, bottom - (LINE_HEIGHT - ASCENT - hangs) * size
    return words


def _dot_cost(
    boxes: Points, words: Points, own: Sequence[int], cities: Points, radius: float, there: npt.NDArray[np.bool_]
) -> tuple[Points, npt.NDArray[np.bool_]]:
    """For covering the own dot and for coming near to another city's; and which of the places ``there`` are astray.

    They lie at another city's dot, or nearer to it than to their own, with their boxes or with the words in them.
    """
    to_own, words_to_own = (
        distance_to_boxes(those, cities[own, None]).reshape(there.shape)  # names, rings round the city, directions
        for those in (boxes, words)
    )
    rings = _side_by_side(boxes.reshape(*there.shape, 4))
    margin = np.maximum(radius + 7, np.maximum(to_own, words_to_own).max(axis=2) + 1)[..., None]
    bounds = box_around(rings)
    near = inside(cities, (bounds[..., :2] - margin)[:, :, None], (bounds[..., 2:] + margin)[:, :, None])
    near[np.arange(len(own)), :, own] = False
    near &= there[:, :, :1]
    name, ring, other = np.nonzero(near)
    to_other = distance_to_boxes(rings[name, ring], cities[other, None])
    at_other = to_other < np.maximum(to_own[name, ring] + 0.5, radius + 2.3)
    row, k = np.nonzero(~at_other & (to_other < words_to_own[name, ring] + 1))
    which = name[row], ring[row], k
    words_to_other = distance_to_boxes(words.reshape(*there.shape, 4)[which], cities[other[row]])
    at_other[row, k] = words_to_other < words_to_own[which] + ROUNDING
    cost, is_astray = np.where(to_own < radius, ON_A_DOT, 0.0), np.zeros(to_own.shape, dtype=np.bool_)
    np.add.at(cost, (name, ring), 2.5 * np.maximum(radius + 7 - to_other, 0))
    np.logical_or.at(is_astray, (name, ring), at_other)
    return cost.reshape(len(own), -1), is_astray.reshape(len(own), -1)


def _label(places: Places, name: int, pick: int, size: float) -> Label:
    left, top, right, bottom = places.boxes[name, pick].tolist()
    side = int(places.side[pick])
    anchor, x = {1: ("start", left + 1), 0: ("middle", (left + right) / 2), -1: ("end", right - 1)}[side]
    lines = places.lines[name][places.wording[pick]]
    baselines = tuple(round(top + size * (ASCENT + LINE_HEIGHT * n), 2) for n in range(len(lines)))
    box = Box(round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2))
    return Label(lines, box, anchor, round(x, 2), baselines, size)
