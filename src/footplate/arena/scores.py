"""What the points of a match's games are for."""

from __future__ import annotations

import numpy as np

from footplate.engine import layout as L
from footplate.engine.entry_points import score_all
from footplate.engine.tables import Tables

# What the points of each column of SCRATCH.score are for.
POINTS_FOR = (
    "routes", "tickets_done", "tickets_open", "longest_path", "globetrotter", "attractions", "stations", "districts",
    "grand_tour", "passengers",
)  # fmt: skip
# Points stand in the order of seats in the engine, and in that of agents in GameResults.
SCORES = np.dtype([("turns", np.int32), ("points", np.int32, (L.PLAYERS, L.SCORE_COLUMNS))])


def scores_of(tables: Tables, finals: L.Records) -> L.Records:
    """SCORES records of last positions."""
    scores, scratch = L.new_records(SCORES, len(finals)), L.new_records(L.SCRATCH)
    for g in range(len(finals)):
        score_all(tables.records, finals[g : g + 1], scratch, False)
        scores["points"][g] = scratch["score"][0]
    scores["turns"] = finals["turn"]
    return scores
