"""The connections to a live game, and how each of them gets its view."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from footplate.errors import FootplateError

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
View = Callable[[], Message]  # takes a while on a large board


class Refused(FootplateError):
    """Something that can't be done in this game now; the reason is for the person."""


class Listener:
    """Somebody at the game: a person in a seat, or a watcher (seat None)."""

    def __init__(self, send: Send, seat: int | None, address: str = "", player_id: str = "") -> None:
        self.send, self.seat, self.address, self.player_id = send, seat, address, player_id
        self.wants_search = False
        self.look: asyncio.Task[None] | None = None  # the search that is under way


class Listeners:
    """All who are at a game. Watchers are bounded, and so are the open pages of one seat."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: dict[Listener, None] = {}  # whoever came first is first
        self._telling = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._here)

    def __iter__(self) -> Iterator[Listener]:
        return iter(tuple(self._here))

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._here

    @property
    def seats(self) -> set[int | None]:
        """From which seats somebody listens."""
        return {listener.seat for listener in self}

    @property
    def account(self) -> str:
        """The address on whose account bots think here. Somebody at many games waits in each of them."""
        return min((listener.address for listener in self), default="")

    async def add(self, listener: Listener) -> None:
        """Players always come in: where a seat has too many pages open, the first of them goes."""
        there = [other for other in self if other.seat == listener.seat]
        if len(there) >= self._most:
            if listener.seat is None:
                raise Refused("this table is full: too many people are watching")
            await self.dismiss(there[0], "this game is open too often: close some of its pages")
        self._here[listener] = None

    def remove(self, listener: Listener) -> None:
        self._here.pop(listener, None)

    async def dismiss(self, listener: Listener, why: str) -> None:
        self.remove(listener)
        await _give_reason(listener, why)

    async def give_reason(self, why: str) -> None:
        """Send everybody the reason why the game can't be shown any more."""
        for listener in self:
            await _give_reason(listener, why)

    async def show(self, view_of: Callable[[int | None], View], *to: Listener) -> None:
        """Send each of them, or everybody, the view of their seat as it is now."""
        here = {listener: listener.seat for listener in to or self}
        views = {seat: view_of(seat) for seat in set(here.values())}
        async with self._telling:  # nobody sees an older view after a newer one
            seen = await asyncio.to_thread(lambda: {seat: view() for seat, view in views.items()})
            for listener, seat in here.items():
                if listener in self and listener.seat == seat:  # who has left sees no hand any more
                    await listener.send(seen[seat])


async def _give_reason(listener: Listener, why: str) -> None:
    await listener.send({"type": "error", "error": why, "fatal": True})
