"""The daily sweep: what nobody has used for ``keep_days`` is deleted while the server runs."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from footplate.app.background import log, logged
from footplate.app.database import Store
from footplate.app.database.models import now

_A_DAY = 24 * 3600.0


async def sweep_daily(store: Store, keep_days: int) -> None:
    """Now, and then once a day, for ever."""
    while True:
        with logged("the daily sweep has failed; it is tried again tomorrow"):
            await sweep_now(store, keep_days)
        await asyncio.sleep(_A_DAY)


async def sweep_now(store: Store, keep_days: int) -> None:
    """Delete a few at a time, so that moves can be written in between."""
    before = now() - timedelta(days=keep_days)
    while True:
        swept = await store.run_write(store.sweep, before)
        if any((swept.games, swept.players, swept.boards, swept.records)):
            log.info("Deleted what nobody has used for %d days: %s.", keep_days, swept)
        if swept.is_all:
            return
