"""A balanced board is a good game for held-out opponents, too: planners play on every candidate.

Their figures (evaluation/held_out.py) should stay within the range of the published boards; if the given board is a
published one itself, it belongs to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from footplate.arena.deals import Request
from footplate.arena.runners import Runner
from footplate.arena.service import Watch
from footplate.boards import Board, is_of_catalogue
from footplate.design.distance import Floats, Tally
from footplate.design.evaluation.held_out import (
    HeldOutPlay,
    counts_of_games,
    figures_of_counts,
    play_held_out,
    play_measures,
    ranges,
)
from footplate.design.playing import figures_by_deal

HELD_OUT = "planner"
GAMES = 240  # on each published board, and on a finished one
_WORTH = 0.1  # the distance that a figure as far outside as its range is wide is worth


class Guard:
    """A table of held-out opponents with as many seats as the board is balanced for."""

    def __init__(self, board: Board, players: int, runner: Runner) -> None:
        self._board, self._table, self._runner = board, (HELD_OUT,) * players, runner
        self._more = [board] if is_of_catalogue(board) else []

    @cached_property
    def bounds(self) -> Floats:
        """By figure, the least and the most of published boards."""
        published = play_measures(HELD_OUT, len(self._table), GAMES, more=self._more, runner=self._runner)
        return np.array(list(ranges(published).values()))

    def outside(self, counts: Floats) -> Floats:
        """By board, how far its figures lie outside, in units of distance. The first bit counts most: what is far
        outside must be able to come nearer, and what is inside should stay there."""
        (least, most), figures = self.bounds.T, figures_of_counts(counts)
        beyond = np.maximum(0, np.maximum(least - figures, figures - most)) / (most - least)
        far: Floats = _WORTH * np.sqrt(beyond.sum(axis=-1))
        return far

    def play(self, boards: Sequence[Board], seed: int, deals: range, watch: Watch) -> list[Tally]:
        """By board the counts of these deals, each played once."""
        requests = [
            Request(board=board, agents=self._table, seed=seed, deals=deals, each_deal_once=True, metrics=True)
            for board in boards
        ]
        trains = self._board.rules.trains
        counts = figures_by_deal(requests, self._runner, watch, lambda games: counts_of_games(trains, games))
        return [Tally.of(of_board) for of_board in counts]

    def measure(self, board: Board) -> HeldOutPlay:
        """How held-out opponents play on a finished board, on deals that no round has seen."""
        return play_held_out(board, [HELD_OUT], len(self._table), GAMES, more=self._more, runner=self._runner)[0]
