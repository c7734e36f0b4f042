"""Results as data: what a study's report.json holds, what is shown of it, and what comes with the package."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from tools.site.studies import PAGE, with_results
from typer.testing import CliRunner, Result

from footplate.cli import output
from footplate.cli.main import app
from footplate.errors import InvalidResult, UnknownStudy
from footplate.studies import results as shipped
from footplate.studies import run_study, studies
from footplate.studies.findings import counted
from footplate.studies.results import read_result, result_of, shipped_result
from footplate.studies.study import StudyReport
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
    monkeypatch.setattr(shipped, "_HERE", tmp_path)
    (tmp_path / "yang-heuristics.json").write_bytes((played / "report.json").read_bytes())
    return tmp_path


def test_a_report_says_what_was_played_when_and_with_what(played: Path) -> None:
    data = json.loads((played / "report.json").read_text("utf-8"))
    assert data["command"] == "footplate study run yang-heuristics --games=6 --seed=3"
    assert (data["seed"], data["games"], data["footplate"]) == (3, 6, __version__)
    assert data["date"] <= date.today().isoformat()
    assert data["cores"] >= 1
    cells = [cell for table in data["tables"] for cell in table["cells"]]
    assert sum(data["findings"].values()) == sum(cell["published"] is not None for cell in cells) == 4
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
    assert f"{found['reproduced']} of 4" in text
    rows = {row["name"]: row for row in json.loads(run("list", "--json").stdout)}
    assert rows["yang-heuristics"]["findings"] == found
    assert rows["yang-heuristics"]["takes"] == studies()["yang-heuristics"].takes
    assert rows["levels"]["findings"] is None


@pytest.mark.parametrize("path", sorted(Path(shipped.__file__).parent.glob("*.json")), ids=lambda path: path.stem)
def test_the_results_of_the_package_can_be_read(path: Path) -> None:
    report = read_result(path)
    assert isinstance(report, StudyReport)
    assert path.stem == report.study.name
    assert not report.study.is_quick
    assert json.loads(json.dumps(report.to_dict())) == json.loads(path.read_text("utf-8")) | {
        "tables": [{**table, "curves": {}} for table in json.loads(path.read_text("utf-8"))["tables"]]
    }


def test_the_page_has_the_results_of_the_package() -> None:
    text = PAGE.read_text("utf-8")
    assert text == with_results(text), "run `make results`"
    assert "### yang-heuristics" in text
