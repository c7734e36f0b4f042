"""The summary of docs/studies.md: what each line says, and that a line without a result is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tools.site import headlines, summary
from tools.site.headlines import Figures, Headline, Said, Tables
from tools.site.studies import PAGE

from footplate.arena.statistics import Estimate
from footplate.studies import studies
from footplate.studies.findings import Claim
from footplate.studies.study import Cell, Printed, StudyReport, StudyTable

HALF = Estimate(0.5, 0.48, 0.52)
NEAR, FAR, WIDE = Printed(0.51), Printed(0.8), Printed(0.5, 0.1)
MORE, LESS, OPEN = (Estimate(mean, mean - 0.1, mean + 0.1) for mean in (0.2, -0.2, 0.0))


def table(title: str, printed: Sequence[Printed], *claims: Claim, reference: str = "theirs") -> StudyTable:
    cells = tuple(Cell("row", str(place), HALF, one) for place, one in enumerate(printed))
    return StudyTable(title, cells, 1, percent=True, claims=claims, reference=reference)


TABLES = (
    table("Figure 1: wins, %", (NEAR, FAR), Claim("a wins more than b", MORE), Claim("b wins more than c", LESS)),
    table("Figure 2: wins, %", (NEAR, NEAR), Claim("c draws more than d", OPEN), Claim("a draws more than c", MORE)),
    table("Figure 3: wins, %", (WIDE,)),
    table("Figure 4: one reading, %", (NEAR, FAR), reference="printed"),
)


@pytest.fixture(autouse=True)
def _one_result(monkeypatch: pytest.MonkeyPatch) -> None:
    study = replace(studies()["levels"], name="its-study")
    report = StudyReport(study, 2, None, None, 0, 1.0, TABLES)
    monkeypatch.setattr(summary, "shipped_result", {"its-study": report}.get)


def told(monkeypatch: pytest.MonkeyPatch, *lines: Headline) -> tuple[str, list[str]]:
    """The sentence and the lines of a paper with these headlines."""
    monkeypatch.setattr(summary, "PAPERS", {"A paper": ("page.md", lines)})
    sentence, grid = summary.summary()
    return sentence, grid.splitlines()[2:]


def test_each_line_has_theirs_ours_and_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = "50.0 (48.0 to 52.0)"
    sentence, lines = told(
        monkeypatch,
        Figures("two", "its-study", "Figure 1", (("row", "0"), ("row", "1"))),
        Figures("alike", "its-study", "Figure 2", (("row", "0"), ("row", "1"))),
        Figures("open", "its-study", "Figure 3", (("row", "0"),)),
        Figures("beside", "its-study", "Figure 4", (("row", "0"), ("row", "1"))),
        Tables("all", "its-study", ("Figure 1", "Figure 2")),
        Said("one", "its-study", ("a wins",)),
        Said("wins", "its-study", ("wins more",)),
        Said("not", "its-study", ("b wins",)),
    )
    assert lines == [
        f"| two | 51.0; 80.0 | {ours}; {ours} | reproduced; not reproduced |",
        f"| alike | 51.0; 51.0 | {ours}; {ours} | reproduced |",
        f"| open | 50.0 | {ours} | can't be told |",
        f"| beside | 51.0; 80.0 | {ours}; {ours} | agrees; differs |",
        "| all | 4 figures | RMS difference 21.2 and 1.0 | 3 of 4 reproduced |",
        "| one | more than 0 | +20.0 (+10.0 to +30.0) | reproduced |",
        "| wins | 2 statements |  | 1 of 2 reproduced; not that b wins more than c |",
        "| not | more than 0 | −20.0 (−30.0 to −10.0) | not reproduced |",
    ]
    assert sentence == (
        "**A paper** ([page.md](page.md)). Of 8 lines: 2 reproduced, 4 in part, 1 not reproduced and 1 can't be told."
    )


@pytest.mark.parametrize(
    "line",
    [
        Figures("x", "its-study", "Figure 9", (("row", "0"),)),
        Figures("x", "its-study", "Figure 1", (("row", "7"),)),
        Tables("x", "its-study", ("Figure 9",)),
        Said("x", "its-study", ("nobody says this",)),
        Figures("x", "no-study", "Figure 1", (("row", "0"),)),
    ],
)
def test_a_line_without_a_figure_is_refused(line: Headline, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LookupError):
        told(monkeypatch, line)


def test_the_lines_of_the_papers_are_few_and_differ() -> None:
    assert len(headlines.PAPERS) == 4
    for page, lines in headlines.PAPERS.values():
        assert (PAGE.parent / page).exists()
        assert len({line.text for line in lines}) == len(lines) <= 12
