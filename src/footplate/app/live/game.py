"""A live game: who sits where, who listens, one move after the other, every move written before anybody sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from footplate.actions import Action
from footplate.agents import read_spec
from footplate.agents.base import Ending
from footplate.app.background import log, logged, start
from footplate.app.database import Store
from footplate.app.database.models import StoredGame, StoredMove
from footplate.app.database.store import MoveTaken, NotAllowed
from footplate.app.live.listeners import Listener, Message, Refused
from footplate.app.live.pace import Pace
from footplate.app.live.position import LivePosition, figures_of, record_of
from footplate.app.people.opponents import win_rate_of, word_for
from footplate.app.people.seating import STAND_IN, Seating, unrated
from footplate.app.settings import Settings
from footplate.app.thinking.jobs import Job, Thought
from footplate.app.thinking.lanes import Thinking
from footplate.app.thinking.worker import learn
from footplate.app.views import game as views
from footplate.app.views.opinion import ADVISER, report
from footplate.boards import board_names
from footplate.errors import FootplateError
from footplate.game import Game
from footplate.observation import Phase
from footplate.outcome import Outcome
from footplate.records import GameRecord

Result = TypeVar("Result")

_AGAIN = 3  # times that a bot is asked before the game gives up on it
_ELSEWHERE = "another server plays this game as well; this is how it stands now"
_UNSAVED = "the server can't save the game now"
_STOPPED = "something went wrong on the server"
_DELETED, _LEFT = "this game has been deleted", "you have left this game"


def _learns(spec: str | None) -> bool:
    return spec is not None and read_spec(spec).learns


class LiveGame:
    """A game that is being played. All changes happen under its lock."""

    def __init__(self, stored: StoredGame, store: Store, thinking: Thinking, settings: Settings) -> None:
        self.id = stored.id
        self._store, self._thinking, self._settings = store, thinking, settings
        self.seating, self._position = Seating(stored), LivePosition(stored)
        self._lock, self._telling = asyncio.Lock(), asyncio.Lock()
        self.listeners: dict[Listener, None] = {}  # whoever came first is first
        self._bot: asyncio.Task[None] | None = None
        self.trouble = ""  # what keeps the game from going on
        self.pace = None if self.seating.people else Pace()

    # ------------------------------------------------------------ who is here

    @property
    def game(self) -> Game:
        return self._position.game

    @property
    def seats(self) -> list[Any]:
        return self.seating.seats

    @property
    def board_name(self) -> str:
        """Under which name the page finds this game's board; people's own boards are kept with the game."""
        own = self.seating.stored.board.partition(":")[0] in board_names()
        return self.seating.stored.board if own else f"game-{self.id}"

    def names(self, you: int | None) -> list[str]:
        """Everybody's name as a seat reads it; at the end of a game at a shared screen "you" would be several."""
        several = self.game.is_over and len(self.seating.seats_with(you)) > 1
        return self.seating.names(None if several else you)

    async def look_again(self) -> None:
        """See who sits here now: in the database, where another server may have seated somebody as well.

        Whoever listens from a seat that is not theirs any more watches from now on.
        """
        stored = await asyncio.to_thread(self._store.seating, self.id)
        if stored is None:
            await self.close(_DELETED)
            raise Refused(_DELETED)
        self.seating = Seating(stored)
        for listener in tuple(self.listeners):
            if listener.seat is not None and listener.seat not in stored.seats_of(listener.player_id):
                listener.seat = None
                await self._let_go(listener, _LEFT)

    async def people_changed(self) -> None:
        """Tell everybody who sits here now; a bot may have taken a seat."""
        await self.look_again()
        await self._tell_all()
        self._let_bot_move()

    async def agree(self, player_id: str) -> None:
        """A player wants bots in place of those who have left."""
        try:
            await asyncio.to_thread(self._store.agree, self.id, player_id, STAND_IN)
        except NotAllowed as error:
            raise Refused(str(error)) from None
        await self.people_changed()

    async def join(self, listener: Listener) -> None:
        """Players always come in; the number of watchers is bounded, and so are the open pages of one seat."""
        there = [other for other in self.listeners if other.seat == listener.seat]
        if len(there) >= self._settings.most_listeners:
            if listener.seat is None:
                raise Refused("this table is full: too many people are watching")
            await self._let_go(there[0], "this game is open too often: close some of its pages")
        self.listeners[listener] = None
        self.trouble = ""  # whoever comes (back) tries again
        await self._tell_all()
        self._let_bot_move()

    async def leave(self, listener: Listener) -> None:
        self.listeners.pop(listener, None)
        if self.pace:
            self.pace.wake()
        await self._tell_all()

    async def _let_go(self, listener: Listener, why: str) -> None:
        self.listeners.pop(listener, None)
        await listener.send({"type": "error", "error": why, "fatal": True})

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not self.listeners and not self._lock.locked() and (self._bot is None or self._bot.done())

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
            action = self.game.actions.action(number)
            if not self.game.is_legal(number):
                raise Refused(f"{action.text!r} is not possible now")
            await self._write(action, None)
            self.trouble = ""
        await self._tell_all()
        self._let_bot_move()

    def _may_undo(self, seat: int | None) -> bool:
        mine = any(event.seat == seat for event in self.game.history)
        return self.seating.people == [seat] and not self.seating.is_shared and mine and not self.game.is_over

    async def undo(self, seat: int, version: int) -> None:
        """Take back the person's last action and what bots did after it."""
        if self.seating.is_shared:
            raise Refused("an action can be taken back only where bots alone are playing against you")
        async with self._lock:  # a bot that is stopped has then not half written its move
            history = self.game.history
            if version != len(history):
                return
            if not self._may_undo(seat):
                over = self.game.is_over
                raise Refused("the game is over" if over else "there is nothing of yours to take back")
            self._stop_bot()
            last = max(number for number, event in enumerate(history) if event.seat == seat)
            await self._change(self._store.drop_moves, self.id, last, len(history), seat)
            await self._reload()

    async def _write(self, action: Action, thought: Thought | None) -> None:
        """Carry out an action once it is in the database; after that nothing can lose it."""
        figures = figures_of(thought)
        game, outcome = await self._change(self._save, action, figures)
        self._position.go_on(game, figures)
        if outcome:
            await self._let_bots_learn(Ending(outcome.totals, outcome.winners))

    def _save(self, action: Action, figures: dict[str, Any] | None) -> tuple[Game, Outcome | None]:
        """The game after an action, which is then in the database. Blocks."""
        number, seat, elapsed = len(self.game.history), self.game.to_move, self._position.seconds()
        after = self.game.copy()
        after.push(action, elapsed=elapsed)
        outcome = after.outcome()
        result = {"totals": list(outcome.totals), "winners": list(outcome.winners)} if outcome else None
        move = StoredMove(number=number, seat=seat, action=action.text, elapsed=elapsed, figures=figures)
        self._store.add_move(self.id, move, result)
        return after, outcome

    async def _change(self, write: Callable[..., Result], *values: Any) -> Result:
        """Have something written to the database; Refused if that can't be."""
        try:
            return await asyncio.to_thread(write, *values)
        except MoveTaken:
            await self._reload()
            raise Refused(_ELSEWHERE) from None
        except SQLAlchemyError as error:
            log.error("a move of game %s can't be saved: %s", self.id, error)
            raise Refused(_UNSAVED) from None

    async def _reload(self) -> None:
        """Put the game as the database has it."""
        stored = await asyncio.to_thread(self._store.game, self.id)
        if stored is None:
            await self.close(_DELETED)
            raise Refused(_DELETED)
        self.seating, self._position = Seating(stored), await asyncio.to_thread(LivePosition, stored)
        await self._tell_all()
        self._let_bot_move()

    # ------------------------------------------------------------ bots

    def _is_bots_turn(self) -> bool:
        return not self.game.is_over and self.seats[self.game.to_move].spec is not None

    def _let_bot_move(self) -> None:
        """Have the bot think whose turn it is, as long as somebody is at the game."""
        may = self._is_bots_turn() and self.listeners and not self.trouble
        if may and (self._bot is None or self._bot.done()):
            self._bot = start(self._play_bots())

    def _stop_bot(self) -> None:
        if self._bot and not self._bot.done():
            self._bot.cancel()
        self._bot = None

    async def _play_bots(self) -> None:
        """Bots' moves until a person's turn or the end; what goes wrong is told to everybody here."""
        try:
            while self._is_bots_turn() and self.listeners:
                job = await self._job(self.game.to_move)
                thought = await self._thought(job)
                if self.pace:
                    await self.pace.next(self.game.phase is Phase.TURN, lambda: bool(self.listeners))
                    if not self.listeners:
                        return
                async with self._lock:
                    await self._write(self.game.actions.action(thought.action), thought)
                await self._tell_all()
            return
        except FootplateError as error:
            why = str(error)
        except Exception:
            log.exception("a bot of game %s has stopped", self.id)
            why = _STOPPED
        self.trouble = f"{why[:1].upper()}{why[1:]}. Reload the page to go on."
        await self._tell_all()

    async def _thought(self, job: Job) -> Thought:
        for _ in range(_AGAIN):
            thought = await self._thinking.think(job, owner=self._owner())
            if not thought.error:
                return thought
        log.error("a bot of game %s can't go on: %s", self.id, thought.error)
        raise Refused(f"{self.names(None)[job.seat]} can't go on: {thought.error}")

    def _owner(self) -> str:
        """On whose account bots think here: whoever is at many games waits in each of them."""
        return min((listener.address for listener in self.listeners), default="")

    async def _job(self, seat: int) -> Job:
        """What the bot in a seat has to think about now, with what an adaptive one knows of its opponents."""
        spec = self.seats[seat].spec
        profiles: dict[str, Any] = {}
        if _learns(spec):
            for player_id in self.seating.players:
                player = await asyncio.to_thread(self._store.player, player_id)
                profiles |= player.adaptive if player else {}
        return self.job(seat, spec, profiles=profiles, seconds=self._settings.most_seconds_of_thought)

    def job(self, seat: int, spec: str, **more: Any) -> Job:
        """The game as it stands, for a bot in a seat."""
        return Job(
            game=self.id,
            board=self.seating.stored.board_json,
            players=self.game.players,
            seed=self.game.seed,
            moves=self.game.moves,
            names=tuple(stored.spec or stored.player_id or stored.name for stored in self.seats),
            seat=seat,
            spec=spec,
            memory=self._position.memory_of(seat),
            **more,
        )

    async def _let_bots_learn(self, ending: Ending) -> None:
        """After the last move, adaptive bots change their minds about their opponents."""
        for seat in self.seats:
            job = self.job(seat.seat, seat.spec or "")
            for player_id in self.seating.players if _learns(seat.spec) else ():
                with logged(f"what was learnt in game {self.id} is lost"):
                    await asyncio.to_thread(self._learn, job, player_id, ending)

    def _learn(self, job: Job, player_id: str, ending: Ending) -> None:
        def change(known: dict[str, Any]) -> dict[str, Any]:
            return learn(replace(job, profiles=known), self.game.board, ending)

        self._store.change_adaptive(player_id, change)

    async def change_pace(self, seconds: float | None, held: bool | None) -> None:
        """Somebody who watches bots wants them slower, quicker, or to wait."""
        if self.pace is None:
            raise Refused("people play here: they take the time that they need")
        self.pace.change(seconds, held)
        await self._tell_all()

    # ------------------------------------------------------------ the search panel

    async def search(self, listener: Listener, seconds: float) -> None:
        """Have a fair search look at the position of a person whose turn it is; one look at a time.

        Among people only if the game allows it; whoever has had such help is known to have had it.
        """
        if not self.seating.has_help:
            listener.wants_search = False
            raise Refused("this table plays without help from the search")
        if self._may_move(listener.seat) and not self.seats[listener.seat or 0].searched:
            await self._change(self._store.has_searched, self.id, listener.seat)
            await self.people_changed()
        if listener.look is None or listener.look.done():
            listener.look = start(self._search(listener, seconds))

    async def _search(self, listener: Listener, seconds: float) -> None:
        while listener.wants_search and listener in self.listeners and self._may_move(listener.seat):
            game = self.game
            assert listener.seat is not None
            job = self.job(listener.seat, ADVISER, seconds=seconds)
            thought = await self._thinking.think(job, owner=listener.address, look=True)
            if thought.error:
                sentence = f"the search could not finish: {thought.error}"
                message: Message = {"type": "error", "of": "search", "error": sentence}
            else:
                found = await asyncio.to_thread(report, game, thought)
                message = {"type": "search", "version": len(game.history), **found}
            if self.game is game or thought.error:
                await listener.send(message)
                return

    def _may_move(self, seat: int | None) -> bool:
        return not self.game.is_over and self.game.to_move == seat

    async def close(self, why: str = "") -> None:
        """Stop the bots; whoever is still here is told why."""
        self._stop_bot()
        for listener in tuple(self.listeners) if why else ():
            await listener.send({"type": "error", "error": why, "fatal": True})

    # ------------------------------------------------------------ views

    def record(self) -> GameRecord:
        """The game as a record, which tells everything: for games that are over."""
        return record_of(self.seating.stored, self.game)

    def view(self, seat: int | None) -> Message:
        """What a seat (or a watcher) is sent."""
        return self._view(seat)()

    def _view(self, seat: int | None) -> Callable[[], Message]:
        """The game as it is now, and how a view is made of it: that takes a while on a large board."""
        game, seating = self.game, self.seating
        names, people = self.names(seat), seating.people
        places, thoughts = list(self._position.market.places), self.thoughts()
        here = {listener.seat for listener in self.listeners}
        players = [
            views.PlayerFacts(
                names[n],
                stored.livery,
                is_person=stored.spec is None,
                level=word_for(stored.spec) if stored.spec else "",
                aim=win_rate_of(stored.spec) if stored.spec and _learns(stored.spec) else None,
                connected=stored.spec is not None or not here.isdisjoint(seating.seats_with(n)),
            )
            for n, stored in enumerate(self.seats)
        ]
        facts = {
            **seating.view(seat),
            "board": self.board_name,
            "thinking": self.game.to_move if self._is_bots_turn() and not (self.pace and self.pace.held) else None,
            "pace": {"seconds": self.pace.seconds, "held": self.pace.held} if self.pace else None,
            "trouble": self.trouble,
            "can_undo": self._may_undo(seat),
        }

        def made() -> Message:
            if seat is None:
                own = views.watcher_view(game, names, people)
            else:
                own = views.seat_view(game, seat, names, people)
            shared = views.table_view(game, players, places)
            for n, player in enumerate(shared["players"]):
                player |= seating.facts(n)
            outcome = views.outcome_view(game, names, thoughts)
            if outcome:
                outcome["unrated"] = unrated(seating.stored)
            return {"type": "view", "game": self.id, **shared, **own, **facts, "outcome": outcome}

        return made

    async def _tell_all(self) -> None:
        here = {listener: listener.seat for listener in self.listeners}
        made = {seat: self._view(seat) for seat in set(here.values())}
        async with self._telling:  # nobody sees an older view after a newer one
            seen = await asyncio.to_thread(lambda: {seat: make() for seat, make in made.items()})
            for listener, seat in here.items():
                if listener in self.listeners and listener.seat == seat:  # who has left sees no hand any more
                    await listener.send(seen[seat])

    def thoughts(self) -> dict[int, dict[str, Any]]:
        """Why bots made their moves; only for games that are over, since it tells what they held."""
        return self._position.figures if self.game.is_over else {}
