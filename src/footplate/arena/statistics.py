"""Intervals for what a match measures. The unit is the deal: games on one deal with swapped seats belong together."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054
_T95 = (math.inf, 12.706205, 4.302653, 3.182446, 2.776445)  # Student's t for 0 (nothing is known) to 4 degrees


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return self.text(2)

    def text(self, digits: int, sign: str = "", to: str = " to ") -> str:
        """ "12.3 (11.8 to 12.8)"; one deal says nothing of its error."""
        mean, low, high = (f"{x:{sign}.{digits}f}" for x in (self.mean, self.low, self.high))
        return f"{mean} ({low}{to}{high})" if math.isfinite(self.low) else f"{mean} (one deal)"

    def percent(self, to: str = " to ", unit: str = " %") -> str:
        """A share: "55.0 % (52.1 to 57.9)"."""
        return f"{100 * self.mean:.1f}{unit} ({100 * self.low:.1f}{to}{100 * self.high:.1f})"


def student95(degrees: int) -> float:
    """The half width, in standard errors, of a 95 % interval whose standard error has ``degrees`` of freedom.

    From five degrees on by the Cornish-Fisher expansion, which is right to four digits there. SciPy has these quantiles
    too, but the core of Footplate does not depend on it.
    """
    if degrees < len(_T95):
        return _T95[degrees]
    z, n = Z95, float(degrees)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / n + second / n**2 + third / n**3 + fourth / n**4


def wilson(share: float, trials: float) -> Estimate:
    """Wilson's interval for a share seen in independent trials (their number need not be whole)."""
    grown = 1 + Z95**2 / trials
    centre = (share + Z95**2 / (2 * trials)) / grown
    half = Z95 * math.sqrt(share * (1 - share) / trials + Z95**2 / (4 * trials**2)) / grown
    return Estimate(share, max(0.0, min(centre - half, share)), min(1.0, max(centre + half, share)))


def mean_estimate(values: npt.NDArray[np.float64]) -> Estimate:
    """The mean of independent values, with Student's interval; one value alone says nothing about its error.

    Scores are skewed, and a few skewed values miss their mean on the side of the longer tail too often. So the interval
    is longer there, by the first term of Edgeworth's expansion of Student's t (Johnson 1978, Hall 1992). The other side
    keeps its length, since a few values tell their skewness badly.
    """
    mean, n = float(values.mean()), values.size
    if n < 2:
        return Estimate(mean, -math.inf, math.inf)
    error, t = float(values.std(ddof=1)) / math.sqrt(n), student95(n - 1)
    tail = _skewness(values) * (2 * t**2 + 1) / (6 * math.sqrt(n))
    return Estimate(mean, mean - error * (t + max(0.0, -tail)), mean + error * (t + max(0.0, tail)))


def _skewness(values: npt.NDArray[np.float64]) -> float:
    """The adjusted sample skewness (G1)."""
    n, deviation = values.size, float(values.std(ddof=1))
    if n < 3 or deviation == 0:
        return 0.0
    return n * float((((values - values.mean()) / deviation) ** 3).sum()) / ((n - 1) * (n - 2))


def ratio_estimate(parts: npt.NDArray[np.float64], wholes: npt.NDArray[np.float64]) -> Estimate:
    """The share of all parts in all wholes, when both come in independent units of different sizes."""
    share = float(parts.sum() / wholes.sum())
    return share_estimate(share + (parts - share * wholes) / wholes.mean())


def share_estimate(values: npt.NDArray[np.float64]) -> Estimate:
    """The mean of independent values from 0 to 1.

    It is Wilson's interval for the number of independent trials that would vary like these values. So it stays inside 0
    and 1, and does not vanish when all values are equal. A few values tell their own variance badly; they count for
    fewer trials, in the ratio of Student's t to the normal quantile (Korn and Graubard 1998).
    """
    n = values.size
    mean = min(1.0, max(0.0, float(values.mean())))
    variance = float(values.var(ddof=1)) if n > 1 else 0.0
    if variance < 1e-12:  # all values are equal; 1/3 + 1/3 + 1/3 may differ from 1 in the last bit
        return wilson(mean, n)
    return wilson(mean, mean * (1 - mean) / variance * n * (Z95 / student95(n - 1)) ** 2)
