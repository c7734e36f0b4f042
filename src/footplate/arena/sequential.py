"""Sequential tests by betting: they may look after every deal, and stop as soon as a difference is certain.

The null hypothesis is that an agent's mean share is ``null``. A gambler bets against it with a wealth of 1. Before each
deal the gambler stakes a part of the wealth. The bet is fair under the null hypothesis, whatever the distribution of
the shares. So if the hypothesis is true, the wealth ever exceeds 1/level with a probability of at most ``level``
(Ville's inequality), however often one looks and whenever one stops. The stake follows the mean and variance of the
past deals. Then the wealth grows nearly as fast as it can if the hypothesis is false (Waudby-Smith and Ramdas 2024).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.arena.statistics import Estimate

Floats = npt.NDArray[np.float64]

LEVEL = 0.05  # probability of ever calling a difference certain where there is none
FIRST_LOOK = 32  # deals
_STAKE = 0.5  # the most of the wealth that one deal can lose
_GRID = 200


def looks(deals: int) -> Iterator[int]:
    """After how many deals a match of at most ``deals`` is looked at: fixed, so that stops depend on games alone."""
    look = FIRST_LOOK
    while look < deals:
        yield look
        look += look // 2
    yield deals


class _Past(NamedTuple):
    """Mean and variance of all values before each one. The prior is one value of 1/2 with a variance of 1/4."""

    mean: Floats
    variance: Floats

    @classmethod
    def of(cls, values: Floats) -> _Past:
        n = np.arange(values.size)
        before, squares = np.cumsum(values) - values, np.cumsum(values**2) - values**2
        mean = (0.5 + before) / (1 + n)
        return cls(mean, np.maximum((0.5 + squares) / (1 + n) - mean**2, 1e-4))


def log_wealth(values: Floats, null: float, past: _Past | None = None) -> Floats:
    """The logarithm of the wealth after each of the values (0 to 1, one for each deal) when their mean is ``null``."""
    mean, variance = past or _Past.of(values)
    lead = mean - null
    stake = lead / (variance + lead**2)
    stake = np.minimum(np.maximum(stake, -_STAKE / max(1 - null, 1e-9)), _STAKE / max(null, 1e-9))
    wealth: Floats = np.cumsum(np.log1p(stake * (values - null)))
    return wealth


def is_rejected(values: Floats, null: float, level: float = LEVEL, past: _Past | None = None) -> bool:
    """Whether it is certain that the mean is not ``null``: the wealth has exceeded 1/level at some time.

    ``past`` saves time where many means are tested on the same values.
    """
    return bool(values.size and log_wealth(values, null, past).max() > -math.log(level))


def certainly_best(shares: Floats, level: float = LEVEL) -> int | None:
    """The agent that certainly wins more than each other one, from shares by deal and agent; None if no one does.

    With more than two agents each of their pairs is tested at its part of ``level``.
    """
    players = shares.shape[1]
    if players < 2:
        return None
    pairs = list(combinations(range(players), 2))
    best = int(shares.mean(axis=0).argmax())
    rivals = [pair for pair in pairs if best in pair]
    leads = ((1 + shares[:, a] - shares[:, b]) / 2 for a, b in rivals)
    return best if all(is_rejected(lead, 0.5, level / len(pairs)) for lead in leads) else None


def anytime_estimate(values: Floats, level: float = LEVEL) -> Estimate:
    """The mean of values from 0 to 1 with an interval that holds at all times at once, so also after an early stop."""
    mean, past = float(values.mean()), _Past.of(values)
    grid = np.arange(_GRID + 1) / _GRID
    kept = [null for null in grid.tolist() if not is_rejected(values, null, level, past)]
    low = _edge(values, level, past, kept[0] if kept else mean, -1 / _GRID)
    high = _edge(values, level, past, kept[-1] if kept else mean, 1 / _GRID)
    return Estimate(mean, min(low, mean), max(high, mean))


def _edge(values: Floats, level: float, past: _Past, inside: float, step: float) -> float:
    """Where, between ``inside`` and the next point of the grid, the means begin that are certainly not the true one."""
    outside = min(1.0, max(0.0, inside + step))
    for _ in range(12):
        middle = (inside + outside) / 2
        if is_rejected(values, middle, level, past):
            outside = middle
        else:
            inside = middle
    return outside
