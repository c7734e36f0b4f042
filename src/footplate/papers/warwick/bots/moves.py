"""The bots of the Warwick report (sections 9.4 and 11.3.2): base, and those that vary it.

Base plans the cheapest set of routes for all its tickets, claims on it what it can pay, and draws what it still needs.
Where the report leaves a choice open, the reading is said here at the function and measured in docs/warwick.md. Each
of them plays ``as_fitted``, by the readings that agree best with the report's table of wins, or ``as_described``: then
open locomotives come first, and tickets are kept as its printed game shows it.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.kernels import chooses_tickets
from footplate.agents.planning.claims import GREY, is_legal, longest_claim, measure_needs, open_colour_needed
from footplate.agents.planning.links import IMPOSSIBLE, cities_of_others, clear_plan, measure, survey
from footplate.agents.planning.prices import IN_TRAINS, LinkPrices, price_links
from footplate.agents.planning.special import usual_actions
from footplate.agents.planning.tickets import want_open_tickets
from footplate.agents.planning.unions import plan_cheapest_union
from footplate.agents.planning.ways import find_ticket_way
from footplate.compile import jit
from footplate.engine import layout as L
from footplate.engine.cards import ticket_place
from footplate.engine.layout import Int, Record
from footplate.engine.moves import random_action
from footplate.engine.random import rand_below

POINT_VALUE = 0.1  # what a point takes off the cost of a route or a claim
PRICES = LinkPrices(train=8.0, grey_train=1.0, point=POINT_VALUE)  # what the report's evalEdge says of each free link
LOCO_COST = 8.0  # for each locomotive in a payment
_KEY_BITS = (1 << 45) - 1
SLACK = 1.4  # unions of ways dearer than this many times the cheapest ways are dropped

# Places in bot.params: with more trains than this it draws tickets; whether it plays as described; its own parameter.
TICKET_TRAINS, AS_DESCRIBED, OWN = range(3)
# Places in w.memory: this turn's coin, whether the hoarder is claiming now, a random turn's second card, and what the
# plan in w.plan_lo and w.plan_hi was made for and whether there is one.
COIN_TURN, COIN, CLAIMING, SECOND_TURN, SECOND, PLAN_KEY, HAS_PLAN = range(7)


# ---------------------------------------------------------------- planning


@jit
def plan_key(b: Record, o: Record, w: Record) -> Int:
    """A number, not 0, for all that a plan depends on: tickets, trains, and the state and track of every link."""
    key = np.int64(o.trains[o.player])
    for i in range(w.wanted_n):
        key = (key * 65599 + np.int64(w.wanted[i])) & _KEY_BITS
    for k in range(b.n_links):
        key = (key * 65599 + 4 * np.int64(w.link_track[k]) + np.int64(w.link_state[k])) & _KEY_BITS
    return key + 1


@jit
def make_plan(b: Record, o: Record, w: Record) -> Int:
    """Plan for the open tickets that can still be done and measure what it needs; returns the trains to lay.

    Drawing cards changes nothing that a plan depends on, so most turns find it made already.
    """
    want_open_tickets(b, o, w)
    if w.wanted_n == 0:
        return 0
    survey(b, o, w)
    key = plan_key(b, o, w)
    if w.memory[PLAN_KEY] != key:
        price_links(b, o, w, PRICES, 1.0)
        w.memory[HAS_PLAN] = plan_cheapest_union(b, o, w, SLACK)
        w.memory[PLAN_KEY] = key
    if not w.memory[HAS_PLAN]:
        return 0
    due = measure_needs(b, w)
    for colour in range(b.n_colours):
        w.need[colour] = max(0, w.need[colour] - o.hand[o.player, colour])
    return due


@jit
def cards_missing(b: Record, o: Record, w: Record, due: Int) -> Int:
    """Cards that the hand lacks for the whole plan of ``due`` trains; spare colours serve for its grey routes."""
    p = o.player
    held: Int = 0
    coloured: Int = 0
    for colour in range(b.n_colours):
        held += np.int64(o.hand[p, colour])
        coloured += np.int64(w.need[colour])
    grey = np.int64(w.need[GREY])
    spare = held - (due - grey - coloured)
    return max(0, coloured + max(0, grey - spare) - np.int64(o.hand[p, L.LOCO]))


# ---------------------------------------------------------------- claims, cards and tickets


@jit
def best_claim(b: Record, w: Record, n: Int) -> Int:
    """The cheapest claim on the plan, or -1: each coloured card costs what the plan lacks of the route's colour.

    For grey routes that is the length of all grey routes in the plan. The first of equals wins.
    """
    best: Int = -1
    best_cost = IMPOSSIBLE
    for i in range(n):
        if w.acts[i] >= L.CLAIM:
            claim = w.acts[i] - L.CLAIM
            r = b.claim_route[claim]
            if w.in_plan[r]:
                colour, locos = np.int64(b.route_colour[r]), np.int64(b.claim_locos[claim])
                cards = np.int64(b.route_length[r]) - locos
                cost = LOCO_COST * locos + cards * w.need[colour if colour >= 0 else GREY]
                cost -= POINT_VALUE * b.route_points[r]
                if cost < best_cost:
                    best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def random_claim(b: Record, w: Record, n: Int, planned: bool) -> Int:
    """Any legal claim, all equally likely, or any of a planned route; -1 if there is none."""
    best: Int = -1
    found = 0
    for i in range(n):
        if w.acts[i] >= L.CLAIM and (not planned or w.in_plan[b.claim_route[w.acts[i] - L.CLAIM]]):
            found += 1
            if rand_below(w.scratch, found) == 0:
                best = np.int64(w.acts[i])
    return best


@jit
def best_card(b: Record, o: Record, w: Record, bot: Record, n: Int, planned: bool) -> Int:
    """With a plan: the open colour that it lacks most, else an open locomotive; as described the locomotive first.

    Else the deck, else any; -1: none.
    """
    best: Int = -1
    if planned:
        colour, has_loco = open_colour_needed(b, o, w), is_legal(w, n, L.FACE_UP + L.LOCO)
        if has_loco and (colour < 0 or bot.params[AS_DESCRIBED]):
            best = L.FACE_UP + L.LOCO
        elif colour >= 0:
            best = L.FACE_UP + colour
    if best < 0 and w.acts[0] < L.DRAW_TICKETS:
        best = np.int64(w.acts[0])  # the list begins with the deck, then come the open cards
    return best


@jit
def random_card(w: Record, n: Int) -> Int:
    """Any card that can be drawn, all equally likely; -1 if there is none."""
    cards = 0
    while cards < n and w.acts[cards] < L.DRAW_TICKETS:
        cards += 1
    return np.int64(w.acts[rand_below(w.scratch, cards)]) if cards > 0 else -1


@jit
def has_claimable_path(b: Record, o: Record, w: Record, t: Int) -> bool:
    """Whether the trains suffice to do ticket t on free routes and one's own. That way takes the place of the plan."""
    survey(b, o, w)
    price_links(b, o, w, IN_TRAINS, 1.0)
    clear_plan(w)
    w.memory[PLAN_KEY] = 0
    if find_ticket_way(b, w, t) >= IMPOSSIBLE:
        return False
    return measure(w, w.plan_lo, w.plan_hi)[1] <= o.trains[o.player]


@jit
def draws_tickets(b: Record, o: Record, w: Record, bot: Record, n: Int) -> bool:
    """With trains enough; as described only if one of the tickets that it may get has a claimable path."""
    if o.trains[o.player] <= bot.params[TICKET_TRAINS] or not is_legal(w, n, L.DRAW_TICKETS):
        return False
    if not bot.params[AS_DESCRIBED]:
        return True
    found = False
    for t in range(b.n_tickets):
        found = found or (ticket_place(o, t) != L.HELD + o.player and has_claimable_path(b, o, w, t))
    return found


@jit
def keep_tickets(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """Any legal choice, all equally likely. As described the first choice, which has the first tickets on offer and no
    more than it must keep; of later tickets the first one that has a claimable path.
    """
    if not bot.params[AS_DESCRIBED]:
        return random_action(b, o, w.scratch)
    n = usual_actions(b, o, w.acts)
    if o.phase == L.TICKET_CHOICE:
        for i in range(o.offer_n):
            alone = L.DRAW_TICKETS + (1 << i)
            if is_legal(w, n, alone) and has_claimable_path(b, o, w, np.int64(o.offer[i])):
                return np.int64(alone)
    return np.int64(w.acts[0])


@jit
def hostile_claim(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The claim with most points, fewest locomotives first, of a route that touches an opponent's; or -1."""
    reached = cities_of_others(b, o)
    best: Int = -1
    best_value: Int = -1
    for i in range(n):
        if w.acts[i] >= L.CLAIM:
            claim = w.acts[i] - L.CLAIM
            r = b.claim_route[claim]
            ends = np.uint64(1) << np.uint64(b.route_a[r]) | np.uint64(1) << np.uint64(b.route_b[r])
            value = 16 * np.int64(b.route_points[r]) + 15 - np.int64(b.claim_locos[claim])
            if reached & ends != 0 and value > best_value:
                best, best_value = np.int64(w.acts[i]), value
    return best


@jit
def first_possible(w: Record, action: Int, otherwise: Int) -> Int:
    """``action``, or if that is -1 ``otherwise``, or if that is -1 too whatever is legal."""
    if action >= 0:
        return action
    return otherwise if otherwise >= 0 else np.int64(w.acts[0])


# ---------------------------------------------------------------- whole turns


@jit
def without_plan(b: Record, o: Record, w: Record, n: Int, bot: Record) -> Int:
    """All tickets done or cut off: more tickets with trains enough, else the longest route, else cards unseen."""
    if o.phase == L.TURN:
        if draws_tickets(b, o, w, bot, n):
            return np.int64(L.DRAW_TICKETS)
        claim = longest_claim(b, w, n)
        if claim >= 0:
            return claim
    return first_possible(w, best_card(b, o, w, bot, n, False), -1)


@jit
def base_move(b: Record, o: Record, w: Record, bot: Record, n: Int, blind: bool) -> Int:
    """A turn or second card of base; ``blind``: it takes cards from the deck only."""
    due = make_plan(b, o, w)
    if due == 0:
        return without_plan(b, o, w, n, bot)
    claim = best_claim(b, w, n)
    return first_possible(w, claim, best_card(b, o, w, bot, n, not blind))


@jit
def toss_coin(o: Record, w: Record, probability: float) -> bool:
    """Whether this turn is a random one: decided at its start and kept for its second card."""
    if w.memory[COIN_TURN] != o.turn + 1:
        w.memory[COIN_TURN] = o.turn + 1
        w.memory[COIN] = rand_below(w.scratch, 1 << 24) < probability * (1 << 24)
    return w.memory[COIN] == 1


@jit
def random_turn(b: Record, o: Record, w: Record) -> Int:
    """Any whole turn that the report's engine lists, all equally likely.

    Its turns are: an open locomotive, two cards of the deck, two open colours, one of each, tickets, or a claim.
    """
    if chooses_tickets(o):
        return random_action(b, o, w.scratch)
    if o.phase == L.SECOND_CARD:
        n = usual_actions(b, o, w.acts)
        if w.memory[SECOND_TURN] == o.turn + 1 and is_legal(w, n, w.memory[SECOND]):
            return w.memory[SECOND]
        return first_possible(w, random_card(w, n), -1)
    n = usual_actions(b, o, w.acts)
    has_deck = is_legal(w, n, L.DRAW_DECK)
    turns, choice, second = 0, np.int64(w.acts[0]), L.DRAW_DECK
    for i in range(n):
        action = np.int64(w.acts[i])
        is_colour = L.FACE_UP <= action < L.FACE_UP + L.LOCO
        if has_deck or not is_colour:
            turns += 1
            if rand_below(w.scratch, turns) == 0:
                choice, second = action, L.DRAW_DECK
        for other in range(action - L.FACE_UP if is_colour else b.n_colours, b.n_colours):
            if o.face_up[other] > (other == action - L.FACE_UP):
                turns += 1
                if rand_below(w.scratch, turns) == 0:
                    choice, second = action, L.FACE_UP + other
    w.memory[SECOND_TURN], w.memory[SECOND] = o.turn + 1, second
    return choice


@jit
def hoarder_move(b: Record, o: Record, w: Record, bot: Record, n: Int) -> Int:
    """Only cards until the hand holds the threshold's share of what the plan needs; then claims while it can."""
    due = make_plan(b, o, w)
    if due == 0:
        return without_plan(b, o, w, n, bot)
    card = best_card(b, o, w, bot, n, True)
    if o.phase == L.SECOND_CARD:
        return first_possible(w, card, -1)
    if due - cards_missing(b, o, w, due) >= bot.params[OWN] * due:
        w.memory[CLAIMING] = 1
    claim = best_claim(b, w, n)
    if claim < 0:
        w.memory[CLAIMING] = 0
    return first_possible(w, claim, card) if w.memory[CLAIMING] == 1 else first_possible(w, card, claim)


# ---------------------------------------------------------------- the bots


def base_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if chooses_tickets(o):
        return keep_tickets(b, o, w, bot)
    return base_move(b, o, w, bot, usual_actions(b, o, w.acts), False)


def pile_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if chooses_tickets(o):
        return keep_tickets(b, o, w, bot)
    return base_move(b, o, w, bot, usual_actions(b, o, w.acts), True)


def random_base_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if chooses_tickets(o):
        return keep_tickets(b, o, w, bot)
    if toss_coin(o, w, bot.params[OWN]):
        return random_turn(b, o, w)
    return base_move(b, o, w, bot, usual_actions(b, o, w.acts), False)


def random_smart_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if chooses_tickets(o):
        return keep_tickets(b, o, w, bot)
    n = usual_actions(b, o, w.acts)
    if not toss_coin(o, w, bot.params[OWN]):
        return base_move(b, o, w, bot, n, False)
    if make_plan(b, o, w) == 0:
        return without_plan(b, o, w, n, bot)
    return first_possible(w, random_claim(b, w, n, True), random_card(w, n))


def hoarder_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if chooses_tickets(o):
        return keep_tickets(b, o, w, bot)
    return hoarder_move(b, o, w, bot, usual_actions(b, o, w.acts))


def hoarder_ticket_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if chooses_tickets(o):
        return keep_tickets(b, o, w, bot)
    n = usual_actions(b, o, w.acts)
    if o.turn < b.n_players and o.phase == L.TURN and is_legal(w, n, L.DRAW_TICKETS):
        return np.int64(L.DRAW_TICKETS)
    return hoarder_move(b, o, w, bot, n)


def villain_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if chooses_tickets(o):
        return keep_tickets(b, o, w, bot)
    n = usual_actions(b, o, w.acts)
    claim = hostile_claim(b, o, w, n)
    return claim if claim >= 0 else base_move(b, o, w, bot, n, False)


def greedy_random_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    n = usual_actions(b, o, w.acts)
    if chooses_tickets(o):
        return np.int64(w.acts[n - 1])  # all tickets
    return first_possible(w, random_claim(b, w, n, False), random_card(w, n))


def fully_random_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return random_turn(b, o, w)


def take_locomotive_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if o.phase == L.TURN and o.face_up[L.LOCO] > 0:
        return L.FACE_UP + L.LOCO
    return random_turn(b, o, w)
