"""``footplate design balance``: what it writes and prints, what it refuses, and how it goes on."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from footplate.arena.service import Watch
from footplate.boards import load_board
from footplate.design.balance.balancing import Balance
from footplate.design.balance.rounds import Effort
from footplate.design.balance.state import State
from tests.support import commands
from tests.support.commands import plain, refuses

COMMAND = ("design", "balance")
SMALL = ("small", "--agents", "greedy,path", "--games", "200", "--seed", "3")


@pytest.fixture(autouse=True)
def small_rounds(monkeypatch: pytest.MonkeyPatch):
    small = partial(Balance, effort=Effort(first_boards=8, proposals=4))
    monkeypatch.setattr("footplate.design.balance.balancing.Balance", small)


run = partial(commands.run, *COMMAND)


def test_help_has_an_example():
    assert "Example: footplate design balance usa" in plain(run("--help").stdout)


def test_a_board_is_balanced_written_and_measured(tmp_path: Path):
    out = tmp_path / "my map.json"
    result = run(*SMALL, "--rounds", 2, "-o", out)
    assert result.exit_code == 0, result.output
    text = plain(result.stdout)
    for words in ("Win shares in 200 fresh games", "target", "before", "after", "greedy", "50 %", "distance"):
        assert words in text
    board = load_board(str(out))
    assert board.name == "my-map"
    assert board.problems == ()


def test_it_goes_on_where_it_stopped(tmp_path: Path):
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    together = json.loads(run(*SMALL, "--rounds", 3, "-o", whole, "--json").stdout)
    run(*SMALL, "--rounds", 2, "-o", parts)
    resumed = run(*SMALL, "--rounds", 1, "-o", parts, "--resume", "--json")
    assert resumed.exit_code == 0, resumed.output
    assert json.loads(resumed.stdout)["after"] == together["after"]
    assert load_board(str(whole)).rules_hash == load_board(str(parts)).rules_hash


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("usa", "--win-rates", "30,30,30,20"), "add up to 110"),
        (("usa", "--win-rates", "50,50"), "2 target win rates (50, 50) for 4 agents"),
        (("usa", "--win-rates", "half"), "percents with commas"),
        (("usa", "--agents", "greedy"), "two agents or more"),
        (("usa", "--agents", "greedy,gredy"), "gredy"),
        (("usa", "--keep-routes", "--routes", "110-120"), "keeps the 100 that there are"),
        (("usa", "--routes", "120-110"), "the least comes first"),
        (("usa", "--grey", "many"), "the least and the most"),
        (("nowhere",), "nowhere"),
        (("t2r", "--agents", "greedy,random"), "gives its tickets away"),
    ],
)
def test_the_impossible_is_refused_with_a_sentence(words, says, tmp_path, monkeypatch, capsys):
    refuses([*COMMAND, *words, "-o", str(tmp_path / "map.json")], says, monkeypatch, capsys)


def test_a_board_that_is_there_stays(tmp_path, monkeypatch, capsys):
    there = tmp_path / "map.json"
    there.write_text("mine")
    refuses([*COMMAND, *SMALL, "-o", str(there)], "exists already", monkeypatch, capsys)
    assert there.read_text() == "mine"
    refuses([*COMMAND, *SMALL, "-o", str(there), "--resume"], "there is no", monkeypatch, capsys)


def test_ctrl_c_leaves_the_best_so_far_at_every_moment_and_resume_goes_on(tmp_path: Path, monkeypatch):
    """Before anything has played, when only the given board has, and after the first round."""
    out, step = tmp_path / "map.json", Balance.step
    whole = run(*SMALL, "--rounds", 2, "-o", tmp_path / "whole.json")
    assert whole.exit_code == 0, whole.output
    said = []
    for resume in ((), ("--resume",), ("--resume",)):
        steps = iter((True, False))

        def interrupted(self: Balance, watch: Watch | None = None, steps=steps, first=not resume) -> State:
            if first or not next(steps):
                raise KeyboardInterrupt
            return step(self, watch)

        monkeypatch.setattr(Balance, "step", interrupted)
        result = run(*SMALL, "-o", out, *resume)
        assert result.exit_code == 130
        said.append(plain(result.output))
        assert out.exists() == bool(resume)
        if len(said) == 2:
            assert load_board(str(out)).rules_hash == load_board("small").rules_hash
    assert "Stopped before the given board had played, so" in said[0]
    assert "Stopped with the best board so far; no changed one has played yet." in said[1]
    assert "Stopped with the best board so far." in said[2]
    monkeypatch.setattr(Balance, "step", step)
    assert run(*SMALL, "--rounds", 1, "-o", out, "--resume").exit_code == 0
    assert load_board(str(out)).rules_hash == load_board(str(tmp_path / "whole.json")).rules_hash


@pytest.mark.parametrize("text", ["", "[]", '{"version": 3', "\x00"])
def test_a_damaged_state_is_refused_with_a_sentence(text: str, tmp_path, monkeypatch, capsys):
    (tmp_path / "map.balance.json").write_text(text)
    refuses([*COMMAND, *SMALL, "-o", str(tmp_path / "map.json"), "--resume"], "is damaged", monkeypatch, capsys)


def test_a_state_of_another_task_is_refused_with_a_sentence(tmp_path, monkeypatch, capsys):
    out = tmp_path / "map.json"
    assert run(*SMALL, "--rounds", 1, "-o", out).exit_code == 0
    refuses([*COMMAND, *SMALL, "--win-rates", "40,60", "-o", str(out), "--resume"], "win rates", monkeypatch, capsys)


def test_it_says_how_good_the_board_is_for_strangers(tmp_path: Path):
    out = tmp_path / "map.json"
    result = run(*SMALL, "--rounds", 1, "-o", out, "--json")
    met = json.loads(result.stdout)["strangers"]
    assert (met["agent"], met["here"]["games"], len(met["verdicts"])) == ("planner", 240, 4)
    assert "tickets done, %" in plain(run(*SMALL, "--rounds", 1, "-o", out, "--force").stdout)
