"""A match: agents against each other on paired deals, every agent in every seat of each deal."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from footplate.agents import AgentLike, Budget
from footplate.arena.deals import deals_for, games_per_deal
from footplate.arena.pairing import Pairing, grown
from footplate.arena.play import Listener, OnDecision, checked_budget, checked_listeners, seated, tell_listeners
from footplate.arena.results import GameResults, MatchResult, join, measure
from footplate.arena.sequential import certainly_best, looks
from footplate.arguments import seed_number, thread_count, whole
from footplate.boards import Board, load_board
from footplate.engine.tables import make_tables

_LAST_DEAL = 1 << 48

Floats = npt.NDArray[np.float64]
Progress = Callable[[int], None]


class MatchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a match. ``result`` has the whole deals that were over by then; None if there is none."""

    def __init__(self, result: MatchResult | None) -> None:
        super().__init__()
        self.result = result


def play_match(
    board: Board | str | Path,
    agents: Sequence[AgentLike],
    games: int = 1000,
    *,
    seed: int = 0,
    budget: Budget | None = None,
    threads: int | None = None,
    keep_records: bool = False,
    keep_finals: bool = False,
    metrics: bool = False,
    until_certain: bool = False,
    first_deal: int = 0,
    listeners: Sequence[Listener] = (),
    progress: Progress = lambda games: None,
    on_decision: OnDecision | None = None,
) -> MatchResult:
    """Play ``games`` (rounded up to whole deals) and measure them.

    On each deal every pair of agents sits once in every pair of seats. Agents are spec strings, or classes or objects
    of your own; compiled bots play on all cores, or on ``threads``. With ``until_certain`` the match ends as soon as it
    is certain which agent is best (see sequential.py). An agent that raises, answers with something illegal or takes
    longer than the ``budget`` allows loses that game; ``results.forfeits`` has the reasons. ``progress`` is told how
    many games have just ended, from whichever thread has played them. ``listeners`` see every game, replayed from its
    log in the order of the deals when all are played. ``on_decision`` is told every decision with its reasons, as it is
    made; then nobody plays in compiled code. ``keep_finals`` keeps the last positions. ``first_deal`` leaves out the
    deals before it, which somebody has played already. Ctrl-C ends the match with ``MatchInterrupted``, which has the
    result so far.
    """
    board = board if isinstance(board, Board) else load_board(board)
    players = seated(agents)
    games, first_deal = whole("games", games, 1), whole("first_deal", first_deal, 0, _LAST_DEAL)
    seed = seed_number(seed)
    threads = thread_count(threads if threads is not None else os.cpu_count() or 1)
    listeners = checked_listeners(listeners)
    tables = make_tables(board, len(players))
    keep_records = keep_records or bool(listeners)
    table = Pairing(tables, players, seed, checked_budget(budget), keep_records, metrics, on_decision, keep_finals)
    deals = deals_for(games, len(players))
    table.load()
    began = time.perf_counter()
    parts: list[GameResults] = []
    played, is_interrupted = first_deal, False
    try:
        for look in looks(deals) if until_certain else (deals,):
            _play(table, parts, played, first_deal + look, threads, progress)
            played = first_deal + look
            if until_certain and certainly_best(_shares(parts)) is not None:
                break
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        for player in players:
            player.close()
    if not parts:
        raise MatchInterrupted(None)
    results, seconds = join(parts), time.perf_counter() - began
    for record in results.records if listeners else ():
        tell_listeners(listeners, record)
    names = [player.name for player in players]
    result = measure(board.name, names, seed, results, seconds, stopped_early=until_certain)
    result = replace(result, rules=board.rules_hash)
    if is_interrupted:
        raise MatchInterrupted(result)
    return result


def _shares(parts: Sequence[GameResults]) -> Floats:
    return np.concatenate([part.by_deal(part.shares) for part in parts])


def _play(table: Pairing, parts: list[GameResults], first: int, end: int, threads: int, progress: Progress) -> None:
    """Add the deals from ``first`` to before ``end`` in their order; agents written in Python play in this thread."""
    if table.is_compiled:
        _play_compiled(table, parts, first, end, threads, progress)
        return
    for deal in range(first, end):
        parts.append(table.play(deal, 1))
        progress(parts[-1].seeds.size)


def _play_compiled(
    table: Pairing, parts: list[GameResults], first: int, end: int, threads: int, progress: Progress
) -> None:
    """Each thread takes deals for a moment's play at a time; an error or Ctrl-C stops all of them after that."""
    done: dict[int, GameResults] = {}
    given, lock, stopped = first, threading.Lock(), threading.Event()

    def take(most: int) -> tuple[int, int]:
        nonlocal given
        with lock:
            mine, given = given, min(end, given + most)
            return mine, given - mine

    def work() -> None:
        size = 1
        try:
            while not stopped.is_set():
                start, deals = take(size)
                if deals == 0:
                    return
                began = time.perf_counter()
                done[start] = table.play(start, deals)
                progress(done[start].seeds.size)
                size = grown(size, time.perf_counter() - began)
        except BaseException:
            stopped.set()
            raise

    try:
        run_workers(work, threads, stopped)
    finally:
        parts += _in_a_row(done, first, len(table.players))


def run_workers(work: Callable[[], None], threads: int, stopped: threading.Event) -> None:
    """Have so many threads do the work, until all of them are done. An error of one, or Ctrl-C, sets ``stopped``, which
    the others look at now and then."""
    with ThreadPoolExecutor(threads) as pool:
        try:
            for worker in [pool.submit(work) for _ in range(threads)]:
                worker.result()
        finally:
            stopped.set()


def _in_a_row(done: Mapping[int, GameResults], first: int, players: int) -> Iterator[GameResults]:
    """What was played from deal ``first`` on without a gap."""
    while first in done:
        yield done[first]
        first += done[first].seeds.size // games_per_deal(players)
