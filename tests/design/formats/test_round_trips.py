"""A board that is exported and imported again has the same cities, routes and tickets, in every format."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import networkx
import pytest

from footplate.boards import Board, City, listed_boards, load_board
from footplate.boards.starting import lean_text, left_out_rules, starting_file
from footplate.design.formats.geojson import geojson_of
from footplate.design.formats.graphml import graphml_of
from footplate.design.formats.importing import Imported, import_files
from footplate.design.formats.tables import tables_of
from footplate.maps.draw import INKSCAPE, draw_board

FORMATS = ("csv", "geojson", "graphml")
WITH_COUNTRIES = ("germany", "switzerland")


def there_and_back(board: Board, to: str, folder: Path) -> Imported:
    if to == "csv":
        texts = {f"mine-{part}.csv": text for part, text in tables_of(board)[0].items()}
    else:
        text, _ = (geojson_of if to == "geojson" else graphml_of)(board)
        texts = {f"mine.{to}": text}
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    return import_files([folder / name for name in texts], board)


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", listed_boards())
def test_every_board_comes_back(name: str, to: str, tmp_path: Path) -> None:
    board = load_board(name)
    back = there_and_back(board, to, tmp_path)
    plain = [t for t in board.tickets if not t.lesser_goals and {t.a, t.b} <= board.city_index.keys()]
    assert [{"long": False, **ticket} for ticket in back.data["tickets"]] == [
        {"a": t.a, "b": t.b, "points": t.points, "long": t.long} for t in plain
    ]
    assert [city["name"] for city in back.data["cities"]] == [city.name for city in board.cities]
    if name in WITH_COUNTRIES:
        assert any("countries" in loss for loss in back.losses)
        return
    again = Board.from_dict(back.data)
    assert not back.problems
    places = [(c.name, c.label, pytest.approx(c.x, abs=1e-6), pytest.approx(c.y, abs=1e-6)) for c in board.cities]
    assert [(c.name, c.label, c.x, c.y) for c in again.cities] == places
    assert [replace(r, pair=0) for r in again.routes] == [replace(r, pair=0) for r in board.routes]
    assert again.parallel_routes == board.parallel_routes
    assert again.tickets == tuple(plain)
    assert again.aspect == pytest.approx(board.aspect, abs=1e-5)


@pytest.mark.parametrize("to", FORMATS)
def test_names_that_are_hard_to_write(to: str, tmp_path: Path) -> None:
    names = ['A "quoted", one', "=SUM(A1)", "'-x", "<b>&amp;", "Ålesund; Ø", "Łódź 東京"]
    data = starting_file("hard", "Hard <&> names", load_board("usa"))
    text = lean_text(data)
    for old, new in zip([city["name"] for city in data["cities"]], names, strict=True):
        text = text.replace(f'"{old}"', json.dumps(new))
    board = Board.from_json(text)
    again = Board.from_dict(there_and_back(board, to, tmp_path).data)
    assert [city.name for city in again.cities] == names
    assert (again.routes, again.tickets) == (board.routes, board.tickets)


@pytest.mark.parametrize("to", FORMATS)
def test_an_unfinished_board_comes_back_with_its_problems(to: str, tmp_path: Path) -> None:
    usa = load_board("usa")
    board = replace(usa, cities=(*usa.cities, City("Nowhere", 0.5, 0.97, "Nowhere")), file=None)
    back = there_and_back(board, to, tmp_path)
    assert "city Nowhere: no route leads there" in back.problems


def test_degrees_come_back_where_a_board_has_them(tmp_path: Path) -> None:
    usa = load_board("usa")
    for to in FORMATS:
        cities = there_and_back(usa, to, tmp_path).data["cities"]
        assert [(c["lat"], c["lon"]) for c in cities] == [(c["lat"], c["lon"]) for c in usa.data["cities"]]


def test_what_does_not_fit_into_the_formats_is_told() -> None:
    germany = geojson_of(load_board("germany"))[1].losses
    assert any(loss.endswith("to countries") for loss in germany)
    assert any("passengers" in loss for loss in germany)
    assert "coasts, lakes and borders" in tables_of(load_board("usa"))[1].losses
    assert any("lie round 0° 0°" in loss for loss in geojson_of(load_board("small"))[1].losses)


def test_no_text_begins_a_formula_of_a_spreadsheet() -> None:
    data = json.loads(lean_text(starting_file("x", "X", load_board("usa"))).replace("Alder", "=1+1"))
    for text in tables_of(Board.from_dict(data))[0].values():
        assert text.startswith("\ufeff")
        assert not any(cell.startswith("=") for row in csv.reader(io.StringIO(text)) for cell in row)


def test_networkx_reads_the_graph(tmp_path: Path) -> None:
    usa, file = load_board("usa"), tmp_path / "usa.graphml"
    file.write_text(graphml_of(usa)[0], encoding="utf-8")
    graph = networkx.read_graphml(file, force_multigraph=True)
    assert {values["name"] for _, values in graph.nodes(data=True)} == set(usa.city_index)
    assert sorted(values["length"] for *_, values in graph.edges(data=True)) == sorted(r.length for r in usa.routes)


def test_a_graph_that_networkx_wrote(tmp_path: Path) -> None:
    graph = networkx.Graph()
    for name, lat, lon in (("Alpha", 46.1, 7.2), ("Beta", 47.3, 8.4), ("Gamma", 46.4, 9.1)):
        graph.add_node(name, latitude=lat, longitude=lon)
    graph.add_edge("Alpha", "Beta", weight=3, colour="Red")
    graph.add_edge("Beta", "Gamma")
    graph.add_edge("Gamma", "Alpha", weight=2, colour="teal")
    networkx.write_graphml(graph, tmp_path / "alps.graphml")
    back = import_files([tmp_path / "alps.graphml"], load_board("usa"))
    assert back.kind == "GraphML"
    assert sorted((r["length"], r["color"]) for r in back.data["routes"]) == [(2, "grey"), (3, "red"), (6, "grey")]
    assert "route Alpha–Gamma: there is no colour 'teal'; it is grey now" in back.losses
    assert "1 route had no length: set by distance, the longest to 6" in back.losses


def test_a_directed_graph_has_each_route_once(tmp_path: Path) -> None:
    graph = networkx.DiGraph()
    for name, x, y in (("A", 0, 0), ("B", 10, 0), ("C", 5, 8)):
        graph.add_node(name, x=x, y=y)
    graph.add_edges_from([("A", "B"), ("B", "A"), ("B", "C")], length=2)
    networkx.write_graphml(graph, tmp_path / "two-way.graphml")
    back = import_files([tmp_path / "two-way.graphml"], load_board("usa"))
    assert [(r["a"], r["b"]) for r in back.data["routes"]] == [("A", "B"), ("B", "C")]
    assert any(loss.startswith("1 edge back") for loss in back.losses)


def test_geojson_of_another_program(tmp_path: Path) -> None:
    towns = {"Bern": [7.45, 46.95], "Zürich": [8.54, 47.37], "Chur": [9.53, 46.85]}
    features = [_feature("Point", place, {"name": name}) for name, place in towns.items()]
    features.append(_feature("LineString", [towns["Bern"], [8, 47.1], [8.541, 47.371]], {"Colour": "gray"}))
    features.append(_feature("LineString", [towns["Chur"], [7.0, 45.0]], {}))
    features.append(_feature("Polygon", [[[7, 46], [9, 46], [8, 47], [7, 46]]], {}))
    text = json.dumps({"type": "FeatureCollection", "features": features})
    (tmp_path / "swiss.geojson").write_text(text, encoding="utf-8")
    back = import_files([tmp_path / "swiss.geojson"], load_board("usa"))
    assert back.kind == "GeoJSON"
    assert back.data["cities"][1] == {"name": "Zürich", "lat": 47.37, "lon": 8.54}
    assert back.data["routes"] == [{"a": "Bern", "b": "Zürich", "length": 6, "color": "grey"}]
    assert "left out: 1 Polygon feature" in back.losses
    assert "feature 5: a line that doesn't lead from one city to another, left out" in back.losses
    assert "city Chur: no route leads there" in back.problems


def _feature(kind: str, coordinates: object, properties: object) -> dict[str, object]:
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": properties}


def test_a_layered_drawing_has_named_layers_and_the_same_shapes() -> None:
    usa = load_board("usa")
    layered, flat = ET.fromstring(draw_board(usa, layered=True)), ET.fromstring(draw_board(usa))
    layers = [group for group in layered if group.get(f"{{{INKSCAPE}}}groupmode") == "layer"]
    labels = [group.get(f"{{{INKSCAPE}}}label") for group in layers]
    assert labels == ["Ground", "Lines to names", "Routes", "Cities", "Names", "Key", "Frame"]
    assert len({group.get("id") for group in layers}) == len(layers)
    shapes = [[piece.tag for piece in drawing.iter() if not piece.tag.endswith("}g")] for drawing in (layered, flat)]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("like", [*listed_boards(), "t2r:private", "small:warwick"])
def test_a_board_to_start_from_can_be_played(like: str) -> None:
    rules = load_board(like)
    board = Board.from_json(lean_text(starting_file("mine", "Mine", rules)))
    assert not board.problems
    assert board.rules.trains == rules.rules.trains
    assert board.rules.stations == rules.rules.stations
    assert not set(left_out_rules(rules)) & board.data["special"].keys()
