"""``footplate tournament``: what it prints and writes, how it stops and goes on."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.support import commands
from tests.support.commands import plain, refuses

run = partial(commands.run, "tournament")


def test_help_has_an_example() -> None:
    assert "Example: footplate tournament --field basic" in plain(run("--help").stdout)


def test_a_family_plays_and_leaves_a_report(tmp_path: Path) -> None:
    result = run("--field", "basic", "--games", "60", "--out", str(tmp_path / "t"), "--self", "--metrics")
    assert result.exit_code == 0, result.output
    text = plain(result.stdout)
    assert "180 games on small, 2 players, seed 0" in text
    assert text.index("greedy") < text.index("random")
    assert "first seat wins" in text
    assert "180 games played" in plain(result.stderr)
    names = {path.name for path in (tmp_path / "t").iterdir()}
    assert {"manifest.json", "chunks", "report.html", "result.json", "heat-map.svg", "games.csv.gz"} <= names


def test_json_and_threads(tmp_path: Path) -> None:
    words = ["--agents", "greedy, random", "--board", "mini", "--games", "50", "--seed", "3", "--json"]
    one, two = (json.loads(run(*words, "--threads", n, "--out", str(tmp_path / n)).stdout) for n in "12")
    assert one == two
    assert one["games"] == 50
    assert one == json.loads((tmp_path / "1" / "result.json").read_text("utf-8"))


def test_luck_is_taken_out_and_kept_with_the_games(tmp_path: Path, monkeypatch, capsys) -> None:
    words = ["--agents", "planner,greedy,random", "--board", "mini", "--games", "20", "--reduce-luck"]
    result = run(*words, "--out", str(tmp_path / "t"))
    assert result.exit_code == 0, result.output
    assert "less luck (95 %)" in plain(result.stdout)
    first = json.loads((tmp_path / "t" / "result.json").read_text("utf-8"))
    again = run("--out", str(tmp_path / "t"), "--resume", "--json")
    assert json.loads(again.stdout) == first
    for standing in first["standings"]:
        less, rate = standing["win_rate_less_luck"], standing["win_rate"]
        assert abs(less["mean"] - rate["mean"]) < 0.2
    assert all(table["less_luck"]["saved_wins"] > 0 for table in first["tables"])
    assert "less luck" in (tmp_path / "t" / "report.html").read_text("utf-8")
    more = ["--until-certain", "--out", str(tmp_path / "u")]
    refuses(["tournament", *words, *more], "luck is not taken out", monkeypatch, capsys)


def test_agents_join_a_family_and_semicolons_keep_parameters_together(tmp_path: Path) -> None:
    result = run("--field", "basic", "--agents", "random:;greedy", "--players", "3", "--games", "6", "--board", "mini",
                 "--out", str(tmp_path / "t"), "--json")  # fmt: skip
    assert result.exit_code == 0, result.output
    assert {standing["agent"] for standing in json.loads(result.stdout)["standings"]} == {"greedy", "random", "random:"}


def test_resume_needs_no_settings_but_they_must_agree(tmp_path: Path) -> None:
    words = ["--agents", "greedy,random", "--games", "20", "--out", str(tmp_path)]
    first = run(*words, "--json")
    assert first.exit_code == 0, first.output
    again = run("--out", str(tmp_path), "--resume", "--json")
    assert json.loads(again.stdout) == json.loads(first.stdout)
    assert "games played" not in again.stderr
    assert run(*words, "--resume").exit_code == 0
    for wrong in (["--games", "30"], ["--self"], ["--board", "mini"], ["--agents", "random,greedy"]):
        refused = run("--out", str(tmp_path), "--resume", *wrong)
        assert "another one" in str(refused.exception), wrong


def test_until_certain(tmp_path: Path) -> None:
    result = run("--agents", "greedy,random", "--games", "5000", "--until-certain", "--out", str(tmp_path), "--json")
    assert json.loads(result.stdout)["games"] == 64


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--field", "basic"], "--out"),
        (["--out", "t"], "--field"),
        (["--field", "knights", "--out", "t"], "families: adaptive, amateurs, basic"),
        (["--agents", "random,clever", "--out", "t"], "there is no agent 'clever'"),
        (["--agents", "random", "--out", "t"], "can't fill a table of 2"),
        (["--field", "basic", "--players", "6", "--out", "t"], "--players"),
        (["--field", "basic", "--runner", "abacus", "--games", "2", "--out", "t"], "there are threads, processes, ray"),
        (["--out", "t", "--resume"], "there is no tournament in t"),
    ],
)
def test_bad_input_exits_2(
    words: list[str], reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    refuses(["tournament", *words], reason, monkeypatch, capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
def test_ctrl_c_and_resume(tmp_path: Path) -> None:
    field = ("--field", "basic", "--games", "6000")
    done = commands.interrupt("tournament", *field, "--threads", 2, "--out", tmp_path)
    assert done.returncode == 130, done.stderr
    assert "of 6,000 games; --resume goes on" in plain(done.stderr)
    assert done.stdout == ""
    assert list((tmp_path / "chunks").iterdir())
    assert not (tmp_path / "report.html").exists()
    resumed = json.loads(run("--out", str(tmp_path), "--resume", "--json").stdout)
    whole = run(*field, "--out", tmp_path / "whole", "--json")
    assert resumed == json.loads(whole.stdout)
