"""The studies by name."""

from __future__ import annotations

import time
from functools import cache
from importlib import import_module

from footplate.errors import UnknownStudy
from footplate.studies.study import Progress, Study, StudyReport

_MODULES = ("warwick", "yang", "thesis", "smith_anton")


@cache
def studies() -> dict[str, Study]:
    """All studies, in the order of their papers."""
    found = [study for module in _MODULES for study in import_module(f"footplate.studies.{module}").STUDIES]
    return {study.name: study for study in found}


def study_named(name: str) -> Study:
    if name not in studies():
        raise UnknownStudy(f"there is no study {name!r}; studies: {', '.join(studies())}")
    return studies()[name]


def run_study(
    name: str, games: int | None = None, *, seed: int = 0, progress: Progress = lambda games: None
) -> StudyReport:
    """Measure a published table again, with as many games per cell as published unless ``games`` says otherwise."""
    study = study_named(name)
    games = games or study.games
    began = time.perf_counter()
    tables = tuple(study.measure(games, seed, progress))
    seconds = time.perf_counter() - began
    return StudyReport(study.name, study.title, study.source, study.board, games, seed, seconds, tables, study.remarks)
