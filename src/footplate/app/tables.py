"""Live games: who sits where, who listens, one move after the other, every move written before anybody sees it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

from footplate.app import views
from footplate.app.database import Store
from footplate.app.database.models import StoredGame, StoredMove
from footplate.app.database.store import NOBODY, SOMEBODY, MoveTaken, hash_of, seed_of
from footplate.app.market import Market
from footplate.app.opinion import ADVISER, report
from footplate.app.opponents import ADAPTIVE, name_of, win_rate_of, word_for
from footplate.app.settings import Settings
from footplate.app.thinking import Thinking
from footplate.app.worker import Job, Thought
from footplate.boards import Board, board_names
from footplate.errors import FootplateError, IllegalAction
from footplate.game import Game
from footplate.records import GameRecord

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]

_AGAIN = 3  # times that a bot is asked before the table gives up on it


def _learns(spec: str) -> bool:
    return spec.partition(":")[0] == ADAPTIVE


class Refused(FootplateError):
    """Something that can't be done at this table now; the reason is for the person."""


class Listener:
    """Somebody at the table: a person in a seat, or a watcher (seat None)."""

    def __init__(self, send: Send, seat: int | None) -> None:
        self.send, self.seat = send, seat
        self.wants_search = False
        self.look: asyncio.Task[None] | None = None  # the search that is under way


class LiveTable:
    """A game that is being played. All changes happen under its lock."""

    def __init__(self, stored: StoredGame, store: Store, thinking: Thinking, settings: Settings) -> None:
        self.id = stored.id
        self._store, self._thinking, self._settings = store, thinking, settings
        self._stored = stored
        self._lock = asyncio.Lock()
        self._began = time.monotonic()
        self._played = max((move.elapsed for move in stored.moves), default=0.0)
        self.game = Game(Board.from_json(stored.board_json), len(stored.seats), seed_of(stored))
        self._market = Market(self.game.market, self.game.board.rules.face_up)
        self._thoughts: dict[int, dict[str, Any]] = {}  # by move: why a bot made it
        for move in stored.moves:
            self.game.push(move.action)
            self._market.update(self.game.market)
            if move.figures:
                self._thoughts[move.number] = move.figures
        self.listeners: set[Listener] = set()
        self._bot: asyncio.Task[None] | None = None
        self.trouble = ""  # what keeps the game from going on
        self._learning: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------ who is here

    @property
    def seats(self) -> list[Any]:
        return self._stored.seats

    @property
    def board_name(self) -> str:
        """Under which name the page finds this game's board; people's own boards are kept with the game."""
        own = self._stored.board.partition(":")[0] in board_names()
        return self._stored.board if own else f"game-{self.id}"

    def seat_of(self, token: str) -> int | None:
        """The seat that a token holds."""
        wanted = hash_of(token)
        return next((seat.seat for seat in self.seats if seat.token_hash == wanted), None)

    def names(self, you: int | None) -> list[str]:
        """Everybody's name as a seat reads it; equal names get the number of their seat."""
        names = ["You" if seat.seat == you else (name_of(seat.spec) if seat.spec else seat.name) for seat in self.seats]
        return [f"{name} {n + 1}" if names.count(name) > 1 else name for n, name in enumerate(names)]

    @property
    def people(self) -> list[int]:
        return [seat.seat for seat in self.seats if seat.spec is None]

    async def sit_down(self, seat: int, player_id: str, name: str) -> None:
        await asyncio.to_thread(self._store.sit_down, self.id, seat, player_id, name)
        stored = self.seats[seat]
        if stored.player_id is None:
            stored.player_id = player_id
            stored.name = name if stored.name == NOBODY else stored.name

    def is_only_of(self, player_id: str) -> bool:
        """Whether no other person has taken a seat."""
        return all(seat.spec or seat.player_id in (None, player_id) for seat in self.seats)

    async def stand_up(self, player_id: str) -> None:
        """A player is gone for good: the name as well."""
        for seat in self.seats:
            if seat.player_id == player_id:
                seat.player_id, seat.name = None, SOMEBODY
        await self._tell_all()

    async def join(self, listener: Listener) -> None:
        if len(self.listeners) >= self._settings.most_listeners:
            raise Refused("this table is full: too many people are watching")
        self.listeners.add(listener)
        await self._tell_all()
        self._let_bot_move()

    async def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        await self._tell_all()

    # ------------------------------------------------------------ moves

    async def act(self, seat: int, version: int, number: int) -> None:
        """A person's action. ``version`` is how many actions the person has seen: a second click changes nothing."""
        async with self._lock:
            if version != len(self.game.history):
                return
            if self.game.is_over:
                raise Refused("the game is over")
            if self.game.to_move != seat:
                raise Refused(f"it is not your turn: {self.names(seat)[self.game.to_move]} moves now")
            try:
                action = self.game.actions.action(number)
            except IllegalAction as error:
                raise Refused(str(error)) from None
            if action not in self.game.observe(seat).legal_actions():
                raise Refused(f"{action.text!r} is not possible now")
            await self._write(action.text, None)
        await self._tell_all()
        self._let_bot_move()

    async def undo(self, seat: int, version: int) -> None:
        """Take back the person's last action and what bots did after it."""
        if self.people != [seat]:
            raise Refused("an action can be taken back only where bots alone are playing against you")
        async with self._lock:  # a bot that is stopped has then not half written its move
            history = self.game.history
            if version != len(history):
                return
            mine = [n for n, event in enumerate(history) if event.seat == seat]
            if not mine:
                raise Refused("there is nothing of yours to take back")
            self._stop_bot()
            await asyncio.to_thread(self._store.drop_moves, self.id, mine[-1])
            while len(self.game.history) > mine[-1]:
                self.game.undo()
            self._market.update(self.game.market)
            self._thoughts = {n: thought for n, thought in self._thoughts.items() if n < mine[-1]}
        await self._tell_all()
        self._let_bot_move()

    async def _write(self, text: str, thought: Thought | None) -> None:
        """Carry out an action once it is in the database; after that nothing can lose it."""
        number, seat = len(self.game.history), self.game.to_move
        after = self.game.copy()
        after.push(text)
        outcome = after.outcome()
        result = {"totals": list(outcome.totals), "winners": list(outcome.winners)} if outcome else None
        figures = {"reason": thought.reason, **thought.figures} if thought and thought.reason else None
        elapsed = self._played + time.monotonic() - self._began
        move = StoredMove(number=number, seat=seat, action=text, elapsed=elapsed, figures=figures)
        try:
            await asyncio.to_thread(self._store.add_move, self.id, move, result)
        except MoveTaken:
            raise Refused("another server plays this game as well: reload the page") from None
        self.game = after
        self._market.update(after.market)
        if figures:
            self._thoughts[number] = figures
        if outcome:
            self._let_bots_learn()

    # ------------------------------------------------------------ bots

    def _let_bot_move(self) -> None:
        """Have the bot think whose turn it is, as long as somebody is at the table."""
        waiting = self.game.is_over or self.seats[self.game.to_move].spec is None or not self.listeners or self.trouble
        if not waiting and (self._bot is None or self._bot.done()):
            self._bot = asyncio.create_task(self._play_bots())

    def _stop_bot(self) -> None:
        if self._bot and not self._bot.done():
            self._bot.cancel()
        self._bot = None

    async def _play_bots(self) -> None:
        """Bots' moves until a person's turn or the end."""
        while not self.game.is_over and self.seats[self.game.to_move].spec is not None and self.listeners:
            thought = await self._thought()
            if thought is None:
                return
            async with self._lock:
                await self._write(thought.action, thought)
            await self._tell_all()

    async def _thought(self) -> Thought | None:
        job = await self._job(self.game.to_move)
        for _ in range(_AGAIN):
            thought = await self._thinking.think(job, always_there=_learns(job.spec))
            if not thought.error:
                return thought
        self.trouble = f"{self.names(None)[self.game.to_move]} can't go on: {thought.error}"
        await self._tell_all()
        return None

    async def _job(self, seat: int) -> Job:
        """What the bot in a seat has to think about now, with what an adaptive one knows of its opponents."""
        spec = self.seats[seat].spec
        profiles: dict[str, Any] = {}
        if _learns(spec):
            for player_id in self._players():
                player = await asyncio.to_thread(self._store.player, player_id)
                profiles |= player.adaptive if player else {}
        return self.job(seat, spec, profiles=profiles, seconds=self._settings.most_seconds_of_thought)

    def job(self, seat: int, spec: str, **more: Any) -> Job:
        """The game as it stands, for a bot in a seat."""
        moves = tuple(event.action.text for event in self.game.history if event.action)
        names = tuple(stored.spec or stored.player_id or stored.name for stored in self.seats)
        return Job(
            game=self.id,
            board=self._stored.board_json,
            players=self.game.players,
            seed=self.game.seed,
            moves=moves,
            names=names,
            seat=seat,
            spec=spec,
            **more,
        )

    def _players(self) -> list[str]:
        """The people who play here, as far as they are known."""
        return [seat.player_id for seat in self.seats if seat.spec is None and seat.player_id]

    def _let_bots_learn(self) -> None:
        """After the last move, adaptive bots change their minds about their opponents."""
        for seat in self.seats:
            if seat.spec and _learns(seat.spec):
                task = asyncio.create_task(self._learn(seat.seat))
                self._learning.add(task)
                task.add_done_callback(self._learning.discard)

    async def _learn(self, seat: int) -> None:
        thought = await self._thinking.think(await self._job(seat), always_there=True)
        for player_id in self._players() if thought.profiles else ():
            player = await asyncio.to_thread(self._store.player, player_id)
            if player:
                changed = {**player.adaptive, **thought.profiles}
                await asyncio.to_thread(self._store.set_adaptive, player_id, changed)

    # ------------------------------------------------------------ the search panel

    def search(self, listener: Listener, seconds: float) -> None:
        """Have a fair search look at the position of a person whose turn it is; one look at a time."""
        if listener.look is None or listener.look.done():
            listener.look = asyncio.create_task(self._search(listener, seconds))

    async def _search(self, listener: Listener, seconds: float) -> None:
        while listener.wants_search and listener in self.listeners and self._may_move(listener.seat):
            version = len(self.game.history)
            assert listener.seat is not None
            thought = await self._thinking.think(self.job(listener.seat, ADVISER, seconds=seconds))
            if thought.error:
                await listener.send({"type": "error", "error": f"the search could not finish: {thought.error}"})
                return
            if len(self.game.history) == version:
                await listener.send({"type": "search", "version": version, **report(self.game, thought)})
                return

    def _may_move(self, seat: int | None) -> bool:
        return not self.game.is_over and self.game.to_move == seat

    async def close(self, why: str = "") -> None:
        """Stop the bots; whoever is still here is told why."""
        self._stop_bot()
        for listener in tuple(self.listeners) if why else ():
            with contextlib.suppress(Exception):
                await listener.send({"type": "error", "error": why, "fatal": True})

    def record(self) -> GameRecord:
        """The game as a record, which tells everything: for games that are over."""
        return GameRecord.of(self.game, [seat.spec or seat.name for seat in self.seats])

    # ------------------------------------------------------------ views

    def view(self, seat: int | None) -> Message:
        """What a seat (or a watcher) is sent."""
        names = self.names(seat)
        here = {listener.seat for listener in self.listeners}
        players = [
            views.PlayerFacts(
                names[n],
                stored.livery,
                is_person=stored.spec is None,
                level=word_for(stored.spec) if stored.spec else "",
                aim=win_rate_of(stored.spec) if stored.spec and _learns(stored.spec) else None,
                connected=stored.spec is not None or n in here,
            )
            for n, stored in enumerate(self.seats)
        ]
        people = self.people
        if seat is None:
            own = views.watcher_view(self.game, names, people)
        else:
            own = views.seat_view(self.game, seat, names, people)
        table = views.table_view(self.game, players, self._market.places)
        bot_moves = not self.game.is_over and self.seats[self.game.to_move].spec is not None
        return {
            "type": "view",
            "game": self.id,
            **table,
            **own,
            "board": self.board_name,
            "thinking": self.game.to_move if bot_moves else None,
            "trouble": self.trouble,
            "can_undo": self.people == [seat] and any(event.seat == seat for event in self.game.history),
            "outcome": views.outcome_view(self.game, names, self.thoughts()),
        }

    async def _tell_all(self) -> None:
        for listener in tuple(self.listeners):
            try:
                await listener.send(self.view(listener.seat))
            except Refused:  # it does not read
                self.listeners.discard(listener)

    def thoughts(self) -> dict[int, dict[str, Any]]:
        """Why bots made their moves; only for games that are over, since it tells what they held."""
        return self._thoughts if self.game.is_over else {}


class Tables:
    """The tables that somebody has opened since the server started."""

    def __init__(self, store: Store, thinking: Thinking, settings: Settings) -> None:
        self._store, self._thinking, self._settings = store, thinking, settings
        self._tables: dict[str, LiveTable] = {}
        self._lock = asyncio.Lock()

    async def table(self, game_id: str) -> LiveTable | None:
        async with self._lock:
            if game_id not in self._tables:
                stored = await asyncio.to_thread(self._store.game, game_id)
                if stored is None:
                    return None
                self._tables[game_id] = await asyncio.to_thread(
                    LiveTable, stored, self._store, self._thinking, self._settings
                )
            return self._tables[game_id]

    async def forget(self, game_id: str) -> None:
        """Close the table of a game that was deleted."""
        table = self._tables.pop(game_id, None)
        if table:
            await table.close("this game has been deleted")

    async def stand_up(self, game_id: str, player_id: str) -> None:
        """A player was deleted: the game goes on with the others, or went as well."""
        table = self._tables.get(game_id)
        if table and table.is_only_of(player_id):
            await self.forget(game_id)
        elif table:
            await table.stand_up(player_id)

    async def close(self) -> None:
        for table in self._tables.values():
            await table.close()
