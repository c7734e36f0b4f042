"""A server with a database of its own, asked in this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from footplate.app.server import create_app
from footplate.app.settings import Settings


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1)
    with TestClient(create_app(settings)) as client:
        client.get("/api/me")
        yield client
