"""Names stand at their cities: nearer to their own dot than to any other, clear of the others, never in tiny type."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from footplate.boards import Board, board_names, load_board
from footplate.design.new.board import BoardSpec, new_board
from footplate.design.printing.sheets import board_sheet
from footplate.maps.draw import draw_board
from footplate.maps.geometry import MapGeometry, map_geometry
from footplate.maps.labels import letters
from footplate.maps.lanes import Lane
from footplate.maps.layout import Box, Sizes, natural_height, sizes_for
from footplate.maps.leaders import BEFORE_NAME, LEADER_FROM, leader
from footplate.maps.shapes import page_json
from footplate.maps.spacing import SHORTEST
from footplate.maps.touching import find_touching

SVG = "{http://www.w3.org/2000/svg}"
LEAST_TYPE = 11.0  # px
CLEAR = 4.0  # px between a name and another city's dot
SCREENS = [(640, 480), (640, 520), (840, 560), (1000, 600), (1024, 640), (1300, 800)]
TALL_AND_WIDE = [(640, 900), (640, 1180), (700, 1100), (960, 1200), (1500, 560), (1900, 1000), (2000, 700)]
TIGHT = [  # where cars and names have no room to spare
    *(("europe", panel) for panel in ((734, 491), (837, 492), (886, 529), (896, 485))),
    *(("nordic", panel) for panel in ((1220, 1197), (1458, 1137), (2200, 1200))),
    *(("germany", panel) for panel in ((640, 1600), (860, 1065))),
]
SIDES = (640, 1900), (480, 1200)  # px, of panels by chance
PHONE = (700, 860)  # a phone's map is laid out 700 px wide, and zoomed
COLUMN = (486, 708)  # a tall map on a screen of 1024 x 768
TALL_MAPS = ("germany", "new_york", "nordic")
PAPER = 868.0  # px in which a printed map is laid out
boards = pytest.mark.parametrize("name", board_names())


def distance(box: Box, x: float, y: float) -> float:
    return math.hypot(max(box.x - x, x - box.x - box.width, 0), max(box.y - y, y - box.y - box.height, 0))


def astray(geometry: MapGeometry) -> list[str]:
    """What is wrong with the names of a map, in words: by their boxes, and by what their letters fill."""
    found, sizes = [], geometry.sizes
    named = [(city.name, city.label, [city], [o for o in geometry.cities if o is not city]) for city in geometry.cities]
    named = [one for one, city in zip(named, geometry.cities, strict=True) if not city.country]
    for country in geometry.countries:
        gates = [geometry.cities[gate] for gate in country.gates]
        named.append((country.name, country.label, gates, [c for c in geometry.cities if c.country != country.name]))
    for (name, label, own, others), measure in itertools.product(named, (lambda label: label.box, letters)):
        box = measure(label)
        away = min(distance(box, city.x, city.y) for city in own)
        found += [f"{name} is nearer to {o.name}" for o in others if distance(box, o.x, o.y) < away]
        found += [f"{name} touches {o.name}" for o in others if too_near(box, o.x, o.y, sizes)]
        found += [f"{name} has type of {label.size}"] * (label.size < LEAST_TYPE)
    return found


def too_near(box: Box, x: float, y: float, sizes: Sizes) -> bool:
    return distance(box, x, y) < sizes.dot_radius + CLEAR


@boards
@pytest.mark.parametrize("panel", [*SCREENS, *TALL_AND_WIDE, PHONE], ids=lambda panel: "{}x{}".format(*panel))
def test_every_name_stands_at_its_city(name: str, panel: tuple[int, int]) -> None:
    assert astray(map_geometry(load_board(name), *panel)) == []


@boards
def test_every_name_stands_at_its_city_on_panels_by_chance(name: str) -> None:
    chance = np.random.default_rng(len(name))
    for _ in range(3):
        width, height = (int(chance.integers(*side)) for side in SIDES)
        geometry = map_geometry(load_board(name), width, height)
        assert astray(geometry) == [], (width, height)
        check_nothing_touches(geometry)


@pytest.mark.parametrize(("name", "panel"), TIGHT, ids=[f"{name}-{w}x{h}" for name, (w, h) in TIGHT])
def test_names_and_cars_find_room_where_it_is_tight(name: str, panel: tuple[int, int]) -> None:
    geometry = map_geometry(load_board(name), *panel)
    assert astray(geometry) == []
    check_nothing_touches(geometry)


@pytest.mark.parametrize("name", TALL_MAPS)
def test_tall_maps_find_room_in_a_column_of_the_page(name: str) -> None:
    geometry = map_geometry(load_board(name), *COLUMN)
    assert astray(geometry) == []
    check_nothing_touches(geometry)


def test_one_car_that_makes_way_for_a_name_does_not_make_all_cars_lower() -> None:
    """There is room for a car between Amsterdam and Bruxelles, as long as it is high."""
    board = load_board("europe")
    geometry = map_geometry(board, 868, 560)
    assert geometry.sizes == sizes_for(board, 868, 560)
    assert min(place.cars[0].width for place in geometry.routes) > SHORTEST - 0.1


def test_names_keep_off_long_cars_of_boards_of_few_cities() -> None:
    """There is room beside the routes for "Empire State Building"."""
    geometry = map_geometry(load_board("new_york"), 868, 560)
    assert min(place.cars[0].width for place in geometry.routes) > 1.7 * geometry.sizes.car_height


@boards
@pytest.mark.parametrize("panel", [*SCREENS, *TALL_AND_WIDE, PHONE], ids=lambda panel: "{}x{}".format(*panel))
def test_no_car_makes_way_onto_something(name: str, panel: tuple[int, int]) -> None:
    """Names at their cities, and still no car on a car, a dot or a name, no name on a name."""
    check_nothing_touches(map_geometry(load_board(name), *panel))


def check_nothing_touches(geometry: MapGeometry) -> None:
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


def test_a_thin_line_leads_to_a_name_that_stands_far_from_its_city() -> None:
    """From dot to name; to every name that is farther than a line of type, and to no other."""
    geometry = map_geometry(load_board("india"), 960, 600)
    radius = geometry.sizes.dot_radius
    lines = {city.name: line for city in geometry.cities if (line := leader(city, radius))}
    far = {c.name for c in geometry.cities if distance(letters(c.label), c.x, c.y) >= radius + LEADER_FROM}
    assert set(lines) == far >= {"Mormugau", "Mangalore"}
    for city in geometry.cities:
        if line := lines.get(city.name):
            assert math.dist(line[0], (city.x, city.y)) == pytest.approx(radius)
            assert distance(letters(city.label), *line[1]) == pytest.approx(BEFORE_NAME)
    drawn = draw_board(load_board("india"), width=960, height=600)
    (path,) = re.findall(r'<path class="leaders" d="([^"]*)"', drawn)
    assert path.count("M") == len(lines)
    assert f'd=\\"{path}\\"' in page_json(load_board("india"), geometry)
    assert "leaders" not in draw_board(load_board("india"), width=960, height=600, names=False)


def test_the_name_of_a_country_is_as_big_as_its_label_says() -> None:
    geometry = map_geometry(load_board("germany"), 640, 1600)
    drawn = ET.fromstring(draw_board(load_board("germany"), width=640, height=1600))
    groups = [g for g in drawn.iter(f"{SVG}g") if g.get("letter-spacing")]
    sizes = {text.text: float(g.get("font-size", 0)) for g in groups for text in g.iter(f"{SVG}text")}
    assert sizes == {c.label.lines[0]: pytest.approx(c.label.size, abs=0.01) for c in geometry.countries}
    assert len(set(sizes.values())) > 1


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
    return new_board(BoardSpec(title="Made", cities=(12, 20, 28, 36, 44)[seed % 5]), seed)
