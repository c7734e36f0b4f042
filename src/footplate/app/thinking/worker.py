"""A process in which bots think, one job after the other. It talks over a pipe and knows nothing of the server."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from multiprocessing.connection import Connection

from footplate.agents import Agent, Budget, make_agent
from footplate.app.lru_cache import LruCache
from footplate.app.thinking.jobs import Job, Thought, board_of
from footplate.arena.play import answer_of, memory_of, start_agent, view_for
from footplate.boards import Board
from footplate.game import Game

_REMEMBERED = 64  # games that a worker keeps as they stand


def work(connection: Connection, niceness: int) -> None:
    """The life of a worker: think about every job that comes, until the pipe closes."""
    os.nice(niceness)
    games = Games()
    while True:
        try:
            job = connection.recv()
        except (EOFError, OSError):
            return
        try:
            thought = think(games, job)
        except Exception as error:
            thought = Thought(error=f"{type(error).__name__}: {error}")
        try:
            connection.send(thought)
        except OSError:  # the server is gone
            return


class Games:
    """Games as they stood at the last job, so that only new moves have to be played."""

    def __init__(self) -> None:
        self._games: LruCache[str, Game] = LruCache(_REMEMBERED)

    def game(self, job: Job) -> Game:
        game = self._games.get(job.game)
        if game is None or not _continues(game, job.moves):
            game = Game(board_of(job.board), job.players, job.seed)
        for move in job.moves[len(game.history) :]:
            game.push(move)
        self._games.put(job.game, game)
        return game


def _continues(game: Game, moves: Sequence[int]) -> bool:
    return game.moves == tuple(moves[: len(game.history)])


def agent_for(job: Job, board: Board) -> Agent:
    """The bot as it was after its last decision, whoever had it then.

    Its chance depends on the game's seed and on how far the game has come.
    """
    agent = make_agent(job.spec)
    agent.know(job.profiles)
    chance = random.Random(f"{job.seed} {job.seat} {len(job.moves)}")
    start_agent(agent, job.names, job.seat, chance.getrandbits(63), (board, job.memory))
    return agent


def think(games: Games, job: Job) -> Thought:
    """The bot's decision."""
    game = games.game(job)
    agent = agent_for(job, game.board)
    decision = answer_of(agent, view_for(agent, game, job.seat), Budget(seconds=job.seconds))
    return Thought(game.actions.id(decision.action), decision.reason, dict(decision.figures), memory_of(agent))
