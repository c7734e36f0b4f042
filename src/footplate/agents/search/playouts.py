"""Playouts by players who know what they want: each follows a plan for its tickets, then goes for long routes.

A plan is a set of links, made when its player first has to decide and again only when a link of it is lost, when the
tickets change, or when the trains no longer suffice. Following it is cheap: claim what can be paid, else draw what
lacks. The plans of one iteration lie in SEARCH (plan_lo, plan_hi, stale); they are followed in the tree as well.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.heuristics.long_routes import pace
from footplate.agents.heuristics.network import most_left, turns_for
from footplate.agents.heuristics.planning import (
    FREE,
    IMPOSSIBLE,
    cards_lacking,
    clear_plan,
    find_way,
    has_link,
    lowest_bit,
    measure,
    survey,
    wish_for_open_tickets,
)
from footplate.agents.search.layout import GUIDED
from footplate.engine.cards import cards_left
from footplate.engine.jit import jit
from footplate.engine.layout import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    FACE_UP,
    KINDS,
    LOCO,
    OVER,
    SECOND_CARD,
    TURN,
    Int,
    Record,
)
from footplate.engine.moves import is_open, least_kept, owner, payable, random_action
from footplate.engine.playout import playout
from footplate.engine.random import rand_below
from footplate.engine.step import step

TURN_VALUE = 2.9  # points that a turn is worth on the USA map, as for the planner
POINTS_COUNT = 0.8  # share of its points that makes a route of a plan cheaper
HAND_COUNTS = 0.1  # share of the cards in hand that does so
LEAST_COST = 0.2  # of a link, for each train
TRAINS_FOR_TICKETS = 0.5  # of all trains must be left to look at new tickets
CHANCES = 1 << 16  # in which ``epsilon`` is counted
NO_TRACK, LOST = -1, -2
_ONE = np.uint64(1)


@jit
def forget_plans(b: Record, q: Record) -> None:
    """Nobody has a plan yet."""
    for p in range(b.n_players):
        q.stale[p] = 1


@jit
def know_board(b: Record, q: Record) -> None:
    """What playouts need of the board, once for a search."""
    q.turn_value = TURN_VALUE * pace(b)


# ---------------------------------------------------------------- plans


@jit
def price_for_playout(b: Record, s: Record, w: Record, q: Record) -> None:
    """link_cost = the turns that a free link takes, less some of its points; as the planner counts them."""
    for k in range(b.n_links):
        if w.link_state[k] == FREE:
            r = w.link_track[k]
            length = np.float64(b.route_length[r])
            lacking = np.float64(cards_lacking(b, s, s.player, r))
            turns = 1.0 + 0.5 * (HAND_COUNTS * lacking + (1.0 - HAND_COUNTS) * length)
            cost = q.turn_value * turns - POINTS_COUNT * np.float64(b.route_points[r])
            w.link_cost[k] = max(LEAST_COST * length, cost)


@jit
def fits(s: Record, w: Record) -> bool:
    """Whether the trains of the player to move suffice for the plan."""
    return measure(w, w.plan_lo, w.plan_hi)[1] <= s.trains[s.player]


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


@jit
def make_plan(b: Record, s: Record, w: Record, q: Record) -> None:
    """A plan for the open tickets of the player to move, those with most points first; what does not fit is left out."""
    p = s.player
    wish_for_open_tickets(b, s, w)
    clear_plan(w)
    if w.wish_n > 0:
        survey(b, s, w)
        price_for_playout(b, s, w, q)
        while w.wish_n > 0:
            t = next_wish(b, w)
            lo, hi = w.plan_lo, w.plan_hi
            if find_way(b, w, b.ticket_a[t], b.ticket_b[t]) >= IMPOSSIBLE or not fits(s, w):
                w.plan_lo, w.plan_hi = lo, hi
    q.plan_lo[p] = w.plan_lo
    q.plan_hi[p] = w.plan_hi
    q.stale[p] = 0


@jit
def open_track(b: Record, s: Record, p: Int, k: Int) -> Int:
    """The track of link k to claim, the one that lacks fewest cards; NO_TRACK if p has the link, LOST if it can't."""
    first = np.int64(b.link_route[k])
    r, best = first, LOST
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
    q.n_tracks = 0
    due = 0
    for half in range(2):
        links = q.plan_hi[p] if half else q.plan_lo[p]
        while links != 0:
            k = np.int64(lowest_bit(links)) + 64 * half
            r = open_track(b, s, p, k)
            if r == LOST:
                return False
            if r >= 0:
                q.tracks[q.n_tracks] = r
                q.n_tracks += 1
                due += np.int64(b.route_length[r])
            elif half:
                q.plan_hi[p] ^= _ONE << np.uint64(k - 64)
            else:
                q.plan_lo[p] ^= _ONE << np.uint64(k)
            links &= links - _ONE
    return due <= s.trains[p]


@jit
def assign_hand(b: Record, s: Record, q: Record) -> None:
    """left = the hand less what the tracks take; colour[i] pays for track i; lacking = cards, after all locomotives."""
    p = s.player
    for kind in range(KINDS):
        q.left[kind] = s.hand[p, kind]
    for grey in range(2):
        for i in range(q.n_tracks):
            colour: Int = np.int64(b.route_colour[q.tracks[i]])
            if (colour < 0) == (grey == 1):
                if colour < 0:
                    colour = most_left(b, q.left)
                q.left[colour] -= np.int64(b.route_length[q.tracks[i]])
                q.colour[i] = colour
    lacking: Int = 0
    for kind in range(b.n_colours):
        lacking += max(0, -np.int64(q.left[kind]))
    q.lacking = max(0, lacking - np.int64(q.left[LOCO]))


@jit
def has_twin_of_mine(b: Record, s: Record, p: Int, r: Int) -> bool:
    twin = b.twin[r]
    while twin != r:
        if owner(s, twin) == p:
            return True
        twin = b.twin[twin]
    return False


@jit
def aim_at_route(b: Record, s: Record, q: Record) -> None:
    """Once nothing is planned: plan the route that brings most for the turns that it takes, if there is one."""
    p = s.player
    best, best_value = -1, -IMPOSSIBLE
    most, locos = most_left(b, q.left), np.int64(q.left[LOCO])
    for r in range(b.n_routes):
        length = np.int64(b.route_length[r])
        if is_open(s, r, p) and length <= s.trains[p]:
            colour = np.int64(b.route_colour[r])
            held = np.int64(q.left[colour if colour >= 0 else most])
            value = np.float64(b.route_points[r]) - q.turn_value * turns_for(1, max(0, length - held - locos))
            if value > best_value and not (b.both_tracks and has_twin_of_mine(b, s, p, r)):
                best, best_value = r, value
    if best >= 0:
        k = np.uint64(b.route_link[best])
        if k < 64:
            q.plan_lo[p] |= _ONE << k
        else:
            q.plan_hi[p] |= _ONE << (k - np.uint64(64))
        q.tracks[0] = best
        q.n_tracks = 1
        assign_hand(b, s, q)


# ---------------------------------------------------------------- claims


@jit
def claim_with(b: Record, s: Record, r: Int, colour: Int) -> Int:
    """The claim of route r with a colour and as few locomotives as the hand allows; -1 if it can't be paid so."""
    p = s.player
    length, held = np.int64(b.route_length[r]), np.int64(s.hand[p, colour])
    if length > s.trains[p]:
        return -1
    for locos in range(max(0, length - held), min(length, np.int64(s.hand[p, LOCO])) + 1):
        group = LOCO if locos == length else colour
        first, size = payable(b, locos, group, length)
        shorter = payable(b, locos, group, length - 1)[1]
        for claim in range(first + shorter, first + size):
            if b.claim_route[claim] == r:
                return np.int64(claim)
    return -1


@jit
def planned_claim(b: Record, s: Record, q: Record) -> Int:
    """The claim of the longest planned track that can be paid; locomotives only once no card lacks. -1: none can."""
    best: Int = -1
    longest: Int = 0
    held = np.int64(s.hand[s.player, LOCO])
    for i in range(q.n_tracks):
        r = np.int64(q.tracks[i])
        length = np.int64(b.route_length[r])
        locos = length - np.int64(s.hand[s.player, q.colour[i]])
        if length > longest and locos <= (held if q.lacking == 0 else 0):
            claim = claim_with(b, s, r, np.int64(q.colour[i]))
            if claim >= 0:
                best, longest = claim, length
    return best


@jit
def longest_payable(b: Record, s: Record) -> Int:
    """The claim of the longest route that the hand can pay, with as few locomotives as that takes; -1: none."""
    p = s.player
    best: Int = -1
    longest, reach = 0, min(np.int64(s.trains[p]), b.longest)
    for locos in range(min(np.int64(s.hand[p, LOCO]), reach) + 1):
        for colour in range(b.n_colours + 1):
            if colour < b.n_colours:
                first, size = payable(b, locos, colour, min(np.int64(s.hand[p, colour]) + locos, reach))
            else:
                first, size = payable(b, locos, LOCO, locos)
            for claim in range(first + size - 1, first - 1, -1):
                r = b.claim_route[claim]
                if b.route_length[r] <= longest:
                    break
                if is_open(s, r, p):
                    best, longest = np.int64(claim), np.int64(b.route_length[r])
                    break
    return best


@jit
def last_claim(b: Record, s: Record, q: Record) -> Int:
    """In the last turn: the track that completes the plan if it can be paid, else the longest route; -1: none."""
    claim: Int = -1
    if q.n_tracks == 1:
        claim = claim_with(b, s, np.int64(q.tracks[0]), np.int64(q.colour[0]))
    return claim if claim >= 0 else longest_payable(b, s)


# ---------------------------------------------------------------- cards and tickets


@jit
def card_for_plan(b: Record, s: Record, q: Record) -> Int:
    """A face-up card of the colour that lacks most, else a blind card, else any; -1: there is none."""
    best: Int = -1
    most = 0
    for kind in range(b.n_colours):
        short = -np.int64(q.left[kind])
        if s.face_up[kind] > 0 and short > most:
            best, most = kind, short
    if best >= 0:
        return FACE_UP + best
    if cards_left(s) > 0:
        return DRAW_DECK
    for kind in range(b.n_colours):
        if s.face_up[kind] > 0:
            return FACE_UP + kind
    return FACE_UP + LOCO if s.phase == TURN and s.face_up[LOCO] > 0 else -1


@jit
def tickets_to_keep(b: Record, s: Record, w: Record, q: Record) -> Int:
    """Keep what brings more than it costs on top of the plan, one after the other, the best first."""
    p, mask, least = s.player, 0, least_kept(b, s)
    if q.stale[p]:
        make_plan(b, s, w, q)
    survey(b, s, w)
    price_for_playout(b, s, w, q)
    w.plan_lo, w.plan_hi = q.plan_lo[p], q.plan_hi[p]
    for kept in range(s.offer_n):
        lo, hi = w.plan_lo, w.plan_hi
        best, best_value, best_lo, best_hi = 0, -IMPOSSIBLE, lo, hi
        for i in range(s.offer_n):
            if (mask >> i) & 1 == 0:
                t = s.offer[i]
                points = np.float64(b.ticket_points[t])
                cost = find_way(b, w, b.ticket_a[t], b.ticket_b[t])
                value = points - cost if cost < IMPOSSIBLE and fits(s, w) else -points
                if value > best_value:
                    best, best_value, best_lo, best_hi = i, value, w.plan_lo, w.plan_hi
                w.plan_lo, w.plan_hi = lo, hi
        if kept >= least and best_value <= 0.0:
            break
        mask |= 1 << best
        if best_value > -IMPOSSIBLE:
            w.plan_lo, w.plan_hi = best_lo, best_hi
    return DRAW_TICKETS + mask


# ---------------------------------------------------------------- a decision


@jit
def look_at_plan(b: Record, s: Record, w: Record, q: Record) -> None:
    """See to it that the player to move has a plan that it can follow: tracks, left, colour and lacking are filled."""
    if q.stale[s.player] or not list_tracks(b, s, q):
        make_plan(b, s, w, q)
        list_tracks(b, s, q)
    assign_hand(b, s, q)


@jit
def guided_turn(b: Record, s: Record, w: Record, q: Record) -> Int:
    """A turn or its second card, by the plan."""
    p = s.player
    look_at_plan(b, s, w, q)
    if q.n_tracks == 0:
        wants_tickets = s.trains[p] >= TRAINS_FOR_TICKETS * b.n_trains and s.last_turns <= 0
        if s.phase == TURN and wants_tickets and s.ticket_n > 0 and b.deal > 0:
            return DRAW_TICKETS
        aim_at_route(b, s, q)
    claim: Int = -1
    if s.phase == TURN:
        claim = last_claim(b, s, q) if s.last_turns > 0 else planned_claim(b, s, q)
        if claim >= 0:
            return CLAIM + claim
    card = card_for_plan(b, s, q)
    if card < 0 and s.phase == TURN:
        claim = longest_payable(b, s)
        if claim >= 0:
            return CLAIM + claim
    return card if card >= 0 else random_action(b, s, w)


@jit
def guided_action(b: Record, s: Record, w: Record, q: Record) -> Int:
    """What a player with a plan does in the full state s."""
    if s.phase == TURN or s.phase == SECOND_CARD:
        return guided_turn(b, s, w, q)
    return tickets_to_keep(b, s, w, q)


@jit
def note_action(b: Record, s: Record, q: Record, action: Int) -> None:
    """Before a step: whoever gets new tickets or claims what it had not planned must plan anew."""
    p = s.player
    if action >= CLAIM:
        if not has_link(q.plan_lo[p], q.plan_hi[p], np.int64(b.route_link[b.claim_route[action - CLAIM]])):
            q.stale[p] = 1
    elif action > DRAW_TICKETS:
        q.stale[p] = 1


@jit
def guided_playout(b: Record, s: Record, w: Record, q: Record) -> None:
    """To the end of the game, each by its plan, but with the chance ``epsilon`` by a random action."""
    at_random = int(q.epsilon * CHANCES)
    while s.phase != OVER:
        if rand_below(w, CHANCES) < at_random:
            action = random_action(b, s, w)
        else:
            action = guided_action(b, s, w, q)
        note_action(b, s, q, action)
        step(b, s, action)


@jit
def play_to_end(b: Record, s: Record, w: Record, q: Record) -> None:
    """The rest of an iteration's game."""
    if q.playouts == GUIDED and not b.progress:
        guided_playout(b, s, w, q)
    else:
        playout(b, s, w)
