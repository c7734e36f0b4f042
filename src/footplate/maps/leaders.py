"""Thin lines from cities to names that stand far from them, under everything else on the ground."""

from __future__ import annotations

import math

from footplate.maps.geometry import MapGeometry
from footplate.maps.labels import letters
from footplate.maps.places import CityPlace, Point
from footplate.maps.svg import polyline
from footplate.maps.theme import Theme

LEADER_FROM = 16.0  # px between a dot and its name
BEFORE_NAME = 2.0  # px between the line and the letters
LEADER_WIDTH = 0.9


def leader(city: CityPlace, radius: float) -> tuple[Point, Point] | None:
    """The line from a city's dot to its name; none where they stand near to each other."""
    box = letters(city.label)
    x = min(max(city.x, box.x), box.x + box.width)
    y = min(max(city.y, box.y), box.y + box.height)
    far = math.dist((x, y), (city.x, city.y))
    if city.country or far < radius + LEADER_FROM:
        return None
    along, across = (x - city.x) / far, (y - city.y) / far
    first, last = radius, far - BEFORE_NAME
    return (
        (city.x + first * along, city.y + first * across),
        (city.x + last * along, city.y + last * across),
    )


def leaders(geometry: MapGeometry, theme: Theme) -> str:
    lines = [line for city in geometry.cities if (line := leader(city, geometry.sizes.dot_radius))]
    if not lines:
        return ""
    path = "".join(map(polyline, lines))
    return f'<path class="leaders" d="{path}" fill="none" stroke="{theme["ink-2"]}" stroke-width="{LEADER_WIDTH}"/>'
