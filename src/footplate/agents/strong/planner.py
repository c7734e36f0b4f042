"""The ticket planner: one network for all its tickets, long routes for the rest of its trains.

Each decision is planned afresh from what the player sees, so it re-plans by itself when it is cut off:

- a network that does all open tickets, as cheap as can be found in trains, turns and cards that lack; tickets for which
  trains or time don't suffice are given up, those with the fewest points for their effort first;
- long routes that are worth their turns, for the trains and turns that the network leaves;
- while cards lack it draws, and claims only links whose loss would hurt; once none lack it claims the network, the
  links that would hurt most first;
- new tickets when those not yet seen promise more than the turn that it takes to look at them.

All values are in points; constants were tuned in matches on the USA map and scale with the board's ``pace``.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.kernels import chooses_tickets
from footplate.agents.planning.cards import card_to_take, cards_wanted
from footplate.agents.planning.claims import is_legal, longest_claim
from footplate.agents.planning.links import FREE, IMPOSSIBLE, cards_lacking, has_link, measure, survey
from footplate.agents.planning.long_routes import (
    add_long_routes,
    best_payment,
    claim_at_once,
    claim_long_route,
    pace,
)
from footplate.agents.planning.network import assign_cards, detour, plan_within, turns_for
from footplate.agents.planning.ways import find_way, wish_for_open_tickets
from footplate.agents.simple.greedy import greedy_action
from footplate.engine.cards import ticket_place
from footplate.engine.double_routes import open_tracks
from footplate.engine.jit import jit
from footplate.engine.layout import DRAW_TICKETS, LOCO, ROUTES, TICKETS, TURN, UNKNOWN, Int, Record
from footplate.engine.moves import legal_actions, owner
from footplate.engine.networks import is_done

TURN_VALUE = 2.9  # what a turn spent on tickets costs
POINTS_COUNT = 0.4  # share of its points that makes a route of the network cheaper
HAND_COUNTS = 0.3  # share of the cards in hand that does so; the rest is needed elsewhere
LEAST_COST = 0.2  # of a link, for each train

MEAN_CLAIM = 0.63  # of the other players, as a share of the longest route
TIME_STRETCH = 1.5  # games last longer than the others' trains and hands say, if they play perfectly

SURE_OF_TICKETS = 0.9  # of the points of a new ticket so much is counted
WORTH_LOOKING = 3.0  # points that new tickets must promise

URGENT = 1.0  # points at risk for which a link is claimed before the other cards are there
CHANCE_OF_LOSS = 0.05  # that another player takes a given link soon
CHANCE_NEAR_OTHERS = 0.1  # more, for each of its two cities that another player's routes touch
SECOND_TRACK = 0.3  # of the chance if another track stays open


@jit
def trains_a_claim(b: Record) -> float:
    return MEAN_CLAIM * np.float64(b.longest)


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


# ---------------------------------------------------------------- tickets


@jit
def value_of_keeping(b: Record, o: Record, w: Record, mask: Int, turns: float) -> float:
    """Points that the offered tickets in ``mask`` bring, planned together with those held, less what they cost."""
    left, paid_with = np.empty(LOCO + 1, np.int64), np.empty(ROUTES, np.uint8)
    wish_for_open_tickets(b, o, w)
    done = 0.0
    for j in range(o.offer_n):
        if (mask >> j) & 1:
            if is_done(b, w.scratch, o.player, o.offer[j]):
                done += np.float64(b.ticket_points[o.offer[j]])
            else:
                w.wish[w.wish_n] = o.offer[j]
                w.wish_n += 1
    every = wished_points(b, w)
    cost = plan_within(b, o, w, turns, left, paid_with)
    planned = wished_points(b, w)
    return done + SURE_OF_TICKETS * planned - (every - planned) - cost


@jit
def choose_tickets(b: Record, o: Record, w: Record, n: Int) -> Int:
    survey(b, o, w)
    price_links(b, o, w)
    turns = TIME_STRETCH * turns_left(b, o)
    best, best_value = np.int64(w.acts[0]), -IMPOSSIBLE
    for i in range(n):
        value = value_of_keeping(b, o, w, np.int64(w.acts[i]) - DRAW_TICKETS, turns)
        if value > best_value:
            best, best_value = np.int64(w.acts[i]), value
    return best


@jit
def value_of_new(b: Record, w: Record, t: Int, turns: float, trains: Int) -> float:
    """What ticket t would bring on top of the plan, which stays as it is."""
    lo, hi = w.plan_lo, w.plan_hi
    before = measure(w, lo, hi)[1]
    cost = find_way(b, w, b.ticket_a[t], b.ticket_b[t])
    due = measure(w, w.plan_lo, w.plan_hi)[1] - before
    w.plan_lo, w.plan_hi = lo, hi
    points = np.float64(b.ticket_points[t])
    if cost >= IMPOSSIBLE or due > trains or turns_for(due / trains_a_claim(b), due) > turns:
        return -points
    return max(-points, SURE_OF_TICKETS * points - cost)


@jit
def mean_of_best(values: Record, n: Int, drawn: Int) -> float:
    """Mean of the largest of ``drawn`` of the first n values, drawn at random; sorts them."""
    for i in range(1, n):  # ``values.sort()`` takes seconds to compile
        value, j = values[i], i
        while j > 0 and values[j - 1] > value:
            values[j] = values[j - 1]
            j -= 1
        values[j] = value
    mean, none_above = 0.0, 1.0
    for i in range(n - 1, -1, -1):
        none_from_here = 1.0
        for j in range(drawn):
            none_from_here *= max(0.0, np.float64(i - j)) / np.float64(n - j)
        mean += (none_above - none_from_here) * values[i]
        none_above = none_from_here
    return mean


@jit
def new_tickets_promise(b: Record, o: Record, w: Record, turns: float, trains: Int) -> float:
    """Expected value of the best ticket that would be offered, one of which must be kept."""
    values, n = np.empty(TICKETS, np.float64), 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == UNKNOWN:
            values[n] = value_of_new(b, w, t, turns, trains)
            n += 1
    if n == 0:
        return -IMPOSSIBLE
    return mean_of_best(values, n, min(np.int64(b.deal), min(n, np.int64(o.ticket_n))))


@jit
def should_look_at_tickets(b: Record, o: Record, w: Record, n: Int, turns: float, trains: Int) -> bool:
    """Whether new tickets may be asked for and promise enough, with so many turns and trains to spend on them."""
    return is_legal(w, n, DRAW_TICKETS) and new_tickets_promise(b, o, w, turns, trains) > WORTH_LOOKING * pace(b)


# ---------------------------------------------------------------- claims


@jit
def others_touch(b: Record, o: Record, city: Int) -> bool:
    """Whether another player has a route at the city."""
    for r in range(b.n_routes):
        if b.route_a[r] == city or b.route_b[r] == city:
            q = owner(o, r)
            if q >= 0 and q != o.player:
                return True
    return False


@jit
def chance_of_loss(b: Record, o: Record, k: Int) -> float:
    """About how likely link k is lost to others soon."""
    chance = CHANCE_OF_LOSS
    chance += CHANCE_NEAR_OTHERS * (others_touch(b, o, b.link_a[k]) + others_touch(b, o, b.link_b[k]))
    if open_tracks(b, o, k, o.player) > 1 and not b.close_twins:
        chance *= SECOND_TRACK
    return chance * np.float64(b.n_players - 1)


@jit
def claim_of_network(
    b: Record, o: Record, w: Record, n: Int, cost: float, left: Record, paid_with: Record
) -> tuple[Int, float]:
    """(claim, points at risk) of the payable link of the plan that would hurt most to lose; (-1, 0) if none is."""
    best: Int = -1
    most_at_risk = 0.0
    most = 2.0 * wished_points(b, w)
    for k in range(b.n_links):
        if w.link_state[k] == FREE and has_link(w.plan_lo, w.plan_hi, k):
            claim = best_payment(b, o, w, n, w.link_track[k], left, paid_with)
            if claim >= 0:
                at_risk = detour(b, w, k, cost, most) * chance_of_loss(b, o, k) + 0.01 * np.float64(w.link_due[k])
                if at_risk > most_at_risk:
                    best, most_at_risk = claim, at_risk
    return best, most_at_risk


# ---------------------------------------------------------------- a turn


@jit
def claim_now(
    b: Record, o: Record, w: Record, n: Int, cost: float, lacking: Int, left: Record, paid_with: Record
) -> Int:
    """A claim that should not wait, or -1."""
    claim, at_risk = claim_of_network(b, o, w, n, cost, left, paid_with)
    if claim >= 0 and (lacking == 0 or at_risk >= URGENT * pace(b)):
        return claim
    return claim_long_route(b, o, w, n, left, paid_with)


@jit
def take_turn(b: Record, o: Record, w: Record, n: Int) -> Int:
    """A turn, or its second card."""
    left, paid_with = np.empty(LOCO + 1, np.int64), np.empty(ROUTES, np.uint8)
    turns = turns_left(b, o)
    survey(b, o, w)
    price_links(b, o, w)
    wish_for_open_tickets(b, o, w)
    cost = plan_within(b, o, w, TIME_STRETCH * turns, left, paid_with)
    routes, due, lacking = assign_cards(b, o, w, left, paid_with)
    turns_over = turns - turns_for(routes, lacking)
    trains_over = np.int64(o.trains[o.player]) - due
    add_long_routes(b, o, w, turns_over, trains_over, left, paid_with)
    claim: Int = -1
    if o.phase == TURN and turns < 2.0:
        claim = claim_at_once(b, o, w, n)
    if o.phase == TURN and claim < 0:
        claim = claim_now(b, o, w, n, cost, lacking, left, paid_with)
    if claim >= 0:
        return claim
    if lacking == 0 and should_look_at_tickets(b, o, w, n, turns_over - 1.0, trains_over):
        return DRAW_TICKETS
    if o.phase == TURN and cards_wanted(left) == 0:
        claim = claim_at_once(b, o, w, n)
    if claim < 0:
        claim = card_to_take(b, o, w, n, left)
    if claim < 0:
        claim = longest_claim(b, w, n)
    return claim if claim >= 0 else np.int64(w.acts[0])


@jit
def planner_action(b: Record, o: Record, w: Record) -> Int:
    if b.progress:
        return greedy_action(b, o, w)
    n = legal_actions(b, o, w.acts)
    return choose_tickets(b, o, w, n) if chooses_tickets(o) else take_turn(b, o, w, n)


def planner_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return planner_action(b, o, w)
