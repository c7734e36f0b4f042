"""The surrogate model of boards: what their games are expected to be like, from the games of all that have played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from footplate.design.balance.candidate import Candidate
from footplate.design.balance.gaussian_process import GaussianProcess, Posterior, share_variance, variance_within
from footplate.design.balance.guard import Guard
from footplate.design.balance.traits import Traits
from footplate.design.distance import Floats, Tally, distance


class Prediction(NamedTuple):
    """By board: the distance of the posterior mean, the posterior mean of the distance, and how far held-out opponents'
    games are outside the range of published boards."""

    distance: Floats
    expected: Floats
    outside: Floats


class Surrogate:
    """A Gaussian process for win shares and one for held-out opponents' games; their kernel weights are those of an
    earlier surrogate at first, or none."""

    def __init__(
        self,
        traits: Traits,
        target: Floats,
        guard: Guard,
        tallies: Mapping[Candidate, Tally],
        held_out: Mapping[Candidate, Tally],
        weights: Sequence[float],
        held_out_weights: Sequence[float],
    ) -> None:
        self._target, self._guard = target, guard
        played, counts = list(tallies), [held_out[one] for one in tallies]
        mean, variance = np.mean([one.mean for one in counts], axis=0), variance_within(counts)
        shares = list(tallies.values())
        self._shares = GaussianProcess(traits, target, share_variance(target), played, shares, weights)
        self._counts = GaussianProcess(traits, mean, variance, played, counts, held_out_weights)
        self.weights, self.held_out_weights = (tuple(m.weights.tolist()) for m in (self._shares, self._counts))

    def predict_played(self) -> Prediction:
        """For the boards that have played."""
        return self._prediction(self._shares.posterior_of_played(), self._counts.posterior_of_played())

    def predict(self, candidates: Sequence[Candidate]) -> Prediction:
        """For boards that have not."""
        return self._prediction(self._shares.posterior(candidates), self._counts.posterior(candidates))

    def _prediction(self, shares: Posterior, counts: Posterior) -> Prediction:
        """Rounded, so that the last bits of a number, in which machines differ, don't decide."""
        far, expected = distance(self._target, shares.mean), shares.expected_distances(self._target)
        return Prediction(far.round(6), expected.round(6), self._guard.outside(counts.mean).round(6))
