"""The ticket planner."""

from __future__ import annotations

import numpy as np

from footplate.agents.heuristics.greedy import greedy_action
from footplate.agents.heuristics.network import (
    NOT_ASSIGNED,
    assign_cards,
    detour,
    most_left,
    plan_within,
    turns_for,
)
from footplate.agents.heuristics.planning import (
    FREE,
    IMPOSSIBLE,
    MINE,
    SHUT,
    cards_lacking,
    find_way,
    has_link,
    is_legal,
    longest_claim,
    measure,
    survey,
    wish_for_open_tickets,
)
from footplate.agents.kinds import kernel_kind
from footplate.engine.cards import ticket_place
from footplate.engine.jit import jit
from footplate.engine.layout import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    FACE_UP,
    HELD,
    KINDS as CARD_KINDS,
    LOCO,
    PASS,
    ROUTES,
    SECOND_CARD,
    TICKETS,
    TURN,
    UNKNOWN,
    Int,
    Record,
)
from footplate.engine.moves import bits, is_open, legal_actions, owner
from footplate.engine.progress import is_done


@jit
def turns_left(b: Record, o: Record, params: Record) -> float:
    """About how many turns the player to move has left, as the others' trains and hands tell."""
    if o.last_turns > 0:
        return 1.0
    fewest = 99.0
    for q in range(b.n_players):
        if q != o.player:
            trains = max(0.0, np.float64(o.trains[q]) - b.end_trains)
            lacking = max(0.0, trains - np.float64(o.hand_n[q]))
            fewest = min(fewest, 0.5 * lacking + trains / params[5])
    return fewest + 1.0


@jit
def price_links(b: Record, o: Record, w: Record, params: Record, tv: float, beta: float, lam: float) -> None:
    p = o.player
    for k in range(b.n_links):
        r = w.link_track[k]
        length = np.float64(b.route_length[r])
        if w.link_state[k] == FREE:
            lacking = np.float64(cards_lacking(b, o, p, r))
            cards = lam * lacking + (1.0 - lam) * length
            price = tv * (1.0 + 0.5 * cards) - beta * np.float64(b.route_points[r]) + params[3] * length
            w.link_cost[k] = max(0.2 * length, price)
        else:
            w.link_cost[k] = 0.0


@jit
def ticket_points(b: Record, w: Record) -> float:
    total = 0.0
    for i in range(w.wish_n):
        total += np.float64(b.ticket_points[w.wish[i]])
    return total


# ---------------------------------------------------------------- long routes


@jit
def is_mine(b: Record, o: Record, city: Int) -> bool:
    p = o.player
    return np.int64(o.component[p, city]) != np.int64(city) or False


@jit
def add_long_routes(b: Record, o: Record, w: Record, params: Record, turns: float, trains: Int,
                    left: Record, paid_with: Record) -> float:
    """Assign cards to further routes that are worth their turns. Returns value of the best"""
    p = o.player
    for _ in range(np.int64(params[10])):
        best_value, best, best_colour, best_turns = params[11], -1, 0, 0.0
        for r in range(b.n_routes):
            length = np.int64(b.route_length[r])
            if length <= trains and paid_with[r] == NOT_ASSIGNED and is_open(o, r, p):
                link = b.route_link[r]
                if w.link_state[link] == MINE or has_link(w.plan_lo, w.plan_hi, link):
                    continue
                colour = np.int64(b.route_colour[r])
                if colour < 0:
                    colour = most_left(b, left)
                lacking = max(0, length - max(0, left[colour]))
                needed = turns_for(1, lacking)
                value = np.float64(b.route_points[r]) - params[4] * needed
                if o.component[p, b.route_a[r]] != o.component[p, b.route_b[r]]:
                    value += params[12]
                if is_mine(b, o, b.route_a[r]) or is_mine(b, o, b.route_b[r]):
                    value += params[23]
                if value > best_value and needed <= turns:
                    best_value, best, best_colour, best_turns = value, r, colour, needed
        if best < 0:
            return 0.0
        paid_with[best] = best_colour
        left[best_colour] = max(0, left[best_colour]) - np.int64(b.route_length[best]) + min(0, left[best_colour])
        turns -= best_turns
        trains -= np.int64(b.route_length[best])
    return 0.0


# ---------------------------------------------------------------- claims


@jit
def best_payment(b: Record, o: Record, w: Record, n: Int, r: Int, left: Record, paid_with: Record) -> Int:
    """The payment for route r that the rest of the plan misses least; -1 if the hand can't pay."""
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
                cost += max(0, min(length - locos, length - locos - spare)) + 0.02 * np.float64(o.hand[o.player, colour])
            if cost < best_cost:
                best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def is_touched(b: Record, o: Record, city: Int, p: Int) -> bool:
    """Whether another player has a route at the city."""
    for r in range(b.n_routes):
        q = owner(o, r)
        if q >= 0 and q != p and (b.route_a[r] == city or b.route_b[r] == city):
            return True
    return False


@jit
def threat(b: Record, o: Record, w: Record, k: Int, params: Record) -> float:
    """How likely another player takes the last track of link k before our next turns (a rough guess)"""
    tracks, first = 0, b.link_route[k]
    r = first
    while True:
        tracks += is_open(o, r, o.player)
        r = b.twin[r]
        if r == first:
            break
    if b.close_twins:
        tracks = 1
    chance = params[6]
    chance += params[7] * (is_touched(b, o, b.link_a[k], o.player) + is_touched(b, o, b.link_b[k], o.player))
    if tracks > 1:
        chance *= 0.3
    return chance * (b.n_players - 1)


@jit
def most_urgent(b: Record, o: Record, w: Record, n: Int, params: Record, cost: float,
                left: Record, paid_with: Record) -> tuple[Int, float]:
    """(action, urgency) of the planned ticket link that hurts most to lose; (-1, 0) if none can be paid."""
    best: Int = -1
    best_urgency = -1.0
    most = 2.0 * ticket_points(b, w)
    for k in range(b.n_links):
        if w.link_state[k] == FREE and has_link(w.plan_lo, w.plan_hi, k):
            r = w.link_track[k]
            action = best_payment(b, o, w, n, r, left, paid_with)
            if action >= 0:
                urgency = detour(b, w, k, cost, most) * threat(b, o, w, k, params)
                urgency += 0.01 * np.float64(b.route_length[r])
                if urgency > best_urgency:
                    best, best_urgency = action, urgency
    return best, best_urgency


@jit
def gain_now(b: Record, o: Record, r: Int) -> Int:
    """Points that route r brings at once: its own, and twice those of tickets that it completes."""
    p = o.player
    x, y = o.component[p, b.route_a[r]], o.component[p, b.route_b[r]]
    gain = np.int64(b.route_points[r])
    for t in range(b.n_tickets):
        if ticket_place(o, t) == HELD + p:
            u, v = o.component[p, b.ticket_a[t]], o.component[p, b.ticket_b[t]]
            if (u == x and v == y) or (u == y and v == x):
                if x != y:
                    gain += 2 * np.int64(b.ticket_points[t])
    return gain


@jit
def best_last_claim(b: Record, o: Record, w: Record, n: Int) -> Int:
    best: Int = -1
    best_gain = 0
    for i in range(n):
        if w.acts[i] >= CLAIM:
            gain = gain_now(b, o, b.claim_route[w.acts[i] - CLAIM])
            if gain > best_gain:
                best, best_gain = np.int64(w.acts[i]), gain
    return best


@jit
def best_long_claim(b: Record, o: Record, w: Record, n: Int, left: Record, paid_with: Record) -> Int:
    """Claim of an assigned route outside the ticket plan that takes no card which other routes need."""
    best: Int = -1
    best_points = 0
    for r in range(b.n_routes):
        if paid_with[r] != NOT_ASSIGNED and not has_link(w.plan_lo, w.plan_hi, b.route_link[r]):
            action = best_payment(b, o, w, n, r, left, paid_with)
            if action >= 0 and np.int64(b.route_points[r]) > best_points:
                best, best_points = action, np.int64(b.route_points[r])
    return best


# ---------------------------------------------------------------- cards


@jit
def card_values(b: Record, o: Record, left: Record, params: Record, values: Record) -> None:
    lacking = 0
    for kind in range(b.n_colours):
        lacking += max(0, -left[kind])
    for kind in range(b.n_colours):
        if left[kind] < 0:
            values[kind] = 1.0 + params[22] / np.float64(-left[kind])
        else:
            values[kind] = params[8] + 0.02 * min(8, np.int64(o.hand[o.player, kind]))
    values[LOCO] = params[9] if lacking > left[LOCO] else 0.6


@jit
def blind_value(b: Record, o: Record, values: Record) -> float:
    """Mean value of a card that is not in sight."""
    total, n = 0.0, 0
    for kind in range(CARD_KINDS):
        unseen = b.n_locos if kind == LOCO else (b.cards_per_colour if kind < b.n_colours else 0)
        unseen -= np.int64(o.face_up[kind]) + np.int64(o.discard[kind])
        for p in range(b.n_players):
            unseen -= np.int64(o.hand[p, kind])
        total += unseen * values[kind]
        n += unseen
    return total / max(1, n)


@jit
def draw(b: Record, o: Record, w: Record, n: Int, left: Record, params: Record) -> Int:
    values = np.zeros(CARD_KINDS, np.float64)
    card_values(b, o, left, params, values)
    blind = blind_value(b, o, values)
    best: Int = -1
    best_value = 0.0
    for i in range(n):
        a = np.int64(w.acts[i])
        if a < DRAW_TICKETS:
            if a == DRAW_DECK:
                value = blind
            elif a == FACE_UP + LOCO:
                value = values[LOCO] - params[13]
            else:
                value = values[a - FACE_UP] - 0.001
            if best < 0 or value > best_value:
                best, best_value = a, value
    return best


# ---------------------------------------------------------------- tickets


@jit
def plan_value(b: Record, o: Record, w: Record, turns: float, params: Record, left: Record, paid_with: Record) -> float:
    """Points of the plan for ``wish``, less its cost; what must be dropped counts against it."""
    every = ticket_points(b, w)
    cost = plan_within(b, o, w, turns, left, paid_with)
    done = ticket_points(b, w)
    return params[14] * done - (every - done) - cost


@jit
def choose_tickets(b: Record, o: Record, w: Record, n: Int, params: Record) -> Int:
    left, paid_with = np.empty(CARD_KINDS, np.int64), np.empty(ROUTES, np.uint8)
    survey(b, o, w)
    price_links(b, o, w, params, params[20], params[21], params[2])
    turns = params[15] * turns_left(b, o, params)
    best, best_value = np.int64(w.acts[0]), -IMPOSSIBLE
    for i in range(n):
        mask = np.int64(w.acts[i]) - DRAW_TICKETS
        wish_for_open_tickets(b, o, w)
        done = 0.0
        for j in range(o.offer_n):
            if (mask >> j) & 1:
                if is_done(b, o, o.player, o.offer[j]):
                    done += np.float64(b.ticket_points[o.offer[j]])
                else:
                    w.wish[w.wish_n] = o.offer[j]
                    w.wish_n += 1
        value = done + plan_value(b, o, w, turns, params, left, paid_with)
        if value > best_value:
            best, best_value = mask + DRAW_TICKETS, value
    return best


@jit
def worth_of_new_tickets(b: Record, o: Record, w: Record, turns: float, trains: Int, params: Record) -> float:
    """Expected gain of the best of the tickets that would be offered, before the turn that it takes to look."""
    lo, hi = w.plan_lo, w.plan_hi
    values, n = np.empty(TICKETS, np.float64), 0
    before = measure(w, lo, hi)[1]
    for t in range(b.n_tickets):
        if ticket_place(o, t) == UNKNOWN:
            points = np.float64(b.ticket_points[t])
            w.plan_lo, w.plan_hi = lo, hi
            cost = find_way(b, w, b.ticket_a[t], b.ticket_b[t])
            value = -points
            if cost < IMPOSSIBLE:
                due = measure(w, w.plan_lo, w.plan_hi)[1] - before
                if due <= trains and 0.8 * due <= turns:
                    value = max(value, params[14] * points - cost)
            values[n] = value
            n += 1
    w.plan_lo, w.plan_hi = lo, hi
    if n == 0:
        return -IMPOSSIBLE
    values[:n].sort()
    offered = min(np.int64(b.deal), min(n, np.int64(o.ticket_n)))
    mean, none_better = 0.0, 1.0
    for i in range(n - 1, -1, -1):
        # chance that the best of those offered is values[i]: none of the better ones, but this one
        better = n - 1 - i
        still = none_better
        none_better = 1.0
        for j in range(offered):
            none_better *= max(0.0, np.float64(n - better - 1 - j)) / (n - j)
        mean += (still - none_better) * values[i]
    return mean


# ---------------------------------------------------------------- the turn


@jit
def wanting(left: Record) -> Int:
    lacking = 0
    for kind in range(LOCO):
        lacking += max(0, -left[kind])
    return lacking


@jit
def take_turn(b: Record, o: Record, w: Record, n: Int, params: Record) -> Int:
    left, paid_with = np.empty(CARD_KINDS, np.int64), np.empty(ROUTES, np.uint8)
    survey(b, o, w)
    price_links(b, o, w, params, params[0], params[1], params[2])
    turns = turns_left(b, o, params)
    if o.phase == TURN and turns < 2.0:
        claim = best_last_claim(b, o, w, n)
        if claim >= 0:
            return claim
    wish_for_open_tickets(b, o, w)
    cost = plan_within(b, o, w, params[15] * turns, left, paid_with)
    routes, due, lacking = assign_cards(b, o, w, left, paid_with)
    spare_turns = turns - turns_for(routes, lacking)
    spare_trains = np.int64(o.trains[o.player]) - due
    add_long_routes(b, o, w, params, spare_turns, spare_trains, left, paid_with)
    if o.phase == SECOND_CARD:
        return draw(b, o, w, n, left, params)
    claim, urgency = most_urgent(b, o, w, n, params, cost, left, paid_with)
    if claim >= 0 and (urgency >= params[16] or lacking == 0 or np.int64(o.hand_n[o.player]) >= params[17]):
        return claim
    long_claim = best_long_claim(b, o, w, n, left, paid_with)
    if long_claim >= 0:
        return long_claim
    if is_legal(w, n, DRAW_TICKETS) and lacking <= params[18]:
        worth = worth_of_new_tickets(b, o, w, spare_turns - 1.0, spare_trains, params)
        if worth > params[19]:
            return DRAW_TICKETS
    if wanting(left) == 0:
        any_claim = best_last_claim(b, o, w, n)
        if any_claim >= 0:
            return any_claim
    card = draw(b, o, w, n, left, params)
    if card >= 0:
        return card
    if claim >= 0:
        return claim
    claim = longest_claim(b, w, n)
    return claim if claim >= 0 else np.int64(w.acts[0])


def planner_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if b.progress:
        return greedy_action(b, o, w)
    n = legal_actions(b, o, w.acts)
    if o.phase == TURN or o.phase == SECOND_CARD:
        return take_turn(b, o, w, n, bot.params)
    return choose_tickets(b, o, w, n, bot.params)


DEFAULTS = dict(tv=3.0, beta=0.4, lam=0.3, ptrain=0.0, tvlong=3.0, avg=3.6, thr0=0.05, thr1=0.1, vbase=0.3, vloco=1.2,
    nlong=3, minlong=2.0, conn=1.0, locopay=0.6, risk=0.7, slack=1.0, urgent=0.5, hoard=99, tlack=0, tworth=6.0,
    stv=3.0,sbeta=0.4,vlast=0.0,touch=0.0)
KINDS = (
    kernel_kind("planner", "strong", planner_kernel, "plans all its tickets as one network",
        parameters={k: float(v) for k, v in DEFAULTS.items()}, made_for="every board"),
)
