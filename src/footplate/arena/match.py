"""A match: agents against each other on paired deals, every agent once in every seat of each deal."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.actions import action_space
from footplate.agents import Agent, Budget, make_agent
from footplate.agents.kernel_agent import KernelAgent, kernels_of
from footplate.arena.kernels import play_many
from footplate.arena.play import play_fairly
from footplate.arena.results import ForfeitedGame, GameResults, MatchResult, join, measure
from footplate.boards import Board, load_board
from footplate.engine.layout import SCRATCH, STATE, Records, new_records
from footplate.engine.tables import Tables, make_tables
from footplate.records import GameRecord, Move

LOG = 4096  # more actions than any game has: every action but a pass moves a card, a ticket or trains
_BATCH_SECONDS = 0.05  # about what a thread plays at a time: a stop, a progress bar or an idle thread waits no longer
_MOST_DEALS = 1024  # at a time, however quick they are

Progress = Callable[[int], None]


@dataclass(frozen=True)
class _Batch:
    """Some deals of a match, each to be played once per rotation of the seats."""

    first: int  # number of the first deal
    seeds: npt.NDArray[np.uint64]  # by game
    agent_seeds: npt.NDArray[np.uint64]  # by game and seat
    agent_at: npt.NDArray[np.int64]  # by game and seat


def whole_deals(games: int, players: int) -> int:
    """``games`` rounded up so that on every deal each player sits in each seat."""
    return -(-games // players) * players


class _Deals:
    """The deals of a match, handed out in their order to whichever thread asks.

    The same seed gives the same deals, whoever plays; a longer match begins with the games of a shorter one.
    """

    def __init__(self, players: int, games: int, seed: int) -> None:
        self._given, self._deals = 0, whole_deals(games, players) // players
        self._of_deals, self._of_agents = np.random.default_rng(seed).spawn(2)
        self._rotations = (np.arange(players)[:, None] + np.arange(players)) % players
        self._lock = threading.Lock()

    def take(self, most: int) -> _Batch | None:
        """The next deals, at most so many; None when all are given."""
        with self._lock:
            players, first = len(self._rotations), self._given
            n = min(most, self._deals - first)
            if n == 0:
                return None
            self._given += n
            deal_seeds = self._of_deals.integers(0, 2**63, n, np.uint64)
            agent_seeds = self._of_agents.integers(0, 2**63, (n * players, players), np.uint64)
        return _Batch(first, np.repeat(deal_seeds, players), agent_seeds, np.tile(self._rotations, (n, 1)))


def play_match(
    board: Board | str,
    agents: Sequence[str | Agent],
    games: int = 1000,
    *,
    seed: int = 0,
    budget: Budget | None = None,
    threads: int | None = None,
    keep_records: bool = False,
    progress: Progress = lambda games: None,
) -> MatchResult:
    """Play ``games`` (rounded up to whole deals) and measure them.

    On each deal every agent sits once in every seat (by rotation). Agents are spec strings or agents of your own;
    compiled bots play on all cores, or on ``threads``. An agent that raises, answers with something illegal or takes
    longer than the ``budget`` allows loses that game; ``results.forfeits`` has the reasons. ``progress`` is told how
    many games have just ended, from whichever thread has played them.
    """
    board = load_board(board) if isinstance(board, str) else board
    players = [make_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    if games < 1:
        raise ValueError(f"{games} games: at least one must be played")
    tables = make_tables(board, len(players))
    deals = _Deals(len(players), games, seed)
    bots = [player for player in players if isinstance(player, KernelAgent)]
    if len(bots) == len(players):
        _load_compiled(tables, bots)
        began = time.perf_counter()
        parts = _play_compiled(tables, bots, deals, threads or os.cpu_count() or 1, keep_records, progress)
    else:
        began = time.perf_counter()
        try:
            parts = _play_through_game(tables, players, deals, budget or Budget(), keep_records, progress)
        finally:
            for player in players:
                player.close()
    seconds = time.perf_counter() - began
    return measure(board.name, [player.name for player in players], seed, join(parts), seconds)


def _load_compiled(tables: Tables, bots: Sequence[KernelAgent]) -> None:
    """Play no game at all: that loads the compiled code, which is no part of the time that games take."""
    k = len(bots)
    nothing = np.empty(0, np.uint64)
    _play_batch(tables, bots, _Batch(0, nothing, nothing.reshape(0, k), np.empty((0, k), np.int64)), False)


def _play_compiled(
    tables: Tables,
    bots: Sequence[KernelAgent],
    deals: _Deals,
    threads: int,
    keep_records: bool,
    progress: Progress,
) -> list[GameResults]:
    """Each thread takes deals for a moment's play at a time; an error or Ctrl-C stops all of them after that."""
    parts: dict[int, GameResults] = {}
    stopped = threading.Event()

    def work() -> None:
        size = 1
        try:
            while not stopped.is_set() and (batch := deals.take(size)):
                began = time.perf_counter()
                parts[batch.first] = _play_batch(tables, bots, batch, keep_records)
                progress(batch.seeds.size)
                quick_enough = int(size * _BATCH_SECONDS / (time.perf_counter() - began))
                size = max(1, min(quick_enough, 4 * size, _MOST_DEALS))
        finally:
            stopped.set()

    with ThreadPoolExecutor(threads) as pool:
        try:
            for worker in [pool.submit(work) for _ in range(threads)]:
                worker.result()
        finally:
            stopped.set()
    return [parts[first] for first in sorted(parts)]


def _play_batch(tables: Tables, bots: Sequence[KernelAgent], batch: _Batch, keep_records: bool) -> GameResults:
    n, k = batch.agent_at.shape
    totals, won, decisions = np.zeros((n, k)), np.zeros(n, np.int64), np.zeros(n, np.int64)
    logs = np.zeros((n, LOG if keep_records else 0, 2), np.int16)
    finals = new_records(STATE, n if keep_records else 0)
    work, scratch = new_records(STATE, 2), new_records(SCRATCH, k)
    play_many(tables.record, work, scratch, *kernels_of(bots), batch.agent_at, batch.seeds, batch.agent_seeds,
              totals, won, decisions, logs, finals)  # fmt: skip
    records = []
    for g in range(finals.size):
        names = [bots[a].name for a in batch.agent_at[g]]
        log = logs[g, : decisions[g]].tolist()
        records.append(_record(tables, int(batch.seeds[g]), names, log, finals[g : g + 1]))
    return _by_agent(batch, totals, won, decisions, tuple(records))


def _record(tables: Tables, seed: int, names: Sequence[str], log: list[list[int]], final: Records) -> GameRecord:
    """The record of a compiled game, from its (seat, action) pairs and its last position."""
    actions = action_space(tables)
    moves = tuple(Move(seat, actions.action(number).text) for seat, number in log)
    return GameRecord.of_moves(tables, seed, names, moves, final, {})


def _play_through_game(
    tables: Tables,
    players: Sequence[Agent],
    deals: _Deals,
    budget: Budget,
    keep_records: bool,
    progress: Progress,
) -> list[GameResults]:
    parts = []
    while batch := deals.take(1):
        n, k = batch.agent_at.shape
        totals, won, decisions = np.zeros((n, k)), np.zeros(n, np.int64), np.zeros(n, np.int64)
        records, forfeits = [], []
        for g in range(n):
            seated = [players[a] for a in batch.agent_at[g]]
            own_seeds = [int(x) for x in batch.agent_seeds[g]]
            game, ending = play_fairly(tables.board, seated, int(batch.seeds[g]), agent_seeds=own_seeds, budget=budget)
            totals[g], decisions[g] = ending.totals, len(game.history)
            won[g] = sum(1 << seat for seat in ending.winners)
            note = {}
            if forfeit := ending.forfeit:
                note = {"forfeit": str(forfeit)}
                forfeits.append(ForfeitedGame(g, int(batch.agent_at[g, forfeit.seat]), forfeit.reason))
            if keep_records:
                records.append(GameRecord.of(game, [player.name for player in seated], **note))
        parts.append(_by_agent(batch, totals, won, decisions, tuple(records), tuple(forfeits)))
        progress(n)
    return parts


def _by_agent(
    batch: _Batch,
    totals: npt.NDArray[np.float64],
    won: npt.NDArray[np.int64],
    decisions: npt.NDArray[np.int64],
    records: tuple[GameRecord, ...],
    forfeits: tuple[ForfeitedGame, ...] = (),
) -> GameResults:
    """From seats to agents. Nobody wins a game that a player alone has forfeited."""
    seat_of = np.argsort(batch.agent_at, axis=1)
    has_won = (won[:, None] >> np.arange(totals.shape[1]) & 1).astype(np.float64)
    shares = has_won / np.maximum(has_won.sum(axis=1, keepdims=True), 1)
    rows = np.arange(won.size)[:, None]
    totals, shares = totals[rows, seat_of], shares[rows, seat_of]
    return GameResults(batch.seeds, seat_of, totals, shares, decisions, records, forfeits)
