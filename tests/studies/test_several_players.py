"""The study of ``adaptive`` with several players, at a small table."""

from __future__ import annotations

import pytest

from footplate.studies import run_study, studies


def test_every_table_has_its_even_share_and_half():
    played: list[int] = []
    study = studies()["target-win-rate-players"].quickly()
    rates, points = run_study(study, 4, seed=1, progress=played.append).tables
    assert sum(played) == study.total(4) == 12  # six games a deal
    aims = {cell.column: cell.published for cell in rates.cells}
    assert aims == {"even share": pytest.approx(1 / 3), "half": 0.5}
    assert {cell.row for cell in (*rates.cells, *points.cells)} == {"new_york, 3 players: planner, growing"}
