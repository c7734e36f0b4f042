"""A fair queue for a few things that many owners want to use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import count
from typing import Generic, TypeVar

from cachetools import LRUCache

Thing = TypeVar("Thing")

_OWNERS = 1000  # whose turns are remembered


class FairQueue(Generic[Thing]):
    """Things for which owners take turns: whoever asks often gets no more than others."""

    def __init__(self, things: Iterable[Thing] = ()) -> None:
        self._free = list(things)  # the last is taken first
        self._waiting: dict[asyncio.Future[Thing], str] = {}  # turns that bring a thing, with their owners
        self._count = count(1)
        self._last: LRUCache[str, int] = LRUCache(_OWNERS)  # the last turn of each owner

    @property
    def has_any(self) -> bool:
        """Whether something is free."""
        return bool(self._free)

    @property
    def is_waited_for(self) -> bool:
        return bool(self._waiting)

    async def take(self, owner: str) -> Thing:
        turn: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        self._waiting[turn] = owner
        self._hand_out()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn in self._waiting:
                del self._waiting[turn]
            elif not turn.cancelled():  # it was just handed something
                self.give_back(turn.result())
            raise

    def give_back(self, thing: Thing) -> None:
        self._free.append(thing)
        self._hand_out()

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[Thing]:
        thing = await self.take(owner)
        try:
            yield thing
        finally:
            self.give_back(thing)

    def _hand_out(self) -> None:
        """Serve the owner whose last turn is longest ago; among several, whoever came first."""
        while self._free and self._waiting:
            turn = min(self._waiting, key=lambda turn: self._last.get(self._waiting[turn]) or 0)
            owner = self._waiting.pop(turn)
            if not turn.done():  # it may just have been given up
                self._last[owner] = next(self._count)
                turn.set_result(self._free.pop())

    def cancel_all(self) -> None:
        """Nobody who waits gets a turn any more."""
        for turn in self._waiting:
            turn.cancel()
