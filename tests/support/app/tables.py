"""Tables of people without a network: servers in this process, a clock that the test sets, bots that move at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from footplate.app.database import Store
from footplate.app.live.game import LiveGame
from footplate.app.live.games import LiveGames
from footplate.app.live.listeners import Listener
from footplate.app.preparing import Preparation
from footplate.app.settings import ServerSettings
from footplate.app.thinking.jobs import Job, Thought
from footplate.app.thinking.worker import KeptGames, think
from tests.support.app.seats import numbers
from tests.support.app.server import PATIENCE


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 19, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Bots:
    """They think in this process, at once, and by chance, so that the test is quick."""

    def __init__(self) -> None:
        self._games = KeptGames()

    async def think(self, job: Job, **more: Any) -> Thought:
        return think(self._games, replace(job, spec="random"))


class Page:
    """Somebody's browser at a table: all that it is sent, and what it shows now."""

    def __init__(self, live: LiveGame, seat: int | None, player_id: str) -> None:
        self.live, self.seat, self.player_id = live, seat, player_id
        self.views, self.unchecked = list[dict[str, Any]](), list[dict[str, Any]]()
        self.errors: list[str] = []
        self.listener = Listener(self.hear, seat, "", player_id)
        self.is_open = True

    async def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "view":
            self.views.append(message)
            self.unchecked.append(message)
        elif message.get("fatal"):
            self.errors.append(message["error"])
            self.is_open = False

    @property
    def view(self) -> dict[str, Any]:
        return self.views[-1]

    def me(self) -> dict[str, Any]:
        assert self.seat is not None
        me: dict[str, Any] = self.view["players"][self.seat]
        return me

    async def act(self, number: int | None = None) -> bool:
        """Do something that is legal, the first thing if none is named."""
        assert self.seat is not None
        action = sorted(numbers(self.view["legal"]))[0] if number is None else number
        return await self.live.act(self.seat, self.view["version"], [action])


class Hall:
    """A server, as it is between two moments: its loop, its tables, a clock that several may share."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.games = LiveGames(store, Bots(), ServerSettings(clock=clock), Preparation())  # type: ignore[arg-type]
        self.pages: list[Page] = []

    async def come(self, game: str, seat: int | None, player_id: str) -> Page:
        """As the WebSocket does it."""
        live = await self.games.find(game)
        assert live
        await live.refresh()
        page = Page(live, seat, player_id)
        await live.join(page.listener)
        self.pages.append(page)
        await self.quiet()
        return page

    async def go(self, page: Page) -> None:
        await page.live.leave(page.listener)
        self.pages.remove(page)

    async def quiet(self) -> None:
        """Until no bot thinks."""
        while any(page.live.bots.is_playing for page in self.pages):
            await asyncio.sleep(0)

    async def after(self, seconds: float) -> None:
        """The clock goes on, as it would with a look at it every ten seconds."""
        while seconds > 0:
            step = min(seconds, 10.0)
            self.clock.forward(step)
            seconds -= step
            await self.look()

    async def look(self) -> None:
        """What a server does about once a second."""
        await self.games.tick()
        await self.games.catch_up()
        await self.quiet()

    def die(self) -> None:
        """Without a word."""
        for page in self.pages:
            page.live.bots.stop()
            page.is_open = False
        self.pages.clear()


async def patiently(work: Awaitable[Any]) -> Any:
    return await asyncio.wait_for(work, PATIENCE)  # type: ignore[arg-type]
