"""A match: agents against each other on paired deals, every agent once in every seat of each deal."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents import Agent, Budget, make_agent
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kernels import BOT
from footplate.arena.kernels import play_many
from footplate.arena.play import play_game
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.boards import Board, load_board
from footplate.engine.layout import SCRATCH, STATE, new_records
from footplate.engine.tables import Tables, make_tables
from footplate.game import Game
from footplate.records import GameRecord

LOG = 4096  # more actions than any game has: every action but a pass moves a card, a ticket or trains
_BATCH_DEALS = 128


@dataclass(frozen=True)
class GameResults:
    """Results of games as arrays: row g is a game. ``seat_of[g, a]`` is the seat of agent a in game g.

    Agents are counted as in the match; ``totals[g, a]`` is agent a's final score, ``shares[g, a]`` its share of the win
    (1, or 1/n in a draw of n). Games come deal by deal, one for each rotation of the seats.
    """

    seeds: npt.NDArray[np.uint64]
    seat_of: npt.NDArray[np.int64]
    totals: npt.NDArray[np.float64]
    shares: npt.NDArray[np.float64]
    decisions: npt.NDArray[np.int64]
    records: tuple[GameRecord, ...] = ()


@dataclass(frozen=True)
class AgentResult:
    agent: str
    wins: int
    draws: int
    losses: int
    win_rate: Estimate  # a draw of n players counts 1/n
    mean_score: Estimate


@dataclass(frozen=True)
class MatchResult:
    board: str
    games: int
    seed: int
    agents: tuple[AgentResult, ...]
    margin: Estimate | None  # first agent's score minus the best other's
    first_seat_win_rate: Estimate
    mean_decisions: float
    seconds: float
    results: GameResults

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, without the single games."""

        def plain(estimate: Estimate | None) -> dict[str, float] | None:
            return None if estimate is None else {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}

        return {
            "board": self.board,
            "games": self.games,
            "seed": self.seed,
            "agents": [
                {
                    "agent": a.agent,
                    "wins": a.wins,
                    "draws": a.draws,
                    "losses": a.losses,
                    "win_rate": plain(a.win_rate),
                    "mean_score": plain(a.mean_score),
                }
                for a in self.agents
            ],
            "margin": plain(self.margin),
            "first_seat_win_rate": plain(self.first_seat_win_rate),
            "mean_decisions": self.mean_decisions,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
        }


@dataclass(frozen=True)
class _Batch:
    """Some deals of a match, each to be played once per rotation of the seats."""

    seeds: npt.NDArray[np.uint64]  # by game
    agent_seeds: npt.NDArray[np.uint64]  # by game and seat
    agent_at: npt.NDArray[np.int64]  # by game and seat


def _batches(players: int, games: int, seed: int, size: int) -> Iterator[_Batch]:
    """Enough deals for ``games``; the same seed gives the same deals, whoever plays."""
    deals = -(-games // players)
    generator = np.random.default_rng(seed)
    deal_seeds = generator.integers(0, 2**63, deals, np.uint64)
    agent_seeds = generator.integers(0, 2**63, (deals * players, players), np.uint64)
    rotations = (np.arange(players)[:, None] + np.arange(players)) % players
    for first in range(0, deals, size):
        part = slice(first, min(first + size, deals))
        n = part.stop - part.start
        of_games = agent_seeds[part.start * players : part.stop * players]
        yield _Batch(np.repeat(deal_seeds[part], players), of_games, np.tile(rotations, (n, 1)))


def play_match(
    board: Board | str,
    agents: Sequence[str | Agent],
    games: int = 1000,
    *,
    seed: int = 0,
    budget: Budget | None = None,
    threads: int | None = None,
    keep_records: bool = False,
    progress: Callable[[int], None] = lambda games: None,
) -> MatchResult:
    """Play ``games`` (rounded up to whole deals) and measure them.

    On each deal every agent sits once in every seat (by rotation). ``progress`` is told how many games have just ended.
    Agents are spec strings or agents of your own; compiled bots play on all cores.
    """
    board = load_board(board) if isinstance(board, str) else board
    players = [make_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    if games < 1:
        raise ValueError(f"{games} games: at least one must be played")
    tables = make_tables(board, len(players))
    began = time.perf_counter()
    if all(isinstance(player, KernelAgent) for player in players):
        parts = _play_compiled(tables, players, games, seed, threads, keep_records, progress)  # type: ignore[arg-type]
    else:
        parts = _play_through_game(tables, players, games, seed, budget, keep_records, progress)
    results = _joined(parts)
    return _measured(board, players, seed, results, time.perf_counter() - began)


def _play_compiled(
    tables: Tables,
    players: Sequence[KernelAgent],
    games: int,
    seed: int,
    threads: int | None,
    keep_records: bool,
    progress: Callable[[int], None],
) -> list[GameResults]:
    def play(batch: _Batch) -> GameResults:
        result = _play_batch(tables, players, batch, keep_records)
        progress(batch.seeds.size)
        return result

    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(play, _batches(len(players), games, seed, _BATCH_DEALS)))


def _play_batch(tables: Tables, players: Sequence[KernelAgent], batch: _Batch, keep_records: bool) -> GameResults:
    n, k = batch.agent_at.shape
    kinds = new_records(BOT, k)
    for a, player in enumerate(players):
        kinds[a] = player.bot
    totals, won = np.zeros((n, k)), np.zeros(n, np.int64)
    decisions, logs = np.zeros(n, np.int64), np.zeros((n, LOG if keep_records else 0), np.int16)
    work, scratch = new_records(STATE, 2), new_records(SCRATCH, k)
    play_many(tables.record, work, scratch, kinds[batch.agent_at], batch.seeds, batch.agent_seeds,
              totals, won, decisions, logs)  # fmt: skip
    records = tuple(_record(tables, players, batch, logs, decisions, g) for g in range(n)) if keep_records else ()
    return _by_agent(batch, totals, won, decisions, records)


def _record(tables: Tables, players: Sequence[Agent], batch: _Batch, logs: Any, decisions: Any, g: int) -> GameRecord:
    game = Game(tables.board, tables.players, int(batch.seeds[g]))
    for number in logs[g, : decisions[g]]:
        game.push(int(number))
    return GameRecord.of(game, [players[a].name for a in batch.agent_at[g]])


def _play_through_game(
    tables: Tables,
    players: Sequence[Agent],
    games: int,
    seed: int,
    budget: Budget | None,
    keep_records: bool,
    progress: Callable[[int], None],
) -> list[GameResults]:
    parts = []
    for batch in _batches(len(players), games, seed, 1):
        n, k = batch.agent_at.shape
        totals, won, decisions = np.zeros((n, k)), np.zeros(n, np.int64), np.zeros(n, np.int64)
        records = []
        for g in range(n):
            seated = [players[a] for a in batch.agent_at[g]]
            own_seeds = [int(x) for x in batch.agent_seeds[g]]
            game = play_game(tables.board, seated, int(batch.seeds[g]), agent_seeds=own_seeds, budget=budget)
            outcome = game.outcome()
            assert outcome is not None
            totals[g], decisions[g] = outcome.totals, len(game.history)
            won[g] = sum(1 << seat for seat in outcome.winners)
            if keep_records:
                records.append(GameRecord.of(game, [player.name for player in seated]))
        parts.append(_by_agent(batch, totals, won, decisions, tuple(records)))
        progress(n)
    return parts


def _by_agent(
    batch: _Batch,
    totals: npt.NDArray[np.float64],
    won: npt.NDArray[np.int64],
    decisions: npt.NDArray[np.int64],
    records: tuple[GameRecord, ...],
) -> GameResults:
    """From seats to agents."""
    seat_of = np.argsort(batch.agent_at, axis=1)
    has_won = (won[:, None] >> np.arange(totals.shape[1]) & 1).astype(np.float64)
    shares = has_won / has_won.sum(axis=1, keepdims=True)
    rows = np.arange(won.size)[:, None]
    return GameResults(batch.seeds, seat_of, totals[rows, seat_of], shares[rows, seat_of], decisions, records)


def _joined(parts: list[GameResults]) -> GameResults:
    return GameResults(
        np.concatenate([part.seeds for part in parts]),
        np.concatenate([part.seat_of for part in parts]),
        np.concatenate([part.totals for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.decisions for part in parts]),
        tuple(record for part in parts for record in part.records),
    )


def _measured(board: Board, players: Sequence[Agent], seed: int, results: GameResults, seconds: float) -> MatchResult:
    k = len(players)

    def by_deal(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        means: npt.NDArray[np.float64] = values.reshape(-1, k).mean(axis=1)
        return means

    agents = []
    for a, player in enumerate(players):
        shares, totals = results.shares[:, a], results.totals[:, a]
        wins, draws = int((shares == 1).sum()), int(((shares > 0) & (shares < 1)).sum())
        agents.append(
            AgentResult(
                player.name, wins, draws, shares.size - wins - draws,
                share_estimate(by_deal(shares)), mean_estimate(by_deal(totals)),
            )
        )  # fmt: skip
    margin = None
    if k > 1:
        margin = mean_estimate(by_deal(results.totals[:, 0] - results.totals[:, 1:].max(axis=1)))
    first_seat = (results.shares * (results.seat_of == 0)).sum(axis=1)
    return MatchResult(
        board.name, results.seeds.size, seed, tuple(agents), margin,
        share_estimate(by_deal(first_seat)), float(results.decisions.mean()), seconds, results,
    )  # fmt: skip
