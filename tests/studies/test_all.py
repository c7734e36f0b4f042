"""``footplate study run --all``: every study, also after one has failed, and ``--quick``."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from footplate.cli.main import app
from footplate.studies import registry, studies
from footplate.studies.published import beside
from footplate.studies.study import Printed, Study, StudyRun, StudyTable, few_games


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["study", "run", *arguments])


class Shelf:
    """Three studies. The second one is broken until it is mended; ``played`` has the games of those that began."""

    def __init__(self) -> None:
        self.played: list[tuple[str, int]] = []
        self.is_broken, self.is_stopped = True, False
        self.studies = {name: self._study(name) for name in ("one", "two", "three")}

    def _study(self, name: str) -> Study:
        def measure(run: StudyRun) -> Sequence[StudyTable]:
            self.played.append((name, run.games))
            if self.is_stopped:
                raise KeyboardInterrupt
            if name == "two" and self.is_broken:
                raise ZeroDivisionError("nothing to divide by")
            rate = run.play("mini", "greedy", "random").agents[0].win_rate
            return [StudyTable("t", beside({("a", "b"): rate}, {("a", "b"): Printed(0.9)}), percent=True)]

        return Study(name, name, "a paper, Table 1", "mini", 40, measure, lambda games: games)


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shelf:
    shelf = Shelf()
    monkeypatch.setattr(registry, "studies", lambda: shelf.studies)
    monkeypatch.setattr("footplate.files.data_folder", lambda: tmp_path / "data")
    return shelf


def test_the_others_are_run_and_the_same_command_runs_what_failed(shelf: Shelf, tmp_path: Path) -> None:
    words = ["--all", "--quick", "--seed", "2", "--out", str(tmp_path / "out")]
    result = run(*words)
    assert result.exit_code == 1
    assert "two: nothing to divide by" in result.stdout
    assert shelf.played == [("one", 4), ("two", 4), ("three", 4)]
    assert {path.parent.name for path in (tmp_path / "out").rglob("report.json")} == {"one", "three"}
    shelf.is_broken = False
    shelf.played.clear()
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert shelf.played == [("two", 4)]
    assert "Failed" not in result.stdout
    shelf.played.clear()
    assert run(*words[:-4], "--seed", "3", *words[-2:]).exit_code == 0
    assert len(shelf.played) == 3  # another seed


def test_without_a_folder_nothing_is_left_but_what_is_needed_to_go_on(shelf: Shelf, tmp_path: Path) -> None:
    data = tmp_path / "data" / "studies"
    assert run("--all", "--quick").exit_code == 1
    shelf.is_broken, shelf.is_stopped = False, True
    stopped = run("--all", "--quick")
    assert stopped.exit_code == 130
    assert "The same command goes on from there." in " ".join(stopped.stderr.split())
    shelf.is_stopped = False
    shelf.played.clear()
    result = run("--all", "--quick", "--json")
    assert result.exit_code == 0, result.output
    assert shelf.played == [("two", 4)]
    printed = json.loads(result.stdout)
    assert [report["name"] for report in printed["reports"]] == ["one", "two", "three"]
    assert printed["failed"] == {}
    assert list(data.iterdir()) == []


def test_all_keeps_each_study_s_own_numbers(shelf: Shelf) -> None:
    shelf.is_broken = False
    assert run("--all").exit_code == 0
    assert shelf.played == [("one", 40), ("two", 40), ("three", 40)]
    for words in (["one"], ["--games", "4"], ["--steps", "5"], ["--runs", "here"]):
        assert run("--all", *words).exit_code == 2
    assert run().exit_code == 2


def test_the_command_of_a_quick_report_gives_the_same(tmp_path: Path) -> None:
    assert run("yang-heuristics", "--quick", "--out", str(tmp_path)).exit_code == 0
    data = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert data["command"] == "footplate study run yang-heuristics --quick --games=4 --seed=0"
    again = json.loads(run(*shlex.split(data["command"])[3:], "--json").stdout)
    assert again["tables"] == data["tables"]


def test_quick_studies_are_small() -> None:
    for study in studies().values():
        quick = study.quickly()
        assert quick.games == 4
        assert quick.iterations in (None, 10)
        assert quick.training is None or quick.training.steps == 100
        assert few_games(study).name == study.name
