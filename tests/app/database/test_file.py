"""A database that can't be written, or whose file goes away: it is said, and nothing is written on and lost."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import SQLAlchemyError

from footplate.app.database import Store
from footplate.app.settings import ServerSettings
from footplate.errors import FootplateError
from tests.support.app.seats import Seat, new_game, numbers, person
from tests.support.app.server import FREE, QUICK, in_thread


def test_a_database_that_can_only_be_read_is_refused_at_the_start(tmp_path):
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    first = Store(ServerSettings(database=database))
    first.open()
    first.close()
    store = Store(ServerSettings(database=database))

    def protect(connection: Any, record: object) -> None:
        connection.execute("PRAGMA query_only=ON")  # as without the right to write, which root always has

    event.listen(store.engine, "connect", protect)
    with pytest.raises(FootplateError, match="can't be used as the database: attempt to write a readonly database"):
        store.open()
    store.close()


@pytest.mark.parametrize("other", ["nothing", "another file"])
def test_a_file_that_was_moved_away_is_noticed_and_told(tmp_path, caplog, other):
    path, elsewhere = tmp_path / "games.sqlite3", tmp_path / "elsewhere.sqlite3"
    settings = ServerSettings(database=f"sqlite:///{path}", workers=1, limits=FREE, messages=QUICK)
    with in_thread(settings) as server, server.browser() as browser:
        game, keys = new_game(browser, person(1), person(2))
        with Seat(server, game, keys[0]) as seat:
            action = numbers(seat.view["legal"])[0]
            act = {"type": "act", "version": 0, "action": action}
            path.rename(elsewhere)
            if other == "another file":
                path.write_bytes(elsewhere.read_bytes())
            with caplog.at_level(logging.ERROR, "footplate"):
                assert "can't save" in seat.refused(act)
            assert "was moved away or replaced" in caplog.text
            server.context.store.engine.dispose()  # a new connection makes no new file
            with pytest.raises(SQLAlchemyError, match="moved away"):
                server.context.store.player("x")
            assert path.exists() == (other == "another file")
            path.unlink(missing_ok=True)
            elsewhere.rename(path)
            seat.act(action)  # once it is back


def test_errors_have_no_values_of_people(store):
    with store.engine.connect() as connection, pytest.raises(SQLAlchemyError) as wrong:
        connection.execute(text("SELECT :name FROM nothing"), {"name": "Ännchen"})
    assert "Ännchen" not in str(wrong.value)
