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
from footplate.errors import UnknownStudy
from footplate.files import write_whole
from footplate.plugins import STUDIES, with_plugins
from footplate.studies.kept_games import KnownGames, in_parts, sessions_with, write_games
from footplate.studies.ledger import Ledger, Progress, code_of_studies
from footplate.studies.study import Study, StudyReport, StudyRun, Training
from footplate.version import __version__

_SECONDS = "seconds.txt"  # in the folder of kept games


@cache
def studies() -> dict[str, Study]:
    """All studies: ours, then those of papers and of other plug-ins."""
    from footplate.studies import levels, several_players, skill_ladder, target_win_rate

    own = (skill_ladder, levels, target_win_rate, several_players)
    return with_plugins(STUDIES, Study, [study for module in own for study in module.STUDIES])


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


def _key(study: Study, iterations: int | None, training: Training | None, seed: int) -> str:
    """A folder's name for what plays the same games; how many of them is not in it, so that more go on from fewer.

    The ledger knows a match by what decides its games, so they are kept when other code changes. Networks that are
    trained depend on more.
    """
    code = code_of_studies() if training else ""
    what = (study.name, study.is_quick, iterations, training, seed, __version__, code)
    return f"{study.name}-{hashlib.sha256(repr(what).encode()).hexdigest()[:16]}"


def _seconds_before(kept: Path | None) -> float:
    """How long the games that are kept have taken."""
    try:
        return float((kept / _SECONDS).read_text("utf-8")) if kept else 0.0
    except (OSError, ValueError):  # none was played, or the writing was cut short
        return 0.0


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
    keep_games: bool = False,
    known: KnownGames | None = None,
    games_file: Path | None = None,
) -> StudyReport:
    """Measure a published table again, with the study's own numbers of games and iterations unless others are given.

    Networks are trained in the folder ``runs``, and what was trained there before is used; without one they are kept no
    longer than what is played.

    With a ``folder`` what is played is kept there until the study is over: stopped by Ctrl-C, which raises
    ``StudyInterrupted``, or by a crash, the same study goes on from there. With ``keep_games`` they stay when it is
    over, and the same study with more games goes on from there, too. A ``games_file`` is left with all of them; games
    that are ``known`` from one are not played again.
    """
    study = study_named(study) if isinstance(study, str) else study
    if iterations and study.iterations is None:
        raise UnknownStudy(f"nobody searches in study {study.name!r}, so it has no iterations")
    games, iterations = games or study.games, iterations or study.iterations
    training = training or study.training
    kept = folder / _key(study, iterations, training, seed) if folder else None
    if (known or games_file) and kept is None:
        raise ValueError("games are added to those of a folder")
    if known:
        known.check(study.name, iterations, seed)
    began = time.perf_counter() - (_seconds_before(kept) or (known.seconds if known else 0.0))

    def remember() -> None:
        """How long it has taken so far, also for a study that is killed after this."""
        if kept and kept.exists():
            write_whole(kept / _SECONDS, f"{time.perf_counter() - began:.1f}".encode())

    ledger = Ledger(progress, kept, remember, known.matches if known else None)
    run = StudyRun(ledger, games, seed, iterations or 0)
    try:
        with TemporaryDirectory() as passing:
            if training:
                run = replace(run, training=training, runs=runs or (kept or Path(passing)) / "runs")
            tables = tuple(study.measure(run))
    except KeyboardInterrupt:
        raise StudyInterrupted(ledger.matches) from None
    finally:
        seconds = time.perf_counter() - began
        remember()
    report = StudyReport(
        study, games, iterations, training, seed, seconds, tables,
        os.cpu_count() or 1, date.today().isoformat(), code=code_of_studies(),
        taken=sum(match.games for match in ledger.taken), refused=len(ledger.refused),
    )  # fmt: skip
    if games_file:
        sessions = sessions_with(report, known.sessions if known else ())
        facts = {"study": study.name, "iterations": iterations, "seed": seed, "seconds": seconds, "sessions": sessions}
        write_games(games_file, facts, (read() for read in ledger.kept.values()))
        report = replace(report, study=replace(study, remarks=(*study.remarks, *in_parts(sessions))))
    if not keep_games:
        ledger.forget()
    return report
