"""Countries round the home land: where their names stand, and the borders between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from footplate.maps.ground import Country
from footplate.maps.labels import ASCENT, LINE_HEIGHT, Label, text_width
from footplate.maps.land import Land
from footplate.maps.layout import Box, Points, distance_to_boxes
from footplate.maps.places import CountryPlace, Point, point
from footplate.maps.spots import CellCounter, Spots, cheapest

TITLE_SIZE, LEAST_SIZE = 14.0, 11.0  # px, times the scale; and of type where there is little room
TRACKING = 0.2  # em between letters
WIDE_GAP = 90.0  # degrees without a gate: nobody's land, which gets two borders and no name
ASIDE = 15.0  # degrees from a gate to the border beside such a gap
ROUNDING = 0.01  # px
STEP = 6.0  # px between the spots that are tried
EDGE = 9.0  # px to the panel's edge
AT_HOME = 20.0  # cost of each cell of the home land that a name lies on
ABROAD = 1500.0  # cost of each end of a name that lies in another country
ASTRAY = 20_000.0  # cost of a name that is nearer to another city than to a gate of its own
FAR = 3000.0  # px that a border is long


@dataclass(frozen=True, slots=True)
class _Sector:
    """What a country fills of the horizon: degrees from its middle one to its first and last gate."""

    country: Country
    middle: float
    first: float
    last: float


def border_angles(sectors: Sequence[_Sector]) -> list[float]:
    """Degrees of the borders between neighbours, by their places on the horizon."""
    found = []
    around = [*sectors, sectors[0]] if sectors else []
    for one, other in pairwise(around):
        last = one.middle + one.last
        gap = (other.middle + other.first - last) % 360
        if WIDE_GAP < gap < 360 - WIDE_GAP / 2:
            found += [last + ASIDE, last + gap - ASIDE]
        else:
            found.append(last + gap / 2 if gap <= WIDE_GAP else last + (gap - 360) / 2)
    return [angle % 360 for angle in found]


def sectors_of(countries: Sequence[Country], centres: Points, middle: Points) -> list[_Sector]:
    """The countries in their order round the ``middle`` of the home cities."""
    found = []
    for country in countries:
        away = centres[list(country.gates)] - middle
        towards = away.mean(axis=0)
        main = float(np.degrees(np.arctan2(towards[1], towards[0])))
        angles = (np.degrees(np.arctan2(away[:, 1], away[:, 0])) - main + 180) % 360 - 180
        found.append(_Sector(country, main, float(angles.min()), float(angles.max())))
    return sorted(found, key=lambda sector: sector.middle)


def borders(sectors: Sequence[_Sector], middle: Points) -> tuple[tuple[Point, Point], ...]:
    """Lines from the middle of the home cities to beyond the panel."""
    angles = np.radians(border_angles(sectors))
    ends = middle + FAR * np.column_stack((np.cos(angles), np.sin(angles)))
    return tuple((point(middle), point(end)) for end in ends)


def name_countries(
    sectors: Sequence[_Sector], centres: Points, middle: Points, land: Land, spots: Spots, scale: float
) -> tuple[CountryPlace, ...]:
    """Each name near its gates, outside the home land, in its own country, on nothing else.

    In smaller type where a name would be nearer to another city than to its gates, or lie on something.
    """
    if not sectors:
        return ()
    around = _Around(centres, middle, np.array(border_angles(sectors)), CellCounter(land.home_cells(*spots.axes)))
    places = []
    for sector in sectors:
        for size in np.linspace(TITLE_SIZE * scale, LEAST_SIZE, 3).tolist():
            label = _label(sector, size, around, spots, scale)
            if spots.is_free(label.box) and not around.is_astray(label.box, sector.country):
                break
        spots = spots.with_box(label.box)
        places.append(CountryPlace(sector.country.name, sector.country.gates, label))
    return tuple(places)


@dataclass(frozen=True, slots=True)
class _Around:
    """What a country's name has to do with: all cities, the middle of the home ones, borders (degrees), home land."""

    centres: Points
    middle: Points
    borders: Points
    at_home: CellCounter

    def astray(self, boxes: Points, country: Country) -> npt.NDArray[np.bool_]:
        """Which boxes (n, 4) are nearer to another city than to a gate of the country."""
        gates = list(country.gates)
        own, others = self.centres[gates], np.delete(self.centres, gates, axis=0)
        to_own, to_others = (distance_to_boxes(boxes[:, None], cities).min(axis=1) for cities in (own, others))
        nearer: npt.NDArray[np.bool_] = to_others < to_own + ROUNDING
        return nearer

    def is_astray(self, box: Box, country: Country) -> bool:
        return bool(self.astray(np.array([(box.x, box.y, box.x + box.width, box.y + box.height)]), country)[0])


def _label(sector: _Sector, size: float, around: _Around, spots: Spots, scale: float) -> Label:
    """The name in type of this size, at the best spot."""
    title = sector.country.title
    width, height = text_width(title, size) + TRACKING * size * len(title), LINE_HEIGHT * size
    gates = around.centres[list(sector.country.gates)]
    out = gates.mean(axis=0) - around.middle
    target = gates.mean(axis=0) + 20 * scale * out / max(float(np.hypot(*out)), 1e-9)
    x, y = _spot_for_a_name((width, height), target, sector, around, spots)
    box = Box(round(x - width / 2, 2), round(y - height / 2, 2), round(width, 2), round(height, 2))
    return Label((title,), box, "middle", round(float(x), 2), (round(box.y + ASCENT * size, 2),), size)


def _spot_for_a_name(
    size: tuple[float, float], target: Points, sector: _Sector, around: _Around, spots: Spots
) -> Points:
    half = np.array(size) / 2

    def away(tried: Points) -> Points:
        far: Points = 1.2 * np.hypot(*(tried - target).T)
        return far

    def cost(tried: Points) -> Points:
        total = spots.cost(tried, size, EDGE) + away(tried)
        total += AT_HOME * around.at_home.count(tried, size)
        total += ASTRAY * around.astray(np.concatenate((tried - half, tried + half), axis=1), sector.country)
        for side in (-0.5, 0, 0.5):
            x, y = (tried + np.array((side * size[0], 0)) - around.middle).T
            total += ABROAD * ~_is_within(np.degrees(np.arctan2(y, x)), sector, around.borders)
        return total

    return cheapest(spots.grid(STEP), away, cost)


def _is_within(angles: Points, sector: _Sector, borders: Points) -> npt.NDArray[np.bool_]:
    """Which directions lie between the two borders round a sector's middle."""
    after = float(((borders - sector.middle) % 360).min())
    before = float(((sector.middle - borders) % 360).min())
    away = (angles - sector.middle + 180) % 360 - 180
    return (away < after) & (away > -before)
