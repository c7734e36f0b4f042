"""The store on SQLite and on PostgreSQL: the same answers, the same schema by migrations as by the models."""

from __future__ import annotations

import random
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from footplate.app.database import Store
from footplate.app.database.models import Base, StoredMove
from footplate.app.database.store import SOMEBODY, MoveTaken, NewSeat, seed_of
from footplate.app.settings import Settings
from tests.app.postgres import postgres, programs
from tests.app.seats import Seat, bot, new_game, person
from tests.app.server import in_thread

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="module")
def postgres_address() -> Iterator[str]:
    bin_ = programs()
    if bin_ is None:
        warnings.warn("PostgreSQL is not installed: its tests are skipped (apt-get install postgresql)", stacklevel=1)
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with postgres(bin_) as address:
        yield address


def empty(address: str) -> None:
    """Back to a database without tables."""
    store = Store(Settings(database=address))
    with store._engine.begin() as connection:
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
    store = Store(Settings(database=address))
    store.open()
    yield store
    store.close()


def a_game(store: Store, player_id: str | None = None, *others: NewSeat, seed: int = 5) -> str:
    seats = [
        NewSeat(name="Ann", livery=1, player_id=player_id),
        *(others or [NewSeat(name="Greedy", livery=2, spec="greedy")]),
    ]
    return store.new_game("small", "{}", seed, seats)[0]


def move(number: int, action: str = "draw") -> StoredMove:
    return StoredMove(number=number, seat=0, action=action, elapsed=0.5, figures=None)


# ---------------------------------------------------------------- schema


def test_migrations_make_exactly_the_tables_of_the_models(store):
    with store._engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    tables = set(inspect(store._engine).get_table_names())
    assert tables == {*Base.metadata.tables, "alembic_version"}


def test_opening_again_changes_nothing(store, address):
    player, token = store.new_player("Ann")
    for _ in range(2):
        again = Store(Settings(database=address))
        again.open()
        assert again.player_by_token(token).id == player.id
        again.close()


def test_migrations_go_back_and_forth(address):
    from alembic import command
    from alembic.config import Config

    from footplate.app.database.store import MIGRATIONS

    store, config = Store(Settings(database=address)), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    for step in ("head", "base", "head"):
        with store._engine.begin() as connection:
            config.attributes["connection"] = connection
            (command.downgrade if step == "base" else command.upgrade)(config, step)
    assert set(inspect(store._engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
    store.close()


# ---------------------------------------------------------------- players


def test_players_are_known_by_a_hash_of_their_token(store):
    player, token = store.new_player("Ännchen 🚂")
    assert token not in player.token_hash
    assert store.player_by_token(token).name == "Ännchen 🚂"
    assert store.player_by_token("guess") is None
    assert store.player_by_token("\ud800") is None
    changed = store.change_player(player.id, name="Bob", settings={"volume": 0.5, "nested": {"list": [1, None]}})
    assert (changed.name, store.player(player.id).settings["nested"]) == ("Bob", {"list": [1, None]})


def test_deleting_a_player_takes_everything_but_the_games_of_others(store):
    ann, ann_token = store.new_player("Ann")
    bob, _ = store.new_player("Bob")
    mine = a_game(store, ann.id)
    ours = a_game(store, ann.id, NewSeat(name="Bob", livery=2, player_id=bob.id))
    store.add_move(mine, move(0), None)
    store.add_board("custom-1", ann.id, "{}")
    replay = store.add_replay(ann.id, "record", 5)
    store.delete_player(ann.id)
    assert store.player_by_token(ann_token) is None
    assert store.game(mine) is None
    assert store.board("custom-1") is None
    assert store.replay(replay) is None
    assert [(seat.name, seat.player_id) for seat in store.game(ours).seats] == [(SOMEBODY, None), ("Bob", bob.id)]
    with store._engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM moves")).scalar() == 0


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_every_seed_is_kept(store, seed):
    assert seed_of(store.game(a_game(store, seed=seed))) == seed


def test_moves_are_kept_in_order_and_taken_back(store):
    game = a_game(store)
    for number in range(12):
        store.add_move(game, move(number, f"move {number}"), {"winners": [0]} if number == 11 else None)
    stored = store.game(game)
    assert [kept.action for kept in stored.moves] == [f"move {number}" for number in range(12)]
    assert stored.result == {"winners": [0]}
    store.drop_moves(game, 7)
    stored = store.game(game)
    assert len(stored.moves) == 7
    assert stored.result is None


def test_a_race_for_a_move_has_one_winner(store):
    game, results = a_game(store), []

    def write(name: str) -> None:
        try:
            store.add_move(game, move(0, name), None)
            results.append(name)
        except MoveTaken:
            pass

    threads = [threading.Thread(target=write, args=(f"of {n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 1
    assert [kept.action for kept in store.game(game).moves] == results


def test_the_first_to_come_has_the_seat(store):
    ann, _ = store.new_player("Ann")
    bob, _ = store.new_player("Bob")
    game = a_game(store, None, NewSeat(name="Guest", livery=2))
    store.sit_down(game, 1, ann.id, "Ann")
    store.sit_down(game, 1, bob.id, "Bob")
    seat = store.game(game).seats[1]
    assert (seat.player_id, seat.name) == (ann.id, "Ann")
    assert store.open_games_of(ann.id) == 1
    store.add_move(game, move(0), {"winners": [0]})
    assert store.open_games_of(ann.id) == 0
    assert [listed.id for listed in store.games_of(ann.id)] == [game]
    store.delete_game(game)
    store.delete_game(game)
    assert store.games_of(ann.id) == []


def test_only_the_last_records_of_a_player_are_kept(store):
    ann, _ = store.new_player("Ann")
    replays = [store.add_replay(ann.id, f"record {n}", 3) for n in range(5)]
    assert [store.replay(replay) for replay in replays] == [None, None, "record 2", "record 3", "record 4"]


# ---------------------------------------------------------------- served


def test_a_game_is_played_and_odd_characters_are_refused_on_either(address):
    with in_thread(Settings(database=address, workers=1)) as server, server.browser() as browser:
        game, tokens = new_game(browser, person(), bot("random"), seed=2**64 - 1)
        with Seat(server, game, tokens[0], browser) as seat:
            assert seat.play(random.Random(1))["outcome"]
        assert len(server.context.store.game(game).moves) == seat.view["version"]
        assert browser.get("/api/me/results").json()["games"][0]["id"] == game
        for path in ("/api/games/%00/record", "/api/boards/custom-%00", "/api/replays/%00", "/api/boards/game-%00"):
            assert browser.get(path).status_code in (404, 422), path
        for name in ("a\x00b", "\ud800"):
            assert (
                browser.patch("/api/me", content=f'{{"name": "{name.encode("unicode_escape").decode()}"}}').status_code
                == 422
            )
        assert browser.patch("/api/me", json={"settings": {"x": "\x00"}}).status_code == 422
