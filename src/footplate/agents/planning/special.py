"""Decisions that only some boards have: what a tunnel or a station is paid with, what is given for a locomotive, which
passenger to take, and how many long tickets to look at.

``left`` says which cards can be spared: the hand less what the bot's plan takes (hand.py). A bot without a plan can
spare all of it.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORK
from footplate.compile import indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.due import first_way
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.moves import legal_actions, legal_singly, single_draws
from footplate.engine.passengers import taken
from footplate.engine.special import has_special_actions, special_kind

# What it costs to part with a card: one that lacks, a spare one, and less for each card that is left, up to 8.
LACKED, SPARE, PER_SPARE_CARD = 1.0, 0.5, 0.03
SPARE_LOCO, LIMITED_LOCO = 1.1, 0.6  # limited: where some routes take none


# ---------------------------------------------------------------- for bots that know the usual actions only


@jit
def usual_actions(b: Record, o: Record, acts: Record) -> Int:
    """``legal_actions`` for bots that know no others than draws, tickets and claims; how many.

    On a turn stations and swaps are left out, DRAW_TICKETS stands for looking at tickets of two decks in any mix, and
    single cards for the pairs that begin with them.
    """
    return without_special(b, o, acts, legal_singly(b, o, acts))


@jit
def usual_draws(b: Record, o: Record, acts: Record) -> Int:
    """``usual_actions`` without the claims of a turn, which come last."""
    if o.phase != L.TURN:
        return legal_actions(b, o, acts)
    return without_special(b, o, acts, single_draws(b, o, acts))


@jit
def without_special(b: Record, o: Record, acts: Record, n: Int) -> Int:
    """Keep of the n actions in ``acts`` the usual ones; how many."""
    if o.phase != L.TURN or not has_special_actions(b):
        return n
    kept, has_tickets = 0, False
    for i in range(n):
        kind = special_kind(b, acts[i])
        if kind < 0:
            acts[kept] = acts[i]
            kept += 1
        elif kind == L.SPLIT and not has_tickets:
            acts[kept] = L.DRAW_TICKETS
            has_tickets = True
            kept += 1
    return kept


@indirect_call(int, BOARD, STATE, WORK)
def default_answer(b: Record, o: Record, w: Record) -> Int:
    """What a bot does that doesn't decide such things itself; -1 where it has one of the usual actions to choose."""
    if L.TUNNEL <= o.phase <= L.SPLIT_FIRST:
        for kind in range(L.KINDS):
            w.left[kind] = o.hand[o.player, kind]
        return special_answer(b, o, w, legal_actions(b, o, w.acts))
    if o.phase == L.TURN and usual_actions(b, o, w.acts) == 0:
        legal_actions(b, o, w.acts)
        return np.int64(w.acts[0])
    return np.int64(-1)


@indirect_call(int, BOARD, STATE, WORK)
def default_split(b: Record, o: Record, w: Record) -> Int:
    """DRAW_TICKETS, where there are two decks."""
    return split_to_ask(b, o, w, legal_actions(b, o, w.acts))


# ---------------------------------------------------------------- payments


@jit
def cost_of_cards(b: Record, w: Record, kind: Int, n: Int) -> float:
    """What parting with n cards of a kind costs: those that the plan wants most."""
    spare = max(np.int64(0), min(np.int64(n), np.int64(w.left[kind])))
    each = SPARE - PER_SPARE_CARD * min(8.0, max(0.0, np.float64(w.left[kind])))
    if kind == L.LOCO:
        each = LIMITED_LOCO if b.limited_locos else SPARE_LOCO
    return each * spare + max(LACKED, each) * (n - spare)


@jit
def cost_of_payment(b: Record, o: Record, w: Record, action: Int) -> float:
    """What an action costs that pays what is due, or gives a card."""
    if special_kind(b, action) == L.GIVE:
        return cost_of_cards(b, w, action - b.special_first[L.GIVE], 1)
    locos, colour = divmod(action - first_way(b, o), L.KINDS)
    cost = cost_of_cards(b, w, L.LOCO, locos)
    if colour != L.LOCO:
        cost += cost_of_cards(b, w, colour, np.int64(o.owed) - locos)
    return cost


@jit
def cheapest_payment(b: Record, o: Record, w: Record, n: Int, kind: Int) -> Int:
    """Of the n legal actions in w.acts the one of this kind that costs least; if there is none the first of them."""
    best, best_cost = np.int64(w.acts[0]), np.inf
    for i in range(n):
        action = np.int64(w.acts[i])
        if special_kind(b, action) == kind:
            cost = cost_of_payment(b, o, w, action)
            if cost < best_cost:
                best, best_cost = action, cost
    return best


# ---------------------------------------------------------------- passengers and tickets


@jit
def passenger_to_take(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The colour in which one more matters most: where the best other player is nearest."""
    best, best_value = np.int64(w.acts[0]), -np.inf
    for i in range(n):
        action = np.int64(w.acts[i])
        if special_kind(b, action) == L.TAKE:
            colour = action - b.special_first[L.TAKE]
            most = np.int64(0)
            for q in range(b.n_players):
                if q != o.player:
                    most = max(most, taken(b, o, q, colour))
            ahead = taken(b, o, o.player, colour) - most
            value = -abs(ahead + 0.4)
            if value > best_value:
                best, best_value = action, value
    return best


@jit
def split_to_ask(b: Record, o: Record, w: Record, n: Int) -> Int:
    """At first one of the tickets is a long one, later none, if there are enough of each."""
    chosen, nearest = np.int64(w.acts[0]), np.int64(L.OFFER + 1)
    wanted = 1 if o.phase == L.SPLIT_FIRST else 0
    for i in range(n):
        action = np.int64(w.acts[i])
        if special_kind(b, action) == L.SPLIT:
            off = abs((action - b.special_first[L.SPLIT]) % (L.OFFER + 1) - wanted)
            if off < nearest:
                chosen, nearest = action, off
    return chosen


# ---------------------------------------------------------------- all of them


@jit
def special_answer(b: Record, o: Record, w: Record, n: Int) -> Int:
    """What to do in a phase that only some boards have, of the n legal actions in w.acts."""
    if o.phase == L.TUNNEL or o.phase == L.STATION_PAYMENT:
        return cheapest_payment(b, o, w, n, L.PAY)
    if o.phase == L.SUBSTITUTES:
        return cheapest_payment(b, o, w, n, L.GIVE)
    if o.phase == L.PASSENGER:
        return passenger_to_take(b, o, w, n)
    if o.phase == L.SPLIT_FIRST:
        return split_to_ask(b, o, w, n)
    raise ValueError("there is no such phase")
