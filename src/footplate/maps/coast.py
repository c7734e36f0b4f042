"""Land without coast data: it follows the network, so that every designed board has a coast.

The land is everything within a radius of the routes and of the rings of cities that they form. Gaps that it encloses
are filled up; boards that want lakes mark them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from footplate.maps.curves import Pair, curve_points
from footplate.maps.layout import Points, distances
from footplate.maps.places import Area, Curve, Point

LONGEST_RING = 5  # cities
STEPS = 24  # along a curve
BAY_STEPS = 9
Ends = tuple[int, int]  # the cities of a route
GRID = 8.0  # px between the points at which land is told from sea
CORNER = math.radians(170)  # between two routes of a city: in wider ones the coast runs straight on
ROUND = 2.2  # radii: how round bays are where routes are long enough; water lines further out stay round, too
FARTHEST = 1.5  # radii from the shore up to which it is measured


def rings(cities: int, pairs: Sequence[Pair]) -> Iterator[tuple[int, ...]]:
    """Rings of three to five cities without a route across, each once; those with one are covered by smaller rings."""
    neighbours: list[set[int]] = [set() for _ in range(cities)]
    for pair in pairs:
        neighbours[pair.a].add(pair.b)
        neighbours[pair.b].add(pair.a)

    def extend(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        first, last = path[0], path[-1]
        for city in sorted(neighbours[last]):
            if city <= first or city in path or neighbours[city] & set(path[1:-1]):
                continue
            closes = len(path) > 1 and first in neighbours[city]
            if closes and path[1] < city:
                yield (*path, city)
            elif not closes and len(path) < LONGEST_RING - 1:
                yield from extend((*path, city))

    for city in range(cities):
        yield from extend((city,))


def bays(
    centres: Points, lines: Mapping[Ends, Points], land: Sequence[tuple[int, ...]], bars: Set[Ends], radius: float
) -> list[Points]:
    """What rounds the corners of the sea between two routes of a city, for a coast in this radius of them.

    ``lines`` are points along routes, by their cities, first to last; ``land`` are rings of cities without sea inside.
    Between a route and one of ``bars``, which have the sea between their cities, nothing is rounded.
    """
    found: list[Points] = []
    inland = {corner for ring in land for corner in _corners(ring, centres)}
    for city, centre in enumerate(centres):
        ways = {a + b - city: line if a == city else line[::-1] for (a, b), line in lines.items() if city in (a, b)}
        away = {other: line[len(line) // 4] - centre for other, line in ways.items()}
        away |= {a + b - city: centres[a + b - city] - centre for a, b in bars if city in (a, b)}
        angles = {other: math.atan2(y, x) for other, (x, y) in away.items()}
        order = sorted(angles, key=angles.__getitem__)
        for one, other in pairwise([*order, *order[:1]]):
            corner = (angles[other] - angles[one]) % math.tau
            is_sea = one in ways and other in ways and not inland & {(one, city, other), (other, city, one)}
            if is_sea and 0 < corner < CORNER:
                found.append(_bay(ways[one], ways[other], corner, radius))
    return found


def _corners(ring: tuple[int, ...], centres: Points) -> Iterator[tuple[int, int, int]]:
    """Neighbour, city and neighbour wherever the inside of a ring is the smaller angle."""
    turns = []
    for i, city in enumerate(ring):
        before, after = ring[i - 1], ring[(i + 1) % len(ring)]
        (ax, ay), (bx, by) = centres[city] - centres[before], centres[after] - centres[city]
        turns.append((ax * by - ay * bx, (before, city, after)))
    (x, y) = centres[list(ring)].T
    area = float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
    yield from (corner for turn, corner in turns if turn * area > 0)


def _bay(one: Points, other: Points, corner: float, radius: float) -> Points:
    """The corner between two lines from a city, ended by a curve that touches both: as round as their lengths allow."""
    wanted = ROUND * radius * math.cos(corner / 2) / math.sin(corner / 2) ** 2
    reach = min(wanted, *(0.5 * float(distances(line[-1], line[0])) for line in (one, other)))
    start, end = (_point_at(line, reach) for line in (one, other))
    return np.concatenate((one[:1], curve_points(start, one[0], end, BAY_STEPS)))


def _point_at(line: Points, reach: float) -> Points:
    """Where a line gets that far away from its start."""
    away = distances(line, line[0])
    return np.array([np.interp(reach, away, line[:, axis]) for axis in (0, 1)])


def ponds(
    polygons: Sequence[Points],
    lines: Sequence[Points],
    width: float,
    height: float,
    radius: float,
    marks: Sequence[tuple[Points, float]] = (),
    grid: float = GRID,
) -> list[Points]:
    """Lines through the gaps of sea that land encloses; to be added to it.

    Land are the ``polygons``, all within ``radius`` of the ``lines``, and ``marks``: lines with radii of their own.
    """
    x, y = np.arange(0, width + grid, grid), np.arange(0, height + grid, grid)
    depth = _distance(x, y, lines, FARTHEST * radius) - radius
    for line, reach in marks:
        np.minimum(depth, _distance(x, y, [line], FARTHEST * reach) - reach, out=depth)
    for polygon in polygons:
        rows, columns = _window(x, y, polygon, 0)
        depth[rows, columns][filled([polygon.tolist()], x[columns], y[rows])] = -radius
    gaps = (np.transpose(cells) for cells in _enclosed(depth > -grid / 3))
    return [np.column_stack((x[columns], y[rows])) for rows, columns in gaps]


def _window(x: Points, y: Points, points: Points, margin: float) -> tuple[slice, slice]:
    """The rows and columns of the grid (``x`` by ``y``) that are not further from the points than ``margin``."""
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    columns = slice(int(x.searchsorted(low[0])), int(x.searchsorted(high[0], side="right")))
    rows = slice(int(y.searchsorted(low[1])), int(y.searchsorted(high[1], side="right")))
    return rows, columns


def _distance(x: Points, y: Points, lines: Sequence[Points], farthest: float) -> Points:
    """Of each spot of the grid (rows, columns) from the nearest point of a line; beyond ``farthest`` maybe endless."""
    nearest = np.full((len(y), len(x)), np.inf)
    for line in lines:
        rows, columns = _window(x, y, line, farthest)
        square = (x[columns] - line[:, 0, None, None]) ** 2 + (y[rows, None] - line[:, 1, None, None]) ** 2
        np.minimum(nearest[rows, columns], square.min(axis=0), out=nearest[rows, columns])
    distance: Points = np.sqrt(nearest)
    return distance


def _enclosed(sea: npt.NDArray[np.bool_]) -> Iterator[list[tuple[int, int]]]:
    """The connected parts of the sea (cells by row and column) that don't reach the panel's edge."""
    unseen = sea & ~_open_sea(sea)
    for start in zip(*np.nonzero(unseen), strict=True):
        if not unseen[start]:
            continue
        unseen[start] = False
        cells = [(int(start[0]), int(start[1]))]
        for row, column in cells:
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if unseen[near]:
                    unseen[near] = False
                    cells.append(near)
        yield cells


def _open_sea(sea: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The sea that can be reached from the panel's edge, by going along rows and columns in turn."""
    reached = sea.copy()
    reached[1:-1, 1:-1] = False
    while True:
        further = _along_rows(_along_rows(reached, sea).T, sea.T).T
        if np.array_equal(further, reached):
            return reached
        reached = further


def _along_rows(reached: npt.NDArray[np.bool_], sea: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """What can be reached from ``reached`` along rows of the sea."""
    stretch = (
        np.cumsum(~sea).reshape(sea.shape) + np.arange(len(sea))[:, None]
    )  # cells without land between: one number
    is_reached = np.zeros(stretch[-1, -1] + 1, dtype=np.bool_)
    is_reached[stretch[reached]] = True
    return is_reached[stretch] & sea


def filled(rings: Sequence[Sequence[Point]], x: Points, y: Points) -> npt.NDArray[np.bool_]:
    """Which spots of the grid (``y`` by ``x``) an odd number of rings encloses: so many sides are to their left."""
    if not (rings and x.size and y.size):
        return np.zeros((len(y), len(x)), dtype=np.bool_)
    start = np.fromiter(chain.from_iterable(chain.from_iterable(rings)), np.float64).reshape(-1, 2)
    last = np.cumsum([len(ring) for ring in rings]) - 1  # point of each ring
    after = np.arange(1, len(start) + 1)
    after[last] = np.append(0, last[:-1] + 1)
    end = start[after]
    first, last = (np.searchsorted(y, edge(start[:, 1], end[:, 1])) for edge in (np.minimum, np.maximum))
    rows = last - first  # that each side crosses
    side = np.repeat(np.arange(len(start)), rows)
    row = np.arange(len(side)) - np.repeat(np.cumsum(rows) - rows - first, rows)
    along = (y[row] - start[side, 1]) / (end[side, 1] - start[side, 1])
    column = np.searchsorted(x, start[side, 0] + along * (end[side, 0] - start[side, 0]))
    crossed = np.bincount(column * len(y) + row, minlength=(len(x) + 1) * len(y)) & 1
    odd = np.bitwise_xor.accumulate(crossed.astype(np.bool_).reshape(-1, len(y)), axis=0)  # column by column
    inside: npt.NDArray[np.bool_] = odd[:-1].T
    return inside


def points_on(curve: Curve) -> Points:
    return curve_points(np.array(curve.start), np.array(curve.control), np.array(curve.end), STEPS)


def cells_of(area: Area, x: Points, y: Points) -> npt.NDArray[np.bool_]:
    """Which spots of the grid (``y`` by ``x``) lie inside an area."""
    lines = [points_on(curve) for curve in area.curves]
    polygons = [np.array(polygon) for polygon in area.polygons]
    found: npt.NDArray[np.bool_] = _distance(x, y, [*lines, *map(np.atleast_2d, area.spots)], area.radius) < area.radius
    for polygon in polygons:
        found |= _distance(x, y, [polygon], area.radius) < area.radius
        rows, columns = _window(x, y, polygon, 0)
        found[rows, columns] |= filled([polygon.tolist()], x[columns], y[rows])
    return found
