"""Results: single games as arrays, and the figures of a match with their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.deals import games_per_deal
from footplate.arena.sequential import anytime_estimate, certainly_best
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.engine.entry_points import score_all
from footplate.engine.layout import PLAYERS, SCORE_COLUMNS, SCRATCH, Records, new_records
from footplate.engine.tables import Tables
from footplate.records import GameRecord
from footplate.version import __version__

Floats = npt.NDArray[np.float64]
_TUPLES = ("records", "forfeits")  # all other results are arrays, by game


# Points stand in the order of seats in the engine, and in that of agents in GameResults.
SCORES = np.dtype([("turns", np.int32), ("points", np.int32, (PLAYERS, SCORE_COLUMNS))])


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
    (1, or 1/n in a draw of n). Games come deal by deal, ``games_per_deal`` on each. In a game of ``forfeits`` the one
    who misbehaved has no share, and the totals are those of the position in which play stopped. The rest is there if it
    was asked for: ``metrics`` are METRICS records, with figures by agent; ``finals`` are the last positions; ``scores``
    are SCORES records, with points by agent; ``clock`` says when each game began and ended, in seconds of the match;
    ``luck`` is what chance gave, by game, kind of luck, (win, margin) and agent (arena/luck.py).
    """

    seeds: npt.NDArray[np.uint64]
    seat_of: npt.NDArray[np.int64]
    totals: Floats
    shares: Floats
    decisions: npt.NDArray[np.int64]
    metrics: Records | None = None
    records: tuple[GameRecord, ...] = ()
    forfeits: tuple[ForfeitedGame, ...] = ()
    finals: Records | None = None
    scores: Records | None = None
    clock: Floats | None = None
    luck: Floats | None = None

    @property
    def players(self) -> int:
        return int(self.totals.shape[1])

    @property
    def owners(self) -> npt.NDArray[np.int64]:
        """By game and route: the seat of who owned it at the end, from 1, or 0; the ``finals`` must have been kept."""
        assert self.finals is not None
        owners: npt.NDArray[np.int64] = (self.finals["route"] >> PLAYERS).astype(np.int64)
        return owners

    def by_deal(self, values: Floats) -> Floats:
        """From a value for each game (and agent) to the mean of each deal."""
        means: Floats = values.reshape(-1, games_per_deal(self.players), *values.shape[1:]).mean(axis=1)
        return means


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
    rules: str = ""  # hash of the board's rules

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, without the single games."""
        names = (
            "board", "rules", "games", "seed", "agents", "best", "margin", "first_seat_win_rate", "mean_decisions",
            "seconds", "games_per_second",
        )  # fmt: skip
        return {"footplate": __version__, **plain_fields(self, names), "forfeits": plain(self.results.forfeits)}


def plain(value: Any) -> Any:
    """Plain data for JSON of figures and their intervals. The ends that one deal can't give are None."""
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if is_dataclass(value):
        return plain_fields(value, [field.name for field in fields(value)])
    return None if isinstance(value, float) and not math.isfinite(value) else value


def plain_fields(value: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: plain(getattr(value, name)) for name in names}


def estimate_of(data: Mapping[str, Any], mean: str = "mean") -> Estimate:
    """What ``plain`` has written; ends that were not finite have no number. ``mean`` is the mean's name there."""
    low, high = data["low"], data["high"]
    return Estimate(data[mean], -math.inf if low is None else low, math.inf if high is None else high)


def scores_of(tables: Tables, finals: Records) -> Records:
    """SCORES records of last positions."""
    scores, scratch = new_records(SCORES, len(finals)), new_records(SCRATCH)
    for g in range(len(finals)):
        score_all(tables.records, finals[g : g + 1], scratch, False)
        scores["points"][g] = scratch["score"][0]
    scores["turns"] = finals["turn"]
    return scores


def join(parts: Sequence[GameResults]) -> GameResults:
    first_rows = np.cumsum([0, *(part.seeds.size for part in parts)]).tolist()

    def joined(name: str) -> Any:
        arrays = [array for part in parts if (array := getattr(part, name)) is not None]
        return np.concatenate(arrays) if arrays else None

    return GameResults(
        **{field.name: joined(field.name) for field in fields(GameResults) if field.name not in _TUPLES},
        records=tuple(record for part in parts for record in part.records),
        forfeits=tuple(
            replace(f, game=row + f.game) for row, part in zip(first_rows, parts, strict=False) for f in part.forfeits
        ),
    )


def measure(
    board: str,
    names: Sequence[str],
    seed: int,
    results: GameResults,
    seconds: float,
    *,
    stopped_early: bool = False,
) -> MatchResult:
    """The figures of a match between the agents ``names``.

    With ``stopped_early`` the games decided how many there are, so the best agent and the win rates' intervals are
    those of ``sequential.py``, which hold at all times.
    """
    totals = results.totals
    shares, scores = results.by_deal(results.shares), results.by_deal(totals)
    win_rate = anytime_estimate if stopped_early else share_estimate
    lead = totals[:, 0] - totals[:, 1:].max(axis=1) if len(names) > 1 else None
    first_seat = (results.shares * (results.seat_of == 0)).sum(axis=1)
    return MatchResult(
        board=board,
        games=results.seeds.size,
        seed=seed,
        agents=tuple(
            _of_agent(results, a, name, win_rate(shares[:, a]), mean_estimate(scores[:, a]))
            for a, name in enumerate(names)
        ),
        best=certainly_best(shares) if stopped_early else _surely_best(shares),
        margin=mean_estimate(results.by_deal(lead)) if lead is not None else None,
        first_seat_win_rate=share_estimate(results.by_deal(first_seat)),
        mean_decisions=float(results.decisions.mean()),
        seconds=seconds,
        results=results,
    )


def _of_agent(results: GameResults, a: int, name: str, win_rate: Estimate, mean_score: Estimate) -> AgentResult:
    shares = results.shares[:, a]
    wins, draws = int((shares == 1).sum()), int(((shares > 0) & (shares < 1)).sum())
    forfeits = sum(forfeit.agent == a for forfeit in results.forfeits)
    return AgentResult(name, wins, draws, shares.size - wins - draws, win_rate, mean_score, forfeits)


def _surely_best(shares: Floats) -> int | None:
    """The agent whose lead over each other one is more than chance explains (two-sided, 95 %); shares by deal.

    A lead counts as a share, (1 + difference) / 2; between two agents that is the win rate itself.
    """
    best = int(shares.mean(axis=0).argmax())
    others = (a for a in range(shares.shape[1]) if a != best)
    leads = [share_estimate((1 + shares[:, best] - shares[:, a]) / 2) for a in others]
    return best if leads and all(lead.low > 0.5 for lead in leads) else None
