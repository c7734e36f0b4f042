"""Many who write at once: first come, first served, nobody refused, and whoever reads does not wait for them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from footplate.app.database import Store
from footplate.app.settings import ServerSettings
from tests.support.app.seats import Seat, new_game, numbers
from tests.support.app.server import FREE, PATIENCE, QUICK, in_thread, wait_for

TABLES = 12  # more than threads of any kind


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    store.open()
    yield store
    store.close()


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Another process, or a person with a database browser, holds the database until it rolls back."""
    with sqlite3.connect(path, isolation_level=None, check_same_thread=False) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield other
        finally:
            with suppress(sqlite3.OperationalError):
                other.execute("ROLLBACK")


def test_writers_come_in_the_order_in_which_they_asked_and_readers_at_once(store):
    player = store.identities.browser_for("token").player
    begun, release, order = threading.Event(), threading.Event(), list[int]()

    def slow() -> None:
        begun.set()
        assert release.wait(PATIENCE)

    async def ask_all() -> None:
        writes = [asyncio.create_task(store.run_write(slow))]
        writes += [asyncio.create_task(store.run_write(order.append, n)) for n in range(40)]
        while not begun.is_set():
            await asyncio.sleep(0.001)
        known = await store.run_read(store.player, player.id)
        assert known
        assert order == []
        release.set()
        await asyncio.gather(*writes)

    asyncio.run(asyncio.wait_for(ask_all(), PATIENCE))
    assert order == list(range(40))


def test_while_somebody_else_holds_the_database_people_read_and_nobody_is_refused(tmp_path):
    path = tmp_path / "games.sqlite3"
    settings = ServerSettings(database=f"sqlite:///{path}", workers=1, limits=FREE, messages=QUICK)
    with in_thread(settings) as server, server.browser() as browser:
        games = [new_game(browser) for _ in range(TABLES)]
        seats = [Seat(server, game, keys[0]) for game, keys in games]
        versions = [seat.my_turn()["version"] for seat in seats]
        with locked(path):
            for seat in seats:
                seat.send({"type": "act", "version": seat.view["version"], "action": numbers(seat.view["legal"])[0]})
            for _ in range(TABLES):
                assert len(browser.get("/api/games").json()) == TABLES
            assert [len(server.context.store.game(game).moves) for game, _ in games] == versions
        for seat, version in zip(seats, versions, strict=True):
            seat.until(lambda view: view["version"] > version)  # noqa: B023
            seat.socket.close()


@pytest.fixture
def begun(store: Store) -> list[str]:
    """What was tried to begin a write; SQLite itself waits for nobody."""
    tried = list[str]()

    def hasty(connection: Any, record: object) -> None:
        connection.execute("PRAGMA busy_timeout=0")

    def note(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        if statement == "BEGIN IMMEDIATE":
            tried.append(statement)

    event.listen(store.engine, "connect", hasty)
    event.listen(store.engine, "before_cursor_execute", note)
    store.engine.dispose()
    return tried


def test_a_write_that_is_turned_away_is_tried_again(store, begun, tmp_path):
    with locked(tmp_path / "games.sqlite3") as other:
        writing = threading.Thread(target=store.identities.browser_for, args=("token",))
        writing.start()
        wait_for(lambda: len(begun) >= 3)
        other.execute("ROLLBACK")
        writing.join(PATIENCE)
    assert store.identities.browser("token")


def test_the_patience_of_a_write_is_counted_from_when_it_was_asked_for(store, begun, tmp_path, monkeypatch):
    """Those who wait in a long queue do not each wait for so long once more."""
    clock, both_wait = monotonic(), threading.Event()
    monkeypatch.setattr("footplate.app.database.connection.monotonic", lambda: clock)

    def later() -> None:
        nonlocal clock
        assert both_wait.wait(PATIENCE)
        clock += 1000

    async def ask() -> None:
        writes = [
            asyncio.create_task(store.run_write(work))
            for work in (later, lambda: store.identities.browser_for("token"))
        ]
        await asyncio.sleep(0)  # until they have asked
        both_wait.set()
        await writes[0]
        with pytest.raises(OperationalError, match="locked"):
            await writes[1]

    with locked(tmp_path / "games.sqlite3"):
        asyncio.run(ask())
    assert len(begun) == 1
    assert store.identities.browser_for("token").id  # and then it goes on
