"""A race for tickets: the nearest one first, the coasts as if they were one more, new ones for those that are too far.

Costs are in turns: a claim is one, and so is a card of a certain colour: most of those that are drawn are others.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.cards import card_to_take
from footplate.agents.planning.claims import is_legal, longest_claim
from footplate.agents.planning.links import (
    FREE,
    IMPOSSIBLE,
    cards_lacking,
    clear_plan,
    has_link,
    measure,
    survey,
)
from footplate.agents.planning.long_routes import best_payment
from footplate.agents.planning.network import assign_cards
from footplate.agents.planning.ways import find_ticket_way, find_way_between, wish_for_open_tickets
from footplate.engine.cards import ticket_place
from footplate.engine.jit import jit
from footplate.engine.layout import CLAIM, LOCO, ROUTES, SWAP, TICKETS, UNKNOWN, Int, Record

PER_CARD = 1.0  # turns that a card of a certain colour takes that lacks
LOCOS_COUNT = 0.5  # share of the locomotives in hand that spares such cards on one link
PER_TRAIN = 0.1  # turns that a train is worth: with the last one the race is over
WORTH_SWAPPING = 1.5  # turns that new tickets must be nearer by
TOO_FAR = 40.0  # turns; most of the tickets are out of reach if the mean is more
OUT_OF_REACH = 99.0
COASTS = TICKETS  # in place of a ticket


@jit
def price_in_turns(b: Record, o: Record, w: Record) -> None:
    """link_cost = the turns that a free link takes."""
    for k in range(b.n_links):
        w.link_cost[k] = 0.0
        if w.link_state[k] == FREE:
            r = w.link_track[k]
            lacking = np.float64(cards_lacking(b, o, o.player, r))
            spared = LOCOS_COUNT * np.float64(o.hand[o.player, LOCO]) if b.takes_locos[r] else 0.0
            w.link_cost[k] = 1.0 + PER_CARD * max(0.0, lacking - spared) + PER_TRAIN * np.float64(b.route_length[r])


@jit
def wants_coasts(b: Record, o: Record) -> bool:
    """Whether the player to move can still have a card for both coasts."""
    taken = np.int64(0)
    for p in range(b.n_players):
        taken += np.int64(o.coasts) >> p & 1
    return taken < b.coast_cards and np.int64(o.coasts) >> np.int64(o.player) & 1 == 0


@jit
def way_of(b: Record, w: Record, t: Int) -> float:
    """Add a way for a ticket, or for the coasts, to the plan; its cost."""
    return find_way_between(b, w, b.coast_a, b.coast_b) if t == COASTS else find_ticket_way(b, w, t)


@jit
def nearest_goal(b: Record, o: Record, w: Record) -> tuple[Int, float]:
    """(ticket, turns) of the goal that takes the fewest turns and for which there are trains; (-1, IMPOSSIBLE): none.

    The plan is its way.
    """
    best, best_cost, best_lo, best_hi = np.int64(-1), IMPOSSIBLE, np.uint64(0), np.uint64(0)
    for i in range(w.wish_n + wants_coasts(b, o)):
        t = np.int64(w.wish[i]) if i < w.wish_n else np.int64(COASTS)
        clear_plan(w)
        cost = way_of(b, w, t)
        if cost < best_cost and measure(w, w.plan_lo, w.plan_hi)[1] <= o.trains[o.player]:
            best, best_cost, best_lo, best_hi = t, cost, w.plan_lo, w.plan_hi
    w.plan_lo, w.plan_hi = best_lo, best_hi
    return best, best_cost


@jit
def turns_after_swap(b: Record, o: Record, w: Record) -> float:
    """Mean turns to the nearer one of two tickets that are not yet seen; IMPOSSIBLE if there are too few."""
    lo, hi = w.plan_lo, w.plan_hi
    cost, n = np.empty(TICKETS, np.float64), 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == UNKNOWN:
            clear_plan(w)
            cost[n] = min(OUT_OF_REACH, find_ticket_way(b, w, t))
            if measure(w, w.plan_lo, w.plan_hi)[1] > o.trains[o.player]:
                cost[n] = OUT_OF_REACH
            n += 1
    w.plan_lo, w.plan_hi = lo, hi
    total = 0.0
    for i in range(n):
        for j in range(i):
            total += min(cost[i], cost[j])
    return total / (0.5 * n * (n - 1.0)) if n > 1 else IMPOSSIBLE


@jit
def plan_race(b: Record, o: Record, w: Record) -> tuple[Int, float]:
    """The plan = the way to the nearest goal; (that goal, turns), or (-1, IMPOSSIBLE)."""
    survey(b, o, w)
    price_in_turns(b, o, w)
    wish_for_open_tickets(b, o, w)
    return nearest_goal(b, o, w)


@jit
def should_swap(b: Record, o: Record, w: Record, n: Int, turns: float) -> bool:
    """Whether new tickets are legal now and promise to be nearer than the nearest goal, which takes so many turns."""
    if not is_legal(w, n, b.special_first[SWAP]):
        return False
    then = turns_after_swap(b, o, w)
    return then < TOO_FAR and then + WORTH_SWAPPING < turns


@jit
def race_on(b: Record, o: Record, w: Record, n: Int) -> Int:
    """A turn of a race: claim the way to the nearest goal, or draw for it; without any, spend the trains."""
    left, paid_with = np.empty(LOCO + 1, np.int64), np.empty(ROUTES, np.uint8)
    goal, turns = plan_race(b, o, w)
    if should_swap(b, o, w, n, turns):
        return b.special_first[SWAP]
    lacking = assign_cards(b, o, w, left, paid_with)[2]
    best, longest = np.int64(-1), np.int64(0)
    for k in range(b.n_links):
        if w.link_state[k] == FREE and has_link(w.plan_lo, w.plan_hi, k) and w.link_due[k] > longest:
            r = w.link_track[k]
            claim = best_payment(b, o, w, n, r, left, paid_with)
            if claim >= 0:
                colour = b.claim_colour[claim - CLAIM]
                if lacking == 0 or colour == paid_with[r] or colour == LOCO:
                    best, longest = claim, np.int64(w.link_due[k])
    if best < 0 and goal < 0:
        best = longest_claim(b, w, n)
    if best < 0:
        best = card_to_take(b, o, w, n, left)
    if best < 0:
        best = longest_claim(b, w, n)
    return best if best >= 0 else np.int64(w.acts[0])
