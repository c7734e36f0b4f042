"""The one place where a map's geometry is computed: cities, curves, cars, names and coast, as plain data.

``map_geometry(board, width, height)`` serves every drawing of a map: SVG exports, reports, the printed board and the
web page (as ``MapGeometry.to_json()``). The same board and size always give the same geometry; it is computed once in
a process. All lengths are CSS pixels, x to the right and y down; angles are degrees, clockwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import numpy as np

from footplate.boards import Board, board_title
from footplate.maps.arrangement import Arrangement, Plan, arrange, discs_of
from footplate.maps.corners import aim_words, cartouche_sizes
from footplate.maps.countries import borders, name_countries, sectors_of
from footplate.maps.curves import Pair, control_points, ends_of, pairs_of
from footplate.maps.districts import place_districts
from footplate.maps.ground import ground_of
from footplate.maps.labels import letters
from footplate.maps.land import Land, Net, land_of
from footplate.maps.lanes import Lane
from footplate.maps.layout import Box, Points, Sizes, fit_for, is_turned, padding_for, sizes_for, spots_of
from footplate.maps.passengers import place_passengers
from footplate.maps.places import (
    Car,
    CityPlace,
    CountryPlace,
    Curve,
    DistrictPlace,
    PassengerRow,
    Point,
    RoutePlace,
    by_name,
    point,
    rounded,
)
from footplate.maps.shores import Shores
from footplate.maps.spots import Spots, taken_by
from footplate.maps.terrain import terrain_of

HIT_WIDTH = 18.0
CAR_CLEAR = 3.0  # px between a car and what is put on a map at last


@dataclass(frozen=True, slots=True)
class MapGeometry:
    """A board laid out in a panel. ``cities`` and ``routes`` are in the board's order."""

    board: str
    title: str
    width: float
    height: float
    turned: bool  # a quarter to the left; else north is up
    sizes: Sizes
    cities: tuple[CityPlace, ...]
    routes: tuple[RoutePlace, ...]
    land: Land
    countries: tuple[CountryPlace, ...]
    districts: tuple[DistrictPlace, ...]
    passengers: tuple[PassengerRow, ...]
    cartouche: Box | None
    compass: Box | None

    def to_json(self) -> str:
        """The same as plain data."""
        return json.dumps(self, default=by_name, allow_nan=False)


def map_geometry(board: Board, width: float, height: float) -> MapGeometry:
    """The geometry of ``board`` in a panel of this size; computed once for the same content and size."""
    return _computed(_BoardByContent(board), float(width), float(height))


class _BoardByContent:
    """A board as a key: equal to another one that is drawn alike."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._content = (
            *(board.name, board_title(board), board.cities, board.routes, board.aspect, is_turned(board)),
            *(tuple(board.rules.route_points.items()), aim_words(board), ground_of(board)),
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
    fit = fit_for(board, width, height, padding_for(board, width, height))
    centres = fit.place(spots_of(board.cities))
    pairs, ground = pairs_of(board), ground_of(board)
    names = {i: city.label for i, city in enumerate(board.cities) if i not in ground.gates}
    sizes = sizes_for(board, width, height)
    terrain = terrain_of(ground.outlines, fit) if ground.outlines else None
    shore_costs = None
    if terrain:
        shores = Shores(board, terrain, centres, (width, height), sizes)
        pairs = shores.sorted_lanes(pairs)
        shore_costs = shores.costs(pairs)
    plan = Plan(centres, pairs, names, cartouche_sizes(board), fit.turned, width, height, shore_costs)
    laid = arrange(plan, sizes)
    sizes = laid.sizes

    curves = _curves(centres, pairs, laid.bows)
    net = Net(centres, pairs, curves, width, height)
    home = centres[list(names)].mean(axis=0) if names else centres.mean(axis=0)
    sectors = sectors_of(ground.countries, centres, home)
    land = land_of(board, ground, net, fit, sizes, borders(sectors, home), terrain)
    countries: tuple[CountryPlace, ...] = ()
    districts: tuple[DistrictPlace, ...] = ()
    passengers: tuple[PassengerRow, ...] = ()
    if ground.countries or ground.districts or ground.passengers:
        spots = _spots(plan, laid)
        countries = name_countries(sectors, centres, home, land, spots, sizes.scale)
        for country in countries:
            spots = spots.with_box(country.label.box)
        districts, spots = place_districts(ground.districts, net, spots, sizes.scale)
        r = sizes.dot_radius
        free = [letters(label) for label in laid.labels.values()]
        free += [Box(x - r, y - r, 2 * r, 2 * r) for x, y in centres]
        passengers = place_passengers(board, ground, centres, countries, free, spots, sizes.scale)
    return MapGeometry(
        board=board.name,
        title=board_title(board),
        width=width,
        height=height,
        turned=fit.turned,
        sizes=sizes,
        cities=_city_places(board, centres, laid, countries),
        routes=_route_places(pairs, curves, laid.lanes, sizes),
        land=land,
        countries=countries,
        districts=districts,
        passengers=passengers,
        cartouche=laid.cartouche,
        compass=laid.compass,
    )


def _spots(plan: Plan, laid: Arrangement) -> Spots:
    """The map with its cars, dots, names and corners taken."""
    discs = discs_of(plan.centres, plan.pairs, laid.lanes, laid.sizes)
    boxes = [*(label.box for label in laid.labels.values()), *laid.furniture]
    cars = discs.cars.reshape(-1, 2), laid.sizes.car_height / 2 + CAR_CLEAR
    dots = plan.centres, laid.sizes.dot_radius + CAR_CLEAR
    return taken_by((cars, dots), boxes, plan.width, plan.height)


def _city_places(
    board: Board, centres: Points, laid: Arrangement, countries: Sequence[CountryPlace]
) -> tuple[CityPlace, ...]:
    """Gates carry their country's name."""
    of_gate = {gate: country for country in countries for gate in country.gates}
    return tuple(
        CityPlace(
            *(city.name, *point(centre), city.attraction),
            *((of_gate[i].name, of_gate[i].label) if i in of_gate else ("", laid.labels[i])),
        )
        for i, (city, centre) in enumerate(zip(board.cities, centres, strict=True))
    )


def _curves(centres: Points, pairs: Sequence[Pair], bows: Points) -> tuple[Curve, ...]:
    a, b = ends_of(centres, pairs)
    points = (spots.tolist() for spots in (a, control_points(a, b, bows), b))
    return tuple(Curve(*map(point, spots)) for spots in zip(*points, strict=True))


def _route_places(
    pairs: Sequence[Pair], curves: Sequence[Curve], lanes: Sequence[Sequence[Lane]], sizes: Sizes
) -> tuple[RoutePlace, ...]:
    every = [lane for pair_lanes in lanes for lane in pair_lanes]
    runs, cars = _points([lane.run for lane in every]), _cars(every, sizes)
    places: dict[int, RoutePlace] = {}
    for pair, curve in zip(pairs, curves, strict=True):
        middle = (len(pair.routes) - 1) / 2
        hit_width = HIT_WIDTH if len(pair.routes) == 1 else sizes.lane_pitch
        for n, route in enumerate(pair.routes):
            link = (curve.start, *next(runs), curve.end)
            offset = (n - middle) * sizes.lane_pitch
            places[route] = RoutePlace(curve, round(offset, 2), link, next(cars), round(hit_width, 2))
    return tuple(places[route] for route in sorted(places))


def _points(lines: Sequence[Points]) -> Iterator[tuple[Point, ...]]:
    """Of each line (n, 2), in hundredths of a pixel."""
    every = zip(*rounded(np.concatenate(lines)).T.tolist(), strict=True)
    return (tuple(islice(every, len(line))) for line in lines)


def _cars(lanes: Sequence[Lane], sizes: Sizes) -> Iterator[tuple[Car, ...]]:
    """Of each lane."""
    height = round(sizes.car_height, 2)
    angles = iter(rounded(np.degrees(np.concatenate([lane.angles for lane in lanes]))).tolist())
    for lane, centres in zip(lanes, _points([lane.centres for lane in lanes]), strict=True):
        width = round(lane.car_width, 2)
        yield tuple([Car(x, y, next(angles), width, height) for x, y in centres])
