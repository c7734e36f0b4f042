"""What is kept is bounded: by rates and quotas, by a sweep of what nobody uses; and it can be copied."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from footplate.app.database import Store
from footplate.app.database.models import BoardFile, Browser, Player, StoredGame, StoredReplay, now
from footplate.app.database.new_games import NewSeat
from footplate.app.database.retention import AT_ONCE
from footplate.app.http.rates import Limit
from footplate.app.server import create_app
from footplate.app.settings import ServerSettings
from footplate.app.upkeep import sweep_now
from footplate.boards import load_board
from footplate.cli.main import app as commands
from footplate.cli.serve import backup
from footplate.errors import FootplateError
from tests.support.app.seats import bot, new_game
from tests.support.app.server import FREE, become_player

OLD = now() - timedelta(days=40)


def new_player(store: Store, name: str) -> Player:
    return store.identities.browser_for(name, name=name).player


def watched(store: Store, host: str, board: str = "small") -> str:
    return store.new_game(board, "{}", 1, [NewSeat(name="Greedy", livery=1, spec="greedy")], host_id=host)[0]


def played(store: Store, *players: Player) -> str:
    seats = [NewSeat(name=one.name, livery=n + 1, player_id=one.id) for n, one in enumerate(players)]
    return store.new_game("small", "{}", 1, seats, host_id=players[0].id)[0]


def make_old(store: Store, kind: type, *keys: str) -> None:
    """As if nobody had used them for long."""
    facts = {StoredGame: ("id", "changed"), BoardFile: ("name", "created"), StoredReplay: ("id", "created"),
             Player: ("id", "created"), Browser: ("player_id", "seen")}  # fmt: skip
    key, time = facts[kind]
    with store.engine.begin() as connection:
        connection.execute(update(kind).where(getattr(kind, key).in_(keys)).values({time: OLD}))


def test_what_nobody_has_used_for_long_goes_and_nothing_else(store):
    here, gone, idle = (new_player(store, name) for name in ("here", "gone", "idle"))
    old_watched, new_watched = watched(store, here.id), watched(store, here.id)
    mine, theirs, ours = played(store, here), played(store, gone), played(store, gone, here)
    boards = [store.add_board(here.id, "{}", 9) for _ in range(3)]
    on_board = watched(store, here.id, f"{boards[1]}:short")
    records = [store.add_replay(here.id, "record", 9) for _ in range(2)]
    make_old(store, StoredGame, old_watched, mine, theirs, ours)
    make_old(store, BoardFile, *boards[:2])
    make_old(store, StoredReplay, records[0])
    make_old(store, Player, here.id, gone.id, idle.id)
    make_old(store, Browser, gone.id, idle.id)
    asyncio.run(sweep_now(store, 30))
    assert [store.seating(game) is not None for game in (old_watched, new_watched, mine, theirs, ours, on_board)] == [
        False, True, True, False, True, True,
    ]  # fmt: skip
    assert [store.player(one.id) is not None for one in (here, gone, idle)] == [True, True, False]  # gone is in ours
    assert [store.board(board) is not None for board in boards] == [False, True, True]
    assert [store.replay(record) is not None for record in records] == [False, True]


def test_a_long_sweep_goes_on_until_all_is_gone_and_lets_others_write_between(store):
    host = new_player(store, "host")
    old = [watched(store, host.id) for _ in range(AT_ONCE + 1)]
    make_old(store, StoredGame, *old)
    assert store.sweep(now() - timedelta(days=30)).games == AT_ONCE
    asyncio.run(sweep_now(store, 30))
    assert store.count(StoredGame) == 0


def a_server(tmp_path: Path, **more: object) -> TestClient:
    common = {"database": f"sqlite:///{tmp_path / 'games.sqlite3'}", "names": ("testserver",), "workers": 1}
    return TestClient(create_app(ServerSettings(**{"limits": FREE, **common, **more})))


def test_a_server_that_starts_sweeps(tmp_path):
    with a_server(tmp_path) as client:
        store = client.app.state.context.store
        game = watched(store, "")
        make_old(store, StoredGame, game)
    with a_server(tmp_path, keep_days=30) as client:
        store = client.app.state.context.store
        client.portal.call(store.run_write, lambda: None)  # behind the sweep
        assert store.seating(game) is None


def test_a_game_that_bots_alone_play_is_listed_and_deleted_by_who_made_it(client):
    game, _ = new_game(client, bot("greedy", 1), bot("greedy", 2), you=None)
    assert [listed["id"] for listed in client.get("/api/games").json()] == [game]
    other = TestClient(client.app)
    become_player(other)
    assert other.get("/api/games").json() == []
    assert other.delete(f"/api/games/{game}").status_code == 403
    assert client.delete(f"/api/games/{game}").status_code == 204
    assert client.get("/api/games").json() == []


def test_an_address_makes_only_so_many_players(tmp_path):
    with a_server(tmp_path, limits=replace(FREE, players=Limit(2, 1e-6))) as client:
        for _ in range(2):
            client.cookies.clear()
            become_player(client)
        client.patch("/api/me", json={"name": "Ann"}).raise_for_status()  # who is known goes on
        client.cookies.clear()
        client.get("/api/me").raise_for_status()
        answer = client.patch("/api/me", json={"name": "Bob"})
        assert answer.status_code == 429
        assert "too many players from your address" in answer.json()["error"]


@pytest.mark.parametrize("what", ["players", "games", "boards", "records"])
def test_a_server_that_is_full_says_so(tmp_path, what):
    with a_server(tmp_path) as client:
        become_player(client)
        cookies = dict(client.cookies)
    with a_server(tmp_path, **{f"most_{what}": 0}) as client:
        if what != "players":
            client.cookies.update(cookies)
        client.get("/api/me").raise_for_status()
        seats = [bot("greedy", 1), bot("greedy", 2)]
        wanted = {
            "players": lambda: client.patch("/api/me", json={"name": "Bob"}),
            "games": lambda: client.post("/api/games", json={"board": "small", "seats": seats, "you": None}),
            "boards": lambda: client.post("/api/boards", content=load_board("small").to_json()),
            "records": lambda: client.post("/api/replays", json={"record": "any"}),
        }
        answer = wanted[what]()
        assert answer.status_code == 507
        assert f"0 {what}" in answer.json()["error"]


# ---------------------------------------------------------------- copies


def test_a_backup_has_what_is_only_in_the_log_and_can_be_started_from(tmp_path):
    database, copy = f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "copy.sqlite3"
    store = Store(ServerSettings(database=database))
    store.open()
    player = new_player(store, "Ann")
    assert (tmp_path / "games.sqlite3-wal").stat().st_size > 0
    backup(copy, database)
    later = new_player(store, "Bob")
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.sqlite3"]
    with pytest.raises(FootplateError, match="--force"):
        backup(copy, database)
    restored = Store(ServerSettings(database=f"sqlite:///{copy}"))
    restored.open()
    assert restored.player(player.id).name == "Ann"
    assert restored.player(later.id) is None
    restored.close()
    backup(copy, database, force=True)
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT count(*) FROM players").fetchone() == (2,)
    store.close()


@pytest.mark.parametrize(
    ("database", "words"),
    [("postgresql://me@here/x", "pg_dump"), ("sqlite:///{folder}/nothing.sqlite3", "there is no database"),
     ("sqlite:///{folder}/text", "can't be copied")],
)  # fmt: skip
def test_what_can_not_be_copied_is_said(tmp_path, database, words):
    (tmp_path / "text").write_text("These are not the bytes of a database." * 100)
    with pytest.raises(FootplateError, match=words):
        backup(tmp_path / "copy", database.format(folder=tmp_path))
    assert not list(tmp_path.glob("copy*"))


def test_the_command_is_there():
    assert "backup" in [command.callback.__name__ for command in commands.registered_commands if command.callback]
