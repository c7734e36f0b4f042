"""What lies under the network: real ground, or areas that follow the network; also the districts of a city."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from footplate.boards import Board
from footplate.maps.coast import STEPS, bays, cells_of, filled, points_on, ponds, rings
from footplate.maps.curves import Pair
from footplate.maps.ground import Ground, Mark
from footplate.maps.layout import Fit, Points, Sizes
from footplate.maps.places import Area, Curve, Point, point
from footplate.maps.terrain import Terrain

HOME = 0.8  # radius of the home land, times that of a coast's
WASH = 7.5  # px of colour inside the home land's border
DISTRICT = 33.0  # px round a district's routes and cities, times the scale


@dataclass(frozen=True, slots=True)
class Land:
    """What lies under the network.

    Real ground is ``terrain`` and nothing else. On a coast ``area`` and the marks ``added`` to it are land, and marks
    of ``water`` are cut out of it. Inland, all is land; where there are countries, ``area`` is the home land, and
    ``borders`` run between its neighbours.
    """

    inland: bool
    area: Area
    added: tuple[Mark, ...]
    water: tuple[Mark, ...]
    borders: tuple[tuple[Point, Point], ...]
    terrain: Terrain | None = None

    def home_cells(self, x: Points, y: Points) -> npt.NDArray[np.bool_]:
        """Which spots of the grid (``y`` by ``x``) lie at home."""
        return filled(self.terrain.home, x, y) if self.terrain else cells_of(self.area, x, y)


NO_AREA = Area((), (), (), 0.0)


@dataclass(frozen=True, slots=True)
class Net:
    """Cities and the curves that join their pairs, on a panel."""

    centres: Points
    pairs: Sequence[Pair]
    curves: Sequence[Curve]
    width: float
    height: float

    def area(
        self,
        cities: Collection[int],
        radius: float,
        apart: Collection[int] = (),
        hem: float = 0.0,
        added: Sequence[Mark] = (),
    ) -> Area:
        """The area of these cities and of all pairs among them but those ``apart``, which are numbers of pairs.

        Gaps that it encloses, also with marks ``added`` to it or without a ``hem`` along its edge, are filled.
        """
        own = [i for i, pair in enumerate(self.pairs) if pair.a in cities and pair.b in cities and i not in set(apart)]
        joined = {city for i in own for city in (self.pairs[i].a, self.pairs[i].b)}
        inland = list(rings(len(self.centres), [self.pairs[i] for i in own]))
        polygons = [self.centres[list(ring)] for ring in inland]
        lines = [points_on(self.curves[i]) for i in own]
        bars = {(self.pairs[i].a, self.pairs[i].b) for i in apart}
        by_ends = {(self.pairs[i].a, self.pairs[i].b): line for i, line in zip(own, lines, strict=True)}
        polygons += bays(self.centres, by_ends, inland, bars, radius)
        spots = [self.centres[city] for city in cities if city not in joined]
        lines += [spot[None] for spot in spots]
        marks = [(_along(mark), mark.width / 2) for mark in added]
        islands = [np.array(mark.line) for mark in added if mark.filled]
        polygons += ponds([*polygons, *islands], lines, self.width, self.height, radius - hem, marks)
        return Area(
            tuple(tuple(map(point, polygon)) for polygon in polygons),
            tuple(self.curves[i] for i in own),
            tuple(map(point, spots)),
            round(radius, 2),
        )


def land_of(
    board: Board,
    ground: Ground,
    net: Net,
    fit: Fit,
    sizes: Sizes,
    borders: tuple[tuple[Point, Point], ...],
    terrain: Terrain | None,
) -> Land:
    if terrain:
        return Land(ground.inland, NO_AREA, (), (), (), terrain)
    added, water = (
        tuple(placed_mark(mark, fit, sizes.scale) for mark in marks) for marks in (ground.land, ground.water)
    )
    cities = range(len(board.cities))
    if not ground.inland:
        ferries = [i for i, pair in enumerate(net.pairs) if is_ferry(board, pair)]
        return Land(False, net.area(cities, sizes.land_radius, ferries, added=added), added, water, ())
    home = [city for city in cities if city not in ground.gates]
    if not ground.countries or not home:
        return Land(True, NO_AREA, added, water, ())
    area = net.area(home, HOME * sizes.land_radius, hem=WASH)
    return Land(True, area, added, water, borders)


def is_ferry(board: Board, pair: Pair) -> bool:
    """Whether a route between two cities is a ferry: then there is sea between them."""
    return any(board.routes[route].locomotives for route in pair.routes)


def _along(mark: Mark) -> Points:
    """Points close to each other along a mark."""
    line = np.array((*mark.line, mark.line[0]) if mark.filled else mark.line)
    legs = [np.linspace(start, end, STEPS) for start, end in pairwise(line)]
    return np.concatenate([line, *legs])


def placed_mark(mark: Mark, fit: Fit, scale: float) -> Mark:
    return Mark(tuple(map(point, fit.place(np.array(mark.line)))), round(mark.width * scale, 2), mark.filled)
