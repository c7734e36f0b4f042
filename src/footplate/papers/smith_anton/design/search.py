"""The simplified Monte Carlo tree search of one optimiser.

A node is a partial assignment; its label is the distance that was measured when it was completed at random. Values that
were not tried wait with a label a little above the threshold: as long as everything that was tried is worse, new values
come up. The paper lets a node come up again, and may cycle for ever; here each does once, so the search ends when the
tree is exhausted.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from footplate.papers.smith_anton.design.features import Assignment, Feature

ABOVE = 0.005  # "slightly larger than the termination threshold"


class TreeSearch:
    """``here`` is the node from which the search goes on."""

    def __init__(self, feature: Feature, threshold: float, rng: np.random.Generator) -> None:
        self.feature = feature
        self.here: Assignment = ()
        self._untried = threshold + ABOVE
        self._rng = rng
        self._open: list[tuple[float, int, Assignment]] = []  # label, number of the node, the node
        self._nodes = 0
        self._measured: dict[tuple[int, int], tuple[float, int]] = {}  # by variable and value: sum of distances, number
        self._skip_settled()

    @property
    def is_complete(self) -> bool:
        return len(self.here) == len(self.feature)

    def candidates(self, breadth: int) -> list[Assignment]:
        """Some values at random of the next variable; the rest wait. A complete assignment is its own candidate."""
        if self.is_complete:
            return [self.here]
        values = self._rng.permutation(self.feature.values(self.here)).tolist()
        nodes = [(*self.here, value) for value in values]
        for node in nodes[breadth:]:
            self.label(node, self._untried)
        return nodes[:breadth]

    def label(self, node: Assignment, label: float) -> None:
        self._nodes += 1
        heapq.heappush(self._open, (label, self._nodes, node))

    def advance(self) -> bool:
        """Go on from the lowest label of this step and those before; False if every node has come up."""
        if not self._open:
            return False
        _, _, self.here = heapq.heappop(self._open)
        self._skip_settled()
        return True

    def note(self, values: Sequence[int], distance: float) -> None:
        """What was measured on a board with these values, by variable."""
        for variable, value in enumerate(values):
            total, times = self._measured.get((variable, value), (0.0, 0))
            self._measured[variable, value] = total + distance, times + 1

    def best_nodes(self, count: int) -> list[Assignment]:
        """The best values of the next variable, by the average over all boards that had them."""
        if self.is_complete:
            return [self.here]
        variable = self.feature.order[len(self.here)]
        values = sorted(self.feature.values(self.here), key=lambda value: self._average(variable, value))
        return [(*self.here, value) for value in values[:count]]

    def _average(self, variable: int, value: int) -> float:
        total, times = self._measured.get((variable, value), (self._untried, 1))
        return total / times

    def choose(self, node: Assignment) -> None:
        """Go on from this node."""
        self.here = node
        self._skip_settled()

    def completed(self, node: Assignment, rng: np.random.Generator) -> tuple[int, ...]:
        """A node with everything else at random, by variable."""
        return self.feature.by_variable(self.feature.completed(node, rng))

    def _skip_settled(self) -> None:
        """Variables with one value need no search."""
        while not self.is_complete and len(values := self.feature.values(self.here)) == 1:
            self.here = (*self.here, values[0])
