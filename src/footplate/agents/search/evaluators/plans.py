"""Plans: the links that a player wants for its tickets, made quickly and followed for many turns.

A plan is made when its player first has to decide, and again only when a link of it is lost, when the tickets change,
or when the trains no longer suffice. Plans lie in SEARCH for one iteration (plan_lo, plan_hi, planned); what the plan
of the player to move takes from its hand is in tracks, colour, left and lacking.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORK
from footplate.agents.planning.bonuses import add_bonuses
from footplate.agents.planning.claims import is_claim
from footplate.agents.planning.links import (
    FREE,
    IMPOSSIBLE,
    cards_lacking,
    clear_plan,
    coloured_cards,
    has_link,
    lowest_bit,
    measure,
    survey,
    waiting_cities,
)
from footplate.agents.planning.long_routes import pace, passengers_worth
from footplate.agents.planning.network import most_left, turns_for
from footplate.agents.planning.race import plan_race
from footplate.agents.planning.ways import find_ticket_way, wish_for_open_tickets
from footplate.agents.search.layout import SEARCH
from footplate.compile import indirect_call, jit
from footplate.engine.double_routes import owns_twin
from footplate.engine.layout import BOARD, CLAIM, DRAW_TICKETS, KINDS, LOCO, PASS, ROUTES, STATE, SWAP, Int, Record
from footplate.engine.routes import is_open, owner
from footplate.engine.special import special_kind

TURN_VALUE = 2.9  # points that a turn is worth on the USA map, as for the planner
POINTS_COUNT = 0.8  # share of its points that makes a route of a plan cheaper
HAND_COUNTS = 0.1  # share of the cards in hand that does so
LEAST_COST = 0.2  # of a link, for each train
SWAP_BEYOND, SWAP_PER_TRAIN = 1.0, 0.6  # turns that goals may take before they are swapped; more for each train left
NO_TRACK, LOST = -1, -2
_ONE = np.uint64(1)


@jit
def forget_plans(b: Record, q: Record) -> None:
    """Before a search: what plans need of the board. Nobody has one yet."""
    q.plans.turn_value = TURN_VALUE * pace(b)
    for p in range(b.n_players):
        q.plans.planned[p] = 0


@jit
def is_stale(q: Record, p: Int) -> bool:
    """Whether p has no plan in this iteration, or none that is good."""
    return bool(q.plans.planned[p] != q.done + 1)


# ---------------------------------------------------------------- plans


@jit
def price_links(b: Record, s: Record, w: Record, q: Record) -> None:
    """link_cost = the turns that a free link takes, less some of its points; as the planner counts them."""
    for k in range(b.n_links):
        if w.link_state[k] == FREE:
            r = w.link_track[k]
            length = np.float64(b.route_length[r])
            lacking = np.float64(cards_lacking(b, s, s.player, r))
            turns = 1.0 + 0.5 * (HAND_COUNTS * lacking + (1.0 - HAND_COUNTS) * length)
            cost = q.plans.turn_value * turns - POINTS_COUNT * np.float64(b.route_points[r])
            w.link_cost[k] = max(LEAST_COST * length, cost)


@jit
def fits(s: Record, w: Record) -> bool:
    """Whether the trains of the player to move suffice for the plan."""
    return bool(measure(w, w.plan_lo, w.plan_hi)[1] <= s.trains[s.player])


@jit
def next_wish(b: Record, w: Record) -> Int:
    """Take the ticket with most points out of ``wish``."""
    best = 0
    for i in range(1, w.wish_n):
        if b.ticket_points[w.wish[i]] > b.ticket_points[w.wish[best]]:
            best = i
    t = w.wish[best] + 0
    w.wish_n -= 1
    w.wish[best] = w.wish[w.wish_n]
    return t


@indirect_call(None, BOARD, STATE, WORK)
def plan_or_swap(b: Record, s: Record, w: Record) -> None:
    """The plan = the way to the nearest goal of a race; no plan if it is too far and there are tickets to swap.

    The more trains are laid, the nearer new tickets are.
    """
    _, turns = plan_race(b, s, w, np.empty(LOCO + 1, np.int64), np.empty(ROUTES, np.uint8))
    too_far = SWAP_BEYOND + SWAP_PER_TRAIN * np.float64(s.trains[s.player])
    if s.ticket_n > 0 and turns > too_far:
        clear_plan(w)


@indirect_call(None, BOARD, STATE, WORK, SEARCH)
def make_plan(b: Record, s: Record, w: Record, q: Record) -> None:
    """A plan for the open tickets of the player to move, those with most points first; what doesn't fit is left out.

    In a race it is the way to the nearest goal, or nothing when new tickets promise more.
    """
    p = s.player
    wish_for_open_tickets(b, s, w)
    clear_plan(w)
    if b.race > 0:
        plan_or_swap(b, s, w)
    elif w.wish_n > 0 or b.n_districts > 0 or b.grand_tour > 0:
        survey(b, s, w)
        price_links(b, s, w, q)
        while w.wish_n > 0:
            t = next_wish(b, w)
            lo, hi = w.plan_lo, w.plan_hi
            if find_ticket_way(b, w, t) >= IMPOSSIBLE or not fits(s, w):
                w.plan_lo, w.plan_hi = lo, hi
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
def list_tracks(b: Record, s: Record, q: Record) -> bool:
    """tracks = the routes that the plan of the player to move still wants; whether it can still have all of them."""
    p = s.player
    q.plans.n_tracks = 0
    due: Int = 0
    for half in range(2):
        links = q.plans.plan_hi[p] if half else q.plans.plan_lo[p]
        while links != 0:
            k = np.int64(lowest_bit(links)) + 64 * half
            r = open_track(b, s, p, k)
            if r == LOST:
                return False
            if r >= 0:
                q.plans.tracks[q.plans.n_tracks] = r
                q.plans.n_tracks += 1
                due += np.int64(b.route_length[r])
            elif half:
                q.plans.plan_hi[p] ^= _ONE << np.uint64(k - 64)
            else:
                q.plans.plan_lo[p] ^= _ONE << np.uint64(k)
            links &= links - _ONE
    return bool(due <= s.trains[p])


@jit
def assign_hand(b: Record, s: Record, q: Record) -> None:
    """left = the hand less what the tracks take; colour[i] pays for track i; lacking = cards, after all locomotives."""
    p = s.player
    for_locos: Int = 0
    for kind in range(KINDS):
        q.plans.left[kind] = s.hand[p, kind]
    for grey in range(2):
        for i in range(q.plans.n_tracks):
            colour: Int = np.int64(b.route_colour[q.plans.tracks[i]])
            if (colour < 0) == (grey == 1):
                if colour < 0:
                    colour = most_left(b, q.plans.left)
                q.plans.left[colour] -= coloured_cards(b, q.plans.tracks[i])
                q.plans.left[LOCO] -= np.int64(b.least_locos[q.plans.tracks[i]])
                q.plans.colour[i] = colour
                if b.takes_locos[q.plans.tracks[i]]:
                    for_locos += coloured_cards(b, q.plans.tracks[i])
    lacking: Int = 0
    for kind in range(b.n_colours):
        lacking += max(0, -np.int64(q.plans.left[kind]))
    q.plans.lacking = max(0, lacking - min(np.int64(q.plans.left[LOCO]), for_locos))


@jit
def aim_at_route(b: Record, s: Record, w: Record, q: Record) -> None:
    """Once nothing is planned: plan the route that brings most for the turns that it takes, if there is one."""
    p = s.player
    best, best_value = -1, -IMPOSSIBLE
    most, locos = most_left(b, q.plans.left), np.int64(q.plans.left[LOCO])
    w.waiting = waiting_cities(b, s)
    for r in range(b.n_routes):
        length = np.int64(b.route_length[r])
        if is_open(s, r, p) and length <= s.trains[p]:
            colour = np.int64(b.route_colour[r])
            held = np.int64(q.plans.left[colour if colour >= 0 else most])
            rest = locos - np.int64(b.least_locos[r]) if b.takes_locos[r] else 0
            lacking = max(0, coloured_cards(b, r) - held - rest)
            points = np.float64(b.route_points[r]) + passengers_worth(b, w, r)
            value = points - q.plans.turn_value * turns_for(1, lacking)
            if value > best_value and not (b.both_tracks and owns_twin(b, s, p, r)):
                best, best_value = r, value
    if best >= 0:
        k = np.uint64(b.route_link[best])
        if k < 64:
            q.plans.plan_lo[p] |= _ONE << k
        else:
            q.plans.plan_hi[p] |= _ONE << (k - np.uint64(64))
        q.plans.tracks[0] = best
        q.plans.n_tracks = 1
        assign_hand(b, s, q)


@jit
def look_at_plan(b: Record, s: Record, w: Record, q: Record) -> None:
    """See to it that the player to move has a plan that it can follow: tracks, left, colour and lacking are filled."""
    if is_stale(q, s.player) or not list_tracks(b, s, q):
        make_plan(b, s, w, q)
        list_tracks(b, s, q)
    assign_hand(b, s, q)


@jit
def note_action(b: Record, s: Record, q: Record, action: Int) -> None:
    """Before a step: whoever gets new tickets or claims what it had not planned must plan anew."""
    p = s.player
    if is_claim(b, action):
        if not has_link(q.plans.plan_lo[p], q.plans.plan_hi[p], np.int64(b.route_link[b.claim_route[action - CLAIM]])):
            q.plans.planned[p] = 0
    elif DRAW_TICKETS < action <= PASS or special_kind(b, action) == SWAP:
        q.plans.planned[p] = 0
