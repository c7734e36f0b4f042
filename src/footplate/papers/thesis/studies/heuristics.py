"""The MIT thesis's three heuristics on T2R-Dual: rewards and wins (Tables 5.2, 5.3, A.1 and A.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from footplate.arena.results import GameResults
from footplate.arena.statistics import mean_estimate, share_estimate
from footplate.studies.published import Place, beside, grid, means, shares
from footplate.studies.study import Cell, Study, StudyRun, StudyTable

Floats = npt.NDArray[np.float64]

PUBLISHED_GAMES = 1000
BOTS = ("t2r-random", "t2r-greedy", "t2r-frugal")

# Rows are the first player, columns the second. Wins of the first player in 1,000 games; rewards of (first, second).
WINS = {
    "t2r:open": grid(BOTS, BOTS, [[531, 111, 352], [912, 553, 894], [663, 148, 529]]),  # Table 5.2
    "t2r": grid(BOTS, BOTS, [[486, 102, 330], [909, 573, 889], [708, 143, 550]]),  # Table 5.3
}
REWARDS = {
    "t2r:open": grid(BOTS, BOTS, [  # Table A.1
        [(4.14, 4.07), (3.51, 5.49), (4.15, 4.70)],
        [(5.56, 3.42), (5.34, 5.14), (5.61, 4.29)],
        [(4.73, 4.17), (4.42, 5.57), (4.87, 4.77)],
    ]),
    "t2r": grid(BOTS, BOTS, [  # Table A.2
        [(4.08, 4.13), (3.56, 5.49), (4.19, 4.71)],
        [(5.53, 3.42), (5.36, 5.17), (5.61, 4.22)],
        [(4.81, 4.08), (4.37, 5.54), (4.88, 4.76)],
    ]),
}  # fmt: skip
TITLES = {
    "t2r:open": ("Table 5.2", "Table A.1", "complete information, same objectives"),
    "t2r": ("Table 5.3", "Table A.2", "incomplete information, same objectives"),
    "t2r:different": ("not published", "not published", "incomplete information, different objectives"),
}


@dataclass(frozen=True)
class Duel:
    """Games in which an agent was the first player: its shares of wins, and the rewards of (first, second) by game."""

    shares: Floats
    rewards: Floats


def as_first(results: GameResults, agent: int = 0) -> Duel:
    """Of a match the half in which the agent is the first player."""
    chosen = results.seat_of[:, agent] == 0
    return Duel(results.shares[chosen, agent], results.totals[chosen][:, [agent, 1 - agent]])


def win_cells(duels: Mapping[Place, Duel], wins: Mapping[Place, float]) -> tuple[Cell, ...]:
    """The first player's share of wins; theirs are wins in 1,000 games."""
    ours = {place: share_estimate(duel.shares) for place, duel in duels.items()}
    return beside(ours, shares(wins, PUBLISHED_GAMES, of=PUBLISHED_GAMES))


def reward_cells(duels: Mapping[Place, Duel], rewards: Mapping[Place, tuple[float, float]]) -> tuple[Cell, ...]:
    """The mean rewards of both players."""
    of_each = {
        (first, f"{second}: {player}"): np.ascontiguousarray(duel.rewards[:, column])
        for (first, second), duel in duels.items()
        for column, player in enumerate(("first", "second"))
    }
    theirs = {
        (first, f"{second}: {player}"): reward
        for (first, second), both in rewards.items()
        for player, reward in zip(("first", "second"), both, strict=True)
    }
    ours = {place: mean_estimate(totals) for place, totals in of_each.items()}
    return beside(ours, means(theirs, PUBLISHED_GAMES, {place: float(of_each[place].std()) for place in theirs}))


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    """For every ordered pair wins and rewards. Each pair plays twice the games, half of them swapped."""
    for board, (win_table, reward_table, title) in TITLES.items():
        duels = {
            (first, second): as_first(run.ledger.play(board, [first, second], 2 * run.games, run.seed).results)
            for first, second in product(BOTS, repeat=2)
        }
        wins, rewards = win_cells(duels, WINS.get(board, {})), reward_cells(duels, REWARDS.get(board, {}))
        yield StudyTable(f"{win_table}: wins of the first player, %, {title}", wins, digits=1, percent=True)
        yield StudyTable(f"{reward_table}: mean rewards of both, {title}", rewards)


STUDIES = (
    Study(
        name="thesis-heuristics",
        title="Random, greedy and frugal players on T2R-Dual",
        source="MIT thesis, Tables 5.2, 5.3, A.1 and A.2 (the rows and columns of its three heuristics)",
        board="t2r",
        games=PUBLISHED_GAMES,
        measure=_measure,
        total=lambda games: len(TITLES) * len(BOTS) ** 2 * 2 * games,
        remarks=(
            "The thesis prints its map only as a picture and gives no decay; ours were fitted to these very tables, so "
            "agreement shows that the fit is good, not that the map is theirs.",
            "The captions of Tables 5.2 and 5.4 contradict their sections; the sections are followed here.",
        ),
    ),
)
