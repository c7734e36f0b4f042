"""The Warwick report's tables: they are typed in faithfully, and what is measured beside them."""

from __future__ import annotations

import math
from dataclasses import astuple
from itertools import product
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest

from footplate.arena.statistics import Estimate, share_estimate
from footplate.boards import load_board
from footplate.papers.warwick.studies import difficulty, round_robin, sweeps
from footplate.papers.warwick.studies.difficulty import difference_error
from footplate.papers.warwick.studies.match import (
    OURS,
    PUBLISHED_GAMES,
    THEIRS,
    MatchFigures,
    mean_figures,
    play,
    size_of,
)
from footplate.papers.warwick.studies.round_robin import BOTS, SCORES, WINS, WINS_OF_DECIDED
from footplate.studies import run_study, studies
from footplate.studies.ledger import Ledger
from footplate.studies.study import StudyRun

Floats = npt.NDArray[np.float64]


def test_the_warwick_figures_agree_with_each_other():
    """12.2 follows from 12.1: wins of a pair, without draws; mirrored cells of 12.2 sum to 100 %."""
    assert set(WINS) == set(WINS_OF_DECIDED) == set(SCORES) == set(product(BOTS, repeat=2))
    for one, other in WINS:
        mine, theirs = WINS[one, other].value, WINS[other, one].value
        assert mine + theirs <= 1
        assert WINS_OF_DECIDED[one, other].value == pytest.approx(mine / (mine + theirs), abs=0.006)
        assert WINS_OF_DECIDED[one, other].value + WINS_OF_DECIDED[other, one].value == pytest.approx(1, abs=2e-4)


# (mean wins, draws, win difference in per cent, score difference) as the last rows of the tables print them
PRINTED_MEANS = {
    "CMCTS ROSAS": (16.12, 18.77, 48.99, 3.7648),
    "CMCTS POSAS 5": (32.58, 6.65, 34.61, 1.9929),
    "CMCTS ROSAS, m=0.5": (12.6, 19.48, 55.32, 3.9921),
    "ISMCTS ROSAS": (34.79, 8.29, 35.19, 3.1835),
    "ISMCTS POSAS 5": (32.08, 4.53, 41.51, 3.7371),
    "ISMCTS ROSAS, m=0.5": (38.12, 8.88, 30.78, 2.8858),
    "ISMCTS POSAS 5, m=0.1": (56.47, 4.44, 29.28, 1.9025),
    "CMCTS ROSAS, target 3": (48.06, 6.99, 23.27, 1.9808),
}


@pytest.mark.parametrize("agent", difficulty.AGENTS)
def test_the_tables_of_appendix_c_add_up(agent: str):
    rows = difficulty.AGENTS[agent][2]
    wins, draws, scores = (sum(column) / 10 for column in zip(*rows, strict=True))
    difference = sum(abs(2 * row[0] + row[1] - 100) for row in rows) / 10
    assert (wins, draws, difference, scores) == pytest.approx(PRINTED_MEANS[agent], abs=0.02)


def test_the_tables_of_figure_12_9_add_up():
    wins, draws, scores = (sum(column) / 3 for column in zip(*difficulty.MIXED.values(), strict=True))
    assert (wins, draws, scores) == pytest.approx((66.5, 5.533, 1.7337), abs=0.001)


def test_figures_of_a_match_with_a_search():
    figures = play(StudyRun(Ledger(), games=20, seed=1), THEIRS, "ismcts:iterations=100", "fully-random")
    assert figures.wins.mean > 0.5
    lost = 1 - figures.wins.mean - figures.draws.mean
    assert figures.win_difference.mean == pytest.approx(figures.wins.mean - lost)
    assert figures.score_difference.mean > 0
    assert figures.score_spread > 0


def test_sizes_means_and_errors():
    assert size_of(Estimate(-2.0, -5.0, 1.0)) == Estimate(2.0, 0.0, 5.0)
    assert size_of(Estimate(-2.0, -3.0, -1.0)) == Estimate(2.0, 1.0, 3.0)
    assert difference_error(0.5, 0.0) == pytest.approx(1 / math.sqrt(PUBLISHED_GAMES))
    assert difference_error(0.0, 1.0) == 0.0


def figures(share: Floats, points: Floats) -> MatchFigures:
    return MatchFigures(won=share, drawn=0 * share, share=share, points=points, score_spread=1.0)


def test_opponents_on_the_same_deals_are_not_independent():
    """If all matches go alike deal by deal, ten opponents tell no more than one."""
    chance = np.random.default_rng(1)
    share = chance.integers(0, 3, 200) / 2
    points = chance.normal(1, 5, 200)
    one = figures(share, points)
    alike = mean_figures([one] * 10)
    for name in ("wins", "draws", "win_difference", "score_difference"):
        ours, mean = getattr(one, name), getattr(alike, name)
        assert (mean.mean, size_of(mean).high) == pytest.approx((abs(ours.mean), size_of(ours).high)), name
    mixed = [figures(chance.permutation(share), chance.permutation(points)) for _ in range(10)]
    assert mean_figures(mixed).wins.high - alike.wins.mean < 0.5 * (alike.wins.high - alike.wins.mean)


def test_means_of_sizes_drop_the_signs():
    ahead, behind = np.array([0.5, 1.0, 1.0, 0.5]), np.array([0.5, 0.0, 0.0, 0.5])
    both = mean_figures([figures(ahead, np.array([3.0, 1.0])), figures(behind, np.array([-4.0, -2.0]))])
    assert both.win_difference.mean == pytest.approx(0.5)
    assert both.score_difference.mean == pytest.approx(2.5)


def test_every_study_is_there_on_the_report_s_rules_and_on_ours():
    boards = {name: study.board for name, study in studies().items() if name.startswith("warwick-")}
    theirs = [name for name in boards if not name.endswith("-one-by-one")]
    assert len(boards) == 2 * len(theirs) == 10
    for name in theirs:
        assert (boards[name], boards[f"{name}-one-by-one"]) == ("small:warwick+pairs", "small:warwick")
    assert [setting.bot("base") for setting in (THEIRS, OURS)] == ["base:mode=as_described", "base:mode=as_fitted"]
    assert THEIRS.bot("fully-random") == "fully-random"
    assert [load_board(board).rules.two_cards_at_once for board in (THEIRS.board, OURS.board)] == [True, False]


def test_the_warwick_study_has_all_hundred_cells():
    wins = run_study("warwick-round-robin", 4).tables[0]
    assert [(c.row, c.column) for c in wins.cells] == list(product(BOTS, repeat=2))


def test_winning_every_game_is_no_certainty():
    ours = figures(np.ones(20), np.ones(20)).win_difference
    assert (ours.mean, ours.high) == (1.0, 1.0)
    assert 0.5 < ours.low < 0.8


def test_the_ranking_takes_the_deal_as_its_unit():
    """Bots meet the others on the same deals: ten matches that go alike tell no more than one."""
    won = np.random.default_rng(2).integers(0, 3, 500) / 2
    for cell in round_robin.ranking(dict.fromkeys(product(BOTS, repeat=2), won)).cells:
        assert astuple(cell.ours) == pytest.approx(astuple(share_estimate(won)))


def test_a_sweep_has_curves_with_theirs_beside_ours():
    wins, scores = run_study("warwick-momentum", 2, iterations=2).tables
    printed = {cell.column: cell.published for cell in wins.compared}
    assert {cell.row for cell in wins.compared} == {"ISMCTS ROSAS"}
    assert printed == {"m=0": 0.4, "m=1": 0.5}
    (picture,) = wins.pictures
    root = ElementTree.fromstring(picture.svg)
    names = {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}
    assert names >= {*sweeps.MOMENTUM, "ISMCTS ROSAS, text"}
    assert "= m" in picture.svg
    assert len(scores.pictures) == 1


def test_statements_of_the_text_are_measured():
    *_, words = run_study("warwick-exploration", 2, iterations=2).tables
    assert [(cell.row.split(",")[0], cell.published) for cell in words.cells] == [("CMCTS", 0.02), ("ISMCTS", 0.04)]
    assert all(cell.ours.mean >= 0 for cell in words.cells)


def test_every_table_of_appendix_c_has_a_picture():
    averages = run_study("warwick-dda", 2, iterations=2).tables[0]
    titles = [picture.title for picture in averages.pictures]
    assert len(titles) == len(difficulty.AGENTS)
    assert titles[-2:] == ["Figure 12.8: ISMCTS POSAS 5, m=0.1", "Figure 12.10: CMCTS ROSAS, target 3"]
    assert all(picture.svg.count("<circle") == 2 * 30 for picture in averages.pictures)
