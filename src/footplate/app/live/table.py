"""The people at a live game: who is here, who is out of time, and what they say and agree on beside their moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from footplate.app.background import logged
from footplate.app.database import Store, times
from footplate.app.live.listeners import Listener, Listeners, Refused
from footplate.app.live.saved_game import SavedGame

PHRASES = (
    "Hello", "Good luck", "Well played", "Thank you", "Oh no", "Take your time", "Back soon", "Another game?",
)  # fmt: skip


class Table:
    """What it changes is written first; ``changed`` then shows everybody how the table stands."""

    def __init__(
        self, saved: SavedGame, listeners: Listeners, store: Store, changed: Callable[[], Awaitable[None]]
    ) -> None:
        self._saved, self._listeners, self._store, self._changed = saved, listeners, store, changed

    @property
    def is_timed(self) -> bool:
        """Whether it matters who is here: people play with one another, and the game goes on."""
        return self._saved.seating.is_shared and not self._saved.game.is_over

    @property
    def here(self) -> set[int]:
        """The seats of those who have a page open at this server."""
        seating = self._saved.seating
        return {seat for listened in self._listeners.seats for seat in seating.seats_with(listened)}

    async def arrive(self, listener: Listener) -> None:
        """Somebody has opened a page."""
        if listener.seat is not None and self.is_timed:
            seats = self._saved.seating.seats_with(listener.seat)
            with logged(f"it is not kept that somebody is at the table of game {self._saved.id}"):
                await self._write(self._store.arrive, seats, self._saved.clock())

    async def depart(self, listener: Listener) -> None:
        """Somebody has closed a page; they are away if it was their last one."""
        if listener.seat is None or not self.is_timed:
            return
        gone = set(self._saved.seating.seats_with(listener.seat)) - self.here
        if gone:
            with logged(f"it is not kept that somebody has left the table of game {self._saved.id}"):
                await self._write(self._store.depart, sorted(gone), self._saved.clock())

    async def _write(self, change: Callable[..., object], *values: object) -> None:
        await self._store.run_write(change, self._saved.id, *values)
        await self._saved.refresh_seating()

    async def keep_time(self) -> None:
        """Have bots stand in for those who are out of time or away for too long. Time runs while a player is here."""
        saved, here = self._saved, self.here
        if not self.is_timed or not here:
            return
        moment, moves = saved.clock(), len(saved.game.history)
        for seat in saved.seating.seats:
            if seat.seat in here:  # the database is told of that more seldom
                seat.here, seat.here_until = True, moment + times.LEASE
        if times.overdue(saved.seating.stored, moment, saved.deciding):
            turn, deciding = saved.game.turn, saved.deciding
            await self._store.run_write(self._store.stand_in, saved.id, moves, turn, deciding, moment)
            await self._changed()
        elif any(seat.agrees for seat in saved.seating.seats):
            result = await asyncio.to_thread(saved.result_now)
            if await self._store.run_write(self._store.end_if_agreed, saved.id, moves, result, moment):
                await self._changed()

    async def come_back(self, seat: int) -> None:
        """Somebody for whom a bot plays goes on."""
        is_turn = self._saved.game.to_move == seat
        await self._store.run_write(self._store.come_back, self._saved.id, seat, is_turn, self._saved.clock())
        await self._changed()

    async def answer_end(self, player_id: str, *, agrees: bool) -> None:
        """Offer to end the game as it stands, agree to that, or play on."""
        saved = self._saved
        if not self.is_timed:
            raise Refused("the game is over" if saved.game.is_over else "you play alone: just leave the game")
        moves, turn = len(saved.game.history), saved.game.turn
        result = await asyncio.to_thread(saved.result_now)
        answer = self._store.answer_end, saved.id, player_id, moves, turn, agrees, result, saved.clock()
        await self._store.run_write(*answer)
        await self._changed()

    async def say(self, seat: int, phrase: int) -> None:
        """A quick phrase, which all hear."""
        if not 0 <= phrase < len(PHRASES):
            raise Refused(f"there are {len(PHRASES)} phrases, counted from 0")
        if not self._saved.seating.is_shared:
            raise Refused("nobody else is at this table")
        turn, moment = self._saved.game.turn, self._saved.clock()
        await self._store.run_write(self._store.say, self._saved.id, seat, phrase, turn, moment)
        await self._changed()

    async def resign(self, seat: int, player_id: str) -> None:
        """A bot plays on in somebody's place, who only watches from now on."""
        if not self.is_timed:
            raise Refused("the game is over" if self._saved.game.is_over else "you play alone: just leave the game")
        await self._store.run_write(self._store.resign, self._saved.id, seat, player_id)
        await self._changed()
