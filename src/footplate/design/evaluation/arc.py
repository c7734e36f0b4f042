"""The game arc (Silva et al. 2018): how many routes a player could claim, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.action_space import action_space
from footplate.engine.batch import Batch
from footplate.engine.layout import CLAIM, TURN
from footplate.records import GameRecord

_REACHED = 0.5  # the arc ends where fewer of the players have another turn


@dataclass(frozen=True)
class Arc:
    """By a player's own turn, from the first: the median of the routes that could be claimed, and the middle half."""

    middle: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def peak(self) -> int:
        """The turn, from 1, with the most to choose from; of equal ones the first."""
        return 1 + int(np.argmax(self.middle))

    def to_dict(self) -> dict[str, Any]:
        return {"middle": list(self.middle), "low": list(self.low), "high": list(self.high)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Arc:
        return cls(*(tuple(float(x) for x in data[name]) for name in ("middle", "low", "high")))


def arc_of(records: Sequence[GameRecord]) -> Arc:
    """The arc of recorded games of the same board and players, all of them replayed side by side."""
    first = records[0]
    games = Batch(first.board, first.players, len(records))
    actions = action_space(games.tables)
    number = {action.text: actions.id(action) for action in actions}
    moves = [[number[move.text] for move in record.moves] for record in records]
    games.deal([record.seed for record in records])
    by_turn: list[list[npt.NDArray[np.int64]]] = []
    turns = np.zeros((len(records), first.players), np.int64)
    rows = np.arange(len(records))
    for step in range(max(map(len, moves))):
        mine = rows[games.phase == TURN]
        seats = games.player[mine]
        choices = _claimable(games)[mine]
        for turn in np.unique(turns[mine, seats]):
            while len(by_turn) <= turn:
                by_turn.append([])
            by_turn[turn].append(choices[turns[mine, seats] == turn])
        turns[mine, seats] += 1
        games.step([numbers[step] if step < len(numbers) else 0 for numbers in moves])
    columns = [np.concatenate(found) for found in by_turn]
    most = _REACHED * len(records) * first.players
    kept = [column for column in columns if column.size >= most] or columns[:1]
    low, middle, high = np.array([np.quantile(column, (0.25, 0.5, 0.75)) for column in kept]).T
    return Arc(tuple(middle.tolist()), tuple(low.tolist()), tuple(high.tolist()))


def _claimable(games: Batch) -> npt.NDArray[np.int64]:
    """How many routes the player to move could claim now, by game."""
    b = games.tables.record
    legal = games.legal[:, CLAIM : CLAIM + int(b.n_claims)]
    routes = b.claim_route[: b.n_claims].astype(np.int64)
    order = np.argsort(routes, kind="stable")
    starts = np.flatnonzero(np.diff(routes[order], prepend=-1))
    found: npt.NDArray[np.int64] = np.logical_or.reduceat(legal[:, order], starts, axis=1).sum(axis=1)
    return found
