"""Where the pieces of a map lie, as plain data. All lengths are CSS pixels, x to the right and y down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.maps.labels import Label

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CityPlace:
    """A city, or a gate of a ``country``, whose label is the country's."""

    name: str
    x: float
    y: float
    attraction: bool
    country: str
    label: Label


@dataclass(frozen=True, slots=True)
class Car:
    """One car by its centre; ``angle`` is that of the route from its first city to its second."""

    x: float
    y: float
    angle: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic curve between two cities' centres."""

    start: Point
    control: Point
    end: Point


@dataclass(frozen=True, slots=True)
class RoutePlace:
    """Where a route lies: ``offset`` to the side of its pair's ``curve`` (other than 0 for parallel routes).

    ``link`` runs from one city's centre through the run of cars to the other's. A stroke of ``hit_width`` along it is
    the pointer's target; those of parallel routes meet in the middle.
    """

    curve: Curve
    offset: float
    link: tuple[Point, ...]
    cars: tuple[Car, ...]
    hit_width: float


@dataclass(frozen=True, slots=True)
class CountryPlace:
    """A country by its gates (cities by number); its name stands once."""

    name: str
    gates: tuple[int, ...]
    label: Label


@dataclass(frozen=True, slots=True)
class Area:
    """Everything within ``radius`` of a curve, of a spot or of a polygon (a ring of cities, or a gap filled up)."""

    polygons: tuple[tuple[Point, ...], ...]
    curves: tuple[Curve, ...]
    spots: tuple[Point, ...]
    radius: float


@dataclass(frozen=True, slots=True)
class DistrictPlace:
    """A district's area, and the middle of the stamp with its value."""

    value: int
    cities: tuple[int, ...]
    area: Area
    stamp: Point


@dataclass(frozen=True, slots=True)
class PassengerRow:
    """Where the passengers of a city or country wait: the middle of the first; the others stand to its right."""

    name: str
    x: float
    y: float


def by_name(part: Any) -> dict[str, Any]:
    """A part of the geometry by the names of its fields."""
    return {field.name: getattr(part, field.name) for field in fields(part)}


def point(spot: Iterable[float]) -> Point:
    x, y = spot
    return round(float(x), 2), round(float(y), 2)


def rounded(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The same as ``round(value, 2)`` of each."""
    found = np.round(values, 2)
    halfway = np.abs(np.abs(100 * (values - found)) - 0.5) < 1e-6  # NumPy multiplies by 100, which may end on a half
    found[halfway] = [round(value, 2) for value in values[halfway].tolist()]
    return found
