"""Figures 4 and 6 of Yang et al.: scores of both sides and win rates while networks learn, from the folders of runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from footplate.arena.statistics import Estimate, mean_estimate
from footplate.learning.progress import Evaluation, Match
from footplate.learning.runs import Run
from footplate.papers.yang.studies.printed import FIRST_FIFTH
from footplate.studies.findings import Claim
from footplate.studies.published import Place, beside
from footplate.studies.study import Curve, StudyTable

Floats = npt.NDArray[np.float64]
Trained = Mapping[str, Sequence[Run]]  # by scheme: a run for each seed
Figure = Callable[[Match], float]


def score(match: Match) -> float:
    return match.score.mean


def their_score(match: Match) -> float:
    assert match.theirs is not None  # two play
    return match.theirs.mean


def win_rate(match: Match) -> float:
    return match.win_rate.mean


def learning_curves(trained: Trained) -> Iterator[StudyTable]:
    """Means over the heuristics, of all seeds at each checkpoint."""
    cells: dict[Place, Estimate] = {}
    claims, curves = [], []
    for scheme, runs in trained.items():
        ours, theirs, rates = (over_steps(runs, figure) for figure in (score, their_score, win_rate))
        crossing = np.array([crosses(runs[0], *sides) for sides in zip(ours, theirs, strict=True)])
        cells[scheme, "score after a fifth"] = mean_estimate(after_a_fifth(runs[0], ours))
        cells[scheme, "heuristics, after a fifth"] = mean_estimate(after_a_fifth(runs[0], theirs))
        cells[scheme, "heuristics, at most"] = mean_estimate(theirs.max(axis=1))
        cells[scheme, "crossing, % of the training"] = mean_estimate(100 * crossing)
        text = f"{scheme} scores more than the heuristics within the first fifth of the training"
        claims.append(Claim(text, mean_estimate(FIRST_FIFTH - crossing)))
        claims.append(
            Claim(f"{scheme} scores more at the end than the heuristics ever do", _lead_over(trained, ours[:, -1]))
        )
        curves += [_curve(scheme, runs[0], ours), _curve(f"heuristics against {scheme}", runs[0], theirs)]
        cells[scheme, "win rate after a fifth"] = mean_estimate(after_a_fifth(runs[0], rates))
    scores = {place: figure for place, figure in cells.items() if place[1] != "win rate after a fifth"}
    title = "Figure 4: mean score over the six heuristics while learning, and theirs"
    yield StudyTable(title, beside(scores), digits=1, curves=tuple(curves), claims=tuple(claims))
    won = {place: figure for place, figure in cells.items() if place not in scores}
    lines = tuple(_curve(scheme, runs[0], over_steps(runs, win_rate)) for scheme, runs in trained.items())
    title = "Figure 6: win rate over the six heuristics while learning, %"
    yield StudyTable(title, beside(won), digits=1, percent=True, curves=lines)


def over_steps(runs: Sequence[Run], figure: Figure) -> Floats:
    """By seed and checkpoint of the first run, the mean over the opponents."""
    return np.array(
        [np.interp(steps_of(runs[0]), steps_of(run), [_mean(e, figure) for e in _looks(run)]) for run in runs]
    )


def steps_of(run: Run) -> Floats:
    return np.array([evaluation.steps for evaluation in _looks(run)], float)


def _looks(run: Run) -> list[Evaluation]:
    return run.history.evaluations


def _mean(evaluation: Evaluation, figure: Figure) -> float:
    return float(np.mean([figure(match) for match in evaluation.matches]))


def _curve(name: str, run: Run, by_seed: Floats) -> Curve:
    return Curve(name, tuple(by_seed.mean(axis=0).tolist()), tuple(steps_of(run).astype(int).tolist()))


def after_a_fifth(run: Run, by_seed: Floats) -> Floats:
    steps = steps_of(run)
    at: Floats = by_seed[:, int(np.abs(steps - FIRST_FIFTH * steps[-1]).argmin())]
    return at


def crosses(run: Run, ours: Floats, theirs: Floats) -> float:
    """After which share of the training ours is greater for the first time; 1 if it never is."""
    steps, is_greater = steps_of(run), ours > theirs
    return float(steps[is_greater.argmax()] / steps[-1]) if is_greater.any() else 1.0


def _lead_over(trained: Trained, ends: Floats) -> Estimate:
    """By how much the scores at the end exceed the highest that heuristics have in any training, by seed."""
    highest = np.max([over_steps(runs, their_score).max(axis=1) for runs in trained.values()], axis=0)
    return mean_estimate(ends - highest)
