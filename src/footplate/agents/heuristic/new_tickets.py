"""Which tickets the planner keeps, and when it looks at new ones."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import is_legal
from footplate.agents.planning.links import IMPOSSIBLE, measure, survey
from footplate.agents.planning.network import plan_within
from footplate.agents.planning.prices import (
    PLANNER,
    TIME_STRETCH,
    pace,
    price_links,
    trains_a_claim,
    turns_for,
    turns_left,
    value_of_turn,
)
from footplate.agents.planning.tickets import points_at_stake, points_lost, want_open_tickets, wanted_points
from footplate.agents.planning.ways import find_ticket_way
from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import DRAW_TICKETS, SPLIT, TICKETS, UNKNOWN, Int, Record
from footplate.engine.networks import is_done
from footplate.engine.special import special_kind

SURE_OF_TICKETS = 0.9  # share of the points of a new ticket that counts
WORTH_LOOKING = 3.0  # points that new tickets must promise


@jit
def value_of_keeping(b: Record, o: Record, w: Record, mask: Int, turns: float) -> float:
    """Points that the offered tickets in ``mask`` bring, planned together with those held, less what they cost."""
    want_open_tickets(b, o, w)
    done = 0.0
    for j in range(o.offer_n):
        if (mask >> j) & 1:
            if is_done(b, w.scratch, o.player, o.offer[j]):
                done += np.float64(b.ticket_points[o.offer[j]])
            else:
                w.wanted[w.wanted_n] = o.offer[j]
                w.wanted_n += 1
    every = points_at_stake(b, w)
    cost = plan_within(b, o, w, turns)
    return done + SURE_OF_TICKETS * wanted_points(b, w) - (every - points_at_stake(b, w)) - cost


@jit
def choose_tickets(b: Record, o: Record, w: Record, n: Int) -> Int:
    survey(b, o, w)
    price_links(b, o, w, PLANNER, value_of_turn(b))
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
    cost = find_ticket_way(b, w, t)
    due = measure(w, w.plan_lo, w.plan_hi)[1] - before
    w.plan_lo, w.plan_hi = lo, hi
    points, lost = np.float64(b.ticket_points[t]), np.float64(points_lost(b, t))
    if cost >= IMPOSSIBLE or due > trains or turns_for(due / trains_a_claim(b), due) > turns:
        return -lost
    return max(-lost, SURE_OF_TICKETS * points - cost)


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
def new_tickets_promise(b: Record, o: Record, w: Record, turns: float, trains: Int, long: Int) -> float:
    """Expected value of the best ticket that would be offered, one of which must be kept.

    ``long``: from the deck of long tickets, where there are two decks.
    """
    values, n = np.empty(TICKETS, np.float64), 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == UNKNOWN and (not b.two_decks or b.ticket_long[t] == long):
            values[n] = value_of_new(b, w, t, turns, trains)
            n += 1
    in_deck = np.int64(o.long_n if long else o.ticket_n)
    if n == 0 or in_deck == 0:
        return -IMPOSSIBLE
    return mean_of_best(values, n, min(np.int64(b.split_deal if b.two_decks else b.deal), min(n, in_deck)))


@jit
def look_at_tickets(b: Record, o: Record, w: Record, n: Int, turns: float, trains: Int) -> Int:
    """Looking at new tickets, if they promise enough with so many turns and trains to spend on them; else -1."""
    enough = WORTH_LOOKING * pace(b)
    if not b.two_decks:
        promise = is_legal(w, n, DRAW_TICKETS) and new_tickets_promise(b, o, w, turns, trains, 0) > enough
        return np.int64(DRAW_TICKETS if promise else -1)
    short = new_tickets_promise(b, o, w, turns, trains, 0)
    long = new_tickets_promise(b, o, w, turns, trains, 1)
    if max(short, long) <= enough:
        return np.int64(-1)
    return split_with(b, w, n, long > short)


@jit
def split_with(b: Record, w: Record, n: Int, is_long: bool) -> Int:
    """Of the n legal actions in w.acts the one that looks at most long tickets, or at fewest; -1: none can be asked."""
    chosen = np.int64(-1)
    for i in range(n):
        if special_kind(b, w.acts[i]) == SPLIT and (is_long or chosen < 0):
            chosen = np.int64(w.acts[i])
    return chosen
