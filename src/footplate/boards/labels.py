"""Where the names of the cities stand: clear of dots, cars and each other, and nearest to their own city.

Names are measured without a browser: ``text_width`` adds up advance widths of a bold condensed slab, by classes of
characters. The classes follow DejaVu Serif Condensed Bold, the last and therefore the only sure face of the display
stack, each rounded up; ``WIDER`` is room for faces that run wider than it does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.boards.layout import Box, Points, Sizes

WIDER = 1.12
LINE_HEIGHT = 1.08  # times the size of the type
ASCENT = 0.86  # baseline below the top of a line, times the size
EDGE_X, EDGE_Y = 15.0, 10.0  # room to the panel's edge, so that a nameboard fits
CLEAR = 5.0  # room to the cartouche and the compass
DIRECTIONS = 32
DISTANCES = (0.0, 3.0, 6.0, 10.0, 14.0, 20.0)
ROUNDS = 8
TWO_LINES_FROM, THREE_LINES_FROM = 10, 18  # characters
SHORTEST_PART = 3  # characters: "Österreich 3" stays on one line
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
class Obstacles:
    """What names keep clear of: discs (n, 2) along the cars and along the bare ends of the rails, and boxes."""

    cars: Points
    rails: Points
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class _Places:
    """Every place that one city's name could take. ``boxes`` (places, 4): left, top, right, bottom."""

    boxes: Points
    cost: Points
    lines: tuple[tuple[str, ...], ...]
    side: npt.NDArray[np.int64]  # -1: the name ends at the city, 0: above or below, 1: begins there


def text_width(text: str, size: float) -> float:
    """Width of ``text`` in the display face at most, in the unit of ``size``."""
    return size * sum(_advance(character) for character in unicodedata.normalize("NFD", text))


def _advance(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    wide = unicodedata.east_asian_width(character) in "WF"
    return _ADVANCE.get(character, _FULL_WIDTH if wide else _OTHER_ADVANCE)


def place_labels(
    names: Sequence[str], cities: Points, obstacles: Obstacles, width: float, height: float, sizes: Sizes
) -> tuple[list[Label], float]:
    """A label for each city, and what they cost together: the less, the better the names can be read.

    Coordinate descent: each name in turn takes its cheapest place among the others.
    """
    places = [_places(name, i, cities, obstacles, width, height, sizes) for i, name in enumerate(names)]
    picks = [int(np.argmin(p.cost)) for p in places]
    chosen = np.array([p.boxes[pick] for p, pick in zip(places, picks, strict=True)])
    apart_x, apart_y = (12.0, 8.0) if len(names) < 20 else (5.0, 2.5)
    costs = [0.0] * len(names)
    for _ in range(ROUNDS):
        before = list(picks)
        for i, own in enumerate(places):
            cost = own.cost + _crowding(own.boxes, np.delete(chosen, i, axis=0), apart_x, apart_y)
            picks[i] = int(np.argmin(cost))
            costs[i] = float(cost[picks[i]])
            chosen[i] = own.boxes[picks[i]]
        if picks == before:
            break
    return [_label(p, pick, sizes.name_size) for p, pick in zip(places, picks, strict=True)], sum(costs)


def _crowding(boxes: Points, others: Points, apart_x: float, apart_y: float) -> Points:
    """Cost, shape (boxes,), of standing too near to, or on, the names in ``others``."""
    near_x = np.minimum(boxes[:, None, 2], others[:, 2]) - np.maximum(boxes[:, None, 0], others[:, 0])
    near_y = np.minimum(boxes[:, None, 3], others[:, 3]) - np.maximum(boxes[:, None, 1], others[:, 1])
    too_near = (near_x > -apart_x) & (near_y > -apart_y)
    cost = np.where(too_near, 60 + 0.6 * (near_x + apart_x) * (near_y + apart_y), 0.0)
    cost += np.where((near_x > -1) & (near_y > -1), NEVER, 0.0)
    return _row_sums(cost)


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
    name: str, city: int, cities: Points, obstacles: Obstacles, width: float, height: float, sizes: Sizes
) -> _Places:
    boxes, side, base, lines = _boxes_around(name, cities[city], len(cities), sizes)
    cost = base + _edge_cost(boxes, width, height)
    for box in obstacles.boxes:
        on_x = (boxes[:, 0] < box.x + box.width + CLEAR) & (boxes[:, 2] > box.x - CLEAR)
        on_y = (boxes[:, 1] < box.y + box.height + CLEAR) & (boxes[:, 3] > box.y - CLEAR)
        cost += np.where(on_x & on_y, NEVER, 0.0)
    radius = sizes.car_height / 2 + (3.2 if len(cities) < 20 else 2.7 * sizes.scale)
    cost += _disc_cost(boxes, obstacles.cars, radius, 9, 6)
    cost += _disc_cost(boxes, obstacles.rails, 2.5, 2, 1)
    cost += _dot_cost(boxes, city, cities, sizes.dot_radius + 1.8)
    return _Places(boxes, cost, lines, side)


def _boxes_around(
    name: str, centre: Points, cities: int, sizes: Sizes
) -> tuple[Points, npt.NDArray[np.int64], Points, tuple[tuple[str, ...], ...]]:
    """Boxes in all directions, distances and wordings, with side, cost of being less usual, and lines of each."""
    wordings = _wordings(name, sizes.name_size)
    w, d, k = (
        grid.ravel()
        for grid in np.meshgrid(np.arange(len(wordings)), np.array(DISTANCES), np.arange(DIRECTIONS), indexing="ij")
    )
    direction = np.column_stack((np.cos(2 * np.pi * k / DIRECTIONS), np.sin(2 * np.pi * k / DIRECTIONS)))
    shift = np.where(np.abs(direction) < 0.2, 0, np.clip(1.35 * direction, -1, 1))
    extent = np.array(
        [
            (
                WIDER * max(text_width(line, sizes.name_size) for line in lines) + 2,
                LINE_HEIGHT * sizes.name_size * len(lines),
            )
            for lines in wordings
        ]
    )[w]
    nearest = sizes.dot_radius + (4.5 if cities < 20 else 3.3)
    middle = centre + direction * (nearest + d)[:, None] + shift * extent / 2
    boxes = np.column_stack((middle - extent / 2, middle + extent / 2))
    side = np.where(shift[:, 0] > 0.3, 1, np.where(shift[:, 0] < -0.3, -1, 0))
    eighth = DIRECTIONS // 8
    unusual = np.where(k % (2 * eighth), 2.5, 0) + np.where(k % eighth, 1.5, 0) - np.where(k == 0, 2, 0)
    cost = 1.6 * d + 1.5 * w + unusual
    return boxes, side, cost, tuple(wordings[i] for i in w)


def _edge_cost(boxes: Points, width: float, height: float) -> Points:
    """For leaving the panel, more the further out, so that a name too long for it still hangs out least."""
    over = np.maximum(EDGE_X - boxes[:, 0], 0) + np.maximum(boxes[:, 2] - width + EDGE_X, 0)
    over += np.maximum(EDGE_Y - boxes[:, 1], 0) + np.maximum(boxes[:, 3] - height + EDGE_Y, 0)
    return np.where(over > 0, NEVER + 100 * over, 0.0)


def _disc_cost(boxes: Points, centres: Points, radius: float, touch: float, depth: float) -> Points:
    """``touch`` for each disc that a box touches, and ``depth`` for each pixel that it covers of its radius."""
    low, high = boxes[:, :2].min(axis=0) - radius, boxes[:, 2:].max(axis=0) + radius
    near = centres[((centres > low) & (centres < high)).all(axis=1)]
    covered = radius - _distances(boxes, near, inset_y=1.5)
    return _row_sums(np.where(covered > 0, touch + depth * covered, 0.0))


def _dot_cost(boxes: Points, city: int, cities: Points, radius: float) -> Points:
    """For covering a dot, for coming near to another city's, and for lying nearer to another city than to the own."""
    distances = _distances(boxes, cities)
    cost = np.where(distances < radius, 60.0, 0.0)
    to_others = np.delete(distances, city, axis=1)
    cost_of_others = np.where(to_others < radius, 0, 2.5 * np.maximum(radius + 7 - to_others, 0))
    cost_of_others += np.where(to_others < distances[:, [city]] + 3, 150.0, 0.0)
    return _row_sums(cost) + _row_sums(cost_of_others)


def _row_sums(costs: Points) -> Points:
    sums: Points = costs.sum(axis=1)
    return sums


def _distances(boxes: Points, points: Points, inset_y: float = 0.0) -> Points:
    """Distances (boxes, points)."""
    x, y = points[:, 0], points[:, 1]
    dx = np.maximum(np.maximum(boxes[:, None, 0] - x, x - boxes[:, None, 2]), 0)
    dy = np.maximum(np.maximum(boxes[:, None, 1] + inset_y - y, y - boxes[:, None, 3] + inset_y), 0)
    return np.hypot(dx, dy)


def _label(places: _Places, pick: int, size: float) -> Label:
    left, top, right, bottom = (float(v) for v in places.boxes[pick])
    side = int(places.side[pick])
    anchor, x = {1: ("start", left + 1), 0: ("middle", (left + right) / 2), -1: ("end", right - 1)}[side]
    lines = places.lines[pick]
    baselines = tuple(round(top + size * (ASCENT + LINE_HEIGHT * n), 2) for n in range(len(lines)))
    box = Box(round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2))
    return Label(lines, box, anchor, round(x, 2), baselines)
