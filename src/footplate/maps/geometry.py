"""The one place where a map's geometry is computed: cities, curves, cars, names and coast, as plain data.

``map_geometry(board, width, height)`` serves every drawing of a map: SVG exports, reports, the printed board and the
web page (as ``MapGeometry.to_json()``). The same board and size always give the same geometry; it is computed once in
a process. All lengths are CSS pixels, x to the right and y down; angles are degrees, clockwise.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np

from footplate.boards import Board, board_title
from footplate.maps.coast import ponds, rings
from footplate.maps.curves import (
    BowChooser,
    Lane,
    Pair,
    control_points,
    curve_points,
    lay_lanes,
    pairs_of,
)
from footplate.maps.labels import Discs, Label, LabelPlacer, text_width
from footplate.maps.layout import Box, Points, Sizes, fit_cities, is_turned, padding_for, sizes_for

Point = tuple[float, float]

COAST_STEPS = 24
HIT_WIDTH = 18.0
CORNER_MARGIN = 14.0
CARTOUCHE_HEIGHT = 62.0
CARTOUCHE_TITLE_SIZE = 12.5
COMPASS_SIZE = 40.0
REBOWS = 4  # how often curves make way for names and names are placed again; the best arrangement stays


@dataclass(frozen=True, slots=True)
class CityPlace:
    name: str
    x: float
    y: float
    attraction: bool
    label: Label


@dataclass(frozen=True, slots=True)
class Car:
    """One car by its centre; ``angle`` is that of the route from its first city to its second."""

    x: float
    y: float
    angle: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic curve between two cities' centres."""

    start: Point
    control: Point
    end: Point


@dataclass(frozen=True, slots=True)
class RoutePlace:
    """Where a route lies: ``offset`` to the side of its pair's ``curve`` (other than 0 for parallel routes).

    ``link`` runs from one city's centre through the run of cars to the other's. A stroke of ``hit_width`` along it is
    the pointer's target; those of parallel routes meet in the middle.
    """

    curve: Curve
    offset: float
    link: tuple[Point, ...]
    cars: tuple[Car, ...]
    hit_width: float


@dataclass(frozen=True, slots=True)
class Land:
    """The land: everything within ``radius`` of a curve or of a polygon (a ring of cities, or a pond filled up)."""

    polygons: tuple[tuple[Point, ...], ...]
    curves: tuple[Curve, ...]
    radius: float


@dataclass(frozen=True, slots=True)
class MapGeometry:
    """A board laid out in a panel. ``cities`` and ``routes`` are in the board's order."""

    board: str
    title: str
    width: float
    height: float
    turned: bool  # a quarter to the left
    sizes: Sizes
    cities: tuple[CityPlace, ...]
    routes: tuple[RoutePlace, ...]
    land: Land
    cartouche: Box | None
    compass: Box | None

    def to_json(self) -> str:
        """The same as plain data."""
        return json.dumps(self, default=by_name, allow_nan=False)


def by_name(part: Any) -> dict[str, Any]:
    """A part of the geometry by the names of its fields."""
    return {field.name: getattr(part, field.name) for field in fields(part)}


def map_geometry(board: Board, width: float, height: float) -> MapGeometry:
    """The geometry of ``board`` in a panel of this size; computed once for the same content and size."""
    return _computed(_BoardByContent(board), float(width), float(height))


class _BoardByContent:
    """A board as a key: equal to another one that is drawn alike."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._content = (
            *(board.name, board_title(board), board.cities, board.routes, board.aspect),
            tuple(board.rules.route_points.items()),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _BoardByContent) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


@lru_cache(maxsize=64)
def _computed(key: _BoardByContent, width: float, height: float) -> MapGeometry:
    return lay_out(key.board, width, height)


def lay_out(board: Board, width: float, height: float) -> MapGeometry:
    """The geometry, computed anew."""
    sizes = sizes_for(len(board.cities), width, height)
    padding = padding_for(len(board.cities), width, height)
    centres = fit_cities(board.cities, board.aspect, width, height, padding)
    turned = is_turned(board.aspect, width, height)
    pairs = pairs_of(board)

    chooser = BowChooser(centres, pairs, sizes, width, height)
    bows = chooser.choose(())
    lanes = lay_lanes(centres, pairs, bows, sizes)
    cartouche = _free_corner(cartouche_size(board), (34, 20), (14, 12), centres, lanes, width, height, ())
    taken = (cartouche,) if cartouche else ()
    compass_size = (COMPASS_SIZE, COMPASS_SIZE)
    compass = _free_corner(compass_size, (40, 30), (14, 14), centres, lanes, width, height, taken) if turned else None
    reserved = (*taken, compass) if compass else taken

    placer = LabelPlacer([city.label for city in board.cities], centres, reserved, width, height, sizes)
    labels, cost = placer.place(_discs(centres, pairs, lanes))
    best = (cost, bows, lanes, labels)
    for _ in range(REBOWS):
        before, bows = bows, chooser.choose([*(label.box for label in labels), *reserved])
        if np.array_equal(before, bows):
            break
        lanes = lay_lanes(centres, pairs, bows, sizes)
        labels, cost = placer.place(_discs(centres, pairs, lanes))
        best = min(best, (cost, bows, lanes, labels), key=lambda arrangement: arrangement[0])
    _, bows, lanes, labels = best

    curves = tuple(_curve(centres, pair, bow) for pair, bow in zip(pairs, bows, strict=True))
    return MapGeometry(
        board=board.name,
        title=board_title(board),
        width=width,
        height=height,
        turned=turned,
        sizes=sizes,
        cities=tuple(
            CityPlace(city.name, *_point(centre), city.attraction, label)
            for city, centre, label in zip(board.cities, centres, labels, strict=True)
        ),
        routes=_route_places(centres, pairs, curves, lanes, sizes),
        land=_land(centres, pairs, curves, width, height, sizes),
        cartouche=cartouche,
        compass=compass,
    )


def _discs(centres: Points, pairs: Sequence[Pair], lanes: Sequence[Sequence[Lane]]) -> Discs:
    """Seven along each car, and eight from each city to the first car."""
    every = [lane for pair_lanes in lanes for lane in pair_lanes]
    angles = np.concatenate([lane.angles for lane in every])
    widths = np.repeat([lane.car_width for lane in every], [len(lane.angles) for lane in every])
    along = np.stack((np.cos(angles), np.sin(angles)), axis=-1) * widths[:, None]
    cars = np.concatenate([lane.centres for lane in every]) + np.linspace(-0.5, 0.5, 7)[:, None, None] * along
    cities = np.array([(pair.a, pair.b) for pair, pair_lanes in zip(pairs, lanes, strict=True) for _ in pair_lanes])
    rails = np.linspace(centres[cities], np.array([lane.run[[0, -1]] for lane in every]), 8)
    discs = [part.reshape(-1, 2) for part in (cars, rails)]
    return Discs(np.concatenate(discs), np.repeat((True, False), [len(part) for part in discs]))


def _free_corner(
    size: tuple[float, float],
    from_cities: tuple[float, float],
    from_cars: tuple[float, float],
    centres: Points,
    lanes: Sequence[Sequence[Lane]],
    width: float,
    height: float,
    taken: Sequence[Box],
) -> Box | None:
    """A box in the first corner that keeps these distances (x, y) from cities and cars; None if there is none.

    The first one is sought from the lower left on, a second one from the upper left.
    """
    cars = np.concatenate([lane.centres for pair_lanes in lanes for lane in pair_lanes])
    right, bottom = width - size[0] - CORNER_MARGIN, height - size[1] - CORNER_MARGIN
    if min(right, bottom) < CORNER_MARGIN:
        return None
    corners = [(CORNER_MARGIN, bottom), (right, bottom), (right, CORNER_MARGIN), (CORNER_MARGIN, CORNER_MARGIN)]
    for x, y in reversed(corners) if taken else corners:
        box = Box(round(x, 2), round(y, 2), *size)
        if not (_any_within(centres, box, from_cities) or _any_within(cars, box, from_cars) or _meets(box, taken)):
            return box
    return None


def _any_within(points: Points, box: Box, margin: tuple[float, float]) -> bool:
    low = (box.x - margin[0], box.y - margin[1])
    high = (box.x + box.width + margin[0], box.y + box.height + margin[1])
    return bool(((points > low) & (points < high)).all(axis=1).any())


def _meets(box: Box, others: Iterable[Box]) -> bool:
    return any(
        box.x < other.x + other.width
        and other.x < box.x + box.width
        and box.y < other.y + other.height
        and other.y < box.y + box.height
        for other in others
    )


def cartouche_size(board: Board) -> tuple[float, float]:
    """Width and height of the plate with the board's title and its table of points."""
    title = text_width(board_title(board), CARTOUCHE_TITLE_SIZE) + 22
    return round(max(168.0, title, 66.0 + sum(_column_widths(board))), 2), CARTOUCHE_HEIGHT


def cartouche_columns(board: Board, width: float) -> list[float]:
    """Middles of the columns of points in a cartouche of this width, from its left edge."""
    widths = _column_widths(board)
    spare = (width - 66 - sum(widths)) / max(len(widths), 1)
    return [58 + sum(widths[:i]) + column / 2 + spare * (i + 0.5) for i, column in enumerate(widths)]


def _column_widths(board: Board) -> list[float]:
    """What each column of the table of points needs at least, by its figures."""
    return [4.0 + 8 * len(str(points)) for _, points in sorted(board.rules.route_points.items())]


def _land(
    centres: Points, pairs: Sequence[Pair], curves: tuple[Curve, ...], width: float, height: float, sizes: Sizes
) -> Land:
    polygons = [centres[list(ring)] for ring in rings(len(centres), pairs)]
    lines = [curve_points(np.array(c.start), np.array(c.control), np.array(c.end), COAST_STEPS) for c in curves]
    polygons += ponds(polygons, lines, width, height, sizes.land_radius)
    return Land(tuple(tuple(map(_point, polygon)) for polygon in polygons), curves, round(sizes.land_radius, 2))


def _curve(centres: Points, pair: Pair, bow: float) -> Curve:
    a, b = centres[pair.a], centres[pair.b]
    return Curve(_point(a), _point(control_points(a, b, np.array(bow))), _point(b))


def _route_places(
    centres: Points, pairs: Sequence[Pair], curves: Sequence[Curve], lanes: Sequence[Sequence[Lane]], sizes: Sizes
) -> tuple[RoutePlace, ...]:
    places: dict[int, RoutePlace] = {}
    for pair, curve, pair_lanes in zip(pairs, curves, lanes, strict=True):
        middle = (len(pair.routes) - 1) / 2
        for n, (route, lane) in enumerate(zip(pair.routes, pair_lanes, strict=True)):
            link = (_point(centres[pair.a]), *(_point(p) for p in lane.run), _point(centres[pair.b]))
            hit_width = HIT_WIDTH if len(pair.routes) == 1 else sizes.lane_pitch
            offset = (n - middle) * sizes.lane_pitch
            places[route] = RoutePlace(curve, round(offset, 2), link, _cars(lane, sizes), round(hit_width, 2))
    return tuple(places[route] for route in sorted(places))


def _cars(lane: Lane, sizes: Sizes) -> tuple[Car, ...]:
    width, height = round(lane.car_width, 2), round(sizes.car_height, 2)
    return tuple(
        Car(*_point(centre), round(math.degrees(angle), 2), width, height)
        for centre, angle in zip(lane.centres, lane.angles, strict=True)
    )


def _point(point: Points) -> Point:
    return round(float(point[0]), 2), round(float(point[1]), 2)
