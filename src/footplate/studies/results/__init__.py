"""Results of studies as data: a report.json for each, as ``footplate study run NAME --out DIR`` writes it.

A study that makes a board has it in ``boards/``, by the study's name. One that is played in parts has its games in
``games/``, to go on from.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from footplate.boards import Board
from footplate.errors import InvalidResult
from footplate.files import json_of
from footplate.studies.registry import studies, study_named
from footplate.studies.study import StudyReport, StudyTable, Training

REPORT = "report.json"
SHELF = Path(__file__).parent


def shipped_result(name: str) -> StudyReport | None:
    """The newest result of a study that comes with the package, if one does."""
    path = SHELF / f"{name}.json"
    return read_result(path) if path.exists() else None


def result_of(place: str) -> StudyReport:
    """The result that comes with the package, by a study's name; or that in a folder."""
    if place in studies() or not (Path(place) / REPORT).is_file():
        study = study_named(place)
        result = shipped_result(study.name)
        if result is None:
            how, why = f"footplate study run {study.name} --out DIR", f" ({study.unshipped})" if study.unshipped else ""
            raise InvalidResult(f"no result of {study.name} comes with the package{why}; `{how}` measures one")
        return result
    return read_result(Path(place) / REPORT)


def shipped_board(name: str) -> Board | None:
    """The board that the study's newest result has made, if it made one."""
    path = SHELF / "boards" / f"{name}.json"
    return Board.from_file(path) if path.exists() else None


def shipped_games(name: str) -> Path | None:
    """The file with the games of the study's newest result, if it comes with the package."""
    path = SHELF / "games" / f"{name}.zip"
    return path if path.exists() else None


def read_result(path: Path) -> StudyReport:
    """A study's report, without the pictures."""
    text = path.read_text("utf-8")
    try:
        data = json_of(text)
        words = {key: data[key] for key in ("title", "source", "board")}
        return StudyReport(
            replace(study_named(data["name"]), **words, remarks=tuple(data["remarks"]), is_quick=data["quick"]),
            data["games"],
            data["iterations"],
            Training(**data["training"]) if data["training"] else None,
            data["seed"],
            data["seconds"],
            tuple(map(StudyTable.from_dict, data["tables"])),
            data["cores"],
            data["date"],
            data["footplate"],
            data["code"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidResult(f"{path} is not a study's result of this version: {error!r}") from error
