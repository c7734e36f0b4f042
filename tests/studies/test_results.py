"""Results as data: what a study's report.json holds, what is shown of it, and what comes with the package."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tools.site.studies import PAGE, large_table, with_results
from typer.testing import CliRunner, Result

from footplate.arena.statistics import Estimate
from footplate.cli import output
from footplate.cli.main import app
from footplate.errors import InvalidResult, UnknownStudy
from footplate.studies import results as shipped
from footplate.studies import run_study, studies
from footplate.studies.findings import counted
from footplate.studies.results import read_result, result_of, shipped_result
from footplate.studies.study import Cell, Printed, StudyReport, StudyTable, Training
from footplate.version import __version__


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["study", *arguments])


@pytest.fixture(autouse=True)
def _a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output.out, "width", 80)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    assert run("run", "yang-heuristics", "--games", "6", "--seed", "3", "--out", str(folder)).exit_code == 0
    return folder


@pytest.fixture
def shelf(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package's results: the one that was played."""
    monkeypatch.setattr(shipped, "SHELF", tmp_path)
    (tmp_path / "yang-heuristics.json").write_bytes((played / "report.json").read_bytes())
    return tmp_path


def test_a_report_says_what_was_played_when_and_with_what(played: Path) -> None:
    data = json.loads((played / "report.json").read_text("utf-8"))
    assert data["command"] == "footplate study run yang-heuristics --games=6 --seed=3"
    assert (data["seed"], data["games"], data["footplate"]) == (3, 6, __version__)
    assert data["date"] <= date.today().isoformat()
    assert data["cores"] >= 1
    cells = [cell for table in data["tables"] for cell in table["cells"]]
    assert sum(data["findings"].values()) == sum(cell["published"] is not None for cell in cells) == 8
    assert {"row", "column", "ours", "low", "high", "published", "error", "finding"} <= set(cells[0])


def test_a_report_is_read_as_it_was_written(played: Path) -> None:
    text = (played / "report.json").read_text("utf-8")
    report = read_result(played / "report.json")
    assert json.loads(json.dumps(report.to_dict())) == json.loads(text)
    assert report.tables == run_study("yang-heuristics", 6, seed=3).tables


def test_show_prints_the_result_of_a_folder_and_of_the_package(played: Path, shelf: Path) -> None:
    data = json.loads((played / "report.json").read_text("utf-8"))
    for place in ("yang-heuristics", str(played)):
        words = run("show", place)
        assert words.exit_code == 0, words.output
        assert "Figure 7" in words.stdout
        assert data["date"] in words.stdout
        assert max(map(len, words.stdout.splitlines())) <= 80
        assert json.loads(run("show", place, "--json").stdout) == data


def test_what_is_not_there_or_no_result_is_refused(shelf: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidResult, match=r"no result of levels comes .*study run levels --out DIR"):
        result_of("levels")
    with pytest.raises(UnknownStudy, match="no study 'nothing'"):
        result_of("nothing")
    (tmp_path / "other").mkdir()
    for text in ('{"name": "levels"}', "[]", "no JSON", '{"tables": 1}'):
        (tmp_path / "other" / "report.json").write_text(text)
        with pytest.raises(InvalidResult, match=r"report\.json is not a study's result"):
            result_of(str(tmp_path / "other"))


def test_the_list_says_what_is_reproduced_how_long_it_takes_and_how_near_it_was(shelf: Path) -> None:
    found = counted(shipped_result("yang-heuristics").findings)  # type: ignore[union-attr]
    lines = run("list").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    text = " ".join(" ".join(lines).split())
    assert "Figure 7" in text
    assert f"{found['reproduced']} of {sum(found.values())}" in text
    rows = {row["name"]: row for row in json.loads(run("list", "--json").stdout)}
    assert rows["yang-heuristics"]["findings"] == found
    assert rows["yang-heuristics"]["takes"] == studies()["yang-heuristics"].takes
    assert rows["levels"]["findings"] is None
    assert rows["levels"]["takes"] == "not measured"


def test_a_time_stands_with_the_numbers_that_it_was_measured_with(played: Path) -> None:
    report = read_result(played / "report.json")
    usual = replace(report, games=report.study.games)
    assert (report.took, usual.took) == (f"{report.time} with 6 games", report.time)
    study = replace(report.study, iterations=1000, training=Training(50, 5, 2))
    trained = replace(usual, study=study, iterations=64, training=Training(50, 1, 2))
    assert trained.took == f"{report.time} with 64 iterations and 1 seed"


def test_every_study_comes_with_a_result_or_says_why_not() -> None:
    """The page has the reasons, from the studies."""
    page = PAGE.read_text("utf-8")
    for study in studies().values():
        if shipped_result(study.name) is None:
            assert study.unshipped, f"{study.name}: ship a result, or let its `unshipped` say why there is none"
            assert f"| `{study.name}` | {study.source} | {study.unshipped} |" in page


def test_large_tables_stand_on_the_page_as_grids() -> None:
    """Theirs before ours, turned where that is narrower; what is no grid is left to `study show`."""

    def table(rows: int, columns: int) -> StudyTable:
        one = Estimate(0.5, 0.4, 0.62)
        cells = [Cell(f"r{i}", f"c{k}", one, Printed(0.25) if i else None) for i in range(rows) for k in range(columns)]
        return StudyTable("t", tuple(cells), 1, percent=True)

    words, grid = large_table(table(4, 10), "x")
    assert (
        words
        == "Theirs / ours; half an interval (95 %) is at most 11.0. `footplate study show x` prints all intervals."
    )
    assert grid.splitlines()[0] == "|  | " + " | ".join(f"c{k}" for k in range(10)) + " |"
    assert grid.splitlines()[2].startswith("| r0 | 50.0 | 50.0 |")
    assert grid.splitlines()[3].startswith("| r1 | 25.0 / 50.0 |")
    _, turned = large_table(table(3, 20), "x")
    assert turned.splitlines()[0] == "|  | r0 | r1 | r2 |"
    for no_grid in (table(40, 1), table(13, 13)):
        assert list(large_table(no_grid, "x")) == [f"`footplate study show x` prints its {len(no_grid.cells)} figures."]


@pytest.mark.parametrize("path", sorted(Path(shipped.__file__).parent.glob("*.json")), ids=lambda path: path.stem)
def test_the_results_of_the_package_can_be_read(path: Path) -> None:
    report = read_result(path)
    assert isinstance(report, StudyReport)
    assert path.stem == report.study.name
    assert not report.study.is_quick
    assert json.loads(json.dumps(report.to_dict())) == json.loads(path.read_text("utf-8")) | {
        "tables": [
            {key: figures for key, figures in table.items() if key != "summary"} | {"curves": {}}
            for table in json.loads(path.read_text("utf-8"))["tables"]
        ]
    }


def test_the_page_has_the_results_of_the_package() -> None:
    text = PAGE.read_text("utf-8")
    assert text == with_results(text), "run `make results`"
    assert "### yang-heuristics" in text
