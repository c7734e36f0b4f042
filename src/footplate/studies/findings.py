"""What our figures say of a paper's: reproduced, not reproduced, or that it can't be told."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.results import estimate_of, plain
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate

Floats = npt.NDArray[np.float64]


class Finding(StrEnum):
    REPRODUCED = "reproduced"
    NOT_REPRODUCED = "not reproduced"
    OPEN = "can't be told"


@dataclass(frozen=True)
class Claim:
    """What a paper says, as a difference that is greater than 0 if the paper is right; ``difference`` is ours."""

    text: str
    difference: Estimate

    @property
    def finding(self) -> Finding:
        """Decided by the side of 0 on which the interval lies."""
        if self.difference.low > 0:
            return Finding.REPRODUCED
        return Finding.NOT_REPRODUCED if self.difference.high < 0 else Finding.OPEN

    def to_dict(self) -> dict[str, Any]:
        low, high = plain(self.difference.low), plain(self.difference.high)
        return {"claim": self.text, "ours": self.difference.mean, "low": low, "high": high, "finding": self.finding}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Claim:
        return cls(data["claim"], estimate_of(data, mean="ours"))


def more(text: str, one: Floats, other: Floats, *, are_shares: bool = True) -> Claim:
    """The claim that ``one`` has more than ``other``, by figures of the same deals: their difference is paired."""
    if not are_shares:
        return Claim(text, mean_estimate(one - other))
    half = share_estimate((1 + one - other) / 2)  # between 0 and 1, so that it never seems to be without error
    return Claim(text, Estimate(2 * half.mean - 1, 2 * half.low - 1, 2 * half.high - 1))


def apart(text: str, one: Estimate, other: Estimate) -> Claim:
    """The claim that ``one`` is greater than ``other``, of figures that were measured by themselves."""
    mean = one.mean - other.mean
    low = mean - math.hypot(one.mean - one.low, other.high - other.mean)
    return Claim(text, Estimate(mean, low, mean + math.hypot(one.high - one.mean, other.mean - other.low)))


def in_order(printed: Mapping[str, float], by_deal: Mapping[str, Floats], does: str) -> tuple[Claim, ...]:
    """The printed order of shares: each ``does`` more than the next one. Those printed alike claim nothing."""
    order = sorted(printed, key=lambda name: -printed[name])
    return tuple(
        more(f"{one} {does} more than {next_one}", by_deal[one], by_deal[next_one])
        for one, next_one in pairwise(order)
        if printed[one] > printed[next_one]
    )


def counted(findings: Iterable[Finding]) -> dict[str, int]:
    """How many there are of each."""
    found = list(findings)
    return {finding.value: found.count(finding) for finding in Finding}


def in_words(findings: Iterable[Finding]) -> str:
    """As "3 of 9 reproduced, 2 can't be told"; empty where there are none."""
    numbers = counted(findings)
    every, is_open = sum(numbers.values()), numbers[Finding.OPEN.value]
    words = f"{numbers[Finding.REPRODUCED.value]} of {every} reproduced" if every else ""
    return words + (f", {is_open} can't be told" if is_open else "")
