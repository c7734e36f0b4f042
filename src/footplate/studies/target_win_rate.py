"""How close ``adaptive`` comes to its target win rate, and how silly its moves look to an independent search."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from footplate.agents.adaptive import kinds
from footplate.agents.adaptive.agent import AdaptiveAgent
from footplate.agents.adaptive.choice import Choice, best_of
from footplate.agents.adaptive.profile import Profiles
from footplate.agents.base import Budget
from footplate.agents.kernels import start_bot
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.policies import STRONGEST
from footplate.agents.search.searcher import Searcher
from footplate.arena.results import GameResults
from footplate.arena.statistics import Estimate, mean_estimate, ratio_estimate, share_estimate
from footplate.engine.layout import Records
from footplate.engine.tables import Tables
from footplate.observation import Observation
from footplate.studies.ledger import Ledger
from footplate.studies.published import beside, exactly
from footplate.studies.study import Curve, Printed, Study, StudyRun, StudyTable, few_games

BOARD = "small:warwick"
OPPONENTS = (  # the Warwick report's ten bots and its three mixed ones
    "fully-random", "greedy-random", "base", "random-smart", "random-base", "villain", "hoarder", "hoarder-ticket",
    "pile", "pile-ticket-hater", "swap-bot", "swap-bot-2", "swap-bot-3",
)  # fmt: skip
TARGETS = (0.3, 0.5, 0.7)
JUDGED = ("greedy-random", "base", "ismcts:iterations=300")  # a random player, a planner, a weak search
# On larger boards: a weak search, two greedy players and the best player by rules of thumb.
LARGER = tuple((board, bot) for board in ("new_york", "usa") for bot in ("novice", "greedy", "hungry", "planner"))
# The report's fair search with POSAS, aiming at 50 %: mean absolute win difference and score difference over ten bots.
PUBLISHED = {
    ("all in reach", "mean |win share − loss share|"): Printed(0.293),
    ("all in reach", "mean |difference of mean scores|"): Printed(1.90),
}
JUDGE = replace(STRONGEST, iterations=3000)  # a stronger search than any player's
RELIABLE = 0.1  # visits that make a mean reliable, as a share of the most visited move's
SILLY_POINTS, SILLY_CHANCE = 3.0, 0.1


@dataclass(frozen=True)
class Verdict:
    """What a move has cost by the judge's opinion: points of margin, and chance of winning."""

    points: float
    chance: float

    @property
    def is_silly(self) -> bool:
        return self.points > SILLY_POINTS or self.chance > SILLY_CHANCE


class Judge:
    """Searches a position with chance of its own; then it looks at the move and at its best one equally long."""

    def __init__(self, seed: int = 0, search: SearchOptions = JUDGE) -> None:
        self.iterations = search.iterations
        self.look = search.iterations // 2  # iterations more for each of the two
        self.searcher = Searcher(search)
        start_bot(self.searcher.works[0], np.uint64(seed))

    def verdict(self, tables: Tables, states: Records, action: int) -> Verdict:
        """On ``action`` in the position of an observation."""
        searcher = self.searcher
        searcher.begin(tables, states)
        searcher.iterate(self.iterations)
        moves = searcher.moves()
        reliable = (move for move in moves if move.visits >= RELIABLE * moves[0].visits)
        best = max(reliable, key=lambda move: move.mean).action
        if best == action:
            return Verdict(0.0, 0.0)
        for looked in (best, action):
            searcher.look_at(looked, self.look)
        found = {move.action: move for move in searcher.moves()}
        return Verdict(found[best].mean - found[action].mean, found[best].win - found[action].win)


class FullStrength(AdaptiveAgent):
    """The same search, always playing its best."""

    def __init__(self, options: SearchOptions) -> None:
        super().__init__("full-strength", options, 0.5, Profiles())

    def think(self, observation: Observation, budget: Budget, began: float) -> tuple[Searcher, Choice]:
        searcher = self._search.search(observation, budget, began)
        best = best_of(searcher.moves())
        return searcher, Choice(best, best, 0.0)


@dataclass(frozen=True)
class Series:
    """Games in a row between a player that learns and an opponent."""

    results: GameResults

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        return self.results.shares[:, 0]

    @property
    def margins(self) -> npt.NDArray[np.float64]:
        return self.results.totals[:, 0] - self.results.totals[:, 1]

    @property
    def win_rate(self) -> Estimate:
        return share_estimate(self.results.by_deal(self.shares))

    def win_rate_of_first(self, games: int) -> Estimate:
        return share_estimate(self.results.by_deal(self.shares)[: games // 2])

    @property
    def curve(self) -> tuple[float, ...]:
        """The win rate so far, after each game."""
        return tuple((np.cumsum(self.shares) / np.arange(1, self.shares.size + 1)).tolist())


def play_series(
    ledger: Ledger, player: AdaptiveAgent, opponent: str, games: int, seed: int, board: str = BOARD
) -> Series:
    """From the player's first game on."""
    return Series(ledger.play_series(board, player, opponent, games, seed, _known_as(player)).results)


def _known_as(player: AdaptiveAgent) -> str:
    return f"{type(player).__name__} {player.win_rate} {player.options}"


def make_adaptive(options: SearchOptions, target: float) -> AdaptiveAgent:
    return AdaptiveAgent("adaptive", options, target, Profiles())


def silly_share(
    player: AdaptiveAgent, opponent: str, games: int, seed: int, ledger: Ledger, settled: int, search: SearchOptions
) -> tuple[Estimate, Estimate]:
    """(Share of its moves that the judge calls silly, win rate), in ``games`` games after ``settled`` ones.

    Moves of a deal belong together: who must give away much in a game does so in many of its moves.
    """
    seen: list[list[tuple[Tables, Records, int]]] = []  # by game
    think, begin = player.think, player.start

    def watched(observation: Observation, budget: Budget, began: float) -> tuple[Searcher, Choice]:
        searcher, choice = think(observation, budget, began)
        seen[-1].append((observation.tables, observation.records.copy(), choice.move.action))
        return searcher, choice

    def begun(seat: int, seed: int) -> None:
        seen.append([])
        begin(seat, seed)

    def find_out() -> list[float]:
        ledger.play_series(BOARD, player, opponent, settled, seed)
        player.think, player.start = watched, begun  # type: ignore[method-assign]
        series = Series(ledger.play_series(BOARD, player, opponent, games, seed + 1).results)
        judge, by_deal = Judge(seed + 2, search), series.results.by_deal
        silly = np.array([sum(judge.verdict(*move).is_silly for move in moves) for moves in seen], np.float64)
        share = ratio_estimate(by_deal(silly), by_deal(np.array([len(moves) for moves in seen], np.float64)))
        return [share.mean, share.low, share.high, series.win_rate.mean, series.win_rate.low, series.win_rate.high]

    known_as = f"silly moves of {_known_as(player)} against {opponent}, {games} games, seed {seed}"
    figures = ledger.keep(known_as, settled + games, find_out)
    return Estimate(*figures[:3]), Estimate(*figures[3:])


def play_all(ledger: Ledger, jobs: Sequence[tuple[AdaptiveAgent, str, int, int, str]]) -> list[Series]:
    """Independent series side by side, each in one thread: (player, opponent, games, seed, board)."""
    return ledger.side_by_side(lambda job: play_series(ledger, *job), jobs)


@dataclass(frozen=True)
class Experiment:
    """How long its parts are, in games, and how the judge searches."""

    first: int = 10  # games against a new opponent that are looked at by themselves
    series: int = 8  # of so many games, against each opponent
    settled: int = 20  # before the first that is judged
    most_judged: int = 40
    judge: SearchOptions = JUDGE

    def measure(self, run: StudyRun) -> list[StudyTable]:
        options = replace(kinds.SEARCH, iterations=run.iterations)
        search = f"guided-ismcts:iterations={run.iterations}"
        ceilings = {bot: run.play(BOARD, search, bot).agents[0].win_rate for bot in OPPONENTS}
        full_strength = {(bot, "win rate"): ceiling for bot, ceiling in ceilings.items()}
        tables = [StudyTable("Full strength: win rate, %", beside(full_strength), digits=1, percent=True)]
        for target in TARGETS:
            jobs = [(make_adaptive(options, target), bot, run.games, run.seed, BOARD) for bot in OPPONENTS]
            series = dict(zip(OPPONENTS, play_all(run.ledger, jobs), strict=True))
            reached = {bot: one for bot, one in series.items() if ceilings[bot].mean > target}
            tables += [_rates(target, series, reached), *_sums(target, series, reached or series)]
        return [*tables, self._new_opponents(options, run), self._silly(options, run)]

    def total(self, games: int) -> int:
        judged = len(JUDGED) * 2 * (self.settled + min(games, self.most_judged))
        return len(OPPONENTS) * ((1 + len(TARGETS)) * games + self.series * self.first) + judged

    def _new_opponents(self, options: SearchOptions, run: StudyRun) -> StudyTable:
        """The win rate over the first games against somebody new, in the mean of some series."""
        jobs = [
            (make_adaptive(options, 0.5), bot, self.first, run.seed + 1 + n, BOARD)
            for bot in OPPONENTS
            for n in range(self.series)
        ]
        shares = [one.shares.mean() for one in play_all(run.ledger, jobs)]
        rates = np.array(shares).reshape(len(OPPONENTS), self.series)
        ours = {(bot, "win rate"): share_estimate(row) for bot, row in zip(OPPONENTS, rates, strict=True)}
        aim = dict.fromkeys(ours, Printed(0.5))
        ours["all", "mean distance from the target"] = mean_estimate(abs(rates.mean(axis=1) - 0.5))
        title = f"New opponents: win rate in the first {self.first} games, %"
        return StudyTable(title, beside(ours, aim), digits=1, percent=True, reference="target")

    def _silly(self, options: SearchOptions, run: StudyRun) -> StudyTable:
        """Aiming at 50 %: moves that the judge calls silly, beside full strength."""
        jobs = [
            (f"{bot} – {name}", player, bot)
            for bot in JUDGED
            for name, player in (("adaptive", make_adaptive(options, 0.5)), ("full strength", FullStrength(options)))
        ]
        games = min(run.games, self.most_judged)

        def judged(job: tuple[str, AdaptiveAgent, str]) -> tuple[Estimate, Estimate]:
            _, player, bot = job
            return silly_share(player, bot, games, run.seed, run.ledger, self.settled, self.judge)

        ours = {}
        for (row, *_), (silly, won) in zip(jobs, run.ledger.side_by_side(judged, jobs), strict=True):
            ours[row, "silly moves"], ours[row, "win rate"] = silly, won
        title = "Aiming at 50 %: moves that an independent search calls silly, %"
        return StudyTable(title, beside(ours), digits=1, percent=True)


def _rates(target: float, series: dict[str, Series], reached: Container[str]) -> StudyTable:
    rows = {bot if bot in reached else f"{bot} (out of reach)": one for bot, one in series.items()}
    ours = {(row, "win rate"): one.win_rate for row, one in rows.items()}
    curves = tuple(Curve(row, one.curve) for row, one in rows.items())
    title = f"Aiming at {target:.0%}: win rate, %, and how it comes about"
    cells = beside(ours, dict.fromkeys(ours, Printed(target)))
    return StudyTable(title, cells, digits=1, percent=True, curves=curves, reference="target")


def _sums(target: float, series: dict[str, Series], reached: dict[str, Series]) -> list[StudyTable]:
    """Over the opponents in reach; the published figures were for 50 %."""

    def mean(figure: Callable[[Series], float]) -> Estimate:
        return mean_estimate(np.array([figure(one) for one in reached.values()], np.float64))

    every = "all in reach"
    shares = {
        (every, "mean distance from the target"): mean(lambda one: abs(one.shares.mean() - target)),
        (every, "largest distance"): exactly(max(abs(one.shares.mean() - target) for one in reached.values())),
        (every, "mean |win share − loss share|"): mean(lambda one: abs(2 * one.shares.mean() - 1)),
    }
    scores = {(bot, "mean margin"): mean_estimate(one.results.by_deal(one.margins)) for bot, one in series.items()} | {
        (every, "mean |difference of mean scores|"): mean(lambda one: abs(one.margins.mean())),
        (every, "mean |margin| of a game"): mean(lambda one: abs(one.margins).mean()),
    }
    theirs = PUBLISHED if target == 0.5 else {}
    title = f"Aiming at {target:.0%}: "
    tables = [
        StudyTable(title + "all opponents together, %", beside(shares, theirs), digits=1, percent=True),
        StudyTable(title + "points", beside(scores, theirs), digits=1),
    ]
    return [replace(table, reference="Warwick") for table in tables]  # of another search: nothing is played again


def _measure_larger(run: StudyRun) -> list[StudyTable]:
    """At 50 %, with the first ten games by themselves."""
    options = replace(kinds.SEARCH, iterations=run.iterations)
    jobs = [(make_adaptive(options, 0.5), bot, run.games, run.seed, board) for board, bot in LARGER]
    rates, points, curves = {}, {}, []
    for (board, bot), one in zip(LARGER, play_all(run.ledger, jobs), strict=True):
        row = f"{board} – {bot}"
        rates[row, "win rate"], rates[row, "first ten"] = one.win_rate, one.win_rate_of_first(10)
        points[row, "mean margin"] = mean_estimate(one.results.by_deal(one.margins))
        points[row, "mean |margin|"] = mean_estimate(abs(one.margins))
        curves.append(Curve(row, one.curve))
    aim = {(row, "win rate"): Printed(0.5) for row, _ in rates}
    title = "Aiming at 50 % on larger boards"
    return [
        StudyTable(f"{title}: win rate, %", beside(rates, aim), 1, True, tuple(curves), reference="target"),
        StudyTable(f"{title}: points", beside(points), digits=1),
    ]


def _shorten(study: Study) -> Study:
    short = Experiment(first=4, series=2, settled=2, judge=replace(JUDGE, iterations=60))
    return replace(few_games(study), measure=short.measure, total=short.total)


STUDIES = (
    Study(
        name="target-win-rate",
        title="adaptive against thirteen bots: targets of 30, 50 and 70 %",
        source="ours (docs/adaptive.md); the published figures are the Warwick report's fair search, section 12.4.4",
        board=BOARD,
        games=100,
        iterations=kinds.SEARCH.iterations,
        measure=Experiment().measure,
        total=Experiment().total,
        shorten=_shorten,
        remarks=(
            "A draw counts half.",
            "Every series begins against a new opponent. Out of reach: full strength wins no more than the target.",
            "Silly is a move that costs more than 3 points of margin or 10 points of win chance, by an independent "
            "search of 3,000 iterations that then looks at the move and at its best one with 1,500 more each.",
            "The goal of 300 games: --games 300.",
        ),
    ),
    Study(
        name="target-win-rate-boards",
        title="adaptive on larger boards: a target of 50 %",
        source="ours (docs/adaptive.md)",
        board="new_york and usa, 2 players",
        games=60,
        iterations=kinds.SEARCH.iterations,
        measure=_measure_larger,
        takes="14 min on 1 core",
        total=lambda games: len(LARGER) * games,
        remarks=("Every series begins against a new opponent.",),
    ),
)
