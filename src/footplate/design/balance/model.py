"""What games on some boards say about others.

The shares of a board are taken to be the given board's, and for each of its traits a bit more or less: effects mostly
add up. How large such bits usually are is learned, group by group of traits; and so is what a board has that no trait
tells. That is a Gaussian process: besides shares it says how sure they are. All doubts are counted as games: a doubt of
1/2000 is as much as 2,000 games leave. Other figures of games than win shares can be learned in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from footplate.design.balance.candidate import Candidate
from footplate.design.balance.traits import Traits
from footplate.design.distance import Floats, Tally, distance

_FIRST_WEIGHT = 0.01  # of all traits of a group together, before anything is learned
_OWN = 0.001  # the same for what no trait tells
_LEVEL = 1.0  # of what all boards have in common: next to nothing is known
_LEAST_WEIGHT = 1e-12
_STEP = 4.0  # by which factor a weight may change at a time
_LEAST_WISH = 0.02  # below which a share varies hardly less


class Belief(NamedTuple):
    """What shares boards probably have, by board and agent, and by board how doubtful that is."""

    shares: Floats
    doubt: Floats

    def distances(self, wished: Floats) -> Floats:
        """To be expected, on average of all that the shares may really be: doubts make them larger."""
        doubts = 2 / np.pi * self.doubt[..., None] * wished * (1 - wished)
        found: Floats = distance(wished, wished + np.sqrt((self.shares - wished) ** 2 + doubts))
        return found


def variation(wished: Floats) -> Floats:
    """By agent: how much shares of single games vary on a board that is as wished."""
    shares = np.maximum(wished, _LEAST_WISH)
    varies: Floats = shares * (1 - shares)
    return varies


def measured_variation(tallies: Sequence[Tally]) -> Floats:
    """By column, from deal to deal on the same board."""
    within = sum((np.diag(one.products) - one.deals * one.mean**2 for one in tallies), np.zeros(len(tallies[0].shares)))
    varies: Floats = np.maximum(within / max(1, sum(one.deals - 1 for one in tallies)), 1e-9)
    return varies


def noise_of_a_deal(varies: Floats, tallies: Sequence[Tally]) -> float:
    """The doubt that one deal leaves; games of a deal are not quite independent."""
    return float(np.sum(measured_variation(tallies)) / np.sum(varies)) if any(t.deals > 1 for t in tallies) else 1.0


class Model:
    """Learned from the tallies of known candidates: figures about ``centre``, which vary so much from game to game.
    ``weights`` are those of an earlier model, or none."""

    def __init__(
        self,
        traits: Traits,
        centre: Floats,
        varies: Floats,
        known: Sequence[Candidate],
        tallies: Sequence[Tally],
        weights: Sequence[float] = (),
        updates: int = 2,
    ) -> None:
        self._traits, self._centre, self._varies = traits, centre, varies
        self._rows = traits.rows(known)
        self.noise = noise_of_a_deal(varies, tallies)
        self._noise = self.noise / np.array([one.deals for one in tallies])
        self._gaps = np.array([one.mean for one in tallies]) - centre
        self._n_groups = int(traits.groups[-1]) + 1
        self.weights = np.array(weights) if len(weights) else self._first_weights()
        self._solve()
        for _ in range(updates if len(weights) else 4 * updates):
            self._learn()

    def _first_weights(self) -> Floats:
        sizes = self._by_group((self._rows**2).mean(axis=0))
        weights = np.where(sizes > 0, _FIRST_WEIGHT / np.maximum(sizes, _LEAST_WEIGHT), _FIRST_WEIGHT)
        return np.append(weights, _OWN)

    def _by_group(self, columns: Floats) -> Floats:
        sums: Floats = np.bincount(self._traits.groups, columns, self._n_groups).astype(np.float64)
        return sums

    def _solve(self) -> None:
        self._weighted = self._rows * self.weights[self._traits.groups]
        kernel = self._weighted @ self._rows.T + _LEVEL
        kernel[np.diag_indices_from(kernel)] += self._noise + self.weights[-1]
        self._inverse = np.linalg.inv(kernel)
        self._pulls = self._inverse @ self._gaps

    def _learn(self) -> None:
        """Weights become larger where traits explain more than they should by chance, and smaller where less."""
        scale = len(self._varies) * self._varies
        told = ((self._rows.T @ self._pulls) ** 2 / scale).sum(axis=1)
        chance = (self._rows * (self._inverse @ self._rows)).sum(axis=0)
        own_told, own_chance = (self._pulls**2 / scale).sum(), np.trace(self._inverse)
        told = np.append(self._by_group(told), own_told)
        chance = np.append(self._by_group(chance), own_chance)
        ratio = np.where(chance > 0, told / np.maximum(chance, _LEAST_WEIGHT), 1.0)
        self.weights = np.maximum(self.weights * np.clip(ratio, 1 / _STEP, _STEP), _LEAST_WEIGHT)
        self._solve()

    def known(self) -> Belief:
        """Of the boards that it was learned from."""
        shares = self._centre + self._gaps - self._noise[:, None] * self._pulls
        return Belief(shares, self._noise - self._noise**2 * np.diag(self._inverse))

    def guess(self, candidates: Sequence[Candidate]) -> Belief:
        """Of boards that have not been played."""
        rows = self._traits.rows(candidates)
        kernel = rows @ self._weighted.T + _LEVEL
        prior = (rows**2 * self.weights[self._traits.groups]).sum(axis=1) + _LEVEL + self.weights[-1]
        doubt = prior - ((kernel @ self._inverse) * kernel).sum(axis=1)
        return Belief(self._centre + kernel @ self._pulls, np.maximum(doubt, self.weights[-1]))
