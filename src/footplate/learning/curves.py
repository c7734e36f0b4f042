"""Over the steps of training: how well a network plays, and what it scores while it learns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footplate.charts import Curve, Floats
from footplate.learning.progress import Evaluation, History, Match

_POINTS = 200  # of a curve


def curves(histories: Sequence[History], *, scores: bool = False) -> list[Curve]:
    """For each opponent the median of all runs and between which values they lie; of one run its 95 % interval.

    As far as all runs have come. ``scores`` instead of win rates.
    """
    found = []
    for opponent in histories[0].opponents():
        runs = [run for history in histories if (run := history.against(opponent))]
        steps = np.linspace(0, min(run[-1][0].steps for run in runs), _POINTS)
        means, lows, highs = (_along(runs, steps, end, scores) for end in ("mean", "low", "high"))
        low, high = (means.min(0), means.max(0)) if len(runs) > 1 else (lows[0], highs[0])
        found.append(Curve(opponent, steps, np.median(means, axis=0), low, high))
    return found


def _along(runs: Sequence[Sequence[tuple[Evaluation, Match]]], steps: Floats, end: str, scores: bool) -> Floats:
    """By run and step: the mean of its evaluations there, or an end of their intervals."""
    rows = []
    for run in runs:
        values = [getattr(match.score if scores else match.win_rate, end) for _, match in run]
        rows.append(np.interp(steps, [evaluation.steps for evaluation, _ in run], values))
    return np.array(rows)


def while_learning(histories: Sequence[History]) -> list[Curve]:
    """The mean score of the games that it learned from: one curve, or none where an iteration has no score."""
    runs = [[(p.steps, p.score) for p in history.iterations if p.score is not None] for history in histories]
    if not all(len(run) > 1 for run in runs):
        return []
    steps = np.linspace(max(run[0][0] for run in runs), min(run[-1][0] for run in runs), _POINTS)
    rows = np.array([np.interp(steps, *_smoothed(np.array(run, float))) for run in runs])
    return [Curve("while learning", steps, np.median(rows, axis=0), rows.min(axis=0), rows.max(axis=0))]


def _smoothed(scores: Floats) -> tuple[Floats, Floats]:
    """Means of neighbours, at most as many as a chart has points."""
    parts = np.array_split(scores, min(len(scores), _POINTS))
    steps, means = np.array([part.mean(axis=0) for part in parts]).T
    return steps, means
