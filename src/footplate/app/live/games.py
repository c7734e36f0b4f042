"""The live games that are in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from footplate.app.background import logged
from footplate.app.database import Store
from footplate.app.database.changes import Changes
from footplate.app.database.times import LEASE
from footplate.app.live.game import LiveGame
from footplate.app.live.listeners import Refused
from footplate.app.live.saved_game import Deleted
from footplate.app.preparing import Preparation
from footplate.app.settings import ServerSettings
from footplate.app.thinking.work_queues import Thinking
from footplate.app.webhook import Webhooks


class LiveGames:
    """The games that somebody has opened. Of those where nobody is, only the last ones stay in memory.

    There is at most one ``LiveGame`` of a game. One that left ``in_memory`` is found again as long as anybody holds it.
    """

    def __init__(self, store: Store, thinking: Thinking, settings: ServerSettings, preparation: Preparation) -> None:
        self._store, self._thinking, self._settings, self._preparation = store, thinking, settings, preparation
        self.in_memory: dict[str, LiveGame] = {}  # the one asked for last is last
        self._held: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        self._lock = asyncio.Lock()
        self.webhooks = Webhooks(store, settings.address)
        self._renewed = datetime.min.replace(tzinfo=UTC)  # when the database was last told who is here

    async def find(self, game_id: str) -> LiveGame | None:
        live = self._in_memory(game_id)
        if live is None:
            await self._preparation.wait()
            async with self._lock:
                live = self._in_memory(game_id) or await self._open(game_id)
        return live

    def _in_memory(self, game_id: str) -> LiveGame | None:
        self.in_memory.pop(game_id, None)
        live = self._held.get(game_id)
        if live:
            self.in_memory[game_id] = live
        return live

    async def _open(self, game_id: str) -> LiveGame | None:
        stored = await self._store.run_read(self._store.game, game_id)
        if stored is None:
            return None
        backlog = self._preparation.backlog
        live = await asyncio.to_thread(
            LiveGame, stored, self._store, self._thinking, self._settings, backlog, self.webhooks
        )
        self.in_memory[game_id] = self._held[game_id] = live
        self._evict_idle()
        return live

    def _evict_idle(self) -> None:
        idle = [live.id for live in self.in_memory.values() if live.is_idle]
        for game_id in idle[: max(0, len(idle) - self._settings.most_idle_games)]:
            del self.in_memory[game_id]

    async def forget(self, game_id: str, why: str = "this game has been deleted") -> None:
        """Close a game that was deleted."""
        async with self._lock:
            self.in_memory.pop(game_id, None)
            live = self._held.pop(game_id, None)
        if live:
            await live.close(why)

    async def people_changed(self, game_id: str) -> None:
        """Show everybody at a game who sits there now."""
        live = self._held.get(game_id)
        if live:
            await live.people_changed()

    async def watch(self, look: Callable[[], Awaitable[None]]) -> None:
        """Notice what other servers do in games that somebody has open here, for ever; ``look`` notices what else."""
        changes = Changes(self._store.engine, self._settings.seconds_between_looks)
        try:
            while True:
                await changes.wait()
                with logged("what other servers have changed is not known"):
                    await self.catch_up()
                    await look()
        finally:
            changes.close()

    async def catch_up(self) -> None:
        """Put games that somebody has open here as other servers have left them."""
        games = {live.id: live for live in list(self._held.values()) if live.listeners}
        marks = await self._store.run_read(self._store.marks, list(games)) if games else {}
        for game_id, live in games.items():
            if game_id not in marks:
                await self.forget(game_id)
            elif marks[game_id] != live.saved.mark:
                with suppress(Deleted):
                    await live.people_changed()

    async def keep_time(self) -> None:
        """Look at the clocks of all tables, again and again, for ever."""
        while True:
            await asyncio.sleep(self._settings.seconds_between_ticks)
            with logged("the clocks of the tables are not kept"):
                await self.tick()

    async def tick(self) -> None:
        """Say from time to time who is here, and have bots stand in where somebody is out of time or away."""
        moment = self._settings.clock()
        games = [live for live in list(self._held.values()) if live.listeners and live.table.is_timed]
        if not self._renewed <= moment < self._renewed + LEASE / 3:
            self._renewed = moment
            here = {live.id: seats for live in games if (seats := live.table.here)}
            if here:
                await self._store.run_write(self._store.renew, here, moment)
        for live in games:
            with suppress(Refused):
                await live.table.keep_time()

    async def close(self) -> None:
        self.webhooks.close()
        for live in list(self._held.values()):
            await live.close()
