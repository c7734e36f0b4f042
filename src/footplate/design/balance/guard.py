"""A balanced board is a good game for strangers, too: planners play on every candidate.

Their figures (evaluation/strangers.py) should stay within the range of the published boards; if the given board is a
published one itself, it belongs to them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property

import numpy as np

from footplate.agents import make_agent
from footplate.arena.pairing import Pairing
from footplate.arena.results import GameResults
from footplate.boards import Board, is_of_catalogue
from footplate.design.distance import Floats, Tally
from footplate.design.evaluation.strangers import (
    Strangers,
    counts_of_games,
    figures_of_counts,
    meet_strangers,
    play_measures,
    ranges,
)
from footplate.design.evaluation.table_play import table_batch
from footplate.design.playing import Cancelled, Watch
from footplate.engine.tables import make_tables

STRANGER = "planner"
GAMES = 240  # on each published board, and on a finished one
_WORTH = 0.1  # the distance that a figure as far outside as its range is wide is worth
_GAMES_OF_A_JOB = 12


class Guard:
    """A table of strangers with as many seats as the board is balanced for. Close it."""

    def __init__(self, board: Board, players: int, threads: int | None) -> None:
        self._board, self._table, self._threads = board, [STRANGER] * players, threads
        self._more = [board] if is_of_catalogue(board) else []
        self._agents = [make_agent(agent) for agent in self._table]
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)

    @cached_property
    def bounds(self) -> Floats:
        """By figure, the least and the most of published boards."""
        published = play_measures(STRANGER, len(self._table), GAMES, more=self._more, threads=self._threads)
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
        jobs: list[Future[GameResults]] = []
        try:
            for board in boards:
                pairing = Pairing(make_tables(board, len(self._table)), self._agents, seed, metrics=True)
                if not jobs:
                    pairing.load()
                for first in deals[::_GAMES_OF_A_JOB]:
                    batch = table_batch(self._table, seed, first, min(_GAMES_OF_A_JOB, deals.stop - first))
                    jobs.append(self._pool.submit(pairing.play_batch, batch))
            results = []
            for job in jobs:
                if watch.is_cancelled():
                    raise Cancelled
                results.append(job.result())
        finally:
            for job in jobs:
                job.cancel()
        counts = np.concatenate([counts_of_games(self._board.rules.trains, one) for one in results])
        return [Tally.of(of_board) for of_board in np.split(counts, len(boards))]

    def measure(self, board: Board) -> Strangers:
        """How a finished board is for strangers, on deals that no round has seen."""
        strangers = meet_strangers(board, [STRANGER], len(self._table), GAMES, more=self._more, threads=self._threads)
        return strangers[0]

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        for agent in self._agents:
            agent.close()
