"""Yang et al.: eight ways of training a network, against six heuristics and against each other (Figures 4 to 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

from footplate.arena.deals import whole_deals
from footplate.arena.results import MatchResult
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.boards import load_board
from footplate.learning.runs import Run
from footplate.learning.settings import ENSEMBLE, PPO, SELF_PLAY, Plan, RunSettings, Task
from footplate.papers.yang.studies.heuristics import BOARD, BOTS
from footplate.papers.yang.studies.rules import OFFICIAL, games_in_steps, play
from footplate.studies.published import Place, beside, highest, lowest, share, shares
from footplate.studies.study import Cell, Curve, Printed, Study, StudyRun, StudyTable, Training
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

_MATCH_GAMES = 2_100  # theirs: 30 runs of 1,000 timesteps, or 30,000 timesteps
_ROUNDED = 0.05  # standard error of a published score


def _rates(*values: float, matches: int = 1) -> tuple[Printed, ...]:
    return tuple(share(value, matches * _MATCH_GAMES) for value in values)


def _scores(*values: float) -> tuple[Printed, ...]:
    return tuple(Printed(value, _ROUNDED) for value in values)


# What the text prints of the figures, which are pictures. A pair is a lowest and a highest value.
WIN_RATES = shares(  # Figure 8, over the six heuristics
    {("adversarial", "win rate"): 0.79, ("random", "win rate"): 0.57, ("self-play", "win rate"): 0.75},
    len(BOTS) * _MATCH_GAMES,
)
WIN_RATES_BUT_RANDOM = _rates(0.74, 0.79, matches=len(BOTS))
SCORES = {("random", "score"): Printed(12.2, _ROUNDED), ("self-play", "score"): Printed(12.8, _ROUNDED)}  # Figure 5
OTHER_SCORES = _scores(13.8, 14.2)
LEADS = {  # Figure 5, over the heuristics' scores
    ("random", "lead"): Printed(2.1, _ROUNDED),
    ("all but random", "lead, lowest"): Printed(4.9, _ROUNDED),
}
MATCH_SCORES = _scores(10.6, 14.7)  # Figure 9, one heuristic at a time
MATCH_SCORES_OF = {"random": _scores(10.6, 12.7), "self-play": _scores(12.3, 13.0)}
MATCH_WIN_RATES_OF = {"random": _rates(0.54, 0.61), "self-play": _rates(0.70, 0.78)}  # Figure 10
AGAINST = shares({("all eight", "cf-random"): 0.65}, len(SCHEMES) * _MATCH_GAMES)  # Figure 11
AGAINST_OTHERS = _rates(0.71, 0.77, matches=len(SCHEMES))
ROBIN = shares(  # Figure 12
    {("random", "action-eval"): 0.47, ("random", "but action-eval, highest"): 0.39}, _MATCH_GAMES
)
SELF_PLAY_ROBIN, OTHERS_ROBIN = _rates(0.59, 0.70), _rates(0.44, 0.56)
ROBIN_EVEN = {("all", "player 1"): Printed(0.5, 0.005)}  # Figure 12 is symmetric
GAMES = Printed(2054), Printed(2222)  # in the 30,000 steps of a match

OPPONENT_AGE = 1_000  # T_s of III-D: the opponent of self-play has learned from so many steps less, at least
_STEPS_A_GAME = 14  # by which the progress bar counts training


@dataclass(frozen=True)
class Experiment:
    """Networks by who they learn from, measured against heuristics and against each other."""

    schemes: Mapping[str, str]
    bots: Sequence[str]
    evaluation_games: int = 200  # against each heuristic at a checkpoint
    timed_games: int = 200  # of each pair, whose steps are counted

    def measure(self, run: StudyRun) -> list[StudyTable]:
        trained = self._train_all(run)
        against = {
            (scheme, bot): [run.play(BOARD, spec_of(network), bot) for network in networks]
            for scheme, networks in trained.items()
            for bot in self.bots
        }
        robin = {
            (one, other): [
                run.play(BOARD, spec_of(mine), spec_of(theirs))
                for mine, theirs in zip(trained[one], trained[other], strict=True)
            ]
            for one, other in combinations(trained, 2)
        }
        lengths = {
            (one, other): [
                self._lengths(run, spec_of(mine), spec_of(theirs))
                for mine, theirs in zip(trained[one], trained[other], strict=True)
            ]
            for one, other in robin
        }
        return [
            *_over_heuristics(against),
            *_learning_curves(trained),
            *_by_heuristic(against),
            *_round_robin(robin, list(trained)),
            _games(lengths),
        ]

    def _train_all(self, run: StudyRun) -> dict[str, list[Run]]:
        """Every scheme with every seed."""
        training, seeds = run.training, range(run.seed, run.seed + run.training.seeds)
        lessons = [
            Lesson(f"{scheme}-{seed}", self.plan(scheme, seed, training), _games_to_learn(training))
            for seed in seeds
            for scheme in self.schemes
        ]
        found = train_all(lessons, f"footplate study run yang-learning --steps {training.steps}", run)
        return {scheme: [found[f"{scheme}-{seed}"] for seed in seeds] for scheme in self.schemes}

    def _lengths(self, run: StudyRun, *agents: str) -> Floats:
        """Steps of player 1, by who that is and by deal."""

        def count() -> list[float]:
            match = play(load_board(BOARD), agents, self.timed_games, run.seed)[OFFICIAL]
            run.ledger.tell(len(match.steps))
            return [float(steps) for agent in (0, 1) for steps in match.steps[match.agent_at[:, 0] == agent]]

        games = whole_deals(self.timed_games, 2)
        return np.array(run.ledger.keep(f"steps of {agents} on the deals of {run.seed}", games, count)).reshape(2, -1)

    def plan(self, scheme: str, seed: int, training: Training) -> Plan:
        """The paper's settings, with its evaluation on the way."""
        paper = PPO.presets["paper"]
        task = {**paper.task, "board": BOARD, "opponents": (self.schemes[scheme],), "seed": seed}
        run = RunSettings(
            steps=training.steps,
            evaluate=tuple(self.bots),
            evaluate_every=max(1, training.steps // training.checkpoints),
            evaluate_games=self.evaluation_games,
        )
        settings = {**paper.settings, "opponent_age": OPPONENT_AGE} if scheme == "self-play" else paper.settings
        return Plan(PPO.name, Task(**task), PPO.settings(**settings), run)

    def total(self, games: int, training: Training) -> int:
        n = len(self.schemes)
        pairs = n * (n - 1) // 2
        matches = (n * len(self.bots) + pairs) * games + pairs * whole_deals(self.timed_games, 2)
        return training.seeds * (matches + n * _games_to_learn(training))


WHOLE = Experiment(SCHEMES, BOTS)


def _games_to_learn(training: Training) -> int:
    return training.steps // _STEPS_A_GAME


# ---------------------------------------------------------------- figures


def _won(match: MatchResult) -> Floats:
    """A draw counts as half a win."""
    shares: Floats = match.results.by_deal(match.results.shares)[:, 0]
    return shares


def _won_first(match: MatchResult, agent: int = 0) -> Floats:
    """In the game of each deal in which the agent is player 1."""
    shares: Floats = match.results.shares[match.results.seat_of[:, agent] == 0, agent]
    return shares


def _other_won_first(match: MatchResult) -> Floats:
    return _won_first(match, 1)


def _player_1_won(match: MatchResult) -> Floats:
    return (_won_first(match) + _other_won_first(match)) / 2


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
    return mean_estimate(deals[0]) if figure in (_scored, _led) else share_estimate(deals[0])


def _span(row: str, column: str, ours: Sequence[Estimate], theirs: Sequence[Printed]) -> tuple[Cell, ...]:
    """The lowest and the highest of several, if there are any."""
    places = (row, f"{column}, lowest"), (row, f"{column}, highest")
    ends = (lowest(ours), highest(ours)) if ours else ()
    return beside(dict(zip(places, ends, strict=False)), dict(zip(places, theirs, strict=True)))


_Against = Mapping[Place, Sequence[MatchResult]]  # by scheme and heuristic


def _per_seed(against: _Against, schemes: Iterable[str], bots: Iterable[str]) -> Matches:
    """The matches of these, for each seed."""
    return list(zip(*(against[pair] for pair in product(schemes, bots)), strict=True))


def _names(against: _Against) -> tuple[list[str], list[str]]:
    """(schemes, heuristics)"""
    schemes, bots = zip(*against, strict=True)
    return list(dict.fromkeys(schemes)), list(dict.fromkeys(bots))


def _over_heuristics(against: _Against) -> Iterator[StudyTable]:
    schemes, bots = _names(against)
    every = {scheme: _per_seed(against, [scheme], bots) for scheme in schemes}
    rates = {(scheme, "win rate"): _mean(matches, _won) for scheme, matches in every.items()}
    scores = {(scheme, "score"): _mean(matches, _scored) for scheme, matches in every.items()}
    leads = {(scheme, "lead"): _mean(matches, _led) for scheme, matches in every.items()}
    but_random = [rate for (scheme, _), rate in rates.items() if scheme != "random"]
    cells = beside(rates, WIN_RATES) + _span("all but random", "win rate", but_random, WIN_RATES_BUT_RANDOM)
    yield StudyTable("Figure 8: win rate over the six heuristics, %", cells, digits=1, percent=True)
    others = [score for place, score in scores.items() if place not in SCORES]
    cells = beside(scores, SCORES) + _span("the other six", "score", others, OTHER_SCORES)
    yield StudyTable("Figure 5: mean score over the six heuristics", cells)
    leads["all but random", "lead, lowest"] = lowest(lead for place, lead in leads.items() if place not in LEADS)
    yield StudyTable("Figure 5: mean score less the heuristics'", beside(leads, LEADS))


def _learning_curves(trained: Mapping[str, Sequence[Run]]) -> Iterator[StudyTable]:
    """The mean over seeds and heuristics at each checkpoint; cells say what a fifth of the training brings.

    Runs keep no scores of the heuristics, so Figure 4 has ours alone, and not where they cross.
    """
    scores, rates = _curves(trained, "score"), _curves(trained, "win_rate")
    yield StudyTable("Figure 4: mean score over the six heuristics while learning", scores[0], curves=scores[1])
    title = "Figure 6: win rate over the six heuristics while learning, %"
    yield StudyTable(title, rates[0], digits=1, percent=True, curves=rates[1])


def _curves(trained: Mapping[str, Sequence[Run]], figure: str) -> tuple[tuple[Cell, ...], tuple[Curve, ...]]:
    """Of a figure of the evaluations' matches."""
    cells, curves = {}, []
    for scheme, runs in trained.items():
        steps = np.array([evaluation.steps for evaluation in runs[0].history.evaluations], float)
        seen = np.array([np.interp(steps, *_by_step(run, figure)) for run in runs])
        curves.append(Curve(scheme, tuple(seen.mean(axis=0).tolist()), tuple(steps.astype(int).tolist())))
        early = int(np.abs(steps - steps[-1] / 5).argmin())
        found = [getattr(match, figure) for run in runs for match in run.history.evaluations[early].matches]
        ends = ([getattr(one, end) for one in found] for end in ("mean", "low", "high"))
        cells[scheme, "after a fifth"] = Estimate(*(float(np.mean(values)) for values in ends))
    return beside(cells), tuple(curves)


def _by_step(run: Run, figure: str) -> tuple[list[int], list[float]]:
    found = run.history.evaluations
    means = [[getattr(match, figure).mean for match in evaluation.matches] for evaluation in found]
    return [evaluation.steps for evaluation in found], [float(np.mean(values)) for values in means]


def _by_heuristic(against: _Against) -> Iterator[StudyTable]:
    schemes, bots = _names(against)
    rates, scores = (
        {pair: _mean(_per_seed(against, [pair[0]], [pair[1]]), figure) for pair in against}
        for figure in (_won, _scored)
    )
    cells = beside(rates)
    for scheme, ends in MATCH_WIN_RATES_OF.items():
        cells += _span(scheme, "any", [rates[scheme, bot] for bot in bots], ends)
    yield StudyTable("Figure 10: win rate against each heuristic, %", cells, digits=1, percent=True)
    cells = beside(scores)
    for scheme, ends in MATCH_SCORES_OF.items():
        cells += _span(scheme, "any", [scores[scheme, bot] for bot in bots], ends)
    cells += _span("all", "any", list(scores.values()), MATCH_SCORES)
    yield StudyTable("Figure 9: mean score against each heuristic", cells)
    pool = {("all eight", bot): _mean(_per_seed(against, schemes, [bot]), _won) for bot in bots}
    others = [rate for place, rate in pool.items() if place not in AGAINST]
    cells = beside(pool, AGAINST) + _span("all eight", "others", others, AGAINST_OTHERS)
    yield StudyTable("Figure 11: win rate of all eight together, %", cells, digits=1, percent=True)


def _round_robin(robin: Mapping[Place, Sequence[MatchResult]], schemes: Sequence[str]) -> Iterator[StudyTable]:
    """The rows' win rates as player 1, which the paper prints, and in both seats."""
    first, both = {}, {}
    for (one, other), found in robin.items():
        matches = [[match] for match in found]
        first[one, other], first[other, one] = _mean(matches, _won_first), _mean(matches, _other_won_first)
        rate = _mean(matches, _won)
        both[one, other], both[other, one] = rate, Estimate(1 - rate.mean, 1 - rate.high, 1 - rate.low)
    every = list(zip(*robin.values(), strict=True))  # by seed
    player_1 = beside({("all", "player 1"): _mean(every, _player_1_won)}, ROBIN_EVEN)
    for title, rates, more in (
        ("Figure 12: round robin, win rate of player 1, %", first, player_1),
        ("Figure 12 in both seats: round robin, win rate, %", both, ()),
    ):
        ordered = {pair: rates[pair] for pair in permutations(schemes, 2)}
        yield StudyTable(title, _robin_cells(ordered) + more, digits=1, percent=True)


def _robin_cells(rates: Mapping[Place, Estimate]) -> tuple[Cell, ...]:
    own = [rate for (one, _), rate in rates.items() if one == "self-play"]
    rest = [rate for (one, other), rate in rates.items() if one == "random" and other != "action-eval"]
    among = [rate for pair, rate in rates.items() if not {"self-play", "random"} & set(pair)]
    return (
        *beside(rates, ROBIN),
        *_span("self-play", "any", own, SELF_PLAY_ROBIN),
        *beside({("random", "but action-eval, highest"): highest(rest)}, ROBIN),
        *_span("the other six", "each other", among, OTHERS_ROBIN),
    )


def _games(lengths: Mapping[Place, Sequence[Floats]]) -> StudyTable:
    """How many games there are in 30,000 steps of player 1, which the rows are."""
    games = {}
    for (one, other), by_seed in lengths.items():
        mine, theirs = np.concatenate(by_seed, axis=1)
        games[one, other], games[other, one] = games_in_steps(mine), games_in_steps(theirs)
    cells = beside(games) + _span("all", "any", list(games.values()), GAMES)
    return StudyTable("Figure 12: games in 30,000 steps of player 1", cells, digits=0)


STUDIES = (
    Study(
        name="yang-learning",
        title="Eight ways of training a network, against six heuristics and each other",
        source="Yang et al. 2023, Figures 4 to 6 and 8 to 12 (the text prints some values and ranges of them)",
        board=BOARD,
        games=2_000,
        measure=WHOLE.measure,
        total=WHOLE.total,
        training=Training(steps=100_000, seeds=1, checkpoints=10),
        remarks=(
            "As published: --steps 1000000 --seeds 5 --checkpoints 100. A few steps give weaker networks.",
            "A draw counts as half a win; the paper doesn't mention draws. Each deal is played with both seats.",
            "Networks play their most probable action; the paper doesn't say whether theirs chose by chance.",
            "Player 1 moves first. Its steps are its decisions; a card is one, and so is the choice of first tickets.",
            "Intervals: of one seed how its deals differ, of several how the networks of the seeds differ.",
        ),
    ),
)
