"""The studies by name."""

from __future__ import annotations

import time
from functools import cache
from importlib import import_module

from footplate.errors import UnknownStudy
from footplate.studies.study import Progress, Study, StudyReport

_MODULES = (
    "warwick", "warwick_dda", "warwick_sweeps", "yang", "thesis", "smith_anton", "skill_ladder", "levels",
    "target_win_rate",
)  # fmt: skip


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
    name: str,
    games: int | None = None,
    *,
    iterations: int | None = None,
    seed: int = 0,
    progress: Progress = lambda games: None,
) -> StudyReport:
    """Measure a published table again, with the study's own numbers of games and iterations unless others are given."""
    study = study_named(name)
    if iterations and study.iterations is None:
        raise UnknownStudy(f"nobody searches in study {name!r}, so it has no iterations")
    games, iterations = games or study.games, iterations or study.iterations
    searching = {} if iterations is None else {"iterations": iterations}
    began = time.perf_counter()
    tables = tuple(study.measure(games, seed, progress, **searching))
    seconds = time.perf_counter() - began
    return StudyReport(
        study.name, study.title, study.source, study.board, games, iterations, seed, seconds, tables, study.remarks
    )
