"""A second opinion on a costly decision: a tree search that thinks ahead for the seat, where playouts follow one plan.

A move that only looks bad because the playouts don't know how to go on from it is no mistake. So a decision is told
only if the search, which knows no more than the seat did, prefers the better move too.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from footplate.agents.kernels import start_bot
from footplate.agents.search.policies import STRONGEST
from footplate.agents.search.searcher import Searcher
from footplate.observation import Observation

_PER_DEAL = 2  # iterations for each deal of the playouts, then half as many through each of the two moves


def searched_cost(seen: Observation, played: int, better: int, *, seed: int, deals: int) -> float:
    """What the move played loses of the chance to win against the better one, by a search."""
    searcher = Searcher(replace(STRONGEST, iterations=_PER_DEAL * deals))
    start_bot(searcher.works[0], np.uint64(seed))
    searcher.begin(seen.tables, seen.records)
    searcher.iterate(_PER_DEAL * deals)
    for action in (played, better):
        searcher.look_at(action, deals)
    wins = {move.action: move.win for move in searcher.moves()}
    return wins[better] - wins[played]
