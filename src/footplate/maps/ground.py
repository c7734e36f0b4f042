"""What a board says of its ground: real outlines, or sea or paper with marks of water and land; countries, districts.

Cities are numbers here. What names a city that the board doesn't have is left out, so that unfinished boards draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from footplate.boards import Board
from footplate.boards.parts import Ground as Outlines


@dataclass(frozen=True, slots=True)
class Mark:
    """A line with a width: a strait, a gulf, a river, or a stretch of land. A ``filled`` one encloses land or a lake.

    On a board its points are in the cities' coordinates and its width is that on a map of scale 1; on a map both are
    pixels.
    """

    line: tuple[tuple[float, float], ...]
    width: float
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Country:
    """One place with several gates, which are cities. ``title`` is how it is written on the map."""

    name: str
    title: str
    gates: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class District:
    """Cities that belong together, and what they are worth."""

    value: int
    cities: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    outlines: Outlines | None  # drawn instead of everything else that is land or water
    inland: bool
    land: tuple[Mark, ...]
    water: tuple[Mark, ...]
    countries: tuple[Country, ...]
    districts: tuple[District, ...]
    passengers: tuple[tuple[str, int], ...]  # cities and countries by name: how many wait there at first

    @property
    def gates(self) -> frozenset[int]:
        """The cities that are gates of a country."""
        return frozenset(gate for country in self.countries for gate in country.gates)


def ground_of(board: Board) -> Ground:
    layout = board.data.get("layout", {})
    outlines = board.ground
    countries = ((country.name, _numbers(board, country.cities)) for country in board.rules.countries)
    districts = ((district.points, _numbers(board, district.cities)) for district in board.rules.districts)
    return Ground(
        outlines=outlines,
        inland=layout.get("ground") == "inland",
        land=() if outlines else tuple(_mark(mark, fills=True) for mark in layout.get("land", ())),
        water=() if outlines else tuple(_mark(mark) for mark in layout.get("water", ())),
        countries=tuple(Country(name, place_label(board, name).upper(), gates) for name, gates in countries if gates),
        districts=tuple(District(value, cities) for value, cities in districts if cities),
        passengers=board.rules.passengers.places if board.rules.passengers else (),
    )


def _mark(mark: Any, *, fills: bool = False) -> Mark:
    """A polygon, or a line, which encloses what it ``fills`` where it ends where it begins."""
    if "polygon" in mark:
        return Mark(tuple((x, y) for x, y in mark["polygon"]), 0.0, filled=True)
    line = tuple((x, y) for x, y in mark["line"])
    closed = fills and len(line) > 3 and line[0] == line[-1]
    return Mark(line[:-1] if closed else line, mark["width"], closed)


def place_label(board: Board, name: str) -> str:
    """How the map writes a city or a country, whose gates are written with a number each: "Österreich 1"."""
    label = board.cities[board.city_index[board.places[name][0]]].label
    return label if name in board.city_index else label.rstrip("0123456789 ")


def _numbers(board: Board, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(board.city_index[name] for name in names if name in board.city_index)
