"""The MIT thesis's three heuristics on T2R-Dual: rewards and wins (Tables 5.2, 5.3, A.1 and A.2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from footplate.arena.results import GameResults
from footplate.arena.statistics import mean_estimate, share_estimate
from footplate.studies.published import Place, grid, share
from footplate.studies.study import Cell, Printed, Study, StudyRun, StudyTable

Floats = npt.NDArray[np.float64]
Rewards = tuple[float, float]  # of the first and the second player

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


def duel_cells(place: Place, duel: Duel, wins: int | None, rewards: Rewards | None) -> list[Cell]:
    """The first player's share of wins, then the mean rewards of both; theirs are wins in 1,000 games."""
    first, second = place
    won = None if wins is None else share(wins / PUBLISHED_GAMES, PUBLISHED_GAMES)
    cells = [Cell(first, second, share_estimate(duel.shares), won)]
    for player, totals, reward in zip(("first", "second"), duel.rewards.T.copy(), rewards or (None, None), strict=True):
        earned = None if reward is None else Printed(reward, float(totals.std()) / math.sqrt(PUBLISHED_GAMES))
        cells.append(Cell(first, f"{second}: {player}", mean_estimate(totals), earned))
    return cells


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    """For every ordered pair wins and rewards. Each pair plays twice the games, half of them swapped."""
    for board, (win_table, reward_table, title) in TITLES.items():
        wins, rewards = [], []
        for first, second in product(BOTS, BOTS):
            place = first, second
            duel = as_first(run.ledger.play(board, place, 2 * run.games, run.seed).results)
            won, *earned = duel_cells(place, duel, WINS.get(board, {}).get(place), REWARDS.get(board, {}).get(place))
            wins.append(won)
            rewards += earned
        yield StudyTable(f"{win_table}: wins of the first player, %, {title}", tuple(wins), digits=1, percent=True)
        yield StudyTable(f"{reward_table}: mean rewards of both, {title}", tuple(rewards))


STUDIES = (
    Study(
        name="thesis-heuristics",
        title="Random, greedy and frugal players on T2R-Dual",
        source="MIT thesis, Tables 5.2, 5.3, A.1 and A.2 (the rows and columns of its three heuristics)",
        board="t2r",
        games=PUBLISHED_GAMES,
        measure=_measure,
        takes="7 s on 2 cores",
        total=lambda games: len(TITLES) * len(BOTS) ** 2 * 2 * games,
        remarks=(
            "The thesis prints its map only as a picture and gives no decay; ours were fitted to these very tables, so "
            "agreement shows that the fit is good, not that the map is theirs.",
            "The captions of Tables 5.2 and 5.4 contradict their sections; the sections are followed here.",
        ),
    ),
)
