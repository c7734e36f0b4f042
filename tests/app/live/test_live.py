"""Live games over real connections: people, bots, watchers, breaks, nonsense, a killed server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import websockets
from fastapi import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from footplate.action_space import action_space
from footplate.actions import KeepTickets
from footplate.app.database.new_games import NewSeat
from footplate.app.http.rates import Limit
from footplate.app.http.websocket import Outbox
from footplate.app.settings import ServerSettings
from footplate.app.thinking.jobs import Job, Thought
from footplate.app.views.opinion import ADVISER
from footplate.boards import load_board
from footplate.engine.tables import make_tables
from footplate.records import GameRecord
from tests.support.app.seats import Own, Seat, bot, cookie_for, new_game, numbers, person, play_together, take
from tests.support.app.server import FREE, PATIENCE, Running, ServerProcess, in_thread, kill_bots, wait_for


@pytest.fixture
def browser(server):
    with server.browser() as browser:
        yield browser


def moves_of(server: Running, game: str) -> list[str]:
    """What the database says has happened."""
    stored = server.context.store.game(game)
    assert stored
    assert [move.number for move in stored.moves] == list(range(len(stored.moves)))
    return [move.action for move in stored.moves]


def history_of(server: Running, game: str) -> list[str]:
    """What the table says has happened."""
    table = server.context.games.in_memory[game]
    return [event.action.text for event in table.saved.game.history]


def agree(server: Running, game: str) -> None:
    """Database and table say the same, at the latest when a move that is just being written is done."""
    wait_for(lambda: moves_of(server, game) == history_of(server, game), 10)


# ---------------------------------------------------------------- whole games


def test_a_whole_game_against_a_bot(server, browser):
    game, tokens = new_game(browser)
    with Seat(server, game, tokens[0], browser) as seat:
        view = seat.play(random.Random(1))
    assert view["outcome"]["winners"]
    assert view["banner"]["kind"] == "over"
    record = GameRecord.from_text(browser.get(f"/api/games/{game}/record").text)
    again = record.replay()
    assert [row["total"] for row in view["outcome"]["rows"]] == list(again.outcome().totals)
    assert moves_of(server, game) == [event.action.text for event in again.history]
    assert view["version"] == len(view["events"]) == len(again.history)
    versions = [message["version"] for message in seat.heard if message["type"] == "view"]
    assert versions == sorted(versions)
    assert set(range(1, view["version"] + 1)) <= set(versions)  # every single move was shown


def test_every_legal_action_of_a_view_is_accepted_and_no_other(server, browser):
    game, tokens = new_game(browser, seed=3)
    with Seat(server, game, tokens[0]) as seat:
        view = seat.my_turn()
        legal = numbers(view["legal"])
        illegal = next(number for number in range(200) if number not in legal)
        assert "not possible now" in seat.refused({"type": "act", "version": view["version"], "action": illegal})
        assert "action" in seat.refused({"type": "act", "version": view["version"], "action": 2**30})
        assert seat.act(legal[0])["version"] > view["version"]


def test_two_people_and_a_bot_share_a_table(server, browser):
    game, tokens = new_game(browser, person(1, "Ann"), person(2, "Bob"), bot("random", 3), board="new_york")
    assert tokens[2] is None
    with server.browser() as other, Seat(server, game, tokens[0], browser) as ann:
        assert not ann.view["players"][1]["connected"]
        with Seat(server, game, tokens[1], other) as bob:
            ann.until(lambda view: view["players"][1]["connected"])
            assert [player["name"] for player in bob.view["players"]] == ["Ann", "You", "Random"]
            assert "not possible now" in bob.refused({"type": "act", "version": 0, "action": 1})
            play_together([ann, bob], random.Random(2))
            points = [[row["columns"] for row in seat.view["outcome"]["rows"]] for seat in (ann, bob)]
            assert points[0] == points[1]
            outcome = server.context.games.in_memory[game].saved.game.outcome()
            assert ann.view["outcome"]["sentence"] == outcome.sentence(["You", "Bob", "Random"])
            assert bob.view["outcome"]["sentence"] == outcome.sentence(["Ann", "You", "Random"])
        assert not ann.until(lambda view: True)["players"][1]["connected"]
        assert [game["id"] for game in other.get("/api/games").json()] == [game]
    agree(server, game)


def test_a_watcher_sees_the_table_and_can_do_nothing(server, browser):
    game, tokens = new_game(browser)
    with Seat(server, game, tokens[0]) as seat, Seat(server, game) as watcher:
        seat.my_turn()
        assert watcher.view["you"] is None
        assert not numbers(watcher.view["legal"])
        for kind in ("act", "undo"):
            assert "watching" in watcher.refused({"type": kind, "version": seat.view["version"], "action": 0})
        seat.act(numbers(seat.view["legal"])[0])
        assert watcher.until(lambda view: view["version"] >= seat.view["version"])["hand"] == {}


# ---------------------------------------------------------------- breaks, tabs, doubles


def test_coming_back_finds_the_game_as_it_was_left(server, browser):
    game, tokens = new_game(browser)
    with Seat(server, game, tokens[0]) as seat:
        seat.play(random.Random(3), 4)
        left = seat.my_turn()
    with Seat(server, game, tokens[0]) as seat:
        back = seat.my_turn()
        for part in ("version", "hand", "tickets", "market", "owners", "events", "log", "legal"):
            assert back[part] == left[part]
        seat.play(random.Random(3))
        assert seat.view["outcome"]


def test_breaks_in_the_middle_of_everything_lose_nothing(server, browser):
    game, tokens = new_game(browser, person(), bot("random"), board="new_york")
    chance = random.Random(4)
    for _ in range(500):  # a busy server may not have made one move yet when the next visitor sends it again
        with Seat(server, game, tokens[0]) as seat:
            view = seat.my_turn()
            if view["outcome"] or view["version"] >= 50:
                break
            seat.send(
                {"type": "act", "version": seat.view["version"], "action": chance.choice(numbers(seat.view["legal"]))}
            )
        # gone before the answer
    with Seat(server, game, tokens[0]) as seat:
        while seat.view["version"] < len(moves_of(server, game)):  # what was sent last may just be happening
            seat.receive()
        assert seat.view["version"] >= 20
    agree(server, game)


def test_two_tabs_on_one_seat(server, browser):
    game, tokens = new_game(browser)
    chance = random.Random(5)
    with Seat(server, game, tokens[0], browser) as one, Seat(server, game, tokens[0], browser) as two:
        for _ in range(6):
            version = one.my_turn()["version"]
            two.until(lambda view: view["version"] == version) if two.view["version"] != version else None  # noqa: B023
            action = chance.choice(numbers(one.view["legal"]))
            for tab in (one, two):
                tab.send({"type": "act", "version": version, "action": action})
            one.until(lambda view: view["version"] > version)  # noqa: B023
            two.until(lambda view: view["version"] > version)  # noqa: B023
        one.my_turn()
        mine = [event for event in one.view["events"] if event["seat"] == 0]
        assert len(mine) == 6
    assert one.view["players"][0]["connected"]


def test_a_message_that_comes_twice_or_late_changes_nothing(server, browser):
    game, tokens = new_game(browser)
    with Seat(server, game, tokens[0]) as seat:
        version = seat.my_turn()["version"]
        act = {"type": "act", "version": version, "action": numbers(seat.view["legal"])[0]}
        for _ in range(5):
            seat.send(act)
        seat.until(lambda view: view["version"] > version)
        seat.my_turn()
        count = len([event for event in seat.view["events"] if event["seat"] == 0])
        seat.send({"type": "act", "version": seat.view["version"] + 7, "action": act["action"]})
        seat.send({"type": "undo", "version": version + 50})
        seat.send({"type": "ping"})
        seat.answer("pong")
        assert count == len([event for event in seat.view["events"] if event["seat"] == 0]) == 1
        agree(server, game)


# ---------------------------------------------------------------- nonsense

NONSENSE = [
    "", "hello", "nul", "[]", "3", "null", '"act"', "{}", '{"type": 7}', '{"type": null}', '{"type": "fly"}',
    '{"type": {"a": 1}}', '{"type": "act"}', '{"type": "act", "version": 0}',
    '{"type": "act", "version": "0", "action": 0}',
    '{"type": "act", "version": true, "action": 0}', '{"type": "act", "version": -1, "action": 0}',
    '{"type": "act", "version": 1.5, "action": 0}', '{"type": "act", "version": 1e99, "action": 0}',
    '{"type": "act", "version": 0, "action": 99999999999999999999999}', '{"type": "act", "version": NaN, "action": 0}',
    '{"type": "act", "version": 0, "action": [0]}', '{"type": "undo"}', '{"type": "undo", "version": null}',
    '{"type": "join", "seat": null}', '{"type": "\\ud800"}', "[" * 50_000, '{"a":' * 50_000, "9" * 5_000,
    b"\x00\xff", b'{"type": "ping"}', "x" * 500_000,
]  # fmt: skip


def test_nonsense_is_answered_with_a_sentence_and_the_game_goes_on(server, browser):
    game, tokens = new_game(browser)
    for start in range(0, len(NONSENSE), 10):
        with Seat(server, game, tokens[0]) as seat:
            seat.my_turn()
            for nonsense in NONSENSE[start : start + 10]:
                sentence = seat.refused(nonsense)
                assert 10 < len(sentence) < 200, (nonsense[:50], sentence)
                assert "Traceback" not in sentence
                assert "Error" not in sentence
                seat.send({"type": "ping"})
                seat.answer("pong")
    with Seat(server, game, tokens[0]) as seat:
        assert seat.play(random.Random(6))["outcome"]


@pytest.mark.parametrize(
    "first",
    [
        "", "[]", "{}", "nonsense", '{"type": "join"', '{"type": "act", "version": 0, "action": 0}', b"\x00",
        '{"type": "join", "token": "wrong"}', '{"type": "join", "token": ""}', '{"type": "join", "token": 3}',
        '{"type": "join", "token": {"a": 1}}', '{"type": "join", "token": "\\ud800"}', "[" * 4000, "x" * 5000,
        '{"type": "join", "seat": 0}', '{"type": "join", "seat": 1}', '{"type": "join", "seat": -1}',
        '{"type": "join", "seat": true}', '{"type": "join", "seat": 1e9}', '{"type": "join", "seat": [0]}',
    ],
    ids=range(20),
)  # fmt: skip
def test_who_does_not_join_is_told_so_and_let_go(server, browser, first):
    game, _ = new_game(browser)
    with Seat(server, game, join=False) as seat:
        seat.send(first)
        message = seat.receive()
        assert message["type"] == "error"
        assert message["fatal"]
        assert len(message["error"]) > 10
        with pytest.raises(ConnectionClosed):
            seat.receive()


def test_a_link_opens_its_own_game_only(server, browser):
    game, _ = new_game(browser, person(1), person(2))
    _, others = new_game(browser, person(1), person(2))
    assert take(server, game, others[1], cookie_for(server, "eve")).status_code == 409
    with Seat(server, "nothing", join=False) as seat:
        assert seat.answer("error")["error"] == "there is no such game"


def hear_the_end(seat: Seat) -> None:
    """Everything that is sent until the server closes the connection."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            seat.receive()


def test_too_many_messages_end_the_connection_but_not_the_server(server, browser):
    game, tokens = new_game(browser)
    with Seat(server, game, tokens[0]) as seat:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(500):
                seat.send({"type": "ping"})
        hear_the_end(seat)
    assert "too many messages" in seat.heard[-1]["error"]
    with Seat(server, game, tokens[0]) as seat:
        assert seat.play(random.Random(7))["outcome"]


def test_too_large_a_message_ends_the_connection_at_most(server, browser):
    game, tokens = new_game(browser)
    with Seat(server, game, tokens[0]) as seat:
        with contextlib.suppress(ConnectionClosed):
            seat.send("x" * 20_000_000)
        hear_the_end(seat)
    with Seat(server, game, tokens[0]) as seat:
        assert seat.my_turn()["version"] >= 0


def test_watchers_fill_a_table_for_watchers_and_never_for_players(server, browser):
    game, keys = new_game(browser, person(1), person(2))
    most = server.context.settings.most_listeners
    watchers = [Seat(server, game) for _ in range(most)]
    with Seat(server, game, join=False) as late:
        assert "full" in late.refused({"type": "join", "seat": None})
    with Seat(server, game, keys[0]) as ann, Seat(server, game, keys[1]) as bob:
        assert (ann.view["you"], bob.view["you"]) == (0, 1)
        ann.act(numbers(ann.my_turn()["legal"])[0])
        watchers[0].until(lambda view: view["players"][0]["chosen"])
    for watcher in watchers:
        watcher.socket.close()


def test_a_seat_that_is_open_too_often_lets_the_oldest_page_go(server, browser):
    game, keys = new_game(browser)
    pages = [Seat(server, game, keys[0]) for _ in range(server.context.settings.most_listeners + 1)]
    told = pages[0].answer("error")
    assert told["fatal"]
    assert "too often" in told["error"]
    assert pages[-1].my_turn()["you"] == 0
    for page in pages:
        page.socket.close()


def test_pages_of_other_sites_are_refused(server, browser):
    game, tokens = new_game(browser)
    address = f"ws://{server.host}/api/games/{game}/live"
    for origin in (
        "http://evil.example",
        "null",
        f"http://{server.host}.evil.example",
        "http://127.0.0.1:1",
        f"https://x@{server.host}",
    ):
        with pytest.raises(InvalidStatus) as refused:
            connect(address, origin=origin, proxy=None)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
    cookie = {"Cookie": f"footplate={tokens[0].cookie}"}
    own = f"http://{server.host}"
    with connect(address, origin=own, additional_headers=cookie, proxy=None) as socket:  # type: ignore[arg-type]
        socket.send(json.dumps({"type": "join"}))
        assert json.loads(socket.recv(PATIENCE))["type"] == "view"


# ---------------------------------------------------------------- taking back


def test_an_action_is_taken_back_with_what_bots_did_after_it(server, browser):
    game, tokens = new_game(browser, seed=8)
    with Seat(server, game, tokens[0]) as seat:
        first = seat.my_turn()
        assert not first["can_undo"]
        assert "nothing of yours" in seat.refused({"type": "undo", "version": first["version"]})
        seat.play(random.Random(8), 3)
        before = seat.my_turn()
        seat.act(numbers(before["legal"])[0])
        seat.send({"type": "undo", "version": seat.my_turn()["version"]})
        after = seat.until(lambda view: view["version"] == before["version"])
        for part in ("hand", "tickets", "owners", "events", "log", "legal", "deck"):
            assert after[part] == before[part]
        agree(server, game)
        assert seat.play(random.Random(8))["outcome"]


def test_nothing_is_taken_back_among_people(server, browser):
    game, tokens = new_game(browser, person(1), person(2))
    with Seat(server, game, tokens[0]) as seat:
        seat.act(numbers(seat.my_turn()["legal"])[0])
        assert not seat.view["can_undo"]
        assert "only where bots alone" in seat.refused({"type": "undo", "version": seat.view["version"]})


def test_taking_back_at_any_moment_keeps_database_and_table_alike(server, browser):
    """Undo while the bot thinks, while its move is written, with old versions: the game always goes on."""
    game, tokens = new_game(browser, person(), bot("random"), board="new_york")
    chance = random.Random(9)
    with Seat(server, game, tokens[0]) as seat:
        for _ in range(25):
            if seat.my_turn()["outcome"]:
                break
            version = seat.view["version"]
            seat.send({"type": "act", "version": version, "action": chance.choice(numbers(seat.view["legal"]))})
            seat.until(lambda view: view["version"] == version + 1)  # noqa: B023
            time.sleep(chance.choice((0, 0.002, 0.01, 0.03)))
            seat.send({"type": "undo", "version": version + chance.choice((1, 1, 0))})
            seat.send({"type": "ping"})
            seat.answer("pong")
        seat.play(random.Random(9), 3)
        seat.my_turn()
        agree(server, game)


# ---------------------------------------------------------------- bots


def own_bot(server: Running, folder: Path, code: str) -> tuple[str, str]:
    """A game against a bot that strangers could not seat; id and token."""
    (folder / "bots.py").write_text(code)
    seats = [NewSeat(name="Ann", livery=1), NewSeat(name="Own", livery=2, spec=f"{folder}/bots.py:Own")]
    game, tokens = server.context.store.new_game("small", load_board("small").to_json(), 1, seats)
    assert tokens[0]
    return game, tokens[0]


SLOW = """
import time
class Own:
    def act(self, observation, budget):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            pass
"""

BROKEN = """
class Own:
    def act(self, observation, budget):
        raise ValueError("no idea")
"""


def test_a_bot_that_thinks_keeps_nobody_waiting_and_can_be_stopped(server, browser, tmp_path):
    game, token = own_bot(server, tmp_path, SLOW)
    other, tokens = new_game(browser)
    with Seat(server, game, token) as seat:
        version = seat.my_turn()["version"]
        seat.act(numbers(seat.view["legal"])[0])
        assert seat.view["thinking"] == 1
        for _ in range(10):
            assert browser.get("/api/me").status_code == 200
            seat.send({"type": "ping"})
            seat.answer("pong")
            assert seat.view["thinking"] == 1  # the answers have overtaken the bot
        with Seat(server, other, tokens[0]) as quick:
            assert quick.play(random.Random(10))["outcome"]
        assert seat.view["version"] == version + 1
        seat.send({"type": "undo", "version": version + 1})
        assert seat.until(lambda view: view["version"] == version)["thinking"] is None


def test_a_bot_that_breaks_stops_its_own_table_only(server, browser, tmp_path):
    game, token = own_bot(server, tmp_path, BROKEN)
    with Seat(server, game, token) as seat:
        seat.act(numbers(seat.my_turn()["legal"])[0])
        trouble = seat.until(lambda view: view["trouble"])["trouble"]
        assert "can't go on" in trouble
        assert "Traceback" not in trouble
    other, tokens = new_game(browser)
    with Seat(server, other, tokens[0]) as seat:
        assert seat.play(random.Random(11))["outcome"]


def test_processes_that_are_killed_cost_no_game(server, browser):
    game, tokens = new_game(browser, person(), bot("greedy"), board="new_york", seed=3)
    chance = random.Random(17)
    with Seat(server, game, tokens[0]) as seat:
        for _ in range(4):
            seat.play(chance, 3)
            kill_bots()
        seat.my_turn()
        assert not seat.view["trouble"]
    agree(server, game)


def test_quick_bots_overtake_every_search(server, browser, monkeypatch):
    """Many tables at which a search never ends, and one against greedy, whose answers all come."""

    async def for_ever(job: Job, owner: str, within: float | None = None) -> Thought:
        searching.append(job.spec)
        return await asyncio.Event().wait()  # type: ignore[func-returns-value]

    searching: list[str] = []
    for queue in ("search", "level", "long", "look"):
        monkeypatch.setattr(server.context.thinking.queues[queue], "think", for_ever)
    with contextlib.ExitStack() as tables:
        for spec in ("controller", "expert", "novice", "ismcts:ms=9000"):
            game, tokens = new_game(browser, person(), bot(spec))
            seat = tables.enter_context(Seat(server, game, tokens[0]))
            seat.act(numbers(seat.my_turn()["legal"])[0])
        wait_for(lambda: len(searching) == 4)
        game, tokens = new_game(browser, person(), bot("greedy"), seed=2)
        with Seat(server, game, tokens[0]) as seat:
            assert seat.play(random.Random(12))["outcome"]
        assert len(searching) == 4


def test_the_adaptive_opponent_learns_from_every_game_while_quick_bots_go_on(server, browser, monkeypatch):
    chance = random.Random(14)
    for games in (1, 2):
        monkeypatch.setattr("footplate.app.http.games.new_seed", lambda: games)  # noqa: B023
        game, tokens = new_game(browser, person(), bot("adaptive:win_rate=0.4"))
        other, others = new_game(browser, person(), bot("greedy"))
        with Seat(server, game, tokens[0], browser) as seat, Seat(server, other, others[0], browser) as quick:
            while not seat.view["outcome"]:
                seat.play(chance, 1)
                quick.play(chance, 1)
            assert quick.play(chance)["outcome"]
        (seen,) = browser.get("/api/me/results").json()["adaptive"]
        assert (seen["board"], seen["games"]) == ("small", games)
        assert ("one game" if games == 1 else "2 games") in seen["sentence"]
        moves = [move for move in server.context.store.game(game).moves if move.seat == 1 and move.figures]
        assert {move.figures["games"] for move in moves if "games" in move.figures} == {games - 1}  # what it knew then
        turns = [move.figures["memory"]["since"] for move in moves if "memory" in move.figures]  # of its last claims
        assert turns == sorted(turns)
        assert turns[-1] > 0
    (tally,) = [row for row in browser.get("/api/me/results").json()["opponents"] if row["name"] == "Adaptive"]
    assert tally["games"] == 2
    profile = browser.get("/api/me/export").json()["adaptive"]
    assert [len(known["recent"]) for known in profile.values()] == [2]


def test_two_at_one_screen_have_names_at_the_end_and_the_adaptive_opponent_learns_once(server, browser):
    seats = [person(1, "Ann"), {**person(2, "Bob"), "here": True}, bot("adaptive:win_rate=0.3", 3)]
    game, keys = new_game(browser, *seats, board="new_york")
    with Seat(server, game, keys[0]) as ann, Seat(server, game, keys[1]) as bob:
        assert ann.view["here"] == bob.view["here"] == [0, 1]
        assert [player["name"] for player in bob.view["players"]] == ["Ann", "You", "Adaptive"]
        play_together([ann, bob], random.Random(1))
        for seat in (ann, bob):
            assert [player["name"] for player in seat.view["players"]] == ["Ann", "Bob", "Adaptive"]
            assert "You" not in seat.view["outcome"]["sentence"]
    (seen,) = wait_for(lambda: browser.get("/api/me/results").json()["adaptive"])
    assert seen["games"] == 1


# ---------------------------------------------------------------- help


def with_adviser(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that people ask for are there at once."""
    think = server.context.thinking.think

    async def pretend(job: Job, **more: Any) -> Thought:
        return Thought(figures={"iterations": 7, "moves": []}) if job.spec == ADVISER else await think(job, **more)

    monkeypatch.setattr(server.context.thinking, "think", pretend)


def test_among_people_the_search_helps_only_where_the_table_says_so(server, browser, monkeypatch):
    with_adviser(server, monkeypatch)
    for others, allowed in (([person(2)], False), ([{**person(2), "here": True}], False), ([person(2)], True)):
        game, keys = new_game(browser, person(1), *others, help=allowed)
        with Seat(server, game, keys[0]) as ann, Seat(server, game, keys[1]) as bob, Seat(server, game) as watcher:
            assert ann.view["help"] == bob.view["help"] == watcher.view["help"] == allowed  # everybody sees it
            assert ann.may_move
            if allowed:
                ann.send({"type": "search", "on": True})
                assert ann.answer("search")["iterations"] == 7
                assert bob.until(lambda view: view["players"][0]["searched"])
                watcher.until(lambda view: view["players"][0]["searched"])
            else:
                for message in ({"type": "search", "on": True}, {"type": "search", "on": 1, "longer": True}):
                    assert "without help" in ann.refused(message)
        stored = server.context.store.game(game)
        assert [seat.searched for seat in stored.seats] == [allowed, False]


@pytest.mark.parametrize(
    ("aid", "reason"), [("search", "help was used"), ("undo", "an action was taken back"), ("", "")]
)
def test_games_with_help_or_undo_are_not_rated_and_say_so(server, browser, monkeypatch, aid, reason):
    with_adviser(server, monkeypatch)
    game, keys = new_game(browser, person(), bot("random"))
    with Seat(server, game, keys[0]) as seat:
        seat.act(numbers(seat.my_turn()["legal"])[0])
        version = seat.my_turn()["version"]
        if aid == "search":
            seat.send({"type": "search", "on": True})
            seat.answer("search")
            seat.send({"type": "search", "on": False})
        elif aid == "undo":
            seat.send({"type": "undo", "version": version})
            seat.until(lambda view: view["version"] < version)
        assert seat.play(random.Random(3))["outcome"]["unrated"] == reason
    assert browser.get("/api/me/results").json()["rating"]["games"] == (0 if aid else 1)
    assert browser.get(f"/api/games/{game}").json()["unrated"] == reason


@pytest.mark.parametrize("level", ["novice", "strong"])
def test_a_whole_game_against_a_level(server, browser, level):
    game, tokens = new_game(browser, person(), bot(level), seed=4)
    with Seat(server, game, tokens[0], browser) as seat:
        view = seat.play(random.Random(15))
    assert view["outcome"]["winners"]
    assert any("tries of" in (move.figures or {}).get("reason", "") for move in server.context.store.game(game).moves)
    assert browser.get("/api/me/results").json()["opponents"][0]["spec"] == level


def test_five_people_at_one_table_come_and_go(server, browser):
    """All hear the same; who leaves and comes back finds everything; the name is the player's own."""
    names = ["Ann", "Bob", "Cyd", "Dan", "Eve"]
    game, tokens = new_game(browser, *(person(n + 1, name) for n, name in enumerate(names)), board="usa")
    chance = random.Random(16)
    seats = [Seat(server, game, token) for token in tokens]
    try:
        for leaves in range(5):
            play_together(seats, chance, 7)
            seats[leaves].socket.close()
            others = [seat for n, seat in enumerate(seats) if n != leaves]
            for seat in others:
                seat.until(lambda view: not view["players"][leaves]["connected"])  # noqa: B023
            seats[leaves] = Seat(server, game, tokens[leaves])
            for seat in others:
                seat.until(lambda view: view["players"][leaves]["connected"])  # noqa: B023
        assert len({seat.view["version"] for seat in seats}) == 1
        assert seats[0].view["version"] == 35
        assert [player["name"] for player in seats[4].view["players"]] == ["Ann", "Bob", "Cyd", "Dan", "You"]
    finally:
        for seat in seats:
            seat.socket.close()
    agree(server, game)


def test_a_search_keeps_its_own_player_from_nothing_and_runs_once_at_a_time(server, browser, monkeypatch):
    thinking, looks = server.context.thinking, []
    think = thinking.think

    async def pretend(job: Job, **more: Any) -> Thought:
        if job.spec != ADVISER:
            return await think(job, **more)
        looks.append(len(job.moves))
        await asyncio.sleep(1)
        return Thought(figures={"iterations": 7, "moves": []})

    monkeypatch.setattr(thinking, "think", pretend)
    game, tokens = new_game(browser, seed=6)
    with Seat(server, game, tokens[0]) as seat:
        version = seat.my_turn()["version"]
        for _ in range(5):
            seat.send({"type": "search", "on": True})
        seat.act(numbers(seat.view["legal"])[0])
        assert not [message for message in seat.heard if message["type"] == "search"]
        seat.my_turn()
        found = seat.answer("search")
        assert found["version"] == seat.view["version"] > version  # of this position, not of the one before
        assert found["iterations"] == 7
        assert looks == [version, seat.view["version"]]
        seat.send({"type": "search", "on": False})


def test_nobody_thinks_for_a_browser_that_has_gone_away(server, browser, monkeypatch):
    begun, given_up = threading.Event(), threading.Event()

    async def pretend(job: Job, **more: Any) -> Thought:
        begun.set()
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            given_up.set()
            raise
        return Thought()

    game, _ = new_game(browser, bot("random", 1), bot("random", 2), you=None)
    with Seat(server, game) as watcher:
        watcher.send({"type": "pace", "seconds": 0})
        watcher.until(lambda view: view["outcome"])
    monkeypatch.setattr(server.context.thinking, "think", pretend)
    body = json.dumps({"game": game, "step": 3, "seconds": 10})
    head = f"POST /api/opinion HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: {len(body)}\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as there:
        there.sendall(f"{head}Content-Type: application/json\r\n\r\n{body}".encode())
        assert begun.wait(PATIENCE)
    assert given_up.wait(PATIENCE)


def test_a_bot_has_only_so_long_to_think(server, browser, monkeypatch):
    """Whatever its spec string says: a stranger has written it."""
    thinking, given = server.context.thinking, []

    async def pretend(job: Job, **more: Any) -> Thought:
        given.append((job.spec, job.seconds))
        return Thought(action=action_space(make_tables(load_board("small"), 2)).id(KeepTickets((1,))))

    monkeypatch.setattr(thinking, "think", pretend)
    game, tokens = new_game(browser, person(), bot("ismcts:iterations=1000000000"), seed=6)
    with Seat(server, game, tokens[0]) as seat:
        seat.act(numbers(seat.my_turn()["legal"])[0])
        wait_for(lambda: given)
    assert given[0] == ("ismcts:iterations=1000000000", server.context.settings.most_seconds_of_thought)


def test_whoever_does_not_read_keeps_nobody_waiting():
    """A connection that takes nothing any more is given up after some messages; sending neither waits nor fails."""

    class Asleep:
        async def send_json(self, message: object) -> None:
            await asyncio.Event().wait()

    async def send_much() -> None:
        outbox = Outbox(Asleep())  # type: ignore[arg-type]
        listening = asyncio.ensure_future(outbox.unless_given_up(asyncio.Event().wait()))
        for n in range(100):
            await asyncio.wait_for(outbox.send({"n": n}), 1)
        await asyncio.sleep(0)
        assert not listening.done()
        for n in range(900):
            await asyncio.wait_for(outbox.send({"n": n}), 1)
        with pytest.raises(WebSocketDisconnect):
            await listening
        outbox.stop()

    asyncio.run(send_much())


def test_a_full_connection_is_closed_and_disturbs_nobody(tmp_path):
    """Somebody joins a table and never reads: the others hear no error, and the connection goes."""
    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1, limits=FREE,
                        messages=Limit(1e9, 1e9), seconds_to_send=1.0)  # fmt: skip
    with in_thread(settings) as server, server.browser() as browser:
        game, _ = new_game(browser, bot("greedy", 1), bot("greedy", 2), board="usa", you=None)
        address = f"ws://{server.host}/api/games/{game}/live"
        with Seat(server, game) as watcher, connect(address, max_queue=1, compression=None, proxy=None) as deaf:
            deaf.send('{"type": "join", "seat": null}')
            table = server.context.games.in_memory[game]
            wait_for(lambda: len(table.listeners) == 2)
            for _ in range(3000):
                if len(table.listeners) == 1:
                    break
                watcher.send({"type": "pace", "held": True})
                watcher.receive()
            assert len(table.listeners) == 1
            watcher.send({"type": "ping"})
            watcher.answer("pong")
            assert {message["type"] for message in watcher.heard} == {"view", "pong"}
            with contextlib.suppress(ConnectionClosed):
                for _ in deaf:  # until it is closed
                    pass


# ---------------------------------------------------------------- many, and the worst


async def whole_game(server: Running, game: str, own: Own, seed: int) -> int:
    """Play a game by chance; how many actions it took."""
    chance = random.Random(seed)
    address = f"ws://{server.host}/api/games/{game}/live"
    more: Any = {"additional_headers": {"Cookie": f"footplate={own.cookie}"}, "open_timeout": PATIENCE}
    async with websockets.connect(address, max_size=None, proxy=None, **more) as socket:
        await socket.send(json.dumps({"type": "join"}))
        sent = -1
        async for text in socket:
            view = json.loads(text)
            assert view["type"] == "view", view
            if view["outcome"]:
                return int(view["version"])
            if view["to_move"] == view["you"] and view["version"] > sent:
                sent = view["version"]
                action = chance.choice(numbers(view["legal"]))
                await socket.send(json.dumps({"type": "act", "version": sent, "action": action}))
    raise AssertionError("the server has closed the connection")


def test_fifty_games_at_once_lose_no_move(server, browser):
    games = [new_game(browser, person(), bot(("random", "greedy")[n % 2]), seed=n) for n in range(50)]

    async def play_all() -> list[int]:
        return await asyncio.gather(*(whole_game(server, game, tokens[0], n) for n, (game, tokens) in enumerate(games)))

    lengths = asyncio.run(asyncio.wait_for(play_all(), 3 * PATIENCE))
    for (game, _), length in zip(games, lengths, strict=True):
        moves = moves_of(server, game)
        assert len(moves) == length
        agree(server, game)
        stored = server.context.store.game(game)
        assert stored
        assert stored.result


def test_a_killed_server_loses_no_move(tmp_path):
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    chance = random.Random(13)
    server = ServerProcess(database, tmp_path)
    try:
        with server.browser() as browser:
            cookies = dict(browser.cookies)
            game, tokens = new_game(browser, person(), bot("random"), board="new_york")
            with Seat(server, game, tokens[0], browser) as seat:
                seat.play(chance, 6)
                seat.my_turn()
                seen = seat.view
                seat.send({"type": "act", "version": seen["version"], "action": numbers(seen["legal"])[0]})
                server.kill()  # in the middle of it
        server = ServerProcess(database, tmp_path)
        with server.browser() as browser:
            browser.cookies.clear()
            browser.cookies.update(cookies)
            assert [listed["id"] for listed in browser.get("/api/games").json()] == [game]
            with Seat(server, game, tokens[0], browser) as seat:
                seat.my_turn()
                assert seat.view["version"] >= seen["version"]
                assert seat.view["events"][: seen["version"]] == seen["events"]
                assert seat.play(chance)["outcome"]
            assert GameRecord.from_text(browser.get(f"/api/games/{game}/record").text).replay().is_over
    finally:
        server.kill()


def test_the_server_is_still_well(server, browser):
    """After all of that: every table agrees with the database."""
    for game in server.context.games.in_memory:
        if server.context.store.game(game):
            agree(server, game)
    assert wait_for(lambda: browser.get("/api/opponents").status_code == 200)
