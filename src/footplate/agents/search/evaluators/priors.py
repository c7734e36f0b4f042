"""What a planning player would do, as priors for the tree."""

from __future__ import annotations

import numpy as np

from footplate.agents.heuristic.planner import planner_action
from footplate.agents.planning.links import has_link
from footplate.agents.search.evaluators.guided import guided_action
from footplate.agents.search.evaluators.plans import forget_plans
from footplate.agents.search.pruning import actions_to_try
from footplate.compile import jit
from footplate.engine import layout as L
from footplate.engine.layout import Int, Record
from footplate.engine.special import special_kind
from footplate.engine.two_cards import begin_pair, end_pair, needs_second, pair_of, split_pair

# Weights of actions, before they are made to add up to 1.
GUIDED_CHOICE, PLANNERS_CHOICE = 6.0, 9.0
BLIND_CARD, LACKING_CARD, LOCO_CARD, OTHER_CARD = 1.5, 2.0, 1.0, 0.4
NEW_TICKETS, ANY_TICKETS = 0.5, 1.0
PLANNED_ROUTE, OTHER_ROUTE, PER_POINT = 2.0, 0.1, 0.05  # per point: of other routes
STATION = 0.02  # there is one for every city
ROUGH_PLANS = 0.4  # share of their weight that counts where there are districts, for which plans are rougher
IN_A_RACE = 0.4  # power of the weights at the root of a race: what looks second is often best
WASTEFUL = 0.02  # a claim with more locomotives than it takes


@jit
def weight_of_claim(b: Record, s: Record, q: Record, claim: Int) -> float:
    r = b.claim_route[claim]
    p, length, locos = s.player, np.int64(b.route_length[r]), np.int64(b.claim_locos[claim])
    colour = b.claim_colour[claim]
    if locos > b.least_locos[r] and colour != L.LOCO and np.int64(s.hand[p, colour]) > length - locos:
        return WASTEFUL
    if has_link(q.plans.plan_lo[p], q.plans.plan_hi[p], np.int64(b.route_link[r])):
        return PLANNED_ROUTE
    return OTHER_ROUTE + PER_POINT * np.float64(b.route_points[r])


@jit
def weight_of_card(w: Record, draw: Int) -> float:
    if draw == L.DRAW_DECK:
        return BLIND_CARD
    if draw == L.FACE_UP + L.LOCO:
        return LOCO_CARD
    return LACKING_CARD if w.left[draw - L.FACE_UP] < 0 else OTHER_CARD


@jit
def weight_of(b: Record, s: Record, w: Record, q: Record, action: Int) -> float:
    """How likely a sensible player takes an action, as a weight. The plan's own choice gets more (planned_priors)."""
    kind = special_kind(b, action)
    if kind == L.PAIR:
        one, other = split_pair(b, action)
        return (weight_of_card(w, one) + weight_of_card(w, other)) / 2
    if kind >= 0:
        return STATION if kind == L.BUILD else ANY_TICKETS
    if action >= L.CLAIM:
        return weight_of_claim(b, s, q, action - L.CLAIM)
    if action < L.DRAW_TICKETS:
        return weight_of_card(w, action)
    return NEW_TICKETS if action in (L.DRAW_TICKETS, L.PASS) else ANY_TICKETS


def ask_planner(b: Record, s: Record, w: Record, q: Record) -> Int:
    """Before a search: the planner's own choice at its root."""
    forget_plans(b, q)
    if b.n_districts > 0:
        q.trust = ROUGH_PLANS
    q.plans.advice = planner_action(b, s, w)
    if needs_second(b, s, q.plans.advice):
        first = np.int64(q.plans.advice)
        begin_pair(s, first)
        q.plans.advice = pair_of(b, first, planner_action(b, s, w))
        end_pair(s, first)
    return 0


def planned_priors(b: Record, s: Record, w: Record, q: Record) -> Int:
    """List the actions to try in w.acts with their priors in weight, which add up to 1; returns how many."""
    chosen = -1 if b.progress else guided_action(b, s, w, q)
    n = actions_to_try(b, s, q, w)
    total = 0.0
    for i in range(n):
        action = np.int64(w.acts[i])
        weight = ANY_TICKETS if b.progress else weight_of(b, s, w, q, action)
        if action == chosen:
            weight += GUIDED_CHOICE
        if q.depth == 0 and action == q.plans.advice:
            weight += PLANNERS_CHOICE
        if q.depth == 0 and b.race > 0:
            weight **= IN_A_RACE
        q.weight[i] = weight
        total += weight
    for i in range(n):
        q.weight[i] /= total
    return n
