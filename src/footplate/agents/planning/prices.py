"""What links cost the bots that plan, what a turn is worth, and how many turns are left.

All bots price links by one formula. They differ in its parameters: ``LinkPrices``, of which each bot has its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from footplate.agents.planning.links import FREE, cards_lacking
from footplate.compile import jit
from footplate.engine.layout import Record

CARD = 0.5  # turns that a card takes: two are drawn in a turn
TURN_VALUE = 2.9  # points that a turn spent on tickets is worth, at the usual pace
LONGEST_USUAL = 6  # trains; longer routes are too few to set a board's pace
MEAN_CLAIM = 0.63  # trains of the other players, as a share of the longest usual route
TIME_STRETCH = 1.5  # games last longer than the others' trains and hands say, if they play perfectly
USUAL_PACE = 3.75  # points a turn on the USA map, for which the constants of the planning bots were tuned


class LinkPrices(NamedTuple):
    """What a free link costs: the turns that it takes, times what a turn is worth, less its points.

    A paper's bots count in units of their own. Then a turn is worth 1, and these parameters are in that unit.
    """

    claim: float = 0.0  # turns for the claim
    lacking: float = 0.0  # turns for each card of it that is not in hand
    train: float = 0.0  # turns for each train, whatever is in hand
    grey_train: float = 0.0  # the same on grey routes
    point: float = 0.0  # what each point of the route takes off the cost
    least: float = -np.inf  # the least cost, for each train


def prices_in_points(hand: float, point: float) -> LinkPrices:
    """Prices for a bot that counts in points.

    ``hand`` is the share of the cards in hand that it counts for the link. It needs the rest elsewhere.
    """
    train = CARD * (1.0 - hand)
    return LinkPrices(claim=1.0, lacking=CARD * hand, train=train, grey_train=train, point=point, least=0.2)


IN_TRAINS = LinkPrices(train=1.0, grey_train=1.0)  # a link costs its length
PLANNER = prices_in_points(hand=0.3, point=0.4)
GUIDED = prices_in_points(hand=0.1, point=0.8)  # the players of guided playouts


@jit
def price_links(b: Record, o: Record, w: Record, prices: LinkPrices, turn_value: float) -> None:
    """link_cost of every free link, if a turn is worth ``turn_value``."""
    for k in range(b.n_links):
        if w.link_state[k] == FREE:
            r = w.link_track[k]
            length = np.float64(b.route_length[r])
            turns = (prices.grey_train if b.route_colour[r] < 0 else prices.train) * length
            if prices.lacking > 0.0:
                turns += prices.lacking * np.float64(cards_lacking(b, o, o.player, r))
            cost = turn_value * (prices.claim + turns) - prices.point * np.float64(b.route_points[r])
            w.link_cost[k] = max(prices.least * length, cost)


@jit
def turns_for(routes: Any, lacking: Any) -> Any:
    """Turns to claim so many routes, for which so many cards lack."""
    return routes + CARD * lacking


@jit
def pace(b: Record) -> float:
    """How many points a turn brings on this board, as a multiple of the USA map's: those of its best route."""
    best = 0.1
    for r in range(b.n_routes):
        if b.route_length[r] <= LONGEST_USUAL:
            best = max(best, np.float64(b.route_points[r]) / turns_for(1, np.int64(b.route_length[r])))
    return best / USUAL_PACE


@jit
def value_of_turn(b: Record) -> float:
    """Points that a turn spent on tickets is worth."""
    return TURN_VALUE * pace(b)


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
