"""The thesis's trained players beside ours."""

from __future__ import annotations

import pytest

from footplate.arena import play_match
from footplate.boards import load_board
from footplate.studies import run_study, thesis_learning
from footplate.studies.registry import study_named
from footplate.studies.thesis_learning import COMPLETE, INCOMPLETE, player_of


def test_every_cell_is_measured_beside_the_published_figure() -> None:
    played: list[int] = []
    report = run_study("thesis-learning", 4, seed=1, progress=played.append)
    assert sum(played) == study_named("thesis-learning").total(4)
    alone, *tables = report.tables
    assert [cell.published for cell in alone.cells] == [5.0, 4.0]
    assert [len(table.cells) for table in tables] == [12, 12, 12, 12, 6, 6]
    wins = {(cell.row, cell.column): cell.published for table in tables[::2] for cell in table.cells}
    assert wins["SelfplayPG", "t2r-greedy"] == 0.353
    assert [wins["PG", bot] for bot in thesis_learning.BOTS] == [0.970, 0.743, 0.869]
    assert all(cell.published is None for cell in tables[-1].cells)


def test_a_network_plays_where_it_did_not_learn() -> None:
    agent = player_of("pg-self-play", COMPLETE, INCOMPLETE)
    assert load_board(INCOMPLETE).rules_hash != load_board(COMPLETE).rules_hash
    totals = play_match(INCOMPLETE, [agent, "t2r-random"], 40, seed=3).agents[0].mean_score
    assert totals.mean == pytest.approx(4.8, abs=0.8)
