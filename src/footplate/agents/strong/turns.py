"""How many turns the planner has left."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.prices import LONGEST_USUAL, turns_for
from footplate.compile import jit
from footplate.engine.layout import Record

MEAN_CLAIM = 0.63  # of the other players, as a share of the longest usual route
TIME_STRETCH = 1.5  # games last longer than the others' trains and hands say, if they play perfectly


@jit
def trains_a_claim(b: Record) -> float:
    return MEAN_CLAIM * min(np.float64(b.longest), LONGEST_USUAL)


@jit
def turns_left(b: Record, o: Record) -> float:
    """About how many turns the player to move has left: till another one has too few trains, and one more."""
    if o.last_turns > 0:
        return 1.0
    fewest = 99.0
    for q in range(b.n_players):
        if q != o.player:
            trains = max(0.0, np.float64(o.trains[q]) - np.float64(b.end_trains))
            lacking = max(0.0, trains - np.float64(o.hand_n[q]))
            fewest = min(fewest, turns_for(trains / trains_a_claim(b), lacking))
    return fewest + 1.0
