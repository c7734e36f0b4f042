"""A race for tickets: the nearest one first, the coasts as if they were one more, new ones for those that are too far.

Costs are in turns: one for a claim, and those in which the cards that lack are drawn. A plan that lacks several colours
is nearer than one that lacks as many cards of one: more of the cards that are drawn fit.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORK
from footplate.agents.planning.claims import is_legal, longest_claim
from footplate.agents.planning.hand import assign_cards_to_plan, draw_or_claim
from footplate.agents.planning.links import FREE, IMPOSSIBLE, cards_lacking, clear_plan, survey
from footplate.agents.planning.long_routes import best_payment
from footplate.agents.planning.tickets import want_open_tickets
from footplate.agents.planning.ways import find_ticket_way, find_way_between
from footplate.compile import indirect_call, jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import BOARD, LOCO, STATE, SWAP, TICKETS, UNKNOWN, Int, Record

PER_CARD = 1.0  # turns to draw a card that a link lacks
LOCOS_COUNT = 0.2  # share of the locomotives in hand that counts for each link
PER_TRAIN = 0.3  # turns that a train is worth: with the last one the race is over
PER_DRAW = 0.4  # turns that a drawn card takes: two are a turn, and what doesn't fit now may fit later
SECOND_COUNTS, VERY_FAR = 0.3, 15.0  # weight of the farther of two tickets, and the most turns that it counts
WORTH_SWAPPING = 2.0  # turns by which new tickets must be nearer
PER_TICKET = 6.0  # turns saved by a new ticket whose cities are connected already
TOO_FAR = 40.0  # turns; if the mean is more, most tickets are out of reach
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
def goal_number(w: Record, i: Int) -> Int:
    """Goal i: the wanted tickets, then the coasts."""
    return np.int64(w.wanted[i]) if i < w.wanted_n else np.int64(COASTS)


@jit
def way_of(b: Record, w: Record, t: Int) -> float:
    """Add a way for a ticket, or for the coasts, to the plan; its cost."""
    return find_way_between(b, w, b.coast_a, b.coast_b) if t == COASTS else find_ticket_way(b, w, t)


@jit
def turns_to_draw(b: Record, w: Record) -> float:
    """Turns until the cards that lack are drawn: the fewer the colours that lack, the rarer are cards that fit."""
    colours, lacking = 0, -np.int64(w.left[LOCO])
    for kind in range(b.n_colours):
        colours += w.left[kind] < 0
        lacking += max(0, -w.left[kind])
    drawn, all_cards = 0.0, np.float64(b.n_colours * b.cards_per_colour + b.n_locos)
    for still in range(1, lacking + 1):
        drawn += all_cards / np.float64(min(colours, still) * b.cards_per_colour + b.n_locos)
    return PER_DRAW * drawn


@jit
def turns_of_plan(b: Record, o: Record, w: Record) -> float:
    """Turns that the plan takes; OUT_OF_REACH if there are too few trains."""
    assign_cards_to_plan(b, o, w)
    if w.trains_due > o.trains[o.player]:
        return OUT_OF_REACH
    return w.n_tracks + turns_to_draw(b, w) + PER_TRAIN * w.trains_due


@jit
def turns_with(b: Record, o: Record, w: Record, t: Int) -> float:
    """Turns that the plan takes with a goal added to it."""
    return turns_of_plan(b, o, w) if way_of(b, w, t) < IMPOSSIBLE else OUT_OF_REACH


@jit
def both_turns(nearer: float, farther: float) -> float:
    """What two goals are worth together, the fewer the better; the farther one will be swapped if it is very far."""
    return nearer + SECOND_COUNTS * min(VERY_FAR, farther)


@jit
def plan_race(b: Record, o: Record, w: Record) -> tuple[Int, float]:
    """(goal, ``both_turns`` of it and the next one): where to go first, a ticket or COASTS; -1 if all are too far.

    The plan is the way to it.
    """
    survey(b, o, w)
    price_in_turns(b, o, w)
    want_open_tickets(b, o, w)
    best, best_turns, best_lo, best_hi = np.int64(-1), OUT_OF_REACH, np.uint64(0), np.uint64(0)
    n = w.wanted_n + wants_coasts(b, o)
    needs_more = o.done_n[o.player] + 1 < b.race
    for i in range(n):
        clear_plan(w)
        turns = turns_with(b, o, w, goal_number(w, i))
        lo, hi, both = w.plan_lo, w.plan_hi, OUT_OF_REACH
        for j in range(n if turns < OUT_OF_REACH and needs_more else 0):
            if j != i:
                w.plan_lo, w.plan_hi = lo, hi
                both = min(both, turns_with(b, o, w, goal_number(w, j)))
        turns = both_turns(turns, both - turns) if needs_more else turns
        if turns < best_turns:
            best, best_turns, best_lo, best_hi = goal_number(w, i), turns, lo, hi
    w.plan_lo, w.plan_hi = best_lo, best_hi
    return best, best_turns


@jit
def turns_after_swap(b: Record, o: Record, w: Record) -> float:
    """Mean of ``both_turns`` of two tickets that are not yet seen; IMPOSSIBLE if there are too few.

    Tickets that are connected already are done at once, and each brings another one.
    """
    lo, hi = w.plan_lo, w.plan_hi
    turns, n, connected = np.empty(TICKETS, np.float64), 0, 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == UNKNOWN:
            clear_plan(w)
            turns[n] = turns_with(b, o, w, t)
            if turns[n] == 0.0:
                connected += 1
            else:
                n += 1
    w.plan_lo, w.plan_hi = lo, hi
    total = 0.0
    for i in range(n):
        for j in range(i):
            total += both_turns(min(turns[i], turns[j]), max(turns[i], turns[j]))
    if n < 2:
        return IMPOSSIBLE
    done = min(2.0 * connected / n, np.float64(b.race) - np.float64(o.done_n[o.player]))
    return total / (0.5 * n * (n - 1.0)) - PER_TICKET * done


@jit
def should_swap(b: Record, o: Record, w: Record, n: Int, now: float) -> bool:
    """Whether new tickets are legal and promise to be nearer than those in hand, which take ``now``."""
    if not is_legal(w, n, b.special_first[SWAP]):
        return False
    then = turns_after_swap(b, o, w)
    return then < TOO_FAR and then + WORTH_SWAPPING < now


@indirect_call(int, BOARD, STATE, WORK, int)
def race_on(b: Record, o: Record, w: Record, n: Int) -> Int:
    """A turn of a race: claim the way to the nearest goal once all of it can be paid, draw until then.

    Without any goal the trains are spent.
    """
    goal, turns = plan_race(b, o, w)
    if should_swap(b, o, w, n, turns):
        return b.special_first[SWAP]
    best, longest = np.int64(-1), np.int64(0)
    assign_cards_to_plan(b, o, w)
    if w.lacking == 0:
        for i in range(w.n_tracks):
            r = w.tracks[i]
            if b.route_length[r] > longest:
                claim = best_payment(b, o, w, n, r)
                if claim >= 0:
                    best, longest = claim, np.int64(b.route_length[r])
    if best < 0 and goal < 0:
        best = longest_claim(b, w, n)
    return best if best >= 0 else draw_or_claim(b, o, w, n)
