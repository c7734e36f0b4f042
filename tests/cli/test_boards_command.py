"""``footplate boards``: what it prints, what it exits with."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import pytest
from typer.testing import Result

from footplate.boards import board_names, listed_boards, load_board
from footplate.cli.main import main
from footplate.records import read_records
from tests.support import commands
from tests.support.project import GOLDEN

run = partial(commands.run, "boards")


def plain(result: Result) -> str:
    """The output with all white space single, so that a narrow terminal doesn't matter."""
    return " ".join(result.stdout.split())


def refusal(result: Result) -> str:
    """The words of an error without the box round them."""
    assert result.exit_code == 2
    return " ".join(result.output.replace("│", " ").split())


@pytest.mark.parametrize("command", ["list", "show", "check", "stats", "draw"])
def test_help_has_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Example: footplate boards {command}" in plain(result)


def test_list() -> None:
    result = run("list")
    assert result.exit_code == 0
    shown = [line.split()[0] for line in result.stdout.splitlines() if line.split()]
    assert [name for name in shown if name in board_names()] == list(listed_boards())  # as on the page
    assert "small:warwick" in result.stdout


def test_list_json() -> None:
    boards = {board["name"]: board for board in json.loads(run("list", "--json").stdout)}
    assert list(boards) == list(listed_boards())
    assert boards["small"] == {
        "name": "small",
        "title": load_board("small").title,
        "players": [2, 2],
        "cities": 8,
        "routes": 16,
        "tickets": 8,
        "trains": 10,
        "variants": list(load_board("small").variants),
    }


@pytest.mark.parametrize("name", [*board_names(), "small:warwick", "t2r:different+open"])
def test_show(name: str) -> None:
    board = load_board(name)
    result = run("show", name)
    assert result.exit_code == 0
    text = plain(result)
    assert all(f"{route.a} – {route.b}" in text for route in board.routes)
    assert all(f"{ticket.a} – {ticket.b}" in text for ticket in board.tickets)


def test_show_says_the_rules() -> None:
    text = plain(run("show", "new_york"))
    assert "2 train cards, 2 tickets dealt, 1 or more kept" in text
    assert "1 for each of 9 attractions reached" in text
    assert "length 4: 7" in text
    assert "10 for the longest path, 15 for the most completed tickets" in plain(run("show", "usa_1910"))
    assert "none, cards are drawn blind" in plain(run("show", "t2r"))
    assert "triple" in plain(run("show", "germany"))
    assert "tunnel, needs" not in plain(run("show", "usa"))


def test_show_json_is_the_board_file() -> None:
    assert json.loads(run("show", "usa", "--json").stdout) == load_board("usa").data


def test_check_a_sound_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(load_board("small").to_json(), encoding="utf-8")
    result = run("check", str(file), "usa")
    assert result.exit_code == 0
    assert "fine and playable (8 cities, 16 routes, 8 tickets)" in plain(result)
    assert "usa: fine and playable (36 cities, 100 routes, 30 tickets)" in plain(result)


def test_check_lists_every_reason(tmp_path: Path) -> None:
    data = json.loads(load_board("small").to_json())
    data["routes"][0]["length"] = 12
    data["tickets"][0]["b"] = "Atlantis"
    data["cities"][1]["name"] = "[red]Markup[/nonsense]"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = run("check", str(file), "usa")
    assert result.exit_code == 2
    text = plain(result)
    assert "mine.json can't be played" in text
    assert "length 12, but routes are 1 to 9 long" in text
    assert "ticket Arindale–Atlantis: there is no city 'Atlantis'" in text
    assert "city [red]Markup[/nonsense]: no route leads there" in text
    assert "usa: fine and playable" in text


@pytest.mark.parametrize("name", ["nothing.json", "nowhere", "small:oxford"])
def test_check_of_nothing(name: str) -> None:
    result = run("check", name)
    assert result.exit_code == 2
    assert f"{name} can't be played" in plain(result)


def test_check_json(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text("{}", encoding="utf-8")
    result = run("check", str(file), "europe", "usa", "--json")
    assert result.exit_code == 2
    bad, europe, usa = json.loads(result.stdout)
    assert (bad["board"], bad["playable"], len(bad["problems"])) == (str(file), False, 4)
    assert (europe["playable"], europe["problems"]) == (True, [])
    assert (usa["playable"], usa["problems"]) == (True, [])


def test_stats_json() -> None:
    small = json.loads(run("stats", "small", "--json").stdout)
    assert (small["actions"], f"{small['observable_states']:.1e}", f"{small['states']:.0e}") == (78, "1.7e+20", "7e+26")
    assert isinstance(small["states"], int)
    new_york = json.loads(run("stats", "new_york", "--json").stdout)
    assert (new_york["actions"], f"{new_york['states']:.0e}") == (235, "2e+49")


def test_stats() -> None:
    text = plain(run("stats", "small"))
    assert "actions 78" in text
    assert "observable states 1.74e20" in text
    assert "routes per color 3.00" in text
    assert "4 players" in plain(run("stats", "usa", "--players", "4"))
    assert run("stats", "usa", "--players", "6").exit_code == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_draw(tmp_path: Path, theme: str) -> None:
    file = tmp_path / "map.svg"
    result = run("draw", "small", "-o", str(file), "--theme", theme, "--width", "900", "--height", "600")
    assert result.exit_code == 0, result.output
    svg = file.read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert 'width="900"' in svg


def test_draw_to_the_screen_and_small() -> None:
    assert run("draw", "mini", "-o", "-").stdout.startswith("<svg")
    small = run("draw", "mini", "-o", "-", "--thumbnail").stdout
    assert small.startswith("<svg")
    assert len(small) < len(run("draw", "mini", "-o", "-").stdout)


def test_draw_a_position_from_a_record(tmp_path: Path) -> None:
    golden = GOLDEN / "small-2.txt"
    empty = run("draw", "small", "-o", "-").stdout
    start = run("draw", "small", "-o", "-", "--record", str(golden), "--step", "0").stdout
    end = run("draw", "small", "-o", "-", "--record", str(golden)).stdout
    assert start.count('class="legend"') == end.count('class="legend"') == 2
    assert 'class="legend"' not in empty
    assert start.count('<rect class="car"') == empty.count('<rect class="car"') > end.count('<rect class="car"')
    assert all(f">{name}</text>" in end for name in next(read_records(golden)).seats)
    assert "carmine" in end
    assert "carmine" not in empty
    wrong = run("draw", "usa", "-o", "-", "--record", str(golden))
    assert wrong.exit_code == 2
    assert "not on usa" in " ".join(wrong.output.split())


def test_draw_refuses(tmp_path: Path) -> None:
    assert run("draw", "small", "-o", str(tmp_path / "no" / "map.svg")).exit_code == 2
    assert run("draw", "small", "-o", str(tmp_path / "map.svg"), "--theme", "pink").exit_code == 2
    assert run("draw", "small").exit_code == 2


def test_draw_writes_nothing_but_svg(tmp_path: Path) -> None:
    for name in ("map.png", "map.pdf", "map", "small.json"):
        result = run("draw", "small", "-o", str(tmp_path / name), "--force")
        assert "only an SVG drawing can be written, to a file whose name ends in .svg" in refusal(result)
    assert not list(tmp_path.iterdir())


def test_draw_keeps_what_it_reads(tmp_path: Path) -> None:
    mine, link = tmp_path / "mine.json", tmp_path / "link.svg"
    mine.write_text(load_board("small").to_json(), encoding="utf-8")
    link.symlink_to(mine)
    for output in (mine, link):
        assert run("draw", str(mine), "-o", str(output), "--force").exit_code == 2
        assert run("draw", f"{mine}:warwick", "-o", str(output), "--force").exit_code == 2
    games = tmp_path / "games.svg"
    games.write_bytes((GOLDEN / "small-2.txt").read_bytes())
    result = run("draw", "small", "--record", str(games), "-o", str(games), "--force")
    assert "is what the command reads; choose another name" in refusal(result)
    assert load_board(str(mine)) == load_board("small")


def test_draw_again_replaces_the_drawing_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    assert run("draw", "small", "-o", str(file)).exit_code == 0
    first = file.read_text(encoding="utf-8")
    assert run("draw", "small", "-o", str(file), "--theme", "dark").exit_code == 0
    assert file.read_text(encoding="utf-8") != first
    file.write_text("my letters", encoding="utf-8")
    refused = run("draw", "small", "-o", str(file))
    assert "exists already and is not an SVG drawing; --force overwrites it" in refusal(refused)
    assert file.read_text(encoding="utf-8") == "my letters"
    assert run("draw", "small", "-o", str(file), "--force").exit_code == 0
    assert file.read_text(encoding="utf-8") == first
    (tmp_path / "folder.svg").mkdir()
    assert "is a folder" in refusal(run("draw", "small", "-o", str(tmp_path / "folder.svg"), "--force"))
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


@pytest.mark.parametrize("command", [["show"], ["stats"], ["draw", "-o", "-"]])
def test_an_unknown_board_is_an_error_with_a_hint(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["footplate", "boards", *command, "usq[/x]"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    printed = capsys.readouterr().err
    assert "board 'usq[/x]' can't be used" in printed
    assert "Traceback" not in printed
