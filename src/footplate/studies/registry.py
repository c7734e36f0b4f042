"""The studies by name."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from footplate.arena import MatchResult
from footplate.arena.sources import code_hash
from footplate.errors import UnknownStudy
from footplate.plugins import STUDIES, with_plugins
from footplate.studies.ledger import Ledger, Progress
from footplate.studies.study import Study, StudyReport, StudyRun, Training
from footplate.version import __version__


@cache
def studies() -> dict[str, Study]:
    """All studies: ours, then those of papers and of other plug-ins."""
    from footplate.studies import levels, skill_ladder, target_win_rate

    return with_plugins(STUDIES, Study, (*skill_ladder.STUDIES, *levels.STUDIES, *target_win_rate.STUDIES))


def study_named(name: str) -> Study:
    if name not in studies():
        raise UnknownStudy(f"there is no study {name!r}; studies: {', '.join(studies())}")
    return studies()[name]


class StudyInterrupted(KeyboardInterrupt):
    """Ctrl-C during a study; ``matches`` are those that were played, the last one perhaps not to its end."""

    def __init__(self, matches: Sequence[MatchResult]) -> None:
        super().__init__()
        self.matches = tuple(matches)


def training_of(study: Study, steps: int | None, seeds: int | None, checkpoints: int | None) -> Training | None:
    """The study's own unless something else is named."""
    named = {"steps": steps, "seeds": seeds, "checkpoints": checkpoints}
    changes = {name: number for name, number in named.items() if number is not None}
    if study.training is None:
        if changes:
            raise UnknownStudy(f"nobody is trained in study {study.name!r}, so it has no {' and no '.join(changes)}")
        return None
    return replace(study.training, **changes)


def code_of_studies() -> str:
    """A hash of the code that decides a study's figures."""
    return code_hash("studies", "papers")


def _key(study: Study, games: int, iterations: int | None, training: Training | None, seed: int) -> str:
    """A folder's name for what gives the same figures."""
    what = (study.name, study.is_quick, games, iterations, training, seed, __version__, code_of_studies())
    return f"{study.name}-{hashlib.sha256(repr(what).encode()).hexdigest()[:16]}"


def run_study(
    study: str | Study,
    games: int | None = None,
    *,
    iterations: int | None = None,
    training: Training | None = None,
    seed: int = 0,
    progress: Progress = lambda games: None,
    folder: Path | None = None,
    runs: Path | None = None,
) -> StudyReport:
    """Measure a published table again, with the study's own numbers of games and iterations unless others are given.

    Networks are trained in the folder ``runs``, and what was trained there before is used; without one they are kept no
    longer than what is played.

    With a ``folder`` what is played is kept there until the study is over: stopped by Ctrl-C, which raises
    ``StudyInterrupted``, or by a crash, the same study goes on from there.
    """
    study = study_named(study) if isinstance(study, str) else study
    if iterations and study.iterations is None:
        raise UnknownStudy(f"nobody searches in study {study.name!r}, so it has no iterations")
    games, iterations = games or study.games, iterations or study.iterations
    training = training or study.training
    began = time.perf_counter()
    kept = folder / _key(study, games, iterations, training, seed) if folder else None
    ledger = Ledger(progress, kept)
    run = StudyRun(ledger, games, seed, iterations or 0)
    try:
        with TemporaryDirectory() as passing:
            if training:
                run = replace(run, training=training, runs=runs or (kept or Path(passing)) / "runs")
            tables = tuple(study.measure(run))
    except KeyboardInterrupt:
        raise StudyInterrupted(ledger.matches) from None
    ledger.forget()
    return StudyReport(
        study, games, iterations, training, seed, time.perf_counter() - began, tables,
        os.cpu_count() or 1, date.today().isoformat(), code=code_of_studies(),
    )  # fmt: skip
