"""The one service that plays games: requests go in, results come out in order, on any runner.

Deals are cut into pieces that take about as long as wanted. How many deals that is follows from what the same agents
have played. Pieces come out in the order of requests and deals, whatever the number of workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol

from footplate.agents import Agent, AgentLike, as_agent
from footplate.arena.deals import Request
from footplate.arena.pairing import Pairing
from footplate.arena.results import GameResults
from footplate.arena.runners import InThisThread, Runner
from footplate.arena.sources import bot_hashes, check_bots
from footplate.errors import FootplateError
from footplate.version import __version__

PIECE_SECONDS = 0.05  # about what a worker plays at a time
_MOST_DEALS = 8192  # in a piece, however quick they are
_GROWTH = 16  # by which factor pieces may grow: the first ones say little about how long a deal takes
_LEAST_PART = 4  # towards the end pieces get shorter, down to this part of the usual, so that all workers end together


class Cancelled(Exception):
    """The caller does not want the remaining games."""


class Watch(NamedTuple):
    """``progress`` is told how many games have just ended. ``is_cancelled`` is asked before every few games."""

    progress: Callable[[int], None] = lambda games: None
    is_cancelled: Callable[[], bool] = lambda: False


NOBODY = Watch()


class Piece(NamedTuple):
    """The games of some deals in a row: those of request ``number``, from deal ``first`` on."""

    number: int
    first: int
    results: GameResults


def play_games(
    requests: Sequence[Request],
    runner: Runner,
    watch: Watch = NOBODY,
    *,
    seconds: float = PIECE_SECONDS,
) -> Iterator[Piece]:
    """Have all deals played, and hand out the pieces in the order of requests and deals.

    A piece takes about so many ``seconds``. An error of an agent, Ctrl-C and a cancellation (``Cancelled``) end play
    early. They are raised when the pieces that are being played are finished, so that no game goes on. All finished
    pieces are handed out before, even if an earlier one is missing.
    """
    tables, runner = _seated(requests, runner)
    queue = _Queue(requests, runner.workers, seconds)
    flying: deque[tuple[Future[_Played], _Span]] = deque()  # in order; some of them may have ended
    try:
        while True:
            if watch.is_cancelled():
                raise Cancelled
            while len(flying) < runner.room and (span := queue.take()):
                play = partial(tables[span.number].play_piece, span.first, span.end - span.first)
                flying.append((runner.submit(play), span))
            if not flying:
                return
            wait([future for future, _ in flying if not future.done()], return_when=FIRST_COMPLETED)
            while flying and flying[0][0].done():
                future, span = flying.popleft()
                results, took = future.result()
                queue.learn(span, took)
                yield Piece(span.number, span.first, results)
                watch.progress(results.seeds.size)
    except (KeyboardInterrupt, Exception):
        _stop(runner, flying)
        for future, span in flying:
            if not future.cancelled() and future.exception() is None:
                results, _ = future.result()
                yield Piece(span.number, span.first, results)
                watch.progress(results.seeds.size)
        raise
    finally:
        _stop(runner, flying)


_Played = tuple[GameResults, float]  # the games, and how many seconds they took


class _Playable(Protocol):
    def play_piece(self, first: int, deals: int) -> _Played: ...


class RemotePairing:
    """A request for another process, which makes its agents anew for each piece."""

    def __init__(self, request: Request) -> None:
        if live := [agent for agent in request.agents if not isinstance(agent, str)]:
            raise FootplateError(f"{as_agent(live[0]).name} is no spec string, and another process can't have it")
        self.request, self.version = request, __version__

    def play_piece(self, first: int, deals: int) -> _Played:
        if self.version != __version__:
            raise FootplateError(f"the worker has footplate {__version__}, the tournament {self.version}")
        hashes = dict(self.request.bot_hashes)
        check_bots(hashes, bot_hashes(list(hashes)), "the tournament", "put the old one back and --resume")
        return Pairing(self.request).play_piece(first, deals)


def _seated(requests: Sequence[Request], runner: Runner) -> tuple[list[_Playable], Runner]:
    """Who plays each request, and where.

    Threads of this process share compiled agents. These are loaded once, before several threads need them.
    """
    tables: list[_Playable] = []
    given: tuple[AgentLike, ...] = ()
    players: tuple[Agent, ...] = ()
    for request in requests:
        is_plain = all(isinstance(agent, str) for agent in request.agents)
        if is_plain and not runner.is_here:
            tables.append(RemotePairing(request))
            continue
        is_new = request.agents != given
        if is_new:
            given, players = request.agents, tuple(map(as_agent, request.agents))
        pairing = Pairing(replace(request, agents=players))
        if pairing.is_compiled and not pairing.learns:
            tables.append(pairing if runner.is_here else RemotePairing(request))
            if is_new and is_plain:
                pairing.load()
        elif is_plain:
            tables.append(RemotePairing(request))
        else:
            tables.append(pairing)
            runner = InThisThread()
    return tables, runner


class _Span(NamedTuple):
    """Deals of request ``number``, from ``first`` to before ``end``."""

    number: int
    first: int
    end: int


class _Queue:
    """The deals that no worker has been given yet."""

    def __init__(self, requests: Sequence[Request], workers: int, seconds: float) -> None:
        self._agents = [request.agents for request in requests]
        self._open = deque(_Span(n, one.deals.start, one.deals.stop) for n, one in enumerate(requests) if one.deals)
        self._deals = sum(end - first for _, first, end in self._open)
        self._workers, self._seconds = workers, seconds
        self._sizes: dict[tuple[AgentLike, ...], int] = {}  # how many deals of these agents fit into the time

    def take(self) -> _Span | None:
        """The next deals to play."""
        if not self._open:
            return None
        number, first, end = self._open.popleft()
        usual = self._sizes.get(self._agents[number], 1)
        size = max(1, min(usual, max(-(-self._deals // self._workers), usual // _LEAST_PART)))
        middle = min(first + size, end)
        if middle < end:
            self._open.appendleft(_Span(number, middle, end))
        self._deals -= middle - first
        return _Span(number, first, middle)

    def learn(self, span: _Span, seconds: float) -> None:
        """Note how long a piece took."""
        deals = span.end - span.first
        fitting = int(deals * self._seconds / max(seconds, 1e-9))
        self._sizes[self._agents[span.number]] = max(1, min(fitting, _GROWTH * deals, _MOST_DEALS))


def _stop(runner: Runner, flying: Iterable[tuple[Future[_Played], _Span]]) -> None:
    """Give up what has not begun, and wait for the rest."""
    futures = [future for future, _ in flying]
    for future in reversed(futures):
        runner.cancel(future)
    wait([future for future in futures if not future.cancelled()])
