"""Games to learn from, in lanes: some of one number of players, some of another; in some a past self has a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from footplate.learning.networks import Floats

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.int8]


class Games(Protocol):
    """What is needed of games (``envs.BatchedEnv`` is such). A game that is over is followed by another at once."""

    n: int
    players: int
    observation: Bytes
    private: Bytes
    mask: Bools
    seat: Bytes  # who decides
    reward: Floats  # by game and seat, since the decision before
    done: Bools  # where a game ended with the last step

    @property
    def totals(self) -> npt.NDArray[Any]: ...  # of games that ended, by seat
    @property
    def won(self) -> npt.NDArray[Any]: ...
    def step(self, codes: npt.ArrayLike) -> None: ...


@dataclass
class Lane:
    """Some of the games, of one number of players. In the last ``past_games`` of them a past self has a seat."""

    games: Games
    first: int  # row of its first game
    past_games: int = 0
    one_learner: bool = False  # others play inside the games
    past_seat: Bytes = field(init=False)

    def __post_init__(self) -> None:
        self.past_seat = np.full(self.games.n, -1, np.int8)
        if self.past_games:
            self.past_seat[-self.past_games :] = np.arange(self.past_games) % self.games.players

    @property
    def rows(self) -> slice:
        return slice(self.first, self.first + self.games.n)

    @property
    def stream_players(self) -> int:
        return 1 if self.one_learner else self.games.players


def lanes_of(games: Sequence[Games], past_share: float = 0.0, *, one_learner: bool = False) -> list[Lane]:
    firsts = np.cumsum([0, *(some.n for some in games)])
    return [
        Lane(some, int(first), round(some.n * past_share), one_learner)
        for some, first in zip(games, firsts, strict=False)
    ]
