"""Servers with databases of their own: one asked in this process, one that listens and serves many tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from footplate.app.server import create_app
from footplate.app.settings import ServerSettings
from footplate.app.thinking.work_queues import Thinking
from tests.support.app.server import FREE, QUICK, Running, become_player, in_thread


@pytest.fixture(scope="session", autouse=True)
def bots_start_when_they_are_asked() -> Iterator[None]:
    """Most tests' servers have no bot move, and starting two processes takes longer than the test. Servers in processes
    of their own still start them beforehand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Thinking, "warm_up", lambda self: None)
        yield


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    settings = ServerSettings(database=database, names=("testserver",), workers=1, limits=FREE)
    with TestClient(create_app(settings)) as client:
        become_player(client)
        yield client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server for many tests; each of them comes with browsers and games of its own."""
    database = tmp_path_factory.mktemp("server") / "games.sqlite3"
    with in_thread(ServerSettings(database=f"sqlite:///{database}", workers=2, limits=FREE, messages=QUICK)) as running:
        yield running
