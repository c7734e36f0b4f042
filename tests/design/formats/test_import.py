"""Files of other programs: maps and CSVs of ticket-to-ride-map-editor, CSVs of anybody, and files made to do harm."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from footplate.boards import Board, load_board
from footplate.boards.drafts import open_board
from footplate.boards.starting import lean_text
from footplate.design.formats import importing
from footplate.design.formats.geojson import geojson_of
from footplate.design.formats.importing import Imported, import_files
from footplate.errors import InvalidBoard, InvalidImport
from footplate.maps.draw import draw_board

USA = load_board("usa")


def read(folder: Path, **files: str | bytes) -> Imported:
    """The import of files by name; ``a_csv`` is ``a.csv``."""
    paths = []
    for name, content in files.items():
        path = folder / ".".join(name.rsplit("_", 1))
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        paths.append(path)
    return import_files(paths, USA)


def refusal(folder: Path, **files: str | bytes) -> str:
    with pytest.raises(InvalidImport) as refused:
        read(folder, **files)
    return str(refused.value)


# ---------------------------------------------------------------- ticket-to-ride-map-editor

STYLES = {
    "stopTypeStyles": [{"id": "city", "label": "Regular"}, {"id": "junction", "label": "Junction", "junction": True}],
    "routeTypeStyles": [
        {"id": "city", "label": "Railway", "infrastructure": False, "shape": "plain"},
        {"id": "city-tunnel", "label": "Railway (Tunnel)", "infrastructure": False, "shape": "serrated"},
        {"id": "boat", "label": "Boat", "infrastructure": False, "shape": "oval"},
        {"id": "trail", "label": "Trail", "infrastructure": True},
    ],
}


def editor_map(**changes: Any) -> dict[str, Any]:
    """A map as its FILE-FORMAT.md and MAP-FORMAT.md describe one."""
    payload = {
        "name": "Lake District",
        "format": "board-2x3",
        **STYLES,
        "stops": [
            {"id": "s-1", "name": "Harbour", "type": "city", "x": 110, "y": 73.1, "labelAngle": 165},
            {"id": "s-2", "name": "Hill Town", "type": "city", "x": 550, "y": 365.5},
            {"id": "s-3", "name": "Fork", "type": "junction", "x": 990, "y": 657.9},
        ],
        "routes": [
            {"id": "r-1", "a": "s-1", "b": "s-2", "length": 3, "type": "city", "color": "purple"},
            {
                "id": "r-2",
                "a": "s-1",
                "b": "s-2",
                "length": 3,
                "type": "city",
                "color": "red",
                "points": [{"x": 1, "y": 2}],
            },
            {"id": "r-3", "a": "s-2", "b": "s-3", "length": 2, "type": "city-tunnel", "color": "neutral"},
            {
                "id": "r-4",
                "a": "s-3",
                "b": "s-1",
                "length": 4,
                "type": "boat",
                "color": "neutral",
                "locomotiveSlots": [0, 2],
            },
            {"id": "r-5", "a": "s-3", "b": "s-1", "length": 1, "type": "trail", "color": "neutral"},
        ],
        "ticketSets": [{"id": "main", "label": "Main"}, {"id": "try", "label": "Trial"}],
        "tickets": [
            {"id": "t-1", "a": "s-1", "b": "s-2", "points": 3},
            {"id": "t-2", "a": "s-1", "b": "s-3", "points": 9, "long": True, "set": "main"},
            {"id": "t-3", "a": "s-2", "b": "s-3", "points": 2, "set": "try"},
        ],
        "wagonsPerPlayer": 30,
        "startingTickets": 3,
        "keptTickets": 2,
        "players": {"min": 2, "max": 4},
        "notes": [{"id": "n", "text": "x"}],
        **changes,
    }
    return {
        "format": "ticket-to-ride-map",
        "version": 3,
        "kind": "map",
        "written": "2026-09-29T15:12:00.000Z",
        "app": {"name": "Map prototypes", "version": "1.0.0"},
        "board": {"width": 1100, "height": 731},
        "payload": payload,
    }


def test_a_map_of_the_editor(tmp_path: Path) -> None:
    found = read(tmp_path, lakes_json=json.dumps(editor_map()))
    assert found.kind == "ticket-to-ride-map (version 3)"
    data = found.data
    assert (data["name"], data["title"]) == ("Lake_District", "Lake District")
    assert data["cities"][0] == {"name": "Harbour", "x": 0.1, "y": 0.1}
    assert data["layout"]["aspect"] == pytest.approx(1100 / 731, abs=1e-4)
    assert data["routes"] == [
        {"a": "Harbour", "b": "Hill Town", "length": 3, "color": "pink"},
        {"a": "Harbour", "b": "Hill Town", "length": 3, "color": "red"},
        {"a": "Hill Town", "b": "Fork", "length": 2, "color": "grey", "tunnel": True},
        {"a": "Fork", "b": "Harbour", "length": 4, "color": "grey", "locomotives": 2},
    ]
    assert data["tickets"] == [
        {"a": "Harbour", "b": "Hill Town", "points": 3},
        {"a": "Harbour", "b": "Fork", "points": 9, "long": True},
    ]
    assert (data["trains"], data["players"], data["initial_tickets"]) == (30, [2, 4], {"deal": 3, "keep": 2})
    for loss in (
        "1 junction became ordinary cities: Fork",
        "1 line that no cards are played on, left out: Fork–Harbour",
        "the bends of 1 route: Footplate lays routes out itself",
        "1 ticket of other decks than 'Main'",
        "notes",
    ):
        assert loss in found.losses
    assert any("initial_tickets" in problem for problem in found.problems)


def test_a_standing_map_of_the_editor_is_version_4(tmp_path: Path) -> None:
    standing = {**editor_map(orientation="portrait"), "version": 4, "board": {"width": 731, "height": 1100}}
    standing["payload"]["stops"][2]["x"] = 700
    found = read(tmp_path, lakes_json=json.dumps(standing))
    assert found.kind == "ticket-to-ride-map (version 4)"
    assert found.data["layout"]["aspect"] == pytest.approx(731 / 1100, abs=1e-4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"version": 5},
            "version: 5, but versions 3 and 4 of ticket-to-ride-map can be read; export it as one of these",
        ),
        ({"version": 2}, "open it in the editor and export it again"),
        ({"version": "3"}, "version: '3', but versions 3 and 4"),
        ({"kind": "tickets"}, "kind: 'tickets' holds only tickets"),
        ({"kind": "background"}, "kind: 'background' holds only artwork"),
        ({"payload": []}, "payload: .*, but it must be an object with stops and routes"),
        ({"board": None}, "board: None, but it must be an object with width and height"),
        ({"board": {"width": 0, "height": 5}}, "board: width and height must be above 0"),
        ({"board": {"width": 9}}, "board.height: None, but it must be a number"),
    ],
)
def test_envelopes_that_are_refused(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    assert re.search(words, refusal(tmp_path, x_json=json.dumps({**editor_map(), **change})))


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("stops", [], "payload.stops: an empty list"),
        ("stops", 3, "payload.stops: 3, but it must be a list of objects"),
        ("stops", [{"id": "a", "name": "A", "x": "west", "y": 1}], r"stop 1 \(A\), x: 'west', but it must be a number"),
        (
            "stops",
            [{"id": "a", "name": "A", "x": float("nan"), "y": 1}],
            r"stop 1 \(A\), x: nan, but it must be a number",
        ),
        ("stops", [{"id": "a", "name": 7}], "stop 1, name: 7, but it must be a text"),
        ("stops", [{"id": "a", "name": "A", "x": 1, "y": 1}] * 2, r"stop 2 \(A\): there are two stops with the id 'a'"),
        ("stops", [{}] * 3000, "payload.stops: 3,000 entries"),
        ("routes", [{"a": "s-1", "b": "gone"}], "route 1, b: there is no stop with the id 'gone'"),
        ("routes", [{"a": "s-1", "b": "s-2", "length": 2.5}], "route 1, length: 2.5, but it must be a whole number"),
        ("routes", [{"a": "s-1", "b": "s-2", "length": 2, "locomotiveSlots": 3}], "route 1, locomotiveSlots: 3"),
        ("tickets", [{"a": "s-1", "b": "s-2", "points": "many"}], "ticket 1, points: 'many', but it must be a number"),
        ("tickets", [{"a": ["s-1"], "b": "s-2", "points": 1}], "ticket 1, a: there is no stop with the id"),
        ("players", {"min": "two"}, "payload.players.min: 'two', but it must be a number"),
    ],
)
def test_maps_of_the_editor_that_are_refused(tmp_path: Path, key: str, value: object, words: str) -> None:
    assert re.search(words, refusal(tmp_path, x_json=json.dumps(editor_map(**{key: value}))))


EDITOR_STOPS = (
    "\ufeffName,Type,Routes,X,Y,Id,Editor\r\nHarbour,Regular,2,150,200,s1,1.3.0\r\nÅs,Junction,1,450,150,s2,1.3.0\r\n"
)
EDITOR_ROUTES = (
    "From,To,Length,Colour,Type,Wagon style,Locomotives,From id,To id,Bends\r\n"
    "Harbour,Ås,3,Purple,Railway,Tunnel,0,s1,s2,412|306 450|330\r\nharbour,ÅS,3,Grey,Boat,,0,,,\r\n"
)
EDITOR_TICKETS = (
    "Deck,From,To,Points,Long deck,From id,To id\r\nMain,old name,Ås,9,yes,s1,s2\r\nSpare,Harbour,Ås,1,,,\r\n"
)


def test_csvs_of_the_editor(tmp_path: Path) -> None:
    found = read(
        tmp_path, isles_stops_csv=EDITOR_STOPS, isles_routes_csv=EDITOR_ROUTES, isles_tickets_csv=EDITOR_TICKETS
    )
    assert found.kind == "CSV of ticket-to-ride-map-editor"
    assert found.data["name"] == "isles"
    assert found.data["cities"][0] == {"name": "Harbour", "x": pytest.approx(150 / 1100, abs=1e-6), "y": 0.273598}
    assert found.data["routes"] == [
        {"a": "Harbour", "b": "Ås", "length": 3, "color": "pink", "tunnel": True},
        {"a": "Harbour", "b": "Ås", "length": 3, "color": "grey"},
    ]
    assert found.data["tickets"] == [{"a": "Harbour", "b": "Ås", "points": 9, "long": True}]
    for loss in ("1 junction became ordinary cities: Ås", "tickets of other decks than Main: Spare"):
        assert loss in found.losses
    assert any(loss.startswith("the bends of 1 route") for loss in found.losses)
    assert any(loss.startswith("1 boat that no locomotive is needed for") for loss in found.losses)


def test_csvs_of_anybody(tmp_path: Path) -> None:
    """Semicolons, commas for points, degrees, headings in any case and no lengths."""
    found = read(
        tmp_path,
        a_csv="NAME;Latitude;LNG\nBern;46,95;7,45\nChur;46,85;9,53\n\nZug;47,17;8,52\n",
        b_csv="A;B;color\nBern;Zug;gray\nZug;Chur;blue\n",
    )
    assert found.kind == "CSV"
    assert found.data["cities"][0] == {"name": "Bern", "lat": 46.95, "lon": 7.45}
    assert [(r["length"], r["color"]) for r in found.data["routes"]] in (
        [(6, "grey"), (6, "blue")],
        [(6, "grey"), (5, "blue")],
    )
    assert "there is no CSV of tickets" in found.losses


def test_pixels_without_a_frame_are_fitted(tmp_path: Path) -> None:
    found = read(tmp_path, a_csv="Name,X,Y\nA,-500,0\nB,2500,0\nC,1000,1000\n")
    places = [(city["x"], city["y"]) for city in found.data["cities"]]
    assert all(0 < axis < 1 for place in places for axis in place)
    assert "the file has no frame: the map's edges are laid round its cities" in found.losses
    assert found.data["layout"]["aspect"] > 2


CITIES = "Name,X,Y\nA,1,1\nB,9,9\n"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a_csv": ""}, r"a\.csv: the file is empty; its first line must have headings such as Name, X, Y"),
        (
            {"a_csv": "hello world"},
            r"a\.csv, line 1: the headings hello world name no table of a board; cities have Name",
        ),
        ({"a_csv": "Name,X,Y\nA,1,\n"}, r"a\.csv, line 2, Y: '', but it must be a number"),
        ({"a_csv": "Name,X,Y\nA,1,2\nB,nan,2\n"}, r"a\.csv, line 3, X: 'nan', but it must be a number"),
        ({"a_csv": "Name,X,Y\nA,inf,2\n"}, r"a\.csv, line 2, X: 'inf', but it must be a number"),
        ({"a_csv": "Name,X,Y\nA,1e999,2\n"}, r"a\.csv, line 2, X: '1e999', but it must be a number"),
        ({"a_csv": "Name,X,Y\n,1,2\n"}, r"a\.csv, line 2, Name: '', but it must be a text"),
        ({"a_csv": "Name\nA\n"}, "cities need the columns X and Y, or Lat and Lon"),
        ({"a_csv": "Name,Lat,Lon\nA,91,0\n"}, r"a\.csv, line 2, Lat: '91', but degrees go from -90 to 90"),
        ({"a_csv": "Name,X,X,Y\nA,1,1,1\n"}, r"a\.csv, line 1: the heading 'x' is there twice; one must go"),
        ({"a_csv": 'Name,X,Y\n"A,1,1\n'}, r"a\.csv, line 2: this is no CSV"),
        ({"a_csv": 'Name,X,Y\n"' + "A" * 200_000 + '",1,1\n'}, r"a\.csv, line 2: this is no CSV \(field larger"),
        ({"a_csv": "Name,X,Y\n" + "A,1,1\n" * 3000}, r"a\.csv: more than 2,000 rows"),
        ({"a_csv": "Name,X,Y,Width,Height\nA,1,1,0,5\n"}, "Width and Height of the map must be above 0"),
        ({"a_csv": CITIES, "b_csv": CITIES}, r"a\.csv and .*b\.csv are both tables of cities"),
        ({"a_csv": CITIES, "b_json": "{}"}, r"b\.json is no CSV; several files are read together only if all are CSV"),
        (
            {"a_csv": CITIES, "b_csv": "From,To,Length\nA,B,2.5\n"},
            r"b\.csv, line 2, Length: '2.5', but it must be a whole",
        ),
        ({"a_csv": CITIES, "b_csv": "From,To,Points\nA,B,\n"}, r"b\.csv, line 2, Points: '', but it must be a number"),
        ({"b_csv": "From,To,Length\nA,B,2\n"}, "a CSV of routes alone; name that of its cities, too"),
        ({"b_csv": ",A,B\nA,0,2\nB,2,0\n"}, "a table of distances between cities"),
        ({"a_csv": b"Name,X,Y\n\xc5s,1,1\n"}, r"a\.csv, line 2: this is not text in UTF-8; save the file as UTF-8"),
        ({"a_csv": "Name,X,Y\nA,1,1\n".encode("utf-16")}, r"a\.csv: the file is text in UTF-16; save it as UTF-8"),
        ({"a_csv": b"Name,X,Y\nA\0,1,1\n"}, r"a\.csv, line 2: a NUL character"),
        (
            {"a_zip": b"PK\x03\x04zip"},
            r"a\.zip is a ZIP archive; CSV, GeoJSON, GraphML and ticket-to-ride-map can be read",
        ),
        ({"a_png": b"\x89PNG\r\n"}, r"a\.png is a picture"),
    ],
)
def test_tables_that_are_refused(tmp_path: Path, files: dict[str, Any], words: str) -> None:
    assert re.search(words, refusal(tmp_path, **files))


# ---------------------------------------------------------------- JSON


def collection(*features: object) -> str:
    return json.dumps({"type": "FeatureCollection", "features": list(features)})


def point(coordinates: object, **properties: object) -> dict[str, object]:
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": coordinates}, "properties": properties}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "x.json: line 1, column 2: this is no JSON"),
        ("[" * 100_000, "x.json: its lists and objects are nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "x.json: a number in it has too many digits"),
        ("[1, 2]", "this JSON holds .*, but a map is an object"),
        ('{"hello": 1}', "this JSON, with 'hello', is no map that Footplate knows; CSV, GeoJSON, GraphML"),
        ("{}", "this JSON, with no keys, is no map"),
        ('{"stops": [], "routes": []}', "this may be ticket-to-ride-map of version 1; open it in its editor"),
        ('{"type": "Topology"}', "this is TopoJSON; save it as GeoJSON"),
        ('{"type": "FeatureCollection"}', "features: None, but a FeatureCollection has a list of features"),
        (collection(), "it has no features of type Point"),
        (collection(3), "feature 1: 3, but it must be an object of type Feature"),
        (collection(point([1, 2])), "feature 1, name: None, but it must be a text"),
        (
            collection(point([500_000, 2], name="A")),
            r"feature 1 \(A\), longitude: 500000, but degrees go from -180 to 180",
        ),
        (collection(point([float("nan"), 2], name="A")), r"feature 1 \(A\), longitude: nan, but it must be a number"),
        (
            collection(point([1], name="A")),
            r"feature 1 \(A\): coordinates are \[1\], but they must be \[longitude, latitude\]",
        ),
        (collection(*[point([1, 1], name="A")] * 6000), "features: 6,000, but a board has at most"),
        (load_board("small").to_json(), "this is a board file of Footplate already; footplate boards check"),
    ],
)
def test_json_that_is_refused(tmp_path: Path, content: str, words: str) -> None:
    assert re.search(words, refusal(tmp_path, x_json=content))


# ---------------------------------------------------------------- XML

HEAD = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
OUTSIDE = '<!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            f'<?xml version="1.0"?>\n<!DOCTYPE g [<!ENTITY l0 "lol">{LAUGHS}]>{HEAD}&l9;</graphml>',
            "line 2: a document type",
        ),
        (f"{OUTSIDE}{HEAD}&x;</graphml>", "line 1: a document type"),
        ('<!DOCTYPE graphml SYSTEM "http://example.org/graphml.dtd">' + HEAD + "</graphml>", "line 1: a document type"),
        (f"{HEAD}&unknown;</graphml>", "this is no XML .undefined entity"),
        (HEAD + "<graph>" * 100_000, "line 1: elements nested more than 30 deep"),
        (HEAD + "\n<key/>" * 100_001 + "</graphml>", "more than 100,000 elements"),
        (HEAD + "<graph></graphml>", "line 1, column .*: this is no XML .mismatched tag"),
        (
            "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "line 1: this XML is <svg>, and no GraphML; SVG can only be exported",
        ),
        ("<kml/>", "line 1: this XML is <kml>, and no GraphML; CSV, GeoJSON"),
        ("<graphml/>", "<graphml> must be in the namespace http://graphml.graphdrawing.org/xmlns"),
        (f"{HEAD}</graphml>", "it has no graph"),
        (f"{HEAD}<graph/></graphml>", "its graph has no nodes; nodes are cities"),
        (
            f"{HEAD}<graph><node id='a'/></graph></graphml>",
            "node 'a': it has no place; a city needs the attributes x and y",
        ),
        (f"{HEAD}<graph><node id='a'><graph/></node></graph></graphml>", "a node has a graph of its own"),
    ],
)
def test_xml_that_is_refused(tmp_path: Path, content: str, words: str) -> None:
    assert re.search(words, refusal(tmp_path, x_graphml=content))


def graph(nodes: str, edges: str = "") -> str:
    keys = "".join(f'<key id="{key}" attr.name="{key}"/>' for key in ("x", "y", "length"))
    return f"{HEAD}{keys}<graph>{nodes}{edges}</graph></graphml>"


def node(ident: str, x: object, y: object) -> str:
    return f'<node id="{ident}"><data key="x">{x}</data><data key="y">{y}</data></node>'


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (graph(node("a", "nan", 1)), "node 'a', x: 'nan', but it must be a number"),
        (graph(node("a", 1, 1) * 2), "node 'a': there are two nodes with this id"),
        (graph(node("a", 1, 1), '<edge source="a" target="z"/>'), "edge 1: there is no node 'z'"),
        (
            graph(node("a", 1, 1) + node("b", 2, 2), '<edge source="a" target="b"><data key="length">x</data></edge>'),
            "edge 1, length: 'x', but it must be a number",
        ),
    ],
)
def test_graphs_that_are_refused(tmp_path: Path, content: str, words: str) -> None:
    assert re.search(words, refusal(tmp_path, x_graphml=content))


def test_a_cycle_of_one_edge_is_a_problem_of_the_board(tmp_path: Path) -> None:
    loop = '<edge source="a" target="a"><data key="length">2</data></edge>'
    found = read(tmp_path, x_graphml=graph(node("a", 1, 1) + node("b", 2, 2), loop))
    assert any("it starts and ends in the same city" in problem for problem in found.problems)


def test_huge_files_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LARGEST", 1 << 20)
    assert "more than 1 MB, but no map needs that" in refusal(tmp_path, x_csv="a" * ((1 << 20) + 1))


def test_too_many_files() -> None:
    with pytest.raises(InvalidImport, match="4 files, but a board is one file, or 3 CSVs at most"):
        import_files([Path("a.csv")] * 4, USA)


# ---------------------------------------------------------------- anything in any place

JUNK = (None, True, -1, 2.5, float("nan"), 10**400, "", "x" * 500, "\x1b[31m", [], [[]], {}, {"id": []})


def places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in JSON."""
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield (*way, key)
        yield from places(data[key], (*way, key))


def with_junk(data: Any, way: tuple[Any, ...], junk: object) -> Any:
    changed = copy.deepcopy(data)
    place = changed
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = junk
    return changed


@pytest.mark.parametrize("source", ["editor", "geojson", "own"])
def test_junk_in_any_place_is_a_sentence_or_a_problem(source: str, tmp_path: Path) -> None:
    line = {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 1], [5, 6]]}, "properties": {}}
    data: Any = {"type": "FeatureCollection", "features": [point([1, 1], name="A"), point([5, 6], name="B"), line]}
    if source == "editor":
        data = editor_map()
    elif source == "own":
        data = json.loads(geojson_of(load_board("mini"))[0])
        data["features"] = [data["features"][i] for i in (0, 1, -1)]
    for way in places(data):
        for junk in JUNK:
            try:
                found = read(tmp_path, x_json=json.dumps(with_junk(data, way, junk)))
            except InvalidImport:
                continue
            assert isinstance(lean_text(found.data), str)
            assert found.problems or Board.from_dict(found.data)


# ---------------------------------------------------------------- unfinished boards


def test_an_unfinished_import_can_be_opened_drawn_and_finished(tmp_path: Path) -> None:
    found = read(tmp_path, a_csv="Name,X,Y\nA,1,1\nB,9,3\nC,5,8\n", b_csv="From,To,Length\nA,B,3\n")
    assert "city C: no route leads there" in found.problems
    file = tmp_path / "mine.json"
    file.write_text(lean_text(found.data), encoding="utf-8")
    with pytest.raises(InvalidBoard):
        load_board(str(file))
    board = open_board(str(file))
    assert board.problems == found.problems
    assert draw_board(board).startswith("<svg")
    data = found.data
    data["routes"].append({"a": "B", "b": "C", "length": 2, "color": "red"})
    data["tickets"] = [{"a": "A", "b": "C", "points": 5}] * 15
    assert Board.from_dict(data).problems == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"cities": []},
        {"cities": 3},
        {"cities": [{"name": "A", "x": "w", "y": 0}, {"name": "B", "x": 1, "y": 1}]},
        {"cities": [{"name": "A", "x": 0, "y": 0}] * 2},
        {"routes": [{"a": "A", "b": "Z", "length": 1, "color": "red"}]},
        {"routes": [{"a": "Arindale", "b": "Brightwater", "length": 99, "color": "red"}]},
        {"tickets": [{"a": "Arindale", "b": [], "points": 1}]},
        {"tickets": [{"a": "Arindale", "b": "Brightwater", "points": "x"}]},
        {"trains": "many"},
        {"layout": 5},
        {"special": []},
        {"special": {"stations": 5}},
    ],
)
def test_files_that_are_too_broken_to_open_are_refused_with_reasons(tmp_path: Path, changes: dict[str, Any]) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**load_board("small").data, **changes}), encoding="utf-8")
    with pytest.raises(InvalidBoard, match=r"mine\.json' can't be used"):
        open_board(str(file))
