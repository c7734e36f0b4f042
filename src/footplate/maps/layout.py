"""Where the cities of a map stand in a panel, and how big everything on it is. All lengths are CSS pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from footplate.boards import Board, City

Points = npt.NDArray[np.float64]  # (..., 2): x to the right, y down

MAX_STRETCH = 1.22  # how much one axis may be scaled more than the other, to use the room
SLIGHTEST = 0.05  # as wide or high are taken cities that lie in a line, in heights of the map
FLATTEST, TALLEST = 0.4, 2.2  # height over width of a picture that shows a map's true proportions


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """How big the pieces of one map are; ``scale`` is the factor that the panel's size asks for."""

    scale: float
    car_height: float
    lane_gap: float  # between parallel routes
    car_gap: float  # between the cars of a route
    longest_car: float
    end_gap: float  # from a city's centre to the first car, at least
    name_size: float
    dot_radius: float
    train_rise: float  # how much higher a train is than the slot under it
    train_line: float  # width of the line from city to city under a train
    land_radius: float  # how far the land reaches beyond routes and cities

    @property
    def lane_pitch(self) -> float:
        """From the middle of a route to the middle of its twin."""
        return self.car_height + self.lane_gap

    def with_cars(self, lower: float) -> Sizes:
        """The same with cars ``lower`` times as high."""
        return self if lower == 1 else replace(self, car_height=lower * self.car_height)

    def half_width(self, lanes: int) -> float:
        """Half the width of ``lanes`` routes side by side."""
        return (lanes * self.car_height + (lanes - 1) * self.lane_gap) / 2


@dataclass(frozen=True, slots=True)
class Padding:
    """Room between the outermost cities and the panel's edges, for names and coast."""

    left: float
    right: float
    top: float
    bottom: float


def distances(points: Points, others: Points) -> Points:
    """How far ``points`` are from ``others``, shape of both together less the last axis."""
    dx, dy = points[..., 0] - others[..., 0], points[..., 1] - others[..., 1]
    dx *= dx
    dy *= dy
    dx += dy
    return np.sqrt(dx)


def distance_to_boxes(boxes: Points, points: Points, inset_y: float = 0.0) -> Points:
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


def inside(points: Points, low: Points, high: Points) -> npt.NDArray[np.bool_]:
    """Which of ``points`` lie inside the boxes from ``low`` to ``high``."""
    x, y = points[..., 0], points[..., 1]
    return (x > low[..., 0]) & (x < high[..., 0]) & (y > low[..., 1]) & (y < high[..., 1])


def is_turned(board: Board) -> bool:
    """Whether a board's file asks for its map to be turned a quarter to the left; else north is up."""
    return bool(board.data.get("layout", {}).get("turned", False))


def shown_aspect(board: Board) -> float:
    """Width over height of what the cities cover, as it is shown."""
    width, height = np.ptp(_in_heights(spots_of(board.cities), board.aspect, is_turned(board)), axis=0).tolist()
    return float(min(max(width, SLIGHTEST) / max(height, SLIGHTEST), 1 / SLIGHTEST))


def sizes_for(board: Board, width: float, height: float) -> Sizes:
    """By the number of cities and the panel's size; a map that is higher than wide by the part of it that it covers.

    On boards of few cities cars are as long as the way between them asks for.
    """
    cities, aspect, room = len(board.cities), shown_aspect(board), min(width / 868, height / 560)
    if aspect < 1:
        covered = min(width, MAX_STRETCH * aspect * height) * min(height, MAX_STRETCH / aspect * width)
        room = math.sqrt(covered / (868 * 560))
    k = min(1.25, max(0.8, room))
    if cities < 10:
        return Sizes(k, 13 * k, 3, 3, width + height, 11.5 * k, max(11.0, 14 * k), 6.4 * k, 3.4, 3.4, 50 * k)
    if cities < 20:
        return Sizes(k, 10.6 * k, 2.4, 2.6, width + height, 10.5 * k, max(11.0, 12 * k), 6.4 * k, 3.4, 3.4, 50 * k)
    name_size = max(11.0, round(11.4 * k * 2) / 2)
    return Sizes(k, 8.6 * k, 2, 2, 42 * k, 8.5 * k, name_size, 4.7 * k, 2.6, 2.6, 42 * k)


def padding_for(board: Board, width: float, height: float) -> Padding:
    """The room that names need; never more than a fifth of a small panel on one side."""
    cities, k = len(board.cities), sizes_for(board, width, height).scale
    if cities < 10:
        sides = (90.0, 90.0, 54.0, 58.0)
    elif cities < 20:
        sides = (74.0, 80.0, 46.0, 52.0)
    else:
        sides = (max(54, 50 * k), max(72, 70 * k), 34 * k, 28 * k)
    left, right, top, bottom = sides
    return Padding(min(left, width / 5), min(right, width / 5), min(top, height / 5), min(bottom, height / 5))


def natural_height(board: Board, width: float) -> float:
    """The height at which a map ``width`` wide shows its true proportions."""
    aspect = shown_aspect(board)
    padding = padding_for(board, width, width / aspect)
    height = (width - padding.left - padding.right) / aspect + padding.top + padding.bottom
    return float(round(min(max(height, FLATTEST * width), TALLEST * width)))


@dataclass(frozen=True, slots=True)
class Fit:
    """How a board's own coordinates become places on a panel: turned or not, scaled, and shifted."""

    turned: bool
    aspect: float
    scale: tuple[float, float]
    spots_middle: Points
    panel_middle: Points

    def place(self, spots: Points) -> Points:
        """Where ``spots`` (n, 2), in the cities' coordinates, lie on the panel."""
        shown = _in_heights(spots, self.aspect, self.turned)
        placed: Points = (shown - self.spots_middle) * self.scale + self.panel_middle
        return placed

    def spots_at(self, points: Points) -> Points:
        """What lies at ``points`` (n, 2) of the panel, in the cities' coordinates."""
        x, y = ((points - self.panel_middle) / self.scale + self.spots_middle).T
        return np.column_stack((1 - y, x * self.aspect) if self.turned else (x / self.aspect, y))


def fit_for(board: Board, width: float, height: float, padding: Padding) -> Fit:
    """The fit that scales the cities into the panel less its padding and centres them there."""
    turned = is_turned(board)
    spots = _in_heights(spots_of(board.cities), board.aspect, turned)
    low, high = spots.min(axis=0), spots.max(axis=0)
    room_x, room_y = width - padding.left - padding.right, height - padding.top - padding.bottom
    scale = _scales(room_x, room_y, float(high[0] - low[0]), float(high[1] - low[1]))
    middle = np.array((padding.left + room_x / 2, padding.top + room_y / 2))
    return Fit(turned, board.aspect, scale, (low + high) / 2, middle)


def spots_of(cities: Sequence[City]) -> Points:
    return np.array([(city.x, city.y) for city in cities], dtype=np.float64)


def _in_heights(spots: Points, aspect: float, turned: bool) -> Points:
    """In heights of the map, turned a quarter to the left where it is shown so."""
    if turned:
        return np.column_stack((spots[:, 1] / aspect, 1 - spots[:, 0]))
    return np.column_stack((spots[:, 0] * aspect, spots[:, 1]))


def _scales(room_x: float, room_y: float, span_x: float, span_y: float) -> tuple[float, float]:
    scale_x = room_x / span_x if span_x > 1e-9 else math.inf
    scale_y = room_y / span_y if span_y > 1e-9 else math.inf
    if math.isinf(min(scale_x, scale_y)):  # all cities in one spot
        return 1.0, 1.0
    return min(scale_x, MAX_STRETCH * scale_y), min(scale_y, MAX_STRETCH * scale_x)
