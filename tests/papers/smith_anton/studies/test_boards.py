"""Studies of boards made by the method of Smith & Anton: the tables as printed, and short runs of every experiment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footplate.boards import Board, load_board
from footplate.design.distance import distance
from footplate.papers.smith_anton.studies import boards
from footplate.papers.smith_anton.studies.original_board import PUBLISHED, published_board
from footplate.studies import run_study


@pytest.mark.parametrize(
    "experiment", [*boards.EXPERIMENTS, boards.AS_DESCRIBED[1]], ids=lambda experiment: experiment.name
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
        lengths = {(r.a, r.b): r.length for r in published_board().routes}
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
    found = boards.board_features(published_board())
    off = [
        (title, round(ours, 2), theirs)
        for title, figures in found.items()
        for ours, theirs in zip(figures, boards.FEATURES[title][1][boards.ORIGINAL], strict=True)
        if abs(ours - theirs) > 0.051
    ]
    assert off == [
        ("Table 3: features", 3.07, 3.70),  # a misprint: 307 spaces on 100 routes
        ("Table 4: colours, % of the segments", 30.29, 30.2),  # cut, not rounded
    ]
    assert sum(route.length for route in load_board("usa").routes) == 309


def test_neighbours_of_one_colour_are_counted_on_each_board():
    usa, other = load_board("usa"), published_board()
    table = boards.neighbours({boards.ORIGINAL: usa, boards.COMPLETE: other}, [usa, other])
    figures = [cell.ours.mean for cell in table.cells]
    assert figures == [figures[0]] * 3
    assert 0 < figures[0] < 0.1
    assert [claim.finding for claim in table.claims] == ["can't be told"]


def test_the_shares_sum_to_one():
    assert sum(PUBLISHED.values()) == pytest.approx(1)
