"""What is believed of boards, from the games of all of them: how far from the wish, and how good for strangers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from footplate.design.balance.candidate import Candidate
from footplate.design.balance.guard import Guard
from footplate.design.balance.model import Belief, Model, measured_variation, variation
from footplate.design.balance.traits import Traits
from footplate.design.distance import Floats, Tally, distance


class Opinion(NamedTuple):
    """By board: the distance, what is to be expected of it if doubts count, and how far outside strangers are."""

    distance: Floats
    expected: Floats
    outside: Floats


class Judge:
    """Judges boards by those that have played; weights are those of an earlier judge, or none."""

    def __init__(
        self,
        traits: Traits,
        wished: Floats,
        guard: Guard,
        tallies: Mapping[Candidate, Tally],
        strangers: Mapping[Candidate, Tally],
        weights: Sequence[float],
        stranger_weights: Sequence[float],
    ) -> None:
        self._wished, self._guard = wished, guard
        known, counts = list(tallies), [strangers[one] for one in tallies]
        centre, varies = np.mean([one.mean for one in counts], axis=0), measured_variation(counts)
        self._shares = Model(traits, wished, variation(wished), known, list(tallies.values()), weights)
        self._counts = Model(traits, centre, varies, known, counts, stranger_weights)
        self.weights, self.stranger_weights = (tuple(m.weights.tolist()) for m in (self._shares, self._counts))

    def known(self) -> Opinion:
        """Of the boards that have played."""
        return self._opinion(self._shares.known(), self._counts.known())

    def guess(self, candidates: Sequence[Candidate]) -> Opinion:
        """Of boards that have not."""
        return self._opinion(self._shares.guess(candidates), self._counts.guess(candidates))

    def _opinion(self, shares: Belief, counts: Belief) -> Opinion:
        """Rounded, so that the last bits of a number, in which machines differ, don't decide."""
        far, expected = distance(self._wished, shares.shares), shares.distances(self._wished)
        return Opinion(far.round(6), expected.round(6), self._guard.outside(counts.shares).round(6))
