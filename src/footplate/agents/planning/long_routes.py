"""Routes taken for their points: which are worth the turns they take, and how to pay for a claim.

They come on top of the plan: the cards that they take are added to those of its tracks (hand.py).
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import chance_of_claim, is_claim
from footplate.agents.planning.hand import NOT_PLANNED, most_left, take_cards_for
from footplate.agents.planning.links import IMPOSSIBLE, MINE, coloured_cards, has_link, locos_lacking
from footplate.agents.planning.prices import pace, turns_for
from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import CLAIM, HELD, LOCO, Int, Record
from footplate.engine.networks import label_networks_of
from footplate.engine.routes import is_open

ROUTE_TURN_VALUE = 3.1  # points that a turn is worth when a route competes for it, at the usual pace
LEAST_VALUE = 1.0  # points that a route must bring beyond what its turns are worth, on boards with long routes
LONG = 5  # trains
AT_A_TIME = 6  # routes for which cards are collected
COST_OF_LOCO, LIMITED_LOCO = 1.1, 0.7  # in a payment: as many cards that lack; limited: where some routes take none
COST_OF_SPARE = 0.4  # the same for a card that no plan uses
PASSENGER = 2.5  # points that a passenger is worth
_ONE = np.uint64(1)


@jit
def passengers_worth(b: Record, w: Record, r: Int) -> float:
    """Points that the passengers at the ends of a route are worth."""
    if w.waiting == 0:
        return 0.0
    ends = (w.waiting >> np.uint64(b.route_a[r]) & _ONE) + (w.waiting >> np.uint64(b.route_b[r]) & _ONE)
    return PASSENGER * np.float64(ends)


@jit
def is_candidate(b: Record, o: Record, w: Record, r: Int, trains: Int) -> bool:
    """Whether route r is open to the player, not too long, and not planned yet, nor a track beside a planned one."""
    link = b.route_link[r]
    return (
        is_open(o, r, o.player)
        and b.route_length[r] <= trains
        and w.paid_with[r] == NOT_PLANNED
        and w.link_state[link] != MINE
        and not has_link(w.plan_lo, w.plan_hi, link)
    )


@jit
def value_of_route(b: Record, w: Record, r: Int, lacking: Int, turn_value: float) -> float:
    """Points that route r brings beyond what its turns are worth, if so many cards lack for it."""
    points = np.float64(b.route_points[r]) + passengers_worth(b, w, r)
    return points - turn_value * turns_for(1, lacking)


@jit
def add_long_routes(b: Record, o: Record, w: Record, turns: float, trains: Int) -> None:
    """Plan routes worth their turns, the best ones first, for as many turns and trains; they are added to paid_with."""
    per_turn = ROUTE_TURN_VALUE * pace(b)
    least = LEAST_VALUE if b.longest >= LONG else 0.0
    for _ in range(AT_A_TIME):
        best, best_value, best_colour, best_turns = -1, least, np.int64(0), 0.0
        for r in range(b.n_routes):
            if is_candidate(b, o, w, r, trains):
                colour: Int = np.int64(b.route_colour[r])
                if colour < 0:
                    colour = most_left(b, w)
                lacking = max(0, coloured_cards(b, r) - max(0, w.left[colour])) + locos_lacking(b, r, w.left)
                needed = turns_for(1, lacking)
                value = value_of_route(b, w, r, lacking, per_turn)
                if value > best_value and needed <= turns:
                    best, best_value, best_colour, best_turns = r, value, colour, needed
        if best < 0:
            return
        take_cards_for(b, w, best, best_colour)
        trains -= np.int64(b.route_length[best])
        turns -= best_turns


# ---------------------------------------------------------------- claims


@jit
def cost_of_others(w: Record, n: Int) -> float:
    """What n cards of any kind cost: those that nothing is planned with least."""
    spare = np.int64(0)
    for kind in range(LOCO):
        spare += max(0, w.left[kind])
    return COST_OF_SPARE * min(n, spare) + max(0, n - spare)


@jit
def best_payment(b: Record, o: Record, w: Record, n: Int, r: Int) -> Int:
    """Of the n legal actions in w.acts the claim of route r that the other plans miss least; -1 if there is none."""
    best: Int = -1
    best_cost = IMPOSSIBLE
    for i in range(n):
        if is_claim(b, w.acts[i]) and b.claim_route[w.acts[i] - CLAIM] == r:
            claim = w.acts[i] - CLAIM
            locos, colour = np.int64(b.claim_locos[claim]), np.int64(b.claim_colour[claim])
            cards = np.int64(b.claim_coloured[claim])
            cost = (LIMITED_LOCO if b.limited_locos else COST_OF_LOCO) * locos
            if colour != LOCO:
                spare = w.left[colour] + (coloured_cards(b, r) if w.paid_with[r] == colour else 0)
                missed = max(0, min(cards, cards - spare))
                cost += missed + 0.02 * np.float64(o.hand[o.player, colour])
            if b.claim_others[claim] > 0:
                cost += cost_of_others(w, np.int64(b.claim_others[claim]))
            if cost < best_cost:
                best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def claim_long_route(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The claim of the added route with most points, or -1."""
    best: Int = -1
    best_points = 0.0
    for r in range(b.n_routes):
        if w.paid_with[r] != NOT_PLANNED and not has_link(w.plan_lo, w.plan_hi, b.route_link[r]):
            action = best_payment(b, o, w, n, r)
            if action >= 0:
                points = np.float64(b.route_points[r]) + passengers_worth(b, w, r)
                points *= chance_of_claim(b, o, action - CLAIM)
                if points > best_points:
                    best, best_points = action, points
    return best


@jit
def would_be_done(b: Record, w: Record, p: Int, t: Int, x: Int, y: Int) -> bool:
    """Whether ticket t, which is open, would be done if the networks x and y of player p were joined."""
    if not b.country_tickets:
        u, v = w.scratch.network[p, b.ticket_a[t]], w.scratch.network[p, b.ticket_b[t]]
        return (u == x and v == y) or (u == y and v == x)
    starts_in, ends_in = 0, 0
    for c in range(b.n_cities):
        label, city = w.scratch.network[p, c], _ONE << np.uint64(c)
        here = 1 if label == x else (2 if label == y else 0)
        if b.ticket_from[t] & city:
            starts_in |= here
        for g in range(b.goal_n[t]):
            if b.goal_cities[t, g] & city:
                ends_in |= here
    return (starts_in & 1) * (ends_in & 2) > 0 or (starts_in & 2) * (ends_in & 1) > 0


@jit
def gain_at_once(b: Record, o: Record, w: Record, r: Int) -> Int:
    """Points that claiming route r brings: its own, and twice those of the tickets that it completes."""
    p = o.player
    x, y = w.scratch.network[p, b.route_a[r]], w.scratch.network[p, b.route_b[r]]
    gain = np.int64(b.route_points[r])
    for t in range(b.n_tickets):
        if ticket_place(o, t) == HELD + p and x != y and would_be_done(b, w, p, t, x, y):
            gain += 2 * np.int64(b.ticket_points[t])
    return gain


@jit
def claim_at_once(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The claim that brings most points at once, or -1: what is left to do when time is up."""
    label_networks_of(b, o, w.scratch, o.player)
    best: Int = -1
    best_gain = 0.0
    for i in range(n):
        if is_claim(b, w.acts[i]):
            claim = np.int64(w.acts[i]) - CLAIM
            gain = chance_of_claim(b, o, claim) * gain_at_once(b, o, w, b.claim_route[claim])
            if gain > best_gain:
                best, best_gain = np.int64(w.acts[i]), gain
    return best
