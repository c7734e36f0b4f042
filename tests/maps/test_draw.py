"""The drawing of boards: geometry that keeps apart what must be apart, and SVG that says what is on the board."""

from __future__ import annotations

import itertools
import json
import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.boards import Board, City, Route, board_names, load_board
from footplate.boards.limits import COLOURS, GREY
from footplate.maps.coast import ponds, rings
from footplate.maps.curves import pairs_of
from footplate.maps.draw import Highlight, Position, draw_board, draw_thumbnail
from footplate.maps.geometry import MapGeometry, map_geometry
from footplate.maps.labels import letters, text_width
from footplate.maps.lanes import MAX_END_GAP
from footplate.maps.layout import MAX_STRETCH, Box, Padding, fit_for, natural_height, shown_aspect, spots_of
from footplate.maps.places import Car
from footplate.maps.theme import THEMES, ThemeName, mix
from tests.support.map_shapes import PANELS, SVG, corners, depth_in_dot, depth_of_overlap, holds, overlap

boards = pytest.mark.parametrize("name", board_names())
panels = pytest.mark.parametrize("panel", PANELS, ids=[f"{width}x{height}" for width, height in PANELS])


@cache  # for all tests of this file: there are more panels than the package remembers
def laid_out(name: str, width: float, height: float) -> MapGeometry:
    return map_geometry(load_board(name), width, height)


def natural_panel(name: str, width: int) -> tuple[int, float]:
    board = load_board(name)
    return width, natural_height(board, width)


def near(a: Car, b: Car) -> bool:
    """Whether two cars could touch, however they are turned."""
    return 2 * math.hypot(a.x - b.x, a.y - b.y) < math.hypot(a.width, a.height) + math.hypot(b.width, b.height)


def named_places(geometry: MapGeometry) -> dict[str, Box]:
    """Every name on the map with its box: those of cities, and those of countries once."""
    names = {city.name: city.label.box for city in geometry.cities if not city.country}
    return names | {country.name: country.label.box for country in geometry.countries}


def overlapping(cars: list[Car], others: list[Car]) -> list[tuple[Car, Car]]:
    return [(a, b) for a in cars for b in others if a is not b and near(a, b) and depth_of_overlap(a, b) > 0.02]


def local_name(element: ET.Element) -> str:
    return element.tag.removeprefix(SVG)


def titles(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}title")]


def group_titled(root: ET.Element, words: str) -> ET.Element:
    """The one group whose title is ``words``."""
    (found,) = (g for g in root.iter(f"{SVG}g") if (t := g.find(f"{SVG}title")) is not None and t.text == words)
    return found


def cars_in(element: ET.Element) -> list[ET.Element]:
    return [e for e in element.iter() if e.get("class") == "car"]


# ---- geometry ------------------------------------------------------------------------------------------------------


@boards
@panels
def test_names_stand_apart_and_inside_the_panel(name: str, panel: tuple[int, int]) -> None:
    geometry = laid_out(name, *panel)
    names = named_places(geometry)
    for a, b in itertools.combinations(names, 2):
        assert not overlap(names[a], names[b]), f"{a} and {b}"
    for place, box in names.items():
        assert box.x >= 0, place
        assert box.y >= 0, place
        assert box.x + box.width <= geometry.width, place
        assert box.y + box.height <= geometry.height, place


@boards
@panels
def test_names_cover_no_dot(name: str, panel: tuple[int, int]) -> None:
    geometry = laid_out(name, *panel)
    for (place, box), city in itertools.product(named_places(geometry).items(), geometry.cities):
        assert not holds(box, city.x, city.y), f"{place} on {city.name}"


@boards
@panels
def test_cars_of_parallel_routes_do_not_overlap(name: str, panel: tuple[int, int]) -> None:
    board = load_board(name)
    geometry = laid_out(name, *panel)
    for pair in pairs_of(board):
        cars = [car for route in pair.routes for car in geometry.routes[route].cars]
        assert not overlapping(cars, cars), f"{board.cities[pair.a].name}–{board.cities[pair.b].name}"


@boards
@panels
def test_cars_of_different_routes_do_not_overlap(name: str, panel: tuple[int, int]) -> None:
    board = load_board(name)
    routes = laid_out(name, *panel).routes
    for (i, a), (j, b) in itertools.combinations(enumerate(routes), 2):
        beside = [car for car in b.cars if any(near(car, other) for other in a.cars)]
        assert not overlapping(list(a.cars), beside), f"{board.routes[i]} and {board.routes[j]}"


@boards
@panels
def test_cars_lie_on_no_dot_and_under_no_name(name: str, panel: tuple[int, int]) -> None:
    board = load_board(name)
    geometry = laid_out(name, *panel)
    names = {city.name: letters(city.label) for city in geometry.cities if not city.country}
    names |= {country.name: country.label.box for country in geometry.countries}
    words = {n: Car(b.x + b.width / 2, b.y + b.height / 2, 0, b.width, b.height) for n, b in names.items()}
    for route, place in zip(board.routes, geometry.routes, strict=True):
        for car in place.cars:
            for city in geometry.cities:
                assert depth_in_dot(car, city, geometry.sizes.dot_radius) <= 0.02, f"{route} on {city.name}"
            covered = [n for n, word in words.items() if near(car, word) and depth_of_overlap(car, word) > 0.02]
            assert not covered, f"{route} under {covered}"


@boards
def test_each_route_has_its_cars_between_its_cities(name: str) -> None:
    board = load_board(name)
    geometry = map_geometry(board, 840, 550)
    centres = {city.name: (city.x, city.y) for city in geometry.cities}
    assert [city.name for city in geometry.cities] == [city.name for city in board.cities]
    for route, place in zip(board.routes, geometry.routes, strict=True):
        assert len(place.cars) == route.length
        assert {place.link[0], place.link[-1]} == {centres[route.a], centres[route.b]}
        assert min(car.width for car in place.cars) > 8
        for car in place.cars:
            assert 0 < car.x < 840
            assert 0 < car.y < 550


def test_parallel_routes_are_offset_to_both_sides() -> None:
    board = load_board("germany")
    geometry = map_geometry(board, 1280, 720)
    triple = next(pair for pair in pairs_of(board) if len(pair.routes) == 3)
    pitch = geometry.sizes.car_height + geometry.sizes.lane_gap
    assert [geometry.routes[i].offset for i in triple.routes] == pytest.approx([-pitch, 0, pitch], abs=0.01)
    assert sum(geometry.routes[i].hit_width for i in triple.routes) >= 18
    single = next(pair for pair in pairs_of(board) if len(pair.routes) == 1)
    assert geometry.routes[single.routes[0]].hit_width == 18


@boards
@panels
def test_the_cartouche_and_compass_stand_free(name: str, panel: tuple[int, int]) -> None:
    geometry = laid_out(name, *panel)
    for plate in filter(None, (geometry.cartouche, geometry.compass)):
        assert not any(holds(plate, city.x, city.y) for city in geometry.cities)
        assert not any(overlap(plate, city.label.box) for city in geometry.cities)
        assert not any(holds(plate, *corner) for r in geometry.routes for car in r.cars for corner in corners(car))


def turned(board: Board) -> Board:
    content = json.loads(board.to_json())
    content["layout"]["turned"] = True
    return Board.from_dict(content)


@pytest.mark.parametrize("name", ["germany", "new_york", "india", "nordic"])
@pytest.mark.parametrize("panel", [*PANELS, (550, 840), (1280, 400), (400, 1280), (180, 136)])
def test_north_is_up_in_every_panel(name: str, panel: tuple[int, int]) -> None:
    board, geometry = load_board(name), laid_out(name, *panel)
    assert not geometry.turned
    assert geometry.compass is None
    ends = (min, "x"), (max, "x"), (min, "y"), (max, "y")
    for end, axis in ends:
        outermost = end(board.cities, key=lambda city: getattr(city, axis)).name
        assert outermost == end(geometry.cities, key=lambda city: getattr(city, axis)).name


def test_a_map_is_turned_where_its_file_asks_for_it() -> None:
    board = turned(load_board("new_york"))
    north, south = (end(board.cities, key=lambda city: city.y).name for end in (min, max))
    for panel in ((840, 550), (550, 840)):
        geometry = map_geometry(board, *panel)
        x = {city.name: city.x for city in geometry.cities}
        assert geometry.turned
        assert (x[north], x[south]) == (min(x.values()), max(x.values()))
    assert map_geometry(board, 840, 550).compass
    assert natural_height(board, 840) < 840 < natural_height(load_board("new_york"), 840)


@pytest.mark.parametrize("is_turned", [False, True])
def test_what_lies_at_a_point_is_placed_there(is_turned: bool) -> None:
    board = load_board("germany")
    board = turned(board) if is_turned else board
    fit, spots = fit_for(board, 840, 550, Padding(10, 20, 30, 40)), spots_of(board.cities)
    assert np.allclose(fit.spots_at(fit.place(spots)), spots)


@boards
def test_a_sheet_has_the_proportions_of_its_map(name: str) -> None:
    """The cities' width over their height is true within a tenth; on a very flat map it may be stretched."""
    board = load_board(name)
    most = 1.1 if shown_aspect(board) < 2 else MAX_STRETCH + 0.01
    geometry = laid_out(name, *natural_panel(name, 1280))
    (width, height), (true_width, true_height) = (
        (max(c.x for c in cities) - min(c.x for c in cities), max(c.y for c in cities) - min(c.y for c in cities))
        for cities in (geometry.cities, board.cities)
    )
    assert 1 / most <= width / height / (board.aspect * true_width / true_height) <= most


def test_geometry_is_plain_data_and_always_the_same() -> None:
    board = load_board("europe")
    geometry = map_geometry(board, 840, 550)
    data = json.loads(geometry.to_json())
    assert data == json.loads(map_geometry(_copy(board), 840, 550).to_json())
    assert data["cities"][0]["label"]["lines"] == ["Amsterdam"]
    assert len(data["routes"]) == len(board.routes)


def test_geometry_is_computed_once_for_equal_content() -> None:
    board = load_board("small")
    geometry = map_geometry(board, 840, 550)
    assert map_geometry(Board.from_json(board.to_json()), 840, 550) is geometry
    moved = replace(board, cities=(replace(board.cities[0], x=0.2), *board.cities[1:]))
    assert map_geometry(moved, 840, 550) != geometry


def _copy(board: Board) -> Board:
    """The same map, but not for the cache."""
    return replace(board, title=board.title + " ")


def test_names_are_measured_generously() -> None:
    """Widths in em of DejaVu Serif Condensed Bold, measured with a font tool."""
    measured = {"San Francisco": 7.09, "Wilno": 2.95, "Washington": 6.05, "Illinois": 3.55, "Düsseldorf": 5.45}
    for text, width in measured.items():
        assert width <= text_width(text, 1) <= 1.16 * width, text
    assert text_width("Düsseldorf", 20) == pytest.approx(20 * text_width("Dusseldorf", 1))


@boards
def test_rings_are_the_chordless_cycles(name: str) -> None:
    board = load_board(name)
    pairs = pairs_of(board)
    graph = nx.Graph((pair.a, pair.b) for pair in pairs)
    expected = {frozenset(cycle) for cycle in nx.chordless_cycles(graph, length_bound=5)}
    found = list(rings(len(board.cities), pairs))
    assert {frozenset(ring) for ring in found} == expected
    assert len(found) == len(expected)


def test_gaps_that_land_encloses_are_filled() -> None:
    def ring(radius: float) -> list[np.ndarray]:
        turn = np.linspace(0, 2 * math.pi, 60)
        return [np.column_stack((200 + radius * np.cos(turn), 200 + radius * np.sin(turn)))]

    assert len(ponds([], ring(50), 400, 400, 40)) == 1
    assert len(ponds([], ring(90), 400, 400, 40)) == 1
    assert ponds([], ring(30), 400, 400, 40) == []
    half = ring(90)[0][:30]
    assert ponds([], [half], 400, 400, 20) == []  # a bay
    other_half = ring(90)[0][29:]
    assert len(ponds([], [half], 400, 400, 20, [(other_half, 20.0)])) == 1  # which a mark closes
    assert ponds([], [half], 400, 400, 20, [(other_half[8:-8], 20.0)]) == []


# ---- SVG -----------------------------------------------------------------------------------------------------------


@boards
@pytest.mark.parametrize("theme", THEMES)
def test_every_board_draws_all_its_cars_and_names(name: str, theme: str) -> None:
    board = load_board(name)
    root = ET.fromstring(draw_board(board, width=840, height=550, theme=theme))
    assert root.get("role") == "img"
    assert root.get("viewBox") == "0 0 840 550"
    assert len(cars_in(root)) == sum(route.length for route in board.routes)
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    geometry = map_geometry(board, 840, 550)
    for city in geometry.cities:
        assert all(texts.count(line) >= 2 for line in city.label.lines), city.name
    gates = {gate for country in geometry.countries for gate in country.gates}
    labels = {"".join(city.label.lines).replace(" ", "") for city in geometry.cities if not city.country}
    assert labels == {city.label.replace(" ", "") for i, city in enumerate(board.cities) if i not in gates}


@boards
def test_the_drawing_stands_alone(name: str) -> None:
    board = load_board(name)
    position = Position({0: 0, 1: 3}, closed=[2], latest=[1])
    root = ET.fromstring(draw_board(board, width=840, height=550, theme="dark", position=position))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get("href", "").removeprefix("#") for element in root.iter(f"{SVG}use")}
    assert used <= set(ids)
    for element in root.iter():
        assert not {"style", "onclick"} & set(element.attrib)
        for value in element.attrib.values():
            assert "var(" not in value
            if "url(" in value:
                assert value.removeprefix("url(#").removesuffix(")") in ids


@boards
def test_free_routes_carry_their_colours_symbol_and_grey_none(name: str) -> None:
    board = load_board(name)
    root = ET.fromstring(draw_board(board, width=840, height=550))
    uses = [use.get("href", "").partition("-")[2] for use in root.iter(f"{SVG}use")]
    for colour in (*COLOURS, GREY):
        plain = sum(max(r.length - r.locomotives, 0) for r in board.routes if r.color == colour)
        assert uses.count(colour) == (0 if colour == GREY else plain)
        ferries = sum(min(r.locomotives, r.length) for r in board.routes if r.color == colour)
        assert uses.count(f"locomotive-{colour}") == ferries
    assert uses.count("star") == sum(city.attraction for city in board.cities)


@pytest.mark.parametrize("theme", THEMES)
def test_trains_wear_their_owners_colours(theme: str) -> None:
    board = load_board("usa")
    colours = THEMES[theme]
    owners = {10: 0, 20: 1, 30: 2, 40: 3, 50: 4}
    svg = draw_board(board, width=840, height=550, theme=theme, position=Position(owners, latest=[20]))
    root = ET.fromstring(svg)
    for (index, seat), livery in zip(owners.items(), ["carmine", "prussian", "gold", "teal", "violet"], strict=True):
        route = board.routes[index]
        words = f"{route.a} to {route.b}, {route.length} {route.color}, {livery} trains"
        train = group_titled(root, words)
        assert train.get("fill") == colours[f"p{seat + 1}"]
        assert train.get("stroke") == colours["train-edge"]
        assert [local_name(car) for car in cars_in(train)] == ["path"] * route.length
        assert sum(use.get("href", "").endswith(f"-p{seat + 1}") for use in train) == route.length
    lamps = [g for g in root.iter(f"{SVG}g") if g.get("fill") == colours["lamp-fill"]]
    assert [len(lamp) for lamp in lamps] == [board.routes[20].length]
    assert len(cars_in(root)) == sum(route.length for route in board.routes)


def test_a_closed_twin_is_only_an_outline() -> None:
    board = load_board("usa")
    doubles = (pair.routes for pair in pairs_of(board) if len(pair.routes) == 2)
    taken, twin = next(routes for routes in doubles if board.routes[routes[1]].color != GREY)
    root = ET.fromstring(draw_board(board, width=840, height=550, position=Position({taken: 1}, closed=[twin])))
    route = board.routes[twin]
    row = group_titled(root, f"{route.a} to {route.b}, {route.length} {route.color}, closed")
    assert row.find(f"{SVG}use") is None
    look = row.find(f"{SVG}g")
    assert look is not None
    assert (look.get("fill"), look.get("opacity")) == ("none", "0.5")
    assert len(cars_in(look)) == route.length


def test_tunnels_have_a_heavy_broken_outline() -> None:
    board = load_board("europe")
    root = ET.fromstring(draw_board(board, width=840, height=550))
    broken = [g for g in root.iter(f"{SVG}g") if g.get("stroke-dasharray")]
    assert len(broken) == sum(route.tunnel for route in board.routes) > 0
    assert sum("tunnel" in title for title in titles(root)) == len(broken)
    assert all(float(g.get("stroke-width", 0)) > 1 for g in broken)


def test_layers_lie_in_their_order() -> None:
    board = turned(load_board("new_york"))  # it has a compass
    svg = draw_board(board, width=840, height=550, position=Position({0: 2}), highlight=Highlight([1, 0], [3]))
    light = THEMES["light"]
    marks = [
        f'fill="{light["sea"]}"',
        f'stroke="{light["graticule"]}"',
        f'stroke="{light["rail"]}"',
        f'stroke="{light["lamp-fill"]}"',
        '<rect class="car"',
        f'fill="{light["train-halo"]}"',
        '<path class="car"',
        f'stroke="{light["city-ring"]}"',
        f'fill="{light["label-halo"]}" stroke="{light["label-halo"]}" stroke-width="3"',
        f'fill="{light["enamel"]}"',
        ">Points<",
        ">N<",
    ]
    places = [svg.index(mark) for mark in marks]
    assert places == sorted(places)


def test_a_highlight_lights_routes_and_names_cities() -> None:
    board = load_board("usa")
    miami = board.city_index["Miami"]
    lit = draw_board(board, width=840, height=550, position=Position({5: 0}), highlight=Highlight([5, 6], [miami]))
    root = ET.fromstring(lit)
    bands = next(g for g in root.iter(f"{SVG}g") if g.get("stroke") == THEMES["light"]["lamp-fill"])
    assert [band.get("opacity") for band in bands] == ["0.55", "0.95"]
    miamis = [element for element in root.iter(f"{SVG}text") if element.text == "Miami"]
    assert [text.get("fill") for text in miamis] == [THEMES["light"]["on-enamel"]]


def test_without_a_height_the_map_keeps_its_proportions() -> None:
    usa, germany = (ET.fromstring(draw_board(load_board(name), width=1000)) for name in ("usa", "germany"))
    assert 600 <= float(usa.get("height", 0)) <= 700
    assert 1350 <= float(germany.get("height", 0)) <= 1500


@boards
@pytest.mark.parametrize("theme", THEMES)
def test_thumbnails_have_a_line_for_each_pair_and_a_dot_for_each_city(name: str, theme: str) -> None:
    board = load_board(name)
    root = ET.fromstring(draw_thumbnail(board, 180, 136, theme=theme))
    *_, routes, _ = root.findall(f"{SVG}g")
    lines = routes.findall(f"{SVG}path")
    assert len(lines) == len(pairs_of(board))
    doubles = sum(path.get("stroke-width") == "2.4" for path in lines)
    assert doubles == sum(len(pair.routes) > 1 for pair in pairs_of(board))
    assert len(list(root.iter(f"{SVG}circle"))) == len(board.cities)


def test_wrong_seats_and_themes_are_named() -> None:
    with pytest.raises(ValueError, match="seat 5; seats are 0 to 4"):
        Position({0: 5})
    with pytest.raises(ValueError, match="no theme 'sepia'; there are light, dark"):
        draw_board(load_board("small"), theme="sepia")  # type: ignore[arg-type]


def test_mix() -> None:
    assert mix("#000000", "#FF8040", 0) == "#000000"
    assert mix("#000000", "#FF8040", 1) == "#FF8040"
    assert mix("#000000", "#FF8040", 0.5) == mix("#000000", "#FF8040", "50%") == "#804020"
    assert mix("var(--sea)", "var(--land)", 0.25) == "color-mix(in srgb, var(--sea), var(--land) 25%)"


# ---- nothing is cut off, nothing is covered ------------------------------------------------------------------------


@boards
def test_all_of_the_map_lies_inside_the_picture(name: str) -> None:
    widths = (500, 800, 1000, 1280, 1600) if name != "t2r" else range(400, 1900, 100)
    natural = [natural_panel(name, width) for width in widths]
    low = [(width, 0.6 * width) for width in (widths if name == "t2r" else (500, 1600))]
    for width, height in (*natural, *low, *PANELS):
        geometry = laid_out(name, width, height)
        for route in geometry.routes:
            for x, y in (corner for car in route.cars for corner in corners(car)):
                assert 0 < x < width, (width, height)
                assert 0 < y < height, (width, height)
        for city in geometry.cities:
            box = city.label.box
            assert min(box.x, box.y) > 0
            assert box.x + box.width < width
            assert box.y + box.height < height


@boards
@pytest.mark.parametrize("width", [1280, 1600])
def test_no_name_covers_a_car_on_a_picture_of_the_usual_size(name: str, width: int) -> None:
    geometry = laid_out(name, *natural_panel(name, width))
    cars = [car for route in geometry.routes for car in route.cars]
    letters = 3.0  # px by which letters are lower than the box of a name
    covered = {}
    for city in geometry.cities:
        box = city.label.box
        name_plate = Car(box.x + box.width / 2, box.y + box.height / 2, 0, box.width, box.height)
        covered[city.name] = max(
            (depth_of_overlap(car, name_plate) for car in cars if near(car, name_plate)), default=0
        )
    assert {city: by for city, by in covered.items() if by > letters} == {}


def test_the_legend_says_whose_trains_are_whose() -> None:
    board = load_board("new_york")
    names = ["Ada", "<Bob> & Co", "C" * 60]
    root = ET.fromstring(draw_board(board, width=840, height=550, position=Position({0: 1}, names=names)))
    assert (root.get("width"), root.get("height")) == ("840", "550")
    entries = [g for g in root.iter(f"{SVG}g") if any(e.get("class") == "legend" for e in g)]
    assert [entry.findtext(f"{SVG}text") for entry in entries] == ["Ada", "<Bob> & Co", "C" * 39 + "…"]
    wagons = [wagon for entry in entries for wagon in entry.iter(f"{SVG}path")]
    assert [wagon.get("fill") for wagon in wagons] == [THEMES["light"][f"p{seat}"] for seat in (1, 2, 3)]
    hrefs = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert hrefs <= {f"#{element.get('id')}" for element in root.iter() if element.get("id")}
    without = ET.fromstring(draw_board(board, width=840, height=550, position=Position({0: 1, 1: 3})))
    called = [title for title in titles(without) if title.startswith("Player")]
    assert called == ["Player 2: prussian trains", "Player 4: teal trains"]
    assert 'class="legend"' not in draw_board(board, width=840, height=550)
    assert 'class="legend"' not in draw_board(board, width=300, height=90, position=Position({0: 1}))
    with pytest.raises(ValueError, match="6 names; there are at most 5 players"):
        Position(names=["x"] * 6)


# ---- boards that a designer could make -----------------------------------------------------------------------------


def designed(
    spots: list[tuple[float, float]], links: list[tuple[int, int, int]], names: list[str], aspect: float
) -> Board:
    """A board that no check has seen: routes may be long and cities may stand on each other."""
    cities = tuple(City(f"{i}", x, y, name) for i, ((x, y), name) in enumerate(zip(spots, names, strict=True)))
    routes = tuple(
        Route(f"{a}", f"{b}", length, (*COLOURS, GREY)[i % 9], i, locomotives=i % 3, tunnel=i % 4 == 0)
        for i, (a, b, length) in enumerate(links)
    )
    small = load_board("small")
    return replace(small, name="designed", title="Made & drawn", cities=cities, routes=routes, aspect=aspect)


def check_drawing(board: Board, geometry: MapGeometry) -> None:
    json.loads(geometry.to_json())
    position = Position({i: i % 5 for i in range(0, len(board.routes), 2)})
    root = ET.fromstring(draw_board(board, width=geometry.width, height=geometry.height, position=position))
    assert len(cars_in(root)) == sum(route.length for route in board.routes)
    ET.fromstring(draw_thumbnail(board))


coordinates = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1))
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@st.composite
def nasty_boards(draw: st.DrawFn) -> Board:
    n = draw(st.integers(2, 12))
    spots = draw(st.lists(st.tuples(coordinates, coordinates), min_size=n, max_size=n))
    ends = st.lists(st.integers(0, n - 1), min_size=2, max_size=2, unique=True)
    links = draw(st.lists(st.tuples(ends, st.integers(1, 9)), min_size=1, max_size=20))
    labels = draw(st.lists(names, min_size=n, max_size=n))
    return designed(spots, [(a, b, k) for (a, b), k in links], labels, draw(st.sampled_from([0.3, 0.7, 1.0, 3.0])))


@given(nasty_boards(), st.sampled_from([(840, 550), (300, 900), (90, 60)]))
@settings(max_examples=30, deadline=None)
def test_nasty_boards_draw(board: Board, panel: tuple[int, int]) -> None:
    check_drawing(board, map_geometry(board, *panel))


def test_the_smallest_and_the_biggest_board_draw() -> None:
    pair = designed([(0.5, 0.1), (0.5, 0.9)], [(0, 1, 3)], ["Öhringen", '<Älmhult> & "Co"'], 1.0)
    check_drawing(pair, map_geometry(pair, 840, 550))
    spots = [((i % 8 + 0.3 * math.sin(i)) / 8, (i // 8 + 0.3 * math.cos(i)) / 8) for i in range(64)]
    links = [(i, i + 1, 2) for i in range(63) if i % 8 < 7] + [(i, i + 8, 2) for i in range(56)]
    grid = designed(spots, links, [f"Neustadt {i}" for i in range(64)], 1.4)
    geometry = map_geometry(grid, 1280, 860)
    check_drawing(grid, geometry)
    boxes = [city.label.box for city in geometry.cities]
    assert not any(overlap(a, b) for a, b in itertools.combinations(boxes, 2))


@pytest.mark.parametrize("theme", THEMES)
def test_closed_tracks_are_struck_out_and_free_ones_are_not(theme: ThemeName) -> None:
    """Not by shade alone: a closed track is told from a free grey one whatever colours somebody sees."""
    board = load_board("usa")
    grey = next(pair for pair in pairs_of(board) if [board.routes[r].color for r in pair.routes] == [GREY, GREY])
    taken, shut = grey.routes
    svg = ET.fromstring(draw_board(board, theme=theme, position=Position({taken: 0}, closed=frozenset({shut}))))
    struck = [row for row in svg.iter(f"{SVG}g") if row.find(f"{SVG}path[@class='strike']") is not None]
    assert len(struck) == 1
    assert len(struck[0].findall(f"{SVG}path")) == len(struck[0].findall(f"{SVG}rect")) == board.routes[shut].length
    assert struck[0].get("fill") == "none"


@pytest.mark.parametrize("name", [name for name in board_names() if len(load_board(name).cities) < 20])
@panels
def test_cars_fill_the_way_between_cities(name: str, panel: tuple[int, int]) -> None:
    geometry = laid_out(name, *panel)
    sizes = geometry.sizes
    bare = {
        (route.a, route.b): max(math.dist(*place.link[:2]), math.dist(*place.link[-2:]))
        for route, place in zip(load_board(name).routes, geometry.routes, strict=True)
    }
    most = MAX_END_GAP * sizes.end_gap + sizes.lane_pitch  # so that neighbours don't touch
    assert {ends: round(way) for ends, way in bare.items() if way > most} == {}
