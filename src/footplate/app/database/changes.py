"""Notices what other servers have changed in the same database.

PostgreSQL notifies those who listen. SQLite has to be asked from time to time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from footplate.app.database.models import StoredGame, StoredSeat

Mark = tuple[Any, ...]  # of a game: another one after every move, and when others sit there

_CHANNEL = "footplate"
_TOGETHER = 0.1  # seconds, for changes that come together
_SLICE = 0.5  # seconds of listening, after which it is noticed that the server stops
_GAME = ("changed", "next_id", "timing", "turn_began", "awake", "end_offered", "said", "webhook", "webhook_failures")
_SEAT = (
    "player_id", "name", "spec", "left", "agrees", "searched", "choice", "here", "clock", "stand_in", "absent_from",
)  # fmt: skip


def mark_of(game: StoredGame) -> Mark:
    seats = (tuple(getattr(seat, name) for name in _SEAT) for seat in game.seats)
    return *(_hashed(getattr(game, name)) for name in _GAME), *seats


def _hashed(value: Any) -> Any:
    """What a game has as JSON, as text, so that it can be compared whatever the database makes of it."""
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else value


def read_marks(session: Session, game_ids: Sequence[str]) -> dict[str, Mark]:
    """The marks of those of the games that still exist, by one query."""
    of_game = [getattr(StoredGame, name) for name in _GAME]
    seat = [getattr(StoredSeat, name) for name in _SEAT]
    rows = session.execute(
        select(StoredGame.id, *of_game, *seat)
        .join(StoredSeat, StoredSeat.game_id == StoredGame.id)
        .where(StoredGame.id.in_(game_ids))
        .order_by(StoredGame.id, StoredSeat.seat)
    )
    marks: dict[str, Mark] = {}
    for game_id, *facts in rows:
        whole = tuple(_hashed(value) for value in facts[: len(_GAME)])
        marks[game_id] = (*marks.get(game_id, whole), tuple(facts[len(_GAME) :]))
    return marks


def announce(session: Session, ids: Iterable[str]) -> None:
    """Notify the other servers, when the transaction is committed, that games or browsers have changed."""
    if session.get_bind().dialect.name == "postgresql":
        for changed in ids:
            session.execute(text("SELECT pg_notify(:channel, :changed)"), {"channel": _CHANNEL, "changed": changed})


class Changes:
    """The times to look for changes: every ``seconds``, and as soon as PostgreSQL notifies of one."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        self._engine, self._seconds = engine, seconds
        self._connection: Connection | None = None
        self._is_closed = False
        self._thread = ThreadPoolExecutor(1, "footplate-changes")

    async def wait(self) -> None:
        if self._engine.dialect.name == "sqlite":
            await asyncio.sleep(self._seconds)
            return
        if await asyncio.get_running_loop().run_in_executor(self._thread, self._listen):
            await asyncio.sleep(_TOGETHER)
        else:
            await asyncio.sleep(self._seconds)

    def _listen(self) -> bool:
        """Wait until somebody changes something, or the time is over. False if the database can't notify."""
        try:
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                self._connection.exec_driver_sql(f"LISTEN {_CHANNEL}")
            driver: Any = self._connection.connection.driver_connection
            end = monotonic() + self._seconds
            while not self._is_closed and monotonic() < end:
                if list(driver.notifies(timeout=min(_SLICE, self._seconds), stop_after=1)):
                    break
        except Exception:  # SQLAlchemy's, or psycopg's own
            self._forget()
            return False
        return True

    def _forget(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
        self._connection = None

    def close(self) -> None:
        self._is_closed = True
        self._thread.submit(self._forget)
        self._thread.shutdown(wait=False)
