"""The ticket planner: one network for all its tickets, long routes for the rest of its trains.

Each decision is planned afresh from what the player sees, so it re-plans by itself when it is cut off:

- a network that does all open tickets, as cheap as can be found in trains, turns and cards that lack; tickets for which
  trains or time don't suffice are given up, those with the fewest points for their effort first;
- long routes that are worth their turns, for the trains and turns that the network leaves;
- while cards lack it draws, and claims only links whose loss would hurt; once none lack it claims the network, the
  links that would hurt most first;
- new tickets when those not yet seen promise more than the turn that it takes to look at them.

Where the board has such rules, it weighs a tunnel's risk and picks up passengers. It joins districts and second ways
that are worth it, and builds a station for a ticket that is cut off. In a race it goes for the nearest ticket.

All values are in points; constants were tuned in matches on the USA map and scale with the board's ``pace``.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.heuristic.greedy import greedy_action
from footplate.agents.heuristic.new_tickets import choose_tickets, look_at_tickets
from footplate.agents.kernels import chooses_tickets
from footplate.agents.layout import WORK
from footplate.agents.planning.bonuses import add_bonuses
from footplate.agents.planning.claims import chance_of_claim
from footplate.agents.planning.hand import assign_cards_to_plan, colours_lacking, draw_or_claim, turns_of_tracks
from footplate.agents.planning.links import cities_of_others, survey
from footplate.agents.planning.long_routes import (
    add_long_routes,
    best_payment,
    claim_at_once,
    claim_long_route,
    passengers_worth,
)
from footplate.agents.planning.network import detour, plan_within
from footplate.agents.planning.prices import PLANNER, TIME_STRETCH, pace, price_links, turns_left, value_of_turn
from footplate.agents.planning.race import race_on
from footplate.agents.planning.special import special_answer
from footplate.agents.planning.stations import lend_links, station_to_build, stations_wanted
from footplate.agents.planning.tickets import want_open_tickets, wanted_points
from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, CLAIM, SPLIT_FIRST, STATE, TUNNEL, TURN, Int, Record
from footplate.engine.moves import legal_singly
from footplate.engine.routes import open_tracks

TRAINS_A_TURN = 1.1  # laid, when it is asked which bonuses there is time for

URGENT = 1.0  # points at risk for which a link is claimed before the other cards are there
CHANCE_OF_LOSS = 0.05  # that another player takes a given link soon
CHANCE_NEAR_OTHERS = 0.1  # more, for each of its two cities that another player's routes touch
PASSENGERS_LOST = 0.25  # chance that others take passengers soon
SECOND_TRACK = 0.3  # of the chance if another track stays open
_ONE = np.uint64(1)


# ---------------------------------------------------------------- claims


@jit
def chance_of_loss(b: Record, o: Record, k: Int) -> float:
    """About how likely link k is lost to others soon."""
    near = cities_of_others(b, o)
    ends_near = (near >> np.uint64(b.link_a[k]) & _ONE) + (near >> np.uint64(b.link_b[k]) & _ONE)
    chance = CHANCE_OF_LOSS + CHANCE_NEAR_OTHERS * np.float64(ends_near)
    if open_tracks(b, o, k, o.player) > 1 and not b.close_twins:
        chance *= SECOND_TRACK
    return chance * np.float64(b.n_players - 1)


@jit
def claim_of_network(b: Record, o: Record, w: Record, n: Int, cost: float) -> tuple[Int, float]:
    """(claim, points at risk) of the payable link of the plan that would hurt most to lose; (-1, 0) if none is."""
    best: Int = -1
    most_at_risk = 0.0
    most = 2.0 * wanted_points(b, w)
    for i in range(w.n_tracks):
        r = w.tracks[i]
        claim, k = best_payment(b, o, w, n, r), b.route_link[r]
        if claim >= 0:
            at_risk = detour(b, w, k, cost, most) * chance_of_loss(b, o, k) + 0.01 * np.float64(b.route_length[r])
            at_risk += PASSENGERS_LOST * passengers_worth(b, w, r)
            at_risk *= chance_of_claim(b, o, claim - CLAIM)
            if at_risk > most_at_risk:
                best, most_at_risk = claim, at_risk
    return best, most_at_risk


# ---------------------------------------------------------------- a turn


@jit
def claim_now(b: Record, o: Record, w: Record, n: Int, cost: float) -> Int:
    """A claim that should not wait, or -1."""
    claim, at_risk = claim_of_network(b, o, w, n, cost)
    if claim >= 0 and (w.lacking == 0 or at_risk >= URGENT * pace(b)):
        return claim
    return claim_long_route(b, o, w, n)


@jit
def make_plan(b: Record, o: Record, w: Record, turns: float) -> float:
    """The plan for the open tickets, with what bonuses are worth; returns what it costs without those.

    If some can't be done, it is made again with the routes that stations could lend.
    """
    survey(b, o, w)
    price_links(b, o, w, PLANNER, value_of_turn(b))
    want_open_tickets(b, o, w)
    wanted = w.wanted_n
    cost = plan_within(b, o, w, TIME_STRETCH * turns)
    if w.wanted_n < wanted and b.n_stations > 0:
        lend_links(b, o, w, value_of_turn(b))
        want_open_tickets(b, o, w)
        cost = plan_within(b, o, w, TIME_STRETCH * turns)
    add_bonuses(b, o, w, min(np.int64(o.trains[o.player]), np.int64(TRAINS_A_TURN * turns)))
    assign_cards_to_plan(b, o, w)
    return cost


@jit
def take_turn(b: Record, o: Record, w: Record, n: Int) -> Int:
    """A turn, or its second card."""
    turns = turns_left(b, o)
    cost = make_plan(b, o, w, turns)
    turns_over = turns - turns_of_tracks(w)
    trains_over = np.int64(o.trains[o.player]) - w.trains_due
    add_long_routes(b, o, w, turns_over, trains_over)
    claim: Int = -1
    if o.phase == TURN and turns < 2.0:
        claim = claim_at_once(b, o, w, n)
    if o.phase == TURN and claim < 0:
        claim = claim_now(b, o, w, n, cost)
    if o.phase == TURN and (w.n_tracks == 0 or turns < 2.0 + stations_wanted(b, w)):
        station = station_to_build(b, w, n)
        claim = station if station >= 0 else claim
    if o.phase == TURN and claim < 0 and w.lacking == 0:
        claim = look_at_tickets(b, o, w, n, turns_over - 1.0, trains_over)
    if claim >= 0:
        return claim
    if o.phase == TURN and colours_lacking(b, w) == 0:
        claim = claim_at_once(b, o, w, n)
    return claim if claim >= 0 else draw_or_claim(b, o, w, n)


# ---------------------------------------------------------------- what only some boards have


@indirect_call(int, BOARD, STATE, WORK, int)
def decide_special(b: Record, o: Record, w: Record, n: Int) -> Int:
    """A decision that only some boards have, with regard to the plan."""
    make_plan(b, o, w, turns_left(b, o))
    return special_answer(b, o, w, n)


@jit
def planner_action(b: Record, o: Record, w: Record) -> Int:
    if b.progress:
        return greedy_action(b, o, w)
    n = legal_singly(b, o, w.acts)
    if TUNNEL <= o.phase <= SPLIT_FIRST:
        return decide_special(b, o, w, n)
    if chooses_tickets(o):
        return choose_tickets(b, o, w, n)
    return race_on(b, o, w, n) if b.race > 0 else take_turn(b, o, w, n)


def planner_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return planner_action(b, o, w)
