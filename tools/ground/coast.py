"""The printer's coast: real outlines made fit for a small map, in heights of the board.

Beyond the cities' frame everything is drawn ever coarser, because only very wide and very tall panels show it: a lens
shrinks the surroundings, the coast is simplified there, and the lens is taken away again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon

from tools.ground.shapes import Shape, areas, areas_of, lines_of, polygons
from tools.ground.warp import Points

DEPTH = 0.12  # heights outside the frame at which the lens halves all lengths
FRAME = 0.06  # heights around the cities that are drawn in full detail
CITY_LAND = 8.0  # px of land under every city
FAR = 12.0  # px from every border, at least somewhere, goes the edge of a country where one is missing
FIRST = 0.35  # px: what is simplified before anything else, for speed
CORNERS = 4  # of a quarter of a circle


@dataclass(frozen=True)
class Lens:
    """Leaves the box of the cities as it is and shrinks what is outside, the more the farther."""

    low: Points
    high: Points

    def shrunk(self, points: Points) -> Points:
        inner = np.clip(points, self.low, self.high)
        out = points - inner
        return np.asarray(inner + np.sign(out) * DEPTH * np.log1p(np.abs(out) / DEPTH))

    def restored(self, points: Points) -> Points:
        inner = np.clip(points, self.low, self.high)
        out = points - inner
        return np.asarray(inner + np.sign(out) * DEPTH * np.expm1(np.abs(out) / DEPTH))


@dataclass(frozen=True)
class Pen:
    """How coarse a coast is drawn: lengths in px, areas in square px."""

    px: float  # heights
    round: float = 2.0  # inlets and spits narrower than twice this are gone
    least_island: float = 30.0
    least_lake: float = 80.0
    detail: float = 0.7  # how far a drawn line may be from the smooth one

    def rounded(self, shape: Shape, radius: float | None = None) -> Shape:
        r = (self.round if radius is None else radius) * self.px
        closed = shape.buffer(r, quad_segs=CORNERS).buffer(-2 * r, quad_segs=CORNERS)
        return areas(closed.buffer(r, quad_segs=CORNERS))

    def land(self, shape: Shape, cities: Sequence[Point], sounds: Shape) -> Shape:
        """Land with a bit of it under every city, open sea where ``sounds`` are, and small islands swollen."""
        discs = shapely.union_all([city.buffer(CITY_LAND * self.px, quad_segs=6) for city in cities])
        shape = areas_of(shape.simplify(FIRST * self.px)).difference(sounds)
        kept = [part for part in polygons(shape) if self._counts(part, self.least_island) or part.intersects(discs)]
        drawn = shapely.union_all([*(self._island(part) for part in kept), discs])
        drawn = self.rounded(drawn.difference(sounds).union(discs))
        whole = [_without_ponds(part, self.least_island * self.px**2) for part in polygons(drawn)]
        return self.few_points(shapely.union_all(whole))

    def _island(self, part: Polygon) -> Shape:
        """Small islands grow, so that rounding doesn't drown them."""
        if self._counts(part, 12 * self.least_island):
            return part
        return part.buffer(0.5 * self.round * self.px, quad_segs=CORNERS)

    def lakes(self, shapes: Iterable[Shape], cities: Sequence[Point]) -> Shape:
        big = [areas_of(s.simplify(FIRST * self.px)) for s in shapes]
        waters = shapely.union_all([part for s in big for part in polygons(s) if self._counts(part, self.least_lake)])
        dry = shapely.union_all([city.buffer(CITY_LAND * self.px, quad_segs=6) for city in cities])
        drawn = self.rounded(waters, 0.5 * self.round).difference(dry)
        found = [part for part in polygons(drawn) if self._counts(part, 0.5 * self.least_lake)]
        return self.few_points(shapely.union_all(found))

    def borders(self, lines: Iterable[LineString], land: Shape, lakes: Shape) -> list[LineString]:
        merged = lines_of(shapely.line_merge(shapely.union_all(list(lines))))
        smooth = [_smooth(line.simplify(1.4 * self.detail * self.px)) for line in merged if line.length > 8 * self.px]
        shown = (part for line in smooth for part in lines_of(line.intersection(land).difference(lakes)))
        return [part.simplify(0.5 * self.px) for part in shown if part.length > 6 * self.px]

    def missing_borders(
        self, home: Shape, borders: Sequence[LineString], land: Shape, lakes: Shape
    ) -> list[LineString]:
        """Where the home country ends on drawn land without a border: between it and another an inlet was filled."""
        known = shapely.union_all(borders)
        bare = home.boundary.difference(shapely.union_all([land.boundary, known]).buffer(self.px)).difference(lakes)
        away = [
            (known.distance(Point(*spot)), line) for line in lines_of(shapely.line_merge(bare)) for spot in line.coords
        ]
        return list(dict.fromkeys(line for distance, line in away if distance > FAR * self.px))

    def home(self, own: Shape, abroad: Shape, land: Shape) -> Shape:
        """The home country, up to the coast that was drawn."""
        near = self.few_points(own.buffer(10 * self.px, quad_segs=CORNERS).difference(abroad))
        return areas(shapely.union_all([p for p in polygons(land.intersection(near)) if self._counts(p, 60.0)]))

    def _counts(self, part: Polygon, least: float) -> bool:
        return bool(part.area > least * self.px**2)

    def few_points(self, shape: Shape) -> Shape:
        return areas_of(shape.simplify(self.detail * self.px))


def _without_ponds(part: Polygon, least: float) -> Polygon:
    return Polygon(part.exterior, [inner for inner in part.interiors if Polygon(inner).area > least])


def _smooth(line: LineString) -> LineString:
    """The line through the middles of its sides."""
    points = np.array(line.coords)
    middles = (points[:-1] + points[1:]) / 2
    return LineString(np.concatenate((points[:1], middles, points[-1:])))
