"""Empty databases of both kinds."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from footplate.app.database import Store
from footplate.app.settings import ServerSettings
from tests.support.app.postgres import postgres, programs

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    bin_ = programs()
    if bin_ is None:
        warnings.warn("PostgreSQL is not installed: its tests are skipped (apt-get install postgresql)", stacklevel=1)
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with postgres(bin_) as address:
        yield address


def empty(address: str) -> None:
    """Back to a database without tables."""
    store = Store(ServerSettings(database=address))
    with store.engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    store.close()


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database is."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new folder' / 'games.sqlite3'}"
    there: str = request.getfixturevalue("postgres_address")
    empty(there)
    return there


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = Store(ServerSettings(database=address))
    store.open()
    yield store
    store.close()
