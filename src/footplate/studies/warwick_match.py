"""Matches of a search against the Warwick report's bots, with the figures that the report gives of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.studies.ledger import Ledger

BOARD = "small:warwick"
PUBLISHED_GAMES = 500  # at 30,000 iterations
AS_PUBLISHED = "availability=false,final=mean"  # their exploration counts the parent's visits


@dataclass(frozen=True)
class MatchFigures:
    """What the report tells of a match: shares of games, and points (scores below 0 count as 0, as theirs do)."""

    wins: Estimate
    draws: Estimate
    win_difference: Estimate  # share of games won less share of games lost
    score_difference: Estimate
    score_spread: float  # standard deviation of a game's score difference


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

    def by_deal(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        return results.by_deal(values.astype(np.float64))

    return MatchFigures(
        wins=share_estimate(by_deal(share == 1)),
        draws=share_estimate(by_deal(share == 0.5)),
        win_difference=mean_estimate(by_deal(2 * share - 1)),
        score_difference=mean_estimate(by_deal(difference)),
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
