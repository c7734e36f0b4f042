"""Random planar graphs, by their drawings: cities on a piece of land, joined by straight edges that don't cross.

A graph begins as a greedy triangulation of random points: all edges that can be, the shortest first. Edges are then
taken away until few enough are left. So a graph is planar because its drawing is, and lengths and looks agree with the
map. A Delaunay triangulation would need the same tests: some of its edges pass cities closely or leave no room for
cars.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]  # (..., 2), or one number for each point
Mask = npt.NDArray[np.bool_]
Edge = tuple[int, int]  # cities by number, the lower one first

LEAST_ANGLE = math.radians(18)  # between two edges at a city: their cars lie side by side
CLEARANCE = 0.3  # from an edge to any other city, of the usual distance of neighbours
CANDIDATES = 7  # places that are tried for a city
STRETCH = 1.45  # width of a land over its height
LINKS = 2  # between two sub-boards, of three edges each
SECTOR_GAP = 0.09  # half the gap between sub-boards, of the land's radius
TRIES = 200
TINY = 1e-12
SIN_60 = math.sin(math.pi / 3)
NOWHERE: Points = np.empty((0, 2))


@dataclass(frozen=True)
class Graph:
    """Cities by their places and the edges between them; x to the right, y down, in the same unit."""

    places: tuple[tuple[float, float], ...]
    edges: tuple[Edge, ...]

    @cached_property
    def points(self) -> Points:
        return np.array(self.places, dtype=np.float64)

    @cached_property
    def degrees(self) -> tuple[int, ...]:
        return tuple(_degrees(self.edges, len(self.places)).tolist())

    def distance(self, edge: Edge) -> float:
        return math.dist(self.places[edge[0]], self.places[edge[1]])


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What a random graph has to be like."""

    cities: int
    edges: tuple[int, int]  # at least, at most
    min_degree: int = 2
    max_degree: int = 7
    is_sector: bool = False  # a third of a round land, to be joined with two others


PAPER_SUB_BOARD = Shape(cities=12, edges=(25, 30), max_degree=6, is_sector=True)  # Smith & Anton 2022


def random_graph(shape: Shape, rng: np.random.Generator) -> Graph | None:
    """A planar graph of this shape that no city's loss would part; None if many attempts gave none."""
    for _ in range(TRIES):
        points = (_sector_points if shape.is_sector else _land_points)(shape.cities, rng)
        edges = _thinned(_triangulated(points), points, shape, rng)
        if edges is not None:
            return Graph(tuple((float(x), float(y)) for x, y in points), tuple(sorted(edges)))
    return None


# ---------------------------------------------------------------- points


def _land_points(cities: int, rng: np.random.Generator) -> Points:
    """Places on a land with a wavy coast, wider than high."""
    phases, heights = rng.uniform(0, 2 * np.pi, 3), rng.uniform(0.02, 0.09, 3)

    def is_land(x: Points, y: Points) -> Mask:
        angles = np.arctan2(y, x)[:, None]
        coast = 0.9 + (heights * np.sin(np.arange(2, 5) * angles + phases)).sum(axis=1)
        land: Mask = (x**4 + y**4) ** 0.25 <= coast
        return land

    return _spread(cities, is_land, rng) * (STRETCH, 1)


def _sector_points(cities: int, rng: np.random.Generator) -> Points:
    """Places in a third of a disc, to the right of its centre: along both borders, for the links, and between them."""
    beside = max(3, cities // 4)  # at each border
    ways = np.linspace(0.46, 1, beside) + rng.uniform(-0.25, 0.25, (2, beside)) * 0.54 / beside
    depths = SECTOR_GAP * (1 + np.abs(np.linspace(-0.4, 0.4, beside)) + rng.uniform(0, 0.2, (2, beside)))
    along, across = np.array((0.5, SIN_60)), np.array((SIN_60, -0.5))
    sides = (ways[..., None] * along + depths[..., None] * across) * np.array(((1, 1), (1, -1)))[:, None]
    apex_and_coast = np.array(((rng.uniform(0.2, 0.26), 0.0), (rng.uniform(0.85, 1), rng.uniform(-0.2, 0.2))))

    def is_land(x: Points, y: Points) -> Mask:
        return (x + np.abs(y) / 2 <= 0.78) & (x * SIN_60 - np.abs(y) / 2 >= 2.2 * SECTOR_GAP)

    return _spread(cities, is_land, rng, np.vstack((apex_and_coast, *sides)))


def _spread(
    cities: int, is_land: Callable[[Points, Points], Mask], rng: np.random.Generator, found: Points = NOWHERE
) -> Points:
    """So many places on land, with those ``found``; each is, of a few at random, the one farthest from the others."""
    while len(found) < cities:
        spots = rng.uniform(-1, 1, (8 * CANDIDATES, 2))
        spots = spots[is_land(spots[:, 0], spots[:, 1])][:CANDIDATES]
        if len(spots):
            gaps = np.hypot(*(spots[:, None] - found).T).min(axis=0, initial=9.0)
            found = np.vstack((found, spots[np.argmax(gaps)]))
    return found


# ---------------------------------------------------------------- edges


def _triangulated(points: Points) -> list[Edge]:
    """All edges that cross none shorter, keep clear of other cities, and leave room for cars between them."""
    pairs = sorted(combinations(range(len(points)), 2), key=lambda edge: math.dist(points[edge[0]], points[edge[1]]))
    edges: list[Edge] = []
    clearance = _clearance(points)
    for edge in pairs:
        if _fits(points, edges, edge, clearance):
            edges.append(edge)
    return edges


def _clearance(points: Points) -> float:
    gaps = np.hypot(*(points[:, None] - points).T)
    np.fill_diagonal(gaps, np.inf)
    return CLEARANCE * float(np.median(gaps.min(axis=0)))


def _fits(points: Points, edges: Sequence[Edge], edge: Edge, clearance: float) -> bool:
    """Whether a straight edge can be drawn among others."""
    a, b = points[edge[0]], points[edge[1]]
    others = np.array([city for city in range(len(points)) if city not in edge])
    if len(others) and _distances_to_line(points[others], a, b).min() < clearance:
        return False
    if not edges:
        return True
    drawn = np.array(edges)
    return not crosses(a, b, points[drawn[:, 0]], points[drawn[:, 1]]).any() and all(
        _least_angle(points, edges, city, other) >= LEAST_ANGLE for city, other in (edge, edge[::-1])
    )


def _distances_to_line(points: Points, a: Points, b: Points) -> Points:
    """Of points from the straight line between two cities."""
    along = b - a
    share = np.clip((points - a) @ along / (along @ along), 0, 1)
    distances: Points = np.hypot(*(points - a - share[:, None] * along).T)
    return distances


def crosses(a: Points, b: Points, starts: Points, ends: Points) -> Mask:
    """Which lines from ``starts`` to ``ends`` have a point in common with that from a to b, other than an end."""
    sides = _side(a, b, starts) * _side(a, b, ends)
    theirs = _side(starts, ends, a) * _side(starts, ends, b)
    found: Mask = (sides < -TINY) & (theirs < -TINY)
    return found


def _side(a: Points, b: Points, point: Points) -> Points:
    """Positive for points on one side of the line through a and b, negative on the other."""
    side: Points = (b - a)[..., 0] * (point - a)[..., 1] - (b - a)[..., 1] * (point - a)[..., 0]
    return side


def _least_angle(points: Points, edges: Sequence[Edge], city: int, to: int) -> float:
    """Between an edge and those that the city has already."""
    others = [b if a == city else a for a, b in edges if city in (a, b)]
    if not others:
        return math.pi
    angles = np.arctan2(*(points[[to, *others]] - points[city]).T[::-1])
    gaps = np.abs(angles[1:] - angles[0]) % (2 * np.pi)
    return float(np.minimum(gaps, 2 * np.pi - gaps).min())


def _thinned(edges: Sequence[Edge], points: Points, shape: Shape, rng: np.random.Generator) -> list[Edge] | None:
    """With fewer edges at crowded cities, then fewer elsewhere, long ones rather; None where that can't be."""
    wanted, left, cities = int(rng.integers(shape.edges[0], shape.edges[1] + 1)), list(edges), len(points)
    while True:
        degrees = _degrees(left, cities)
        crowded = degrees.max() > shape.max_degree
        if not crowded and len(left) <= wanted:
            enough = len(left) >= shape.edges[0] and degrees.min() >= shape.min_degree
            return left if enough and is_whole(left, cities) else None
        weights = [_length(points, edge) ** 2 * degrees[list(edge)].prod() * rng.uniform(0.2, 1) for edge in left]
        for i in np.argsort(weights)[::-1]:
            most, least = max(degrees[list(left[i])]), min(degrees[list(left[i])])
            rest = left[:i] + left[i + 1 :]
            if least > shape.min_degree and (most > shape.max_degree or not crowded) and is_whole(rest, cities):
                left = rest
                break
        else:
            return None


def _length(points: Points, edge: Edge) -> float:
    return math.dist(points[edge[0]], points[edge[1]])


def _degrees(edges: Sequence[Edge], cities: int) -> npt.NDArray[np.int64]:
    return np.bincount(np.array(edges, dtype=np.int64).ravel(), minlength=cities)


def is_whole(edges: Sequence[Edge], cities: int) -> bool:
    """Whether all cities are connected, and stay so whichever one of them is closed.

    networkx's is_biconnected says the same (the tests ask it); it is no dependency, and takes four times as long.
    """
    near: list[list[int]] = [[] for _ in range(cities)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    order: dict[int, int] = {}

    def lowest(city: int, parent: int) -> int:
        """The first city, by order of visits, that a way from here leads back to; -1 past a city that parts the map."""
        order[city] = low = len(order)
        for other in near[city]:
            if other == parent:
                continue
            if other in order:
                low = min(low, order[other])
                continue
            back = lowest(other, city)
            if back < 0 or (parent >= 0 and back >= order[city]) or (parent < 0 and len(order) < cities):
                return -1
            low = min(low, back)
        return low

    return lowest(0, -1) >= 0 and len(order) == cities


# ---------------------------------------------------------------- joining


def joined(parts: Sequence[Graph], max_degree: int, rng: np.random.Generator) -> Graph | None:
    """Three sectors as one land, linked by the rule of Smith & Anton; None where it can't be drawn.

    Their rule links the cities of lowest degree wherever they are, which needn't be planar. Ours takes, of the links
    that can be drawn, that between the cities of lowest degree.
    """
    turn = rng.uniform(0, 2 * np.pi)
    points = np.vstack([_turned(part.points, turn + 2 * np.pi * i / len(parts)) for i, part in enumerate(parts)])
    points *= (STRETCH, 1)
    first = np.cumsum([0, *(len(part.places) for part in parts)]).tolist()
    edges = [(a + start, b + start) for part, start in zip(parts, first, strict=False) for a, b in part.edges]
    for one, other in combinations(range(len(parts)), 2):
        sides = range(first[one], first[one + 1]), range(first[other], first[other + 1])
        linked = _linked(points, edges, *sides, max_degree, LINKS)
        if linked is None:
            return None
        edges = linked
    return Graph(tuple((float(x), float(y)) for x, y in points), tuple(sorted(edges)))


def _turned(points: Points, angle: float) -> Points:
    turned: Points = points @ np.array(((math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))))
    return turned


def _linked(
    points: Points, edges: list[Edge], one: range, other: range, max_degree: int, links: int
) -> list[Edge] | None:
    """The edges with so many links between two sides; None where that can't be."""
    if not links:
        return edges
    found = (
        _linked(points, edges + link, one, other, max_degree, links - 1)
        for link in _links(points, edges, one, other, max_degree)
    )
    return next((linked for linked in found if linked), None)


def _links(points: Points, edges: list[Edge], one: range, other: range, max_degree: int) -> Iterator[list[Edge]]:
    """Two cities of each side, each joined to both of the other side's, but for the edge of the highest degrees.

    Those of low degrees come first, and of these the shortest.
    """
    clearance, degrees = _clearance(points), _degrees(edges, len(points))
    lines = {edge for edge in product(one, other) if edge not in edges and _fits(points, edges, edge, clearance)}
    mine, theirs = (sorted({edge[side] for edge in lines}, key=lambda city: degrees[city]) for side in (0, 1))
    links: list[tuple[int, float, list[Edge]]] = []
    for (low, high), (their_low, their_high) in product(combinations(mine, 2), combinations(theirs, 2)):
        link, ends = [(low, their_low), (low, their_high), (high, their_low)], [low, high, their_low, their_high]
        if lines.issuperset(link) and all(degrees[ends] + (2, 1, 2, 1) <= max_degree):
            links.append((int(degrees[ends].sum()), sum(_length(points, edge) for edge in link), link))
    for _, _, link in sorted(links):
        if all(_fits(points, edges + link[:i], edge, clearance) for i, edge in enumerate(link)):
            yield link
