"""A game as the database has it: who sits where, and how far it has come. Every move is written before it is made."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from footplate.actions import Kind
from footplate.agents.base import Ending
from footplate.app.background import log
from footplate.app.database import Store
from footplate.app.database.changes import Mark, mark_of
from footplate.app.database.models import StoredGame, StoredMove
from footplate.app.database.new_games import seed_of
from footplate.app.database.store import Change
from footplate.app.database.tables import NotAllowed
from footplate.app.live import opening
from footplate.app.live.listeners import Refused
from footplate.app.people.seating import Seating
from footplate.app.settings import now
from footplate.app.thinking.jobs import Job, Thought, board_of
from footplate.app.views.game import Market
from footplate.app.views.replay import AGREED
from footplate.boards import board_names
from footplate.errors import IllegalAction
from footplate.game import Game
from footplate.records import GameRecord, begin_game

Result = TypeVar("Result")
# From how a game ended, and what bots remember by seat, to what adaptive ones have learnt of players, by their ids.
Learn = Callable[[Ending, Callable[[int], Mapping[str, float]]], Mapping[str, Change]]

_UNSAVED = "the server can't save the game now"
_MEMORY = "memory"  # among the figures of a move: what an adaptive bot must know at its next one


class Deleted(Refused):
    """The database has no such game any more."""

    def __init__(self) -> None:
        super().__init__("this game has been deleted")


class SavedGame:
    """Seating, position and market, and their changes. MoveTaken: another server has moved meanwhile."""

    def __init__(self, stored: StoredGame, store: Store, clock: Callable[[], datetime] = now) -> None:
        self.id, self._store, self.clock = stored.id, store, clock
        self._put(stored, *_play_again(stored))

    def _put(self, stored: StoredGame, game: Game, market: Market) -> None:
        self.seating, self.market, self._played = Seating(stored), market, game
        self.game = game.stopped() if stored.result and stored.result.get("ended") else game
        self._figures = {move.number: move.figures for move in stored.moves if move.figures}
        self._began = time.monotonic() - max((move.elapsed for move in stored.moves), default=0.0)

    @property
    def board_name(self) -> str:
        """The name by which the page asks for this game's board. People's own boards are kept with the game."""
        own = self.seating.stored.board.partition(":")[0] in board_names()
        return self.seating.stored.board if own else f"game-{self.id}"

    def names(self, you: int | None) -> list[str]:
        """Everybody's name as a seat reads it. At the end of a game at a shared screen nobody is "you"."""
        several = self.game.is_over and len(self.seating.seats_with(you)) > 1
        return self.seating.names(None if several else you)

    def may_move(self, seat: int | None) -> bool:
        return not self.game.is_over and self.game.to_move == seat and self.seating.seats[seat].choice is None

    @property
    def is_choosing(self) -> bool:
        """Whether all people choose their first tickets now."""
        return opening.is_together(self.game)

    @property
    def deciding(self) -> list[int]:
        """The seats that have something to decide now."""
        if self.game.is_over:
            return []
        return opening.undecided(self.game, self.seating) if self.is_choosing else [self.game.to_move]

    @property
    def bot_to_move(self) -> str:
        """The bot that is to move, also in place of a person, or nothing. First tickets: people come first."""
        if self.game.is_over or (self.is_choosing and self.deciding):
            return ""
        return self.seating.bot_in(self.game.to_move)

    def begins_turn(self, before: int) -> bool:
        """Whether a person's turn has begun since the game had so many actions."""
        game = self.game
        if game.is_over or self.is_choosing or len(game.history) <= before:
            return False
        seat = self.seating.seats[game.to_move]
        return seat.is_held and not seat.stand_in and game.history[-1].seat != game.to_move

    def may_undo(self, seat: int | None) -> bool:
        mine = any(event.seat == seat for event in self.game.history) and not self.seating.stored.is_study
        return self.seating.people == [seat] and not self.seating.is_shared and mine and not self.game.is_over

    def figures(self) -> dict[int, dict[str, Any]]:
        """Why bots made their moves; only for games that are over, since it tells what they held, and in no study."""
        return self._figures if self.game.is_over and not self.seating.stored.is_study else {}

    def memory_of(self, seat: int) -> dict[str, float]:
        """What an adaptive bot remembers of its last decision."""
        return _memory(self.game, self._figures, seat)

    def record(self) -> GameRecord:
        """The game as a record, which tells everything: for games that are over."""
        headers = {"date": self.seating.stored.created.isoformat(timespec="seconds")}
        if self.seating.stored.result and not self._played.is_over:
            headers["ended"] = AGREED
        names = [seat.name if seat.masked else seat.spec or seat.name for seat in self.seating.seats]
        return GameRecord.of(self._played, names, **headers)

    def job(self, seat: int, spec: str, **more: Any) -> Job:
        """The game as it stands, for a bot in a seat."""
        return Job(
            game=self.id,
            board=self.seating.stored.board_json,
            players=self.game.players,
            seed=self.game.seed,
            position=self.seating.stored.position or "",
            moves=self.game.moves,
            names=self.seating.known_as,
            seat=seat,
            spec=spec,
            memory=self.memory_of(seat),
            **more,
        )

    # ------------------------------------------------------------ as others have left it

    @property
    def mark(self) -> Mark:
        """The mark of the game as it is in memory."""
        return mark_of(self.seating.stored)

    async def refresh_seating(self) -> bool:
        """See who sits here now: another server may have seated somebody as well.

        False, and nothing is changed, if the position is not that of the database.
        """
        stored = await self._store.run_read(self._store.seating, self.id)
        if stored is None:
            raise Deleted
        is_present = stored.changed == self.seating.stored.changed
        if is_present:
            self.seating = Seating(stored)
        return is_present

    async def reload(self) -> None:
        """Load everything as the database has it."""
        stored = await self._store.run_read(self._store.game, self.id)
        if stored is None:
            raise Deleted
        self._put(stored, *await asyncio.to_thread(_play_again, stored))

    # ------------------------------------------------------------ changes

    async def write(
        self, seat: int, numbers: Sequence[int], thought: Thought | None = None, learn: Learn | None = None
    ) -> None:
        """Carry out actions that belong together once all are in the database; after that nothing can lose them.

        With the last of the game, what is learnt from it is written. Refused, and nothing is done, if one of the
        actions is not possible.
        """
        elapsed = time.monotonic() - self._began  # without the times when nobody had the game open
        games = await asyncio.to_thread(self._play, seat, numbers, elapsed)
        await self._write(games, elapsed, _figures_of(thought), learn)

    async def _write(
        self, games: Sequence[Game], elapsed: float, figures: dict[str, Any] | None, learn: Learn | None = None
    ) -> None:
        """Write the last action of each of the games, which follow one another."""
        ending = _ending_of(games[-1])
        first, moves, ends = len(self.game.history), [], []
        for number, (before, game) in enumerate(zip((self.game, *games), games, strict=False), start=first):
            event = game.history[-1]
            text = event.action.text if event.action else ""
            moves.append(StoredMove(number=number, seat=event.seat, action=text, elapsed=elapsed, figures=figures))
            ends.append(game.is_over or (before.to_move, before.turn) != (game.to_move, game.turn))
        known = {**self._figures, **{move.number: figures for move in moves if figures}}
        learnt = learn(ending, partial(_memory, games[-1], known)) if learn and ending else {}
        stored = await self._change(
            self._store.add_moves, self.id, moves, _result_of(ending), ends, self.is_choosing, self.clock(), learnt
        )
        self.seating = Seating(stored)
        for game, move in zip(games, moves, strict=True):
            self.game = self._played = game
            self.market.update(game.market)
            if figures:
                self._figures[move.number] = figures

    async def choose(self, seat: int, number: int) -> bool:
        """Keep a choice of first tickets until all people have chosen. False if the game has moved on."""
        chosen = await asyncio.to_thread(self._chosen, seat, number)
        moves, moment = len(self.game.history), self.clock()
        try:
            return await self._change(self._store.choose, self.id, seat, moves, chosen, moment)
        except NotAllowed as error:
            raise Refused(str(error)) from None

    def _chosen(self, seat: int, number: int) -> str:
        if seat < self.game.to_move:
            raise Refused(f"it is not your turn: {self.names(seat)[self.game.to_move]} moves now")
        ahead = opening.at_choice(self.game, seat)
        text = ahead.actions.action(number).text
        if not ahead.is_legal(number):
            raise Refused(f"{text!r} is not possible now")
        return text

    @property
    def has_choices(self) -> bool:
        """Whether all people have chosen their first tickets, and they are still to be played."""
        return self.is_choosing and not self.deciding and self.seating.seats[self.game.to_move].choice is not None

    async def play_choices(self) -> None:
        """Play the choices of first tickets that are due, once all people have made theirs."""
        games, game = [], self.game
        if not self.has_choices:
            return
        while opening.is_together(game) and (choice := self.seating.seats[game.to_move].choice):
            game = game.copy()
            game.push(game.read(choice), elapsed=time.monotonic() - self._began)
            games.append(game)
        await self._write(games, time.monotonic() - self._began, None)

    def result_now(self) -> dict[str, Any]:
        """The result if all agree to end the game as it stands."""
        return {**(_result_of(_ending_of(self.game.stopped())) or {}), "ended": AGREED}

    def _play(self, seat: int, numbers: Sequence[int], elapsed: float) -> list[Game]:
        """The game after each of the actions. At the end the points are counted, which may take a while."""
        games = [self.game]
        for number in numbers:
            game = games[-1].copy()
            if game.is_over:
                raise Refused("the game is over")
            if game.to_move != seat:
                raise Refused(f"it is not your turn: {self.names(seat)[game.to_move]} moves now")
            try:
                game.push(number, elapsed=elapsed)
            except IllegalAction:
                raise Refused(f"{game.actions.action(number).text!r} is not possible now") from None
            games.append(game)
        games[-1].outcome()
        return games[1:]

    async def take_back(self, seat: int) -> None:
        """Delete the last action of a seat and all after it from the database. The caller then calls ``reload``.

        A payment goes with what it pays for.
        """
        history = self.game.history
        last = max(number for number, event in enumerate(history) if event.seat == seat)
        while history[last].kind in (Kind.PAY, Kind.GIVE):
            last -= 1
        await self._change(self._store.drop_moves, self.id, last, len(history), seat)

    async def note_help(self, seat: int) -> None:
        """Remember that the person in a seat had help from the search."""
        await self._change(self._store.note_search, self.id, seat)

    async def _change(self, write: Callable[..., Result], *values: Any) -> Result:
        """Call a method of the store that writes. Refused if the database can't be written."""
        try:
            return await self._store.run_write(write, *values)
        except SQLAlchemyError as error:
            log.error("a move of game %s can't be saved: %s", self.id, error)
            raise Refused(_UNSAVED) from None


def _play_again(stored: StoredGame) -> tuple[Game, Market]:
    """The position and the places of the market's cards: the same on every server and after every restart."""
    game = begin_game(board_of(stored.board_json), len(stored.seats), seed_of(stored), stored.position or "")
    market = Market(game.market, game.board.rules.face_up)
    for move in stored.moves:
        game.push(game.read(move.action), elapsed=move.elapsed)
        market.update(game.market)
    game.outcome()  # counting the points may take a while: not where everybody waits
    return game, market


def _memory(game: Game, known: Mapping[int, dict[str, Any]], seat: int) -> dict[str, float]:
    """What a bot must know at its next move, from the figures of the last one that has it."""
    mine = (figures for number, figures in sorted(known.items(), reverse=True) if game.history[number].seat == seat)
    return next((figures[_MEMORY] for figures in mine if _MEMORY in figures), {})


def _ending_of(game: Game) -> Ending | None:
    outcome = game.outcome()
    return Ending(outcome.totals, outcome.winners) if outcome else None


def _result_of(ending: Ending | None) -> dict[str, Any] | None:
    """As it is kept."""
    return {"totals": list(ending.totals), "winners": list(ending.winners)} if ending else None


def _figures_of(thought: Thought | None) -> dict[str, Any] | None:
    """What is kept of a thought with its move."""
    if thought is None or not (thought.reason or thought.memory):
        return None
    remembered = {_MEMORY: thought.memory} if thought.memory else {}
    return {"reason": thought.reason, **thought.figures, **remembered}
