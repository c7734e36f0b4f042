"""Intervals for what a match measures. The unit is the deal: games on one deal with swapped seats belong together."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f})"


def wilson(successes: float, n: int) -> Estimate:
    """Wilson's interval for a share of n independent trials."""
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan)
    share = successes / n
    centre = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n**2)) / (1 + Z95**2 / n)
    return Estimate(share, max(0.0, min(centre - half, share)), min(1.0, max(centre + half, share)))


def mean_estimate(values: npt.NDArray[np.float64]) -> Estimate:
    """The mean of independent values, with a normal interval."""
    mean = float(values.mean())
    if values.size < 2:
        return Estimate(mean, -math.inf, math.inf)
    half = Z95 * float(values.std(ddof=1)) / math.sqrt(values.size)
    return Estimate(mean, mean - half, mean + half)


def share_estimate(values: npt.NDArray[np.float64]) -> Estimate:
    """The mean of independent values from 0 to 1.

    Wilson's interval for as many independent trials as would vary like these values, so that it stays inside 0 and 1
    and does not vanish when all values are equal.
    """
    n, mean = values.size, float(values.mean())
    variance = float(values.var(ddof=1)) if n > 1 else 0.0
    trials = mean * (1 - mean) / variance * n if variance > 0 else float(n)
    return wilson(mean * trials, max(1, round(trials))) if trials < 1e15 else wilson(mean * n, n)
