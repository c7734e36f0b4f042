"""Servers, people and a database as a state machine: whatever happens in whatever order, games go on as they should.

Two servers share a database. People join, act, act twice, take back, leave and come back at either; servers die between
any two steps and in the middle of a move. After each step no move is lost or doubled, nobody has seen what is hidden,
and whoever is to move can move. ``FOOTPLATE_MODEL_EXAMPLES=500`` tries more.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Iterator
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from sqlalchemy import select

from footplate.app.database import Store
from footplate.app.database.models import StoredMove
from footplate.app.database.new_games import NewSeat
from footplate.app.live.games import LiveGames
from footplate.app.live.listeners import Refused
from footplate.app.live.opening import is_together
from footplate.app.preparing import Preparation
from footplate.app.settings import ServerSettings
from footplate.boards import load_board
from footplate.game import Game
from tests.support.app.messages import check_message
from tests.support.app.seats import numbers
from tests.support.app.server import PATIENCE
from tests.support.app.tables import Bots, Page

BOARD = load_board("mini")
TEXT, ACTIONS = BOARD.to_json(), Game(BOARD, 2, 0).actions
SERVERS, TABLES, SEATS = (0, 1), ("alone", "shared"), (0, 1)
SEED = 1 << 60  # no number in a view is as long
EXAMPLES = int(os.environ.get("FOOTPLATE_MODEL_EXAMPLES", "12"))

servers, tables, seats = st.sampled_from(SERVERS), st.sampled_from(TABLES), st.sampled_from(SEATS)
choices = st.integers(0, 2**16)


def text_of(number: int) -> str:
    return ACTIONS.action(number).text


@lru_cache(10_000)
def after(seed: int, moves: tuple[str, ...]) -> Game:
    if not moves:
        return Game(BOARD, 2, seed)
    game = after(seed, moves[:-1]).copy()
    game.push(game.read(moves[-1]))
    return game


class Killed(BaseException):
    """The process ends here."""


class Process:
    """A server: what it has in memory is lost when it dies."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.games = LiveGames(store, Bots(), ServerSettings(), Preparation())  # type: ignore[arg-type]
        self.pages: dict[tuple[str, int | None], Page] = {}
        self.seen: dict[str, Any] = {}  # by table, how it stood when it was last looked at


STORES: list[Store] = []


class Model(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.store = STORES[0]
        self.players = [self.store.identities.browser_for(os.urandom(8).hex()).player.id for _ in SEATS]
        ann, bob = (NewSeat(name="Ann", livery=1, player_id=self.players[0]),
                    NewSeat(name="Bob", livery=2, player_id=self.players[1]))  # fmt: skip
        opponent = NewSeat(name="Bot", livery=2, spec="random")
        self.ids = {
            "alone": self.store.new_game("mini", TEXT, SEED, [ann, opponent])[0],
            "shared": self.store.new_game("mini", TEXT, SEED + 1, [ann, bob])[0],
        }
        self.moves: dict[str, list[str]] = {table: [] for table in TABLES}  # that must be in the database
        self.left = set[int]()  # from the shared table
        self.chosen: dict[int, str] = {}  # first tickets at the shared table, by seat
        self.processes = [self.do(self.start(store)) for store in STORES]

    def teardown(self) -> None:
        for process in self.processes:
            self.do(process.games.close())
        self.loop.close()

    def do(self, work: Awaitable[Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))  # type: ignore[arg-type]

    async def start(self, store: Store) -> Process:
        return Process(store)

    # ------------------------------------------------------------ people

    @rule(server=servers, table=tables, seat=st.sampled_from((0, 0, 1, 1, None)))
    def join(self, server: int, table: str, seat: int | None) -> None:
        """Or come back, or load the page again."""
        if seat is None or seat in self.seats_of_people(table):
            self.do(self.come(self.processes[server], table, seat))

    def seats_of_people(self, table: str) -> set[int]:
        return {0} if table == "alone" else set(SEATS) - self.left

    async def come(self, process: Process, table: str, seat: int | None) -> Page:
        """As the WebSocket does it."""
        if old := process.pages.pop((table, seat), None):
            await old.live.leave(old.listener)
        live = await process.games.find(self.ids[table])
        assert live
        page = Page(live, seat, "" if seat is None else self.players[seat])
        await live.refresh()
        assert seat is None or seat in live.saved.seating.stored.seats_of(self.players[seat])
        await live.join(page.listener)
        process.pages[table, seat] = page
        return page

    def mover(self, server: int, table: str) -> Page | None:
        """The page of a person who may move, by what it last showed at that server; None if it is nobody's turn."""
        pages = self.processes[server].pages
        for seat in sorted(self.seats_of_people(table)):
            if (table, seat) not in pages:
                self.do(self.come(self.processes[server], table, seat))
            page = pages[table, seat]
            if page.is_open and page.views[-1]["to_move"] == seat:
                return page
        return None

    @rule(server=servers, table=tables, choice=choices, times=st.sampled_from((1, 1, 2, 3)))
    def act(self, server: int, table: str, choice: int, times: int) -> None:
        """A click by what the page shows, which may be old, once or several times."""
        page = self.mover(server, table)
        if page is None or page.seat is None:
            return
        view, seat = page.views[-1], page.seat
        number = self.number(view, choice)
        chooses = self.chooses(table)
        is_present = view["version"] == len(self.stored(table)) and not (chooses and seat in self.chosen)

        async def click() -> list[object]:
            clicks = (page.live.act(seat, view["version"], [number]) for _ in range(times))
            return await asyncio.gather(*clicks, return_exceptions=True)

        done = self.do(click())
        assert all(isinstance(one, bool | Refused) for one in done), done
        assert done.count(True) == is_present
        if is_present:
            self.note(table, seat, number, chooses)

    def chooses(self, table: str) -> bool:
        """Whether people choose their first tickets, which are played when all have."""
        return table == "shared" and is_together(self.truth(table, [text for _, text in self.stored(table)]))

    def note(self, table: str, seat: int, number: int, chooses: bool) -> None:
        if chooses:
            self.chosen[seat] = text_of(number)
        else:
            self.moves[table].append(text_of(number))

    def number(self, view: dict[str, Any], choice: int) -> int:
        legal = sorted(numbers(view["legal"]))
        return legal[choice % len(legal)]

    @rule(server=servers, table=tables)
    def undo(self, server: int, table: str) -> None:
        page = self.mover(server, table)
        if page is None or page.seat is None:
            return
        view, seat, before = page.views[-1], page.seat, self.stored(table)
        try:
            done = self.do(page.live.undo(seat, view["version"]))
        except Refused:
            done = False
        if done:
            assert table == "alone"
            last = max(number for number, (mover, _) in enumerate(before) if mover == seat)
            after = self.stored(table)
            assert after[:last] == before[:last]
            self.moves[table] = [text for _, text in before[:last]]

    @rule(server=servers, seat=seats, choice=choices)
    def leave(self, server: int, seat: int, choice: int) -> None:
        """For good, but seldom and not everybody, so that the game goes on."""
        if choice % 4 or self.left:
            return
        process = self.processes[server]
        assert process.store.leave(self.ids["shared"], self.players[seat])
        self.left.add(seat)
        self.do(process.games.people_changed(self.ids["shared"]))

    @rule(server=servers, table=tables, seat=st.sampled_from((0, 1, None)))
    def go(self, server: int, table: str, seat: int | None) -> None:
        """Close the page."""
        if page := self.processes[server].pages.pop((table, seat), None):
            self.do(page.live.leave(page.listener))

    # ------------------------------------------------------------ servers

    @rule(server=servers)
    def look_round(self, server: int) -> None:
        """What a server does about once a second."""
        self.do(self.processes[server].games.catch_up())

    @rule(server=servers)
    def die(self, server: int) -> None:
        """Without a word; it is started again, and nobody has its pages open."""
        self.do(self.kill(server))

    @rule(server=servers, table=tables, choice=choices, is_written=st.booleans())
    def die_in_a_move(self, server: int, table: str, choice: int, is_written: bool) -> None:
        """Before, or after, the move is in the database; the page hears nothing."""
        process, page = self.processes[server], self.mover(server, table)
        if page is None or page.seat is None:
            return
        view, write = page.views[-1], process.store.add_moves
        number, chooses = self.number(view, choice), self.chooses(table)
        is_present = view["version"] == len(self.stored(table)) and not (chooses and page.seat in self.chosen)
        expected = is_present and (is_written or chooses)  # a choice is kept before anything is played

        def cut(*values: Any) -> None:
            if is_written:
                write(*values)
            raise Killed

        process.store.add_moves = cut  # type: ignore[method-assign]
        try:
            self.do(page.live.act(page.seat, view["version"], [number]))
        except (Killed, Refused):
            pass
        finally:
            del process.store.add_moves  # type: ignore[attr-defined]
        self.do(self.kill(server))
        if expected:
            self.note(table, page.seat, number, chooses)

    async def kill(self, server: int) -> None:
        process = self.processes[server]
        for page in process.pages.values():
            page.live.bots.stop()
            page.is_open = False
        self.processes[server] = Process(process.store)

    # ------------------------------------------------------------ what holds after each step

    def stored(self, table: str) -> list[tuple[int, str]]:
        """The moves in the database: who, and what."""
        moves = select(StoredMove.number, StoredMove.seat, StoredMove.action).order_by(StoredMove.number)
        with self.store.engine.connect() as connection:
            rows = connection.execute(moves.where(StoredMove.game_id == self.ids[table])).all()
        assert [number for number, *_ in rows] == list(range(len(rows)))
        return [(seat, text) for _, seat, text in rows]

    def truth(self, table: str, moves: list[str]) -> Game:
        """The game after these moves."""
        seed = SEED + TABLES.index(table)
        return after(seed, tuple(moves))

    @invariant()
    def bots_have_moved(self) -> None:
        """Until all is quiet; what bots add comes after what was there."""

        async def quiet() -> None:
            while any(page.live.bots.is_playing for process in self.processes for page in process.pages.values()):
                await asyncio.sleep(0)

        self.do(quiet())
        for table in TABLES:
            moves = self.stored(table)
            known = self.moves[table]
            assert [text for _, text in moves[: len(known)]] == known, "a move is lost, or made twice"
            bots = {1} if table == "alone" else self.left
            chosen = self.chosen if table == "shared" else {}
            new = moves[len(known) :]
            assert all(seat in bots or chosen.get(seat) == text for seat, text in new), "somebody moved without a click"
            self.moves[table] = [text for _, text in moves]

    @invariant()
    def nobody_has_seen_what_is_hidden(self) -> None:
        for process in self.processes:
            for (table, _), page in process.pages.items():
                for view in page.unchecked:
                    truth = self.truth(table, self.moves[table][: view["version"]])
                    if not view["outcome"] and len(truth.history) == view["version"]:  # else it was taken back
                        check_message(view, truth, view["you"])
                    assert view["you"] is None or view["you"] not in self.left or table == "alone" or not page.is_open
                page.unchecked.clear()

    @invariant()
    def whoever_is_to_move_can_move(self) -> None:
        """Who opens the page anew at either server sees how the game stands, and what can be done."""
        for table in TABLES:
            game = self.truth(table, self.moves[table])
            waits = table == "shared" and is_together(game) and set(self.chosen) - self.left
            if game.is_over or game.to_move not in self.seats_of_people(table) or waits:
                continue
            for process in self.processes:
                live = self.do(process.games.find(self.ids[table]))
                self.do(live.refresh())
                if process.seen.get(table) == (live, self.moves[table]):
                    continue  # nothing has happened since
                process.seen[table] = live, self.moves[table]
                view = live.view(game.to_move)()
                assert view["version"] == len(game.history)
                assert view["to_move"] == game.to_move
                assert sorted(numbers(view["legal"])) == sorted(
                    game.actions.id(action) for action in game.legal_actions()
                )
                assert not view["trouble"]


@pytest.fixture
def two_stores(tmp_path: Any) -> Iterator[None]:
    STORES[:] = [Store(ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}")) for _ in SERVERS]
    for store in STORES:
        store.open()
    yield
    for store in STORES:
        store.close()


def test_servers_people_and_a_database(two_stores: None) -> None:
    more = settings(max_examples=EXAMPLES, stateful_step_count=30, derandomize=True, deadline=None)
    run_state_machine_as_test(Model, settings=more)
