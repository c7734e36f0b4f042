"""A game as far as it has come: the position, where the market's cards lie, and what bots thought."""

from __future__ import annotations

import time
from typing import Any

from footplate.app.database.models import StoredGame
from footplate.app.database.store import seed_of
from footplate.app.thinking.jobs import Thought, board_of
from footplate.app.views.market import Market
from footplate.game import Game
from footplate.records import GameRecord

MEMORY = "memory"  # among the figures of a move: what an adaptive bot must know at its next one


def record_of(stored: StoredGame, game: Game) -> GameRecord:
    """A game as a record, which tells everything: for games that are over."""
    date = stored.created.isoformat(timespec="seconds")
    return GameRecord.of(game, [seat.spec or seat.name for seat in stored.seats], date=date)


class LivePosition:
    """The course of a game, played again from the database: it is the same on every server and after every restart."""

    def __init__(self, stored: StoredGame) -> None:
        self.game = Game(board_of(stored.board_json), len(stored.seats), seed_of(stored))
        self.market = Market(self.game.market, self.game.board.rules.face_up)
        self.figures: dict[int, dict[str, Any]] = {}  # by move: why a bot made it, and what it remembers
        self._began = time.monotonic() - max((move.elapsed for move in stored.moves), default=0.0)
        for move in stored.moves:
            self.game.push(self.game.read(move.action), elapsed=move.elapsed)
            self.go_on(self.game, move.figures)
        self.game.outcome()  # counting the points may take a while: not where everybody waits

    def seconds(self) -> float:
        """How long the game has been played, without the times when nobody had it open."""
        return time.monotonic() - self._began

    def go_on(self, game: Game, figures: dict[str, Any] | None) -> None:
        """To the game one move later, with the figures of that move."""
        self.game = game
        self.market.update(game.market)
        if figures:
            self.figures[len(game.history) - 1] = figures

    def memory_of(self, seat: int) -> dict[str, float]:
        """What an adaptive bot remembers of its last decision."""
        history = self.game.history
        mine = (self.figures[number] for number in sorted(self.figures, reverse=True) if history[number].seat == seat)
        return next((figures[MEMORY] for figures in mine if MEMORY in figures), {})


def figures_of(thought: Thought | None) -> dict[str, Any] | None:
    """What is kept of a thought with its move."""
    if thought is None or not (thought.reason or thought.memory):
        return None
    remembered = {MEMORY: thought.memory} if thought.memory else {}
    return {"reason": thought.reason, **thought.figures, **remembered}
