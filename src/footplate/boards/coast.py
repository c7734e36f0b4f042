"""Land without coast data: it follows the network, so that every designed board has a coast.

The land is everything within a radius of the routes and of the rings of cities that they form. What that leaves inside
as slivers of sea, too small to read as lakes, is filled up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from footplate.boards.curves import Pair
from footplate.boards.layout import Points

LONGEST_RING = 5  # cities
GRID = 8.0  # px between the points at which land is told from sea
LEAST_LAKE = 0.5  # depth from the shore, times the land's radius


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


def ponds(
    polygons: Sequence[Points], lines: Sequence[Points], width: float, height: float, radius: float
) -> list[Points]:
    """Lines through the slivers of sea that the land of ``polygons`` and ``lines`` encloses; to be added to it."""
    x, y = np.meshgrid(np.arange(0, width + GRID, GRID), np.arange(0, height + GRID, GRID))
    spots = np.stack((x, y), axis=-1)  # (rows, columns, 2)
    depth = np.sqrt(_squared_distance(spots, lines)) - radius
    for polygon in polygons:
        depth[_inside(spots, polygon)] = -radius
    slivers = [tuple(np.transpose(cells)) for cells in _enclosed(depth > -GRID / 3)]
    return [spots[cells] for cells in slivers if depth[cells].max() < LEAST_LAKE * radius]


def _squared_distance(spots: Points, lines: Sequence[Points]) -> Points:
    """Of each spot (rows, columns) from the nearest point of a line."""
    nearest = np.full(spots.shape[:2], np.inf)
    for line in lines:
        for point in line:
            square = (spots[..., 0] - point[0]) ** 2 + (spots[..., 1] - point[1]) ** 2
            np.minimum(nearest, square, out=nearest)
    return nearest


def _inside(spots: Points, polygon: Points) -> npt.NDArray[np.bool_]:
    """Which spots lie inside the polygon: an odd number of its sides is to their right."""
    x, y = spots[..., 0], spots[..., 1]
    inside = np.zeros(spots.shape[:2], dtype=np.bool_)
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        if y0 != y1:
            inside ^= ((y0 > y) != (y1 > y)) & (x < x0 + (x1 - x0) * (y - y0) / (y1 - y0))
    return inside


def _enclosed(sea: npt.NDArray[np.bool_]) -> Iterator[list[tuple[int, int]]]:
    """The connected parts of the sea (cells by row and column) that don't reach the panel's edge."""
    rows, columns = sea.shape
    unseen = sea.copy()
    for start in zip(*np.nonzero(sea), strict=True):
        if not unseen[start]:
            continue
        unseen[start] = False
        cells = [(int(start[0]), int(start[1]))]
        for row, column in cells:
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if 0 <= near[0] < rows and 0 <= near[1] < columns and unseen[near]:
                    unseen[near] = False
                    cells.append(near)
        if all(0 < row < rows - 1 and 0 < column < columns - 1 for row, column in cells):
            yield cells
