"""``footplate design evaluate`` and ``print``: what they print, write and refuse."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from footplate.boards import load_board
from tests.support import commands
from tests.support.commands import plain, refuses

QUICK = ("--agents", "greedy,planner", "--games", "12")


run = partial(commands.run, "design")


@pytest.mark.parametrize("command", ["evaluate", "print"])
def test_help_has_an_example(command: str) -> None:
    assert f"Example: footplate design {command}" in plain(run(command, "--help").stdout)


def test_an_evaluation_in_at_most_40_lines() -> None:
    result = run("evaluate", "small", *QUICK, "--strangers", "planner", "--stranger-games", "2")
    assert result.exit_code == 0, result.output
    assert len(result.stdout.splitlines()) <= 40
    said = plain(result.stdout)
    for words in ("wins by seat", "turns of a player", "lead changes", "contested cities", "For planner:"):
        assert words in said


def test_a_race_is_evaluated_in_tickets(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    result = run("evaluate", "first_journey_usa", *QUICK, "-o", str(report))
    assert result.exit_code == 0, result.output
    assert " tickets" in plain(result.stdout).partition("distance")[0]
    assert "lead changes" not in plain(result.stdout) + report.read_text("utf-8")


def test_json_is_what_a_later_one_is_compared_with(tmp_path: Path) -> None:
    printed = run("evaluate", "small", *QUICK, "--json", "--seed", "3")
    data = json.loads(printed.stdout)
    assert data["play"]["games"] == 12
    assert data["command"].startswith("footplate design evaluate small")
    before = tmp_path / "before.json"
    before.write_text(printed.stdout)
    longer = load_board("small")
    first, *others = longer.routes
    mine = tmp_path / "mine.json"
    mine.write_text(replace(longer, routes=(replace(first, length=first.length + 1), *others)).to_json())
    report = tmp_path / "report.html"
    by_file = run("evaluate", str(mine), *QUICK, "--seed", "3", "--against", str(before), "-o", str(report))
    assert by_file.exit_code == 0, by_file.output
    assert "Distance from the target" in plain(by_file.stdout)
    assert "<h2>Changes</h2>" in report.read_text("utf-8")
    by_name = run("evaluate", str(mine), *QUICK, "--seed", "3", "--against", "small")
    assert by_name.stdout == by_file.stdout  # the board before is played on the same deals


def test_what_cannot_be_done_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = {
        ("evaluate", "atlantis"): "there is no board of this name",
        ("evaluate", "small", "--agents", "greedy"): "two agents or more",
        ("evaluate", "small", "--agents", "greedy,nobody"): "there is no agent 'nobody'",
        ("evaluate", "small", "--agents", "greedy,planner", "--win-rates", "80,80"): "they must add up to 100",
        ("evaluate", "small", "--agents", "greedy,planner", "--win-rates", "a lot"): "written like 40,30,20,10",
        ("evaluate", "small", *QUICK, "--against", "atlantis"): "there is no board of this name",
        ("evaluate", "small", *QUICK, "-o", str(tmp_path / "report.txt")): "whose name ends in .html",
        ("print", "atlantis", "-o", "map.pdf"): "there is no board of this name",
        ("print", "small", "-o", str(tmp_path / "map.txt")): "whose name ends in .pdf",
    }
    for words, reason in cases.items():
        refuses(["design", *words], reason, monkeypatch, capsys)


def test_ctrl_c_ends_with_what_there_is() -> None:
    usual = signal.getsignal(signal.SIGINT)

    def press() -> None:
        while signal.getsignal(signal.SIGINT) is usual:
            time.sleep(0.01)
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    finger = threading.Thread(target=press)
    finger.start()
    result = run("evaluate", "usa", "--agents", "greedy,planner", "--games", "1000000")
    finger.join()
    assert result.exit_code == 130
    assert "Stopped: this is what" in plain(result.output)
    assert "lead changes" in result.stdout
    assert signal.getsignal(signal.SIGINT) is usual


def test_a_board_is_printed(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    file = tmp_path / "map.pdf"
    result = run("print", "usa", "-o", str(file), "--paper", "letter")
    assert result.exit_code == 0, result.output
    assert file.read_bytes().startswith(b"%PDF")
    assert "A space for a train is 20 mm long" in plain(result.stdout)
    assert run("print", "usa", "-o", str(file), "--paper", "a3").exit_code == 0  # a PDF may be made anew


def test_printing_needs_typst(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    file = tmp_path / "map.pdf"
    refuses(["design", "print", "small", "-o", str(file)], "pip install 'footplate[print]'", monkeypatch, capsys)
    assert not file.exists()
