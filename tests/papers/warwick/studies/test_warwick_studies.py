"""The Warwick report's tables: they are typed in faithfully, and what is measured beside them."""

from __future__ import annotations

import math
from dataclasses import astuple
from itertools import pairwise, product
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest

from footplate.arena.statistics import Estimate, share_estimate
from footplate.boards import load_board
from footplate.papers.warwick.studies import difficulty, readings, round_robin, sweeps
from footplate.papers.warwick.studies.appendix_c import SEARCHES, Reading
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


@pytest.mark.parametrize("agent", SEARCHES)
def test_the_tables_of_appendix_c_add_up(agent: str):
    rows = SEARCHES[agent].rows
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


def test_studies_are_played_on_the_report_s_rules_and_the_round_robin_on_ours_too():
    boards = {name: study.board for name, study in studies().items() if name.startswith("warwick-")}
    assert {name for name in boards if name.endswith("-one-by-one")} == {"warwick-round-robin-one-by-one"}
    for name in ("round-robin", "dda", "readings", "exploration", "posas", "momentum"):
        assert boards[f"warwick-{name}"] == "small:warwick+pairs"
    assert boards["warwick-round-robin-one-by-one"] == "small:warwick"
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
    wins, _, words = run_study("warwick-exploration", 2, iterations=2).tables
    assert [claim.text for claim in wins.claims] == [
        "CMCTS wins more than ISMCTS, in the mean of all constants",
        "CMCTS wins more with Cp=3 than with the other values, in their mean",
        "ISMCTS wins more with Cp=4 than with the other values, in their mean",
    ]
    assert [(cell.row.split(",")[0], cell.published) for cell in words.cells] == [("CMCTS", 0.02), ("ISMCTS", 0.04)]
    assert all(cell.ours.mean >= 0 for cell in words.cells)


def test_claims_of_a_sweep_are_decided_by_the_side_of_one_half_and_by_the_other_values():
    """A line that wins 60, 90, 30 % with 0, 0.5, 1: 0.5 is the best, and 1 is further from one half than 0."""
    shares = {"0": 0.6, "0.5": 0.9, "1": 0.3}
    lines = {("A", f"m={value}"): figures(np.resize([1.0] * round(10 * won) + [0.0] * round(10 - 10 * won), 1000),
                                          np.zeros(1000)) for value, won in shares.items()}  # fmt: skip
    sweep = sweeps.Figure(
        "s", "t", "0", {"A": lambda n, value: value}, "m", tuple(shares), (),
        distances=(("far", ("A", "m=1"), ("A", "m=0")), ("near", ("A", "m=0"), ("A", "m=1"))),
        best=(("A", "m=0.5"), ("A", "m=1")),
    )  # fmt: skip
    found = {claim.text.split(" than")[0]: claim for claim in sweep.claims(lines)}
    assert [round(claim.difference.mean, 3) for claim in found.values()] == [0.1, -0.1, 0.45, -0.45]
    assert [claim.finding.value for claim in found.values()] == ["reproduced", "not reproduced"] * 2


def test_momentum_has_a_claim_for_every_line_of_the_text():
    wins = run_study("warwick-momentum", 2, iterations=2).tables[0]
    lines = [claim.text.split(" is ")[0] for claim in wins.claims if "50 %" in claim.text]
    assert lines == ["ISMCTS ROSAS", "CMCTS ROSAS", "CMCTS POSAS 5", "ISMCTS POSAS 5"]


def test_the_printed_means_say_what_the_study_claims_of_them():
    for place, figure in enumerate(difficulty.FIGURES):
        for order in difficulty.ORDERS[figure]:
            printed = [PRINTED_MEANS[name][place] for name in order]
            assert len(printed) > 1
            assert printed == sorted(set(printed), reverse=True)


def test_a_claim_about_two_searches_is_their_difference_on_the_same_deals():
    averages, *_, points, _, _ = run_study("warwick-dda", 4, iterations=2).tables
    means = {(cell.row, cell.column): cell.ours.mean for cell in averages.cells}
    means |= {(cell.row, "score difference"): cell.ours.mean for cell in points.cells if cell.column == "mean of all"}
    claims = {claim.text: claim.difference for claim in (*averages.claims, *points.claims)}
    compared = 0
    for figure, words in zip(difficulty.FIGURES, difficulty.VERBS, strict=True):
        for order in difficulty.ORDERS[figure]:
            for one, other in pairwise(order):
                difference = claims[f"{one} {words} {other}"]
                assert difference.mean == pytest.approx(means[one, figure] - means[other, figure])
                assert difference.low <= difference.mean <= difference.high
                compared += 1
    assert compared == len(claims) == len(averages.claims) + len(points.claims)


def test_every_table_of_appendix_c_has_a_picture():
    averages, *_, mixed, points = run_study("warwick-dda", 2, iterations=2).tables
    assert [len(table.pictures) for table in (mixed, points)] == [1, 1]
    assert mixed.pictures[0].svg.count("<circle") == 2 * len(mixed.cells) == 2 * 9
    assert points.pictures[0].svg.count("<circle") == 2 * len(points.cells) == 2 * 3
    titles = [picture.title for picture in averages.pictures]
    assert len(titles) == len(SEARCHES)
    assert titles[-2:] == ["Figure 12.8: ISMCTS POSAS 5, m=0.1", "Figure 12.10: CMCTS ROSAS, target 3"]
    assert all(picture.svg.count("<circle") == 2 * 30 for picture in averages.pictures)


def test_a_reading_is_told_by_the_spec():
    rosas, best = SEARCHES["CMCTS ROSAS, m=0.5"], SEARCHES["ISMCTS POSAS 5, m=0.1"]
    written = "cheating-mcts:iterations=9,cp=3,availability=false,final=mean,dda=rosas,momentum=0.5"
    assert rosas.named(9, Reading()) == written
    assert rosas.named(9) == written.replace("=rosas", "=true-rosas") + ",momentum_kind=abs"
    assert rosas.named(9, Reading(any_change=True)) == written + ",momentum_kind=abs"
    assert best.named(9) == "ismcts:iterations=9,cp=4,availability=false,final=mean,dda=posas,threshold=5,momentum=0.1"
    assert "abs" not in SEARCHES["CMCTS ROSAS"].named(9, Reading(any_change=True))
    for search in SEARCHES.values():
        specs = {search.named(9, reading) for reading in readings.readings_of(search).values()}
        assert len(specs) == (4 if search.has_momentum else 2)
        assert search.named(9) in specs


def test_readings_stand_beside_the_printed_figures_and_reproduce_nothing():
    report = run_study("warwick-readings", 2, iterations=2)
    means, wins, _ = report.tables
    assert report.findings == []
    assert len(means.cells) == 2 * len(wins.cells) // len(readings.OPPONENTS)
    rosas = [cell for cell in wins.cells if cell.row == "CMCTS ROSAS: as written"]
    assert [(cell.column, cell.published) for cell in rosas] == [
        ("fully-random", 0.319), ("greedy-random", 0.163), ("base", 0.091),
    ]  # fmt: skip
