"""A run from beginning to end: iterations, evaluations and checkpoints, in the sight of whoever watches."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

from footplate.errors import FootplateError
from footplate.learning.evaluation import check_opponents, evaluate
from footplate.learning.progress import Evaluation
from footplate.learning.runs import BEST, Run
from footplate.learning.settings import Plan, RunSettings
from footplate.learning.trainer import Progress, Trainer, make_trainer

_EVALUATIONS = 25  # in a run that doesn't say how often


class Watcher:
    """Whoever watches a run, and may stop or save it; this one only looks on."""

    wants_stop = False  # after the iteration

    def line(self, line: Mapping[str, Any]) -> None:
        """A line of progress.jsonl was written."""

    def doing(self, words: str) -> None:
        """What is going on now beside iterations; nothing else if there are no words."""

    def note(self, words: str) -> None:
        """Something happened that is worth a line."""

    def between(self) -> None:
        """Between two iterations; a pause is spent in here."""

    def wants_save(self) -> bool:
        return False


def share_done(run: RunSettings, steps: int, iteration: int, elapsed: float) -> float:
    """How much of a run is over, 0 to 1, by whichever of its ends is nearest."""
    shares = [
        so_far / end
        for so_far, end in ((steps, run.steps), (iteration, run.iterations), (elapsed / 60, run.minutes))
        if end
    ]
    return min(1.0, max(shares, default=0.0))


def trainer_of(plan: Plan) -> Trainer:
    """A new trainer. What is wrong with a plan is found here, before anything is written or trained."""
    check_opponents(plan)
    return make_trainer(plan.method, plan.task, plan.settings)


def train(run: Run, trainer: Trainer, watcher: Watcher | None = None) -> bool:
    """Begin or go on with a run until it is over (True) or whoever watches wants it to stop (False).

    ``trainer`` is a new one. Either way all is saved. An error keeps the last checkpoint.
    """
    watcher = watcher or Watcher()
    state = run.newest_state()
    if state is not None:
        try:
            trainer.restore(state)
        except (KeyError, ValueError) as error:
            raise FootplateError(f"{run.checkpoints()[-1]} doesn't fit this version of Footplate ({error})") from None
    writer = _tensorboard(run, watcher)
    try:
        return _Training(run, trainer, watcher, writer).go()
    finally:
        if writer:
            writer.close()


class _Training:
    def __init__(self, run: Run, trainer: Trainer, watcher: Watcher, writer: Any) -> None:
        self.run, self.trainer, self.watcher, self.writer = run, trainer, watcher, writer
        self.last = run.history.last
        self._began = time.perf_counter() - run.history.seconds
        self._saved = run.history.seconds

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._began

    @property
    def done(self) -> float:
        return share_done(self.run.plan.run, self.last.steps, self.last.iteration, self.elapsed)

    def go(self) -> bool:
        if self._evaluation_is_due():  # the first one, or one that was stopped
            self._evaluate()
        while self.done < 1 and not self.watcher.wants_stop:
            self._iterate()
            is_over = self.done >= 1
            if is_over or self._evaluation_is_due():
                self._evaluate()
            minutes = (self.elapsed - self._saved) / 60
            if is_over or self.watcher.wants_save() or minutes >= self.run.plan.run.save_every:
                self._save()
            paused = time.perf_counter()
            self.watcher.between()
            self._began += time.perf_counter() - paused
        if self._saved_iteration != self.last.iteration:
            self._save()
        return self.done >= 1

    @property
    def _saved_iteration(self) -> int:
        kept = self.run.checkpoints()
        return int(kept[-1].stem) if kept else 0

    def _iterate(self) -> None:
        self.watcher.doing("")
        progress = self.trainer.iterate(self.done)
        lost = [name for name, figure in progress.figures.items() if not math.isfinite(figure)]
        if lost:
            raise FootplateError(
                f"after {progress.steps:,} steps {lost[0]} is no number any more: the learner has gone astray. "
                f"A smaller --learning-rate may help; what was saved at iteration {self._saved_iteration:,} is kept"
            )
        self.last = progress
        self.watcher.line(self.run.add_iteration(progress, self.elapsed))
        self._chart(progress)

    def _evaluation_is_due(self) -> bool:
        if not self.run.history.evaluations:
            return True
        settings, before = self.run.plan.run, self.run.history.evaluations[-1]
        if settings.evaluate_every:
            return self.last.steps // settings.evaluate_every > before.steps // settings.evaluate_every
        was = share_done(settings, before.steps, before.iteration, before.elapsed)
        return math.floor(_EVALUATIONS * self.done) > math.floor(_EVALUATIONS * was)

    def _evaluate(self) -> None:
        run, best = self.run, self.run.history.best
        network = self.trainer.network()
        watcher = self.watcher
        evaluation = evaluate(run.plan, network, self.last, self.elapsed, watcher.doing, lambda: watcher.wants_stop)
        if evaluation is None:
            return
        self.watcher.line(run.add_evaluation(evaluation))
        games = sum(match.games for match in evaluation.matches)
        self.watcher.note(f"Evaluated {games:,} games in {evaluation.seconds:.0f} s")
        if best is None or evaluation.mean > best.mean:
            run.save_network(BEST, network)
            if best is not None:
                self.watcher.note(f"Step {self.last.steps:,} is the best so far")
        self._chart_evaluation(evaluation)

    def _save(self) -> None:
        self.watcher.doing("saving")
        self.run.save(self.trainer.state(), self.trainer.network())
        self._saved = self.elapsed
        self.watcher.note(f"Saved step {self.last.steps:,}")

    # ---- TensorBoard

    def _chart(self, progress: Progress) -> None:
        if self.writer:
            figures = {f"learner/{name}": figure for name, figure in progress.figures.items()}
            figures |= {f"seconds/{name}": seconds for name, seconds in progress.seconds.items()}
            for name, figure in (("score", progress.score), ("won", progress.won)):
                figures |= {f"training/{name}": figure} if figure is not None else {}
            for name, figure in figures.items():
                self.writer.add_scalar(name.replace(" ", "_"), figure, progress.steps)

    def _chart_evaluation(self, evaluation: Evaluation) -> None:
        if self.writer:
            for match in evaluation.matches:
                self.writer.add_scalar(f"win_rate/{match.opponent}", match.win_rate.mean, evaluation.steps)
                self.writer.add_scalar(f"score/{match.opponent}", match.score.mean, evaluation.steps)
            self.writer.flush()


def _tensorboard(run: Run, watcher: Watcher) -> Any:
    """A writer of tensorboardX, or None where that is not installed."""
    try:
        from tensorboardX import SummaryWriter
    except ModuleNotFoundError:
        watcher.note("No files for TensorBoard: tensorboardX is not installed")
        return None
    return SummaryWriter(str(run.path / "tensorboard"), purge_step=run.history.last.steps + 1)
