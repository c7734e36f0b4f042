"""``footplate design smith-anton``: a method of a plug-in as a command, what it writes, prints and refuses."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from footplate.boards import load_board
from footplate.papers.smith_anton.design.playtests import Playtester
from tests.support import commands
from tests.support.commands import plain, refuses

COMMAND = ("design", "smith-anton")
SHORT = ("--evaluations", 4, "--samples", 16, "--games-each", 2, "--games", 100, "--seed", 3)
SMALL = ("small", "--agents", "greedy,path", *SHORT)

run = partial(commands.run, *COMMAND)


def test_help_has_an_example():
    assert "Example: footplate design smith-anton usa" in plain(run("--help").stdout)
    assert "smith-anton" in plain(commands.run("design", "--help").stdout)


def test_the_board_is_written_to_be_played_and_the_same_seed_gives_the_same(tmp_path: Path):
    out, again = tmp_path / "my map.json", tmp_path / "again.json"
    result = run(*SMALL, "--win-rates", "40,60", "--ticket-values", "5-7", "-o", out)
    assert result.exit_code == 0, result.output
    text = plain(result.stdout)
    for words in ("Win shares in 100 fresh games", "before", "after", "greedy", "60 %", "distance", "searched"):
        assert words in text
    board = load_board(str(out))
    assert (board.name, board.title, board.problems) == ("my-map", "Eight Cities, balanced", ())
    assert {ticket.points for ticket in board.tickets} <= {5, 6, 7}
    data = json.loads(run(*SMALL, "--win-rates", "40,60", "--ticket-values", "5-7", "-o", again, "--json").stdout)
    assert load_board(str(again)).rules_hash == board.rules_hash
    assert (data["after"]["wished"], data["after"]["games"], data["players"]) == ([0.4, 0.6], 100, 2)
    assert data["games"] > 0
    assert not data["interrupted"]


def test_lengths_stay_and_fewer_sit_at_a_table(tmp_path: Path):
    out = tmp_path / "map.json"
    agents = "--agents", "greedy,path,random", "--players", 2
    result = run("small", *agents, *SHORT, "--keep-lengths", 0, "-o", out, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["players"] == 2
    given = {frozenset((r.a, r.b)): r.length for r in load_board("small").routes}
    assert all(given[frozenset((r.a, r.b))] == r.length for r in load_board(str(out)).routes)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("small", "--agents", "greedy,path", "--win-rates", "40,50"), "add up to 90"),
        (("small", "--agents", "greedy,path", "--players", "3"), "3 players at a table need as many agents, not 2"),
        (("mini", "--agents", "greedy,path,random,one-step,hungry"), "players"),
        (("usa", "--sub-games"), "--sub-games goes without a BOARD"),
        (("--keep-lengths", "1"), "--keep-lengths needs a BOARD"),
        (("usa", "--ticket-values", "high"), "is no list of whole numbers"),
        (("t2r", "--agents", "greedy,random"), "gives its tickets away"),
        (("nowhere",), "nowhere"),
        (("usa", "--agents", "greedy,adaptive"), "it is not compiled"),
    ],
)
def test_the_impossible_is_refused_with_a_sentence(words, says, tmp_path, monkeypatch, capsys):
    refuses([*COMMAND, *words, "-o", str(tmp_path / "map.json")], says, monkeypatch, capsys)


def test_a_board_that_is_there_stays(tmp_path, monkeypatch, capsys):
    there = tmp_path / "map.json"
    there.write_text("mine")
    refuses([*COMMAND, *map(str, SMALL), "-o", str(there)], "exists already", monkeypatch, capsys)
    assert there.read_text() == "mine"


def test_ctrl_c_keeps_the_best_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Before anything has played, and in the middle."""
    out, distances = tmp_path / "map.json", Playtester.distances
    for played, said in ((0, "Stopped before a board had played, so"), (2, "Stopped with the best board so far.")):
        left = iter([True] * played)

        def interrupted(self: Playtester, boards, left=left):
            if not next(left, False):
                raise KeyboardInterrupt
            return distances(self, boards)

        monkeypatch.setattr(Playtester, "distances", interrupted)
        result = run(*SMALL, "-o", out)
        assert result.exit_code == 130
        assert said in plain(result.output)
        assert out.exists() == bool(played)
    assert load_board(str(out)).problems == ()


def test_it_ends_when_its_time_is_over(tmp_path: Path):
    result = run("small", "--agents", "greedy,path", "--games-each", 2, "--games", 100, "--minutes", 0.01,
                 "-o", tmp_path / "map.json", "--json")  # fmt: skip
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["games"] < 6_000  # unhurried it plays more than twice as many
