"""``footplate study``: the papers' tables, played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footplate.cli import output
from footplate.cli.study_reports import keep_other_reports, print_report, reproduced, write_report
from footplate.cli.waiting import compile_once, progress_bar

if TYPE_CHECKING:
    from footplate.arena import MatchResult
    from footplate.studies.study import Study, StudyReport, Training

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
    rows = [[s.name, s.source, s.takes, reproduced(result) if result else ""] for s, result in results.items()]
    output.print_table("Studies", ["name", "reproduces", "takes", "did"], rows)
    output.print_words(
        "did: so many of its printed figures and orders its newest result reproduces. "
        "`footplate study show NAME` prints that result."
    )


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
        print_report(report)


@app.command(
    epilog="Examples: footplate study run warwick-round-robin --games 2000 --out warwick; "
    "footplate study run --all --quick"
)
def run(
    name: Annotated[str | None, typer.Argument(help="A name that `footplate study list` shows.")] = None,
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
    everything: Annotated[
        bool, typer.Option("--all", help="Run every study, also after one has failed; those that are over are left.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="With the fewest games that make all tables: to see that it works.")
    ] = False,
    seed: output.SeedOption = 0,
    out_folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Also write report.md, report.json and the plots there.")
    ] = None,
    json: output.JsonOption = False,
) -> None:
    """Play a paper's table again, and print theirs beside ours, cell by cell. The same command goes on after Ctrl-C."""
    from footplate.studies.registry import study_named, training_of

    if everything:
        numbers = {"NAME": name, "--games": games, "--iterations": iterations, "--steps": steps, "--seeds": seeds,
                   "--checkpoints": checkpoints, "--runs": runs}  # fmt: skip
        for option, given in numbers.items():
            if given is not None:
                raise typer.BadParameter("every study has numbers of its own", param_hint=f"{option} beside --all")
        from footplate.cli.study_all import run_all

        run_all(seed, out_folder, is_quick=quick, json=json)
        return
    if name is None:
        raise typer.BadParameter("name a study, or run --all", param_hint="NAME")
    study = study_named(name).quickly() if quick else study_named(name)
    training = training_of(study, steps, seeds, checkpoints)
    if runs and training is None:
        raise typer.BadParameter(f"nobody is trained in study {name!r}", param_hint="--runs")
    if out_folder:
        out_folder.mkdir(parents=True, exist_ok=True)
        keep_other_reports(out_folder)
    compile_once()
    report = play(study, games, iterations, training, seed, out_folder, runs, json=json)
    if json:
        output.print_json({**report.to_dict(), "interrupted": False})
    else:
        print_report(report)
    if out_folder:
        write_report(report, out_folder)
        output.say(f"Report and plots are in {out_folder}.")


def play(
    study: Study,
    games: int | None,
    iterations: int | None,
    training: Training | None,
    seed: int,
    out_folder: Path | None,
    runs: Path | None = None,
    *,
    json: bool,
) -> StudyReport:
    """With a bar where somebody watches; after Ctrl-C it says what was played, and how to go on."""
    from footplate.studies.registry import StudyInterrupted, run_study

    kept = _place_to_keep(out_folder)
    bar = progress_bar()
    task = bar.add_task(study.name, total=study.in_all(games or study.games, training))
    try:
        with bar:
            return run_study(
                study, games, iterations=iterations, training=training, seed=seed, folder=kept,
                progress=lambda n: bar.advance(task, n),
                runs=runs or (out_folder / "runs" if out_folder and training else None),
            )  # fmt: skip
    except StudyInterrupted as stopped:
        _print_matches(study.name, stopped.matches, json)
        after = " The same command goes on from there." if study.goes_on else " It begins anew the next time."
        after = after if kept else ""
        output.say(f"Stopped after {bar.tasks[0].completed:,.0f} of {bar.tasks[0].total:,.0f} games.{after}")
        raise typer.Exit(130) from None


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
