"""Results less luck: means as they are, with smaller intervals. What luck is, the room ``review`` knows.

Luck is 0 in the mean, so taking any share of it away changes no mean. How much is taken away follows from other deals
than those that it is taken from, so luck that says little about these players stays in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.results import GameResults, plain_fields
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.errors import InvalidArgument

_FOLDS = 5

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class ReducedResult:
    """The estimates of games with luck taken out, by agent. A margin is over the best other's score.

    ``saved_wins`` and ``saved_margins`` say how many times as many plain games give the first agent's win rate and
    margin as certainly; below 1 the plain ones are more certain.
    """

    win_rates: tuple[Estimate, ...]
    margins: tuple[Estimate, ...]
    saved_wins: float
    saved_margins: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return plain_fields(self, ("win_rates", "margins", "saved_wins", "saved_margins"))


def less_luck(results: GameResults) -> ReducedResult:
    """Take the luck of games out of their results; the games must have been asked for it (``results.luck``)."""
    if results.luck is None:
        raise InvalidArgument("results: it is not known what luck was in these games")
    luck, wins = results.by_deal(results.luck), shares_less_luck(results)
    plain_margins = results.by_deal(margins_of(results.totals))
    margins = [without_luck(plain_margins[:, a], luck[:, :, 1, a]) for a in range(results.players)]
    return ReducedResult(
        win_rates=tuple(mean_estimate(wins[:, a]) for a in range(results.players)),
        margins=tuple(map(mean_estimate, margins)),
        saved_wins=_ratio(results.by_deal(results.shares)[:, 0], wins[:, 0]),
        saved_margins=_ratio(plain_margins[:, 0], margins[0]),
    )


def shares_less_luck(results: GameResults) -> Floats:
    """By deal and agent, the share of the win with luck taken out."""
    assert results.luck is not None
    shares, luck = results.by_deal(results.shares), results.by_deal(results.luck)
    return np.stack([without_luck(shares[:, a], luck[:, :, 0, a]) for a in range(results.players)], axis=1)


def without_luck(values: Floats, luck: Floats) -> Floats:
    """Values by deal less what luck explains of them; ``luck`` by deal and kind, 0 in the mean.

    The weights of a fold come from the other folds, so they don't know the deals that they are used on.
    """
    n = len(values)
    less = values.astype(np.float64)
    for fold in range(_FOLDS if n >= 2 * _FOLDS else 0):
        here = np.arange(n) % _FOLDS == fold
        known = luck[~here]
        target = values[~here] - values[~here].mean()
        ridge = known.var(axis=0).sum() + 1e-9
        weights = np.linalg.solve(known.T @ known + ridge * np.eye(known.shape[1]), known.T @ target)
        less[here] -= luck[here] @ weights
    return less


def margins_of(totals: Floats) -> Floats:
    """By game and agent: points over the best other's."""
    n = totals.shape[1]
    if n == 1:
        return totals
    best: Floats = np.stack([np.delete(totals, a, axis=1).max(axis=1) for a in range(n)], axis=1)
    return totals - best


def _ratio(plain: Floats, reduced: Floats) -> float:
    if plain.size < 2 or reduced.var(ddof=1) == 0:
        return 1.0
    return float(plain.var(ddof=1) / reduced.var(ddof=1))
