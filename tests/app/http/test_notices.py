"""What the log says of refusals and deletions, how often, and what it never says."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from websockets.exceptions import InvalidStatus

from footplate.app.database import Store
from footplate.app.http.notices import Notices
from footplate.app.http.rates import Limit
from footplate.app.settings import ServerSettings
from footplate.cli.serve import LogLines
from tests.support.app.seats import Seat, bot, new_game, person
from tests.support.app.server import FREE, in_thread, wait_for


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.INFO, "footplate")
    return lambda: [record.getMessage() for record in caplog.records if record.name == "footplate"]


def test_an_address_has_one_line_a_minute_with_how_often_it_was(lines):
    now = 100.0
    notices = Notices(clock=lambda: now)
    for _ in range(500):
        notices.warn("over a limit", "10.0.0.7", "GET '/'")
    notices.warn("over a limit", "10.0.0.8", "GET '/'")
    notices.warn("refused a right", "10.0.0.7", "GET '/'")
    assert len(lines()) == 3
    now += 61
    notices.warn("over a limit", "10.0.0.7", "GET '/" + "x" * 5000 + "'")
    assert lines()[3].startswith("10.0.0.7: over a limit at GET '/xxx")
    assert lines()[3].endswith(", and 499 times before since the last line")
    assert len(lines()[3]) < 200


def test_refused_rights_and_limits_are_noticed(tmp_path, lines):
    limits = replace(FREE, searches=Limit(1, 1e-6), connections=Limit(1, 1e-6))
    with (
        in_thread(
            ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1, limits=limits)
        ) as server,
        server.browser() as ann,
        server.browser() as eve,
    ):
        game, _ = new_game(ann, person(), bot("random"))
        assert eve.post(f"/api/games/{game}/links", json={"seat": 0}).status_code == 403
        assert f"127.0.0.1: refused a right at POST '/api/games/{game}/links'" in lines()
        for _ in range(5):
            asked = {"game": "nothing", "step": 0}
            eve.post("/api/opinion", json=asked, headers={"X-Forwarded-For": "10.0.0.9"})
        assert lines().count("10.0.0.9: over a limit at POST '/api/opinion'") == 1
        assert ann.get("/%1b[31m%0aforged: line", headers={"Host": "evil.example"}).status_code == 421
        assert "127.0.0.1: called by a wrong name at GET '/\\x1b[31m\\nforged: line'" in lines()
        with Seat(server, game, join=False) as seat:
            seat.send({"type": "join", "seat": 0})
            seat.answer("error")
        assert f"127.0.0.1: refused a seat at game {game}" in lines()
        with pytest.raises(InvalidStatus):
            Seat(server, game)
        assert f"127.0.0.1: over a limit at WebSocket '/api/games/{game}/live'" in lines()


def test_deletions_have_a_line_each_and_names_and_cookies_none(server, lines):
    with server.browser() as browser:
        browser.patch("/api/me", json={"name": "Ann Secret"})
        me, cookie = browser.get("/api/me").json()["id"], browser.cookies["footplate"]
        games = [new_game(browser)[0] for _ in range(2)]
        browser.delete(f"/api/games/{games[0]}").raise_for_status()
        browser.delete("/api/me").raise_for_status()
        browser.delete("/api/me").raise_for_status()  # nobody is there any more
    told = wait_for(lambda: [line for line in lines() if "deleted" in line])
    assert told == [
        f"127.0.0.1: deleted game {games[0]}",
        f"127.0.0.1: deleted player {me} and 1 games",
    ]
    assert not any(secret in line for line in lines() for secret in ("Ann Secret", cookie))


def test_codes_and_signing_out_are_noted_and_no_code_is_told(server, lines):
    with server.browser() as ann, server.browser() as bob:
        bob.headers["X-Forwarded-For"] = "10.0.0.21"  # of which nothing was told in the last minute
        me, code = ann.get("/api/me").json()["id"], ann.post("/api/me/code").json()["code"]
        assert bob.post("/api/me/recover", json={"code": "guess"}).status_code == 422
        bob.post("/api/me/recover", json={"code": code}).raise_for_status()
        (here,) = (one for one in bob.get("/api/me/browsers").json() if one["here"])
        bob.delete(f"/api/me/browsers/{here['id']}").raise_for_status()
    assert [line for line in lines() if line.startswith("10.0.0.21")] == [
        "10.0.0.21: a wrong recovery code at /api/me/recover",
        f"10.0.0.21: came back by a recovery code as player {me}",
        f"10.0.0.21: signed out a browser of player {me}",
    ]


def test_an_error_of_the_database_tells_no_values(tmp_path):
    store = Store(ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    with pytest.raises(SQLAlchemyError) as error, store.engine.connect() as connection:
        connection.execute(text("INSERT INTO nowhere VALUES (:value)"), {"value": "a secret"})
    assert "a secret" not in str(error.value)


def test_a_message_is_one_line_without_commands_and_a_trace_is_indented():
    record = logging.makeLogRecord({"msg": "bad %s", "args": ("a\x1b[31mb\nforged: line\r",)})
    assert LogLines().format(record) == "bad a[31mb forged: line"
    try:
        raise ValueError("x\nforged: line\x07")
    except ValueError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    first, *trace = LogLines().format(record).splitlines()
    assert first == "bad a[31mb forged: line"
    assert trace
    assert all(line.startswith("    ") for line in trace)
