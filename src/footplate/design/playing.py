"""Win shares of agents on many candidate boards.

All boards get the same deals (common random numbers), and on each deal every pair of agents sits once in every pair of
seats. Compiled agents play on all cores; what comes out does not depend on how many there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import NamedTuple

import numpy as np

from footplate.agents import AgentLike, as_agent
from footplate.arena.deals import deals_for, games_per_deal
from footplate.arena.pairing import Pairing
from footplate.arena.results import GameResults
from footplate.arena.runners import Runner, Task
from footplate.arguments import instance, listed, seed_number, thread_count, whole
from footplate.boards import Board
from footplate.design.distance import Fairness, Floats, Tally, fairness
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError

Progress = Callable[[int], None]
_Submit = Callable[[range], Future[GameResults]]
_GAMES_OF_A_JOB = 60  # less than a tenth of a second of compiled play


class Cancelled(Exception):
    """Somebody doesn't want the rest."""


class Watch(NamedTuple):
    """Who is told how many games have just ended, and asked before every few games whether to go on (``Cancelled``)."""

    progress: Progress = lambda games: None
    is_cancelled: Callable[[], bool] = lambda: False


NOBODY = Watch()


class Playing:
    """Agents at a table, and who plays their games: threads, or a runner of the arena, such as a Ray cluster's, which
    stays open. Close it, or use it in a ``with`` block."""

    def __init__(
        self, agents: Sequence[AgentLike], *, threads: int | None = None, runner: Runner | None = None
    ) -> None:
        agents = listed("agents", agents, "a list of agents")
        threads = thread_count(threads if threads is not None else os.cpu_count() or 1)
        self.agents = [as_agent(agent) for agent in agents]
        self._specs, self._runner, self._is_loaded = tuple(map(str, agents)), runner, False
        if len(self.agents) < 2:
            raise FootplateError("win shares are measured between two agents or more")
        self.games_per_deal = games_per_deal(len(self.agents))
        self._pool = ThreadPoolExecutor(threads)
        self._alone = ThreadPoolExecutor(1)  # for agents written in Python, which can play one game at a time

    def win_shares(self, boards: Sequence[Board], seed: int, deals: range, watch: Watch = NOBODY) -> Floats:
        """Shares of the wins by board, deal and agent; in a draw of n each of them has 1/n.

        Deal number d of a seed is the same on every board.
        """
        seed, boards = seed_number(seed), listed("boards", boards, "a list of boards")
        instance("deals", deals, range, "a range of numbers, such as range(100)")
        shares = np.zeros((len(boards), len(deals), len(self.agents)))
        step = max(1, _GAMES_OF_A_JOB // self.games_per_deal)
        jobs: list[tuple[Floats, range, _Submit, Future[GameResults]]] = []
        try:
            for i, board in enumerate(boards):
                submit = self._at_work(board, seed)
                for first in range(0, len(deals), step):
                    part = slice(first, first + step)
                    jobs.append((shares[i, part], deals[part], submit, submit(deals[part])))
            for place, part_deals, submit, job in jobs:
                done, waiting = 0, job
                while done < len(part_deals):
                    if watch.is_cancelled():
                        raise Cancelled
                    results = waiting.result()
                    by_deal = results.by_deal(results.shares)
                    place[done : done + len(by_deal)] = by_deal
                    done += len(by_deal)
                    if done < len(part_deals):  # a worker far away hands in what it has after a while
                        waiting = submit(part_deals[done:])
                watch.progress(len(place) * self.games_per_deal)
        finally:
            for *_, job in jobs:
                job.cancel()
        return shares

    def _at_work(self, board: Board, seed: int) -> _Submit:
        """Whom to give deals on this board."""
        pairing = Pairing(make_tables(board, len(self.agents)), self.agents, seed)
        if runner := self._runner:
            text = board.to_json()
            return lambda part: runner.submit(Task(0, text, self._specs, seed, part.start, len(part)))
        if not self._is_loaded:
            pairing.load()
            self._is_loaded = True
        pool = self._pool if pairing.is_compiled else self._alone
        return lambda part: pool.submit(pairing.play, part.start, len(part))

    def tallies(self, boards: Sequence[Board], seed: int, deals: range, watch: Watch = NOBODY) -> list[Tally]:
        """The same, added up for each board."""
        return [Tally.of(by_deal) for by_deal in self.win_shares(boards, seed, deals, watch)]

    def fairness(self, board: Board, wished: Floats, games: int, *, seed: int, watch: Watch = NOBODY) -> Fairness:
        """How one board plays in ``games``, rounded up to whole deals."""
        deals = range(deals_for(whole("games", games, 1), len(self.agents)))
        return fairness(wished, self.tallies([board], seed, deals, watch)[0])

    def close(self) -> None:
        """Wait for the few games that are being played, and end."""
        for pool in (self._pool, self._alone):
            pool.shutdown(cancel_futures=True)
        for agent in self.agents:
            agent.close()

    def __enter__(self) -> Playing:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()
