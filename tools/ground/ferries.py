"""Sea for ferries: what the board calls a ferry finds a way over water, with a bow to the sea side at most.

Real coasts don't know the board's ferries, and a stylised coast may give way: where the wettest way still touches land,
a sound is opened along it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Point

from footplate.maps.curves import BOWS, control_points, curve_points
from tools.ground.shapes import Shape
from tools.ground.warp import Points

STEPS = 40
HALF_SOUND = 9.0  # px: half the width of two routes side by side
MOUTH, TAPER = 26.0, 0.2  # px, and px a px: half the width of a sound where it meets the sea, and how it narrows inland
ASHORE = 15.0  # px around the cities at both ends that stay as they are


@dataclass(frozen=True)
class Ferry:
    name: str
    a: Points
    b: Points

    def ways(self) -> list[LineString]:
        """The curves that a map may draw, the straight one first."""
        curves = curve_points(self.a, control_points(self.a, self.b, BOWS), self.b, STEPS)
        return [LineString(curve) for curve in curves]

    def wettest(self, land: Shape) -> LineString:
        return min(self.ways(), key=lambda way: way.intersection(land).length)


def sounds(ferries: Iterable[Ferry], land: Shape, cities: Sequence[Point], px: float) -> Shape:
    """Water along the wettest way of every ferry, up to the cities."""
    ashore = shapely.union_all([city.buffer(ASHORE * px) for city in cities])
    strips = [_sound(ferry.wettest(land), land, px) for ferry in ferries]
    return shapely.union_all(strips).difference(ashore)


def _sound(way: LineString, land: Shape, px: float) -> Shape:
    """A channel along a way; where it goes far inland it is a bay that narrows."""
    shapely.prepare(land)
    spots = [way.interpolate(at, normalized=True) for at in np.linspace(0, 1, STEPS + 1)]
    coast = land.boundary
    depths = [spot.distance(coast) / px if land.contains(spot) else 0.0 for spot in spots]
    widths = [max(HALF_SOUND, MOUTH - TAPER * depth) if depth > MOUTH else HALF_SOUND for depth in depths]
    wide = [spot.buffer(width * px) for spot, width in zip(spots, widths, strict=True)]
    return shapely.union_all([way.buffer(HALF_SOUND * px, cap_style="flat"), *wide])


def dry_share(ferry: Ferry, land: Shape, px: float) -> float:
    """How much of the wettest way runs over land, without its ends at the cities."""
    ends = shapely.union_all([Point(ferry.a).buffer(2 * ASHORE * px), Point(ferry.b).buffer(2 * ASHORE * px)])
    open_way = ferry.wettest(land).difference(ends)
    length = float(np.maximum(open_way.length, 1e-9))
    return float(open_way.intersection(land).length) / length
