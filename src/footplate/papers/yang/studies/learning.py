"""Yang et al.: eight ways of training a network, against six heuristics and against each other (Figures 4 to 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from footplate.arena.results import MatchResult
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.learning.runs import Run
from footplate.learning.settings import ENSEMBLE, PPO, SELF_PLAY, Plan, RunSettings, Task
from footplate.papers.yang.studies.heuristics import BOARD, BOTS
from footplate.studies.ledger import Ledger
from footplate.studies.study import Cell, Curve, Study, StudyTable, Training, share_error
from footplate.studies.trained import Lesson, spec_of, train_all

Floats = npt.NDArray[np.float64]
Matches = Sequence[Sequence[MatchResult]]  # by training seed; those of one seed are played on the same deals
Figure = Callable[[MatchResult], Floats]  # a figure of the first agent's, by deal

SCHEMES = {
    "base": "cf-base",
    "random": "cf-random",
    "action-eval": "cf-action-eval",
    "adversarial": "cf-adversarial",
    "combined": "cf-combined",
    "game-tree": "cf-game-tree",
    "ensemble": ENSEMBLE,
    "self-play": SELF_PLAY,
}

# What the text prints of the figures, which are pictures. A pair is a lowest and a highest value.
WIN_RATES = {"adversarial": 0.79, "random": 0.57, "self-play": 0.75}  # Figure 8, over the six heuristics
WIN_RATES_BUT_RANDOM = (0.74, 0.79)
SCORES = {"random": 12.2, "self-play": 12.8}  # Figure 5
OTHER_SCORES = (13.8, 14.2)
LEADS = {"random": 2.1}  # Figure 5, over the heuristics' scores
SMALLEST_OTHER_LEAD = 4.9
MATCH_SCORES = (10.6, 14.7)  # Figure 9, one heuristic at a time
MATCH_SCORES_OF = {"random": (10.6, 12.7), "self-play": (12.3, 13.0)}
MATCH_WIN_RATES_OF = {"random": (0.54, 0.61), "self-play": (0.70, 0.78)}  # Figure 10
AGAINST_CF_RANDOM, AGAINST_OTHERS = 0.65, (0.71, 0.77)  # Figure 11, all eight together
SELF_PLAY_ROBIN = (0.59, 0.70)  # Figure 12
RANDOM_AGAINST_ACTION_EVAL, RANDOM_ROBIN_HIGHEST = 0.47, 0.39
OTHERS_ROBIN = (0.44, 0.56)

_MATCH_GAMES = 2_100  # theirs: 30 runs of 1,000 timesteps, or 30,000 timesteps
_ROUNDED = 0.05  # of a published score
_STEPS_A_GAME = 14  # by which the progress bar counts training
_EVALUATION_GAMES = 200  # against each heuristic at a checkpoint


def _measure(games: int, seed: int, ledger: Ledger, training: Training, runs: Path) -> Sequence[StudyTable]:
    trained = _train_all(seed, training, runs, ledger)
    against = {
        (scheme, bot): [ledger.play(BOARD, [spec_of(run), bot], games, seed) for run in its_runs]
        for scheme, its_runs in trained.items()
        for bot in BOTS
    }
    robin = {
        (one, other): [
            ledger.play(BOARD, [spec_of(mine), spec_of(theirs)], games, seed)
            for mine, theirs in zip(trained[one], trained[other], strict=True)
        ]
        for one, other in combinations(trained, 2)
    }
    return [
        *_over_heuristics(against),
        _learning_curves(trained),
        *_by_heuristic(against),
        _round_robin(robin),
    ]


# ---------------------------------------------------------------- training


def plan_of(scheme: str, seed: int, training: Training) -> Plan:
    """The paper's settings, with its evaluation on the way."""
    paper = PPO.presets["paper"]
    task = {**paper.task, "board": BOARD, "opponents": (SCHEMES[scheme],), "seed": seed}
    run = RunSettings(
        steps=training.steps,
        evaluate=BOTS,
        evaluate_every=max(1, training.steps // training.checkpoints),
        evaluate_games=_EVALUATION_GAMES,
    )
    return Plan(PPO.name, Task(**task), PPO.settings(**paper.settings), run)


def _train_all(seed: int, training: Training, runs: Path, ledger: Ledger) -> dict[str, list[Run]]:
    """Every scheme with every seed."""
    seeds, games = range(seed, seed + training.seeds), _games_to_learn(training)
    lessons = [
        Lesson(f"{scheme}-{number}", plan_of(scheme, number, training), games) for number in seeds for scheme in SCHEMES
    ]
    found = train_all(lessons, f"footplate study run yang-learning --steps {training.steps}", runs, ledger)
    return {scheme: [found[f"{scheme}-{number}"] for number in seeds] for scheme in SCHEMES}


def _games_to_learn(training: Training) -> int:
    return training.steps // _STEPS_A_GAME


def _total(games: int, training: Training) -> int:
    n = len(SCHEMES)
    matches = n * len(BOTS) + n * (n - 1) // 2
    return training.seeds * (matches * games + n * _games_to_learn(training))


# ---------------------------------------------------------------- figures


def _won(match: MatchResult) -> Floats:
    """A draw counts as half a win."""
    shares: Floats = match.results.by_deal(match.results.shares)[:, 0]
    return shares


def _scored(match: MatchResult) -> Floats:
    scores: Floats = match.results.by_deal(match.results.totals)[:, 0]
    return scores


def _led(match: MatchResult) -> Floats:
    return _scored(match) - match.results.by_deal(match.results.totals)[:, 1]


def _mean(by_seed: Matches, figure: Figure) -> Estimate:
    """Over all matches. Of several seeds the interval says how networks differ, of one how its deals do."""
    deals = [np.mean([figure(match) for match in matches], axis=0) for matches in by_seed]
    if len(deals) > 1:
        return mean_estimate(np.array([values.mean() for values in deals]))
    return share_estimate(deals[0]) if figure is _won else mean_estimate(deals[0])


def _low(estimates: Sequence[Estimate]) -> Estimate:
    return min(estimates, key=lambda estimate: estimate.mean)


def _high(estimates: Sequence[Estimate]) -> Estimate:
    return max(estimates, key=lambda estimate: estimate.mean)


def _span(row: str, column: str, ours: Sequence[Estimate], theirs: tuple[float, float], games: int) -> Iterator[Cell]:
    """The lowest and the highest of several, if there are any; ``games``: those behind each of theirs, 0 for scores."""
    if not ours:
        return
    for word, estimate, value in (("lowest", _low(ours), theirs[0]), ("highest", _high(ours), theirs[1])):
        yield Cell(row, f"{column}, {word}", estimate, value, share_error(value, games) if games else _ROUNDED)


_Against = Mapping[tuple[str, str], Sequence[MatchResult]]


def _per_seed(against: _Against, schemes: Sequence[str], bots: Sequence[str]) -> Matches:
    """The matches of these, for each seed."""
    return list(zip(*(against[scheme, bot] for scheme in schemes for bot in bots), strict=True))


def _over_heuristics(against: _Against) -> Iterator[StudyTable]:
    every = {scheme: _per_seed(against, [scheme], BOTS) for scheme in SCHEMES}
    won = {scheme: _mean(matches, _won) for scheme, matches in every.items()}
    scored = {scheme: _mean(matches, _scored) for scheme, matches in every.items()}
    led = {scheme: _mean(matches, _led) for scheme, matches in every.items()}
    others = [scheme for scheme in SCHEMES if scheme not in SCORES]
    games = _MATCH_GAMES * len(BOTS)
    rates = [
        Cell(scheme, "win rate", rate, value, share_error(value, games) if value else 0.0)
        for scheme, rate in won.items()
        for value in (WIN_RATES.get(scheme),)
    ]
    rates += _span("all but random", "win rate", [won[s] for s in won if s != "random"], WIN_RATES_BUT_RANDOM, games)
    yield StudyTable("Figure 8: win rate over the six heuristics, %", tuple(rates), digits=1, percent=True)
    scores = [Cell(scheme, "score", score, SCORES.get(scheme), _ROUNDED) for scheme, score in scored.items()]
    scores += _span("the other six", "score", [scored[s] for s in others], OTHER_SCORES, 0)
    yield StudyTable("Figure 5: mean score over the six heuristics", tuple(scores))
    leads = [Cell(scheme, "lead", lead, LEADS.get(scheme), _ROUNDED) for scheme, lead in led.items()]
    smallest = _low([led[scheme] for scheme in led if scheme not in LEADS])
    leads.append(Cell("all but random", "lead, lowest", smallest, SMALLEST_OTHER_LEAD, _ROUNDED))
    yield StudyTable("Figure 5: mean score less the heuristics'", tuple(leads))


def _learning_curves(trained: Mapping[str, Sequence[Run]]) -> StudyTable:
    """The mean over seeds and heuristics at each checkpoint; cells say what a fifth of the training brings."""
    cells, curves = [], []
    for scheme, runs in trained.items():
        steps = np.array([evaluation.steps for evaluation in runs[0].history.evaluations], float)
        seen = np.array([np.interp(steps, *_rates_by_step(run)) for run in runs])
        curves.append(Curve(scheme, tuple(seen.mean(axis=0).tolist()), tuple(steps.astype(int).tolist())))
        early = int(np.abs(steps - steps[-1] / 5).argmin())
        matches = [match.win_rate for run in runs for match in run.history.evaluations[early].matches]
        ends = ([getattr(rate, end) for rate in matches] for end in ("mean", "low", "high"))
        cells.append(Cell(scheme, "after a fifth", Estimate(*(float(np.mean(values)) for values in ends))))
    title = "Figure 6: win rate over the six heuristics while learning, %"
    return StudyTable(title, tuple(cells), digits=1, percent=True, curves=tuple(curves))


def _rates_by_step(run: Run) -> tuple[list[int], list[float]]:
    found = run.history.evaluations
    return [evaluation.steps for evaluation in found], [evaluation.mean for evaluation in found]


def _by_heuristic(against: _Against) -> Iterator[StudyTable]:
    figures = {"win rate": _won, "score": _scored}
    found = {
        what: {pair: _mean(_per_seed(against, *([name] for name in pair)), figure) for pair in against}
        for what, figure in figures.items()
    }
    rates, scores = (
        [Cell(scheme, bot, value) for (scheme, bot), value in found[what].items()] for what in ("win rate", "score")
    )
    for scheme, span in MATCH_WIN_RATES_OF.items():
        rates += _span(scheme, "any", [found["win rate"][scheme, bot] for bot in BOTS], span, _MATCH_GAMES)
    yield StudyTable("Figure 10: win rate against each heuristic, %", tuple(rates), digits=1, percent=True)
    for scheme, span in MATCH_SCORES_OF.items():
        scores += _span(scheme, "any", [found["score"][scheme, bot] for bot in BOTS], span, 0)
    scores += _span("all", "any", list(found["score"].values()), MATCH_SCORES, 0)
    yield StudyTable("Figure 9: mean score against each heuristic", tuple(scores))
    pool = {bot: _mean(_per_seed(against, list(SCHEMES), [bot]), _won) for bot in BOTS}
    games = _MATCH_GAMES * len(SCHEMES)
    cells = [
        Cell("all eight", bot, rate, value, share_error(value, games) if value else 0.0)
        for bot, rate in pool.items()
        for value in (AGAINST_CF_RANDOM if bot == "cf-random" else None,)
    ]
    cells += _span("all eight", "others", [pool[bot] for bot in BOTS if bot != "cf-random"], AGAINST_OTHERS, games)
    yield StudyTable("Figure 11: win rate of all eight together, %", tuple(cells), digits=1, percent=True)


def _round_robin(robin: Mapping[tuple[str, str], Sequence[MatchResult]]) -> StudyTable:
    rates = {}
    for (one, other), matches in robin.items():
        rate = _mean([[match] for match in matches], _won)
        rates[one, other], rates[other, one] = rate, Estimate(1 - rate.mean, 1 - rate.high, 1 - rate.low)
    special = ("self-play", "random")
    cells = [
        Cell(one, other, rate, value, share_error(value, _MATCH_GAMES) if value else 0.0)
        for (one, other), rate in sorted(rates.items(), key=lambda item: [list(SCHEMES).index(s) for s in item[0]])
        for value in (RANDOM_AGAINST_ACTION_EVAL if (one, other) == ("random", "action-eval") else None,)
    ]
    own = [rate for (one, _), rate in rates.items() if one == "self-play"]
    cells += _span("self-play", "any", own, SELF_PLAY_ROBIN, _MATCH_GAMES)
    rest = [rate for (one, other), rate in rates.items() if one == "random" and other != "action-eval"]
    error = share_error(RANDOM_ROBIN_HIGHEST, _MATCH_GAMES)
    cells.append(Cell("random", "but action-eval, highest", _high(rest), RANDOM_ROBIN_HIGHEST, error))
    among = [rate for pair, rate in rates.items() if not set(pair) & set(special)]
    cells += _span("the other six", "each other", among, OTHERS_ROBIN, _MATCH_GAMES)
    return StudyTable("Figure 12: round robin, win rate, %", tuple(cells), digits=1, percent=True)


STUDIES = (
    Study(
        name="yang-learning",
        title="Eight ways of training a network, against six heuristics and each other",
        source="Yang et al. 2023, Figures 5, 6 and 8 to 12 (the text prints some values and ranges of them)",
        board=BOARD,
        games=2_000,
        measure=_measure,
        total=_total,
        training=Training(steps=100_000, seeds=1, checkpoints=10),
        remarks=(
            "As published: --steps 1000000 --seeds 5 --checkpoints 100. A few steps give weaker networks.",
            "A draw counts as half a win; the paper doesn't mention draws. Each deal is played with both seats.",
            "Networks play what they like best; the paper doesn't say whether theirs chose by chance.",
            "Intervals: of one seed how its deals differ, of several how the networks of the seeds differ.",
        ),
    ),
)
