"""The store on SQLite and on PostgreSQL: the same answers, the same schema by migrations as by the models."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import inspect, text

from footplate.app.database import Store
from footplate.app.database.models import Base, Player, StoredMove
from footplate.app.database.new_games import NewSeat, seed_of
from footplate.app.database.store import SOMEBODY, MoveTaken
from footplate.app.database.tables import LinkUsed, NotAllowed
from footplate.app.database.tokens import PLAYER_TOKEN, hash_of, new_token
from footplate.app.settings import ServerSettings
from footplate.boards import load_board
from footplate.boards.check.values import MAX_TEXT
from footplate.errors import FootplateError
from tests.support.app.seats import Seat, bot, new_game, numbers, person
from tests.support.app.server import PATIENCE, in_thread


def a_game(store: Store, player_id: str | None = None, *others: NewSeat, seed: int = 5) -> str:
    seats = [
        NewSeat(name="Ann", livery=1, player_id=player_id),
        *(others or [NewSeat(name="Greedy", livery=2, spec="greedy")]),
    ]
    return store.new_game("small", "{}", seed, seats)[0]


def new_player(store: Store, name: str) -> tuple[Player, str]:
    """A player and the token of its cookie."""
    token = new_token(PLAYER_TOKEN)
    return store.identities.browser_for(token, name=name).player, token


def move(number: int, action: str = "draw") -> StoredMove:
    return StoredMove(number=number, seat=0, action=action, elapsed=0.5, figures=None)


# ---------------------------------------------------------------- schema


def test_migrations_make_exactly_the_tables_of_the_models(store):
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    tables = set(inspect(store.engine).get_table_names())
    assert tables == {*Base.metadata.tables, "alembic_version"}


def test_opening_again_changes_nothing(store, address):
    player, token = new_player(store, "Ann")
    for _ in range(2):
        again = Store(ServerSettings(database=address))
        again.open()
        assert again.identities.browser(token).player_id == player.id
        again.close()


def test_migrations_go_back_and_forth(address):
    from alembic import command
    from alembic.config import Config

    from footplate.app.database.connection import MIGRATIONS

    store, config = Store(ServerSettings(database=address)), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    for step in ("head", "base", "head"):
        with store.engine.begin() as connection:
            config.attributes["connection"] = connection
            (command.downgrade if step == "base" else command.upgrade)(config, step)
    assert set(inspect(store.engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
    store.close()


def migrate(store: Store, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    from footplate.app.database.connection import MIGRATIONS

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def test_a_database_of_the_version_before_people_had_seats_goes_on(address):
    """Running games of 0003: an unclaimed seat's link is good once, a claimed one opens by cookie, no move is lost."""
    store = Store(ServerSettings(database=address))
    migrate(store, "0003")
    seats = [  # game, seat, its link's word, player
        ("hot", 0, "a", "ann"), ("hot", 1, "b", "ann"), ("invited", 0, "c", "ann"), ("invited", 1, "d", None),
        ("both", 0, "e", "ann"), ("both", 1, "f", "bob"),
    ]  # fmt: skip
    with store.engine.begin() as connection:
        now = {"now": datetime.now(UTC)}
        for name in ("ann", "bob"):
            connection.execute(
                text("INSERT INTO players VALUES (:id, :hash, :id, '{}', '{}', :now)"),
                {"id": name, "hash": hash_of(f"cookie of {name}"), **now},
            )
        for game in ("hot", "invited", "both"):
            connection.execute(text(f"INSERT INTO games VALUES ('{game}', 'small', '{{}}', 1, :now, :now, NULL)"), now)
            connection.execute(text(f"INSERT INTO moves VALUES ('{game}', 0, 0, 'draw', 1.0, NULL)"))
        for game, seat, word, player in seats:
            connection.execute(
                text("INSERT INTO seats VALUES (:game, :seat, 'Guest', NULL, :livery, :hash, :player)"),
                {"game": game, "seat": seat, "livery": seat + 1, "hash": hash_of(word), "player": player},
            )
    store.open()
    games = {game: store.game(game) for game in ("hot", "invited", "both")}
    assert all(len(game.moves) == 1 for game in games.values())
    assert [games[game].seats_of("ann") for game in games] == [[0, 1], [0], [0]]
    assert games["both"].seats_of("bob") == [1]
    assert [game.host_id for game in games.values()] == ["ann", "ann", None]
    assert not any(game.help for game in games.values())
    for game, seat, word, player in seats:
        if player:
            with pytest.raises(NotAllowed):
                store.take_seat(game, word, "bob", "Bob")
        else:
            assert store.take_seat(game, word, "bob", "Bob") == seat
            with pytest.raises(NotAllowed):
                store.take_seat(game, word, "ann", "Ann")
    assert store.identities.browser("cookie of ann").player_id == "ann"
    assert {listed.id for listed in store.games_of("bob")} == {"invited", "both"}
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
    stores = [Store(ServerSettings(database=address)) for _ in range(4)]
    at_once(*(store.open for store in stores))
    assert set(inspect(stores[0].engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
    for store in stores:
        store.close()


def test_a_migration_that_breaks_off_leaves_nothing_half_done(address, monkeypatch):
    store = Store(ServerSettings(database=address))
    with monkeypatch.context() as patch:
        patch.setattr(Operations, "batch_alter_table", lambda *args, **more: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.open()
    assert inspect(store.engine).get_table_names() == []
    store.open()
    assert set(inspect(store.engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
    store.close()


def test_a_database_of_a_newer_version_is_left_alone(store, address):
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(FootplateError, match="newer version"):
        Store(ServerSettings(database=address)).open()


@pytest.mark.parametrize(
    "address",
    ["sqlite:///{folder}/no database", "sqlite:////proc/nothing/games.sqlite3", "postgresql://me:secret@127.0.0.1:1/games"],
)  # fmt: skip
def test_what_is_no_database_is_said_in_a_sentence(address, tmp_path):
    (tmp_path / "no database").write_text("These are not the bytes of a database, whatever its name says." * 100)
    with pytest.raises(FootplateError, match="can't be used as the database") as refused:
        Store(ServerSettings(database=address.format(folder=tmp_path))).open()
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("address", ["nonsense", "postgresql://[::1", "mysql://me:secret@here/x"])
def test_addresses_of_no_database_are_told_what_would_be_right(address):
    with pytest.raises(FootplateError, match="right would be sqlite:///FILE") as refused:
        Store(ServerSettings(database=address)).open()
    assert "secret" not in str(refused.value)


# ---------------------------------------------------------------- players


def test_however_many_ask_at_once_a_token_has_one_player(store):
    token = new_token(PLAYER_TOKEN)
    browsers = at_once(*[lambda: store.identities.browser_for(token)] * 8)
    assert len({browser.player_id for browser in browsers}) == 1


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
    assert token not in store.identities.browser(token).token_hash
    assert store.identities.browser(token).player.name == "Ännchen 🚂"
    assert store.identities.browser("guess") is None
    assert store.identities.browser("\ud800") is None
    changed = store.change_player(player.id, name="Bob", settings={"volume": 0.5, "nested": {"list": [1, None]}})
    assert (changed.name, store.player(player.id).settings["nested"]) == ("Bob", {"list": [1, None]})


def test_deleting_a_player_takes_everything_but_the_games_of_others(store):
    ann, ann_token = new_player(store, "Ann")
    bob, _ = new_player(store, "Bob")
    mine = a_game(store, ann.id)
    ours = a_game(store, ann.id, NewSeat(name="Bob", livery=2, player_id=bob.id))
    store.add_moves(mine, [move(0)], None)
    board = store.add_board(ann.id, "{}", 5)
    replay = store.add_replay(ann.id, "record", 5)
    store.delete_player(ann.id)
    assert store.identities.browser(ann_token) is None
    assert store.identities.browsers_of(ann.id) == []
    assert store.game(mine) is None
    assert store.board(board) is None
    assert store.replay(replay) is None
    assert [(seat.name, seat.player_id) for seat in store.game(ours).seats] == [(SOMEBODY, None), ("Bob", bob.id)]
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM moves")).scalar() == 0


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_every_seed_is_kept(store, seed):
    assert seed_of(store.game(a_game(store, seed=seed))) == seed


def test_moves_are_kept_in_order_and_taken_back(store):
    game = a_game(store)
    for number in range(12):
        store.add_moves(game, [move(number, f"move {number}")], {"winners": [0]} if number == 11 else None)
    stored = store.game(game)
    assert [kept.action for kept in stored.moves] == [f"move {number}" for number in range(12)]
    assert stored.result == {"winners": [0]}
    assert not stored.seats[0].undone
    store.drop_moves(game, 7, 12, 0)
    stored = store.game(game)
    assert len(stored.moves) == 7
    assert stored.result is None
    assert [seat.undone for seat in stored.seats] == [True, False]  # such a game is not rated


def test_a_race_for_a_move_has_one_winner(store):
    game, results = a_game(store), []

    def write(name: str) -> None:
        try:
            store.add_moves(game, [move(0, name)], None)
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
            store.add_moves(game, [move(number)], None)
    store.add_moves(game, [move(0)], None)
    store.add_moves(game, [move(1)], None)
    for first, moves in ((0, 1), (1, 3)):
        with pytest.raises(MoveTaken):
            store.drop_moves(game, first, moves, 0)
    with pytest.raises(MoveTaken):
        store.add_moves("nothing", [move(0)], None)
    assert len(store.game(game).moves) == 2


def a_free_seat(store: Store, host_id: str | None = None) -> tuple[str, str]:
    """A game in which a guest is awaited in the second seat, and the link to that."""
    seats = [NewSeat(name="Ann", livery=1, player_id=host_id), NewSeat(name="Guest", livery=2)]
    game, links = store.new_game("small", "{}", 5, seats, host_id=host_id)
    assert links[1]
    return game, links[1]


def test_a_race_for_a_link_has_one_winner_and_all_others_are_told(store):
    game, link = a_free_seat(store)
    players = [new_player(store, f"Player {n}")[0] for n in range(6)]

    def take(player: Player) -> str:
        try:
            store.take_seat(game, link, player.id, player.name)
        except NotAllowed as error:
            return str(error)
        return player.id

    answers = at_once(*(partial(take, player) for player in players))
    winners = [answer for answer in answers if answer != str(LinkUsed())]
    assert len(winners) == 1
    seat = store.game(game).seats[1]
    assert (seat.player_id, seat.token_hash) == (winners[0], None)
    assert seat.name == store.player(winners[0]).name
    for player in players:
        assert store.game(game).seats_of(player.id) == ([1] if player.id == winners[0] else [])


def test_a_host_who_makes_a_link_while_somebody_sits_down_gets_no_key_to_that_seat(store):
    """However the two come about: either the guest has the seat alone, or the link was replaced before."""
    for _ in range(10):
        ann, _ = new_player(store, "Ann")
        bob, _ = new_player(store, "Bob")
        game, link = a_free_seat(store, ann.id)

        def asked(call: Callable[[], Any]) -> Any:
            try:
                return call()
            except NotAllowed:
                return None

        new, taken = at_once(
            partial(asked, partial(store.new_link, game, 1, ann.id)),
            partial(asked, partial(store.take_seat, game, link, bob.id, "Bob")),
        )
        assert (new is None) != (taken is None)
        if taken is not None:
            with pytest.raises(NotAllowed):
                store.new_link(game, 1, ann.id)


def test_who_may_make_links(store):
    ann, _ = new_player(store, "Ann")
    bob, _ = new_player(store, "Bob")
    eve, _ = new_player(store, "Eve")
    game, link = a_free_seat(store, ann.id)
    for who, seat in ((bob, 1), (bob, 0), (eve, 0), (ann, 2), (ann, 9)):
        with pytest.raises(NotAllowed):
            store.new_link(game, seat, who.id)
    newer = store.new_link(game, 1, ann.id)
    with pytest.raises(NotAllowed):
        store.take_seat(game, link, bob.id, "Bob")  # it was replaced
    with pytest.raises(NotAllowed):
        store.take_seat(a_free_seat(store)[0], newer, bob.id, "Bob")  # of another game
    assert store.take_seat(game, newer, bob.id, "Bob") == 1
    with pytest.raises(NotAllowed):
        store.new_link(game, 1, ann.id)  # it is Bob's now
    assert store.take_seat(game, store.new_link(game, 1, bob.id), eve.id, "Eve") == 1
    stored = store.game(game)
    assert [stored.seats_of(player.id) for player in (ann, bob, eve)] == [[0], [1], [1]]
    assert (stored.seats[1].player_id, stored.seats[1].name) == (bob.id, "Bob")
    assert [listed.id for listed in store.games_of(eve.id)] == [game]


def test_a_device_ends_with_its_seat(store):
    ann, bob, eve = (new_player(store, name)[0] for name in ("Ann", "Bob", "Eve"))
    game, link = a_free_seat(store, ann.id)
    store.take_seat(game, link, bob.id, "Bob")
    store.take_seat(game, store.new_link(game, 1, bob.id), eve.id, "")
    pending = store.new_link(game, 1, bob.id)
    assert store.leave(game, eve.id)  # only this device
    assert store.game(game).seats_of(bob.id) == [1]
    store.take_seat(game, store.new_link(game, 1, bob.id), eve.id, "")
    assert store.leave(game, bob.id)
    assert store.game(game).seats_of(eve.id) == []
    for player in (bob, eve):
        assert store.games_of(player.id) == []
        with pytest.raises(NotAllowed):
            store.take_seat(game, pending, player.id, "")
        with pytest.raises(NotAllowed):
            store.new_link(game, 1, player.id)
    with pytest.raises(NotAllowed):  # an empty seat is nobody's, not the host's either: its cards are Bob's
        store.new_link(game, 1, ann.id)


def test_leaving_for_the_last_one_deletes_the_game_and_for_others_it_does_not(store):
    ann, bob = (new_player(store, name)[0] for name in ("Ann", "Bob"))
    game, link = a_free_seat(store, ann.id)
    store.take_seat(game, link, bob.id, "Bob")
    with pytest.raises(NotAllowed):
        store.leave(game, "nobody")
    assert store.leave(game, bob.id)
    seat = store.game(game).seats[1]
    assert (seat.left, seat.name, seat.player_id) == (True, "Bob", None)
    assert not store.leave(game, ann.id)
    assert store.game(game) is None


def test_a_finished_game_goes_from_ones_own_list_only(store):
    ann, bob = (new_player(store, name)[0] for name in ("Ann", "Bob"))
    game, link = a_free_seat(store, ann.id)
    store.take_seat(game, link, bob.id, "Bob")
    store.add_moves(game, [move(0)], {"winners": [0], "totals": [1, 0]})
    assert store.leave(game, bob.id)
    seat = store.game(game).seats[1]
    assert (seat.left, seat.name) == (False, "Bob")
    assert [store.games_of(player.id) == [] for player in (ann, bob)] == [False, True]
    assert not store.leave(game, ann.id)


def test_a_bot_plays_on_for_whoever_leaves(store):
    ann, bob, cyd = (new_player(store, name)[0] for name in ("Ann", "Bob", "Cyd"))
    seats = [NewSeat(name=player.name, livery=n + 1, player_id=player.id) for n, player in enumerate((ann, bob, cyd))]
    game, _ = store.new_game("small", "{}", 5, seats, host_id=ann.id)
    store.leave(game, ann.id)
    stored = store.game(game)
    assert [(seat.spec, seat.left) for seat in stored.seats] == [("fireman", True), (None, False), (None, False)]
    assert stored.host_id == bob.id  # somebody must be
    with pytest.raises(NotAllowed):
        store.leave(game, ann.id)


def test_however_many_want_to_play_again_it_is_one_game_with_the_same_people(store):
    ann, bob, eve = (new_player(store, name)[0] for name in ("Ann", "Bob", "Eve"))
    game, link = a_free_seat(store, ann.id)
    store.take_seat(game, link, bob.id, "Bob")
    with pytest.raises(NotAllowed, match="not over"):
        store.next_game(game, ann.id, 1)
    store.add_moves(game, [move(0)], {"winners": [0]})
    with pytest.raises(NotAllowed, match="only those"):
        store.next_game(game, eve.id, 1)
    calls = [partial(store.next_game, game, player.id, n) for n, player in enumerate((ann, bob) * 3)]
    (again,) = set(at_once(*calls))
    assert again != game
    stored = store.game(again)
    assert [(seat.name, seat.player_id, seat.livery) for seat in stored.seats] == [
        ("Ann", ann.id, 1),
        ("Bob", bob.id, 2),
    ]
    assert all(seat.token_hash is None for seat in stored.seats)
    for player in (ann, bob):
        store.leave(again, player.id)
    assert store.next_game(game, bob.id, 3) != again  # that one is gone


def test_a_game_that_goes_on_after_its_end_was_taken_back_is_open_again(store):
    ann, _ = new_player(store, "Ann")
    game = a_game(store, ann.id)
    store.add_moves(game, [move(0)], {"winners": [0]})
    assert store.open_games_of(ann.id) == 0
    store.drop_moves(game, 0, 1, 0)
    assert store.open_games_of(ann.id) == 1


def test_actions_are_as_long_as_they_are(store):
    game = a_game(store)
    store.add_moves(game, [move(0, "claim " + "Ü" * 5000)], None)
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


def test_games_that_are_over_are_not_open_games(store):
    ann, _ = new_player(store, "Ann")
    game, link = a_free_seat(store)
    store.take_seat(game, link, ann.id, "Ann")
    assert store.open_games_of(ann.id) == 1
    store.add_moves(game, [move(0)], {"winners": [0]})
    assert store.open_games_of(ann.id) == 0
    assert [listed.id for listed in store.games_of(ann.id)] == [game]


def test_only_the_last_records_of_a_player_are_kept(store):
    ann, _ = new_player(store, "Ann")
    replays = [store.add_replay(ann.id, f"record {n}", 3) for n in range(5)]
    assert [store.replay(replay) for replay in replays] == [None, None, "record 2", "record 3", "record 4"]


def test_what_was_uploaded_last_is_kept_even_if_the_clock_was_set_back(store, monkeypatch):
    ann, _ = new_player(store, "Ann")
    clock = datetime(2030, 1, 1, tzinfo=UTC)
    monkeypatch.setattr("footplate.app.database.store.now", lambda: clock)
    for n in range(4):
        clock -= timedelta(days=1)
        board, replay = store.add_board(ann.id, f"board {n}", 2), store.add_replay(ann.id, f"record {n}", 2)
        assert (store.board(board), store.replay(replay)) == (f"board {n}", f"record {n}")
    assert len(store.boards_of(ann.id)) == len(store.replays_of(ann.id)) == 2


# ---------------------------------------------------------------- served


def test_a_game_is_played_and_odd_characters_are_refused_on_either(address):
    with in_thread(ServerSettings(database=address, workers=1)) as server, server.browser() as browser:
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
    with in_thread(ServerSettings(database=address, workers=1)) as server, server.browser() as browser:
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
                claims = [ways[0]["action"] for ways in legal["claim"].values()]
                seat.act((claims or numbers(legal))[0])
        mine = [move.action for move in server.context.store.game(game).moves if move.seat == 0]
        assert mine[-1].startswith("claim")
        assert mine[-1].count("Ẅ") == 2 * (MAX_TEXT - 2)
        assert [seat["name"] for seat in browser.get(f"/api/games/{game}").json()["seats"]] == [name, "Base"]
