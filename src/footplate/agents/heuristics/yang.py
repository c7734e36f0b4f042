"""The cost-function bots of Yang et al. 2023, after the library of Schwarcz, Twigg and Zeng.

All of them follow a path (yang_paths.py) and draw for it what it needs. They differ in how they choose what to do:

    base         claims the path's cheapest payable route, else takes the face-up card that the path needs most
    random       follows the path with most points, claims a random route of it, draws from the deck
    action-eval  rates every legal action and takes the best
    adversarial  claims a threatened route (yang_threats.py) when it can pay for one, else plays like action-eval
    combined     action-eval, with something added to the value of threatened routes
    game-tree    asks the other five and does what most of them say

Constants are those of the library; its three thresholds of 15 trains were made for players with 45.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.heuristics.planning import count_cards, survey
from footplate.agents.heuristics.yang_moves import (
    ACTION_EVAL,
    ADVERSARIAL,
    BASE,
    COMBINED,
    GAME_TREE,
    NOTHING,
    RANDOM,
    on_turn,
)
from footplate.agents.heuristics.yang_paths import BY_COST, BY_POINTS, choose_path, follow_path, path_points
from footplate.agents.kinds import AgentKind, kernel_kind
from footplate.engine.jit import jit
from footplate.engine.layout import DRAW_TICKETS, FIRST_TICKETS, OFFER, SECOND_CARD, TURN, Int, Record
from footplate.engine.moves import bits, least_kept, legal_actions
from footplate.engine.random import rand_below

_THRESHOLD, _THRESHOLD_TRAINS = 15.0, 45.0  # trains; the latter are what a player starts with where 15 is right
_PER_ROUTE_POINT = 0.5
_CANT_BE_DONE = 1e6


@jit
def scaled_threshold(b: Record, scaled: bool) -> float:
    """Trains: with more a bot draws tickets when its own are done, and combined sees threats to longer chains."""
    return _THRESHOLD * b.n_trains / _THRESHOLD_TRAINS if scaled else _THRESHOLD


# ---------------------------------------------------------------- tickets


@jit
def first_tickets(b: Record, o: Record, w: Record, n: Int, rating: Int) -> Int:
    """The choice whose path takes fewest trains, less half the points of its routes; the first of equals."""
    best, best_cost = np.int64(w.acts[0]), _CANT_BE_DONE
    for i in range(n):
        mask = np.int64(w.acts[i]) - DRAW_TICKETS
        w.wish_n = 0
        for j in range(o.offer_n):
            if (mask >> j) & 1:
                w.wish[w.wish_n] = o.offer[j]
                w.wish_n += 1
        if choose_path(b, o, w, rating) == w.wish_n:
            trains = count_cards(b, w, w.plan_lo, w.plan_hi)
            cost = trains - _PER_ROUTE_POINT * path_points(b, w, w.plan_lo, w.plan_hi)
            if cost < best_cost:
                best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def later_tickets(b: Record, o: Record, w: Record, n: Int, rating: Int) -> Int:
    """As few tickets as allowed, those whose own paths take fewest trains; the first of equals."""
    trains = np.empty(OFFER, np.float64)
    for j in range(o.offer_n):
        w.wish_n = 1
        w.wish[0] = o.offer[j]
        can_be_done = choose_path(b, o, w, rating) == 1
        trains[j] = count_cards(b, w, w.plan_lo, w.plan_hi) if can_be_done else _CANT_BE_DONE
    best: Int = NOTHING
    best_cost = 0.0
    for i in range(n):
        mask = np.int64(w.acts[i]) - DRAW_TICKETS
        if bits(mask) == least_kept(b, o):
            cost = 0.0
            for j in range(o.offer_n):
                if (mask >> j) & 1:
                    cost += trains[j]
            if best == NOTHING or cost < best_cost:
                best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def choose_tickets(b: Record, o: Record, w: Record, n: Int, rating: Int) -> Int:
    survey(b, o, w)
    if o.phase == FIRST_TICKETS:
        return first_tickets(b, o, w, n, rating)
    return later_tickets(b, o, w, n, rating)


# ---------------------------------------------------------------- all of them


@jit
def most_frequent(w: Record, votes: Record) -> Int:
    """The action that most votes name; chance decides between equals."""
    choice: Int = NOTHING
    most, ties = 0, 0
    for i in range(votes.size):
        named, is_first = 0, True
        for j in range(votes.size):
            named += votes[j] == votes[i]
            is_first &= j >= i or votes[j] != votes[i]
        if is_first and named >= most:
            ties = ties + 1 if named == most else 1
            most = named
            if rand_below(w, ties) == 0:
                choice = votes[i]
    return choice


@jit
def vote(b: Record, o: Record, w: Record, n: Int, threshold: float) -> Int:
    """What most of the five would do; four of them follow the same path."""
    votes = np.empty(GAME_TREE, np.int64)
    has_path = follow_path(b, o, w, BY_POINTS)
    votes[RANDOM] = on_turn(b, o, w, n, RANDOM, has_path, threshold)
    has_path = follow_path(b, o, w, BY_COST)
    for who in range(GAME_TREE):
        if who != RANDOM:
            votes[who] = on_turn(b, o, w, n, who, has_path, threshold)
    return most_frequent(w, votes)


@jit
def yang_action(b: Record, o: Record, w: Record, who: Int, scaled: bool) -> Int:
    n = legal_actions(b, o, w.acts)
    rating = BY_POINTS if who == RANDOM else BY_COST  # in a vote on tickets it is four to one
    if o.phase != TURN and o.phase != SECOND_CARD:
        return choose_tickets(b, o, w, n, rating)
    threshold = scaled_threshold(b, scaled)
    if who == GAME_TREE:
        return vote(b, o, w, n, threshold)
    return on_turn(b, o, w, n, who, follow_path(b, o, w, rating), threshold)


def yang_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return yang_action(b, o, w, np.int64(bot.params[0]), bot.params[1] != 0.0)


_PATHS = """\
A path is a set of links that does all its open tickets that can still be done; of parallel tracks it takes the one for
which it lacks fewest cards. {path}
At the start it keeps the tickets whose path takes fewest trains, less half the points of its routes; later as few as
allowed, the ones whose paths take fewest trains. {action}
With scaled=false the thresholds of 15 trains stay 15 on boards with fewer than 45 trains."""
_CHEAPEST = """\
It follows the one that lacks fewest cards, squared colour by colour; what lies face up counts as if it were in hand."""
_BASE = """\
Without a path it draws tickets if all are done and it has more than 15 of 45 trains, else it claims the longest route
that it can pay for, else it draws from the deck."""
_EVAL = """\
Every action has a value: a claim on the path 2, its points and those scored on this path so far, less 9 for each
locomotive and on grey routes the path's need of the colour for each card; a face-up card the path's need of its colour;
a locomotive 2, the deck 1; tickets, once all are done, the trains above 15 of 45."""
_THREATS = """\
A route is threatened if it is all that an opponent lacks to join two chains of its routes. With several opponents each
is looked at by itself, and the greatest threat counts; double routes count if a claim closes them."""


def _kind(who: int, name: str, summary: str, path: str, *action: str) -> AgentKind:
    description = " ".join(_PATHS.format(path=path, action=" ".join(action)).split())
    parameters = {"scaled": True}
    return kernel_kind(name, "yang", yang_kernel, summary, fixed=(who,), parameters=parameters, description=description)


KINDS = (
    _kind(BASE, "cf-base", "follows the path that lacks fewest cards and claims what costs it least", _CHEAPEST, _BASE),
    _kind(
        RANDOM,
        "cf-random",
        "follows the path with most points, claims a random route of it, draws blind",
        "It follows the one whose routes bring most points.",
        _BASE,
    ),
    _kind(ACTION_EVAL, "cf-action-eval", "rates every action for its path and takes the best", _CHEAPEST, _EVAL),
    _kind(
        ADVERSARIAL,
        "cf-adversarial",
        "blocks an opponent about to join two chains of routes, else plays like cf-action-eval",
        _CHEAPEST,
        _THREATS,
        "It claims a random threatened route that it can pay for.",
        _EVAL,
    ),
    _kind(
        COMBINED,
        "cf-combined",
        "cf-action-eval, with a higher value for routes that an opponent needs",
        _CHEAPEST,
        _EVAL,
        _THREATS,
        "Threats to chains of more than 15 of 45 trains count, and 0.03 of a threat is added to a claim's value.",
    ),
    _kind(
        GAME_TREE,
        "cf-game-tree",
        "asks the other five and does what most of them say; chance decides ties",
        _CHEAPEST,
        "It searches no tree, whatever its name.",
    ),
)
