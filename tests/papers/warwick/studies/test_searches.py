"""The studies of methods, payoffs, trees and targets: short, against one bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footplate.papers.warwick.studies import methods, searches
from footplate.studies import run_study, studies


@pytest.mark.parametrize("name", ["warwick-payoff", "warwick-trees", "warwick-targets"])
def test_studies_of_searches_measure_every_figure(name: str):
    played: list[int] = []
    study = studies()[name].quickly()
    report = run_study(study, 2, iterations=20, seed=1, progress=played.append)
    assert sum(played) == study.total(2)
    assert all(table.cells for table in report.tables)


def test_at_equal_time_a_slower_search_gets_fewer_iterations():
    (rivals,) = searches.with_trees(1000)
    assert "iterations=1000," in rivals.others["mo-ismcts, equal iterations"]
    assert f"iterations={round(1000 / searches.TREES['mo-ismcts'])}," in rivals.others["mo-ismcts, equal time"]


def test_the_study_of_methods_measures_every_player():
    def few(iterations: int) -> dict[str, methods.Make]:
        return {name: make for name, make in methods.players(iterations).items() if name in ("rank", "time")}

    bots, judged = ("greedy-random", "base"), ("base", methods.WEAK_SEARCH)
    judge = replace(methods.JUDGE, iterations=20)
    short = methods.Comparison("short", methods.THEIRS, few, bots, judged, settled=2, judge=judge)
    played: list[int] = []
    sums, points, silly, rates = run_study(short.study(), 2, iterations=10, progress=played.append).tables
    assert sum(played) == short.total(2) == 2 * 2 * 2 + 2 * 2 * 4
    assert [cell.row for cell in sums.cells] == ["time", "time", "rank", "rank"]
    by_place = {(cell.row, cell.column): cell.ours.mean for cell in (*sums.cells, *rates.cells)}
    for name in ("rank", "time"):
        each = [by_place[name, bot] for bot in bots]
        assert by_place[name, "win rate"] == pytest.approx(sum(each) / 2)
        assert by_place[name, "distance from 50 %"] == pytest.approx(sum(abs(one - 0.5) for one in each) / 2)
    assert len(points.cells) == 4
    assert len(silly.cells) == 8
