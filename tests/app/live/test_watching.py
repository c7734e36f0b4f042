"""LiveGames of bots alone: they play at the pace of those who watch, and wait where nobody does."""

from __future__ import annotations

import asyncio

import pytest

from footplate.app.live.bots import Pace
from tests.support.app.seats import Seat, bot, new_game, person
from tests.support.app.server import wait_for


@pytest.fixture
def browser(server):
    with server.browser() as browser:
        yield browser


def at_once(watcher: Seat, held: bool = False) -> None:
    watcher.send({"type": "pace", "seconds": 0, "held": held})


def test_bots_play_to_the_end_while_somebody_watches(server, browser):
    game, _ = new_game(browser, bot("greedy", 1), bot("random", 2), you=None)
    with Seat(server, game) as watcher:
        assert watcher.view["pace"] == {"seconds": 2.0, "held": False}
        at_once(watcher)
        assert watcher.until(lambda view: view["outcome"])["outcome"]["winners"]


def test_a_watcher_can_hold_the_game_for_all_who_watch(server, browser):
    game, _ = new_game(browser, bot("greedy", 1), bot("random", 2), you=None)
    games = server.context.games
    with Seat(server, game) as one, Seat(server, game) as other:
        at_once(one, held=True)
        held = other.until(lambda view: view["pace"]["held"])
        assert held["thinking"] is None
        live = asyncio.run(games.find(game))
        before = len(live.saved.game.history)
        at_once(other)
        gone_on = one.until(lambda view: not view["pace"]["held"] and view["version"] > before)
        assert gone_on["pace"]["seconds"] == 0


def test_a_table_that_nobody_watches_waits_and_goes_on(server, browser):
    game, _ = new_game(browser, bot("greedy", 1), bot("random", 2), you=None)
    with Seat(server, game) as watcher:
        at_once(watcher, held=True)
        version = watcher.until(lambda view: view["pace"]["held"])["version"]
    live = asyncio.run(server.context.games.find(game))
    wait_for(lambda: not live.bots.is_playing)
    with Seat(server, game) as watcher:
        assert watcher.view["version"] == version
        at_once(watcher)
        assert watcher.until(lambda view: view["outcome"])


@pytest.mark.parametrize("seconds", [-1, 11, "2", None, True, 1e400])
def test_a_pace_that_is_none(server, browser, seconds):
    game, _ = new_game(browser, bot("greedy", 1), bot("random", 2), you=None)
    with Seat(server, game) as watcher:
        assert "seconds must be a number from 0 to 10" in watcher.refused({"type": "pace", "seconds": seconds})


def test_what_is_not_named_stays_as_it_is(server, browser):
    game, _ = new_game(browser, bot("greedy", 1), bot("random", 2), you=None)
    with Seat(server, game) as watcher:
        for change, pace in (
            ({"held": True}, (2.0, True)),
            ({"seconds": 1}, (1.0, True)),
            ({"held": False}, (1.0, False)),
        ):
            watcher.send({"type": "pace", **change})
            watcher.until(lambda view: (view["pace"]["seconds"], view["pace"]["held"]) == pace)  # noqa: B023


def test_where_people_play_nobody_sets_the_pace(server, browser):
    game, tokens = new_game(browser, person(1), bot("random", 2))
    with Seat(server, game, tokens[0]) as seat, Seat(server, game) as watcher:
        assert seat.view["pace"] is None
        for somebody in (seat, watcher):
            assert "people play here" in somebody.refused({"type": "pace", "seconds": 1})


class Clock:
    """Time that passes only when somebody waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.waited = 100.0, []
        monkeypatch.setattr("footplate.app.live.bots.time.monotonic", lambda: self.now)
        monkeypatch.setattr("footplate.app.live.bots.asyncio.wait_for", self._wait)

    async def _wait(self, what, seconds):
        what.close()
        assert seconds is not None, "held, and nobody would ever wake it"
        self.waited.append(round(seconds, 6))
        self.now += seconds
        raise TimeoutError


def test_time_that_a_bot_thought_is_not_waited_again(monkeypatch):
    clock = Clock(monkeypatch)
    pace = Pace()

    async def play():
        await pace.next(True, lambda: True)
        clock.now += 0.5  # the next bot thinks
        await pace.next(True, lambda: True)
        await pace.next(False, lambda: True)
        clock.now += 3
        await pace.next(True, lambda: True)

    asyncio.run(play())
    assert clock.waited == [2.0, 1.5, 0.8]
