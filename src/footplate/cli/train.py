"""``footplate train``: networks that learn to play. Options and presets follow the settings of each method."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from footplate.cli import output
from footplate.cli.output import compile_once
from footplate.cli.settings import choice_of, more_commands, one_command, parameter, read_setting, setting_option
from footplate.learning.settings import Method, Plan, RunSettings, Task

if TYPE_CHECKING:
    from footplate.learning.runs import Run

app = typer.Typer(
    cls=more_commands(lambda own: {**{name: _method_command(method) for name, method in _methods().items()}, **own}),
    help="Train networks that play; Ctrl-C keeps everything, --resume goes on.",
    no_args_is_help=True,
)

_STEPS = 1_000_000  # of a run that names no end
OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="The run's folder.", rich_help_panel="Run")]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with the run in DIR; it knows its settings.", rich_help_panel="Run")
]


def _methods() -> Mapping[str, Method]:
    from footplate.learning.settings import methods

    return methods()


def _method_command(method: Method) -> Any:
    return one_command(method.name, method.example, _command(method))


def _command(method: Method) -> Callable[..., None]:
    """The command of a method: an option for every setting of the task, of the method and of the run."""
    parts = {"task": Task, "settings": method.settings, "run": RunSettings}
    part_of = {item.name: part for part, kind in parts.items() for item in fields(kind)}

    def command(context: typer.Context, out: Path, preset: Any, resume: bool, json: bool, **given: Any) -> None:
        changes: dict[str, dict[str, Any]] = {part: {} for part in parts}
        if preset:
            for part in parts:
                changes[part] |= getattr(method.presets[preset.value], part)
        kinds = {name: hint for kind in parts.values() for name, hint in get_type_hints(kind).items()}
        for name, value in given.items():
            if value is not None:
                changes[part_of[name]][name] = read_setting(name, kinds[name], value)
        _train(method, changes, out, resume, json, output.command_line(context))

    parameters = [
        inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context),
        parameter("out", OutOption, inspect.Parameter.empty),
        parameter("preset", _preset_option(method), None),
        parameter("resume", ResumeOption, False),
        parameter("json", output.JsonOption, False),
    ]
    for kind in parts.values():
        hints = get_type_hints(kind)
        first = method.task if kind is Task else {}
        parameters += [
            parameter(item.name, setting_option(item, hints[item.name], first.get(item.name, item.default)), None)
            for item in fields(kind)
        ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    command.__doc__ = f"{method.summary} Ctrl-C keeps everything, --resume goes on."
    return command


def _preset_option(method: Method) -> Any:
    meanings = "; ".join(f"{name}: {preset.meaning}" for name, preset in method.presets.items())
    return Annotated[
        choice_of(method.presets) | None,
        typer.Option(
            help=f"Settings by name; options count more. {meanings}.",
            rich_help_panel="Run",
        ),
    ]


def _train(
    method: Method, changes: Mapping[str, Mapping[str, Any]], out: Path, resume: bool, json: bool, command: str
) -> None:
    from footplate.cli.training_watch import watching
    from footplate.learning.runs import check_folder, create_run, resume_run
    from footplate.learning.training import train, trainer_of

    if resume:
        run = resume_run(out, method.name, changes)
        compile_once()
        trainer = trainer_of(run.plan)
    else:
        ends = {"steps", "iterations", "minutes"} & set(changes["run"])
        limits = changes["run"] if ends else {**changes["run"], "steps": _STEPS}
        task, settings = Task(**{**method.task, **changes["task"]}), method.settings(**changes["settings"])
        plan = Plan(method.name, task, settings, RunSettings(**limits))
        check_folder(out)
        compile_once()
        trainer = trainer_of(plan)
        run = create_run(out, plan, command)
    with watching(run, json=json) as watcher:
        is_over = train(run, trainer, watcher)
    _finish(run, is_over, json)
    if watcher.signals:
        raise typer.Exit(130)


def _finish(run: Run, is_over: bool, json: bool) -> None:
    from footplate.learning.report import write_report
    from footplate.learning.runs import NETWORK

    report = write_report([run], run.path)[0] if run.history.evaluations else None
    last, end = run.history.last, run.plan.run.steps
    network = run.path / NETWORK
    if json:
        end_line = {"what": "end", "finished": is_over, "steps": last.steps}
        output.print_json_line({**end_line, "network": str(network), "report": report and str(report)})
        return
    if is_over:
        _print_result(run)
        output.print_words(f"The network plays as net:file={network}; the report is {report}.")
    else:
        of = f" of {end:,}" if end else ""
        output.say(f"Stopped after {last.steps:,}{of} steps; all is saved. To go on: {run.go_on}")


def _print_result(run: Run) -> None:
    from footplate.arena.pages import figure

    evaluation, last = run.history.evaluations[-1], run.history.last
    title = f"{run.plan.task.board}, after {last.steps:,} steps and {last.games:,} games"
    rows: list[list[object]] = [
        [match.opponent, match.win_rate.percent(), figure(match.score, 2), match.games] for match in evaluation.matches
    ]
    output.print_table(title, ["against", "win rate (95 %)", "mean score (95 %)", "games"], rows)


@app.command(epilog="Example: footplate train report runs/base-1 runs/base-2 runs/base-3 --out base")
def report(
    runs: Annotated[list[Path], typer.Argument(metavar="DIR", help="Folders of runs; several are seeds of one thing.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where to put it; without it, the first run's folder.")
    ] = None,
) -> None:
    """Write report.html, with its pictures as SVG beside it: how one run went, or several seeds of one."""
    from footplate.learning.report import write_report
    from footplate.learning.runs import open_run

    files = write_report([open_run(path) for path in runs], out or runs[0])
    output.say(f"The report is {files[0]}; beside it: {', '.join(file.name for file in files[1:])}.")
