"""What the games at one table say about a board: win shares by agent and by seat, length, lead changes, tickets."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from footplate.arena.deals import deals_for, games_per_deal
from footplate.arena.match import play_match
from footplate.arena.results import GameResults, join, plain
from footplate.arena.statistics import Estimate, mean_estimate, ratio_estimate, share_estimate
from footplate.boards import Board

Progress = Callable[[int], None]  # is told how many games have just ended
Stop = Callable[[], bool]  # is asked now and then whether to stop
_DEALS = 20  # played between two questions whether to stop


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
            **{name: [plain(x) for x in getattr(self, name)] for name in _LISTS},
            **{name: plain(getattr(self, name)) for name in (*_FIGURES, "advantage")},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TablePlay:
        return cls(
            agents=tuple(data["agents"]),
            games=int(data["games"]),
            seed=int(data["seed"]),
            **{name: tuple(estimate_of(x) for x in data[name]) for name in _LISTS},
            **{name: estimate_of(data[name]) for name in _FIGURES},
        )


_LISTS = ("win_shares", "seat_shares", "scores")
_FIGURES = ("turns", "lead_changes", "completion", "tickets_done")


def estimate_of(data: Mapping[str, float | None]) -> Estimate:
    """What ``plain`` has written; ends that were not finite have no number."""
    low, high = data["low"], data["high"]
    mean = data["mean"]
    assert mean is not None
    return Estimate(mean, -math.inf if low is None else low, math.inf if high is None else high)


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
    """The games (rounded up to whole deals) with their metrics and last positions.

    When ``stop`` says so, it is those of the deals so far, at least some.
    """
    parts: list[GameResults] = []
    deals, done = deals_for(games, len(agents)), 0
    while done < deals and not (parts and stop()):
        more = min(_DEALS, deals - done)
        match = play_match(
            board,
            agents,
            more * games_per_deal(len(agents)),
            seed=seed,
            threads=threads,
            metrics=True,
            keep_finals=True,
            first_deal=done,
            progress=progress,
        )
        parts.append(match.results)
        done += more
    return join(parts)


def measure_play(agents: Sequence[str], seed: int, results: GameResults) -> TablePlay:
    k, metrics = len(agents), results.metrics
    assert metrics is not None
    shares, totals = results.by_deal(results.shares), results.by_deal(results.totals)
    seats = [results.by_deal((results.shares * (results.seat_of == seat)).sum(axis=1)) for seat in range(k)]
    done = metrics["tickets_done"][:, :k].sum(axis=1).astype(np.float64)
    held = metrics["tickets_held"][:, :k].sum(axis=1).astype(np.float64)
    return TablePlay(
        agents=tuple(agents),
        games=results.seeds.size,
        seed=seed,
        win_shares=tuple(share_estimate(shares[:, a]) for a in range(k)),
        seat_shares=tuple(share_estimate(seat) for seat in seats),
        scores=tuple(mean_estimate(totals[:, a]) for a in range(k)),
        turns=mean_estimate(results.by_deal(metrics["turns"] / k)),
        lead_changes=mean_estimate(results.by_deal(metrics["lead_changes"].astype(np.float64))),
        completion=_completion(results.by_deal(done), results.by_deal(held)),
        tickets_done=mean_estimate(results.by_deal(done / k)),
    )


def _completion(done: Any, held: Any) -> Estimate:
    return ratio_estimate(done, held) if held.sum() else Estimate(0.0, 0.0, 1.0)
