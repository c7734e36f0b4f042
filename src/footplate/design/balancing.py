"""Balancing a board: local moves, races between candidates, and verdicts on fresh games only.

A round makes many children of a good board, lets them race on the same deals (after every heat the worse half drops
out), and then sees how the best of them play on deals that nobody has played before. What counts of a board are only
such fresh games: the games of a race choose lucky boards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from footplate.boards import Board
from footplate.design.candidate import Candidate, Canvas
from footplate.design.constraints import Constraints, Limits
from footplate.design.distance import Floats, Tally, distance, expected_distance
from footplate.design.moves import Mover
from footplate.design.playing import Playing, Progress

CHILDREN = 32
CONTENDERS = 8  # boards that are kept
_FINALISTS = 2  # of a race, who play fresh games
_LEAST_GAMES, _MOST_GAMES = 192, 6000  # of a finalist
_MOST_MOVES = 24
_RACE, _FRESH, _LAST = range(3)  # what deals are for


@dataclass(frozen=True)
class Contender:
    """A board and its fresh games."""

    candidate: Candidate
    tally: Tally
    expected: float  # distance


@dataclass(frozen=True)
class State:
    """How far balancing has come; everything else follows from it and the seed. The best contender is the first."""

    rounds: int = 0
    games: int = 0
    contenders: tuple[Contender, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "games": self.games,
            "contenders": [
                {"candidate": one.candidate.to_dict(), "tally": one.tally.to_dict(), "expected": one.expected}
                for one in self.contenders
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> State:
        contenders = [
            Contender(Candidate.from_dict(one["candidate"]), Tally.from_dict(one["tally"]), one["expected"])
            for one in data["contenders"]
        ]
        return cls(data["rounds"], data["games"], tuple(contenders))


def deal_seed(seed: int, purpose: int, number: int = 0) -> int:
    """A seed of deals for one purpose; no other purpose or number has the same deals."""
    return int(np.random.SeedSequence((seed, purpose, number)).generate_state(1, np.uint64)[0])


class Balance:
    """Makes a board fairer, round by round. The state is a value: to undo a round is to take back the one before."""

    def __init__(
        self,
        board: Board,
        playing: Playing,
        wished: Floats,
        constraints: Constraints | None = None,
        *,
        seed: int = 0,
        state: State | None = None,
    ) -> None:
        constraints = constraints or Constraints()
        self.canvas = Canvas(board, keep_tickets=constraints.keep_tickets)
        self.limits = Limits(self.canvas, constraints)
        self.mover = Mover(self.limits)
        self.playing, self.wished, self.seed = playing, wished, seed
        self.history = [state or State()]

    @property
    def state(self) -> State:
        return self.history[-1]

    @property
    def best(self) -> Contender:
        return self.state.contenders[0]

    def undo(self) -> None:
        if len(self.history) > 1:
            self.history.pop()

    def board(self, candidate: Candidate, name: str = "candidate") -> Board:
        return self.canvas.make_board(candidate, name)

    def step(self, progress: Progress = lambda games: None, is_cancelled: Callable[[], bool] = lambda: False) -> State:
        """One round; ``Cancelled`` leaves everything as it was before."""
        self.history.append(_Round(self, progress, is_cancelled).play())
        return self.state


class _Round:
    def __init__(self, balance: Balance, progress: Progress, is_cancelled: Callable[[], bool]) -> None:
        self._balance, self._progress, self._is_cancelled = balance, progress, is_cancelled
        self._state = balance.state
        self._chance = np.random.default_rng((balance.seed, self._state.rounds))
        self._games = 0

    def play(self) -> State:
        state, balance = self._state, self._balance
        if not state.contenders:
            first = balance.mover.begin(self._chance)
            contenders = self._fresh([], [first], _LEAST_GAMES * 2)
        else:
            parent = self._parent()
            games = int(np.clip((2 / parent.expected) ** 2, _LEAST_GAMES, _MOST_GAMES))
            finalists = self._race(parent, self._children(parent), games)
            contenders = self._fresh([parent], finalists, games)
        return State(state.rounds + 1, state.games + self._games, contenders)

    def _parent(self) -> Contender:
        """Mostly the best, sometimes another one."""
        contenders = self._state.contenders
        return contenders[0 if self._chance.random() < 0.7 else self._chance.integers(len(contenders))]

    def _children(self, parent: Contender) -> list[Candidate]:
        """Far from the wish it takes many moves at once to come nearer; near it, few."""
        most = int(np.clip(100 * parent.expected, 3, _MOST_MOVES))
        moves = np.exp(self._chance.uniform(0, np.log(most + 1), CHILDREN)).astype(int)
        return [self._balance.mover.change(parent.candidate, int(n), self._chance) for n in moves]

    def _race(self, parent: Contender, children: Sequence[Candidate], games: int) -> list[Candidate]:
        """Heats on the same deals for all; after each the worse half drops out, and the next is twice as long."""
        seed, played = deal_seed(self._balance.seed, _RACE, self._state.rounds), 0
        size = max(1, games * 2 * _FINALISTS // CHILDREN // self._balance.playing.games_per_deal)
        racers = [parent.candidate, *children]
        shares = np.zeros((len(racers), 0, len(self._balance.wished)))
        while len(racers) - 1 > _FINALISTS:
            shares = np.concatenate([shares, self._shares(racers, seed, range(played, played + size))], axis=1)
            played += size
            size = played
            order = self._order(parent, shares)[: (len(racers) - 1) // 2]
            kept = [0, *(1 + order)]
            racers, shares = [racers[i] for i in kept], shares[kept]
        return racers[1:]

    def _order(self, parent: Contender, shares: Floats) -> Any:
        """The children of a race, best first.

        What is known well is the parent. A child is what the parent is, and as much of the difference between them as
        is more than chance: the part of the variance between children that their games don't explain.
        """
        gaps = shares[1:] - shares[:1]
        means, n = gaps.mean(axis=1), gaps.shape[1]
        noise = gaps.var(axis=1).mean() / n
        real = max(0.1, 1 - noise / max(means.var(axis=0).mean(), 1e-9))
        return np.argsort(distance(self._balance.wished, parent.tally.mean + real * means), kind="stable")

    def _fresh(self, known: Sequence[Contender], new: Sequence[Candidate], games: int) -> tuple[Contender, ...]:
        """All contenders after fresh games of these; the best ones stay."""
        wished, deals = self._balance.wished, max(4, games // self._balance.playing.games_per_deal)
        seed = deal_seed(self._balance.seed, _FRESH, self._state.rounds)
        boards = [one.candidate for one in known] + list(new)
        tallies = [Tally.of(shares) for shares in self._shares(boards, seed, range(deals))]
        old = {one.candidate: one.tally for one in known}
        now = []
        for candidate, tally in zip(boards, tallies, strict=True):
            total = old[candidate] + tally if candidate in old else tally
            now.append(Contender(candidate, total, expected_distance(wished, total)))
        others = [one for one in self._state.contenders if one.candidate not in boards]
        return tuple(sorted([*now, *others], key=lambda one: one.expected)[:CONTENDERS])

    def _shares(self, candidates: Sequence[Candidate], seed: int, deals: range) -> Floats:
        boards = [self._balance.board(candidate, f"candidate-{i}") for i, candidate in enumerate(candidates)]
        shares = self._balance.playing.win_shares(
            boards, seed, deals, progress=self._progress, is_cancelled=self._is_cancelled
        )
        self._games += len(candidates) * len(deals) * self._balance.playing.games_per_deal
        return shares
