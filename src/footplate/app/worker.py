"""A process in which bots think, one job after the other. It talks over a pipe and knows nothing of the server."""

from __future__ import annotations

import random
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from footplate.agents import Budget, make_agent
from footplate.arena.play import answer_of, start_agent, view_for
from footplate.boards import Board
from footplate.game import Game

_REMEMBERED = 64  # games that a worker keeps as they stand


@dataclass(frozen=True)
class Job:
    """A decision to be made: the game as its moves, and the bot that decides."""

    game: str  # id, for the memory of the worker
    board: str  # as JSON
    players: int
    seed: int
    moves: tuple[str, ...]
    names: tuple[str, ...]  # by seat
    spec: str
    seconds: float | None = None


@dataclass(frozen=True)
class Thought:
    """What came out: an action with its reasons, or what went wrong."""

    action: str = ""
    reason: str = ""
    figures: dict[str, Any] = field(default_factory=dict)
    error: str = ""


def work(connection: Connection) -> None:
    """The life of a worker: think about every job that comes, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory = Memory()
    while True:
        try:
            job = connection.recv()
        except (EOFError, OSError):
            return
        try:
            thought = think(memory, job)
        except Exception as error:
            thought = Thought(error=f"{type(error).__name__}: {error}")
        connection.send(thought)


class Memory:
    """Games as they stood at the last job, so that only new moves have to be played."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}

    def game(self, job: Job) -> Game:
        game = self._games.pop(job.game, None)
        if game is None or not _continues(game, job.moves):
            game = Game(Board.from_json(job.board), job.players, job.seed)
        for move in job.moves[len(game.history) :]:
            game.push(move)
        self._games[job.game] = game
        while len(self._games) > _REMEMBERED:
            self._games.pop(next(iter(self._games)))
        return game


def _continues(game: Game, moves: Sequence[str]) -> bool:
    texts = [event.action.text for event in game.history if event.action]
    return len(texts) <= len(moves) and texts == list(moves[: len(texts)])


def think(memory: Memory, job: Job) -> Thought:
    """The bot's decision; its chance depends on the game's seed and on how far the game has come."""
    game = memory.game(job)
    seat = game.to_move
    agent = make_agent(job.spec)
    agent.name = job.spec
    chance = random.Random(f"{job.seed} {seat} {len(job.moves)}")
    start_agent(agent, list(job.names), seat, chance.getrandbits(63))
    decision = answer_of(agent, view_for(agent, game, seat), Budget(seconds=job.seconds))
    return Thought(decision.action.text, decision.reason, dict(decision.figures))
