"""``python -m tools.site.studies``: writes the results that come with the package into docs/studies.md."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from footplate.studies import studies
from footplate.studies.findings import in_words
from footplate.studies.results import shipped_result
from footplate.studies.study import Cell, Study, StudyReport, StudyTable
from tools.site.markdown import table
from tools.site.summary import summary

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"
# What is written, each between two marks.
SUMMARY = "<!-- from here on `make results` writes the summary -->\n", "<!-- up to here the summary -->\n"
RESULTS = "<!-- from here on `make results` writes -->\n", "<!-- up to here -->\n"
LONGEST = 30  # figures of a table that are set out in full, one below the other
WIDEST, TALLEST = 12, 30  # columns and lines of a longer one


def with_results(page: str) -> str:
    """The page with the present results and their summary, each between its two marks."""
    for (begin, end), parts in ((SUMMARY, summary()), (RESULTS, _results())):
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = before + begin + "\n" + "\n\n".join(parts) + "\n\n" + end + after
    return page


def _results() -> Iterator[str]:
    reports = [report for report in map(shipped_result, studies()) if report]
    rows = [
        (f"`{r.study.name}`", r.study.source, in_words(r.findings) or "nothing printed", r.time, r.date)
        for r in reports
    ]
    yield table(["study", "what it plays again", "figures and orders", "time", "date"], rows)
    missing = [study for study in studies().values() if shipped_result(study.name) is None]
    if missing:
        yield "No result comes with the package of:"
        yield table(["study", "what it plays again", "why not"], map(_missing, missing))
    for report in reports:
        yield from _result(report)


def _missing(study: Study) -> tuple[str, str, str]:
    return f"`{study.name}`", study.source, study.unshipped


def _result(report: StudyReport) -> Iterator[str]:
    yield f"### {report.study.name}: {report.study.title}"
    yield f"{report.study.source}. `{report.command}`, Footplate {report.version}, {report.date}."
    any_printed = any(one.compared for one in report.tables)
    for one in report.tables:
        if one.compared or one.claims or not any_printed:
            yield from _table(one, report.study.name)
    if report.study.remarks:
        yield "Remarks:\n\n" + "\n".join(f"- {remark}" for remark in report.study.remarks)


def _table(one: StudyTable, name: str) -> Iterator[str]:
    yield f"**{one.title}.** {one.summary}".strip()
    if len(one.cells) > LONGEST:
        yield from large_table(one, name)
    elif any(map(one.finding, one.cells)):
        yield table(
            ["", "", one.reference, "ours (95 %)", "finding"],
            [(*_figures(one, cell), one.finding(cell) or "") for cell in one.cells],
        )
    elif one.compared:
        yield table(["", "", one.reference, "ours (95 %)"], [_figures(one, cell) for cell in one.cells])
    else:
        yield table(
            ["", "", "ours (95 %)"], [(cell.row, cell.column, one.with_interval(cell.ours)) for cell in one.cells]
        )
    if one.claims:
        yield "\n".join(f"- {line}" for line in one.said)


def large_table(one: StudyTable, name: str) -> Iterator[str]:
    """Rows and columns as the study has them, without the intervals; where there are too many, who prints them."""
    more = f"`footplate study show {name}` prints"
    rows, columns = list(dict.fromkeys(c.row for c in one.cells)), list(dict.fromkeys(c.column for c in one.cells))
    found = {(cell.row, cell.column): cell for cell in one.cells}
    is_grid = len(found) == len(one.cells) > len(rows) + len(columns)
    if not is_grid or min(len(rows), len(columns)) > WIDEST or max(len(rows), len(columns)) > TALLEST:
        yield f"{more} its {len(one.cells)} figures."
        return
    is_turned = len(columns) > WIDEST
    across, down = (rows, columns) if is_turned else (columns, rows)
    what = f"{one.reference.capitalize()} / ours" if one.compared else "Ours"
    widest = max(c.ours.high - c.ours.low for c in one.cells) / 2
    reach = f"; half an interval (95 %) is at most {one.text(widest)}" if math.isfinite(widest) else ""
    yield f"{what}{reach}. {more} all intervals."

    def line(place: str) -> list[str]:
        cells = (found.get((other, place) if is_turned else (place, other)) for other in across)
        return [place, *(_both(one, cell) if cell else "" for cell in cells)]

    yield table(["", *across], map(line, down))


def _both(one: StudyTable, cell: Cell) -> str:
    ours = one.text(cell.ours.mean)
    return f"{one.text(cell.published)} / {ours}" if cell.published is not None else ours


def _figures(one: StudyTable, cell: Cell) -> tuple[str, str, str, str]:
    return cell.row, cell.column, one.text(cell.published), one.with_interval(cell.ours)


if __name__ == "__main__":
    PAGE.write_text(with_results(PAGE.read_text("utf-8")), "utf-8")
