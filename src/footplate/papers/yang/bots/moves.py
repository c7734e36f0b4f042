"""What each cost-function bot does with its path: claim, draw a card or draw tickets.

Every ``*_action`` takes the n legal actions in w.acts, whether there is a path, and the threshold: the trains above
which a bot without open tickets draws new ones. The path is in in_plan and need, as ``follow_path`` leaves it.
``described``: as the paper describes it, and not as the library of Schwarcz, Twigg and Zeng has it.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.kernels import chooses_tickets
from footplate.agents.planning.claims import is_legal, longest_claim, open_colour_needed, random_claim_of
from footplate.agents.planning.links import IMPOSSIBLE
from footplate.agents.planning.special import usual_actions
from footplate.compile import jit
from footplate.engine import layout as L
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_below
from footplate.papers.yang.bots.paths import (
    BY_COST,
    BY_POINTS,
    choose_tickets,
    follow_path,
    points_since,
    random_tickets,
)
from footplate.papers.yang.bots.threats import NO_THREAT, find_threats

BASE, RANDOM, ACTION_EVAL, ADVERSARIAL, COMBINED, GAME_TREE = range(6)
NOTHING = -1  # in place of an action

_LOCO_COST, _PER_POINT, _LOCO_VALUE = 8.0, 0.1, 8  # base
_PATH_VALUE, _EVAL_LOCO_COST, _EVAL_LOCO_VALUE, _DECK_VALUE, _POOR_VALUE = 2.0, 9.0, 2.0, 1.0, -1.0  # action-eval
_THREAT_WEIGHT = 0.03  # combined
_ANY_CHAINS = 1.0  # trains: the chains that adversarial parts have more
_WORST = -1e6
_THRESHOLD, _THRESHOLD_TRAINS = 15.0, 45.0  # trains; the latter are what a player starts with where 15 is right


# ---------------------------------------------------------------- base and random


@jit
def without_path(b: Record, o: Record, w: Record, n: Int, threshold: float) -> Int:
    """New tickets if all are done and there are trains for them; else the longest payable route, or NOTHING."""
    if w.wanted_n == 0 and o.trains[o.player] > threshold and is_legal(w, n, L.DRAW_TICKETS):
        return L.DRAW_TICKETS
    return longest_claim(b, w, n)


@jit
def cheapest_claim(b: Record, w: Record, n: Int) -> Int:
    """Of the n legal actions in w.acts the claim of the path that costs least, or NOTHING.

    Cost: 8 for each locomotive, the path's need of the colour for each coloured card, less 0.1 for each point of the
    route. The first of equals wins.
    """
    best: Int = NOTHING
    best_cost = IMPOSSIBLE
    for i in range(n):
        if w.acts[i] >= L.CLAIM:
            claim = w.acts[i] - L.CLAIM
            r = b.claim_route[claim]
            if w.in_plan[r]:
                cost = _LOCO_COST * np.int64(b.claim_locos[claim]) - _PER_POINT * b.route_points[r]
                if b.claim_colour[claim] != L.LOCO:
                    cost += np.int64(b.claim_coloured[claim]) * w.need[b.claim_colour[claim]]
                if cost < best_cost:
                    best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def needed_card(b: Record, o: Record, w: Record) -> Int:
    """The face-up card that the path needs most, a locomotive counting 8 as a first card; NOTHING if none is needed."""
    colour = open_colour_needed(b, o, w)
    need = np.int64(w.need[colour]) if colour >= 0 else 0
    if o.phase != L.SECOND_CARD and o.face_up[L.LOCO] > 0 and need < _LOCO_VALUE:
        colour = np.int64(L.LOCO)
    return L.FACE_UP + colour if colour >= 0 else NOTHING


@jit
def draw_or_else(b: Record, w: Record, n: Int) -> Int:
    """The deck; where it is empty the longest payable route, or else the first legal action."""
    if is_legal(w, n, L.DRAW_DECK):
        return L.DRAW_DECK
    claim = longest_claim(b, w, n)
    return claim if claim != NOTHING else np.int64(w.acts[0])


@jit
def base_action(b: Record, o: Record, w: Record, n: Int, has_path: bool, threshold: float) -> Int:
    action: Int = NOTHING
    if o.phase == L.TURN and not has_path:
        action = without_path(b, o, w, n, threshold)
    elif o.phase == L.TURN:
        action = cheapest_claim(b, w, n)
    if action == NOTHING and has_path:
        action = needed_card(b, o, w)
    return action if action != NOTHING else draw_or_else(b, w, n)


@jit
def random_path_action(b: Record, o: Record, w: Record, n: Int, has_path: bool, threshold: float) -> Int:
    action: Int = NOTHING
    if o.phase == L.TURN:
        action = random_claim_of(b, w, n, w.in_plan) if has_path else without_path(b, o, w, n, threshold)
    return action if action != NOTHING else draw_or_else(b, w, n)


# ---------------------------------------------------------------- action-eval, adversarial and combined


@jit
def claim_value(b: Record, o: Record, w: Record, claim: Int, has_path: bool, described: bool) -> float:
    """On the path: 2, the route's points and those scored on the path so far; off it -1; less what the cards cost.

    A locomotive costs 9, a coloured card on a grey route as much as the path needs that colour. Without a path a claim
    is worth its points. As described (Algorithm 3) cards cost the same on every route, and without a path, too.
    """
    r = b.claim_route[claim]
    points = float(b.route_points[r])
    if not has_path and not described:
        return points
    locos = np.int64(b.claim_locos[claim])
    value = points
    if has_path:
        value = _PATH_VALUE + points + points_since(o, w, BY_COST) if w.in_plan[r] else _POOR_VALUE
    value -= _EVAL_LOCO_COST * locos
    if (described or b.route_colour[r] < 0) and b.claim_colour[claim] != L.LOCO:
        value -= (np.int64(b.route_length[r]) - locos) * w.need[b.claim_colour[claim]]
    return value


@jit
def draw_value(o: Record, w: Record, action: Int, threshold: float, described: bool) -> float:
    """The deck 1, a face-up locomotive 2, a colour the path's need of it, tickets the trains above the threshold.

    As described (Algorithm 3) the deck is worth 2, and tickets less the more trains there are.
    """
    if action == L.DRAW_DECK:
        return _EVAL_LOCO_VALUE if described else _DECK_VALUE
    if action == L.FACE_UP + L.LOCO:
        return _EVAL_LOCO_VALUE
    if action < L.DRAW_TICKETS:
        return float(w.need[action - L.FACE_UP])
    if described:
        return -(threshold + o.trains[o.player])
    return _POOR_VALUE if w.wanted_n > 0 else o.trains[o.player] - threshold


@jit
def best_action(
    b: Record, o: Record, w: Record, n: Int, has_path: bool, threshold: float, described: bool, threat: Record,
    per_threat: float,
) -> Int:  # fmt: skip
    """The legal action with the highest value, the first of equals."""
    best, best_value = np.int64(w.acts[0]), _WORST
    for i in range(n):
        action = np.int64(w.acts[i])
        if action >= L.CLAIM:
            value = claim_value(b, o, w, action - L.CLAIM, has_path, described)
            value += per_threat * max(0.0, threat[b.claim_route[action - L.CLAIM]])
        else:
            value = draw_value(o, w, action, threshold, described)
        if value > best_value:
            best, best_value = action, value
    return best


@jit
def eval_action(b: Record, o: Record, w: Record, n: Int, has_path: bool, threshold: float, described: bool) -> Int:
    return best_action(b, o, w, n, has_path, threshold, described, np.zeros(L.ROUTES), 0.0)


@jit
def combined_action(b: Record, o: Record, w: Record, n: Int, has_path: bool, threshold: float, described: bool) -> Int:
    threat = find_threats(b, o, w, threshold)
    return best_action(b, o, w, n, has_path, threshold, described, threat, _THREAT_WEIGHT)


@jit
def adversarial_action(
    b: Record, o: Record, w: Record, n: Int, has_path: bool, threshold: float, described: bool
) -> Int:
    block: Int = NOTHING
    if o.phase == L.TURN:
        block = random_claim_of(b, w, n, find_threats(b, o, w, _ANY_CHAINS) > NO_THREAT)
    return block if block != NOTHING else eval_action(b, o, w, n, has_path, threshold, described)


@jit
def on_turn(
    b: Record, o: Record, w: Record, n: Int, who: Int, has_path: bool, threshold: float, described: bool
) -> Int:
    """What one of the five does with the path that ``follow_path`` found for it."""
    if who == BASE:
        return base_action(b, o, w, n, has_path, threshold)
    if who == RANDOM:
        return random_path_action(b, o, w, n, has_path, threshold)
    if who == ACTION_EVAL:
        return eval_action(b, o, w, n, has_path, threshold, described)
    if who == ADVERSARIAL:
        return adversarial_action(b, o, w, n, has_path, threshold, described)
    return combined_action(b, o, w, n, has_path, threshold, described)


# ---------------------------------------------------------------- all of them


@jit
def scaled_threshold(b: Record, scaled: bool) -> float:
    """Trains: with more a bot draws tickets when its own are done, and combined sees threats to longer chains."""
    return _THRESHOLD * b.n_trains / _THRESHOLD_TRAINS if scaled else _THRESHOLD


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
            if rand_below(w.scratch, ties) == 0:
                choice = votes[i]
    return choice


@jit
def rating_of(who: Int, described: bool) -> Int:
    """How a bot rates paths: the library's random one wants points."""
    return BY_POINTS if who == RANDOM and not described else BY_COST


@jit
def vote(b: Record, o: Record, w: Record, n: Int, threshold: float, described: bool) -> Int:
    """What most of the five would do; four of them follow the same path, as described all five."""
    votes = np.empty(GAME_TREE, np.int64)
    has_path = follow_path(b, o, w, rating_of(RANDOM, described))
    votes[RANDOM] = on_turn(b, o, w, n, RANDOM, has_path, threshold, described)
    has_path = follow_path(b, o, w, BY_COST)
    for who in range(GAME_TREE):
        if who != RANDOM:
            votes[who] = on_turn(b, o, w, n, who, has_path, threshold, described)
    return most_frequent(w, votes)


def yang_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """``bot.params``: which of the six, whether its threshold is scaled, and whether it plays as described."""
    who, scaled, described = np.int64(bot.params[0]), bot.params[1] != 0.0, bot.params[2] != 0.0
    n = usual_actions(b, o, w.acts)
    rating = rating_of(who, described)  # in a vote on tickets it is four to one
    if chooses_tickets(o):
        if who == RANDOM and described and o.phase != L.FIRST_TICKETS:
            return random_tickets(w, n)
        return choose_tickets(b, o, w, n, rating)
    threshold = scaled_threshold(b, scaled)
    if who == GAME_TREE:
        return vote(b, o, w, n, threshold, described)
    return on_turn(b, o, w, n, who, follow_path(b, o, w, rating), threshold, described)
