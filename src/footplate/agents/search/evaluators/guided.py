"""The guided playout policy: every player follows its plan, then goes for long routes.

Following a plan is cheap: claim what can be paid, else draw what lacks. As a bot of its own this play is about as
strong as the planner.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.kernels import chooses_tickets
from footplate.agents.layout import WORK
from footplate.agents.planning.claims import chance_of_claim
from footplate.agents.planning.links import IMPOSSIBLE, survey
from footplate.agents.planning.network import plan_fits
from footplate.agents.planning.prices import GUIDED, price_links
from footplate.agents.planning.special import default_split, special_answer
from footplate.agents.planning.tickets import points_lost
from footplate.agents.planning.ways import find_ticket_way
from footplate.agents.search.evaluators.plans import (
    aim_at_route,
    forget_plans,
    is_stale,
    look_at_plan,
    make_plan,
    note_action,
)
from footplate.agents.search.layout import SEARCH
from footplate.compile import indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.cards import cards_left
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.moves import least_kept, legal_actions, payable, random_action
from footplate.engine.playout import playout
from footplate.engine.random import rand_below
from footplate.engine.routes import is_open
from footplate.engine.special import special_kind
from footplate.engine.step import step
from footplate.engine.two_cards import begin_pair, end_pair, needs_second, pair_of

TRAINS_FOR_TICKETS = 0.5  # share of all trains that must be left to look at new tickets
LEAST_CHANCE = 0.6  # of success, for a tunnel to be tried
CHANCES = 1 << 16  # in which ``epsilon`` is counted


# ---------------------------------------------------------------- claims


@jit
def claim_with(b: Record, s: Record, r: Int, colour: Int) -> Int:
    """The claim of route r with a colour and as few locomotives as the hand allows; -1 if it can't be paid so."""
    p = s.player
    length, held = np.int64(b.route_length[r]), np.int64(s.hand[p, colour])
    if length > s.trains[p]:
        return -1
    fewest: Int = max(0, length - held)
    for locos in range(max(fewest, np.int64(b.least_locos[r])), min(length, np.int64(s.hand[p, L.LOCO])) + 1):
        group = L.LOCO if locos == length else colour
        first, size = payable(b, locos, group, length)
        shorter = payable(b, locos, group, length - 1)[1]
        for claim in range(first + shorter, first + size):
            if b.claim_route[claim] == r:
                return np.int64(claim)
    return -1


@jit
def planned_claim(b: Record, s: Record, w: Record) -> Int:
    """The claim of the longest planned track that can be paid; locomotives only once no card lacks. -1: none can."""
    best: Int = -1
    longest: Int = 0
    held = np.int64(s.hand[s.player, L.LOCO])
    for i in range(w.n_tracks):
        r = np.int64(w.tracks[i])
        length = np.int64(b.route_length[r])
        more = length - np.int64(b.least_locos[r]) - np.int64(s.hand[s.player, w.paid_with[r]])
        if length > longest and more <= (held if w.lacking == 0 else 0):
            claim = claim_with(b, s, r, np.int64(w.paid_with[r]))
            if claim >= 0 and chance_of_claim(b, s, claim) > LEAST_CHANCE:
                best, longest = claim, length
    return best


@jit
def longest_payable(b: Record, s: Record) -> Int:
    """The claim of the longest route that the hand can pay, with as few locomotives as that takes; -1: none."""
    p = s.player
    best: Int = -1
    longest: Int = 0
    reach = min(np.int64(s.trains[p]), b.longest)
    for locos in range(min(np.int64(s.hand[p, L.LOCO]), reach) + 1):
        for colour in range(b.n_colours + 1):
            if colour < b.n_colours:
                first, size = payable(b, locos, colour, min(np.int64(s.hand[p, colour]) + locos, reach))
            else:
                first, size = payable(b, locos, L.LOCO, locos)
            for claim in range(first + size - 1, first - 1, -1):
                r = b.claim_route[claim]
                if b.route_length[r] <= longest:
                    break
                if is_open(s, r, p):
                    best, longest = np.int64(claim), np.int64(b.route_length[r])
                    break
    return best


@jit
def last_claim(b: Record, s: Record, w: Record) -> Int:
    """In the last turn: the track that completes the plan if it can be paid, else the longest route; -1: none."""
    claim: Int = -1
    if w.n_tracks == 1:
        claim = claim_with(b, s, np.int64(w.tracks[0]), np.int64(w.paid_with[w.tracks[0]]))
    return claim if claim >= 0 else longest_payable(b, s)


# ---------------------------------------------------------------- cards and tickets


@jit
def card_for_plan(b: Record, s: Record, w: Record) -> Int:
    """A face-up card of the colour that lacks most, else a blind card, else any; -1: there is none."""
    best: Int = -1
    most: Int = 0
    for kind in range(b.n_colours):
        short = -np.int64(w.left[kind])
        if s.face_up[kind] > 0 and short > most:
            best, most = kind, short
    if s.face_up[L.LOCO] > 0 and w.left[L.LOCO] < 0 and (s.phase == L.TURN or not b.loco_ends_draw):
        best = L.LOCO
    if best >= 0:
        return L.FACE_UP + best
    if cards_left(s) > 0:
        return L.DRAW_DECK
    for kind in range(b.n_colours):
        if s.face_up[kind] > 0:
            return L.FACE_UP + kind
    return L.FACE_UP + L.LOCO if s.phase == L.TURN and s.face_up[L.LOCO] > 0 else -1


@indirect_call(int, BOARD, STATE, WORK, SEARCH)
def tickets_to_keep(b: Record, s: Record, w: Record, q: Record) -> Int:
    """Keep what brings more than it costs on top of the plan, one after the other, the best first."""
    p, mask, least = s.player, 0, least_kept(b, s)
    if is_stale(q, p):
        make_plan(b, s, w, q)
    survey(b, s, w)
    price_links(b, s, w, GUIDED, q.plans.turn_value)
    w.plan_lo, w.plan_hi = q.plans.plan_lo[p], q.plans.plan_hi[p]
    for kept in range(s.offer_n):
        lo, hi = w.plan_lo, w.plan_hi
        best, best_value, best_lo, best_hi = 0, -IMPOSSIBLE, lo, hi
        for i in range(s.offer_n):
            if (mask >> i) & 1 == 0:
                t = s.offer[i]
                cost, lost = find_ticket_way(b, w, t), np.float64(points_lost(b, t))
                value = np.float64(b.ticket_points[t]) - cost if cost < IMPOSSIBLE and plan_fits(s, w) else -lost
                if value > best_value:
                    best, best_value, best_lo, best_hi = i, value, w.plan_lo, w.plan_hi
                w.plan_lo, w.plan_hi = lo, hi
        if kept >= least and best_value <= 0.0:
            break
        mask |= 1 << best
        if best_value > -IMPOSSIBLE:
            w.plan_lo, w.plan_hi = best_lo, best_hi
    return L.DRAW_TICKETS + mask


@indirect_call(int, BOARD, STATE, WORK, SEARCH, int)
def with_second_card(b: Record, s: Record, w: Record, q: Record, first: Int) -> Int:
    """The pair that begins with this card."""
    begin_pair(s, first)
    look_at_plan(b, s, w, q)
    second = card_for_plan(b, s, w)
    if second < 0:
        second = random_action(b, s, w.scratch)
    end_pair(s, first)
    return pair_of(b, first, second)


# ---------------------------------------------------------------- a decision


@jit
def guided_turn(b: Record, s: Record, w: Record, q: Record) -> Int:
    """A turn or its second card, by the plan."""
    p = s.player
    look_at_plan(b, s, w, q)
    if w.n_tracks == 0 and b.race > 0:
        make_plan(b, s, w, q)
        look_at_plan(b, s, w, q)
        if w.n_tracks == 0 and s.phase == L.TURN and s.held_n[p] > 0 and s.ticket_n > 0:
            return b.special_first[L.SWAP]
    elif w.n_tracks == 0:
        wants_tickets = s.trains[p] >= TRAINS_FOR_TICKETS * b.n_trains and s.last_turns <= 0
        if s.phase == L.TURN and wants_tickets and s.ticket_n > 0 and b.deal > 0:
            return L.DRAW_TICKETS
        if s.phase == L.TURN and wants_tickets and b.two_decks and s.ticket_n + s.long_n > 0:
            return default_split(b, s, w)
        aim_at_route(b, s, w, q)
    claim: Int = -1
    if s.phase == L.TURN:
        claim = last_claim(b, s, w) if s.last_turns > 0 else planned_claim(b, s, w)
        if claim >= 0:
            return L.CLAIM + claim
    card = card_for_plan(b, s, w)
    if needs_second(b, s, card):
        return with_second_card(b, s, w, q, card)
    if card < 0 and s.phase == L.TURN:
        claim = longest_payable(b, s)
        if claim >= 0:
            return L.CLAIM + claim
    return card if card >= 0 else random_action(b, s, w.scratch)


@indirect_call(int, BOARD, STATE, WORK, SEARCH)
def answer_by_plan(b: Record, s: Record, w: Record, q: Record) -> Int:
    """A decision that only some boards have, with regard to the plan."""
    look_at_plan(b, s, w, q)
    return special_answer(b, s, w, legal_actions(b, s, w.acts))


@jit
def guided_action(b: Record, s: Record, w: Record, q: Record) -> Int:
    """What a player with a plan does in the full state s."""
    if L.TUNNEL <= s.phase <= L.SPLIT_FIRST:
        return answer_by_plan(b, s, w, q)
    return tickets_to_keep(b, s, w, q) if chooses_tickets(s) else guided_turn(b, s, w, q)


# ---------------------------------------------------------------- what a search asks


def prepare_plans(b: Record, s: Record, w: Record, q: Record) -> Int:
    """Before a search, where it asks for guided playouts only."""
    forget_plans(b, q)
    return 0


def follow_plans(b: Record, s: Record, w: Record, q: Record) -> Int:
    """Whoever acts in the tree may have to plan anew."""
    note_action(b, s, q, q.action)
    return 0


def guided_playout(b: Record, s: Record, w: Record, q: Record) -> Int:
    """To the end of the game, each by its plan, but with the chance ``epsilon`` by a random action.

    Stations are not taken at random: there may be more of them than of all other actions. In a race nothing is: a turn
    that is thrown away hides what the move before it was worth. In the progress game nobody has a plan.
    """
    if b.progress:
        return playout(b, s, w.scratch)
    at_random = 0 if b.race > 0 else int(q.options.epsilon * CHANCES)
    steps = 0
    while s.phase != L.OVER:
        by_chance = rand_below(w.scratch, CHANCES) < at_random
        action = random_action(b, s, w.scratch) if by_chance else np.int64(-1)
        if action < 0 or special_kind(b, action) == L.BUILD:
            action = guided_action(b, s, w, q)
        note_action(b, s, q, action)
        step(b, s, action)
        steps += 1
    return steps
