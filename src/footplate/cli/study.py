"""``footplate study``: the papers' tables, played again."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footplate.cli import output
from footplate.cli.output import compile_once, progress_bar
from footplate.cli.study_export import export
from footplate.cli.study_reports import keep_other_reports, print_report, reproduced, write_report
from footplate.errors import InvalidResult

if TYPE_CHECKING:
    from footplate.arena import MatchResult
    from footplate.studies.kept_games import KnownGames
    from footplate.studies.study import Study, StudyReport, Training

app = typer.Typer(
    help="The papers' tables, played again and set beside ours; and what people played in a study of yours.",
    no_args_is_help=True,
)
app.command(epilog="Example: footplate study export even-games --out even-games")(export)


@app.command("list", epilog="Example: footplate study list")
def list_studies(json: output.JsonOption = False) -> None:
    """The studies: what each reproduces, how long it takes, and how much was reproduced the last time."""
    from footplate.studies import studies
    from footplate.studies.findings import counted
    from footplate.studies.results import shipped_result

    results = {study: shipped_result(study.name) for study in studies().values()}
    takes = {
        study.name: study.takes or (result.took if result else "not measured") for study, result in results.items()
    }
    if json:
        names = ("name", "title", "source", "games", "iterations")
        output.print_json(
            [
                {
                    **{name: getattr(study, name) for name in names},
                    "takes": takes[study.name],
                    "games_in_all": study.in_all(study.games),
                    "training": study.training and asdict(study.training),
                    "findings": result and counted(result.findings),
                    "date": result and result.date,
                }
                for study, result in results.items()
            ]
        )
        return
    rows = [
        [study.name, study.source, takes[study.name], reproduced(result) if result else ""]
        for study, result in results.items()
    ]
    output.print_table("Studies", ["name", "plays again", "takes", "holds"], rows)
    output.print_words(
        "takes: with the study's own numbers of games, or with those that are named. holds: so many of the printed "
        "figures and orders its newest result reproduces; `footplate study show NAME` prints that result. Empty: not "
        "measured yet, or nothing is printed."
    )


@app.command(
    epilog="Examples: footplate study show yang-heuristics; footplate study show smith-restricted --out balanced"
)
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A study, or a folder that `study run --out` wrote.")],
    out_folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Also write the board that the study made there.")
    ] = None,
    json: output.JsonOption = False,
) -> None:
    """The newest result of a study that comes with Footplate, or the one in a folder, without playing."""
    from footplate.studies.results import result_of, shipped_board

    report = result_of(name)
    if out_folder:
        board = shipped_board(name)
        if board is None:
            raise typer.BadParameter(f"no board comes with the result of {name!r}", param_hint="--out")
        from footplate.files import write_whole

        out_folder.mkdir(parents=True, exist_ok=True)
        path = out_folder / f"{name}.json"
        write_whole(path, (board.to_json() + "\n").encode())
        output.say(
            f"The board is {path}. `footplate console --board {path}` plays on it, `footplate boards draw` draws it."
        )
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
    board: Annotated[
        str | None, typer.Option(metavar="BOARD", help="Of study levels: the board, by name or as a file.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=2, max=5, help="Of study levels: how many play; default: 2.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="With the fewest games that make all tables: to see that it works.")
    ] = False,
    seed: output.SeedOption = 0,
    out_folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Also write report.md, report.json and the plots there.")
    ] = None,
    keep_games: Annotated[
        bool,
        typer.Option("--keep-games", help="Leave the games in OUT, also as games.zip: more --games then add to them."),
    ] = False,
    add_to: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A games.zip of --keep-games, to go on from its games; or package: those that come with Footplate.",
        ),
    ] = None,
    json: output.JsonOption = False,
) -> None:
    """Play a paper's table again, and print theirs beside ours, cell by cell. The same command goes on after Ctrl-C."""
    from footplate.studies.registry import study_named, training_of

    if everything:
        numbers = {"NAME": name, "--games": games, "--iterations": iterations, "--steps": steps, "--seeds": seeds,
                   "--checkpoints": checkpoints, "--runs": runs, "--board": board, "--players": players,
                   "--add-to": add_to}  # fmt: skip
        for option, given in numbers.items():
            if given is not None:
                raise typer.BadParameter("every study has numbers of its own", param_hint=f"{option} beside --all")
        run_all(seed, out_folder, is_quick=quick, json=json)
        return
    if name is None:
        raise typer.BadParameter("name a study, or run --all", param_hint="NAME")
    study = _on_board(study_named(name), board, players)
    study = study.quickly() if quick else study
    if keep_games and out_folder is None:
        raise typer.BadParameter("they are kept in the folder of --out", param_hint="--keep-games")
    training = training_of(study, steps, seeds, checkpoints)
    if runs and training is None:
        raise typer.BadParameter(f"nobody is trained in study {name!r}", param_hint="--runs")
    known = _known(study, add_to) if add_to else None
    if out_folder:
        out_folder.mkdir(parents=True, exist_ok=True)
        keep_other_reports(out_folder)
    compile_once()
    report = play(
        study, games, iterations, training, seed, out_folder, runs, keep_games=keep_games, known=known, json=json
    )
    if add_to:
        anew = f" {report.refused:,} matches go otherwise with this code and were played anew." * bool(report.refused)
        output.say(f"{report.taken:,} games are from {add_to}.{anew}")
    if json:
        output.print_json({**report.to_dict(), "interrupted": False})
    else:
        print_report(report)
    if out_folder:
        write_report(report, out_folder)
        output.say(f"Report and plots are in {out_folder}.")


def _known(study: Study, place: str) -> KnownGames:
    """The games of a file, or those that come with the package."""
    from footplate.studies.kept_games import read_games
    from footplate.studies.results import shipped_games

    path = shipped_games(study.name) if place == "package" else Path(place)
    if path is None:
        raise typer.BadParameter(f"no games of {study.name!r} come with Footplate", param_hint="--add-to")
    return read_games(path)


def _on_board(study: Study, board: str | None, players: int | None) -> Study:
    """The study of the levels as it is asked for; others have boards of their own."""
    if board is None and players is None:
        return study
    from footplate.studies import levels

    if study.name != levels.NAME:
        option = "--board" if board else "--players"
        raise typer.BadParameter("only study levels is played on any board, with any number", param_hint=option)
    return levels.levels_on(board or study.board, players or levels.PLAYERS)


def play(
    study: Study,
    games: int | None,
    iterations: int | None,
    training: Training | None,
    seed: int,
    out_folder: Path | None,
    runs: Path | None = None,
    *,
    keep_games: bool = False,
    known: KnownGames | None = None,
    json: bool,
) -> StudyReport:
    """With a bar where somebody watches; after Ctrl-C it says what was played, and how to go on."""
    from footplate.studies.kept_games import FILE
    from footplate.studies.registry import StudyInterrupted, run_study

    kept = _place_to_keep(out_folder)
    bar = progress_bar()
    task = bar.add_task(study.name, total=study.in_all(games or study.games, training))
    try:
        with bar:
            return run_study(
                study, games, iterations=iterations, training=training, seed=seed, folder=kept,
                progress=lambda n: bar.advance(task, n),
                runs=runs or (out_folder / "runs" if out_folder and training else None), keep_games=keep_games,
                known=known, games_file=out_folder / FILE if out_folder and keep_games else None,
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
            match.agents[0].win_rate.percent(),
        ]
        for match in matches
    ]
    if rows:
        output.print_table("Played so far", ["board", "agents", "games", "first one's win rate (95 %)"], rows)


# ---------------------------------------------------------------- run --all


def run_all(seed: int, out_folder: Path | None, *, is_quick: bool, json: bool) -> None:
    """Every study, each in a folder of its own, also after one of them has failed.

    Without a folder the reports lie among the user's data until all studies are over."""
    from footplate.files import data_folder
    from footplate.studies import registry

    folder = out_folder or data_folder() / "studies" / ("quick" if is_quick else "all")
    compile_once()
    reports: dict[str, StudyReport] = {}
    failed: dict[str, str] = {}
    for study in registry.studies().values():
        chosen = study.quickly() if is_quick else study
        try:
            reports[study.name] = _finished(chosen, seed, folder / study.name, json=json)
        except typer.Exit:  # Ctrl-C
            raise
        except Exception as error:  # a plug-in's study may fail in any way, and the others are run all the same
            failed[study.name] = str(error) or type(error).__name__
            output.say(f"{study.name} failed: {failed[study.name]}")
        else:
            output.say(f"{study.name}: {reports[study.name].time}")
    if json:
        output.print_json({"reports": [report.to_dict() for report in reports.values()], "failed": failed})
    else:
        rows = [[name, report.time, *([] if is_quick else [reproduced(report)])] for name, report in reports.items()]
        output.print_table("Studies that are over", ["name", "time", *([] if is_quick else ["holds"])], rows)
        output.print_lines("Failed", [f"{name}: {reason}" for name, reason in failed.items()])
    if failed:
        output.say("The same command runs again what has failed.")
        raise typer.Exit(1)
    if out_folder:
        output.say(f"Reports and plots are in {out_folder}.")
    else:
        shutil.rmtree(folder, ignore_errors=True)


def _finished(study: Study, seed: int, folder: Path, *, json: bool) -> StudyReport:
    """The report of a study: the one in its folder if the same command wrote it with the same code, or a new one."""
    from footplate.studies.ledger import code_of_studies
    from footplate.studies.study import StudyReport

    folder.mkdir(parents=True, exist_ok=True)
    keep_other_reports(folder)
    planned = StudyReport(study, study.games, study.iterations, study.training, seed, 0.0, ())
    before = _before(folder)
    if before and (before.command, before.code) == (planned.command, code_of_studies()):
        return before
    report = play(study, None, None, study.training, seed, folder, json=json)
    write_report(report, folder)
    return report


def _before(folder: Path) -> StudyReport | None:
    """The report that is in the folder, if it can be read."""
    from footplate.studies.results import REPORT, read_result

    try:
        return read_result(folder / REPORT)
    except (FileNotFoundError, InvalidResult):
        return None
