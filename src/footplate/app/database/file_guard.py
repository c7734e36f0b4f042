"""Notices that a SQLite file was moved away or replaced while it is open: what is then written would be lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

Identity = tuple[int, int]  # device and inode


class DatabaseMoved(SQLAlchemyError):
    """The file under the database's name is not the one that was opened."""


class FileGuard:
    """Checks the file of an engine before every connection, which would make a new file, and before every write."""

    def __init__(self, engine: Engine, file: Path, writes: str) -> None:
        self._file, self._writes = file, writes
        self._opened: Identity | None = None
        event.listen(engine, "do_connect", self._before_connection)
        event.listen(engine, "connect", self._after_connection)
        event.listen(engine, "begin", self._before_transaction)

    def _before_connection(self, dialect: Any, record: Any, arguments: Any, options: Any) -> None:
        self._check()

    def _after_connection(self, connection: Any, record: Any) -> None:
        self._opened = self._opened or self._identity()

    def _before_transaction(self, connection: Connection) -> None:
        if connection.get_execution_options().get(self._writes):
            self._check()

    def _check(self) -> None:
        if self._opened is not None and self._identity() != self._opened:
            raise DatabaseMoved(
                f"{self._file} was moved away or replaced while it was open: put it back, or start the server again"
            )

    def _identity(self) -> Identity | None:
        try:
            facts = self._file.stat()
        except OSError:
            return None
        return facts.st_dev, facts.st_ino
