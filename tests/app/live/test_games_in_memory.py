"""LiveGames that leave the memory and come back, games that two servers play, and databases that fail."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from footplate.app.database import Store
from footplate.app.database.new_games import NewSeat
from footplate.app.live.game import LiveGame
from footplate.app.live.games import LiveGames
from footplate.app.live.listeners import Listener
from footplate.app.preparing import Preparation
from footplate.app.settings import ServerSettings
from footplate.app.thinking.jobs import Job, Thought
from footplate.app.thinking.worker import KeptGames, think
from footplate.boards import load_board
from tests.support.app.seats import Key, Own, Seat, bot, cookie_for, new_game, numbers, person, take
from tests.support.app.server import FREE, PATIENCE, QUICK, Running, in_thread
from tests.support.strategies import chances

SMALL, NEW_YORK = load_board("small").to_json(), load_board("new_york").to_json()


class Here:
    """Bots that think in this process, at once; ``jobs`` are all that they were asked."""

    def __init__(self) -> None:
        self.games, self.jobs = KeptGames(), list[Job]()

    async def think(self, job: Job, **more: Any) -> Thought:
        self.jobs.append(job)
        return think(self.games, job)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store(ServerSettings(database=f"sqlite:///{tmp_path_factory.mktemp('tables') / 'games.sqlite3'}"))
    store.open()
    yield store
    store.close()


def live_games(store: Store, most_idle: int = 0) -> LiveGames:
    return LiveGames(store, Here(), ServerSettings(most_idle_games=most_idle), Preparation())  # type: ignore[arg-type]


def a_game(store: Store, *specs: str | None, seed: int = 5, board: str = SMALL) -> str:
    seats = [NewSeat(name=spec or "Ann", livery=n + 1, spec=spec) for n, spec in enumerate(specs)]
    return store.new_game("small", board, seed, seats)[0]


async def nothing(message: dict[str, Any]) -> None:
    """A listener who does not listen."""


async def opened(games: LiveGames, game: str) -> LiveGame:
    live = await games.find(game)
    assert live
    return live


async def persons_turn(live: LiveGame) -> None:
    """Until the bots have moved."""
    while live.bots.is_playing:
        await asyncio.sleep(0.001)


def shown(live: LiveGame) -> dict[str, Any]:
    """Everything that the first seat is sent, but for which game it is."""
    return {**live.view(0)(), "game": ""}


async def change(live: LiveGame, act: str, action: int) -> None:
    """Act, or take back."""
    if act == "act":
        await live.act(0, len(live.saved.game.history), [action])
    elif act == "undo" and live.view(0)()["can_undo"]:
        await live.undo(0, len(live.saved.game.history))


# ---------------------------------------------------------------- out of memory and back

ACTS = st.lists(st.sampled_from(["act", "act", "act", "undo", "drop", "drop"]), min_size=5, max_size=40)


@given(acts=ACTS, seed=st.integers(0, 2**64 - 1), chance=chances)
@settings(max_examples=20)
def test_a_game_goes_on_the_same_after_its_table_has_left_the_memory(store, acts, seed, chance):
    """Two games with the same deal and the same play; one of them leaves the memory in between, again and again."""

    async def play() -> None:
        games = live_games(store)
        kept, dropped = (a_game(store, None, "greedy", "random", seed=seed, board=NEW_YORK) for _ in range(2))
        held, live = await opened(games, kept), await opened(games, dropped)
        somebody = Listener(nothing, 0)
        await held.join(Listener(nothing, 0))
        await live.join(somebody)
        for act in acts:
            if act == "drop":
                await live.leave(somebody)
                del live
                await opened(games, a_game(store, None, None))  # for which another has to go
                assert dropped not in games._held
                live = await opened(games, dropped)
                await live.join(somebody)
            await persons_turn(held)
            await persons_turn(live)
            assert shown(live) == shown(held)
            if not live.saved.game.is_over:
                action = chance.choice(numbers(held.view(0)()["legal"]))
                await change(held, act, action)
                await change(live, act, action)
        assert kept in games._held

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_however_many_come_at_once_a_game_has_one_table(store):
    async def come() -> None:
        games, game = live_games(store), a_game(store, None, None)
        found = await asyncio.gather(*(games.find(game) for _ in range(20)))
        assert len(set(map(id, found))) == 1
        assert game not in games.in_memory or games.in_memory[game] is found[0]
        for _ in range(5):  # others open games, so that this one would have to go
            await opened(games, a_game(store, None, None))
        assert await games.find(game) is found[0]  # somebody still holds it

    asyncio.run(come())


def test_only_so_many_idle_tables_stay_and_the_oldest_go_first(store):
    async def come() -> None:
        games = live_games(store, most_idle=3)
        ids = [a_game(store, None, None) for _ in range(6)]
        for game in ids[:3]:
            await opened(games, game)
        await opened(games, ids[0])  # asked for again
        for game in ids[3:5]:
            await opened(games, game)
        assert list(games.in_memory) == [ids[0], ids[3], ids[4]]
        assert await games.find("nothing") is None

    asyncio.run(come())


def test_a_table_with_somebody_or_a_bot_that_thinks_never_goes(store):
    async def come() -> None:
        games, begun, release = live_games(store, most_idle=1), asyncio.Event(), asyncio.Event()
        think_here = games._thinking.think

        async def wait(job: Job, **more: Any) -> Thought:
            begun.set()
            await release.wait()
            return await think_here(job, **more)

        games._thinking.think = wait  # type: ignore[method-assign]
        watched, thinking = a_game(store, None, None), a_game(store, None, "greedy")
        await (await opened(games, watched)).join(Listener(nothing, None))
        live, person = await opened(games, thinking), Listener(nothing, 0)
        await live.join(person)
        await live.act(0, 0, numbers(live.view(0)()["legal"])[:1])
        await begun.wait()
        await live.leave(person)
        for _ in range(5):
            await opened(games, a_game(store, None, None))
        assert {watched, thinking} <= set(games.in_memory)
        release.set()
        await persons_turn(live)
        assert live.is_idle
        for _ in range(2):
            await opened(games, a_game(store, None, None))
        assert watched in games.in_memory
        assert thinking not in games.in_memory

    asyncio.run(asyncio.wait_for(come(), PATIENCE))


@pytest.fixture
def forgetful(tmp_path: Path) -> Iterator[Running]:
    """A server that keeps no game without listeners."""
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with in_thread(
        ServerSettings(database=database, workers=1, most_idle_games=0, limits=FREE, messages=QUICK)
    ) as running:
        yield running


def test_two_people_who_come_back_at_once_sit_at_one_table(forgetful):
    with forgetful.browser() as browser:
        game, tokens = new_game(browser, person(1), person(2))
        for _ in range(5):
            seats: list[Seat] = []

            def come(key: Key, seats: list[Seat] = seats) -> None:
                seats.append(Seat(forgetful, game, key))

            threads = [threading.Thread(target=come, args=(token,)) for token in tokens]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(PATIENCE)
            mover = next(seat for seat in seats if seat.may_move)
            version = mover.act(numbers(mover.view["legal"])[0])["version"]
            for seat in seats:
                if seat.view["version"] < version:
                    seat.until(lambda view: view["version"] >= version)  # noqa: B023
                seat.socket.close()


# ---------------------------------------------------------------- what bots remember


def test_an_adaptive_bot_forgets_what_was_taken_back_and_nothing_else(store):
    """Whenever it is asked about the same position it has the same memory: after an undo, a restart or a reload."""

    async def play() -> Here:
        games = live_games(store)
        game, chance = a_game(store, None, "adaptive"), random.Random(1)
        for round_ in range(4):
            live, person = await opened(games, game), Listener(nothing, 0)
            await live.join(person)
            for _ in range(4):
                await persons_turn(live)
                await live.act(0, len(live.saved.game.history), [chance.choice(numbers(live.view(0)()["legal"]))])
                await persons_turn(live)
                if round_ % 2:
                    await live.undo(0, len(live.saved.game.history))
            await live.leave(person)
            del live
        here = games._thinking
        assert isinstance(here, Here)
        return here

    jobs = asyncio.run(asyncio.wait_for(play(), PATIENCE)).jobs
    memories: dict[tuple[str, ...], Any] = {}
    for job in jobs:
        assert memories.setdefault(job.moves, job.memory) == job.memory
    assert len(memories) < len(jobs)  # something was taken back and thought about again
    kept = [job.memory for job in sorted(jobs, key=lambda job: len(job.moves)) if job.memory.get("trains")]
    claims = [(memory["trains"], memory["since"]) for memory in kept]  # trains left, and since which turn
    assert claims == sorted(claims, key=lambda claim: (-claim[0], claim[1]))
    assert len(set(claims)) == len({trains for trains, _ in claims}) > 0


# ---------------------------------------------------------------- two servers


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    """Two servers with one database, which learn from each other's moves only when they move themselves."""
    never: dict[str, Any] = {"seconds_between_looks": 1e6, "limits": FREE, "messages": QUICK}
    common = ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1, **never)
    with in_thread(common) as one, in_thread(common) as other:
        yield one, other


def test_a_move_on_another_server_is_not_overwritten(two):
    one, other = two
    with one.browser() as browser:
        game, tokens = new_game(browser, person(1), person(2))
        with Seat(one, game, tokens[0]) as here, Seat(one, game, tokens[1]) as guest:
            for seat in (here, guest):
                seat.act(numbers(seat.view["legal"])[0])
            here.until(lambda view: view["version"] == 2)
            with Seat(other, game, tokens[0]) as there:
                here.act(here.view["legal"]["draw"])
                assert there.view["version"] == 2
                there.send({"type": "act", "version": 2, "action": numbers(there.view["legal"])[-1]})
                told = there.answer("error")["error"]
                assert "another server" in told
                assert there.view["version"] == 3
                assert there.view["events"] == here.view["events"]
                there.act(there.view["legal"]["draw"])  # and the game goes on there
        moves = one.context.store.game(game).moves
        assert [move.number for move in moves] == [0, 1, 2, 3]


def test_a_seat_that_is_opened_again_shows_what_happened_elsewhere(two):
    one, other = two
    with one.browser() as browser, other.browser() as friend:
        game, keys = new_game(browser, person(1), person(2))
        assert take(other, game, keys[1], friend.cookies["footplate"]).is_success
        bobs = Own(friend.cookies["footplate"], 1)
        with Seat(other, game, bobs):  # so that the game stays in that server's memory
            with Seat(one, game, keys[0]) as ann:
                version = ann.act(numbers(ann.view["legal"])[0])["version"]
            with Seat(other, game, bobs) as bob:
                assert bob.view["version"] == version
                bob.act(numbers(bob.view["legal"])[0])


def test_a_bots_move_that_was_made_elsewhere_is_dropped_quietly(two, monkeypatch):
    one, other = two
    release = threading.Event()
    think_here = one.context.thinking.think

    async def wait(job: Job, **more: Any) -> Thought:
        await asyncio.to_thread(release.wait)
        return await think_here(job, **more)

    monkeypatch.setattr(one.context.thinking, "think", wait)
    with one.browser() as browser:
        game, tokens = new_game(browser)
        with Seat(one, game, tokens[0]) as here:
            here.act(numbers(here.my_turn()["legal"])[0])
            assert here.view["thinking"] == 1
            with Seat(other, game, tokens[0]) as there:
                there.my_turn()
            release.set()
            view = here.until(lambda view: view["version"] >= there.view["version"])
            assert view["events"] == there.view["events"]
            here.act(numbers(here.my_turn()["legal"])[0])
            here.my_turn()
            assert not any(heard["trouble"] for heard in here.heard)
        numbers_there = [move.number for move in one.context.store.game(game).moves]
        assert numbers_there == list(range(len(numbers_there)))


def test_what_another_server_has_taken_back_leaves_no_gap(two):
    one, other = two
    with one.browser() as browser:
        game, tokens = new_game(browser)
        with Seat(one, game, tokens[0]) as here:
            here.act(numbers(here.my_turn()["legal"])[0])
            here.my_turn()
            with Seat(other, game, tokens[0]) as there:
                there.send({"type": "undo", "version": there.view["version"]})
                there.until(lambda view: view["version"] == 0)
            told = here.refused({"type": "undo", "version": here.view["version"]})
            assert "another server" in told
            assert here.view["version"] == 0
            here.act(numbers(here.view["legal"])[0])


def test_a_game_that_was_deleted_on_another_server(two):
    one, other = two
    with one.browser() as browser:
        game, tokens = new_game(browser)
        with Seat(one, game, tokens[0]) as here:
            view = here.my_turn()
            other.context.store.leave(game, browser.get("/api/me").json()["id"])
            here.send({"type": "act", "version": view["version"], "action": numbers(view["legal"])[0]})
            told = here.answer("error")
            assert "deleted" in told["error"]


# ---------------------------------------------------------------- a disk that is full


@contextmanager
def full_disk(server: Running) -> Iterator[None]:
    """The database can't grow any more, and has no gaps."""
    engine = server.context.store.engine
    with closing(sqlite3.connect(str(server.context.settings.database_file))) as file:
        file.execute("VACUUM")

    def bound(connection: Any, record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(engine, "connect", bound)
    engine.dispose()
    try:
        yield
    finally:
        event.remove(engine, "connect", bound)
        engine.dispose()


def play_until_stopped(seat: Seat, chance: random.Random) -> str:
    """What the game says when it can't go on."""
    while not seat.view["outcome"]:
        if seat.view["trouble"]:
            return str(seat.view["trouble"])
        if seat.may_move:
            action = chance.choice(numbers(seat.view["legal"]))
            seat.send({"type": "act", "version": seat.view["version"], "action": action})
        message = seat.receive()
        if message["type"] == "error":
            return str(message["error"])
    return ""


@pytest.mark.parametrize("opponent", ["random", None])
def test_a_full_disk_is_told_and_loses_nothing(forgetful, opponent):
    with forgetful.browser() as browser:
        seats = [person(1), bot(opponent, 2) if opponent else person(2)]
        game, tokens = new_game(browser, *seats, board="usa")
        if not opponent:
            take(forgetful, game, tokens[1], cookie_for(forgetful, tokens[1]))
            with Seat(forgetful, game, tokens[0]) as ann, Seat(forgetful, game, tokens[1]) as bob:
                for seat in (ann, bob):
                    seat.act(numbers(seat.view["legal"])[0])
        with full_disk(forgetful):
            answer = browser.post("/api/games", json={"board": "usa", "seats": seats})
            assert answer.status_code == 503
            assert "database" in answer.json()["error"]
            with Seat(forgetful, game, tokens[0]) as ann:
                if opponent:
                    told = play_until_stopped(ann, random.Random(2))
                else:
                    with Seat(forgetful, game, tokens[1]) as bob:
                        told = play_in_turn(ann, bob)
                assert "can't save" in told
                moves = forgetful.context.store.game(game).moves
                assert [move.number for move in moves] == list(range(len(ann.view["events"])))
        with Seat(forgetful, game, tokens[0]) as ann:
            assert not ann.view["trouble"]
            if opponent:
                assert ann.play(random.Random(2), 3)["version"] >= len(moves) + 3


def test_who_can_not_be_seated_now_comes_back_later(forgetful, monkeypatch):
    with forgetful.browser() as browser, forgetful.browser() as other:
        game, tokens = new_game(browser, person(1), person(2))

        def full(*more: Any) -> None:
            raise OperationalError("", {}, Exception("database or disk is full"))

        with monkeypatch.context() as patch:
            patch.setattr(forgetful.context.store, "take_seat", full)
            answer = take(forgetful, game, tokens[1], other.cookies["footplate"])
            assert answer.status_code == 503
            assert "database" in answer.json()["error"]
        with Seat(forgetful, game, tokens[1], other) as seat:
            assert seat.view["you"] == 1


def play_in_turn(*seats: Seat) -> str:
    """Two people draw cards until one of them is told that it can't go on."""
    while True:
        mover = next(seat for seat in seats if seat.may_move)
        version = mover.view["version"]
        mover.send({"type": "act", "version": version, "action": numbers(mover.view["legal"])[0]})
        while (message := mover.receive())["type"] != "view" or message["version"] == version:
            if message["type"] == "error":
                return str(message["error"])
        for seat in seats:
            while seat.view["version"] == version:
                seat.receive()
