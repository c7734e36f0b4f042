"""How close ``adaptive`` comes to its target win rate, and how silly its moves look to an independent judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from statistics import median

import numpy as np
import numpy.typing as npt

from footplate.actions import KeepTickets
from footplate.agents import Agent, make_agent
from footplate.agents.adaptive.agent import AdaptiveAgent
from footplate.agents.adaptive.hoarding import limits
from footplate.agents.adaptive.profile import Profiles
from footplate.agents.search.options import SearchOptions
from footplate.arena.play import Listener, tell_listeners
from footplate.arena.results import GameResults
from footplate.arena.statistics import Estimate, mean_estimate, ratio_estimate, share_estimate
from footplate.boards import Board, load_board
from footplate.engine.tables import make_tables
from footplate.events import Event
from footplate.game import Game
from footplate.learning.boards import generated_board
from footplate.records import GameRecord
from footplate.studies.judge import JUDGE, Judge, decisions_of
from footplate.studies.ledger import Ledger
from footplate.studies.opponents import BEGINNERS, PEOPLE, person
from footplate.studies.published import Place, beside, exactly
from footplate.studies.study import Curve, Printed, Study, StudyRun, StudyTable, few_games

TARGETS = (0.3, 0.5, 0.7)
STEADY = ("planner", "net")
OPPONENTS = (*STEADY, *PEOPLE)
_GENERATED = "generated:"
FIRST = 10  # games against a stranger that are looked at by themselves


def opponent(name: str) -> Agent:
    """A person's model, or a bot by its spec string."""
    return person(name) if name in PEOPLE else make_agent(name)


@cache
def board_of(name: str) -> Board:
    """One of the catalogue, or with "generated:9001" a new one, always the same for a number."""
    return generated_board(int(name.removeprefix(_GENERATED))) if name.startswith(_GENERATED) else load_board(name)


def make_adaptive(target: float) -> AdaptiveAgent:
    return AdaptiveAgent("adaptive", target, Profiles())


@dataclass(frozen=True)
class Series:
    """Games in a row between a player that learns and its opponents."""

    results: GameResults

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        return self.results.shares[:, 0]

    @property
    def margins(self) -> npt.NDArray[np.float64]:
        """Over the best of the others."""
        totals = self.results.totals
        over_best: npt.NDArray[np.float64] = totals[:, 0] - totals[:, 1:].max(axis=1)
        return over_best

    @property
    def win_rate(self) -> Estimate:
        return share_estimate(self.results.by_deal(self.shares))

    @property
    def curve(self) -> tuple[float, ...]:
        """The win rate so far, after each game."""
        return tuple((np.cumsum(self.shares) / np.arange(1, self.shares.size + 1)).tolist())


def play_series(
    ledger: Ledger, player: Agent, opponents: Sequence[str | Agent], games: int, seed: int, board: str
) -> Series:
    """From the player's first game on."""
    return Series(ledger.play_series(board_of(board), player, opponents, games, seed, known_as(player)).results)


def known_as(player: Agent) -> str:
    """What decides how it plays."""
    return f"{type(player).__name__} {player.name} {getattr(player, 'win_rate', '')} {getattr(player, 'options', '')}"


def play_all(ledger: Ledger, jobs: Sequence[tuple[Agent, Sequence[str | Agent], int, int, str]]) -> list[Series]:
    """Independent series side by side, each in one thread: (player, opponents, games, seed, board)."""
    return ledger.side_by_side(lambda job: play_series(ledger, *job), jobs)


# ---------------------------------------------------------------- how it looks


class Hoarding(Listener):
    """The largest hand and the longest wait of an agent in each game; a wait is a run of its turns without a claim."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hands: list[int] = []
        self.waits: list[int] = []

    def before(self, game: Game, names: Sequence[str]) -> None:
        self._seat, self._idle = names.index(self.name), set[int]()
        self.hands.append(0)
        self.waits.append(0)

    def step(self, game: Game, event: Event) -> None:
        if event.seat == self._seat and not isinstance(event.action, KeepTickets):  # the first ones before any turn
            self._idle.add(event.turn)
            if event.route is not None:
                self._idle.clear()
            self.hands[-1] = max(self.hands[-1], game.hand_sizes[self._seat])
            self.waits[-1] = max(self.waits[-1], len(self._idle))


@dataclass(frozen=True)
class Looks:
    """What its games looked like after it had settled."""

    silly: Estimate
    win_rate: Estimate
    hands: tuple[float, float]  # the median of the largest hands, and the largest
    waits: tuple[float, float]


def look_at(
    player: Agent, other: Agent, games: int, seed: int, ledger: Ledger, settled: int, search: SearchOptions, board: str
) -> Looks:
    """``games`` games after ``settled`` ones. Moves of a deal belong together."""

    def find_out() -> list[float]:
        ledger.play_series(board_of(board), player, [other], settled, seed)
        series = Series(ledger.play_to_look(board_of(board), [player, other], games, seed + 1).results)
        records: Sequence[GameRecord] = series.results.records
        judge, hoarding = Judge(make_tables(board_of(board), 2), seed + 2, search), Hoarding(player.name)
        moves = [decisions_of(record, player.name) for record in records]
        for record in records:
            tell_listeners([hoarding], record)
        silly = np.array([sum(judge.verdict(*move).is_silly for move in game) for game in moves], np.float64)
        by_deal = series.results.by_deal
        share = ratio_estimate(by_deal(silly), by_deal(np.array([len(game) for game in moves], np.float64)))
        held = [float(figure(values)) for values in (hoarding.hands, hoarding.waits) for figure in (median, max)]
        won = series.win_rate
        return [share.mean, share.low, share.high, won.mean, won.low, won.high, *held]

    what = f"looks of {known_as(player)} against {other.name} on {board}, {search}, {games} games, seed {seed}"
    found = ledger.keep(what, settled + games, find_out)
    return Looks(Estimate(*found[:3]), Estimate(*found[3:6]), (found[6], found[7]), (found[8], found[9]))


# ---------------------------------------------------------------- the studies


@dataclass(frozen=True)
class Experiment:
    """Which boards are played, against whom, and how long the parts are, in games."""

    boards: Sequence[str]
    judged_on: Sequence[str]  # of these
    opponents: Sequence[str] = OPPONENTS
    targets: Sequence[float] = TARGETS
    strangers: int = 8  # series of the first games
    settled: int = 20  # before the first that is judged
    most_judged: int = 12
    judge: SearchOptions = JUDGE

    def measure(self, run: StudyRun) -> list[StudyTable]:
        series: dict[tuple[float, str, str], Series] = {}
        tables, places = [], [(board, bot) for board in self.boards for bot in self.opponents]
        for target in self.targets:
            jobs = [(make_adaptive(target), [opponent(bot)], run.games, run.seed, board) for board, bot in places]
            played = dict(zip(places, play_all(run.ledger, jobs), strict=True))
            series |= {(target, *place): one for place, one in played.items()}
            tables.append(_rates(target, played))
        return [*tables, self._distances(series), self._strangers(places, run), *self._looks(run)]

    def total(self, games: int) -> int:
        judged = len(self.judged_on) * (self.settled + min(games, self.most_judged))
        each = len(self.targets) * games + self.strangers * FIRST
        return len(self.opponents) * (len(self.boards) * each + judged)

    def _distances(self, series: dict[tuple[float, str, str], Series]) -> StudyTable:
        """Over all opponents of a board."""
        ours: dict[Place, Estimate] = {}
        for board in self.boards:
            for target in self.targets:
                found = [one.shares.mean() - target for (t, b, _), one in series.items() if (t, b) == (target, board)]
                off = abs(np.array(found, np.float64))
                ours[f"{board}, {target:.0%}", "mean distance"] = mean_estimate(off)
                ours[f"{board}, {target:.0%}", "largest"] = exactly(float(off.max()))
                ours[f"{board}, {target:.0%}", "within 5"] = exactly(float((off <= 0.05 + 1e-9).mean()))
        return StudyTable("Distance from the target, and the share within 5 points, %", beside(ours), 1, True)

    def _strangers(self, places: Sequence[tuple[str, str]], run: StudyRun) -> StudyTable:
        """The win rate over the first games against somebody new, in the mean of some series."""
        jobs = [
            (make_adaptive(0.5), [opponent(bot)], FIRST, run.seed + 1 + n, board)
            for board, bot in places
            for n in range(self.strangers)
        ]
        shares = [one.shares.mean() for one in play_all(run.ledger, jobs)]
        rates = np.array(shares).reshape(len(places), self.strangers)
        ours: dict[Place, Estimate] = {
            (f"{board} – {bot}", "win rate"): share_estimate(row)
            for (board, bot), row in zip(places, rates, strict=True)
        }
        aim = dict.fromkeys(ours, Printed(0.5))
        for board in self.boards:
            means = [row.mean() for (where, _), row in zip(places, rates, strict=True) if where == board]
            ours[f"{board} – all", "mean distance from the target"] = mean_estimate(abs(np.array(means) - 0.5))
        title = f"Strangers: win rate in the first {FIRST} games, aiming at 50 %, %"
        return StudyTable(title, beside(ours, aim), digits=1, percent=True, reference="target")

    def _looks(self, run: StudyRun) -> list[StudyTable]:
        """Aiming at 50 %: silly moves, hands and waits."""
        games = min(run.games, self.most_judged)
        jobs = [(board, bot) for board in self.judged_on for bot in self.opponents]

        def look(job: tuple[str, str]) -> Looks:
            board, bot = job
            player, other = make_adaptive(0.5), opponent(bot)
            return look_at(player, other, games, run.seed, run.ledger, self.settled, self.judge, board)

        shares: dict[Place, Estimate] = {}
        held: dict[Place, Estimate] = {}
        most: dict[Place, Printed] = {}
        for (board, bot), found in zip(jobs, run.ledger.side_by_side(look, jobs), strict=True):
            row = f"{board} – {bot}"
            shares[row, "silly moves"], shares[row, "win rate"] = found.silly, found.win_rate
            allowed = limits(make_tables(board_of(board), 2))
            for what, (usual, largest), bound in zip(
                ("hand", "wait"), (found.hands, found.waits), allowed, strict=True
            ):
                held[row, f"{what}, median"] = exactly(usual)
                held[row, f"{what}, largest"], most[row, f"{what}, largest"] = exactly(largest), Printed(bound)
        title = "Aiming at 50 %: "
        return [
            StudyTable(f"{title}moves that an independent judge calls silly, %", beside(shares), 1, True),
            StudyTable(f"{title}largest hand and longest wait of a game", beside(held, most), 0, reference="strongest"),
        ]


def _rates(target: float, series: dict[tuple[str, str], Series]) -> StudyTable:
    rows = {f"{board} – {bot}": one for (board, bot), one in series.items()}
    ours: dict[Place, Estimate] = {(row, "win rate"): one.win_rate for row, one in rows.items()}
    curves = tuple(Curve(row, one.curve) for row, one in rows.items())
    title = f"Aiming at {target:.0%}: win rate, %, and how it comes about"
    return StudyTable(title, beside(ours, dict.fromkeys(ours, Printed(target))), 1, True, curves, reference="target")


def _shorten(experiment: Experiment, study: Study) -> Study:
    short = replace(
        experiment,
        boards=experiment.boards[:1],
        judged_on=experiment.judged_on[:1],
        opponents=("planner", next(iter(BEGINNERS))),
        strangers=2,
        settled=2,
        judge=replace(experiment.judge, iterations=16),
    )
    return replace(few_games(study), measure=short.measure, total=short.total)


def _study(name: str, title: str, experiment: Experiment, unshipped: str = "") -> Study:
    return Study(
        name=name,
        title=title,
        source="ours (docs/adaptive.md)",
        board=f"{', '.join(experiment.boards)}, 2 players",
        games=100,
        measure=experiment.measure,
        total=experiment.total,
        shorten=partial(_shorten, experiment),
        remarks=(
            "Every series begins against a stranger, and all its games count. A draw counts half.",
            "studies/opponents.py says what the models of people do and why. planner and net are steady.",
            "Silly is a move that costs more than a tenth of a win by net-ismcts with 240 tries, which then looks at "
            "the move and at its best one with 120 more each; 50 points are worth half a win. Up to "
            f"{experiment.most_judged} games after {experiment.settled}.",
            "Hands and waits stand beside the 95th percentile of those of the strongest players.",
        ),
        unshipped=unshipped,
    )


STUDIES = (
    _study(
        "target-win-rate",
        "adaptive against beginners, steady and changing players: targets of 30, 50 and 70 %",
        Experiment(("small", "new_york"), ("small", "new_york")),
    ),
    _study(
        "target-win-rate-boards",
        "adaptive on larger boards: targets of 30, 50 and 70 %",
        Experiment(("usa", "europe", "generated:9001"), ("usa",), strangers=4, most_judged=4),
        unshipped="played in parts only; docs/adaptive.md has their figures",
    ),
)
