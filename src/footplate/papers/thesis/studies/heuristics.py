"""The MIT thesis's three heuristics on T2R-Dual: rewards and wins (Tables 5.2, 5.3, A.1 and A.2)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from footplate.arena.statistics import mean_estimate, share_estimate
from footplate.studies.ledger import Ledger
from footplate.studies.study import Cell, Study, StudyTable, share_error

PUBLISHED_GAMES = 1000
BOTS = ("t2r-random", "t2r-greedy", "t2r-frugal")

# Rows are the first player, columns the second. Wins of the first player in 1,000 games; rewards of (first, second).
WINS = {
    "t2r:open": [[531, 111, 352], [912, 553, 894], [663, 148, 529]],  # Table 5.2, complete information
    "t2r": [[486, 102, 330], [909, 573, 889], [708, 143, 550]],  # Table 5.3, incomplete information
}
REWARDS = {
    "t2r:open": [  # Table A.1
        [(4.14, 4.07), (3.51, 5.49), (4.15, 4.70)],
        [(5.56, 3.42), (5.34, 5.14), (5.61, 4.29)],
        [(4.73, 4.17), (4.42, 5.57), (4.87, 4.77)],
    ],
    "t2r": [  # Table A.2
        [(4.08, 4.13), (3.56, 5.49), (4.19, 4.71)],
        [(5.53, 3.42), (5.36, 5.17), (5.61, 4.22)],
        [(4.81, 4.08), (4.37, 5.54), (4.88, 4.76)],
    ],
}
TITLES = {
    "t2r:open": ("Table 5.2", "Table A.1", "complete information, same objectives"),
    "t2r": ("Table 5.3", "Table A.2", "incomplete information, same objectives"),
    "t2r:different": ("not published", "not published", "incomplete information, different objectives"),
}


def _measure(games: int, seed: int, ledger: Ledger) -> Sequence[StudyTable]:
    tables: list[StudyTable] = []
    for board in TITLES:
        tables += _on(board, games, seed, ledger)
    return tables


def _on(board: str, games: int, seed: int, ledger: Ledger) -> list[StudyTable]:
    """Two tables: wins and rewards, for every ordered pair. Each pair plays twice the games, half of them swapped."""
    wins, rewards = [], []
    for i, first in enumerate(BOTS):
        for j, second in enumerate(BOTS):
            result = ledger.play(board, [first, second], 2 * games, seed).results
            in_order = result.seat_of[:, 0] == 0
            totals, shares = result.totals[in_order], result.shares[in_order, 0]
            published = WINS[board][i][j] / PUBLISHED_GAMES if board in WINS else None
            error = share_error(published, PUBLISHED_GAMES) if published is not None else 0.0
            wins.append(Cell(first, second, share_estimate(shares), published, error))
            for player, name in ((0, "first"), (1, "second")):
                reward = REWARDS[board][i][j][player] if board in REWARDS else None
                deviation = float(totals[:, player].std()) / math.sqrt(PUBLISHED_GAMES)
                ours = mean_estimate(np.ascontiguousarray(totals[:, player]))
                rewards.append(Cell(first, f"{second}: {name}", ours, reward, deviation))
    win_table, reward_table, title = TITLES[board]
    return [
        StudyTable(f"{win_table}: wins of the first player, %, {title}", tuple(wins), digits=1, percent=True),
        StudyTable(f"{reward_table}: mean rewards of both, {title}", tuple(rewards)),
    ]


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
