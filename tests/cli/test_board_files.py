"""``footplate boards new``, ``import`` and ``export``: what they write, print and refuse."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from footplate.boards import Board, load_board
from tests.support import commands
from tests.support.commands import plain, refuses

run = partial(commands.run, "boards")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", ["new", "import", "export"])
def test_help_has_an_example(command: str) -> None:
    assert f"Example: footplate boards {command}" in plain(run(command, "--help").stdout)


def test_new_writes_a_board_that_can_be_played(folder: Path) -> None:
    result = run("new", "high_alps")
    assert result.exit_code == 0, result.output
    assert "High Alps, a board with the rules of usa, is in high_alps.json" in plain(result.stdout)
    text = (folder / "high_alps.json").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    assert load_board("high_alps.json").rules.trains == 45
    assert run("check", "high_alps.json").exit_code == 0


def test_new_with_the_rules_of_another_board() -> None:
    result = run("new", "isles", "--like", "london", "--title", "The Isles", "-o", "mine.json")
    assert "Rules of london that name its cities are left out" in plain(result.stdout)
    board = load_board("mine.json")
    assert (board.name, board.title, board.rules.trains) == ("isles", "The Isles", load_board("london").rules.trains)


def test_new_keeps_what_is_there(folder: Path) -> None:
    (folder / "alps.json").write_text("mine", encoding="utf-8")
    assert run("new", "alps").exit_code == 2
    assert (folder / "alps.json").read_text(encoding="utf-8") == "mine"
    assert run("new", "alps", "--force").exit_code == 0
    assert run("new", "a b").exit_code == 2
    assert run("new", "alps", "-o", "alps.txt").exit_code == 2
    assert sorted(path.name for path in folder.iterdir()) == ["alps.json"]


@pytest.mark.parametrize(
    ("to", "files"),
    [
        ("csv", ["usa-cities.csv", "usa-routes.csv", "usa-tickets.csv"]),
        ("geojson", ["usa.geojson"]),
        ("graphml", ["usa.graphml"]),
    ],
)
def test_there_and_back(to: str, files: list[str]) -> None:
    out = run("export", "usa", "--to", to)
    assert out.exit_code == 0, out.output
    assert "Not in there - rules: 45 trains" in plain(out.stdout)
    result = run("import", *files, "--out", "back.json")
    assert result.exit_code == 0, result.output
    said = plain(result.stdout)
    assert "36 cities, 100 routes, 30 tickets" in said
    assert "Not as in the file - the rules are those of usa" in said
    assert "It can be played." in said
    usa, back = load_board("usa"), load_board("back.json")
    assert (back.routes, back.tickets) == (usa.routes, usa.tickets)
    assert [city.name for city in back.cities] == [city.name for city in usa.cities]
    assert run("export", "usa", "--to", to).exit_code == 2  # the files are there
    assert run("export", "usa", "--to", to, "--force").exit_code == 0


def test_json_for_machines(folder: Path) -> None:
    out = json.loads(run("export", "small", "--to", "geojson", "--json").stdout)
    assert (out["format"], out["files"]) == ("geojson", ["small.geojson"])
    back = json.loads(run("import", "small.geojson", "--like", "small", "-o", "s.json", "--json").stdout)
    assert (back["format"], back["file"], back["problems"]) == ("GeoJSON of Footplate", "s.json", [])
    assert (back["cities"], back["routes"], back["tickets"]) == (8, 16, 8)


def test_an_unfinished_board_is_written_with_what_it_needs(folder: Path) -> None:
    (folder / "a.csv").write_text("Name,X,Y\nA,1,1\nB,9,3\nC,5,8\n", encoding="utf-8")
    (folder / "b.csv").write_text("From,To,Length\nA,B,3\n", encoding="utf-8")
    result = run("import", "a.csv", "b.csv", "-o", "mine.json")
    assert result.exit_code == 0, result.output
    assert "It can't be played yet - city C: no route leads there" in plain(result.stdout)
    assert run("check", "mine.json").exit_code == 2
    assert run("draw", "mine.json", "-o", "mine.svg").exit_code == 0
    assert run("export", "mine.json", "--to", "graphml").exit_code == 0


def test_svg_has_layers_and_only_svg_is_overwritten(folder: Path) -> None:
    assert run("export", "small", "--to", "svg").exit_code == 0
    text = (folder / "small.svg").read_text(encoding="utf-8")
    assert 'inkscape:groupmode="layer" inkscape:label="Routes"' in text
    assert run("export", "small", "--to", "svg").exit_code == 0
    (folder / "small.svg").write_text("my letters", encoding="utf-8")
    assert run("export", "small", "--to", "svg").exit_code == 2
    assert run("export", "small", "--to", "svg", "-o", "map.png").exit_code == 2


def test_export_keeps_the_board_that_it_reads(folder: Path) -> None:
    run("new", "alps")
    assert run("export", "alps.json", "--to", "geojson", "-o", "alps.json", "--force").exit_code == 2
    assert isinstance(load_board("alps.json"), Board)
    assert run("export", "usa", "--to", "csv", "-o", "no_folder").exit_code == 2


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.csv", "Name,X,Y\nA,1,nan\n", "a.csv, line 2, Y: 'nan', but it must be a number"),
        ("a.json", "{", "a.json: line 1, column 2: this is no JSON"),
        ("a.graphml", "<!DOCTYPE g><g/>", "a.graphml: line 1: a document type (<!DOCTYPE>), which may hide entities"),
        ("gone.csv", None, "gone.csv can't be read: No such file or directory"),
    ],
)
def test_what_is_refused(
    name: str,
    content: str | None,
    reason: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if content is not None:
        (folder / name).write_text(content, encoding="utf-8")
    refuses(["boards", "import", name], reason, monkeypatch, capsys)
    assert not list(folder.glob("*.json")) or name == "a.json"
