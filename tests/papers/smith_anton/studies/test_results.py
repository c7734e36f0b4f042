"""Boards that come with the results of the studies: they are those that were measured, and can be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from footplate.arena import play_match
from footplate.boards import load_board
from footplate.cli.main import app
from footplate.papers.smith_anton.studies.boards import AS_DESCRIBED, EXPERIMENTS, board_features
from footplate.studies.results import shipped_board, shipped_result

MADE = (*EXPERIMENTS, *AS_DESCRIBED)


@pytest.mark.parametrize("experiment", MADE, ids=lambda experiment: experiment.name)
def test_a_board_is_the_one_that_was_measured(experiment):
    board, report = shipped_board(experiment.name), shipped_result(experiment.name)
    assert board is not None
    assert report is not None
    assert board.name == experiment.name
    tables = {table.title: [cell.ours.mean for cell in table.cells] for table in report.tables}
    for title, numbers in board_features(board).items():
        assert tables[f"{title}, {experiment.kind}"] == pytest.approx(numbers)


def test_a_board_is_written_beside_and_played(tmp_path: Path):
    result = CliRunner().invoke(app, ["study", "show", "smith-restricted", "--out", str(tmp_path / "new")])
    assert result.exit_code == 0, result.output
    path = tmp_path / "new" / "smith-restricted.json"
    assert load_board(str(path)) == shipped_board("smith-restricted")
    assert play_match(str(path), ["greedy", "random"], 2, seed=1).games == 2


def test_a_result_without_a_board_says_so(tmp_path: Path):
    result = CliRunner().invoke(app, ["study", "show", "yang-heuristics", "--out", str(tmp_path / "new")])
    assert result.exit_code == 2
    assert "no board comes with the result of 'yang-heuristics'" in " ".join(result.output.replace("│", " ").split())
    assert not (tmp_path / "new").exists()
