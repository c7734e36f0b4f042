"""How long a move of each level takes on this machine: measured while nobody waits for a bot, not guessed."""

from __future__ import annotations

import asyncio
from functools import partial

from cachetools import LRUCache

from footplate.agents.ladder.measured import ladder_for
from footplate.agents.ladder.words import LEVELS
from footplate.app.background import start
from footplate.app.thinking.jobs import TimingJob
from footplate.app.thinking.work_queues import Thinking
from footplate.boards import Board

_BOARDS = 200  # with numbers of players, whose times are kept
_PAUSE = 0.5  # seconds from one look whether it is quiet to the next
_Key = tuple[Board, int]


class MoveTimes:
    """Measures one bot after the other. What plays alike on a board takes as long."""

    def __init__(self, thinking: Thinking, pause: float = _PAUSE) -> None:
        self._thinking, self._pause = thinking, pause
        self._times: LRUCache[_Key, dict[str, float]] = LRUCache(_BOARDS)  # by what the levels play as
        self._wanted: list[_Key] = []
        self._measuring: asyncio.Task[None] | None = None

    def of(self, board: Board, players: int) -> tuple[float | None, ...]:
        """Seconds by level, the weakest first; None: not yet known, and measured as soon as it is quiet."""
        key = board, players
        if key not in self._times:
            self._times[key] = {}
            self._wanted.append(key)
            if self._measuring is None or self._measuring.done():
                self._measuring = start(self._measure())
        known = self._times[key]
        return tuple(known.get(rung.plays) for rung in ladder_for(board, players).rungs)

    async def _measure(self) -> None:
        while self._wanted:
            board, players = key = self._wanted.pop(0)
            rungs = await asyncio.to_thread(ladder_for, board, players)
            asks = partial(TimingJob, board=await asyncio.to_thread(board.to_json), players=players)
            for level, rung in zip(LEVELS, rungs.rungs, strict=True):
                while not self._thinking.is_quiet:
                    await asyncio.sleep(self._pause)
                if key in self._times and rung.plays not in self._times[key]:
                    seconds = await self._thinking.time(asks(spec=level.spec))
                    if seconds is not None and key in self._times:
                        self._times[key][rung.plays] = seconds

    def close(self) -> None:
        if self._measuring:
            self._measuring.cancel()
