"""Districts: the areas of their own routes and cities, and the stamps with their values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footplate.maps.coast import cells_of
from footplate.maps.ground import District
from footplate.maps.land import DISTRICT, Net
from footplate.maps.layout import Box, Points
from footplate.maps.places import Area, DistrictPlace, point
from footplate.maps.spots import CellCounter, Spots, cheapest

STAMP = 24.0  # px, wide and high
STEP = 4.0  # px between the spots that are tried
EDGE = 10.0  # px to the panel's edge
OUTSIDE = 3000.0  # cost of a stamp whose middle is not in its area


def place_districts(
    districts: Sequence[District], net: Net, spots: Spots, scale: float
) -> tuple[tuple[DistrictPlace, ...], Spots]:
    """Each with its stamp in the area or on its edge, on nothing else; and the map with the stamps on it."""
    places = []
    for district in districts:
        area = net.area(district.cities, DISTRICT * scale)
        x, y = point(_spot_for_a_stamp(area, net.centres[list(district.cities)].mean(axis=0), spots))
        spots = spots.with_box(Box(x - STAMP / 2, y - STAMP / 2, STAMP, STAMP))
        places.append(DistrictPlace(district.value, district.cities, area, (x, y)))
    return tuple(places), spots


def _spot_for_a_stamp(area: Area, middle: Points, spots: Spots) -> Points:
    cells = CellCounter(cells_of(area, *spots.axes))

    def away(tried: Points) -> Points:
        far: Points = np.hypot(*(tried - middle).T)
        return far

    def cost(tried: Points) -> Points:
        is_outside = cells.count(tried, (1, 1)) == 0
        total: Points = spots.cost(tried, (STAMP, STAMP), EDGE) + away(tried) + OUTSIDE * is_outside
        return total

    return cheapest(spots.grid(STEP), away, cost)
