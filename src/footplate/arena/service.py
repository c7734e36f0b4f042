"""The one service that plays games: requests go in, results come out in order, on any runner.

Deals are cut into pieces that take about as long as wanted; what has been played tells how many deals that is. A worker
that runs out of time hands in what it has, and the rest is given out again. Pieces come out in the order of requests
and deals, so that nobody sees how many workers there were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from functools import partial
from heapq import heappop, heappush
from typing import NamedTuple, Protocol

from footplate.agents import Agent, AgentLike, as_agent
from footplate.arena.pairing import Pairing, grown
from footplate.arena.requests import Request
from footplate.arena.results import GameResults
from footplate.arena.runners import InThisThread, Runner
from footplate.arena.sources import bot_hashes, check_bots
from footplate.errors import FootplateError
from footplate.version import __version__

PIECE_SECONDS = 0.1  # what a worker plays before it hands in what it has
_MOST_DEALS = 8192  # in a piece
_LEAST_PART = 20  # no piece is cut shorter than this part of PIECE_SECONDS so that all workers end together


class Cancelled(Exception):
    """Somebody doesn't want the rest."""


class Watch(NamedTuple):
    """Who is told how many games have just ended, and asked before every few games whether to go on (``Cancelled``)."""

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

    A piece takes about so many ``seconds``. Whatever ends it early, no game goes on: an error of an agent, Ctrl-C and
    ``Cancelled`` wait for the pieces that are being played, hand out all that are finished, some perhaps behind a gap,
    and are raised then.
    """
    tables, runner = _seated(requests, runner)
    queue = _Queue(requests, runner, seconds)
    flying: dict[Future[_Played], _Span] = {}
    try:
        while True:
            if watch.is_cancelled():
                raise Cancelled
            while len(flying) < runner.room and (span := queue.take()):
                play = partial(tables[span.number].play_for, span.first, span.end - span.first, seconds)
                flying[runner.submit(play)] = span
            if not flying:
                return
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                queue.hand_in(flying.pop(future), *future.result())
            for piece in queue.pieces_before(flying.values()):
                yield piece
                watch.progress(piece.results.seeds.size)
    except (KeyboardInterrupt, Exception):
        for future, span in _stop(runner, flying).items():
            if future.exception() is None:
                queue.hand_in(span, *future.result())
        for piece in queue.pieces():
            yield piece
            watch.progress(piece.results.seeds.size)
        raise
    finally:
        _stop(runner, flying)


_Played = tuple[GameResults, float]  # the games, and how many seconds they took


class _Table(Protocol):
    def play_for(self, first: int, deals: int, seconds: float) -> _Played: ...


class RemoteTable:
    """A request that travels: wherever it arrives, its agents are made anew for each piece."""

    def __init__(self, request: Request) -> None:
        if live := [agent for agent in request.agents if not isinstance(agent, str)]:
            raise FootplateError(f"{as_agent(live[0]).name} is no spec string, and another process can't have it")
        self.request, self.version = request, __version__

    def play_for(self, first: int, deals: int, seconds: float) -> _Played:
        if self.version != __version__:
            raise FootplateError(f"the worker has footplate {__version__}, the tournament {self.version}")
        hashes = dict(self.request.bot_hashes)
        check_bots(hashes, bot_hashes(list(hashes)), "the tournament", "put the old one back and --resume")
        return Pairing(self.request).play_for(first, deals, seconds)


def _seated(requests: Sequence[Request], runner: Runner) -> tuple[list[_Table], Runner]:
    """Who plays each request, and where. Threads of this process share compiled agents, whose code is loaded now."""
    tables: list[_Table] = []
    given: tuple[AgentLike, ...] = ()
    players: tuple[Agent, ...] = ()
    for request in requests:
        is_plain = all(isinstance(agent, str) for agent in request.agents)
        if is_plain and not runner.is_here:
            tables.append(RemoteTable(request))
            continue
        is_new = request.agents != given
        if is_new:
            given, players = request.agents, tuple(map(as_agent, request.agents))
        pairing = Pairing(replace(request, agents=players))
        if pairing.is_compiled:
            tables.append(pairing if runner.is_here else RemoteTable(request))
            if is_new:
                pairing.load()
        elif is_plain:
            tables.append(RemoteTable(request))
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
    """What is still to be given out, and what has come in and waits for its turn."""

    def __init__(self, requests: Sequence[Request], runner: Runner, seconds: float) -> None:
        self._games_per_deal = [request.games_per_deal for request in requests]
        self._open = [_Span(n, one.deals.start, one.deals.stop) for n, one in enumerate(requests) if one.deals]
        self._done: list[Piece] = []  # like _open a heap: the first in order comes first
        self._deals = sum(end - first for _, first, end in self._open)
        self._workers, self._size, self._seconds = runner.workers, 1, seconds

    def take(self) -> _Span | None:
        """The next deals to play: as many as fit into the time, and fewer towards the end, for all workers' sake."""
        if not self._open:
            return None
        number, first, end = heappop(self._open)
        share = -(-self._deals // (2 * self._workers))
        size = max(1, min(self._size, max(share, self._size // _LEAST_PART)))
        middle = min(first + size, end)
        self._give_back(_Span(number, middle, end))
        self._deals -= end - first
        return _Span(number, first, middle)

    def _give_back(self, span: _Span) -> None:
        if span.first < span.end:
            heappush(self._open, span)
            self._deals += span.end - span.first

    def hand_in(self, span: _Span, results: GameResults, seconds: float) -> None:
        deals = results.seeds.size // self._games_per_deal[span.number]
        self._give_back(span._replace(first=span.first + deals))
        heappush(self._done, Piece(span.number, span.first, results))
        self._size = grown(deals, seconds, self._seconds, _MOST_DEALS)

    def pieces_before(self, flying: Iterable[_Span]) -> Iterator[Piece]:
        """Those that come before all deals that are being played or have not been given out."""
        missing = min((*self._open[:1], *flying), default=None)
        while self._done and (missing is None or self._done[0][:2] < missing[:2]):
            yield heappop(self._done)

    def pieces(self) -> Iterator[Piece]:
        """All that have come in."""
        while self._done:
            yield heappop(self._done)


def _stop(runner: Runner, flying: dict[Future[_Played], _Span]) -> dict[Future[_Played], _Span]:
    """Give up what has not begun and wait for the rest; returns what was not given up."""
    begun = dict(flying)
    flying.clear()
    for future in reversed(begun):
        runner.cancel(future)
    begun = {future: span for future, span in begun.items() if not future.cancelled()}
    wait(begun)
    return begun
