"""Names stand at their cities: nearer to their own dot than to any other, clear of the others, never in tiny type."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from footplate.boards import Board, board_names, load_board
from footplate.design.new.board import Wishes, new_board
from footplate.design.printing.sheets import board_sheet
from footplate.maps.curves import Lane
from footplate.maps.geometry import MapGeometry, map_geometry
from footplate.maps.labels import letters
from footplate.maps.layout import Box, Sizes, natural_height
from footplate.maps.touching import find_touching

LEAST_TYPE = 11.0  # px
CLEAR = 4.0  # px between a name and another city's dot
SCREENS = [(640, 480), (640, 520), (840, 560), (1000, 600), (1024, 640), (1300, 800)]
TALL_AND_WIDE = [(640, 900), (640, 1180), (700, 1100), (960, 1200), (1500, 560), (1900, 1000), (2000, 700)]
PHONE = (700, 860)  # a phone's map is laid out 700 px wide, and zoomed
PAPER = 868.0  # px in which a printed map is laid out
boards = pytest.mark.parametrize("name", board_names())


def distance(box: Box, x: float, y: float) -> float:
    return math.hypot(max(box.x - x, x - box.x - box.width, 0), max(box.y - y, y - box.y - box.height, 0))


def astray(geometry: MapGeometry) -> list[str]:
    """What is wrong with the names of a map, in words."""
    found, sizes = [], geometry.sizes
    for city in geometry.cities:
        if city.country:
            continue
        box, others = city.label.box, [other for other in geometry.cities if other is not city]
        own = distance(box, city.x, city.y)
        found += [f"{city.name} is nearer to {o.name}" for o in others if distance(box, o.x, o.y) < own]
        found += [f"{city.name} touches {o.name}" for o in others if too_near(box, o.x, o.y, sizes)]
        found += [f"{city.name} has type of {city.label.size}"] * (city.label.size < LEAST_TYPE)
    for country in geometry.countries:
        others = [city for city in geometry.cities if city.country != country.name]
        found += [f"{country.name} touches {o.name}" for o in others if too_near(country.label.box, o.x, o.y, sizes)]
    return found


def too_near(box: Box, x: float, y: float, sizes: Sizes) -> bool:
    return distance(box, x, y) < sizes.dot_radius + CLEAR


@boards
@pytest.mark.parametrize("panel", [*SCREENS, *TALL_AND_WIDE, PHONE], ids=lambda panel: "{}x{}".format(*panel))
def test_every_name_stands_at_its_city(name: str, panel: tuple[int, int]) -> None:
    assert astray(map_geometry(load_board(name), *panel)) == []


@boards
@pytest.mark.parametrize("panel", [*SCREENS, PHONE], ids=lambda panel: "{}x{}".format(*panel))
def test_no_car_makes_way_onto_something(name: str, panel: tuple[int, int]) -> None:
    """Names at their cities, and still no car on a car, a dot or a name, no name on a name."""
    geometry = map_geometry(load_board(name), *panel)
    lanes = [
        Lane(
            np.array([(car.x, car.y) for car in place.cars]),
            np.radians([car.angle for car in place.cars]),
            place.cars[0].width,
            np.zeros((2, 2)),
        )
        for place in geometry.routes
    ]
    centres, labels = np.array([(c.x, c.y) for c in geometry.cities]), [c.label for c in geometry.cities]
    named = [city.label for city in geometry.cities if not city.country]
    assert find_touching(centres, [lanes], labels, geometry.sizes).count == 0
    assert not any(overlap(letters(one), letters(other)) for one, other in itertools.combinations(named, 2))


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


@boards
def test_every_name_stands_at_its_city_on_paper(name: str) -> None:
    board = load_board(name)
    width, height = board_sheet(board, "a3").map_size
    assert astray(map_geometry(board, PAPER, round(PAPER * height / width, 1))) == []
    assert astray(map_geometry(board, PAPER, natural_height(board, PAPER))) == []


@pytest.mark.parametrize("seed", range(50))
def test_every_name_stands_at_its_city_on_new_boards(seed: int) -> None:
    board = made(seed)
    assert astray(map_geometry(board, 640, 480)) == []
    assert astray(map_geometry(board, 1000, 600)) == []


def made(seed: int) -> Board:
    return new_board(Wishes(title="Made", cities=(12, 20, 28, 36, 44)[seed % 5]), seed)
