"""Networks that a study trains, several at the same time, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from footplate.errors import FootplateError
from footplate.learning.runs import NETWORK, Run, create_run, resume_run
from footplate.learning.settings import Plan
from footplate.learning.training import Watcher, share_done, train, trainer_of
from footplate.studies.ledger import Ledger
from footplate.studies.study import StudyRun

Key = TypeVar("Key")


def train_all(
    names: Mapping[Key, str],
    plan_of: Callable[[Key, int], Plan],
    games_of: Callable[[Plan], int],
    command: str,
    run: StudyRun,
) -> dict[Key, list[Run]]:
    """Train a network for each key with each of the study's seeds, on all cores; by key the runs, seed by seed.

    Those of a key lie in folders of its name and their seeds. Runs that are in the study's folder already go on, or are
    over. ``games_of`` says what one counts for in the progress bar; ``command`` is the study's.
    """
    seeds = range(run.seed, run.seed + run.training.seeds)
    places = [(key, seed) for seed in seeds for key in names]

    def work(place: tuple[Key, int]) -> Run:
        plan = plan_of(*place)
        return _trained(run.runs / f"{names[place[0]]}-{place[1]}", plan, games_of(plan), command, run.ledger)

    found = dict(zip(places, run.ledger.side_by_side(work, places), strict=True))
    return {key: [found[key, seed] for seed in seeds] for key in names}


def spec_of(run: Run, temperature: int = 0) -> str:
    """The newest network of a run, as an agent."""
    return f"net:{'temperature=1,' * temperature}file={run.path / NETWORK}"


def _trained(path: Path, plan: Plan, games: int, command: str, ledger: Ledger) -> Run:
    if ledger.is_stopped:
        raise KeyboardInterrupt
    if path.exists():
        ends = {"steps": plan.run.steps, "iterations": plan.run.iterations}
        known = {"task": asdict(plan.task), "settings": asdict(plan.settings), "run": ends}
        run = resume_run(path, plan.method, known)
    else:
        run = create_run(path, plan, f"{command} --seed {plan.task.seed}")
    watcher = _OnTheWay(ledger, plan, games)
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

    def __init__(self, ledger: Ledger, plan: Plan, games: int) -> None:
        self._ledger, self._plan, self._games, self._counted = ledger, plan, games, 0

    @property
    def wants_stop(self) -> bool:  # type: ignore[override]
        return self._ledger.is_stopped

    def line(self, line: Mapping[str, Any]) -> None:
        self.reached(line["steps"], line["iteration"])

    def reached(self, steps: int, iteration: int) -> None:
        games = int(self._games * share_done(self._plan.run, steps, iteration, 0.0))
        self._ledger.tell(games - self._counted)
        self._counted = games
