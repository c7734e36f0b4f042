"""Studies of boards made by the method of Smith & Anton: the tables as printed, and short runs of every experiment."""

from __future__ import annotations

import pytest

from footplate.boards import Board, load_board
from footplate.design.distance import distance
from footplate.papers.smith_anton.design import experiments, graph_optimizer, judge
from footplate.papers.smith_anton.design.phases import Settings
from footplate.papers.smith_anton.studies import boards
from footplate.studies import run_study, studies

NAMES = ("smith-original-graph", "smith-restricted", "smith-generated-graph", "smith-three-sub-games")


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> list[Board]:
    """Searches that take what comes; the boards that come out."""
    at_once = Settings(games=12, first_threshold=1.1, second_threshold=1.1, samples=16)
    made: list[Board] = []

    def outcome(*parts):
        made.append(parts[0].board(parts[2]))
        return experiments.Outcome(made[-1], *parts[:2])

    monkeypatch.setattr(boards, "Settings", lambda: at_once)
    monkeypatch.setattr(boards, "RANDOM_BOARDS", 2)
    monkeypatch.setattr(graph_optimizer, "POOL", 5)
    monkeypatch.setattr(judge, "CONSISTENT", (1,))
    monkeypatch.setattr(experiments, "_outcome", outcome)
    return made


@pytest.mark.parametrize("name", NAMES)
def test_a_study_runs_counts_its_games_and_gives_a_sound_board(name: str, in_a_hurry: list[Board]):
    played: list[int] = []
    report = run_study(name, 12, seed=2, progress=played.append)
    assert sum(played) == studies()[name].total(12)
    assert all(table.cells for table in report.tables)
    board = in_a_hurry[-1]
    assert board.problems == ()
    if name == "smith-restricted":
        lengths = {(r.a, r.b): r.length for r in load_board("usa").routes}
        assert all(abs(lengths[r.a, r.b] - r.length) <= 1 for r in board.routes)


def test_the_papers_distances_by_its_formula():
    found = {kind: float(distance(boards.WISHED, shares)) for kind, shares in boards.SHARES.items()}
    assert found == pytest.approx(
        {"original": 0.353, "complete": 0.178, "restricted": 0.204, "generated": 0.168, "sub-games": 0.224}, abs=0.001
    )


def test_features_of_the_original_board_are_counted_as_the_paper_counts_them():
    found = boards.board_features(load_board("usa"))
    routes, worth, doubles, segments, _ = found["features"]
    assert (routes, round(worth, 1), round(doubles, 1)) == (100, 11.6, 28.2)
    assert segments == 309  # their board has a double route that is too short by one
    assert found["colored routes"] == list(boards.COLORED_ROUTES["original"])
    assert found["lengths"] == [9, 36, 20, 16, 10, 9]
