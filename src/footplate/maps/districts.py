"""Districts: the areas of their own routes and cities, and the stamps with their values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footplate.maps.coast import cells_of
from footplate.maps.ground import District
from footplate.maps.land import DISTRICT, Net
from footplate.maps.layout import Box
from footplate.maps.places import DistrictPlace, point
from footplate.maps.spots import Spots, count_cells

STAMP = 24.0  # px, wide and high
STEP = 4.0  # px between the spots that are tried
EDGE = 10.0  # px to the panel's edge
OUTSIDE = 3000.0  # cost of a stamp whose middle is not in its area


def place_districts(
    districts: Sequence[District], net: Net, spots: Spots, scale: float
) -> tuple[tuple[DistrictPlace, ...], Spots]:
    """Each with its stamp in the area or on its edge, on nothing else; and the map with the stamps on it."""
    grid = spots.grid(STEP)
    places = []
    for district in districts:
        area = net.area(district.cities, DISTRICT * scale)
        middle = net.centres[list(district.cities)].mean(axis=0)
        inside = count_cells(cells_of(area, *spots.axes), grid, (1, 1)) > 0
        cost = spots.cost(grid, (STAMP, STAMP), EDGE) + np.hypot(*(grid - middle).T) + OUTSIDE * ~inside
        x, y = point(grid[int(np.argmin(cost))])
        spots = spots.with_box(Box(x - STAMP / 2, y - STAMP / 2, STAMP, STAMP))
        places.append(DistrictPlace(district.value, district.cities, area, (x, y)))
    return tuple(places), spots
