"""Balancing a board: local moves, races between candidates, and verdicts on fresh games only.

A round makes many children of a good board, lets them race on the same deals (after every heat the worse half drops
out), and then sees how the best of them play on deals that nobody has played before. What counts of a board are only
such fresh games: the games of a race choose lucky boards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from footplate.boards import Board
from footplate.design.candidate import Candidate, Canvas, combine
from footplate.design.constraints import Constraints, Limits
from footplate.design.distance import Floats, Tally, distance, expected_distance
from footplate.design.moves import Mover
from footplate.design.playing import Playing, Progress

CHILDREN = 64
CONTENDERS = 8  # boards that are kept
_FINALISTS = 2  # of a race, who play fresh games
CROSSINGS = 24
_LEAST_GAMES, _MOST_GAMES = 48, 600  # of a child
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
            contenders = self._fresh([], [first], 40)
        else:
            parent = self._parent()
            games = np.clip(1 / parent.expected**2, _LEAST_GAMES, _MOST_GAMES)
            deals = max(1, round(games / balance.playing.games_per_deal))
            children = self._children(parent)
            gaps = self._gaps(parent, children, range(deals))
            crossings = self._crossings(parent, children, gaps)
            finalists = self._race(parent, crossings, deals)
            contenders = self._fresh([parent], finalists, 12 * deals)
        return State(state.rounds + 1, state.games + self._games, contenders)

    def _parent(self) -> Contender:
        """One of the best."""
        contenders = self._state.contenders
        good = [one for one in contenders if one.expected <= 1.2 * contenders[0].expected]
        return good[self._chance.integers(len(good))]

    def _children(self, parent: Contender) -> list[Candidate]:
        """Far from the wish it takes many moves at once to come nearer; near it, few."""
        most = int(np.clip((30 * parent.expected) ** 2, 2, _MOST_MOVES))
        moves = np.exp(self._chance.uniform(0, np.log(most + 1), CHILDREN)).astype(int)
        return [self._balance.mover.change(parent.candidate, int(n), self._chance) for n in moves]

    def _gaps(self, parent: Contender, others: Sequence[Candidate], deals: range) -> Floats:
        """By how much the others' shares are larger than the parent's, deal by deal."""
        seed = deal_seed(self._balance.seed, _RACE, self._state.rounds)
        shares = self._shares([parent.candidate, *others], seed, deals)
        gaps: Floats = shares[1:] - shares[:1]
        return gaps

    def _crossings(self, parent: Contender, children: Sequence[Candidate], gaps: Floats) -> list[Candidate]:
        """Children, and children with the changes of several of them.

        Changes mostly add up. So from the wish's point of view the best change is taken first, and others as long as
        they help; each time only half of the children are looked at, so that not all crossings are the same.
        """
        wished, effects = self._balance.wished, _shrunk(gaps)
        found: dict[Candidate, float] = {}
        for _ in range(4 * CROSSINGS):
            shares, chosen = parent.tally.mean, list[int]()
            offered = self._chance.permutation(len(children))[: len(children) // 2]
            crossing, reached = parent.candidate, distance(wished, shares)
            while True:
                options = [i for i in offered if i not in chosen]
                would = distance(wished, shares + effects[options])
                best = int(np.argmin(would))
                if would[best] >= reached - 1e-3 or len(chosen) > 15:
                    break
                mixed = combine(parent.candidate, [children[i] for i in (*chosen, options[best])])
                if not self._balance.mover.is_sound(mixed):
                    offered = [i for i in offered if i != options[best]]
                    continue
                chosen.append(options[best])
                crossing, shares, reached = mixed, shares + effects[chosen[-1]], would[best]
            if chosen:
                found.setdefault(crossing, float(reached))
        return sorted(found, key=lambda one: found[one])[:CROSSINGS]

    def _race(self, parent: Contender, racers: Sequence[Candidate], first: int) -> list[Candidate]:
        """Heats on the same deals for all; after each only a third stays, and the next heat is three times as long."""
        begin, size = first, 2 * first
        gaps = np.zeros((len(racers), 0, len(self._balance.wished)))
        while len(racers) > _FINALISTS:
            gaps = np.concatenate([gaps, self._gaps(parent, racers, range(begin, begin + size))], axis=1)
            begin, size = begin + size, 2 * size
            reached = distance(self._balance.wished, parent.tally.mean + _shrunk(gaps))
            kept = np.argsort(reached, kind="stable")[: max(_FINALISTS, len(racers) // 3)]
            racers, gaps = [racers[i] for i in kept], gaps[kept]
        return list(racers)

    def _fresh(self, known: Sequence[Contender], new: Sequence[Candidate], deals: int) -> tuple[Contender, ...]:
        """All contenders after fresh games of these; the best ones stay."""
        wished = self._balance.wished
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


def _shrunk(gaps: Floats) -> Floats:
    """The mean gap of each candidate, without what is chance: the variance between candidates that their games explain."""
    means, n = gaps.mean(axis=1), gaps.shape[1]
    noise = gaps.var(axis=1).mean() / n
    real = max(0.1, 1 - noise / max((means**2).mean(), 1e-9))
    shrunk: Floats = real * means
    return shrunk
