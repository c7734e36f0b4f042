"""A decision judged by what its seat could know: what the move played was worth, and the best move found.

All moves are played out in the same deals. Many deals go to the moves that may be best, in rounds. A tree search looks
for the best move, too. The figures that are told come from a last round with deals of its own, since those that chose a
move flatter it, and from more of the search.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.actions import ClaimRoute
from footplate.arena.results import plain
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.observation import Observation
from footplate.review.playouts import AS_POLICY, OBSERVED, Outcomes, Playouts
from footplate.review.reasons import headline, move_text, reason
from footplate.review.second_opinion import SecondOpinion

DEALS = 1000  # of the last round
LEAST_COST = 0.03  # of the chance to win, for a decision to be told
# Rounds before the last: how many moves are in each, and for each its share of DEALS.
_ROUNDS = ((1000, 0.04), (10, 0.12), (4, 0.4))
_PER_POINT = 0.001  # a chance to win that a point is worth beside it, so that decided games have better moves too

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Move:
    """A move, as a record has it and in words, and what its seat could expect after it. ``route``: that it claims."""

    action: str
    words: str
    route: int | None
    win: float
    margin: float


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A decision, its number counted from 0 among the game's actions. ``turn`` is the game's.

    ``win`` and ``margin`` are what its seat could expect before it. ``effect`` and ``effect_margin`` are what the move
    brought each seat, against the move of the player who plays the deals out. ``cost`` is what it lost of the chance to
    win against the best move found; it is None where that is the move played. ``searched`` is what it lost in the eyes
    of a search alone, and ``win`` of the moves is the mean of both.
    """

    number: int
    turn: int
    seat: int
    win: float
    margin: float
    played: Move
    better: Move | None = None
    cost: Estimate | None = None
    searched: float | None = None
    deals: int = 0
    effect: tuple[float, ...]
    effect_margin: tuple[float, ...]
    headline: str = ""
    reason: str = ""

    @property
    def is_costly(self) -> bool:
        """Whether its cost is beyond its error and worth telling, and the search alone agrees."""
        if self.cost is None or self.searched is None or self.cost.low <= 0:
            return False
        return min(self.cost.mean, self.searched) >= LEAST_COST

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, for ``from_dict``."""
        found: dict[str, Any] = plain(self)
        return found

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Decision:
        parts = {
            "played": Move(**data["played"]),
            "better": Move(**data["better"]) if data["better"] else None,
            "cost": Estimate(**data["cost"]) if data["cost"] else None,
            "effect": tuple(data["effect"]),
            "effect_margin": tuple(data["effect_margin"]),
        }
        return cls(**{**data, **parts})


def judge(
    playouts: Playouts, seen: Observation, played: int, *, number: int, seed: int, deals: int = DEALS
) -> Decision | None:
    """Judge the move ``played`` by the observation of who made it; None if it was the only one."""
    legal = seen.legal_numbers()
    if len(legal) < 2:
        return None
    opinion = SecondOpinion(seen, seed=seed, deals=deals)
    others = {_best_move(playouts, seen, played, seed, deals), opinion.best} - {played}
    moves = [AS_POLICY, played, *sorted(others)]
    last = playouts.play(OBSERVED, seen.records, moves, deals, seed=seed + 1)
    searched = opinion.wins(moves[1:]) if others else {}
    means = dict(zip(moves, last.wins[:, :, seen.seat].mean(axis=0).tolist(), strict=True))
    best = max(moves[1:], key=lambda move: means[move] + searched[move].mean) if others else played
    found = _decision(seen, number, moves, best, last, searched, deals)
    return _explained(seen, found, moves, best, last) if found.is_costly else found


def _best_move(playouts: Playouts, seen: Observation, played: int, seed: int, deals: int) -> int:
    """Of all that could be done, by rounds in each of which fewer moves are left."""
    root, seat = seen.records, seen.seat
    moves = [played, *(action for action in playouts.moves(root) if action != played)]
    totals, tries, first = np.zeros(len(moves)), 0, 0
    for most, share in _ROUNDS:
        n = max(4, math.ceil(share * deals))
        if len(moves) > most:
            kept = sorted(np.argsort(-totals, kind="stable")[:most].tolist())
            moves, totals = [moves[k] for k in kept], totals[kept]
        if len(moves) == 1:
            break
        outcomes = playouts.play(OBSERVED, root, moves, n, seed=seed, first=first)
        totals = totals + worth(outcomes, seat).sum(axis=0)
        tries, first = tries + n, first + n
    return moves[int(totals.argmax())]


def worth(outcomes: Outcomes, seat: int) -> Floats:
    """By deal and move: what it was worth to a seat."""
    return outcomes.wins[:, :, seat] + _PER_POINT * outcomes.margins[:, :, seat]


def _decision(
    seen: Observation,
    number: int,
    moves: Sequence[int],
    best: int,
    last: Outcomes,
    searched: Mapping[int, Estimate],
    deals: int,
) -> Decision:
    """The cost is the mean of what playouts and search say; the error is that of both."""
    seat = seen.seat
    wins, margins = last.wins.mean(axis=0), last.margins.mean(axis=0)
    actions = [(move, seen.actions.action(move)) for move in moves[1:]]
    told = [
        Move(
            action=action.text,
            words=move_text(seen, action),
            route=action.route if isinstance(action, ClaimRoute) else None,
            win=(float(wins[k, seat]) + searched[move].mean) / 2 if searched else float(wins[k, seat]),
            margin=float(margins[k, seat]),
        )
        for k, (move, action) in enumerate(actions, start=1)
    ]
    decision = Decision(
        number=number,
        turn=seen.turn,
        seat=seat,
        win=float(wins[0, seat]),
        margin=float(margins[0, seat]),
        played=told[0],
        deals=deals,
        effect=tuple((wins[1] - wins[0]).tolist()),
        effect_margin=tuple((margins[1] - margins[0]).tolist()),
    )
    if best == moves[1]:
        return decision
    at = moves.index(best)
    before, after = searched[moves[1]], searched[best]
    lost, cost = mean_estimate(last.wins[:, at, seat] - last.wins[:, 1, seat]), after.mean - before.mean
    error = math.hypot(lost.high - lost.mean, (after.high - after.low) / 2, (before.high - before.low) / 2) / 2
    mean = (lost.mean + cost) / 2
    return replace(decision, better=told[at - 1], cost=Estimate(mean, mean - error, mean + error), searched=cost)


def _explained(seen: Observation, found: Decision, moves: Sequence[int], best: int, last: Outcomes) -> Decision:
    """With words on what was better and why."""
    played, better = (seen.actions.action(move) for move in (moves[1], best))
    why = reason(seen, played, better, last.ends[1], last.ends[moves.index(best)], found.deals)
    return replace(found, headline=headline(seen, played, better), reason=why)
