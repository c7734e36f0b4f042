"""A second opinion on every decision: a tree search that thinks ahead for the seat, where playouts follow one plan.

It knows no more than the seat did. It finds moves that playouts don't know how to go on from; and what looks bad only
because they don't is no mistake to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from footplate.agents.kernels import start_bot
from footplate.agents.search.policies import STRONGEST
from footplate.agents.search.searcher import Searcher
from footplate.arena.statistics import Estimate, wilson
from footplate.observation import Observation

_TO_FIND, _TO_COMPARE = 2.0, 1.0  # iterations for each deal of the playouts: of the search, and through each move then


class SecondOpinion:
    """A search of one position."""

    def __init__(self, seen: Observation, *, seed: int, deals: int) -> None:
        iterations = max(1, round(_TO_FIND * deals))
        self._searcher = Searcher(replace(STRONGEST, iterations=iterations))
        start_bot(self._searcher.works[0], np.uint64(seed))
        self._searcher.begin(seen.tables, seen.records)
        self._searcher.iterate(iterations)
        self._each = max(1, round(_TO_COMPARE * deals))

    @property
    def best(self) -> int:
        """The move that it would make."""
        return self._searcher.choose()

    def wins(self, moves: Iterable[int]) -> dict[int, Estimate]:
        """The chance to win after each of these moves."""
        for move in moves:
            self._searcher.look_at(move, self._each)
        return {figures.action: wilson(figures.win, max(1, figures.visits)) for figures in self._searcher.moves()}
