"""Two servers with one database: each hears of what happens at the other, and neither keeps a table waiting."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from footplate.app.settings import ServerSettings
from tests.support.app.seats import Seat, bot, new_game, numbers, person, play_together
from tests.support.app.server import FREE, QUICK, Running, in_thread

OFTEN, NEVER = 0.05, 1e6  # seconds


@pytest.fixture
def two(address: str) -> Iterator[tuple[Running, Running]]:
    """SQLite is asked often; PostgreSQL is never asked, so that it must tell by itself."""
    looks = OFTEN if address.startswith("sqlite") else NEVER
    more: dict[str, Any] = {"workers": 1, "limits": FREE, "messages": QUICK, "seconds_between_looks": looks}
    settings = ServerSettings(database=address, **more)
    with in_thread(settings) as one, in_thread(settings) as other:
        yield one, other


def test_two_people_at_two_servers_play_one_game(two):
    one, other = two
    with one.browser() as browser, other.browser() as friend:
        game, keys = new_game(browser, person(1), person(2))
        with Seat(one, game, keys[0]) as ann:
            with Seat(other, game, keys[1], friend) as bob:
                ann.until(lambda view: not view["players"][1]["free"])  # who has sat down is seen at once
                play_together([ann, bob], random.Random(1), 12)
                assert ann.view["version"] == bob.view["version"]
                moves = one.context.store.game(game).moves
                assert [move.number for move in moves] == list(range(ann.view["version"]))
            friend.delete(f"/api/games/{game}").raise_for_status()
            assert ann.until(lambda view: view["players"][1]["left"])


def test_a_game_against_a_bot_that_is_open_at_both(two):
    """Bots of both servers think, but each move is made once; what is taken back goes at both; a deleted game ends."""
    one, other = two
    with one.browser() as browser:
        game, keys = new_game(browser, person(1), bot("greedy"))
        with Seat(one, game, keys[0]) as here, Seat(other, game, keys[0]) as there:
            for turn in range(4):
                mover, seer = (here, there) if turn % 2 else (there, here)
                mover.my_turn()
                mover.act(numbers(mover.view["legal"])[0])
                version = mover.my_turn()["version"]
                if seer.view["version"] < version:
                    seer.until(lambda view: view["version"] >= version)  # noqa: B023
                assert not any(heard.get("trouble") for heard in (*here.heard, *there.heard))
            moves = one.context.store.game(game).moves
            assert [move.number for move in moves] == list(range(version))
            here.send({"type": "undo", "version": here.my_turn()["version"]})
            there.until(lambda view: view["version"] < version)
            browser.delete(f"/api/games/{game}").raise_for_status()
            assert "deleted" in there.answer("error")["error"]


def test_signing_out_at_one_server_closes_open_games_at_the_other(two):
    one, other = two
    with one.browser() as browser, other.browser() as friend:
        game, keys = new_game(browser, person(1), person(2))
        (here,) = browser.get("/api/me/browsers").json()
        with Seat(other, game, keys[0]) as ann, Seat(other, game, keys[1], friend) as bob:
            browser.delete(f"/api/me/browsers/{here['id']}").raise_for_status()
            with contextlib.suppress(ConnectionClosed):
                while True:  # until it is closed, which a test that waits in vain would not survive
                    ann.receive()
            bob.send({"type": "ping"})
            bob.answer("pong")
