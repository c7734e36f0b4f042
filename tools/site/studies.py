"""``python -m tools.site.studies``: writes the results that come with the package into docs/studies.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from footplate.studies import studies
from footplate.studies.findings import in_words
from footplate.studies.results import shipped_result
from footplate.studies.study import Cell, StudyReport, StudyTable
from tools.site.markdown import table

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"
BEGIN, END = "<!-- from here on `make results` writes -->\n", "<!-- up to here -->\n"
LONGEST = 30  # figures of a table that are set out in full


def with_results(page: str) -> str:
    """The page with the present results between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + "\n\n".join(_results()) + "\n\n" + END + after


def _results() -> Iterator[str]:
    reports = [report for report in map(shipped_result, studies()) if report]
    rows = [
        (f"`{r.study.name}`", r.study.source, in_words(r.findings) or "nothing printed", r.time, r.date)
        for r in reports
    ]
    yield table(["study", "what it plays again", "figures and orders", "time", "date"], rows)
    for report in reports:
        yield from _result(report)


def _result(report: StudyReport) -> Iterator[str]:
    yield f"### {report.study.name}: {report.study.title}"
    yield f"{report.study.source}. `{report.command}`, Footplate {report.version}, {report.date}."
    any_printed = any(one.compared for one in report.tables)
    for one in report.tables:
        if one.compared or not any_printed:
            yield from _table(one, report.study.name)


def _table(one: StudyTable, name: str) -> Iterator[str]:
    yield f"**{one.title}.** {one.summary}".strip()
    if len(one.cells) > LONGEST:
        yield f"`footplate study show {name}` prints its {len(one.cells)} figures."
    elif one.compared:
        rows = [
            (cell.row, cell.column, one.text(cell.published), _ours(one, cell), one.finding(cell) or "")
            for cell in one.cells
        ]
        yield table(["", "", one.reference, "ours (95 %)", "finding"], rows)
    else:
        yield table(["", "", "ours (95 %)"], [(cell.row, cell.column, _ours(one, cell)) for cell in one.cells])
    if one.claims:
        yield "\n".join(f"- {line}" for line in one.said)


def _ours(one: StudyTable, cell: Cell) -> str:
    return f"{one.text(cell.ours.mean)} ({one.text(cell.ours.low)} to {one.text(cell.ours.high)})"


if __name__ == "__main__":
    PAGE.write_text(with_results(PAGE.read_text("utf-8")), "utf-8")
