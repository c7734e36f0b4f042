"""``footplate study run --all``: every study, each in a folder of its own, also after one of them has failed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from footplate.cli import output
from footplate.cli.study import play
from footplate.cli.study_reports import keep_other_reports, reproduced, write_report
from footplate.cli.waiting import compile_once
from footplate.errors import InvalidResult

if TYPE_CHECKING:
    from footplate.studies.study import Study, StudyReport


def run_all(seed: int, out_folder: Path | None, *, is_quick: bool, json: bool) -> None:
    """Without a folder the reports lie among the user's data until all studies are over."""
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
        output.print_table("Studies that are over", ["name", "time", *([] if is_quick else ["did"])], rows)
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
    from footplate.studies.registry import code_of_studies
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
