"""Plans of the players in a playout: made quickly and followed for many turns.

A plan is the set of links that a player wants for its tickets. It is made when its player first has to decide. It is
made again only when a link of it is lost, when the tickets change, or when the trains no longer suffice. Plans lie in
SEARCH for one iteration (plan_lo, plan_hi, planned). What the plan of the player to move takes from its hand is in WORK
(planning/hand.py).
"""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORK
from footplate.agents.planning.bonuses import add_bonuses
from footplate.agents.planning.claims import is_claim
from footplate.agents.planning.hand import add_track, assign_cards, clear_tracks, most_left
from footplate.agents.planning.links import (
    IMPOSSIBLE,
    cards_lacking,
    clear_plan,
    coloured_cards,
    first_link,
    has_link,
    survey,
    waiting_cities,
    with_link,
    without_first,
)
from footplate.agents.planning.long_routes import value_of_route
from footplate.agents.planning.network import plan_by_points
from footplate.agents.planning.prices import GUIDED, price_links, value_of_turn
from footplate.agents.planning.race import plan_race
from footplate.agents.planning.tickets import want_open_tickets
from footplate.agents.search.layout import SEARCH
from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, CLAIM, DRAW_TICKETS, LOCO, PASS, STATE, SWAP, Int, Record
from footplate.engine.routes import is_open, owner, owns_twin
from footplate.engine.special import special_kind

SWAP_BEYOND, SWAP_PER_TRAIN = 1.0, 0.6  # turns that goals may take before they are swapped; more for each train left
NO_TRACK, LOST = -1, -2


@jit
def forget_plans(b: Record, q: Record) -> None:
    """Before a search: what plans need of the board. Nobody has one yet."""
    q.plans.turn_value = value_of_turn(b)
    for p in range(b.n_players):
        q.plans.planned[p] = 0


@jit
def is_stale(q: Record, p: Int) -> bool:
    """Whether p has no plan in this iteration, or none that is good."""
    return bool(q.plans.planned[p] != q.done + 1)


# ---------------------------------------------------------------- plans


@indirect_call(None, BOARD, STATE, WORK)
def plan_or_swap(b: Record, s: Record, w: Record) -> None:
    """The plan = the way to the nearest goal of a race; no plan if it is too far and there are tickets to swap.

    The more trains are laid, the nearer new tickets are.
    """
    _, turns = plan_race(b, s, w)
    too_far = SWAP_BEYOND + SWAP_PER_TRAIN * np.float64(s.trains[s.player])
    if s.ticket_n > 0 and turns > too_far:
        clear_plan(w)


@indirect_call(None, BOARD, STATE, WORK, SEARCH)
def make_plan(b: Record, s: Record, w: Record, q: Record) -> None:
    """A plan for the open tickets of the player to move.

    In a race it is the way to the nearest goal, or nothing when new tickets promise more.
    """
    p = s.player
    want_open_tickets(b, s, w)
    clear_plan(w)
    if b.race > 0:
        plan_or_swap(b, s, w)
    elif w.wanted_n > 0 or b.n_districts > 0 or b.grand_tour > 0:
        survey(b, s, w)
        price_links(b, s, w, GUIDED, q.plans.turn_value)
        plan_by_points(b, s, w)
        add_bonuses(b, s, w, np.int64(s.trains[p]))
    q.plans.plan_lo[p] = w.plan_lo
    q.plans.plan_hi[p] = w.plan_hi
    q.plans.planned[p] = q.done + 1


@jit
def open_track(b: Record, s: Record, p: Int, k: Int) -> Int:
    """The track of link k to claim, the one that lacks fewest cards; NO_TRACK if p has the link, LOST if it can't."""
    first, best = np.int64(b.link_route[k]), np.int64(LOST)
    r = first
    while True:
        if owner(s, r) == p:
            return NO_TRACK
        if is_open(s, r, p) and (best < 0 or cards_lacking(b, s, p, r) < cards_lacking(b, s, p, best)):
            best = r
        r = np.int64(b.twin[r])
        if r == first:
            return best


@jit
def list_tracks(b: Record, s: Record, w: Record, q: Record) -> bool:
    """The tracks of the player to move are those that its plan still wants; whether it can still have all of them.

    Links that it has got meanwhile leave the plan.
    """
    p = s.player
    clear_tracks(w)
    lo, hi = q.plans.plan_lo[p], q.plans.plan_hi[p]
    open_lo, open_hi = np.uint64(0), np.uint64(0)
    while lo | hi != 0:
        k = first_link(lo, hi)
        lo, hi = without_first(lo, hi)
        r = open_track(b, s, p, k)
        if r == LOST:
            return False
        if r >= 0:
            add_track(b, w, r)
            open_lo, open_hi = with_link(open_lo, open_hi, k)
    q.plans.plan_lo[p], q.plans.plan_hi[p] = open_lo, open_hi
    return bool(w.trains_due <= s.trains[p])


@jit
def aim_at_route(b: Record, s: Record, w: Record, q: Record) -> None:
    """Once nothing is planned: plan the route that brings most for the turns that it takes, if there is one."""
    p = s.player
    best, best_value = -1, -IMPOSSIBLE
    most, locos = most_left(b, w), np.int64(w.left[LOCO])
    w.waiting = waiting_cities(b, s)
    for r in range(b.n_routes):
        length = np.int64(b.route_length[r])
        if is_open(s, r, p) and length <= s.trains[p]:
            colour = np.int64(b.route_colour[r])
            held = np.int64(w.left[colour if colour >= 0 else most])
            rest = locos - np.int64(b.least_locos[r]) if b.takes_locos[r] else 0
            lacking = max(0, coloured_cards(b, r) - held - rest)
            value = value_of_route(b, w, r, lacking, q.plans.turn_value)
            if value > best_value and not (b.both_tracks and owns_twin(b, s, p, r)):
                best, best_value = r, value
    if best >= 0:
        q.plans.plan_lo[p], q.plans.plan_hi[p] = with_link(
            q.plans.plan_lo[p], q.plans.plan_hi[p], np.int64(b.route_link[best])
        )
        add_track(b, w, best)
        assign_cards(b, s, w)


@jit
def look_at_plan(b: Record, s: Record, w: Record, q: Record) -> None:
    """See to it that the player to move has a plan that it can follow, and work out what it takes from the hand."""
    if is_stale(q, s.player) or not list_tracks(b, s, w, q):
        make_plan(b, s, w, q)
        list_tracks(b, s, w, q)
    assign_cards(b, s, w)


@jit
def note_action(b: Record, s: Record, q: Record, action: Int) -> None:
    """Before a step: whoever gets new tickets or claims what it had not planned must plan anew."""
    p = s.player
    if is_claim(b, action):
        if not has_link(q.plans.plan_lo[p], q.plans.plan_hi[p], np.int64(b.route_link[b.claim_route[action - CLAIM]])):
            q.plans.planned[p] = 0
    elif DRAW_TICKETS < action <= PASS or special_kind(b, action) == SWAP:
        q.plans.planned[p] = 0
