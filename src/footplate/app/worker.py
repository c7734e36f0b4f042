"""A process in which bots think, one job after the other. It talks over a pipe and knows nothing of the server."""

from __future__ import annotations

import random
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from footplate.agents import Agent, Budget, make_agent
from footplate.agents.adaptive.agent import AdaptiveAgent
from footplate.agents.adaptive.profile import Profiles
from footplate.agents.base import Ending
from footplate.arena.play import answer_of, start_agent, view_for
from footplate.boards import Board
from footplate.game import Game

_REMEMBERED = 64  # games, and agents that learn, that a worker keeps as they stand
Value = TypeVar("Value")


@dataclass(frozen=True, kw_only=True)
class Job:
    """A decision to be made (or, when the game is over, something to be learnt): the game as its moves, and the bot."""

    game: str  # id, for the memory of the worker
    board: str  # as JSON
    players: int
    seed: int
    moves: tuple[str, ...]
    names: tuple[str, ...]  # by seat
    seat: int
    spec: str
    seconds: float | None = None
    profiles: Mapping[str, Any] = field(default_factory=dict)  # what an adaptive bot knows of its opponents


@dataclass(frozen=True)
class Thought:
    """What came out: an action with its reasons, profiles after a game, or what went wrong."""

    action: str = ""
    reason: str = ""
    figures: dict[str, Any] = field(default_factory=dict)
    profiles: dict[str, Any] = field(default_factory=dict)
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
    """Games as they stood at the last job, so that only new moves have to be played; and agents that learn."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._agents: dict[tuple[str, int], Agent] = {}

    def game(self, job: Job) -> Game:
        game = self._games.pop(job.game, None)
        if game is None or not _continues(game, job.moves):
            game = Game(Board.from_json(job.board), job.players, job.seed)
        for move in job.moves[len(game.history) :]:
            game.push(move)
        self._games[job.game] = game
        _forget_oldest(self._games)
        return game

    def agent(self, job: Job) -> Agent:
        """The bot, ready to decide. One that learns is the same during a game; others begin anew for every decision."""
        kept = self._agents.pop((job.game, job.seat), None)
        if kept is None:
            kept = make_agent(job.spec)
            if isinstance(kept, AdaptiveAgent):
                kept.profiles = Profiles.from_dict(job.profiles)
            chance = random.Random(f"{job.seed} {job.seat} {len(job.moves)}")
            start_agent(kept, job.names, job.seat, chance.getrandbits(63))
        if kept.learns:
            self._agents[job.game, job.seat] = kept
            _forget_oldest(self._agents)
        return kept


def _forget_oldest(remembered: dict[Any, Value]) -> None:
    while len(remembered) > _REMEMBERED:
        remembered.pop(next(iter(remembered)))


def _continues(game: Game, moves: Sequence[str]) -> bool:
    texts = [event.action.text for event in game.history if event.action]
    return len(texts) <= len(moves) and texts == list(moves[: len(texts)])


def think(memory: Memory, job: Job) -> Thought:
    """The bot's decision; its chance depends on the game's seed and on how far the game has come."""
    game, agent = memory.game(job), memory.agent(job)
    outcome = game.outcome()
    if outcome:
        agent.end(Ending(outcome.totals, outcome.winners))
        return Thought(profiles=agent.profiles.to_dict() if isinstance(agent, AdaptiveAgent) else {})
    decision = answer_of(agent, view_for(agent, game, job.seat), Budget(seconds=job.seconds))
    return Thought(decision.action.text, decision.reason, dict(decision.figures))
