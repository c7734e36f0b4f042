"""What the planner reckons with: turns that are left, what links cost in points, and what its wishes are worth."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import FREE, cards_lacking
from footplate.agents.planning.long_routes import LONGEST_USUAL, pace
from footplate.agents.planning.network import turns_for
from footplate.agents.planning.ways import points_lost
from footplate.compile import jit
from footplate.engine.layout import Record

TURN_VALUE = 2.9  # what a turn spent on tickets costs
POINTS_COUNT = 0.4  # share of its points that makes a route of the network cheaper
HAND_COUNTS = 0.3  # share of the cards in hand that does so; the rest is needed elsewhere
LEAST_COST = 0.2  # of a link, for each train

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


@jit
def price_links(b: Record, o: Record, w: Record) -> None:
    """link_cost = the turns that a free link takes, less some of its points."""
    per_turn = TURN_VALUE * pace(b)
    for k in range(b.n_links):
        w.link_cost[k] = 0.0
        if w.link_state[k] == FREE:
            r = w.link_track[k]
            length = np.float64(b.route_length[r])
            lacking = np.float64(cards_lacking(b, o, o.player, r))
            turns = 1.0 + 0.5 * (HAND_COUNTS * lacking + (1.0 - HAND_COUNTS) * length)
            w.link_cost[k] = max(LEAST_COST * length, per_turn * turns - POINTS_COUNT * np.float64(b.route_points[r]))


@jit
def wished_points(b: Record, w: Record) -> float:
    total = 0.0
    for i in range(w.wish_n):
        total += np.float64(b.ticket_points[w.wish[i]])
    return total


@jit
def points_at_stake(b: Record, w: Record) -> float:
    """What is lost if none of the wished tickets gets done."""
    total = 0.0
    for i in range(w.wish_n):
        total += np.float64(points_lost(b, w.wish[i]))
    return total
