"""``footplate study``: the papers' tables, played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footplate.cli import output
from footplate.cli.waiting import compile_once, progress_bar

if TYPE_CHECKING:
    from footplate.arena import MatchResult
    from footplate.studies.study import Cell, StudyReport, StudyTable

app = typer.Typer(help="The papers' tables, played again and set beside ours.", no_args_is_help=True)


@app.command("list", epilog="Example: footplate study list")
def list_studies(json: output.JsonOption = False) -> None:
    """The studies: what each reproduces, how long it takes, and how much was reproduced the last time."""
    from footplate.studies import studies
    from footplate.studies.findings import counted
    from footplate.studies.results import shipped_result

    results = {study: shipped_result(study.name) for study in studies().values()}
    if json:
        names = ("name", "title", "source", "takes", "games", "iterations")
        output.print_json(
            [
                {
                    **{name: getattr(study, name) for name in names},
                    "games_in_all": study.in_all(study.games),
                    "training": study.training and asdict(study.training),
                    "findings": result and counted(result.findings),
                    "date": result and result.date,
                }
                for study, result in results.items()
            ]
        )
        return
    rows = [[s.name, s.source, s.takes, _reproduced(result) if result else ""] for s, result in results.items()]
    output.print_table("Studies", ["name", "reproduces", "takes", "did"], rows)
    output.print_words(
        "did: so many of its printed figures and orders it reproduced the last time. "
        "`footplate study show NAME` prints that result."
    )


def _reproduced(result: StudyReport) -> str:
    """As "3 of 9"; nothing where a paper prints nothing."""
    from footplate.studies.findings import Finding

    found = result.findings
    return f"{found.count(Finding.REPRODUCED)} of {len(found)}" if found else ""


@app.command(epilog="Example: footplate study show yang-heuristics")
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A study, or a folder that `study run --out` wrote.")],
    json: output.JsonOption = False,
) -> None:
    """The newest result of a study that comes with Footplate, or the one in a folder, without playing."""
    from footplate.studies.results import result_of

    report = result_of(name)
    if json:
        output.print_json(report.to_dict())
    else:
        _print(report)


@app.command(epilog="Example: footplate study run warwick-round-robin --games 2000 --out warwick")
def run(
    name: Annotated[str, typer.Argument(help="A name that `footplate study list` shows.")],
    games: Annotated[
        int | None, typer.Option(min=2, max=output.MAX_GAMES, help="Games per cell; default: as the list says.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="Iterations of each search, in studies of searching agents.")
    ] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Steps of training, in studies that train networks.")] = None,
    seeds: Annotated[int | None, typer.Option(min=1, help="Networks of each kind, in the same studies.")] = None,
    checkpoints: Annotated[int | None, typer.Option(min=1, help="Points of their learning curves.")] = None,
    runs: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of their runs: finished ones are used, others go on; else OUT/runs."),
    ] = None,
    seed: output.SeedOption = 0,
    out_folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Also write report.md, report.json and the plots there.")
    ] = None,
    json: output.JsonOption = False,
) -> None:
    """Play a paper's table again, and print theirs beside ours, cell by cell. The same command goes on after Ctrl-C."""
    from footplate.studies.registry import StudyInterrupted, run_study, study_named, training_of

    study = study_named(name)
    training = training_of(study, steps, seeds, checkpoints)
    if runs and training is None:
        raise typer.BadParameter(f"nobody is trained in study {name!r}", param_hint="--runs")
    if out_folder:
        out_folder.mkdir(parents=True, exist_ok=True)
        _keep_other_reports(out_folder)
    kept = _place_to_keep(out_folder)
    compile_once()
    bar = progress_bar()
    task = bar.add_task(study.name, total=study.in_all(games or study.games, training))
    try:
        with bar:
            report = run_study(
                study, games, iterations=iterations, training=training, seed=seed, folder=kept,
                progress=lambda n: bar.advance(task, n),
                runs=runs or (out_folder / "runs" if out_folder and training else None),
            )  # fmt: skip
    except StudyInterrupted as stopped:
        _print_matches(name, stopped.matches, json)
        after = " The same command goes on from there." if study.goes_on else " It begins anew the next time."
        after = after if kept else ""
        output.say(f"Stopped after {bar.tasks[0].completed:,.0f} of {bar.tasks[0].total:,.0f} games.{after}")
        raise typer.Exit(130) from None
    if json:
        output.print_json({**report.to_dict(), "interrupted": False})
    else:
        _print(report)
    if out_folder:
        _write(report, out_folder)
        output.say(f"Report and plots are in {out_folder}.")


def _keep_other_reports(folder: Path) -> None:
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


def _place_to_keep(out_folder: Path | None) -> Path | None:
    """A folder for what is played until the study is over; None, after a sentence, where none can be made."""
    from footplate.files import data_folder

    try:
        folder = (out_folder or data_folder() / "studies") / "played"
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        output.say(f"What is played can't be kept ({error.strerror}), so a study that is stopped begins anew.")
        return None
    return folder


def _print_matches(name: str, matches: Sequence[MatchResult], json: bool) -> None:
    """What a study had found out when it was stopped."""
    if json:
        output.print_json({"name": name, "interrupted": True, "matches": [match.to_dict() for match in matches]})
        return
    rows = [
        [
            match.board,
            " – ".join(agent.agent for agent in match.agents),
            match.games,
            output.percent(match.agents[0].win_rate),
        ]
        for match in matches
    ]
    if rows:
        output.print_table("Played so far", ["board", "agents", "games", "first one's win rate (95 %)"], rows)


def _print(report: StudyReport) -> None:
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
        output.print_lines("What the paper says", _claims(table))
    output.print_lines("Remarks", report.study.remarks)


def _header(table: StudyTable) -> list[str]:
    return ["", "", table.reference, "ours", "95 %", "difference", "holds"]


def _rows(table: StudyTable) -> list[list[object]]:
    return [
        [
            cell.row,
            cell.column,
            table.text(cell.published),
            table.text(cell.ours.mean),
            f"{table.text(cell.ours.low)} to {table.text(cell.ours.high)}",
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


def _claims(table: StudyTable) -> list[str]:
    """Sentences: what is said, our difference, and the finding."""
    return [
        f"{claim.text}: {table.text(claim.difference.mean, sign=True)} "
        f"({table.text(claim.difference.low, sign=True)} to {table.text(claim.difference.high, sign=True)}), "
        f"{claim.finding.value}."
        for claim in table.claims
    ]


def _write(report: StudyReport, folder: Path) -> None:
    import json

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
        lines += ["| " + " | ".join(_header(table)) + " |", "|---|---|---:|---:|---|---:|---|"]
        lines += ["| " + " | ".join(map(str, row)) + " |" for row in _rows(table)]
        lines += ["", table.summary or "Nothing was published to compare with.", ""]
        lines += [f"- {claim}" for claim in _claims(table)] + [""] * bool(table.claims)
    lines += ["## Remarks", ""] + [f"- {remark}" for remark in study.remarks]
    (folder / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "report.json").write_text(json.dumps(report.to_dict(), indent=1), encoding="utf-8")
