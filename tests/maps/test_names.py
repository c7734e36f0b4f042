"""Names stand at their cities: nearer to their own dot than to any other, clear of the others, never in tiny type."""

from __future__ import annotations

import math

import pytest

from footplate.boards import Board, board_names, load_board
from footplate.design.new.board import Wishes, new_board
from footplate.design.printing.sheets import board_sheet
from footplate.maps.geometry import MapGeometry, lay_out
from footplate.maps.layout import Box, Sizes, natural_height

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
    assert astray(lay_out(load_board(name), *panel)) == []


@boards
def test_every_name_stands_at_its_city_on_paper(name: str) -> None:
    board = load_board(name)
    width, height = board_sheet(board, "a3").map_size
    assert astray(lay_out(board, PAPER, round(PAPER * height / width, 1))) == []
    assert astray(lay_out(board, PAPER, natural_height(board, PAPER))) == []


@pytest.mark.parametrize("seed", range(50))
def test_every_name_stands_at_its_city_on_new_boards(seed: int) -> None:
    board = made(seed)
    assert astray(lay_out(board, 640, 480)) == []
    assert astray(lay_out(board, 1000, 600)) == []


def made(seed: int) -> Board:
    return new_board(Wishes(title="Made", cities=(12, 20, 28, 36, 44)[seed % 5]), seed)
