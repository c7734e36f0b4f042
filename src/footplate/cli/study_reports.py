"""A study's result as people read it: printed, and in a folder with its charts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from footplate.cli import output

if TYPE_CHECKING:
    from footplate.studies.study import Cell, StudyReport, StudyTable


def print_report(report: StudyReport) -> None:
    facts = [("source", report.study.source), ("board", report.study.board), ("games", f"{report.games:,} per cell"),
             ("iterations", f"{report.iterations:,} per decision" if report.iterations else "nobody searches"),
             *([("training", str(report.training))] if report.training else []),
             ("seed", str(report.seed)), ("time", report.time),
             ("played", f"{report.date}, Footplate {report.version}")]  # fmt: skip
    output.print_facts(report.study.title, facts)
    for table in report.tables:
        output.print_table(table.title, _header(table), _rows(table))
        if table.compared:
            output.print_words(table.summary)
        output.print_lines("What the paper says", table.said)
    output.print_lines("Remarks", report.study.remarks)


def reproduced(result: StudyReport) -> str:
    """As "3 of 9"; nothing where a paper prints nothing."""
    from footplate.studies.findings import Finding

    found = result.findings
    return f"{found.count(Finding.REPRODUCED)} of {len(found)}" if found else ""


def _header(table: StudyTable) -> list[str]:
    return ["", "", table.reference, "ours", "95 %", "difference", "holds"]


def _rows(table: StudyTable) -> list[list[object]]:
    return [
        [
            cell.row,
            cell.column,
            table.text(cell.published),
            table.text(cell.ours.mean),
            table.interval(cell.ours),
            table.text(cell.difference, sign=True) if cell.difference is not None else "",
            _holds(table, cell),
        ]
        for cell in table.cells
    ]


def _holds(table: StudyTable, cell: Cell) -> str:
    """Whether theirs is reproduced; of what is not theirs, whether ours is within the sampling error of it."""
    found = table.finding(cell)
    if found:
        return {"reproduced": "yes", "not reproduced": "no", "can't be told": "open"}[found]
    return {True: "yes", False: "no", None: ""}[cell.is_within]


def write_report(report: StudyReport, folder: Path) -> None:
    from footplate.studies.chart import draw_table

    study = report.study
    lines = [f"# {study.title}", "", f"{study.source}. Board {study.board}, {report.games:,} games per cell, "
             + (f"{report.iterations:,} iterations, " if report.iterations else "")
             + (f"training: {report.training}, " if report.training else "")
             + f"seed {report.seed}, {report.time}, {report.date}.", "",
             f"Footplate {report.version}, by `{report.command}`.", ""]  # fmt: skip
    for i, table in enumerate(report.tables, start=1):
        (folder / f"table-{i}.svg").write_text(draw_table(table), encoding="utf-8")
        lines += [f"## {table.title}", "", f"![{table.title}](table-{i}.svg)", ""]
        for k, picture in enumerate(table.pictures, start=1):
            (folder / f"table-{i}-{k}.svg").write_text(picture.svg, encoding="utf-8")
            lines += [f"![{picture.title}](table-{i}-{k}.svg)", "", f"{picture.title}", ""]
        for board in table.boards:
            (folder / f"{board.name}.json").write_text(board.to_json() + "\n", encoding="utf-8")
            lines += [f"The board is {board.name}.json: `footplate design print {board.name}.json`.", ""]
        lines += ["| " + " | ".join(_header(table)) + " |", "|---|---|---:|---:|---|---:|---|"]
        lines += ["| " + " | ".join(map(str, row)) + " |" for row in _rows(table)]
        lines += ["", table.summary or "Nothing was published to compare with.", ""]
        lines += [f"- {claim}" for claim in table.said] + [""] * bool(table.claims)
    lines += ["## Remarks", ""] + [f"- {remark}" for remark in study.remarks]
    (folder / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "report.json").write_text(json.dumps(report.to_dict(), indent=1), encoding="utf-8")


def keep_other_reports(folder: Path) -> None:
    """A report of a study may be written anew, another kind of file not."""
    from footplate.files import json_of

    names = [name for name in ("report.md", "report.json") if (folder / name).exists()]
    if not names:
        return
    try:
        is_ours = "tables" in json_of((folder / "report.json").read_text("utf-8"))
    except (OSError, ValueError, TypeError):
        is_ours = False
    if not is_ours:
        raise typer.BadParameter(f"{folder / names[0]} is not a study's; choose another folder", param_hint="--out")
