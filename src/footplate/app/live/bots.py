"""The bots of a live game: they move when it is their turn, as long as somebody is there, and at what pace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from footplate.app.background import log, start
from footplate.app.live.learning import Learning
from footplate.app.live.listeners import Listeners, Refused
from footplate.app.live.saved_game import SavedGame
from footplate.app.preparing import Backlog
from footplate.app.thinking.jobs import Thought
from footplate.app.thinking.work_queues import Thinking
from footplate.errors import FootplateError
from footplate.game import Game
from footplate.view import Phase

_TRIES = 3  # times that a bot is asked before the game gives up on it
SLOWEST = 10.0  # seconds for a turn
_EVEN = 2.0
_LATER = 0.4  # of a turn's time for what follows its first action: the second card, the choice of tickets
_STOPPED = "something went wrong on the server"

Move = Callable[[Game, Thought], Awaitable[None]]
Show = Callable[[], Awaitable[None]]


class Pace:
    """The time of a turn where people only watch. They can change it, or hold the game."""

    def __init__(self) -> None:
        self.seconds, self.held = _EVEN, False
        self._last = time.monotonic()
        self._woken = asyncio.Event()

    def change(self, seconds: float | None, held: bool | None) -> None:
        """None leaves things as they are."""
        self.seconds = self.seconds if seconds is None else seconds
        self.held = self.held if held is None else held
        self.wake()

    def wake(self) -> None:
        """Whoever waits looks again whether it is time."""
        self._woken.set()

    async def next(self, begins_turn: bool, somebody_watches: Callable[[], bool]) -> None:
        """Wait until the next action is due, or nobody watches any more."""
        while somebody_watches():
            self._woken.clear()
            due = self._last + self.seconds * (1 if begins_turn else _LATER)
            left = None if self.held else due - time.monotonic()
            if left is not None and left <= 0:
                break
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), left)
        self._last = time.monotonic()


class Bots:
    """The bot whose turn it is thinks in a worker, for ``seconds`` at most."""

    def __init__(
        self,
        saved: SavedGame,
        listeners: Listeners,
        thinking: Thinking,
        learning: Learning,
        backlog: Backlog,
        seconds: float,
    ) -> None:
        self._saved, self._listeners, self._thinking, self._learning = saved, listeners, thinking, learning
        self._backlog, self._seconds = backlog, seconds
        self.is_compiling = False  # the code of the bot whose turn it is
        self._playing: asyncio.Task[None] | None = None
        self.trouble = ""  # what keeps the game from going on
        self.pace = None if saved.seating.people else Pace()

    @property
    def is_turn(self) -> bool:
        """Whether a bot is to move."""
        return self._saved.bot_to_move != ""

    @property
    def is_playing(self) -> bool:
        return self._playing is not None and not self._playing.done()

    def go_on(self, move: Move, show: Show) -> None:
        """Have the bot to move think; ``move`` makes its move, and ``show`` shows how the game stands."""
        if self.is_turn and self._listeners and not self.trouble and not self.is_playing:
            self._playing = start(self._play(move, show))

    def stop(self) -> None:
        if self._playing and not self._playing.done():
            self._playing.cancel()
        self._playing = None

    async def _play(self, move: Move, show: Show) -> None:
        """Move until a person's turn or the end. Everybody here sees what goes wrong."""
        try:
            while self.is_turn and self._listeners:
                if await self._compile(show):
                    continue
                game = self._saved.game
                thought = await self._thought()
                if self.pace:
                    await self.pace.next(game.phase is Phase.TURN, lambda: bool(self._listeners))
                    if not self._listeners:
                        return
                await move(game, thought)
                await show()
            return
        except FootplateError as error:
            why = str(error)
        except Exception:
            log.exception("a bot of game %s has stopped", self._saved.id)
            why = _STOPPED
        self.trouble = f"{why[:1].upper()}{why[1:]}. Reload the page to go on."
        await show()

    async def _compile(self, show: Show) -> bool:
        """Wait for the bot's code, and show everybody that it is compiled. False if it is there already."""
        spec = self._saved.bot_to_move
        if not self._backlog.lacks(spec):
            return False
        self.is_compiling = True
        try:
            await show()
            await self._backlog.wait_for(spec)
        finally:
            self.is_compiling = False
        await show()
        return True

    async def _thought(self) -> Thought:
        """What the bot to move thinks. An adaptive one gets what it knows of its opponents."""
        seat = self._saved.seating.seats[self._saved.game.to_move]
        profiles = await self._learning.profiles(seat)
        spec = self._saved.seating.bot_in(seat.seat)
        job = self._saved.job(seat.seat, spec, profiles=profiles, seconds=self._seconds)
        for _ in range(_TRIES):
            thought = await self._thinking.think(job, owner=self._listeners.account)
            if not thought.error:
                return thought
        log.error("a bot of game %s can't go on: %s", self._saved.id, thought.error)
        why = _STOPPED if seat.masked else thought.error
        raise Refused(f"{self._saved.names(None)[job.seat]} can't go on: {why}")
