"""Findings: when a printed figure or a claim is reproduced, when it isn't, and when that can't be told."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from footplate.arena.statistics import Estimate, share_estimate
from footplate.studies.findings import Claim, Finding, counted, in_order, in_words, more
from footplate.studies.published import exactly, rounded
from footplate.studies.study import Cell, Printed, StudyTable


def cell(ours: float, half: float, published: float | None, error: float = 0.0) -> Cell:
    theirs = None if published is None else Printed(published, error)
    return Cell("a", "b", Estimate(ours, ours - half, ours + half), theirs)


@pytest.mark.parametrize(
    ("ours", "half", "published", "error", "finding"),
    [
        (0.50, 0.02, 0.515, 0.0, Finding.REPRODUCED),
        (0.50, 0.02, 0.53, 0.0, Finding.NOT_REPRODUCED),
        (0.50, 0.02, 0.53, 0.02, Finding.REPRODUCED),  # theirs is widened, too
        (0.50, 0.06, 0.515, 0.0, Finding.OPEN),  # a figure 5 points away would be within as well
        (0.50, 0.02, 0.515, 0.03, Finding.OPEN),
        (0.50, 0.06, 0.60, 0.0, Finding.NOT_REPRODUCED),  # that is told by a wide interval, too
        (0.50, 0.02, None, 0.0, None),
    ],
)
def test_a_printed_figure_is_reproduced_within_the_error_of_both(ours, half, published, error, finding):
    table = StudyTable("t", (cell(ours, half, published, error),), percent=True)
    assert table.finding(table.cells[0]) is finding
    assert table.findings == [finding] * (finding is not None)


def test_a_long_side_of_an_interval_leaves_it_open_on_whichever_side_the_printed_figure_lies():
    """Few games near 0: 10 % would be within as well, so that 4.5 % is not reproduced by 5 %."""
    for high, finding in ((0.09, Finding.REPRODUCED), (0.11, Finding.OPEN), (math.inf, Finding.OPEN)):
        few = Cell("a", "b", Estimate(0.05, 0.001, high), Printed(0.045))
        assert StudyTable("t", (few,), percent=True).findings == [finding]


def test_of_other_figures_a_tenth_of_the_largest_matters():
    near, far = cell(10.0, 0.9, 10.5), cell(40.0, 4.5, 41.0)
    table = StudyTable("t", (near, far, cell(1.0, 0.1, None)))
    assert table.margin == pytest.approx(4.1)
    assert table.findings == [Finding.REPRODUCED, Finding.OPEN]


def test_what_stands_beside_a_target_is_not_reproduced():
    table = StudyTable("t", (cell(0.50, 0.02, 0.5),), percent=True, reference="target")
    assert table.findings == []
    assert table.cells[0].is_within
    assert "reproduced" not in table.summary


def test_what_is_counted_is_reproduced_if_it_rounds_to_what_is_printed():
    for ours, finding in ((11.64, Finding.REPRODUCED), (11.66, Finding.NOT_REPRODUCED)):
        table = StudyTable("t", (Cell("a", "b", exactly(ours), rounded(11.6, 1)),))
        assert table.findings == [finding]


def test_a_summary_names_the_few_figures_that_are_not_reproduced():
    near, far = cell(0.50, 0.02, 0.51), replace(cell(0.50, 0.02, 0.70), row="path", column="")
    summary = StudyTable("t", (near, near, far), digits=1, percent=True).summary
    assert summary.startswith("Figures: 2 of 3 reproduced; the root mean square of the differences is 11.6.")
    assert summary.endswith("Not reproduced: path: 70.0, ours 50.0.")
    assert "path" not in StudyTable("t", (near, far, far, far, far), percent=True).summary
    assert StudyTable("t", (near, near), percent=True).summary == "All 2 figures are reproduced."
    assert StudyTable("t", (cell(0.5, 0.02, None),), percent=True).summary == ""


def test_what_is_counted_has_no_interval():
    counted_there, measured = Cell("a", "b", exactly(11.6), rounded(12.0, 1)), cell(0.50, 0.02, 0.51)
    table = StudyTable("t", (counted_there,), digits=1, reference="their board")
    assert table.with_interval(counted_there.ours) == "11.6"
    assert table.summary == ""
    assert table.with_interval(measured.ours, sign=True) == "+0.5 (+0.5 to +0.5)"


def test_claims_are_decided_by_the_side_of_zero():
    ends = {(0.01, 0.2): Finding.REPRODUCED, (-0.2, -0.01): Finding.NOT_REPRODUCED, (-0.1, 0.1): Finding.OPEN}
    for (low, high), finding in ends.items():
        assert Claim("a", Estimate((low + high) / 2, low, high)).finding is finding


def test_orders_are_told_by_paired_differences():
    """On every deal one wins a little more, while deals differ much: apart, their intervals overlap."""
    rng = np.random.default_rng(1)
    luck = rng.uniform(0.2, 0.8, 200)
    by_deal = {"weak": luck, "strong": luck + rng.uniform(0, 0.08, 200), "like weak": luck}
    apart = [share_estimate(by_deal[name]) for name in ("weak", "strong")]
    assert apart[0].high > apart[1].low
    printed = {"weak": 0.3, "strong": 0.6, "like weak": 0.3}
    (claim,) = in_order(printed, by_deal, "wins")  # those printed alike claim nothing
    assert claim.text == "strong wins more than weak"
    assert claim.difference.mean == pytest.approx(0.04, abs=0.01)
    assert claim.finding is Finding.REPRODUCED
    assert more("other way", by_deal["weak"], by_deal["strong"]).finding is Finding.NOT_REPRODUCED


def test_two_equal_deals_tell_nothing():
    one, other = np.array([0.25, 0.25]), np.array([0.5, 0.5])
    assert more("a", other, one).finding is Finding.OPEN
    assert more("a", other[:1], one[:1], are_shares=False).finding is Finding.OPEN


def test_findings_are_counted():
    found = [Finding.REPRODUCED, Finding.OPEN, Finding.NOT_REPRODUCED, Finding.OPEN]
    assert counted(found) == {"reproduced": 1, "not reproduced": 1, "can't be told": 2}
    assert in_words(found) == "1 of 4 reproduced, 2 can't be told"
    assert in_words(found[:1]) == "1 of 1 reproduced"
    assert in_words([]) == ""


def test_a_table_is_the_same_after_json():
    cells = (cell(0.5, math.inf, 0.4, 0.01), cell(0.5, 0.1, None))
    claims = (Claim("more", Estimate(0.1, -math.inf, math.inf)),)
    table = StudyTable("t", cells, digits=1, percent=True, claims=claims, reference="target")
    text = json.dumps(table.to_dict())
    assert "Infinity" not in text
    assert StudyTable.from_dict(json.loads(text)) == table
