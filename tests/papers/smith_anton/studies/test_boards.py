"""Studies of boards made by the method of Smith & Anton: the tables as printed, and short runs of every experiment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footplate.boards import Board, load_board
from footplate.design.distance import distance
from footplate.papers.smith_anton.studies import boards
from footplate.papers.smith_anton.studies.original_board import PUBLISHED
from footplate.studies import run_study


@pytest.mark.parametrize(
    "experiment", [*boards.EXPERIMENTS, boards.AS_PUBLISHED[1]], ids=lambda experiment: experiment.name
)
def test_a_study_runs_counts_its_games_and_gives_a_sound_board(experiment: boards.Experiment):
    """Searches that take what comes."""
    made: list[Board] = []

    def make(*parts):
        made.append((outcome := experiment.make(*parts)).board)
        return outcome

    study = replace(experiment, make=make, options=boards.AT_ONCE, random_boards=2).study
    played: list[int] = []
    report = run_study(study, 12, seed=2, progress=played.append)
    assert sum(played) == study.total(12)
    assert all(table.cells for table in report.tables)
    assert made[-1].problems == ()
    kept = [board for table in report.tables for board in table.boards]
    assert [(board.name, board.routes) for board in kept] == [(experiment.name, made[-1].routes)]
    drawn = [picture.title for table in report.tables for picture in table.pictures]
    assert ["Figure 3" in title for title in drawn] == ["restricted" in experiment.name]
    if "restricted" in experiment.name:
        lengths = {(r.a, r.b): r.length for r in load_board("usa").routes}
        assert all(abs(lengths[r.a, r.b] - r.length) <= 1 for r in made[-1].routes)


def test_the_papers_distances_by_its_formula():
    found = {kind: float(distance(boards.TARGET, shares)) for kind, shares in boards.SHARES.items()}
    assert found == pytest.approx(
        {
            "original board": 0.353,
            "complete board": 0.178,
            "restricted board": 0.204,
            "generated board": 0.168,
            "sub-games board": 0.224,
        },
        abs=0.001,
    )


def test_features_of_the_original_board_are_counted_as_the_paper_counts_them():
    features, of_routes, _, lengths = boards.board_features(load_board("usa")).values()
    routes, worth, doubles, segments, _ = features
    assert (routes, round(worth, 1), round(doubles, 1)) == (100, 11.6, 28.2)
    assert segments == 309  # their board has a double route that is too short by one
    assert of_routes == list(boards.FEATURES["Table 4: colours, % of the routes"][1][boards.ORIGINAL])
    assert lengths == [9, 36, 20, 16, 10, 9]


def test_the_shares_sum_to_one():
    assert sum(PUBLISHED.values()) == pytest.approx(1)
