"""Matches of a search against the Warwick report's bots, with the figures that the report gives of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.standings import across
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.studies.ledger import Ledger

Floats = npt.NDArray[np.float64]

BOARD = "small:warwick"
PUBLISHED_GAMES = 500  # at 30,000 iterations
AS_PUBLISHED = "availability=false,final=mean"  # their exploration counts the parent's visits


@dataclass(frozen=True)
class MatchFigures:
    """What the report tells of a match, by deal: shares of games, and points (below 0 they count as 0, as there)."""

    won: Floats
    drawn: Floats
    share: Floats  # a draw counting half
    points: Floats  # ours less theirs
    score_spread: float  # standard deviation of a game's score difference

    @property
    def wins(self) -> Estimate:
        return share_estimate(self.won)

    @property
    def draws(self) -> Estimate:
        return share_estimate(self.drawn)

    @property
    def win_difference(self) -> Estimate:
        """Share of games won less share of games lost."""
        return _difference(self.share)

    @property
    def score_difference(self) -> Estimate:
        return mean_estimate(self.points)


@dataclass(frozen=True)
class MeanFigures:
    """The means over some opponents. They play the same deals, so a deal's games belong together."""

    met: Sequence[MatchFigures]

    @property
    def wins(self) -> Estimate:
        return share_estimate(across([figures.won for figures in self.met]))

    @property
    def draws(self) -> Estimate:
        return share_estimate(across([figures.drawn for figures in self.met]))

    @property
    def win_difference(self) -> Estimate:
        """Of the sizes, without their signs."""
        shares = [figures.share for figures in self.met]
        return size_of(_difference(across([share if share.mean() >= 0.5 else 1 - share for share in shares])))

    @property
    def score_difference(self) -> Estimate:
        """Of the sizes, without their signs."""
        points = [figures.points for figures in self.met]
        return size_of(mean_estimate(across([value if value.mean() >= 0 else -value for value in points])))


def _difference(share: Floats) -> Estimate:
    """Share won less share lost, which is 2 · share − 1 if a draw counts half."""
    estimate = share_estimate(share)
    return Estimate(2 * estimate.mean - 1, 2 * estimate.low - 1, 2 * estimate.high - 1)


def cheating(iterations: int, options: str = "", cp: str = "3") -> str:
    """Their CMCTS as a spec string."""
    return _spec("cheating-mcts", iterations, options, cp)


def fair(iterations: int, options: str = "", cp: str = "4") -> str:
    """Their ISMCTS as a spec string."""
    return _spec("ismcts", iterations, options, cp)


def _spec(name: str, iterations: int, options: str, cp: str) -> str:
    return f"{name}:iterations={iterations},cp={cp},{AS_PUBLISHED}" + (f",{options}" if options else "")


def play(agent: str, bot: str, games: int, seed: int, ledger: Ledger) -> MatchFigures:
    results = ledger.play(BOARD, [agent, bot], games, seed).results
    share = results.shares[:, 0]
    capped = np.maximum(results.totals, 0)
    difference = capped[:, 0] - capped[:, 1]

    def by_deal(values: npt.NDArray[Any]) -> Floats:
        return results.by_deal(values.astype(np.float64))

    return MatchFigures(
        won=by_deal(share == 1),
        drawn=by_deal(share == 0.5),
        share=by_deal(share),
        points=by_deal(difference),
        score_spread=float(difference.std()),
    )


def size_of(estimate: Estimate) -> Estimate:
    """Of the absolute value."""
    low, high = sorted((abs(estimate.low), abs(estimate.high)))
    return Estimate(abs(estimate.mean), 0.0 if estimate.low < 0 < estimate.high else low, high)


def difference_error(wins: float, draws: float, games: int) -> float:
    """Standard error of a published share won less share lost."""
    losses = 1 - wins - draws
    return math.sqrt((wins + losses - (wins - losses) ** 2) / games)
