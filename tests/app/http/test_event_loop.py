"""What takes long is done in threads: one person's board, record or score keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import pkgutil
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, Engine, event

from footplate.app.thinking.jobs import Job, Thought
from footplate.app.views import game as views
from footplate.boards import Board, load_board
from footplate.records import GameRecord
from tests.support.app.games import played
from tests.support.app.seats import Seat, bot, new_game, numbers, person
from tests.support.app.server import PATIENCE

SLOW: list[tuple[Any, str]] = [
    (Board, "from_json"), (Board, "to_json"), (Board, "with_variant"),
    (GameRecord, "from_text"), (GameRecord, "to_text"), (GameRecord, "steps"), (GameRecord, "of"),
    (views, "seat_view"), (views, "watcher_view"), (views, "public_view"), (views, "outcome_view"),
]  # fmt: skip
BY_NAME = [
    "footplate.game.outcome_of", "footplate.records.outcome_of", "footplate.app.live.game.report",
    "footplate.app.http.replays.report", "footplate.app.http.replays.position_at",
    "footplate.app.http.replays.replay_view", "footplate.app.http.replays._json",
    "footplate.app.http.players._everything_of",
]  # fmt: skip


def is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> tuple[set[str], set[str]]:
    """Which of the slow things were done at all, and which of them where everybody waits."""
    done, in_loop = set(), set()

    def watch(name: str, slow: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **more: Any) -> Any:
            done.add(name)
            if is_in_loop():
                in_loop.add(name)
            return slow(*args, **more)

        return noted

    for owner, name in SLOW:
        raw = vars(owner)[name]
        if isinstance(raw, classmethod):
            bound = watch(f"{owner.__name__}.{name}", raw.__func__)
            monkeypatch.setattr(owner, name, classmethod(bound))
        else:
            monkeypatch.setattr(owner, name, watch(f"{owner.__name__}.{name}", raw))
    for path in BY_NAME:
        monkeypatch.setattr(path, watch(path, pkgutil.resolve_name(path)))
    return done, in_loop


@contextmanager
def threads_of(engine: Engine) -> Iterator[set[str]]:
    """The names of all threads that have used the database."""
    names = set[str]()

    def note(connection: Connection) -> None:
        names.add(threading.current_thread().name)

    event.listen(engine, "begin", note)
    try:
        yield names
    finally:
        event.remove(engine, "begin", note)


def everything(browser: httpx.Client, server: Any) -> None:
    """Boards, a whole game with a watcher, its replay, opinions, an uploaded record."""
    board = load_board("small").with_rules(name="mine").to_json()
    own = browser.post("/api/boards", content=board).raise_for_status().json()["name"]
    for path in ("", f"/{own}", f"/{own}/map?width=600&height=400", f"/{own}/thumbnail.svg"):
        browser.get(f"/api/boards{path}").raise_for_status()
    variant = load_board("small").variants[0]
    browser.get(f"/api/boards/{own}:{variant}").raise_for_status()
    game, tokens = new_game(browser, person(), bot("greedy"), board="small")
    with Seat(server, game, tokens[0], browser) as seat, Seat(server, game):
        seat.act(numbers(seat.my_turn()["legal"])[0])
        seat.my_turn()
        seat.send({"type": "search", "on": True})
        seat.answer("search")
        seat.play(random.Random(3))
    for path in (f"games/{game}/record", f"games/{game}/replay", f"boards/game-{game}", "me/results"):
        browser.get(f"/api/{path}").raise_for_status()
    browser.post("/api/opinion", json={"game": game, "step": 3, "seconds": 0.1}).raise_for_status()
    mine = played(load_board("small").with_rules(name="mine", trains=9))
    text = GameRecord.of(mine, ["greedy", "random"]).to_text()
    kept = browser.post("/api/replays", json={"record": text}).raise_for_status().json()["id"]
    for path in (f"replays/{kept}", f"boards/replay-{kept}"):
        browser.get(f"/api/{path}").raise_for_status()
    browser.post("/api/opinion", json={"replay": kept, "step": 3, "seconds": 0.1}).raise_for_status()


def test_nothing_slow_is_done_where_everybody_waits(server, watched, monkeypatch):
    done, in_loop = watched
    real = server.context.thinking.think

    async def think(job: Job, owner: str = "", look: bool = False) -> Thought:
        """A search may have to be compiled first: this one has seen nothing."""
        return Thought(figures={"moves": []}) if look else await real(job, owner=owner)

    monkeypatch.setattr(server.context.thinking, "think", think)
    with server.browser() as browser, threads_of(server.context.store.engine) as threads:
        everything(browser, server)
        assert {name.rpartition("_")[0] for name in threads} == {"footplate-reader", "footplate-writer"}
        browser.get("/api/me/export").raise_for_status()  # makes records out of what it reads, so it has another thread
    assert in_loop == set()
    assert done == {f"{owner.__name__}.{name}" for owner, name in SLOW} | set(BY_NAME)


@pytest.mark.parametrize("slow", ["footplate.app.views.game.outcome_view", "footplate.records.GameRecord.steps"])
def test_a_request_that_takes_for_ever_lets_others_through(server, monkeypatch, slow):
    """A score, or a record, that can't be made out: others are answered meanwhile."""
    text = GameRecord.of(played(), ["greedy", "random"]).to_text()
    with server.browser() as browser, server.browser() as other, ThreadPoolExecutor(1) as elsewhere:
        kept = browser.post("/api/replays", json={"record": text}).raise_for_status().json()["id"]
        begun, go_on = threading.Event(), threading.Event()
        owner, _, name = slow.rpartition(".")
        made = getattr(pkgutil.resolve_name(owner), name)

        def stuck(*args: Any, **more: Any) -> Any:
            begun.set()
            assert go_on.wait(PATIENCE)
            return made(*args, **more)

        monkeypatch.setattr(slow, stuck)
        answer = elsewhere.submit(browser.get, f"/api/replays/{kept}")
        try:
            assert begun.wait(PATIENCE)
            assert other.get("/api/me").status_code == 200
            assert not answer.done()
        finally:
            go_on.set()
        assert answer.result(PATIENCE).status_code == 200
