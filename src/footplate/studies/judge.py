"""An independent, stronger search that says what a move has cost."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from footplate.agents.kernels import start_bot
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.policies import STRONGEST
from footplate.agents.search.searcher import Searcher
from footplate.engine.layout import Records
from footplate.engine.tables import Tables

SEARCH = replace(STRONGEST, iterations=3000)
RELIABLE = 0.1  # visits, as a share of the most visited move's
SILLY_POINTS, SILLY_CHANCE = 3.0, 0.1


@dataclass(frozen=True)
class Verdict:
    """What a move has cost by the judge's opinion: points of margin, and chance of winning."""

    points: float
    chance: float

    @property
    def is_silly(self) -> bool:
        return self.points > SILLY_POINTS or self.chance > SILLY_CHANCE


class Judge:
    """Searches a position with chance of its own; then it looks at the move and at its best one equally long."""

    def __init__(self, seed: int = 0, search: SearchOptions = SEARCH) -> None:
        self.iterations = search.iterations
        self.look = search.iterations // 2  # iterations more for each of the two
        self.searcher = Searcher(search)
        start_bot(self.searcher.works[0], np.uint64(seed))

    def verdict(self, tables: Tables, states: Records, action: int) -> Verdict:
        """On ``action`` in the position of an observation."""
        searcher = self.searcher
        searcher.begin(tables, states)
        searcher.iterate(self.iterations)
        moves = searcher.moves()
        reliable = (move for move in moves if move.visits >= RELIABLE * moves[0].visits)
        best = max(reliable, key=lambda move: move.mean).action
        if best == action:
            return Verdict(0.0, 0.0)
        for looked in (best, action):
            searcher.look_at(looked, self.look)
        found = {move.action: move for move in searcher.moves()}
        return Verdict(found[best].mean - found[action].mean, found[best].win - found[action].win)
