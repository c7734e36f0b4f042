"""What is played for the optimisers, and which of their candidates is consistently the best."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from footplate.arena.service import Watch
from footplate.boards import Board
from footplate.design.distance import Floats, distance
from footplate.design.playing import Playing
from footplate.papers.smith_anton.design.features import TICKET_VALUES

WORST = 1.0  # distance of what is no board
LAST_ROUNDS = ((120, 1), (40, 3), (12, 8), (4, 20))  # where none is: so many of the best are played so often again

Maker = Callable[[], Board]  # a candidate's board; where part of it is left to chance, another one every time


@dataclass(frozen=True, kw_only=True)
class MethodOptions:
    """How much is played and tried. The breadth, the second threshold and the number of evaluations are ours."""

    games: int = 20  # of an evaluation; whole deals are played
    consistent: tuple[int, ...] = (3, 9, 36)  # so many evaluations, taken together, must be below a threshold
    graphs: int = 86  # that the graph optimiser chooses from
    graph_evaluations: int = 120  # of the graph optimiser at most
    first_threshold: float = 0.2
    second_threshold: float = 0.1
    breadth: int = 4  # values of a variable that are tried in phase one
    best: int = 4  # values of a variable that go on in phase two: with those of the other, 16 combinations
    evaluations: int = 600  # of phase one at most
    ticket_values: tuple[int, ...] = TICKET_VALUES  # that a ticket in the game may have
    samples: int = 240  # boards at random that phase two begins with, so that every value has an average


@dataclass(frozen=True)
class Stage:
    """One run of both phases: its part of the method's time, and whether what it makes is the whole board."""

    begin: float = 0.0
    end: float = 1.0
    is_whole: bool = True

    def until(self, share: float) -> float:
        return self.begin + share * (self.end - self.begin)


WHOLE = Stage()


class Playtester:
    """Evaluates boards by a few games each, every time on new deals. ``played`` counts the games.

    The method should come to its end after ``seconds``. ``keep`` gets the best whole board so far.
    """

    def __init__(
        self,
        playing: Playing,
        target: Floats,
        options: MethodOptions,
        *,
        seed: int,
        progress: Callable[[int], None] = lambda games: None,
        seconds: float | None = None,
        keep: Callable[[Board], None] = lambda board: None,
    ) -> None:
        self._playing, self._target, self._seed, self._progress = playing, target, seed, progress
        self._consistent = options.consistent
        self._deals, self._next = playing.deals_for(options.games), 0
        self._seconds, self._keep, self._began = seconds, keep, time.monotonic()
        self._kept = 0, WORST  # the phase of the board that was kept last, and its distance
        self.players, self.played = playing.players, 0

    def is_over(self, share: float) -> bool:
        """Whether this share of the time is over."""
        return self._seconds is not None and time.monotonic() - self._began > share * self._seconds

    def note(self, phase: int, found: float, board: Board) -> None:
        """A whole board of a phase: those of phase two count more, whose lengths and colours are no accident."""
        if (-phase, found) < (-self._kept[0], self._kept[1]) and not board.problems:
            self._kept = phase, found
            self._keep(board)

    def distances(self, boards: Sequence[Board]) -> list[float]:
        """One for each board, all on the same deals."""
        return [self._distance(shares) for shares in self._shares(boards)]

    def is_consistent(self, candidate: Maker, threshold: float) -> bool:
        return all(self._distances_together([candidate], times)[0] < threshold for times in self._consistent)

    def best(self, candidates: Sequence[tuple[float, Maker]]) -> int:
        """The best one by number, after playing the seemingly best again."""
        order = sorted(range(len(candidates)), key=lambda i: candidates[i][0])
        for left, times in LAST_ROUNDS:
            order = self._ranked(order[:left], [make for _, make in candidates], times)
        return order[0]

    def _ranked(self, numbers: Sequence[int], makers: Sequence[Maker], times: int) -> list[int]:
        """Candidates by number, the best first, after so many evaluations of each."""
        found = self._distances_together([makers[i] for i in numbers], times)
        return [numbers[i] for i in np.argsort(found, kind="stable")]

    def _distances_together(self, candidates: Sequence[Maker], times: int) -> list[float]:
        """Distances of the shares of so many evaluations taken together."""
        shares = np.mean([self._shares([make() for make in candidates]) for _ in range(times)], axis=0)
        return [self._distance(row) for row in shares]

    def _distance(self, shares: Floats) -> float:
        return WORST if np.isnan(shares).any() else float(distance(self._target, shares))

    def _shares(self, boards: Sequence[Board]) -> Floats:
        """By board and agent; NaN for what is no board."""
        sound = [i for i, board in enumerate(boards) if not board.problems]
        deals = range(self._next, self._next + self._deals)
        self._next = deals.stop
        found = np.full((len(boards), len(self._target)), np.nan)
        if sound:
            played = self._playing.win_shares([boards[i] for i in sound], self._seed, deals, Watch(self._count))
            found[sound] = played.mean(axis=1)
        return found

    def _count(self, games: int) -> None:
        self.played += games
        self._progress(games)
