"""What was reproduced of each paper and what was not: a line for each thing that it is known for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from footplate.studies.findings import Claim, Finding, in_words
from footplate.studies.results import shipped_result
from footplate.studies.study import Cell, StudyReport, StudyTable
from footplate.words import listed
from tools.site.headlines import PAPERS, Figures, Headline, Said, Tables
from tools.site.markdown import table


@dataclass(frozen=True)
class Line:
    """One of the things that a paper finds, and what ours says of it."""

    text: str
    theirs: str
    ours: str
    findings: Sequence[Finding | str]
    words: str  # the findings

    @property
    def verdict(self) -> str:
        """What is found of all of it, or that it is one thing of some and another of others."""
        alike = set(self.findings)
        return str(alike.pop()) if len(alike) == 1 else IN_PART


IN_PART = "in part"


def summary() -> Iterator[str]:
    for paper, (page, headlines) in PAPERS.items():
        lines = [_line(headline) for headline in headlines]
        verdicts = [line.verdict for line in lines]
        kinds = ("reproduced", IN_PART, "not reproduced", "can't be told")
        counts = listed([f"{verdicts.count(kind)} {kind}" for kind in kinds if kind in verdicts])
        yield f"**{paper}** ([{page}]({page})). Of {len(lines)} lines: {counts}."
        rows = [(line.text, line.theirs, line.ours, line.words) for line in lines]
        yield table(["what it finds", "theirs", "ours (95 %)", "finding"], rows)


def _line(headline: Headline) -> Line:
    report = shipped_result(headline.study)
    if report is None:
        raise LookupError(f"no result of {headline.study} comes with the package, and the summary needs one")
    match headline:
        case Figures():
            return _of_figures(report, headline)
        case Tables():
            return _of_tables(report, headline)
        case Said():
            return _of_claims(report, headline)


def _of_figures(report: StudyReport, headline: Figures) -> Line:
    (one,) = _named(report, headline.table)
    cells = [_cell(one, place) for place in headline.places]
    findings = [one.finding(cell) or _beside(cell) for cell in cells]
    alike = findings[:1] if len(set(findings)) == 1 else findings
    theirs = "; ".join(one.text(cell.published) for cell in cells)
    ours = "; ".join(one.with_interval(cell.ours) for cell in cells)
    return Line(headline.text, theirs, ours, findings, "; ".join(alike))


def _of_tables(report: StudyReport, headline: Tables) -> Line:
    tables = [one for title in headline.tables for one in _named(report, title)]
    findings = [found for one in tables for found in map(one.finding, one.cells) if found]
    apart = [one.text(one.rms_difference) for one in tables] if len(tables) <= 2 else []
    ours = f"RMS difference {listed(apart)}" if apart else ""
    return Line(headline.text, f"{len(findings)} figures", ours, findings, in_words(findings))


def _of_claims(report: StudyReport, headline: Said) -> Line:
    found = [(one, claim) for one in report.tables for claim in one.claims if _has(claim, headline.words)]
    if not found:
        raise LookupError(f"{report.study.name} claims nothing with {headline.words}")
    findings = [claim.finding for _, claim in found]
    if len(found) == 1:
        ((one, claim),) = found
        ours = one.with_interval(claim.difference, sign=True)
        return Line(headline.text, "more than 0", ours, findings, claim.finding)
    failed = [claim.text for _, claim in found if claim.finding is Finding.NOT_REPRODUCED]
    named = f"; not that {failed[0]}" if len(failed) == 1 else ""
    return Line(headline.text, f"{len(found)} statements", "", findings, in_words(findings) + named)


def _has(claim: Claim, words: Sequence[str]) -> bool:
    return any(some in claim.text for some in words)


def _named(report: StudyReport, title: str) -> list[StudyTable]:
    """The tables with printed figures whose title begins so."""
    found = [one for one in report.tables if one.title.startswith(title) and one.compared]
    if not found:
        raise LookupError(f"{report.study.name} has no table {title!r}")
    return found


def _cell(one: StudyTable, place: tuple[str, str]) -> Cell:
    for cell in one.cells:
        if (cell.row, cell.column) == place:
            return cell
    raise LookupError(f"{one.title} has no figure {place}")


def _beside(cell: Cell) -> str:
    """Of a figure that stands beside ours as one reading of several, of which nothing is said to be reproduced."""
    return "agrees" if cell.is_within else "differs"
