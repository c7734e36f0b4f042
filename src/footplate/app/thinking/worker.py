"""A process in which bots think, and uploaded files are checked, one job after the other.

It talks over a pipe and knows nothing of the server. The server itself never reads an uploaded file.
"""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import c_double
from functools import lru_cache
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any

from cachetools import LRUCache

from footplate.agents import Budget, make_agent
from footplate.app.thinking.jobs import (
    Answer,
    Asked,
    Checked,
    Dealt,
    Job,
    Judged,
    PracticeJob,
    ReviewJob,
    Thought,
    Timed,
    TimingJob,
    Upload,
    board_of,
)
from footplate.app.views.replay import players_of, replay_view
from footplate.arena.play import answer_of, memory_of, start_agent, view_for
from footplate.boards import Board
from footplate.compile import on_compiling
from footplate.compiling import be_nice
from footplate.errors import FootplateError, InvalidBoard, InvalidRecord
from footplate.game import Game
from footplate.records import GameRecord, begin_game, parse_records, start_of
from footplate.review.decisions import Decision
from footplate.review.game import Reviewer
from footplate.review.playouts import Playouts
from footplate.review.practice import practice

_REMEMBERED = 64  # games that a worker keeps as they stand
MOST_LISTED = 200  # games of a file that the page offers
_MAGIC = "footplate-record"
_TIMED, _BETWEEN = 6, 4  # decisions that are timed, and decisions of others between them


def work(connection: Connection, niceness: int, until: c_double) -> None:
    """The life of a worker: do every job that comes, until the pipe closes.

    Searches end at ``until`` (on time.monotonic), which the server may change meanwhile.
    """
    be_nice(niceness)
    games, limit = KeptGames(lambda: time.monotonic() >= until.value), Limit()
    on_compiling(limit.compiling_begins, limit.compiling_ends)
    while True:
        try:
            job, processor_seconds = connection.recv()
        except (EOFError, OSError):
            return
        answer: Answer
        with limit.of(processor_seconds):
            try:
                answer = do(games, job)
            except Exception as error:
                answer = Thought(error=f"{type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except OSError:  # the server is gone
            return


def do(games: KeptGames, job: Asked) -> Answer:
    """Whatever is asked."""
    if isinstance(job, Upload):
        return check(job)
    if isinstance(job, PracticeJob):
        return deal(job)
    if isinstance(job, TimingJob):
        return timed(job)
    return judge(job) if isinstance(job, ReviewJob) else think(games, job)


class Limit:
    """Ends this process by a signal when a job has used so many seconds of a processor; 0: never.

    Its own work counts, however busy the machine is; compiling does not. Windows has no such signal: there only the
    server's patience (process.py) ends a job.
    """

    def __init__(self) -> None:
        self._seconds = 0.0
        self._compiling = 0  # one function may have another one compiled

    @contextmanager
    def of(self, seconds: float) -> Iterator[None]:
        self._seconds = seconds
        _end_after(seconds)
        try:
            yield
        finally:
            _end_after(0)

    def compiling_begins(self) -> None:
        self._compiling += 1
        if self._compiling == 1:
            _end_after(0)

    def compiling_ends(self) -> None:
        self._compiling -= 1
        if self._compiling == 0:
            _end_after(self._seconds)


def _end_after(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


class KeptGames:
    """Games as they stood at the last job, so that only new moves have to be played. ``stop`` ends a search."""

    def __init__(self, stop: Callable[[], bool] | None = None) -> None:
        self.stop = stop
        self._games: LRUCache[str, Game] = LRUCache(_REMEMBERED)

    def game(self, job: Job) -> Game:
        game = self._games.get(job.game)
        if game is None or game.moves != job.moves[: len(game.history)]:
            game = begin_game(board_of(job.board), job.players, job.seed, job.position)
        for move in job.moves[len(game.history) :]:
            game.push(move)
        self._games[job.game] = game
        return game


def think(games: KeptGames, job: Job) -> Thought:
    """The bot's decision. It goes on from its last one, whichever worker made that.

    Its chance depends on the game's seed and on how far the game has come.
    """
    game, agent = games.game(job), make_agent(job.spec)
    agent.know(job.profiles)
    chance = random.Random(f"{job.seed} {job.seat} {len(job.moves)}").getrandbits(63)
    start_agent(agent, job.names, job.seat, chance, (game.board, job.memory))
    decision = answer_of(agent, view_for(agent, game, job.seat), Budget(seconds=job.seconds, stop=games.stop))
    return Thought(game.actions.id(decision.action), decision.reason, dict(decision.figures), memory_of(agent))


# ---------------------------------------------------------------- how long moves take


def timed(job: TimingJob) -> Timed:
    """The mean of a few decisions of a game between greedy players; the first one, which loads the code, doesn't count.

    A search that has its time counts by the clock. What others take is counted in seconds of a processor: it is what a
    quiet machine takes, even if this one is not.
    """
    game, agent = Game(board_of(job.board), job.players, 1), make_agent(job.spec)
    other = make_agent("greedy")
    has_time = bool(agent.thinks and agent.thinks.seconds)
    clock, decisions = (time.perf_counter, 1) if has_time else (time.process_time, _TIMED)
    total = 0.0
    for decision in range(-1, decisions):
        for _ in range(_BETWEEN):
            start_agent(other, ("",) * job.players, game.to_move, 1)
            game.push(answer_of(other, game.observe(game.to_move), Budget()).action)
        seat = game.to_move
        start_agent(agent, ("",) * job.players, seat, 1)
        view = view_for(agent, game, seat)
        began = clock()
        answer_of(agent, view, Budget(iterations=1 if decision < 0 else None))
        total += (clock() - began) * (decision >= 0)
    return Timed(total / decisions)


# ---------------------------------------------------------------- reviews


@lru_cache(maxsize=2)
def _reviewer(record: str, deals: int) -> Reviewer:
    return Reviewer(GameRecord.from_text(record), deals=deals)


@lru_cache(maxsize=2)
def _playouts(record: str, deals: int) -> Playouts:
    return _reviewer(record, deals).playouts()


def judge(job: ReviewJob) -> Judged:
    """The decisions that are asked for; without numbers, the review of all."""
    reviewer = _reviewer(job.record, job.deals)
    if not job.numbers:
        return Judged(review=reviewer.review(map(Decision.from_dict, job.decisions)).to_dict())
    wanted, playouts = set(job.numbers), _playouts(job.record, job.deals)
    asked = [question for question in reviewer.questions if question.number in wanted]
    return Judged(tuple(reviewer.judge(question, playouts).to_dict() for question in asked))


def deal(job: PracticeJob) -> Dealt:
    """A position for practice."""
    game = practice(GameRecord.from_text(job.record), job.number, seed=job.seed)
    return Dealt(start_of(game), game.turn)


# ---------------------------------------------------------------- files that people have sent


def check(upload: Upload) -> Checked:
    """What is kept of it; reasons if nothing can be made of it."""
    try:
        if upload.kind == "board":
            return Checked(Board.from_json(upload.text).to_json())
        return Checked(_game(upload.text, upload.game), _listed(upload.text))
    except InvalidBoard as error:
        return Checked(problems=error.reasons)
    except FootplateError as error:
        return Checked(problems=(str(error),))


def _game(text: str, number: int) -> str:
    """The text of one game of a file, which replays without fault."""
    record = next(islice(parse_records(text.splitlines()), number - 1, None), None)
    if record is None:
        raise InvalidRecord(f"there is no game {number} in this file")
    replay_view(record, players_of(record))
    record.replay()
    return record.to_text()


def _listed(text: str) -> list[dict[str, Any]]:
    listed = islice(enumerate(_headers(text), start=1), MOST_LISTED)
    return [{"game": n, **{key: headers.get(key, "") for key in ("board", "seats", "result")}} for n, headers in listed]


def _headers(text: str) -> Iterator[dict[str, str]]:
    """The headers of each record of a file, whatever they say."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith(_MAGIC):
            found = {}
        elif line.startswith(("end ", "unfinished ")):
            yield found
        elif not line[:1].isdigit():
            key, colon, value = line.partition(":")
            if colon:
                found[key.strip()] = value.strip()
