"""Networks that a study trains, several at the same time, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from footplate.errors import FootplateError
from footplate.learning.runs import NETWORK, Run, create_run, resume_run
from footplate.learning.settings import Plan
from footplate.learning.training import Watcher, share_done, train, trainer_of
from footplate.studies.ledger import Ledger
from footplate.studies.study import StudyRun


@dataclass(frozen=True)
class Lesson:
    """A network to train, by the name of its folder. ``games``: what it counts for in the progress bar."""

    name: str
    plan: Plan
    games: int


def train_all(lessons: Sequence[Lesson], command: str, run: StudyRun) -> dict[str, Run]:
    """On all cores; runs that are in the study's folder already go on, or are over. ``command`` is the study's."""

    def work(lesson: Lesson) -> Run:
        return _trained(lesson, command, run.runs, run.ledger)

    return dict(zip([lesson.name for lesson in lessons], run.ledger.side_by_side(work, lessons), strict=True))


def spec_of(run: Run) -> str:
    """The newest network of a run, as an agent."""
    return f"net:file={run.path / NETWORK}"


def _trained(lesson: Lesson, command: str, runs: Path, ledger: Ledger) -> Run:
    if ledger.is_stopped:
        raise KeyboardInterrupt
    path, plan = runs / lesson.name, lesson.plan
    if path.exists():
        ends = {"steps": plan.run.steps, "iterations": plan.run.iterations}
        known = {"task": asdict(plan.task), "settings": asdict(plan.settings), "run": ends}
        run = resume_run(path, plan.method, known)
    else:
        run = create_run(path, plan, f"{command} --seed {plan.task.seed}")
    watcher = _OnTheWay(ledger, lesson)
    watcher.reached(run.history.last.steps, run.history.last.iteration)
    if _share(plan, run, -1) < 1 and not train(run, trainer_of(plan), watcher):
        raise KeyboardInterrupt
    if _share(plan, run, -2) >= 1:
        raise FootplateError(
            f"the run in {path} is longer than this study's ({run.history.last.steps:,} steps): name another number "
            "of --steps, or another folder for the --runs"
        )
    return run


def _share(plan: Plan, run: Run, iteration: int) -> float:
    """How much of a plan was done after an iteration of its run, counted from the end."""
    done = run.history.iterations
    return share_done(plan.run, done[iteration].steps, done[iteration].iteration, 0.0) if len(done) >= -iteration else 0


class _OnTheWay(Watcher):
    """Tells the ledger how far training is, in games, and stops when the study does."""

    def __init__(self, ledger: Ledger, lesson: Lesson) -> None:
        self._ledger, self._lesson, self._counted = ledger, lesson, 0

    @property
    def wants_stop(self) -> bool:  # type: ignore[override]
        return self._ledger.is_stopped

    def line(self, line: Mapping[str, Any]) -> None:
        self.reached(line["steps"], line["iteration"])

    def reached(self, steps: int, iteration: int) -> None:
        games = int(self._lesson.games * share_done(self._lesson.plan.run, steps, iteration, 0.0))
        self._ledger.tell(games - self._counted)
        self._counted = games
