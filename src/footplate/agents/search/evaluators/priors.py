"""What a planning player would do, as a prior in the tree (PUCT), and the unit in which exploration is counted."""

from __future__ import annotations

import math

import numpy as np

from footplate.agents.planning.links import has_link
from footplate.agents.search.evaluators.guided import guided_action
from footplate.agents.search.layout import TRUE_WORLD
from footplate.agents.search.pruning import actions_to_try
from footplate.agents.search.tree import add_child
from footplate.engine.jit import jit
from footplate.engine.layout import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    FACE_UP,
    LOCO,
    PASS,
    Int,
    Record,
)

USUAL_SPREAD = 8.0  # standard deviation of the margin on the small board
FIRST_PLAY = 0.1  # spreads by which an untried action is thought worse than the tried ones

# Weights of actions, before they are made to add up to 1.
GUIDED_CHOICE, PLANNERS_CHOICE = 6.0, 9.0
BLIND_CARD, LACKING_CARD, LOCO_CARD, OTHER_CARD = 1.5, 2.0, 1.0, 0.4
NEW_TICKETS, ANY_TICKETS = 0.5, 1.0
PLANNED_ROUTE, OTHER_ROUTE, PER_POINT = 2.0, 0.1, 0.05  # per point: of other routes
WASTEFUL = 0.02  # a claim with more locomotives than it takes


@jit
def measure_unit(q: Record) -> None:
    """unit = spread of the margins so far, in spreads of the small board; worked out now and then."""
    if q.done < 16 or (q.done & 15 != 0 and q.done > 64) or (q.done & 255 != 0 and q.done > 1024):
        return
    total, squares = 0.0, 0.0
    for i in range(q.n_actions):
        total += q.value[q.actions[i]]
        squares += q.squares[q.actions[i]]
    mean = total / q.done
    q.unit = max(0.1, math.sqrt(max(0.0, squares / q.done - mean * mean)) / USUAL_SPREAD)


@jit
def weight_of_claim(b: Record, s: Record, q: Record, claim: Int) -> float:
    r = b.claim_route[claim]
    p, length, locos = s.player, np.int64(b.route_length[r]), np.int64(b.claim_locos[claim])
    colour = b.claim_colour[claim]
    if locos > 0 and colour != LOCO and np.int64(s.hand[p, colour]) > length - locos:
        return WASTEFUL
    if has_link(q.plan_lo[p], q.plan_hi[p], np.int64(b.route_link[r])):
        return PLANNED_ROUTE
    return OTHER_ROUTE + PER_POINT * np.float64(b.route_points[r])


@jit
def weight_of(b: Record, s: Record, q: Record, action: Int) -> float:
    """How likely a sensible player takes an action, the plan's own choice apart."""
    if action >= CLAIM:
        return weight_of_claim(b, s, q, action - CLAIM)
    if action == DRAW_DECK:
        return BLIND_CARD
    if action == FACE_UP + LOCO:
        return LOCO_CARD
    if action < DRAW_TICKETS:
        return LACKING_CARD if q.left[action - FACE_UP] < 0 else OTHER_CARD
    return NEW_TICKETS if action in (DRAW_TICKETS, PASS) else ANY_TICKETS


@jit
def weigh_actions(b: Record, s: Record, w: Record, q: Record, is_root: bool) -> Int:
    """List the actions to try in w.acts with their priors in weight, which add up to 1; returns how many."""
    chosen = -1 if b.progress else guided_action(b, s, w, q)
    n = actions_to_try(b, s, q, w)
    total = 0.0
    for i in range(n):
        action = np.int64(w.acts[i])
        weight = ANY_TICKETS if b.progress else weight_of(b, s, q, action)
        if action == chosen:
            weight += GUIDED_CHOICE
        if is_root and action == q.advice:
            weight += PLANNERS_CHOICE
        q.weight[i] = weight
        total += weight
    for i in range(n):
        q.weight[i] /= total
    return n


@jit
def go_down_by_prior(b: Record, s: Record, nodes: Record, q: Record, w: Record, node: Int) -> Int:
    """The child with the best sum of its mean and its prior, less the more it was tried; a new one if it is untried.

    0 if there is none and no room.
    """
    n = weigh_actions(b, s, w, q, node == 0)
    for i in range(n):
        q.mark[w.acts[i]] = q.stamp
        q.place[w.acts[i]] = i
    total, visits = 0.0, 0
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        if q.mark[c.action] == q.stamp:
            total += c.value
            visits += c.visits
        child = c.next_sibling
    push = q.prior * q.unit * math.sqrt(np.float64(visits + 1))
    best, best_value = np.uint32(0), -1e300
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        if q.mark[c.action] == q.stamp:
            q.mark[c.action] = -q.stamp
            c.count += q.worlds != TRUE_WORLD
            value = c.value / c.visits + push * q.weight[q.place[c.action]] / (1.0 + c.visits)
            if value > best_value:
                best, best_value = child, value
        child = c.next_sibling
    if q.n_nodes == nodes.size:
        return best
    first_play = total / max(1, visits) - FIRST_PLAY * USUAL_SPREAD * q.unit
    new = -1
    for i in range(n):
        if q.mark[w.acts[i]] == q.stamp:
            value = first_play + push * q.weight[i]
            if value > best_value:
                best_value, new = value, i
    if new < 0:
        return best
    return add_child(nodes, q, node, np.int64(w.acts[new]), s.player)
