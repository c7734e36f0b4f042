"""Districts (London): points at the end for who connects all cities of one, by any way; everybody can have each.

``tables`` and ``score`` each come in by one indirect call, on boards with districts (``b.n_districts``).
"""

from __future__ import annotations

import numpy as np

from footplate.boards import Board
from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, DISTRICTS, NOBODY, SCRATCH, Int, Record


def fill_districts(b: Record, board: Board) -> None:
    districts = board.rules.districts
    b["n_districts"] = len(districts)
    for i, district in enumerate(districts):
        b["district_cities"][i] = sum(1 << board.city_index[city] for city in district.cities)
        b["district_points"][i] = district.points


@jit
def holds_district(b: Record, w: Record, p: Int, district: Int) -> bool:
    """Whether p's networks, labelled before, connect all cities of a district."""
    cities = b.district_cities[district]
    label: Int = NOBODY
    for city in range(b.n_cities):
        if (cities >> np.uint64(city)) & np.uint64(1):
            here = np.int64(w.network[p, city])
            if label != NOBODY and here != label:
                return False
            label = here
    return True


@indirect_call(None, BOARD, SCRATCH)
def score_districts(b: Record, w: Record) -> None:
    for p in range(b.n_players):
        for district in range(b.n_districts):
            if holds_district(b, w, p, district):
                w.score[p, DISTRICTS] += b.district_points[district]
