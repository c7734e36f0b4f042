"""What a match found out: the single games as arrays, and the figures with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.records import GameRecord

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ForfeitedGame:
    """A game that an agent has lost by misbehaviour; ``game`` is its row and ``agent`` its column in the results."""

    game: int
    agent: int
    reason: str


@dataclass(frozen=True)
class GameResults:
    """Results of games as arrays: row g is a game. ``seat_of[g, a]`` is the seat of agent a in game g.

    Agents are counted as in the match; ``totals[g, a]`` is agent a's final score, ``shares[g, a]`` its share of the win
    (1, or 1/n in a draw of n). Games come deal by deal, one for each rotation of the seats. In a game of ``forfeits``
    the one who misbehaved has no share, and the totals are those of the position in which play stopped.
    """

    seeds: npt.NDArray[np.uint64]
    seat_of: npt.NDArray[np.int64]
    totals: Floats
    shares: Floats
    decisions: npt.NDArray[np.int64]
    records: tuple[GameRecord, ...] = ()
    forfeits: tuple[ForfeitedGame, ...] = ()


@dataclass(frozen=True)
class AgentResult:
    agent: str
    wins: int
    draws: int
    losses: int
    win_rate: Estimate  # a draw of n players counts 1/n
    mean_score: Estimate
    forfeits: int = 0  # of the losses


@dataclass(frozen=True)
class MatchResult:
    board: str
    games: int
    seed: int
    agents: tuple[AgentResult, ...]
    best: int | None  # the agent that surely wins more than every other one; None if no such difference is shown
    margin: Estimate | None  # first agent's score minus the best other's
    first_seat_win_rate: Estimate
    mean_decisions: float
    seconds: float
    results: GameResults

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, without the single games. The ends of an interval that one deal can't give are None."""
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
                    "win_rate": _plain(a.win_rate),
                    "mean_score": _plain(a.mean_score),
                    "forfeits": a.forfeits,
                }
                for a in self.agents
            ],
            "best": self.best,
            "margin": _plain(self.margin),
            "first_seat_win_rate": _plain(self.first_seat_win_rate),
            "mean_decisions": self.mean_decisions,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "forfeits": [asdict(forfeit) for forfeit in self.results.forfeits],
        }


def _plain(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    ends = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return {name: value if math.isfinite(value) else None for name, value in ends.items()}


def join(parts: Sequence[GameResults]) -> GameResults:
    first_rows = np.cumsum([0, *(part.seeds.size for part in parts)]).tolist()
    return GameResults(
        np.concatenate([part.seeds for part in parts]),
        np.concatenate([part.seat_of for part in parts]),
        np.concatenate([part.totals for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.decisions for part in parts]),
        tuple(record for part in parts for record in part.records),
        tuple(
            replace(f, game=row + f.game) for row, part in zip(first_rows, parts, strict=False) for f in part.forfeits
        ),
    )


def measure(board: str, names: Sequence[str], seed: int, results: GameResults, seconds: float) -> MatchResult:
    """The figures of a match between the agents ``names``."""
    totals, shares = results.totals, results.shares
    k = len(names)
    margin = mean_estimate(_by_deal(totals[:, 0] - totals[:, 1:].max(axis=1), k)) if k > 1 else None
    first_seat = (shares * (results.seat_of == 0)).sum(axis=1)
    return MatchResult(
        board=board,
        games=results.seeds.size,
        seed=seed,
        agents=tuple(_of_agent(results, a, name) for a, name in enumerate(names)),
        best=_surely_best(shares),
        margin=margin,
        first_seat_win_rate=share_estimate(_by_deal(first_seat, k)),
        mean_decisions=float(results.decisions.mean()),
        seconds=seconds,
        results=results,
    )


def _by_deal(values: Floats, k: int) -> Floats:
    """The mean of each deal's k games."""
    means: Floats = values.reshape(-1, k).mean(axis=1)
    return means


def _of_agent(results: GameResults, a: int, name: str) -> AgentResult:
    shares, k = results.shares[:, a], results.shares.shape[1]
    wins, draws = int((shares == 1).sum()), int(((shares > 0) & (shares < 1)).sum())
    return AgentResult(
        agent=name,
        wins=wins,
        draws=draws,
        losses=shares.size - wins - draws,
        win_rate=share_estimate(_by_deal(shares, k)),
        mean_score=mean_estimate(_by_deal(results.totals[:, a], k)),
        forfeits=sum(forfeit.agent == a for forfeit in results.forfeits),
    )


def _surely_best(shares: Floats) -> int | None:
    """The agent whose lead over each other one is more than chance explains (two-sided, 95 %).

    A lead counts as a share, (1 + difference) / 2; between two agents that is the win rate itself.
    """
    k = shares.shape[1]
    best = int(shares.mean(axis=0).argmax())
    leads = [share_estimate(_by_deal((1 + shares[:, best] - shares[:, a]) / 2, k)) for a in range(k) if a != best]
    return best if leads and all(lead.low > 0.5 for lead in leads) else None
