"""The thesis's trained players beside ours."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

from footplate.arena import play_match
from footplate.boards import load_board
from footplate.charts import draw_histograms
from footplate.papers.thesis.studies import heuristics, learning
from footplate.papers.thesis.studies.learning import Shipped, player_of
from footplate.papers.thesis.studies.parts import part_of, together, wait_of
from footplate.papers.thesis.studies.suites import COMPLETE, INCOMPLETE, SUITES, Trained
from footplate.studies import run_study
from footplate.studies.findings import Finding
from footplate.studies.registry import study_named
from footplate.studies.study import StudyReport


@pytest.fixture(scope="module")
def report() -> StudyReport:
    played: list[int] = []
    report = run_study("thesis-learning", 20, seed=2, progress=played.append)
    assert sum(played) == study_named("thesis-learning").total(20)
    return report


def test_every_cell_is_measured_beside_the_published_figure(report: StudyReport) -> None:
    alone, waiting, *tables, adjustment = report.tables
    assert [cell.published for cell in alone.cells] == [5.0, 4.0, None, None, None]
    assert [len(waiting.cells), len(adjustment.cells)] == [15, 8]
    assert [len(table.cells) for table in tables] == [40, 7, 80, 28, 40, 7, 80, 28, 6, 2, 12, 8]
    wins = {(cell.row, cell.column): cell.published for table in tables[::4] for cell in table.cells}
    assert wins["SelfplayPG", "t2r-greedy"] == 0.353
    assert wins["t2r-greedy", "SelfplayPG"] == 0.691
    assert wins["SupervisedES", "SelfplayPG"] == 0.290
    assert [wins["PG", bot] for bot in learning.BOTS] == [0.970, 0.743, 0.869]
    rewards = {(cell.row, cell.column): cell.published for cell in tables[2].cells}
    assert rewards["SelfplayPG", "SupervisedES: second"] == 4.12
    assert all(cell.published is None for cell in tables[-2].cells)
    pictures = [[picture.title for picture in table.pictures] for table in report.tables]
    assert [len(titles) for titles in pictures] == [2, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 7, 0, 1]
    for table in report.tables:
        for picture in table.pictures:
            ElementTree.fromstring(picture.svg)


def test_a_pair_is_measured_from_both_seats(report: StudyReport) -> None:
    """Both orders come from one match: whoever is first, wins go with rewards."""
    for wins, rewards in (report.tables[2:6:2], report.tables[6:10:2]):
        shares = {(cell.row, cell.column): cell.ours.mean for cell in wins.cells}
        totals = {(cell.row, cell.column): cell.ours.mean for cell in rewards.cells}
        for (first, second), share in shares.items():
            ahead = totals[first, f"{second}: first"] - totals[first, f"{second}: second"]
            assert abs(ahead) < 0.8 or (share > 0.5) == (ahead > 0), (first, second)


def test_totals_are_means_of_the_rows_and_printed_ones_their_sums(report: StudyReport) -> None:
    """Games of heuristics among themselves are in their totals, but not in the cells: another study prints those."""
    wins, totals = report.tables[2:4]
    printed = {cell.row: round(7000 * (cell.published or 0)) for cell in totals.cells}
    assert printed == {
        "SupervisedPG": 4416, "SelfplayPG": 4683, "SupervisedES": 2974, "SelfplayES": 1857, "t2r-random": 2331,
        "t2r-greedy": 5625, "t2r-frugal": 3419,
    }  # fmt: skip
    assert SUITES[1].totals()["t2r-frugal"] == 3569  # the thesis prints 2,569
    for total in totals.cells:
        row = [cell.ours.mean for cell in wins.cells if cell.row == total.row]
        if len(row) == 7:
            assert total.ours.mean == pytest.approx(np.mean(row))
    assert len(totals.claims) == 6 + 2
    assert totals.claims[-1].text == "all of tier 2 win more than tier 3 (SelfplayES, t2r-random)"


def test_a_tier_is_as_good_as_its_worst() -> None:
    suite = replace(SUITES[0], tiers=(("a", "b"), ("c", "d")))
    by_deal = {name: np.full(2000, share) for name, share in {"a": 0.9, "b": 0.6, "c": 0.7, "d": 0.1}.items()}
    (claim,) = learning.tiers_of(suite, by_deal)
    assert claim.difference.mean == pytest.approx(-0.1)
    assert claim.finding == Finding.NOT_REPRODUCED


def test_waiting_counts_turns_of_drawing() -> None:
    """Beside records read action by action: on t2r each is a turn."""
    board = load_board(INCOMPLETE)
    alone = play_match(board, ["t2r-frugal"], 30, seed=4, keep_records=True, keep_finals=True)
    turns = [[move.text for move in record.moves] for record in alone.results.records]
    assert part_of(board, alone.results).draws.tolist() == [texts.count("draw") for texts in turns]
    first = [min(i for i, text in enumerate([*texts, "claim"]) if text.startswith("claim")) for texts in turns]
    assert wait_of(board, alone).turns.tolist() == first
    assert wait_of(board, alone).cards.tolist() == [5 + 2 * n for n in first]
    duel = play_match(board, ["t2r-frugal", "t2r-greedy"], 30, seed=4, keep_records=True, keep_finals=True)
    for agent in (0, 1):
        part, seats = part_of(board, duel.results, agent), duel.results.seat_of[:, agent]
        for game, (record, seat) in enumerate(zip(duel.results.records, seats, strict=True)):
            own = [move.text for move in record.moves if move.seat == seat]
            assert part.draws[game] == own.count("draw")
            before = own[: int(wait_of(board, duel, agent).turns[game])]
            assert set(before) <= {"draw"}
            assert len(before) == len(own) or own[len(before)].startswith("claim")
            assert part.claims[game] == len(own) - own.count("draw")
    assert together([part, part]).use == part.use


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
