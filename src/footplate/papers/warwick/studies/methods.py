"""Other people's ways to adjust the difficulty (chapter 5), all steered by one controller and seen by one judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from footplate.agents.adaptive.profile import Profiles
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.policies import STRONGEST
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.papers.warwick.methods.choices import BLUNDERS, METHODS, RANK, Method
from footplate.papers.warwick.methods.kinds import NETWORK_SEARCH, SEARCH, steered, steered_dropout
from footplate.papers.warwick.methods.steered import SteeredAgent
from footplate.papers.warwick.studies.appendix_c import BOTS
from footplate.papers.warwick.studies.match import THEIRS, Setting
from footplate.studies.published import Place, beside
from footplate.studies.study import Study, StudyRun, StudyTable, few_games
from footplate.studies.target_win_rate import Series, look_at, opponent, play_all

Make = Callable[[], SteeredAgent]

WEAK_SEARCH = "ismcts:iterations=300"
JUDGED = ("greedy-random", "base", WEAK_SEARCH)  # a random player, a planner, a weak search
SMALL = replace(THEIRS, board="small", remark="On the small board of the house, for which a network comes.")
JUDGE = replace(STRONGEST, iterations=3000)  # a stronger search than any player's
EARLY = 10.0  # points that a target is higher at the beginning of a game


def _as_it_is(name: str, options: SearchOptions) -> SteeredAgent:
    """A search that nothing steers."""
    return SteeredAgent(name, Method("none", "plays what its search chooses"), options, 0.5, 0.0, Profiles())


def players(iterations: int) -> Mapping[str, Make]:
    """The methods with the report's fair search, and what they are measured against."""
    search = replace(SEARCH, iterations=iterations)
    unsteered = {
        "full strength": search,
        "ROSAS": replace(search, dda="rosas"),
        "ROSAS, early target": replace(search, dda="rosas", early=EARLY),
        "POSAS 5, m=0.1": replace(search, dda="posas", threshold=5.0, momentum=0.1),
    }
    return {
        **{name: partial(_as_it_is, name, options) for name, options in unsteered.items()},
        **{method.name: partial(steered, method, search) for method in METHODS},
        **{f"{method.name}, reacting": partial(steered, method, search, reaction=1.0) for method in (BLUNDERS, RANK)},
    }


def players_with_network(iterations: int) -> Mapping[str, Make]:
    """The methods again, and dropout: a search with a network, which looks far less often."""
    search = replace(SEARCH, iterations=iterations)
    network = replace(NETWORK_SEARCH, iterations=max(1, iterations * NETWORK_SEARCH.iterations // SEARCH.iterations))
    return {
        "full strength": partial(_as_it_is, "full strength", search),
        **{method.name: partial(steered, method, search) for method in METHODS},
        "dropout": partial(steered_dropout, network),
    }


@dataclass(frozen=True)
class Comparison:
    """Who is compared on which rules, and how long its parts are, in games."""

    name: str
    setting: Setting
    players: Callable[[int], Mapping[str, Make]]
    bots: Sequence[str] = BOTS
    judged: Sequence[str] = JUDGED
    settled: int = 20  # before the first game that is judged
    most_judged: int = 40
    judge: SearchOptions = JUDGE

    def measure(self, run: StudyRun) -> list[StudyTable]:
        makes = self.players(run.iterations)
        places = [(name, bot) for name in makes for bot in self.bots]
        board, bot_of = self.setting.board, self.setting.bot
        jobs = [(makes[name](), [bot_of(bot)], run.games, run.seed, board) for name, bot in places]
        series = dict(zip(places, play_all(run.ledger, jobs), strict=True))
        rates = {place: one.win_rate for place, one in series.items()}
        title = "Aiming at 50 %: "
        return [
            *_sums(title, {name: [series[name, bot] for bot in self.bots] for name in makes}),
            self._silly(f"{title}moves that an independent search calls silly, %", makes, run),
            StudyTable(f"{title}win rate, %", beside(rates), digits=1, percent=True),
        ]

    def total(self, games: int) -> int:
        judged = len(self.judged) * (self.settled + min(games, self.most_judged))
        return len(self.players(1)) * (len(self.bots) * games + judged)

    def _silly(self, title: str, makes: Mapping[str, Make], run: StudyRun) -> StudyTable:
        places = [(name, bot) for name in makes for bot in self.judged]
        games, setting = min(run.games, self.most_judged), self.setting

        def look(place: Place) -> tuple[Estimate, Estimate]:
            name, bot = place
            other = opponent(bot if bot == WEAK_SEARCH else setting.bot(bot))
            found = look_at(makes[name](), other, games, run.seed, run.ledger, self.settled, self.judge, setting.board)
            return found.silly, found.win_rate

        ours = {}
        for (name, bot), (silly, won) in zip(places, run.ledger.side_by_side(look, places), strict=True):
            ours[f"{bot} – {name}", "silly moves"], ours[f"{bot} – {name}", "win rate"] = silly, won
        return StudyTable(title, beside(ours), digits=1, percent=True)

    def shorten(self, study: Study) -> Study:
        short = replace(self, bots=BOTS[:1], judged=JUDGED[:1], settled=2, judge=replace(JUDGE, iterations=60))
        return replace(few_games(study), measure=short.measure, total=short.total)

    def study(self, *remarks: str) -> Study:
        return Study(
            name=self.name,
            title="Ways to adjust the difficulty under one controller and one judge",
            source="Warwick CS407 report, chapter 5; its tables have no figures of these methods",
            board=self.setting.board,
            games=100,
            iterations=SEARCH.iterations,
            measure=self.measure,
            total=self.total,
            shorten=self.shorten,
            remarks=(
                self.setting.remark,
                *remarks,
                "A draw counts half. Every series begins against a new opponent, and all its games count.",
                "The interval of a mean over the bots is that of ten figures.",
                "Silly is a move that costs more than 3 points of margin or 10 points of win chance, by an independent "
                "search of 3,000 iterations that then looks at the move and at its best one with 1,500 more each, in "
                "up to 40 games after 20.",
                "docs/warwick-methods.md says what each method does, and where it departs from its source.",
            ),
        )


def _sums(title: str, series: Mapping[str, Sequence[Series]]) -> list[StudyTable]:
    """Over all bots."""
    shares, points = {}, {}
    for name, played in series.items():
        rates = np.array([one.shares.mean() for one in played])
        margins = [one.margins for one in played]
        shares[name, "win rate"] = mean_estimate(rates)
        shares[name, "distance from 50 %"] = mean_estimate(abs(rates - 0.5))
        points[name, "|difference of mean scores|"] = mean_estimate(np.array([abs(one.mean()) for one in margins]))
        points[name, "|margin| of a game"] = mean_estimate(np.array([abs(one).mean() for one in margins]))
    return [
        StudyTable(f"{title}mean over all bots, %", beside(shares), digits=1, percent=True),
        StudyTable(f"{title}mean over all bots, points", beside(points), digits=1),
    ]


STUDIES = (
    Comparison("warwick-methods", THEIRS, players).study(
        "All search with random playouts as the report's ISMCTS does.",
        'A name with "reacting" is steered from move to move, too.',
        f"The early target is {EARLY:g} points at the beginning of a game, and 0 at its end.",
    ),
    Comparison("warwick-methods-dropout", SMALL, players_with_network).study(
        "Dropout searches with the network that comes for the board, 64 tries for 1,000 iterations of the others.",
    ),
)
