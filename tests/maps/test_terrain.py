"""Real ground on maps: ferries keep to the water, nothing is cut off at the frame, and the page is sent little."""

from __future__ import annotations

import gzip
import json
import math
import re

import numpy as np
import numpy.typing as npt
import pytest

from footplate.boards import Board, board_names, load_board
from footplate.boards.check import problems
from footplate.maps.coast import filled
from footplate.maps.curves import pairs_of
from footplate.maps.draw import Position, draw_board, draw_thumbnail
from footplate.maps.geometry import MapGeometry, lay_out, map_geometry
from footplate.maps.layout import Points, fit_for, natural_height, padding_for, sizes_for, spots_of
from footplate.maps.places import Car, RoutePlace
from footplate.maps.shapes import page_json
from footplate.maps.shores import AT_CITY, Shores
from footplate.maps.terrain import Terrain
from footplate.maps.terrain import terrain_of as placed
from footplate.maps.theme import THEMES
from tests.support.map_shapes import corners, with_layout

REAL = ("usa", "usa_1910", "first_journey_usa", "europe", "nordic", "switzerland", "germany", "india", "new_york")
PANELS = ((640, 520), (840, 560), (1000, 600), (1300, 800), (1800, 560))
OPEN = 14.0  # px; railways along a coast are nearer to it
LONG = 30.0  # px; shorter sides at the edge of the data are headlands
AT_SEA = {  # railways with most of their cars at open sea, as the board has them
    "usa": {("Miami", "New Orleans")},
    "usa_1910": {("Miami", "New Orleans")},
    "first_journey_usa": {("Miami", "New Orleans")},
    "europe": {("Brest", "Pamplona")},
    "nordic": {("Mo i Rana", "Trondheim")},  # the twin of a ferry
}
ISLAND = {"polygon": [[0.1, 0.1], [0.3, 0.1], [0.2, 0.3]]}
RING = {"line": [[0.1, 0.1], [0.3, 0.1], [0.2, 0.3], [0.1, 0.1]], "width": 4}


def terrain_of(geometry: MapGeometry) -> Terrain:
    assert geometry.land.terrain
    return geometry.land.terrain


def cars_away_from_cities(geometry: MapGeometry, place: RoutePlace) -> Points:
    """Middles of the cars that are not beside one of the two cities."""
    cars = np.array([(car.x, car.y) for car in place.cars])
    ends = np.array((place.curve.start, place.curve.end))
    away = np.linalg.norm(cars[:, None] - ends, axis=2).min(axis=1)
    return cars[away > AT_CITY * geometry.sizes.scale]


def enclosed(rings: tuple[tuple[tuple[float, float], ...], ...], cars: Points) -> list[bool]:
    return [bool(filled(rings, np.array([x]), np.array([y]))[0, 0]) for x, y in cars.tolist()]


@pytest.mark.parametrize("name", ["europe", "nordic", "india"])
@pytest.mark.parametrize("panel", PANELS, ids=[f"{width}x{height}" for width, height in PANELS])
def test_no_ferry_is_drawn_across_land(name: str, panel: tuple[int, int]) -> None:
    """But for the car next to a city that lies inland, as Essen does."""
    board = load_board(name)
    geometry = map_geometry(board, *panel)
    terrain = terrain_of(geometry)
    for route, place in zip(board.routes, geometry.routes, strict=True):
        if route.locomotives:
            cars = cars_away_from_cities(geometry, place)
            land, lakes = enclosed(terrain.land, cars), enclosed(terrain.lakes, cars)
            dry = sum(on_land and not on_lake for on_land, on_lake in zip(land, lakes, strict=True))
            assert dry <= ("Essen" in (route.a, route.b)), (route, dry)


def is_at_open_sea(land: npt.NDArray[np.bool_], car: Car) -> bool:
    """Whether there is no land, said for every pixel, under the car nor within ``OPEN`` px of its middle."""
    around = [(car.x + OPEN * math.cos(k), car.y + OPEN * math.sin(k)) for k in range(6)]
    spots = np.rint([(car.x, car.y), *corners(car), *around]).astype(int)
    columns, rows = np.clip(spots, 0, (land.shape[1] - 1, land.shape[0] - 1)).T
    return not land[rows, columns].any()


@pytest.mark.parametrize("name", REAL)
def test_railways_are_at_open_sea_only_where_the_board_has_it_so(name: str) -> None:
    board = load_board(name)
    at_sea = set()
    for width in (640, 840, 1000, 1280):
        geometry = map_geometry(board, width, natural_height(board, width))
        land = filled(terrain_of(geometry).land, np.arange(geometry.width), np.arange(geometry.height))
        for route, place in zip(board.routes, geometry.routes, strict=True):
            if not route.locomotives and 2 * sum(is_at_open_sea(land, car) for car in place.cars) > route.length:
                at_sea.add((route.a, route.b))
    assert at_sea == AT_SEA.get(name, set())


def test_railways_keep_off_the_sea_but_those_to_another_island_have_bridges() -> None:
    assert ("Miami", "New Orleans") in dear_at_sea("usa")
    assert not [ends for ends in dear_at_sea("new_york") if "Brooklyn" in ends]


def dear_at_sea(name: str, panel: tuple[int, int] = (840, 560)) -> set[tuple[str, ...]]:
    """Cities between which at least one curve costs something for the water under it."""
    board = load_board(name)
    assert board.ground
    fit = fit_for(board, *panel, padding_for(board, *panel))
    centres, pairs = fit.place(spots_of(board.cities)), pairs_of(board)
    costs = Shores(board, placed(board.ground, fit), centres, panel, sizes_for(board, *panel)).costs(pairs)
    return {
        tuple(sorted(board.cities[city].name for city in (pair.a, pair.b)))
        for pair, cost in zip(pairs, costs, strict=True)
        if cost.any()
    }


@pytest.mark.parametrize("name", REAL)
def test_no_panel_shows_where_the_outlines_were_cut(name: str) -> None:
    """No side of an outline lies along the edge of the data, inside very wide and very tall panels."""
    board = load_board(name)
    outlines = board.ground
    assert outlines
    kinds = (outlines.land, outlines.lakes, outlines.borders, outlines.home)
    every = np.array([spot for lines in kinds for line in lines for spot in line])
    for panel in ((2400, 500), (400, 1600)):
        terrain = terrain_of(map_geometry(board, *panel))
        fit = fit_for(board, *panel, padding_for(board, *panel))
        edges = fit.place(np.array((every.min(axis=0), every.max(axis=0))))
        for ring in (*terrain.land, *terrain.home):
            start = np.array(ring)
            end = np.roll(start, -1, axis=0)
            seen = ((np.maximum(start, end) > 0) & (np.minimum(start, end) < panel)).all(axis=1)
            on_edge = [(np.abs(spots[:, None] - edges) < 0.2) for spots in (start, end)]
            cut = (on_edge[0] & on_edge[1]).any(axis=(1, 2)) & (np.abs(end - start).max(axis=1) > LONG)
            assert not (cut & seen).any(), start[cut & seen]


@pytest.mark.parametrize("name", board_names())
def test_the_page_is_sent_less_than_150_kb(name: str) -> None:
    board = load_board(name)
    for panel in ((840, 560), (1300, 800)):
        assert len(gzip.compress(page_json(board, map_geometry(board, *panel)).encode())) < 150_000


@pytest.mark.parametrize("name", REAL)
def test_real_ground_is_laid_out_alike_every_time(name: str) -> None:
    board = load_board(name)
    assert lay_out(board, 840, 560).to_json() == lay_out(board, 840, 560).to_json()


def test_neighbours_of_home_are_paler_and_lakes_have_a_shore() -> None:
    drawn = draw_board(load_board("usa"), width=840, height=560)
    assert re.search(r'<use href="#[^"]*-home" fill="#', drawn)
    assert re.search(r'<use href="#[^"]*-lakes" fill="none" stroke="#', drawn)


# ---- land of boards without outlines -----------------------------------------------------------------------------


def test_islands_of_one_point_have_a_length() -> None:
    """PDFs lose paths without one, round caps or not."""
    spot = with_layout(load_board("small"), land=[{"line": [[0.1, 0.1]], "width": 30}])
    for drawn in (draw_board(spot), draw_thumbnail(spot)):
        assert "h0.1" in drawn
        assert not re.search(r"h0[^.]", drawn)


@pytest.mark.parametrize("mark", [ISLAND, RING], ids=["polygon", "ring"])
def test_closed_marks_of_land_are_filled(mark: dict[str, object]) -> None:
    board = with_layout(load_board("small"), land=[mark])
    assert not list(problems(json.loads(board.to_json())))
    (added,) = map_geometry(board, 840, 550).land.added
    assert added.filled
    assert len(added.line) == 3
    assert re.search(r'<path d="M[^"]*Z" fill="#', draw_board(board))


@pytest.mark.parametrize("polygon", [[[0.1, 0.1], [0.2, 0.2]], "round", [[0, 0], [9, 9], [0, 1]]])
def test_a_polygon_has_three_points_at_least(polygon: object) -> None:
    board = json.loads(load_board("small").to_json())
    board["layout"] = {"land": [{"polygon": polygon}]}
    (reason,) = problems(board)
    assert reason.startswith("layout.land, mark 1: polygon is ")
    assert "but it must be 3 to 60 points [x, y] in the cities' coordinates (-1 to 2)" in reason


@pytest.mark.parametrize("name", ["mini", "small", "t2r"])
def test_land_that_follows_the_routes_has_a_coast_inside_the_frame(name: str) -> None:
    """Every colour of it is drawn in a box of its own, the land's some pixels inside the panel."""
    width, height = 700, 860
    board = load_board(name)
    for drawn in (
        draw_board(board, width=width, height=height, theme="light"),
        page_json(board, map_geometry(board, width, height)).replace('\\"', '"'),
    ):
        clips = re.findall(r'<clipPath id="([^"]*-inside-\d+)"><rect x="([^"]*)" y="([^"]*)" width="([^"]*)"', drawn)
        lefts = {f"url(#{clip})": (float(x), float(y), float(x) + float(w)) for clip, x, y, w in clips}
        grown = re.findall(r'<g clip-path="([^"]*)"><use href="#[^"]*-net" fill="([^"]*)"', drawn)
        assert drawn.count('-net" fill=') == len(grown) == len(clips)
        left, top, right = lefts[grown[-1][0]]
        assert grown[-1][1] in (THEMES["light"]["land"], "var(--land)")
        assert min(left, top, width - right) >= 8


def test_hatching_of_districts_ends_at_the_coast() -> None:
    board = with_layout(load_board("london"), ground="coast")
    drawn = draw_board(board, width=840, height=550)
    masked = re.search(r'<g mask="url\(#[^)]*\)">(.*?)-hatch\)', drawn, re.DOTALL)
    assert masked
    assert "<rect" not in masked[1]


# ---- passengers and thumbnails -----------------------------------------------------------------------------------


def test_passengers_stand_on_drawings_without_a_game() -> None:
    board = load_board("germany")
    places = board.rules.passengers.places if board.rules.passengers else ()
    drawn = draw_board(board)
    assert drawn.count(" at first</title>") == len(places) > 0
    later = draw_board(board, position=Position({0: 0}))
    assert "at first</title>" not in later


def ink(board: Board) -> str:
    """A thumbnail without its ids and its title, which differ always."""
    drawn = re.sub(r"m[0-9a-f]{8}-", "", draw_thumbnail(board))
    return re.sub(r"<title>.*?</title>", "", drawn)


def test_thumbnails_of_two_boards_differ() -> None:
    assert len({ink(load_board(name)) for name in board_names()}) == len(board_names())
    assert ">1910</text>" in ink(load_board("usa_1910"))
