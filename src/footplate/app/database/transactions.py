"""Transactions of the database, and the threads in which the server has them made.

Writes wait in one queue, since SQLite allows one write at a time and serves those who wait in any order. Reads have
threads of their own, which no write holds. Nothing else in the server uses these threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy.orm import Session, sessionmaker

from footplate.app.database.changes import announce
from footplate.app.database.connection import asked_at, connect, in_words, migrate, writing
from footplate.app.settings import ServerSettings

Result = TypeVar("Result")

_READERS = 4
_WRITERS = {"sqlite": 1, "postgresql": 4}  # PostgreSQL holds single rows


class Transactions:
    """A database: its methods block, and the server calls them by ``run_read`` and ``run_write``."""

    def __init__(self, settings: ServerSettings) -> None:
        with in_words(settings.database):
            self.engine = connect(settings)
        self._url = settings.database
        self._reading = sessionmaker(self.engine, expire_on_commit=False)
        self._writing = sessionmaker(writing(self.engine), expire_on_commit=False)
        self._readers = ThreadPoolExecutor(_READERS, "footplate-reader")
        self._writers = ThreadPoolExecutor(_WRITERS[self.engine.dialect.name], "footplate-writer")

    def open(self) -> None:
        """Bring the database to this version's schema; a FootplateError if that can't be done."""
        with in_words(self._url):
            migrate(self.engine)

    def close(self) -> None:
        for threads in (self._readers, self._writers):
            threads.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()

    async def run_read(self, work: Callable[..., Result], *values: Any, **more: Any) -> Result:
        """Call a method that reads, in a thread for reading."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, partial(work, *values, **more))

    async def run_write(self, work: Callable[..., Result], *values: Any, **more: Any) -> Result:
        """Call a method that writes when it is its turn: first come, first served."""
        asked = monotonic()

        def write() -> Result:
            with asked_at(asked):
                return work(*values, **more)

        return await asyncio.get_running_loop().run_in_executor(self._writers, write)

    @contextmanager
    def _read(self) -> Iterator[Session]:
        with self._reading() as session, session.begin():
            yield session

    @contextmanager
    def _write(self, *game_ids: str) -> Iterator[Session]:
        """A transaction whose reads stay true until it ends (in PostgreSQL: of rows read for update).

        Other servers hear that the games have changed.
        """
        with self._writing() as session, session.begin():
            yield session
            announce(session, game_ids)
