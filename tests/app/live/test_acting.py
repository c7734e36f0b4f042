"""Actions that belong together are made together or not at all, and nobody is left with an old view."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from footplate.app.database import Store
from tests.support.app.games import first_turn, stored
from tests.support.app.seats import Own, Seat, new_game, numbers
from tests.support.app.server import Running


@pytest.fixture
def browser(server: Running) -> Iterator[httpx.Client]:
    with server.browser() as browser:
        yield browser


def station_builder(server: Running, browser: httpx.Client) -> Seat:
    """Somebody at a table of Europe, to move, who can pay for a station."""
    me = browser.get("/api/me").json()["id"]
    game = stored(server.context.store, first_turn("europe"), me)
    return Seat(server, game, Own(browser.cookies["footplate"], 0))


def build_and_pay(seat: Seat) -> dict[str, Any]:
    offer = next(offer for offer in seat.view["legal"]["station"].values() if offer["action"] is not None)
    payment = offer["ways"][0]["action"]
    return {"type": "act", "version": seat.view["version"], "action": offer["action"], "then": [payment]}


@contextmanager
def no_payment_kept(store: Store) -> Iterator[None]:
    """The database fails at the second of two moves."""
    refuse = (
        "CREATE TRIGGER full BEFORE INSERT ON moves WHEN NEW.action LIKE 'pay%' BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    with store.engine.begin() as connection:
        connection.execute(text(refuse))
    try:
        yield
    finally:
        with store.engine.begin() as connection:
            connection.execute(text("DROP TRIGGER full"))


def test_a_station_whose_payment_can_not_be_saved_is_not_begun(server, browser):
    with station_builder(server, browser) as seat:
        wanted = build_and_pay(seat)
        with no_payment_kept(server.context.store):
            assert "can't save" in seat.refused(wanted)
        kept = server.context.store.game(seat.view["game"]).moves
        assert len(kept) == seat.view["version"] == wanted["version"]
        seat.send(wanted)  # the same click, once there is room again
        seat.until(lambda view: view["version"] >= wanted["version"] + 2)


def test_a_station_whose_payment_is_refused_is_not_begun(server, browser):
    with station_builder(server, browser) as seat:
        wanted = build_and_pay(seat)
        draw = seat.view["legal"]["draw"]
        assert "not possible" in seat.refused({**wanted, "then": [draw]})
        assert len(server.context.store.game(seat.view["game"]).moves) == wanted["version"]
        seat.act(draw)


def test_a_stale_message_is_answered_with_the_present_view(server, browser):
    game, keys = new_game(browser)
    with Seat(server, game, keys[0]) as seat:
        seat.act(numbers(seat.my_turn()["legal"])[0])
        seat.my_turn()
        version = seat.view["version"]
        for kind in ("act", "undo"):
            seat.view = {}
            seat.send({"type": kind, "version": 0, "action": 0})
            assert seat.until(lambda view: True)["version"] == version
