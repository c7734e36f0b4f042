"""Routes taken for their points: which are worth the turns they take, and how to pay for a claim.

``left`` and ``paid_with`` are those of ``network.assign_cards``: the hand less what is planned, and the colour for each
planned route.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import IMPOSSIBLE, MINE, has_link
from footplate.agents.planning.network import NOT_PLANNED, most_left, turns_for
from footplate.engine.cards import ticket_place
from footplate.engine.jit import jit
from footplate.engine.layout import CLAIM, HELD, LOCO, Int, Record
from footplate.engine.moves import is_open
from footplate.engine.networks import label_networks_of

USUAL_PACE = 3.75  # of the USA map, for which the constants of these bots were tuned
TURN_VALUE = 3.1  # points that a turn is worth when a route competes for it, at the usual pace
LEAST_VALUE = 1.0  # a route must be worth more than its turns by so much, on boards that have longer ones
LONG = 5  # trains
AT_A_TIME = 6  # routes for which cards are collected


@jit
def pace(b: Record) -> float:
    """How many points a turn brings on this board, as a multiple of the USA map's: those of its best route."""
    best = 0.1
    for r in range(b.n_routes):
        best = max(best, np.float64(b.route_points[r]) / turns_for(1, np.int64(b.route_length[r])))
    return best / USUAL_PACE


@jit
def is_candidate(b: Record, o: Record, w: Record, r: Int, trains: Int, paid_with: Record) -> bool:
    """Whether route r is open to the player, not too long, and not planned yet, nor a track beside a planned one."""
    link = b.route_link[r]
    return (
        is_open(o, r, o.player)
        and b.route_length[r] <= trains
        and paid_with[r] == NOT_PLANNED
        and w.link_state[link] != MINE
        and not has_link(w.plan_lo, w.plan_hi, link)
    )


@jit
def add_long_routes(
    b: Record, o: Record, w: Record, turns: float, trains: Int, left: Record, paid_with: Record
) -> None:
    """Plan routes worth their turns, the best ones first, for as many turns and trains; they are added to paid_with."""
    per_turn = TURN_VALUE * pace(b)
    least = LEAST_VALUE if b.longest >= LONG else 0.0
    for _ in range(AT_A_TIME):
        best, best_value, best_colour, best_turns = -1, least, np.int64(0), 0.0
        for r in range(b.n_routes):
            if is_candidate(b, o, w, r, trains, paid_with):
                colour: Int = np.int64(b.route_colour[r])
                if colour < 0:
                    colour = most_left(b, left)
                needed = turns_for(1, max(0, np.int64(b.route_length[r]) - max(0, left[colour])))
                value = np.float64(b.route_points[r]) - per_turn * needed
                if value > best_value and needed <= turns:
                    best, best_value, best_colour, best_turns = r, value, colour, needed
        if best < 0:
            return
        paid_with[best] = best_colour
        left[best_colour] -= np.int64(b.route_length[best])
        trains -= np.int64(b.route_length[best])
        turns -= best_turns


# ---------------------------------------------------------------- claims


@jit
def best_payment(b: Record, o: Record, w: Record, n: Int, r: Int, left: Record, paid_with: Record) -> Int:
    """Of the n legal actions in w.acts the claim of route r that the other plans miss least; -1 if there is none."""
    best: Int = -1
    best_cost = IMPOSSIBLE
    length = np.int64(b.route_length[r])
    for i in range(n):
        if w.acts[i] >= CLAIM and b.claim_route[w.acts[i] - CLAIM] == r:
            claim = w.acts[i] - CLAIM
            locos, colour = np.int64(b.claim_locos[claim]), np.int64(b.claim_colour[claim])
            cost = 1.1 * locos
            if colour != LOCO:
                spare = left[colour] + (length if paid_with[r] == colour else 0)
                missed = max(0, min(length - locos, length - locos - spare))
                cost += missed + 0.02 * np.float64(o.hand[o.player, colour])
            if cost < best_cost:
                best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def claim_long_route(b: Record, o: Record, w: Record, n: Int, left: Record, paid_with: Record) -> Int:
    """The claim of the added route with most points, or -1."""
    best: Int = -1
    best_points: Int = 0
    for r in range(b.n_routes):
        if paid_with[r] != NOT_PLANNED and not has_link(w.plan_lo, w.plan_hi, b.route_link[r]):
            action = best_payment(b, o, w, n, r, left, paid_with)
            if action >= 0 and b.route_points[r] > best_points:
                best, best_points = action, np.int64(b.route_points[r])
    return best


@jit
def gain_at_once(b: Record, o: Record, w: Record, r: Int) -> Int:
    """Points that claiming route r brings: its own, and twice those of the tickets that it completes."""
    p = o.player
    x, y = w.scratch.network[p, b.route_a[r]], w.scratch.network[p, b.route_b[r]]
    gain = np.int64(b.route_points[r])
    for t in range(b.n_tickets):
        if ticket_place(o, t) == HELD + p:
            u, v = w.scratch.network[p, b.ticket_a[t]], w.scratch.network[p, b.ticket_b[t]]
            if x != y and ((u == x and v == y) or (u == y and v == x)):
                gain += 2 * np.int64(b.ticket_points[t])
    return gain


@jit
def claim_at_once(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The claim that brings most points at once, or -1: what is left to do when time is up."""
    label_networks_of(b, o, w.scratch, o.player)
    best: Int = -1
    best_gain = 0
    for i in range(n):
        if w.acts[i] >= CLAIM:
            gain = gain_at_once(b, o, w, b.claim_route[w.acts[i] - CLAIM])
            if gain > best_gain:
                best, best_gain = np.int64(w.acts[i]), gain
    return best
