"""The thesis's trained players beside ours."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

from footplate.arena import play_match
from footplate.boards import load_board
from footplate.charts import draw_histograms
from footplate.papers.thesis.studies import heuristics, learning
from footplate.papers.thesis.studies.learning import COMPLETE, INCOMPLETE, Shipped, Trained, player_of
from footplate.studies import run_study
from footplate.studies.registry import study_named
from footplate.studies.study import StudyReport


@pytest.fixture(scope="module")
def report() -> StudyReport:
    played: list[int] = []
    report = run_study("thesis-learning", 20, seed=2, progress=played.append)
    assert sum(played) == study_named("thesis-learning").total(20)
    return report


def test_every_cell_is_measured_beside_the_published_figure(report: StudyReport) -> None:
    alone, *tables = report.tables
    assert [cell.published for cell in alone.cells] == [5.0, 4.0, None, None, None]
    assert [len(table.cells) for table in tables] == [40, 80, 40, 80, 6, 12]
    wins = {(cell.row, cell.column): cell.published for table in tables[::2] for cell in table.cells}
    assert wins["SelfplayPG", "t2r-greedy"] == 0.353
    assert wins["t2r-greedy", "SelfplayPG"] == 0.691
    assert wins["SupervisedES", "SelfplayPG"] == 0.290
    assert [wins["PG", bot] for bot in learning.BOTS] == [0.970, 0.743, 0.869]
    rewards = {(cell.row, cell.column): cell.published for cell in tables[1].cells}
    assert rewards["SelfplayPG", "SupervisedES: second"] == 4.12
    assert all(cell.published is None for cell in tables[-1].cells)
    pictures = [[picture.title for picture in table.pictures] for table in report.tables]
    assert [len(titles) for titles in pictures] == [6, 0, 5, 0, 5, 0, 3]
    for table in report.tables:
        for picture in table.pictures:
            ElementTree.fromstring(picture.svg)


def test_a_pair_is_measured_from_both_seats(report: StudyReport) -> None:
    """Both orders come from one match: whoever is first, wins go with rewards."""
    for wins, rewards in (report.tables[1:3], report.tables[3:5]):
        shares = {(cell.row, cell.column): cell.ours.mean for cell in wins.cells}
        totals = {(cell.row, cell.column): cell.ours.mean for cell in rewards.cells}
        for (first, second), share in shares.items():
            ahead = totals[first, f"{second}: first"] - totals[first, f"{second}: second"]
            assert abs(ahead) < 0.8 or (share > 0.5) == (ahead > 0), (first, second)


def test_histograms_count_every_game() -> None:
    drawn = draw_histograms("rewards", {"one": np.array([0.1, 0.1, 4.9]), "other": np.array([2.0])})
    bars = list(ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}g"))
    assert [len(group) for group in bars if group.get("fill-opacity")] == [2, 1]


def test_a_network_plays_where_it_did_not_learn() -> None:
    agent = player_of(Shipped(), Trained("pg-self-play", COMPLETE), INCOMPLETE)
    assert load_board(INCOMPLETE).rules_hash != load_board(COMPLETE).rules_hash
    totals = play_match(INCOMPLETE, [agent, "t2r-random"], 40, seed=3).agents[0].mean_score
    assert totals.mean == pytest.approx(4.8, abs=0.8)


def test_the_figures_of_the_heuristics_have_a_row_and_a_column_for_each() -> None:
    for board in (COMPLETE, INCOMPLETE):
        assert set(heuristics.WINS[board]) == set(heuristics.REWARDS[board]) == set(product(heuristics.BOTS, repeat=2))
