"""How far win shares are from their targets: the distance of Smith & Anton 2022, and what chance does to it.

The paper divides by the worst sum of differences that there can be, in which the agent with the smallest target wins
every game. The distances that it prints in its tables are smaller: they were divided by 2.5 where four even targets
give 1.5 (``as_printed``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.deals import games_per_deal
from footplate.arena.statistics import Estimate, wilson
from footplate.arguments import listed, number, whole
from footplate.errors import FootplateError

Floats = npt.NDArray[np.float64]

_TARGETS = "a list of win rates in percent, such as (40, 30, 30)"
_ROUNDING = 0.11  # percent by which targets such as 33.3, 33.3, 33.3 may miss 100
_DRAWS = 4000  # of shares as they may really be
_PRINTED_OVER, _PRINTED_DENOMINATOR = 1.5, 2.5  # what even targets of four agents give, and what was divided by


def target_shares(percents: Sequence[float], agents: int) -> Floats:
    """Targets in percent as shares that add up to 1; FootplateError says what is wrong with them."""
    targets = np.array(
        [number("target win rate", percent, 0, 100) for percent in listed("targets", percents, _TARGETS)]
    )
    shown = ", ".join(f"{percent:g}" for percent in percents)
    if whole("agents", agents) < 2:
        raise FootplateError("win rates are balanced between two agents or more")
    if len(targets) != agents:
        raise FootplateError(f"{len(targets)} target win rates ({shown}) for {agents} agents: one for each is needed")
    if abs(targets.sum() - 100) > _ROUNDING:
        raise FootplateError(f"the target win rates {shown} add up to {targets.sum():g}, but they must add up to 100")
    shares: Floats = targets / targets.sum()
    return shares


def distance(target: npt.ArrayLike, measured: npt.ArrayLike) -> Any:
    """From 0, on target, to 1; ``measured`` may have many rows of shares, and then there is a distance for each.

    >>> round(distance((0.35, 0.4, 0.25), (0.34, 0.38, 0.28)), 12)
    0.04
    """
    targets = np.asarray(target, np.float64)
    gaps = np.abs(np.asarray(measured, np.float64) - targets).sum(axis=-1)
    return gaps / (2 - 2 * targets.min())


def as_printed(measured: float) -> float:
    """A distance between four agents with even targets as the paper's tables have it."""
    return measured * _PRINTED_OVER / _PRINTED_DENOMINATOR


@dataclass(frozen=True)
class Tally:
    """Win shares of many deals, added up. The unit is the deal: its games with changed seats belong together."""

    deals: int
    shares: Floats  # by agent, the sum over deals of the mean share of a deal
    products: Floats  # the sum of their products, by agent and agent

    @classmethod
    def of(cls, by_deal: Floats) -> Tally:
        """``by_deal[d, a]`` is agent a's share of the wins of deal d."""
        return cls(len(by_deal), by_deal.sum(axis=0), by_deal.T @ by_deal)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.deals + other.deals, self.shares + other.shares, self.products + other.products)

    @property
    def games(self) -> int:
        return self.deals * games_per_deal(len(self.shares))

    @property
    def mean(self) -> Floats:
        mean: Floats = self.shares / self.deals
        return mean

    @property
    def covariance(self) -> Floats:
        """Of ``mean``. Few deals know their own variation badly, so one deal of independent games is added to them."""
        mean = self.mean
        alone = (np.diag(mean) - np.outer(mean, mean)) / games_per_deal(len(mean))
        spread = self.products - self.deals * np.outer(mean, mean)
        result: Floats = (spread + alone) / self.deals**2
        return result

    def to_dict(self) -> dict[str, Any]:
        return {"deals": self.deals, "shares": self.shares.tolist(), "products": self.products.tolist()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Tally:
        return cls(data["deals"], np.array(data["shares"]), np.array(data["products"]))


@dataclass(frozen=True)
class Fairness:
    """What games say about a board: win shares by agent, and the distance, with 95 % intervals.

    ``error`` is the distance's standard error. ``by_chance`` is what a board exactly on target would show on average in
    as many games: differences count, whichever way they point, so no measured distance is 0.
    """

    games: int
    target: tuple[float, ...]
    shares: tuple[Estimate, ...]
    distance: Estimate
    error: float
    by_chance: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "wished": list(self.target),
            "shares": [asdict(share) for share in self.shares],
            "distance": {**asdict(self.distance), "error": self.error, "by_chance": self.by_chance},
        }


def fairness(target: Floats, tally: Tally) -> Fairness:
    mean, variances = tally.mean, np.maximum(np.diag(tally.covariance), 1e-12)
    shares = [
        wilson(float(p), max(1.0, float(p * (1 - p) / variance)))
        for p, variance in zip(mean.clip(0, 1), variances, strict=True)
    ]
    chance = _chance(tally)
    possible = distance(target, mean + chance)
    low, high = np.quantile(possible, (0.025, 0.975))
    return Fairness(
        games=tally.games,
        target=tuple(target.tolist()),
        shares=tuple(shares),
        distance=Estimate(float(distance(target, mean)), float(low), float(high)),
        error=float(possible.std()),
        by_chance=float(distance(target, target + chance).mean()),
    )


def chance_within(target: Floats, tally: Tally, limit: float) -> float:
    """How probable it is that the distance is really at most ``limit``, after these games and nothing known before."""
    return float((distance(target, tally.mean + _chance(tally)) <= limit).mean())


def _chance(tally: Tally) -> Floats:
    """By how much the real shares may differ from the measured ones: many draws, always the same."""
    generator = np.random.default_rng(0)
    draws: Floats = generator.multivariate_normal(np.zeros(len(tally.shares)), tally.covariance, _DRAWS, method="eigh")
    return draws
