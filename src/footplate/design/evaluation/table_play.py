"""What the games at one table say about a board: win shares by agent and by seat, length, lead changes, tickets."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents import as_agent
from footplate.arena.deals import Batch, games_per_deal, make_batch
from footplate.arena.match import run_workers
from footplate.arena.pairing import Pairing
from footplate.arena.results import GameResults, join, plain
from footplate.arena.statistics import Estimate, mean_estimate, ratio_estimate, share_estimate
from footplate.boards import Board
from footplate.engine.tables import make_tables

Progress = Callable[[int], None]  # is told how many games have just ended
Stop = Callable[[], bool]  # is asked now and then whether to stop
_DEALS = 4  # that a thread plays at a time


@dataclass(frozen=True, kw_only=True)
class TablePlay:
    """How a table of agents plays on a board. Shares are of games, a draw of n counts 1/n; intervals cover 95 %."""

    agents: tuple[str, ...]
    games: int
    seed: int
    win_shares: tuple[Estimate, ...]  # by agent
    seat_shares: tuple[Estimate, ...]  # by seat: who begins is first
    scores: tuple[Estimate, ...]  # by agent
    turns: Estimate  # of one player
    lead_changes: Estimate  # in points for routes, which everybody can see
    completion: Estimate  # tickets done, of those held at the end
    tickets_done: Estimate  # by one player

    @property
    def players(self) -> int:
        return len(self.agents)

    @property
    def advantage(self) -> Estimate:
        """What beginning is worth: the first seat's share less an even one."""
        even, first = 1 / self.players, self.seat_shares[0]
        return Estimate(first.mean - even, first.low - even, first.high - even)

    def to_dict(self) -> dict[str, Any]:
        return {
            "agents": list(self.agents),
            "games": self.games,
            "seed": self.seed,
            **{name: [plain(x) for x in getattr(self, name)] for name in ("win_shares", "seat_shares", "scores")},
            **{
                name: plain(getattr(self, name))
                for name in ("turns", "lead_changes", "completion", "tickets_done", "advantage")
            },
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TablePlay:
        return cls(
            agents=tuple(data["agents"]),
            games=int(data["games"]),
            seed=int(data["seed"]),
            win_shares=_estimates(data["win_shares"]),
            seat_shares=_estimates(data["seat_shares"]),
            scores=_estimates(data["scores"]),
            turns=estimate_of(data["turns"]),
            lead_changes=estimate_of(data["lead_changes"]),
            completion=estimate_of(data["completion"]),
            tickets_done=estimate_of(data["tickets_done"]),
        )


def estimate_of(data: Mapping[str, float | None]) -> Estimate:
    """What ``plain`` has written; ends that were not finite have no number."""
    low, high = data["low"], data["high"]
    mean = data["mean"]
    assert mean is not None
    return Estimate(mean, -math.inf if low is None else low, math.inf if high is None else high)


def _estimates(rows: Iterable[Mapping[str, float | None]]) -> tuple[Estimate, ...]:
    return tuple(map(estimate_of, rows))


def play_table(
    board: Board,
    agents: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = lambda games: None,
    stop: Stop = lambda: False,
) -> GameResults:
    """The games with their metrics and last positions.

    On each deal every pair of agents sits once in every pair of seats, and games are rounded up to whole deals. Agents
    who are all alike play each deal once. When ``stop`` says so, there are those of the deals so far, at least some.
    """
    players = [as_agent(agent) for agent in agents]
    pairing = Pairing(make_tables(board, len(players)), players, seed, metrics=True, keep_finals=True)
    deals = -(-games // _games_of_a_deal(agents))
    waiting, lock, done = iter(range(0, deals, _DEALS)), threading.Lock(), dict[int, GameResults]()
    is_over = threading.Event()

    def take() -> int | None:
        """The first of the deals that come next."""
        with lock:
            return None if is_over.is_set() or (done and stop()) else next(waiting, None)

    def work() -> None:
        while (first := take()) is not None:
            batch = table_batch(agents, seed, first, min(_DEALS, deals - first))
            done[first] = pairing.play_batch(batch)
            progress(batch.seeds.size)

    pairing.load()
    threads = (threads or os.cpu_count() or 1) if pairing.is_compiled else 1
    try:
        run_workers(work, threads, is_over)
    finally:
        for player in players:
            player.close()
    return join([done[first] for first in sorted(done)])


def table_batch(agents: Sequence[str], seed: int, first: int, deals: int) -> Batch:
    """Deals from number ``first`` on, with changed seats; agents who are all alike play each deal once."""
    batch = make_batch(len(agents), seed, first, deals)
    every = games_per_deal(len(agents)) // _games_of_a_deal(agents)
    seeds, own_seeds = batch.seeds[::every].copy(), batch.agent_seeds[::every].copy()
    return Batch(batch.first, seeds, own_seeds, batch.agent_at[::every].copy())  # gaps would be compiled anew


def _games_of_a_deal(agents: Sequence[str]) -> int:
    return games_per_deal(len(agents)) if len(set(agents)) > 1 else 1


def measure_play(agents: Sequence[str], seed: int, results: GameResults) -> TablePlay:
    """What the results of ``play_table`` say; the unit of the intervals is the deal."""
    k, metrics = len(agents), results.metrics
    assert metrics is not None

    def by_deal(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        means: npt.NDArray[np.float64] = values.reshape(-1, _games_of_a_deal(agents), *values.shape[1:]).mean(axis=1)
        return means

    shares, totals = by_deal(results.shares), by_deal(results.totals)
    seats = [by_deal((results.shares * (results.seat_of == seat)).sum(axis=1)) for seat in range(k)]
    done = metrics["tickets_done"][:, :k].sum(axis=1).astype(np.float64)
    held = metrics["tickets_held"][:, :k].sum(axis=1).astype(np.float64)
    return TablePlay(
        agents=tuple(agents),
        games=results.seeds.size,
        seed=seed,
        win_shares=tuple(share_estimate(shares[:, a]) for a in range(k)),
        seat_shares=tuple(share_estimate(seat) for seat in seats),
        scores=tuple(mean_estimate(totals[:, a]) for a in range(k)),
        turns=mean_estimate(by_deal(metrics["turns"] / k)),
        lead_changes=mean_estimate(by_deal(metrics["lead_changes"].astype(np.float64))),
        completion=_completion(by_deal(done), by_deal(held)),
        tickets_done=mean_estimate(by_deal(done / k)),
    )


def _completion(done: Any, held: Any) -> Estimate:
    return ratio_estimate(done, held) if held.sum() else Estimate(0.0, 0.0, 1.0)
