"""A live game: people come and go, one move follows the other, and everybody sees how it stands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from footplate.app.background import start
from footplate.app.database import Store
from footplate.app.database.models import StoredGame
from footplate.app.database.store import MoveTaken
from footplate.app.live.bots import Bots
from footplate.app.live.learning import Learning
from footplate.app.live.listeners import Listener, Listeners, Refused
from footplate.app.live.saved_game import Deleted, SavedGame
from footplate.app.live.table import Table
from footplate.app.live.view import view_of
from footplate.app.preparing import Backlog
from footplate.app.settings import ServerSettings
from footplate.app.thinking.jobs import Thought
from footplate.app.thinking.work_queues import Thinking
from footplate.app.views.opinion import ADVISER, report
from footplate.app.webhook import Webhooks
from footplate.boards import board_title
from footplate.game import Game

_ELSEWHERE = "another server plays this game as well; this is how it stands now"
_LEFT = "a bot plays on in your seat: you have left this game, or its host has given the seat away"
_MOVED = "a new link of the host's has given your seat to another browser"


class LiveGame:
    """A game that is being played. All its moves are made under its lock."""

    def __init__(
        self,
        stored: StoredGame,
        store: Store,
        thinking: Thinking,
        settings: ServerSettings,
        backlog: Backlog,
        webhooks: Webhooks | None = None,
    ) -> None:
        self.id = stored.id
        self._lock = asyncio.Lock()
        self.saved = SavedGame(stored, store, settings.clock)
        self.listeners = Listeners(settings.most_listeners)
        self._learning = Learning(self.saved, store)
        self._thinking = thinking
        self._store, self._webhooks = store, webhooks
        seconds = settings.most_seconds_of_thought
        self.bots = Bots(self.saved, self.listeners, thinking, self._learning, backlog, seconds)
        self.view = partial(view_of, self.saved, self.listeners, self.bots)  # what a seat (or a watcher) is sent

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not self.listeners and not self._lock.locked() and not self.bots.is_playing

    @property
    def table(self) -> Table:
        """Its people. It is not kept, since it keeps this: an idle game leaves the memory at once."""
        return Table(self.saved, self.listeners, self._store, self.people_changed)

    async def _go_on(self) -> None:
        """Everybody sees how the game stands, and a bot whose turn it is begins to think."""
        await self.listeners.show(self.view)
        self.bots.go_on(self._move_bot, self._go_on)  # which it does not keep: an idle game leaves the memory at once

    async def show_to(self, listener: Listener) -> None:
        """Send somebody the game as it stands in the database: what they have seen may be older."""
        with suppress(Refused, SQLAlchemyError):  # then as it stands here
            await self.refresh()
        await self.listeners.show(self.view, listener)

    # ------------------------------------------------------------ who is here

    async def join(self, listener: Listener) -> None:
        await self.listeners.add(listener)
        self.bots.trouble = ""  # whoever comes (back) tries again
        await self.table.arrive(listener)
        await self._play_choices()
        await self._go_on()

    async def leave(self, listener: Listener) -> None:
        self.listeners.remove(listener)
        if self.bots.pace:
            self.bots.pace.wake()
        await self.table.depart(listener)
        await self.listeners.show(self.view)

    async def refresh(self) -> None:
        """See who sits here now, and what was played on other servers.

        Whoever listens from a seat that is not theirs any more watches from now on.
        """
        if not await self._is_present():
            async with self._lock:
                if not await self._is_present():  # it was no move of this server that is being made
                    self.bots.stop()
                    await self._reload()
        stored = self.saved.seating.stored
        for listener in self.listeners:
            if listener.seat is not None and listener.seat not in stored.seats_of(listener.player_id):
                why = _MOVED if stored.seats[listener.seat].player_id else _LEFT
                listener.seat = None
                await self.listeners.dismiss(listener, why)

    async def _is_present(self) -> bool:
        async with self._unless_deleted():
            return await self.saved.refresh_seating()

    async def people_changed(self) -> None:
        """Show everybody who sits here now; a bot may have taken a seat, and all may have chosen their tickets."""
        await self.refresh()
        await self._play_choices()
        await self._go_on()

    async def _play_choices(self) -> None:
        """Play the first tickets that all have chosen, if that was not done yet, as when a server was killed."""
        if self.saved.has_choices:
            async with self._lock:
                try:
                    await self.saved.play_choices()
                except MoveTaken:
                    await self._reload()

    async def close(self, why: str = "") -> None:
        """Stop the bots, and send everybody here the reason ``why``."""
        self.bots.stop()
        if why:
            await self.listeners.give_reason(why)

    @asynccontextmanager
    async def _unless_deleted(self) -> AsyncIterator[None]:
        try:
            yield
        except Deleted as error:
            await self.close(str(error))
            raise

    # ------------------------------------------------------------ moves

    async def act(self, seat: int, version: int, numbers: Sequence[int]) -> bool:
        """Make a person's action and those that belong to it: all of them, or none.

        ``version`` is how many actions the person has seen. If the game has another number, as after a second click,
        nothing changes, and the answer is False.
        """
        async with self._moving():
            if version != len(self.saved.game.history):
                return False
            if self.saved.seating.seats[seat].stand_in:
                raise Refused("a bot plays for you now: say first that you are back")
            if self.saved.is_choosing and (self.saved.seating.is_shared or seat != self.saved.game.to_move):
                is_kept = len(numbers) == 1 and await self.saved.choose(seat, numbers[0])
                if not is_kept or not await self.saved.refresh_seating():
                    return False
                await self.saved.play_choices()
            else:
                await self.saved.write(seat, numbers, learn=self._learning.from_end)
            self.bots.trouble = ""
        self._tell_turn(version)
        await self._go_on()
        return True

    async def undo(self, seat: int, version: int) -> bool:
        """Take back the person's last action and what bots did after it. False, and nothing changes, as in ``act``."""
        if self.saved.seating.is_shared:
            raise Refused("an action can be taken back only where bots alone are playing against you")
        async with self._moving():  # a bot that is stopped has then not half written its move
            if version != len(self.saved.game.history):
                return False
            if not self.saved.may_undo(seat):
                over = self.saved.game.is_over
                raise Refused("the game is over" if over else "there is nothing of yours to take back")
            self.bots.stop()
            await self.saved.take_back(seat)
            await self._reload()
        return True

    async def _move_bot(self, game: Game, thought: Thought) -> None:
        """Make the move that a bot has chosen in ``game``, unless the game has changed meanwhile."""
        async with self._lock:
            if self.saved.game is not game or not self.bots.is_turn:
                return
            try:
                await self.saved.write(game.to_move, [thought.action], thought, self._learning.from_end)
                await self.saved.play_choices()
                self._tell_turn(len(game.history))
            except MoveTaken:
                await self._reload()

    def _tell_turn(self, before: int) -> None:
        """Tell the host's address, if there is one, that a person's turn has begun since so many actions."""
        if self._webhooks and self.saved.begins_turn(before):
            game = self.saved.game
            title = board_title(game.board)
            start(self._webhooks.tell_turn(self.saved.seating.stored, title, game.to_move, game.turn))

    @asynccontextmanager
    async def _moving(self) -> AsyncIterator[None]:
        """Hold the lock for a person's move. If another server has moved meanwhile, load the game as it is there."""
        async with self._lock:
            try:
                yield
            except MoveTaken:
                await self._reload()
                raise Refused(_ELSEWHERE) from None

    async def _reload(self) -> None:
        """Load the game as the database has it."""
        async with self._unless_deleted():
            await self.saved.reload()
        await self._go_on()

    # ------------------------------------------------------------ what people ask for

    async def change_pace(self, seconds: float | None, held: bool | None) -> None:
        """Somebody who watches bots wants them slower, quicker, or to wait."""
        if self.bots.pace is None:
            raise Refused("people play here: they take the time that they need")
        self.bots.pace.change(seconds, held)
        await self.listeners.show(self.view)

    async def search(self, listener: Listener, seconds: float) -> None:
        """Have a fair search look at the position of a person whose turn it is.

        Among people only if the game allows it; whoever has had such help is known to have had it.
        """
        if not self.saved.seating.has_help:
            listener.wants_search = False
            raise Refused("this table plays without help from the search")
        if (
            listener.seat is not None
            and self.saved.may_move(listener.seat)
            and not self.saved.seating.seats[listener.seat].searched
        ):
            await self.saved.note_help(listener.seat)
            await self.people_changed()
        if listener.look is None or listener.look.done():
            listener.look = start(self._look(listener, seconds))

    async def _look(self, listener: Listener, seconds: float) -> None:
        """Send the opinion of a fair search. If the position has changed meanwhile, look once more."""
        while listener.wants_search and listener in self.listeners and self.saved.may_move(listener.seat):
            game = self.saved.game
            job = self.saved.job(game.to_move, ADVISER, seconds=seconds)
            thought = await self._thinking.think(job, owner=listener.address, look=True)
            if thought.error:
                sentence = f"the search could not finish: {thought.error}"
                await listener.send({"type": "error", "of": "search", "error": sentence})
                return
            found = await asyncio.to_thread(report, game, thought)
            if self.saved.game is game:
                await listener.send({"type": "search", "version": len(game.history), **found})
                return
