"""Tables on narrow screens and in pipes: they fit, and no word is broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from footplate import make_agent
from footplate.arena.play import play_game
from footplate.bench import Line, machine
from footplate.cli import position
from footplate.cli.main import app
from footplate.cli.output import out
from footplate.cli.tables import FittedTable
from footplate.records import GameRecord

COMMANDS = [
    ["boards", "list"],
    ["boards", "show", "usa"],
    ["boards", "show", "europe"],
    ["boards", "stats", "usa"],
    ["boards", "check", "europe"],
    ["agents"],
    ["agents", "ismcts"],
    ["study", "list"],
    ["bench"],
    ["match", "random", "greedy", "random", "--games", "60", "--board", "usa", "--seed", "3"],
    ["tournament", "--field", "basic", "--games", "20", "--self", "--out", "t"],
    ["study", "run", "smith-anton-original-board", "--games", "12"],
    ["replay", "game.txt", "--list"],
    ["replay", "game.txt"],
    ["replay", "game.txt", "--step", "90"],
]
VOLATILE = ("games per second", "time", "games played")  # lines that differ from run to run


def words_of(text: str) -> set[str]:
    lines = (line for line in text.splitlines() if not any(f" {words} " in f" {line} " for words in VOLATILE))
    return {word for line in lines for word in line.split() if not set(word) <= set("─━ ")}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    game = play_game("usa", [make_agent("greedy"), make_agent("random")], 5)
    names = ["guided-ismcts:iterations=30000,availability=false", "random"]
    (tmp_path / "game.txt").write_text(GameRecord.of(game, names).to_text(), "utf-8")
    lines = [
        Line("search: 1,000 iterations of guided-ismcts on usa with two players", 0.0123, 123456789, "lab 49,700/s"),
        Line("a state is copied", 1.2e-8, 99, ""),
    ]
    monkeypatch.setattr("footplate.bench.benchmark", lambda seconds, cold: iter(lines))
    here = machine()  # measured once: time goes on between two runs
    monkeypatch.setattr("footplate.bench.machine", lambda: here)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "columns"),
    [*((command, 80) for command in COMMANDS), *((command, 40) for command in COMMANDS[:8])],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_no_word_is_broken(command: list[str], columns: int, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(out, "width", 3000)
    wide = CliRunner().invoke(app, command)
    if command[0] == "tournament":
        command = [*command[:-1], "t2"]
    monkeypatch.setattr(out, "width", columns)
    narrow = CliRunner().invoke(app, command)
    assert narrow.exit_code == wide.exit_code, narrow.output
    assert words_of(narrow.stdout) - words_of(wide.stdout) == set()
    assert words_of(wide.stdout) - words_of(narrow.stdout) == set()
    for line in narrow.stdout.splitlines():
        assert len(line.rstrip()) <= columns or len(line.split()) <= 2, line


@pytest.mark.parametrize("command", [["study", "list"], ["agents"], ["boards", "list"]], ids=" ".join)
def test_nor_in_a_pipe(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(out, "width", 3000)
    wide = CliRunner().invoke(app, command).stdout
    monkeypatch.delenv("COLUMNS")
    code = "from footplate.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, text=True, check=True, timeout=60
    )
    assert words_of(done.stdout) == words_of(wide)
    assert all(len(line.rstrip()) <= 80 for line in done.stdout.splitlines())


def printed(table: FittedTable, width: int) -> str:
    console = Console(width=width, record=True, file=None, quiet=False, force_terminal=False)
    with console.capture() as captured:
        console.print(table, crop=False)
    return captured.get()


cells = st.lists(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=12), max_size=8)


@given(st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=5), st.integers(10, 100))
def test_any_table_keeps_its_words(rows: list[tuple[list[str], ...]], width: int) -> None:
    table = FittedTable(["name", "what it is", "how much"], right=["how much"])
    for row in rows:
        table.add_row(*(" ".join(cell) for cell in row))
    text = printed(table, width)
    assert {word for row in rows for cell in row for word in cell} <= set(text.split())
    assert all(len(line.rstrip()) <= max(width, 16) for line in text.splitlines())


def test_narrow_tables_become_lists_and_wide_words_stay_whole() -> None:
    table = FittedTable(["agent", "wins", "note"])
    table.add_row("a" * 50, "3", Text("fine"))
    assert printed(table, 30).split() == ["agent", "a" * 50, "wins", "3", "note", "fine"]
    assert len(printed(table, 200).strip().splitlines()) == 3


def test_a_race_is_told_in_tickets_not_in_points() -> None:
    game = play_game("first_journey_usa", [make_agent("greedy"), make_agent("random")], 5)
    outcome = game.outcome()
    assert outcome
    tables = [
        position.players_table(game, ["Ann", "Bob"], lambda seat: {}),
        position.scores_table(game.board, outcome.scores, ["Ann", "Bob"]),
        position.tickets_table(game, game.tickets_of(0), 0, game.completed(0)),
        Text(position.score_line(game.board, outcome.scores[0])),
    ]
    console = Console(width=100)
    with console.capture() as told:
        for table in tables:
            console.print(table)
    assert told.get().count(f"{game.tickets_done[0]} of 6") == 3
    assert "points" not in told.get()
