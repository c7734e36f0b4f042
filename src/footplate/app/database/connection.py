"""The connection to a database: SQLite or PostgreSQL, its transactions, its schema."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError

from footplate.app.settings import ServerSettings
from footplate.errors import FootplateError

MIGRATIONS = Path(__file__).parent / "migrations"
_RIGHT = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
_WRITES = "footplate_writes"
_TRIES, _A_MOMENT = 100, 0.05  # seconds
PATIENCE = 30.0  # seconds that a write waits for another process, from when it was asked for
_MIGRATION_LOCK = 0x466F6F74  # of PostgreSQL: any number that is ours


def connect(settings: ServerSettings) -> Engine:
    if file := settings.database_file:
        file.parent.mkdir(parents=True, exist_ok=True)
    url = settings.database.replace("postgres://", "postgresql://", 1).replace(
        "postgresql://", "postgresql+psycopg://", 1
    )
    if make_url(url).get_backend_name() not in ("sqlite", "postgresql"):
        raise ArgumentError("another kind of database")
    engine = create_engine(url, pool_pre_ping=True, hide_parameters=True)  # of people, for no log
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        if file:
            FileGuard(engine, file)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def writing(engine: Engine) -> Engine:
    """The same engine for transactions that write."""
    return engine.execution_options(**{_WRITES: True})


def _is_writing(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get(_WRITES))


class DatabaseMoved(SQLAlchemyError):
    """The file under the database's name is not the one that was opened."""


class FileGuard:
    """Notices that a SQLite file was moved away or replaced while it is open: what is then written would be lost.

    It checks before every connection, which would make a new file, and before every write.
    """

    def __init__(self, engine: Engine, file: Path) -> None:
        self._file = file
        self._opened: tuple[int, int] | None = None  # device and inode
        event.listen(engine, "do_connect", lambda *_: self._check())
        event.listen(engine, "connect", lambda *_: self._remember())
        event.listen(engine, "begin", lambda connection: self._check() if _is_writing(connection) else None)

    def _remember(self) -> None:
        self._opened = self._opened or self._identity()

    def _check(self) -> None:
        if self._opened is not None and self._identity() != self._opened:
            raise DatabaseMoved(
                f"{self._file} was moved away or replaced while it was open: put it back, or start the server again"
            )

    def _identity(self) -> tuple[int, int] | None:
        try:
            facts = self._file.stat()
        except OSError:
            return None
        return facts.st_dev, facts.st_ino


def _prepare_sqlite(connection: Any, record: object) -> None:
    """Survive a kill at any moment, and let readers read while somebody writes."""
    connection.isolation_level = None  # transactions begin where we say so, those of migrations as well
    cursor = connection.cursor()
    for pragma in ("busy_timeout=1000", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    for _ in range(_TRIES):  # for this one SQLite does not wait until others are ready
        with suppress(sqlite3.OperationalError):
            cursor.execute("PRAGMA journal_mode=WAL")
            break
        sleep(_A_MOMENT)
    cursor.close()


_waiting = threading.local()  # ``asked``: when the write that this thread makes was asked for


@contextmanager
def asked_at(moment: float) -> Iterator[None]:
    """A write inside waits for a lock at most ``PATIENCE`` seconds from that moment on."""
    _waiting.asked = moment
    try:
        yield
    finally:
        del _waiting.asked


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction. One that writes waits for the other writers here, before it has read anything."""
    if not _is_writing(connection):
        connection.exec_driver_sql("BEGIN")
        return
    end = getattr(_waiting, "asked", monotonic()) + PATIENCE
    while True:
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return
        except OperationalError as error:
            if not _is_busy(error) or monotonic() > end:
                raise
        sleep(_A_MOMENT)


def _is_busy(error: OperationalError) -> bool:
    """Whether another connection holds the database."""
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def migrate(engine: Engine) -> None:
    """Run all migrations in one transaction. Servers that start together wait for one another."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with writing(engine).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))  # whether it can be written


@contextmanager
def in_words(url: str) -> Iterator[None]:
    """Turn errors of the database into a sentence for the person who has named it."""
    try:
        yield
    except CommandError as error:
        raise FootplateError(f"{_shown(url)} was made by a newer version of Footplate ({error})") from None
    except ModuleNotFoundError:
        raise FootplateError("PostgreSQL is not installed with Footplate: pip install 'footplate[postgres]'") from None
    except (ArgumentError, ValueError):
        raise FootplateError(f"games can't be kept in {_shown(url)}; right would be {_RIGHT}") from None
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise FootplateError(f"{_shown(url)} can't be used as the database: {reason}") from None


def _shown(url: str) -> str:
    """The address without its password."""
    try:
        return make_url(url).render_as_string()
    except (ArgumentError, ValueError):
        return repr(url)
