"""The ground under the network: coasts, marks, countries and districts, and what stands on special boards."""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from footplate.boards import Board, load_board
from footplate.boards.check import problems
from footplate.maps.coast import cells_of
from footplate.maps.countries import border_angles, sectors_of
from footplate.maps.draw import Position, draw_board
from footplate.maps.geometry import MapGeometry, map_geometry
from footplate.maps.ground import Country, ground_of
from footplate.maps.labels import letters
from footplate.maps.land import DISTRICT
from footplate.maps.lanes import Lane
from footplate.maps.layout import Box, Points
from footplate.maps.legend import legend_height, legend_rows
from footplate.maps.passengers import FARTHEST
from footplate.maps.places import Car, RoutePlace
from footplate.maps.spots import CELL, CellCounter, cheapest, taken_by
from footplate.maps.theme import THEMES
from footplate.maps.touching import find_touching
from tests.support.map_shapes import PANELS, SVG, depth_in_dot, depth_of_overlap, holds, overlap, with_layout

panels = pytest.mark.parametrize("panel", PANELS, ids=[f"{width}x{height}" for width, height in PANELS])
WITH_COUNTRIES = ["germany", "switzerland"]
HOUSE = [(-8.1, -1.0, 7.1), (-9, 5, 2), (-3.7, -4.0, 3.0), (-0.5, -7.0, 3.0)]  # parts of a house: left, top, height


def without_ground(board: Board) -> Board:
    """The same without the outlines of a real place: its land follows the routes."""
    data = json.loads(board.to_json())
    del data["ground"]
    return Board.from_dict(data)


def with_ferry(board: Board, a: str, b: str) -> Board:
    routes = tuple(replace(r, locomotives=1) if {r.a, r.b} == {a, b} else r for r in board.routes)
    return replace(board, routes=routes)


def box_around(x: float, y: float, size: float) -> Box:
    return Box(x - size / 2, y - size / 2, size, size)


def covers(geometry: MapGeometry, box: Box) -> list[str]:
    """What a box lies on: cars, dots, names and corners."""
    car = Car(box.x + box.width / 2, box.y + box.height / 2, 0, box.width, box.height)
    found = ["a car" for place in geometry.routes for other in place.cars if depth_of_overlap(car, other) > 0]
    found += [f"the dot of {city.name}" for city in geometry.cities if holds(box, city.x, city.y)]
    found += [city.name for city in geometry.cities if not city.country and overlap(box, city.label.box)]
    return found + ["a corner" for other in (geometry.cartouche, geometry.compass) if other and overlap(box, other)]


def test_a_river_runs_out_of_every_panel() -> None:
    for width, height in ((840, 550), (1400, 500), (700, 820)):
        geometry = map_geometry(load_board("london"), width, height)
        (river,) = geometry.land.water
        assert river.line[0][1] > height + river.width
        assert river.line[-1][0] > width + river.width


def test_the_cartouche_of_a_race_has_no_points() -> None:
    drawn = draw_board(load_board("first_journey_usa"))
    assert "First to 6 tickets" in drawn
    assert ">Points<" not in drawn
    assert ">Points<" in draw_board(load_board("usa"))


# ---- coasts --------------------------------------------------------------------------------------------------------


def test_a_ferry_adds_neither_its_curve_nor_a_ring_to_the_land() -> None:
    board = load_board("small")
    route = board.routes[0]
    dry = map_geometry(board, 840, 550).land.area
    wet = map_geometry(with_ferry(board, route.a, route.b), 840, 550).land.area
    assert len(dry.curves) - len(wet.curves) == 1
    assert len(wet.polygons) < len(dry.polygons)
    ends = [{(c.x, c.y) for c in map_geometry(board, 840, 550).cities if c.name in (route.a, route.b)}]
    assert all({curve.start, curve.end} not in ends for curve in wet.curves)


def test_a_coast_bends_roundly_between_two_routes() -> None:
    """Where both shores met in a corner, there is land, on both sides of the sheet; but not where a ferry leaves."""
    board = load_board("mini")

    def is_land(board: Board, city: int) -> bool:
        geometry = map_geometry(board, 868, 400)
        before, middle, after = (np.array((c.x, c.y)) for c in geometry.cities[city - 1 : city + 2])
        ways = [(end - middle) / math.dist(end, middle) for end in (before, after)]
        half = math.acos(float(ways[0] @ ways[1])) / 2
        inwards = sum(ways) / math.hypot(*sum(ways))
        corner = middle + inwards * (geometry.sizes.land_radius / math.sin(half) + 3)
        return bool(cells_of(geometry.land.area, corner[:1], corner[1:])[0, 0])

    assert is_land(board, 1)
    assert is_land(board, 2)
    route = board.routes[0]
    assert not is_land(with_ferry(board, route.a, route.b), 1)


def test_a_city_that_only_ferries_reach_keeps_its_disc() -> None:
    board = load_board("small")
    island = board.routes[0].a
    for route in board.routes:
        if island in (route.a, route.b):
            board = with_ferry(board, route.a, route.b)
    geometry = map_geometry(board, 840, 550)
    places = [(city.x, city.y) for city in geometry.cities if city.name == island]
    assert list(geometry.land.area.spots) == places


@pytest.mark.parametrize("name", ["t2r", "small"])
def test_marks_lie_where_the_cities_say(name: str) -> None:
    plain = load_board(name)
    a, b = plain.cities[0], plain.cities[3]
    board = with_layout(plain, water=[{"line": [[a.x, a.y], [b.x, b.y]], "width": 30}])
    geometry = map_geometry(board, 840, 550)
    (mark,) = geometry.land.water
    assert mark.line == tuple((geometry.cities[i].x, geometry.cities[i].y) for i in (0, 3))
    assert mark.width == pytest.approx(30 * geometry.sizes.scale, abs=0.01)
    assert map_geometry(plain, 840, 550).land.water == ()


def test_water_is_cut_out_of_every_colour_of_the_coast() -> None:
    plain = load_board("small")
    strait, lake = [[a.x, a.y] for a in plain.cities[:3]], [[0.5, 0.45]]
    board = with_layout(plain, water=[{"line": strait, "width": 22}, {"line": lake, "width": 60}])
    geometry = map_geometry(board, 840, 550)
    root = ET.fromstring(draw_board(board, width=840, height=550))
    masks = list(root.iter(f"{SVG}mask"))
    assert len(masks) == 10  # four waterlines of two strokes each, the coast, the land
    black = [[path for path in mask.iter(f"{SVG}path") if path.get("stroke") == "#000"] for mask in masks]
    cut = [sorted(float(path.get("stroke-width", 0)) for path in paths) for paths in black]
    assert cut[-1] == sorted(round(mark.width, 1) for mark in geometry.land.water)
    assert all(len(wider) <= len(narrower) for wider, narrower in pairwise(cut))
    assert all(width > 0 for widths in cut for width in widths)
    assert not list(ET.fromstring(draw_board(load_board("usa"), width=840, height=550)).iter(f"{SVG}mask"))


# ---- inland --------------------------------------------------------------------------------------------------------


def test_a_board_of_paper_has_no_sea_but_its_river() -> None:
    board = load_board("london")
    geometry = map_geometry(board, 840, 550)
    assert geometry.land.inland
    assert not geometry.land.area.curves
    drawn = draw_board(board, width=840, height=550)
    (river,) = geometry.land.water
    assert drawn.count(f'stroke-width="{round(river.width, 1)}"') == 1
    assert "<mask" not in drawn


@pytest.mark.parametrize("name", WITH_COUNTRIES)
def test_home_is_the_net_of_its_own_cities(name: str) -> None:
    board = without_ground(load_board(name))
    geometry = map_geometry(board, 840, 550)
    gates = {(city.x, city.y) for city in geometry.cities if city.country}
    assert len(gates) == sum(map(len, board.data["special"]["countries"].values())) > 0
    area = geometry.land.area
    assert area.radius == pytest.approx(0.8 * geometry.sizes.land_radius, abs=0.01)
    assert len(area.curves) == sum(not {p.curve.start, p.curve.end} & gates for p in _pairs(geometry))


def _pairs(geometry: MapGeometry) -> list[RoutePlace]:
    """One route of each pair of cities."""
    return list({frozenset((place.curve.start, place.curve.end)): place for place in geometry.routes}.values())


def test_borders_lie_half_way_between_the_gates_of_neighbours() -> None:
    degrees = [0, 10, 60, 70, 200]
    centres = 100 * np.column_stack((np.cos(np.radians(degrees)), np.sin(np.radians(degrees))))
    countries = [Country("A", "A", (0, 1)), Country("B", "B", (2, 3)), Country("C", "C", (4,))]
    sectors = sectors_of(countries, centres, np.zeros(2))
    # 10 to 60: half way. 70 to 200 and 200 to 360 are gaps over 90 degrees: 15 degrees from the gates.
    assert sorted(border_angles(sectors)) == pytest.approx([35, 85, 185, 215, 345])


@pytest.mark.parametrize("name", WITH_COUNTRIES)
@panels
def test_a_country_is_named_once_outside_the_home_land(name: str, panel: tuple[int, int]) -> None:
    geometry = map_geometry(load_board(name), *panel)
    x, y = np.arange(0, panel[0], 2.0), np.arange(0, panel[1], 2.0)
    home = cells_of(geometry.land.area, x, y)
    for country in geometry.countries:
        box = country.label.box
        rows, columns = (y > box.y) & (y < box.y + box.height), (x > box.x) & (x < box.x + box.width)
        assert home[np.ix_(rows, columns)].mean() < 0.25, country.name
        assert not covers(geometry, box), country.name
        assert all(geometry.cities[gate].label == country.label for gate in country.gates)
    drawn = draw_board(load_board(name), width=panel[0], height=panel[1])
    assert all(drawn.count(f">{c.label.lines[0]}<") == 2 for c in geometry.countries)  # and its halo
    assert not any(f">{city.label}<" in drawn for city in load_board(name).cities if city.label[-1].isdigit())


def test_gates_are_squares_with_a_point() -> None:
    board = load_board("switzerland")
    root = ET.fromstring(draw_board(board, width=840, height=550))
    gates = sum(map(len, board.data["special"]["countries"].values()))
    side = f"{2 * map_geometry(board, 840, 550).sizes.dot_radius:.1f}"
    assert sum(rect.get("width") == side and rect.get("height") == side for rect in root.iter(f"{SVG}rect")) == gates
    assert sum(circle.get("r") == "1.4" for circle in root.iter(f"{SVG}circle")) == gates


# ---- districts -----------------------------------------------------------------------------------------------------


@panels
def test_a_district_has_its_area_and_a_stamp_that_covers_nothing(panel: tuple[int, int]) -> None:
    board = load_board("london")
    geometry = map_geometry(board, *panel)
    assert [(d.value, d.cities) for d in geometry.districts] == [
        (d.points, tuple(board.city_index[city] for city in d.cities)) for d in board.rules.districts
    ]
    for district in geometry.districts:
        assert district.area.radius == pytest.approx(DISTRICT * geometry.sizes.scale, abs=0.01)
        centres = {(geometry.cities[i].x, geometry.cities[i].y) for i in district.cities}
        assert all({curve.start, curve.end} <= centres for curve in district.area.curves)
        assert not covers(geometry, box_around(*district.stamp, 24)), district.value
        x, y = (np.array([value]) for value in district.stamp)
        assert cells_of(replace(district.area, radius=district.area.radius + CELL), x, y)[0, 0], district.value
    boxes = [box_around(*district.stamp, 24) for district in geometry.districts]
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_districts_are_hatched_by_value() -> None:
    drawn = draw_board(load_board("london"), width=840, height=550)
    assert drawn.count("<pattern") == drawn.count("-hatch)") / 2 == 5
    assert all(f"District worth {value}" in drawn for value in range(1, 6))


# ---- what stands on a map ------------------------------------------------------------------------------------------


def test_a_house_stands_in_place_of_its_citys_dot() -> None:
    board = load_board("europe")
    bare = ET.fromstring(draw_board(board, width=840, height=550, position=Position(names=["a", "b"])))
    built = draw_board(
        board, width=840, height=550, position=Position(names=["a", "b"], stations={"Kyiv": 1, "Roma": 0})
    )
    root = ET.fromstring(built)
    assert "Kyiv: prussian station" in built
    assert "Roma: carmine station" in built

    def dots(drawn: ET.Element) -> int:
        ring = THEMES["light"]["city-ring"]
        (group,) = (g for g in drawn.iter(f"{SVG}g") if g.get("stroke") == ring)
        return len(group.findall(f"{SVG}circle"))

    assert dots(bare) - dots(root) == 2
    with pytest.raises(ValueError, match="the station in Kyiv is owned by seat 5; seats are 0 to 4"):
        Position(stations={"Kyiv": 5})
    assert Position(stations={"Kyiv": 2}).players == {2: "Player 3"}


@pytest.mark.parametrize("panel", [*PANELS, (640, 480), (640, 520)])
def test_passengers_wait_in_rows_beside_their_cities(panel: tuple[int, int]) -> None:
    board = load_board("germany")
    geometry = map_geometry(board, *panel)
    places = dict(ground_of(board).passengers)
    assert [row.name for row in geometry.passengers] == [name for name, number in places.items() if number]
    centres = {city.name: (city.x, city.y) for city in geometry.cities}
    rows = {row.name: Box(row.x - 5, row.y - 7, 10 + 9.8 * (places[row.name] - 1), 14) for row in geometry.passengers}
    for name, box in rows.items():
        assert 0 < box.x < box.x + box.width < geometry.width, name
        if name in centres:
            x, y = centres[name]
            away = np.hypot(max(box.x - x, x - box.x - box.width, 0), max(box.y - y, y - box.y - box.height, 0))
            assert away <= FARTHEST * geometry.sizes.scale + 0.1, name
    boxes = list(rows.values())
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    names = [letters(city.label) for city in geometry.cities]
    assert not [name for name, box in rows.items() if any(overlap(box, one) for one in names)]
    assert not [name for name, row in rows.items() for x, y in centres.values() if overlap(row, Box(x, y, 0, 0))]


def test_houses_leave_the_letters_of_names_free() -> None:
    """Also where names stand close to small dots: the wall below the eaves, the platform, and the ridge of the roof."""
    board = load_board("europe")
    stations = Position(names=["a"], stations={city.name: 0 for city in board.cities})
    for width, height in (*PANELS, (640, 480), (640, 1180), (700, 860), (1300, 800)):
        geometry = map_geometry(board, width, height)
        strip = legend_height(legend_rows(stations.players, width))
        drawn = draw_board(board, width=width, height=height + strip, position=stations)
        (scale,) = set(re.findall(r'<g transform="translate\([^"]*\) scale\(([^)]*)\)"><title>[^<]* station', drawn))
        assert 11.9 < 18 * float(scale) < 19.1
        parts = [Box(float(scale) * x, float(scale) * y, -2 * float(scale) * x, float(scale) * h) for x, y, h in HOUSE]
        for city in geometry.cities:
            placed = [Box(city.x + part.x, city.y + part.y, part.width, part.height) for part in parts]
            bitten = [c.name for c in geometry.cities if any(overlap(part, letters(c.label)) for part in placed)]
            assert not bitten, (width, height, city.name, bitten)


def test_passengers_carry_their_colours_symbol() -> None:
    position = Position(passengers={"Hamburg": ["red", "blue"], "Schweiz": ["white"], "Kiel": []})
    drawn = draw_board(load_board("germany"), width=840, height=550, position=position)
    assert "Hamburg: passengers, red, blue" in drawn
    assert "Schweiz: passengers, white" in drawn
    assert "Kiel: passengers" not in drawn


@pytest.mark.parametrize(("name", "words"), [("europe", ["Tunnel", "Ferry"]), ("india", ["Ferry"]), ("usa", [])])
def test_the_cartouche_shows_a_tunnel_and_a_ferry_where_there_are_some(name: str, words: list[str]) -> None:
    drawn = draw_board(load_board(name), width=1280, height=720)
    assert [word for word in ("Tunnel", "Ferry") if f">{word}</text>" in drawn] == words


# ---- twins and checks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "panel"), [("new_york", (320, 260)), ("t2r", (150, 110))])
def test_touching_is_counted_as_one_by_one(name: str, panel: tuple[int, int]) -> None:
    geometry = map_geometry(load_board(name), *panel)
    lanes = [
        Lane(
            np.array([(c.x, c.y) for c in p.cars]), np.radians([c.angle for c in p.cars]), p.cars[0].width, np.zeros(2)
        )
        for p in geometry.routes
    ]
    centres = np.array([(city.x, city.y) for city in geometry.cities])
    found = find_touching(centres, [lanes], [city.label for city in geometry.cities], geometry.sizes).count
    cars = [car for place in geometry.routes for car in place.cars]
    words = [letters(city.label) for city in geometry.cities]
    names = [Car(b.x + b.width / 2, b.y + b.height / 2, 0, b.width, b.height) for b in words]
    slow = sum(depth_of_overlap(a, b) > 0.02 for i, a in enumerate(cars) for b in [*cars[:i], *names])
    radius = geometry.sizes.dot_radius
    slow += sum(depth_in_dot(car, city, radius) > 0.02 for car in cars for city in geometry.cities)
    assert found == slow > 0


def test_cells_are_counted_as_one_by_one() -> None:
    chance = np.random.default_rng(5)
    cells = chance.random((20, 30)) < 0.3
    middles = chance.uniform((0, 0), (90, 60), size=(40, 2))
    for (x, y), found in zip(middles, CellCounter(cells).count(middles, (14, 9)), strict=True):
        left, right, top, bottom = x - 7, x + 7, y - 4.5, y + 4.5
        slow = 0
        for row, column in np.argwhere(cells):
            in_x = column * CELL < right and (column + 1) * CELL > left
            slow += in_x and row * CELL < bottom and (row + 1) * CELL > top
        assert found == slow


def test_boxes_that_are_put_on_a_map_one_by_one_are_counted_as_if_all_had_been_there() -> None:
    chance = np.random.default_rng(7)
    boxes = [Box(*chance.uniform(-20, 110, size=2), *chance.uniform(0, 40, size=2)) for _ in range(12)]
    middles = chance.uniform((0, 0), (90, 60), size=(40, 2))
    spots = taken_by([], boxes[:2], 90, 60)
    for n, box in enumerate(boxes[2:], 3):
        spots, at_once = spots.with_box(box), taken_by([], boxes[:n], 90, 60)
        assert np.array_equal(spots.taken, at_once.taken)
        assert np.array_equal(spots.counter.count(middles, (14, 9)), at_once.counter.count(middles, (14, 9)))


@pytest.mark.parametrize("offset", [0.0, 70.0, 5000.0])
def test_the_cheapest_spot_is_the_first_with_the_least_cost(offset: float) -> None:
    chance = np.random.default_rng(6)
    middles = chance.integers(0, 200, size=(300, 2)).astype(np.float64)
    extra = chance.integers(0, 3, size=201) * 40.0 + offset  # by x; many cost the same
    asked: list[int] = []

    def away(tried: Points) -> Points:
        far: Points = np.abs(tried - 100).max(axis=1)
        return far

    def cost(tried: Points) -> Points:
        asked.append(len(tried))
        return away(tried) + extra[tried[:, 0].astype(np.int64)]

    found = cheapest(middles, away, cost)
    assert asked[0] < len(middles)
    assert found.tolist() == middles[int(np.argmin(cost(middles)))].tolist()


WRONG_LAYOUTS = [
    ({"ground": "swamp"}, "layout: ground is 'swamp', but it must be 'coast' or 'inland'"),
    ({"water": 3}, "layout.water: 3, but it must be a list of marks, each with a line and a width"),
    ({"land": [5]}, "layout.land, mark 1: 5, but it must be an object with line and width"),
    ({"land": [{"line": [[0, 0]]}]}, "layout.land, mark 1: the field 'width' is missing"),
    ({"water": [{"line": [[0, 0]], "width": 0}]}, "layout.water, mark 1: width is 0, but it must be from 1 to 400"),
    (
        {"water": [{"line": [[0, 3]], "width": 9}]},
        "layout.water, mark 1: line is a list of 1, but it must be 1 to 60 points [x, y] in the cities' coordinates "
        "(-1 to 2)",
    ),
    ({"water": [{}] * 41}, "layout.water: 41 marks, but a board has at most 40"),
]


@pytest.mark.parametrize(("layout", "reason"), WRONG_LAYOUTS)
def test_what_is_wrong_with_a_layout_is_told(layout: dict[str, object], reason: str) -> None:
    data = json.loads(load_board("small").to_json())
    assert problems({**data, "layout": {"aspect": 1.2, **layout}}) == [reason]
