"""The store on SQLite and on PostgreSQL: the same answers, the same schema by migrations as by the models."""

from __future__ import annotations

import json
import random
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import inspect, text

from footplate.app.database import Store
from footplate.app.database.models import Base, Player, StoredMove
from footplate.app.database.store import PLAYER_TOKEN, SOMEBODY, MoveTaken, NewSeat, new_token, seed_of
from footplate.app.settings import Settings
from footplate.boards import load_board
from footplate.boards.check.values import MAX_TEXT
from footplate.errors import FootplateError
from tests.app.postgres import postgres, programs
from tests.app.seats import Seat, bot, new_game, numbers, person
from tests.app.server import PATIENCE, in_thread

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


def new_player(store: Store, name: str) -> tuple[Player, str]:
    """A player and the token of its cookie."""
    token = new_token(PLAYER_TOKEN)
    return store.player_for(token, name), token


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
    player, token = new_player(store, "Ann")
    for _ in range(2):
        again = Store(Settings(database=address))
        again.open()
        assert again.player_by_token(token).id == player.id
        again.close()


def test_migrations_go_back_and_forth(address):
    from alembic import command
    from alembic.config import Config

    from footplate.app.database.connection import MIGRATIONS

    store, config = Store(Settings(database=address)), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    for step in ("head", "base", "head"):
        with store._engine.begin() as connection:
            config.attributes["connection"] = connection
            (command.downgrade if step == "base" else command.upgrade)(config, step)
    assert set(inspect(store._engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
    store.close()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What all calls give that are made at the same time."""
    together = threading.Barrier(len(calls))

    def call(one: Callable[[], Any]) -> Any:
        together.wait(PATIENCE)
        return one()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call, calls))


def test_servers_that_start_together_make_the_schema_once(address):
    stores = [Store(Settings(database=address)) for _ in range(4)]
    at_once(*(store.open for store in stores))
    assert set(inspect(stores[0]._engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
    for store in stores:
        store.close()


def test_a_migration_that_breaks_off_leaves_nothing_half_done(address, monkeypatch):
    store = Store(Settings(database=address))
    with monkeypatch.context() as patch:
        patch.setattr(Operations, "batch_alter_table", lambda *args, **more: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.open()
    assert inspect(store._engine).get_table_names() == []
    store.open()
    assert set(inspect(store._engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
    store.close()


def test_a_database_of_a_newer_version_is_left_alone(store, address):
    with store._engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(FootplateError, match="newer version"):
        Store(Settings(database=address)).open()


@pytest.mark.parametrize(
    "address",
    ["sqlite:///{folder}/no database", "sqlite:////proc/nothing/games.sqlite3", "postgresql://me:secret@127.0.0.1:1/games"],
)  # fmt: skip
def test_what_is_no_database_is_said_in_a_sentence(address, tmp_path):
    (tmp_path / "no database").write_text("These are not the bytes of a database, whatever its name says." * 100)
    with pytest.raises(FootplateError, match="can't be used as the database") as refused:
        Store(Settings(database=address.format(folder=tmp_path))).open()
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("address", ["nonsense", "postgresql://[::1", "mysql://me:secret@here/x"])
def test_addresses_of_no_database_are_told_what_would_be_right(address):
    with pytest.raises(FootplateError, match="right would be sqlite:///FILE") as refused:
        Store(Settings(database=address)).open()
    assert "secret" not in str(refused.value)


# ---------------------------------------------------------------- players


def test_however_many_ask_at_once_a_token_has_one_player(store):
    token = new_token(PLAYER_TOKEN)
    players = at_once(*[lambda: store.player_for(token)] * 8)
    assert len({player.id for player in players}) == 1


def test_lessons_that_come_at_once_are_all_learnt(store):
    player, _ = new_player(store, "Ann")

    def lesson() -> None:
        store.change_adaptive(player.id, lambda known: {"usa": {"games": known.get("usa", {"games": 0})["games"] + 1}})

    at_once(*[lesson] * 6)
    store.change_adaptive(player.id, lambda known: {"small": {"games": 1}})
    assert store.player(player.id).adaptive == {"usa": {"games": 6}, "small": {"games": 1}}
    store.change_adaptive("nobody", lambda known: {"usa": 1})
    assert store.change_player("nobody", name="x") is None


def test_players_are_known_by_a_hash_of_their_token(store):
    player, token = new_player(store, "Ännchen 🚂")
    assert token not in player.token_hash
    assert store.player_by_token(token).name == "Ännchen 🚂"
    assert store.player_by_token("guess") is None
    assert store.player_by_token("\ud800") is None
    changed = store.change_player(player.id, name="Bob", settings={"volume": 0.5, "nested": {"list": [1, None]}})
    assert (changed.name, store.player(player.id).settings["nested"]) == ("Bob", {"list": [1, None]})


def test_deleting_a_player_takes_everything_but_the_games_of_others(store):
    ann, ann_token = new_player(store, "Ann")
    bob, _ = new_player(store, "Bob")
    mine = a_game(store, ann.id)
    ours = a_game(store, ann.id, NewSeat(name="Bob", livery=2, player_id=bob.id))
    store.add_move(mine, move(0), None)
    board = store.add_board(ann.id, "{}", 5)
    replay = store.add_replay(ann.id, "record", 5)
    store.delete_player(ann.id)
    assert store.player_by_token(ann_token) is None
    assert store.game(mine) is None
    assert store.board(board) is None
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
    store.drop_moves(game, 7, 12)
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


def test_moves_go_on_from_where_the_game_is_and_from_nowhere_else(store):
    game = a_game(store)
    for number in (1, 5):
        with pytest.raises(MoveTaken):
            store.add_move(game, move(number), None)
    store.add_move(game, move(0), None)
    store.add_move(game, move(1), None)
    for first, moves in ((0, 1), (1, 3)):
        with pytest.raises(MoveTaken):
            store.drop_moves(game, first, moves)
    with pytest.raises(MoveTaken):
        store.add_move("nothing", move(0), None)
    assert len(store.game(game).moves) == 2


def test_a_race_for_a_seat_has_one_winner_whom_all_see(store):
    game = a_game(store, None, NewSeat(name="Guest", livery=2))
    players = [new_player(store, f"Player {n}")[0] for n in range(6)]
    seats = at_once(*(partial(store.sit_down, game, 1, player.id, player.name) for player in players))
    assert len({(seat.player_id, seat.name) for seat in seats}) == 1
    assert seats[0].player_id in {player.id for player in players}
    assert store.sit_down("nothing", 0, players[0].id, "x") is None


def test_a_game_that_goes_on_after_its_end_was_taken_back_is_open_again(store):
    ann, _ = new_player(store, "Ann")
    game = a_game(store, ann.id)
    store.add_move(game, move(0), {"winners": [0]})
    assert store.open_games_of(ann.id) == 0
    store.drop_moves(game, 0, 1)
    assert store.open_games_of(ann.id) == 1


def test_actions_are_as_long_as_they_are(store):
    game = a_game(store)
    store.add_move(game, move(0, "claim " + "Ü" * 5000), None)
    assert store.game(game).moves[0].action == "claim " + "Ü" * 5000


def test_a_game_is_told_to_those_who_play_it(store):
    ann, _ = new_player(store, "Ann")
    bob, _ = new_player(store, "Bob")
    game = a_game(store, ann.id)
    assert [seat.name for seat in store.game_of(ann.id, game).seats] == ["Ann", "Greedy"]
    for somebody, wanted in ((bob.id, game), ("", game), (ann.id, "nothing")):
        assert store.game_of(somebody, wanted) is None


def test_only_the_last_boards_of_a_player_are_kept(store):
    ann, _ = new_player(store, "Ann")
    boards = [store.add_board(ann.id, f"board {n}", 3) for n in range(5)]
    assert [store.board(board) for board in boards] == [None, None, "board 2", "board 3", "board 4"]


def test_the_first_to_come_has_the_seat(store):
    ann, _ = new_player(store, "Ann")
    bob, _ = new_player(store, "Bob")
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
    ann, _ = new_player(store, "Ann")
    replays = [store.add_replay(ann.id, f"record {n}", 3) for n in range(5)]
    assert [store.replay(replay) for replay in replays] == [None, None, "record 2", "record 3", "record 4"]


def test_what_was_uploaded_last_is_kept_even_if_the_clock_was_set_back(store, monkeypatch):
    ann, _ = new_player(store, "Ann")
    clock = datetime(2030, 1, 1, tzinfo=UTC)
    monkeypatch.setattr("footplate.app.database.store._now", lambda: clock)
    for n in range(4):
        clock -= timedelta(days=1)
        board, replay = store.add_board(ann.id, f"board {n}", 2), store.add_replay(ann.id, f"record {n}", 2)
        assert (store.board(board), store.replay(replay)) == (f"board {n}", f"record {n}")
    assert len(store.boards_of(ann.id)) == len(store.replays_of(ann.id)) == 2


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


def long_names() -> dict[str, Any]:
    """The small board with names as long as boards may have, and a variant whose name is long, too."""
    board = load_board("small")
    data = json.loads(board.to_json())
    text = json.dumps(data)
    for number, city in enumerate(board.cities):
        text = text.replace(json.dumps(city.name), json.dumps(f"{number} " + "Ẅ" * (MAX_TEXT - 2)))
    return {**json.loads(text), "special": {"variants": {"v" * 60: {"trains": 9}}}}


def test_the_longest_names_of_everything_are_kept(address):
    """Cities, a variant, a person and a bot's parameters: what the page accepts fits into the columns."""
    with in_thread(Settings(database=address, workers=1)) as server, server.browser() as browser:
        board = browser.post("/api/boards", json=long_names()).json()["name"] + ":" + "v" * 60
        name = "🚂" * 40
        spec = "base:ticket_trains=" + "9".zfill(200 - len("base:ticket_trains="))
        assert browser.patch("/api/me", json={"name": name}).json()["name"] == name
        game, tokens = new_game(browser, person(1, name), bot(spec, 2), board=board, seed=1)
        assert browser.get(f"/api/games/{game}").json()["board"] == board
        claims: list[int] = []
        with Seat(server, game, tokens[0], browser) as seat:
            while not claims:
                legal = seat.my_turn()["legal"]
                claims = [ways[0]["action"] for ways in legal["claims"].values()]
                seat.act((claims or numbers(legal))[0])
        mine = [move.action for move in server.context.store.game(game).moves if move.seat == 0]
        assert mine[-1].startswith("claim")
        assert mine[-1].count("Ẅ") == 2 * (MAX_TEXT - 2)
        assert [seat["name"] for seat in browser.get(f"/api/games/{game}").json()["seats"]] == [name, "Base"]
