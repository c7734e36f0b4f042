"""The live games that are in memory."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from footplate.app.database import Store
from footplate.app.settings import Settings
from footplate.app.table import LiveTable
from footplate.app.thinking import Thinking


class Tables:
    """The tables that somebody has opened. Of those where nobody is, only the last ones stay in memory.

    A game has one table at most: one that was let go of is found again as long as anybody holds it.
    """

    def __init__(self, store: Store, thinking: Thinking, settings: Settings) -> None:
        self._store, self._thinking, self._settings = store, thinking, settings
        self._tables: dict[str, LiveTable] = {}  # the one asked for last is last
        self._held: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._lock = asyncio.Lock()

    async def table(self, game_id: str) -> LiveTable | None:
        table = self._find(game_id)
        if table is None:
            async with self._lock:
                table = self._find(game_id) or await self._open(game_id)
        return table

    def _find(self, game_id: str) -> LiveTable | None:
        self._tables.pop(game_id, None)
        table = self._held.get(game_id)
        if table:
            self._tables[game_id] = table
        return table

    async def _open(self, game_id: str) -> LiveTable | None:
        stored = await asyncio.to_thread(self._store.game, game_id)
        if stored is None:
            return None
        table = await asyncio.to_thread(LiveTable, stored, self._store, self._thinking, self._settings)
        self._tables[game_id] = self._held[game_id] = table
        self._let_go()
        return table

    def _let_go(self) -> None:
        idle = [table.id for table in self._tables.values() if table.is_idle]
        for game_id in idle[: max(0, len(idle) - self._settings.most_idle_tables)]:
            del self._tables[game_id]

    async def forget(self, game_id: str) -> None:
        """Close the table of a game that was deleted."""
        async with self._lock:
            self._tables.pop(game_id, None)
            table = self._held.pop(game_id, None)
        if table:
            await table.close("this game has been deleted")

    async def people_changed(self, game_id: str) -> None:
        """Whoever is at the table of a game is told that others sit there now."""
        table = self._held.get(game_id)
        if table:
            await table.people_changed()

    async def close(self) -> None:
        for table in list(self._held.values()):
            await table.close()
