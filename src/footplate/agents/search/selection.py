"""Selection: the child of a node to which an iteration goes, by UCB1 or by PUCT; with a network, at the root by a race.

Ties go to the newest child. ``child_by_ucb1`` and ``child_by_puct`` are what a search asks for the child of node
``q.node`` (evaluators/evaluator.py); a selection of one's own is such a function.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from footplate.agents.search.layout import NO_NODE, PRIORS, nodes_of, terms_of
from footplate.agents.search.options import TREE_OF_SEEN, TRUE_ROSAS
from footplate.agents.search.pruning import actions_to_try, merge_unseen
from footplate.agents.search.root import mean_and_spread, utility
from footplate.agents.search.tree import add_child
from footplate.compile import call_at, jit
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_below

USUAL_SPREAD = 8.0  # standard deviation of the margin on the small board
FIRST_PLAY = 0.1  # spreads by which an untried action is thought worse than the tried ones
LEAST_PRIOR = 0.001  # of an action that is worth a try in a race at the root
_WORST = -1e300


@jit
def make_terms(n: Int) -> Record:
    """2 ln(k) and, behind it, 1 / k, for k below n."""
    terms = np.zeros(2 * n, np.float64)
    terms[1] = np.inf
    for k in range(1, n):
        terms[2 * k], terms[2 * k + 1] = 2.0 * math.log(np.float64(k)), 1.0 / np.float64(k)
    return terms


@jit
def twice_log(terms: Record, k: Int) -> float:
    return terms[np.uint64(2 * k)] if 2 * k < terms.size else 2.0 * math.log(np.float64(k))


@jit
def inverse(terms: Record, k: Int) -> float:
    return terms[np.uint64(2 * k + 1)] if 2 * k < terms.size else 1.0 / np.float64(k)


@jit
def measure_unit(q: Record) -> None:
    """unit = spread of the margins so far, in spreads of the small board; worked out now and then."""
    if q.done < 16 or (q.done & 15 != 0 and q.done > 64) or (q.done & 255 != 0 and q.done > 1024):
        return
    q.unit = max(0.1, mean_and_spread(q)[1] / USUAL_SPREAD)


# ---------------------------------------------------------------- UCB1


@jit
def ucb1(q: Record, terms: Record, c: Record, parent_mean: Any, explore: Any, log_n: Any) -> Any:
    """What a visited node is worth to who moved there, or in the true variants to the searcher; and exploration."""
    share = inverse(terms, c.visits)
    mean = c.value * share
    worth = utility(q, mean, parent_mean) if q.options.dda >= TRUE_ROSAS else mean
    return worth + explore * math.sqrt(log_n * share)


@jit
def best_child(nodes: Record, q: Record) -> Int:
    """Of all children the best by UCB1; each has been visited."""
    terms, node = terms_of(q), q.node
    explore, log_n = 2.0 * q.options.cp * q.unit, twice_log(terms, nodes[node].visits)
    parent_mean = nodes[node].value / max(1, nodes[node].visits)
    best, best_value = NO_NODE, _WORST
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        value = ucb1(q, terms, c, parent_mean, explore, log_n)
        if value > best_value:
            best, best_value = child, value
        child = c.next_sibling
    return best


@jit
def best_legal_child(nodes: Record, q: Record) -> tuple[Int, Int]:
    """The same over the children whose action is marked as legal now, which are marked as tried; and their number."""
    terms, node = terms_of(q), q.node
    explore, stamp = 2.0 * q.options.cp * q.unit, q.stamp
    counting = q.one_world == 0
    by_availability = q.options.availability != 0.0 and counting
    log_n = twice_log(terms, nodes[node].visits)
    parent_mean = nodes[node].value / max(1, nodes[node].visits)
    best, best_value, tried = NO_NODE, _WORST, 0
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        if q.mark[c.action] == stamp:
            q.mark[c.action] = -stamp
            tried += 1
            c.available += counting
            if by_availability:
                log_n = twice_log(terms, c.available)
            value = ucb1(q, terms, c, parent_mean, explore, log_n)
            if value > best_value:
                best, best_value = child, value
        child = c.next_sibling
    return best, tried


def child_by_ucb1(b: Record, s: Record, w: Record, q: Record) -> Int:
    """The child to go to: a new one while an action that is legal now is untried, else the best; 0 if there is none."""
    nodes, node = nodes_of(q), q.node
    if q.one_world and nodes[node].untried == 0:
        return np.int64(best_child(nodes, q))
    n = actions_to_try(b, s, q, w)
    if q.options.worlds == TREE_OF_SEEN and s.player != q.searcher:
        n = merge_unseen(q, w.acts, n)
    for i in range(n):
        q.mark[w.acts[i]] = q.stamp
    best, tried = best_legal_child(nodes, q)
    if tried == n or q.n_nodes == nodes.size:
        return np.int64(best)
    untried = 0
    for i in range(n):
        w.acts[untried] = w.acts[i]
        untried += q.mark[w.acts[i]] == q.stamp
    if q.one_world:
        nodes[node].untried = untried - 1
    a = w.acts[rand_below(w.scratch, untried)]
    return np.int64(add_child(nodes, q, node, a, a, s.player))


# ---------------------------------------------------------------- PUCT


@jit
def best_by_puct(
    nodes: Record, q: Record, node: Int, codes: Record, n: Int, weight: float, penalty: float, by_share: bool
) -> Int:
    """The place of the code with the best sum of its mean and its prior, less the more it was tried; -1: none is left.

    ``weight[i]`` is the prior of codes[i]; child[i] becomes its node. One that was never tried counts as the mean of
    those that were, less ``penalty``, or so much of it as their share of the priors is large. Tries under way count as
    tries, but nobody knows yet what they bring. Once the tree is full only what was tried is tried again. Of equals the
    newest node is best; with ``by_share`` the first of the list.
    """
    q.stamp += 1
    for i in range(n):
        q.mark[codes[i]], q.place[codes[i]], q.child[i] = q.stamp, i, NO_NODE
    value, visits, tries, share = 0.0, 0, 0, 0.0
    child = nodes[node].first_child
    while child:
        c = nodes[child]
        if q.mark[c.code] == q.stamp:
            q.child[q.place[c.code]] = child
            value += c.value
            visits += c.visits
            tries += c.visits + c.pending
            share += q.weight[q.place[c.code]]
        child = c.next_sibling
    push = weight * math.sqrt(np.float64(tries + 1))
    first_play = value / max(1, visits) - penalty * (math.sqrt(share) if by_share else 1.0)
    best: Int = -1
    best_score = _WORST
    for i in range(n):
        mean, tried = first_play, 0.0
        if q.child[i] != NO_NODE:
            c = nodes[q.child[i]]
            tried = np.float64(c.visits) + np.float64(c.pending)
            if c.visits > 0:
                mean = c.value / c.visits
        elif q.n_nodes == nodes.size:
            continue
        score = mean + push * q.weight[i] / (1.0 + tried)
        is_newer = score == best_score and not by_share and q.child[i] > q.child[best]
        if score > best_score or is_newer:
            best, best_score = i, score
    return best


def child_by_puct(b: Record, s: Record, w: Record, q: Record) -> Int:
    """The child to go to by PUCT, with the evaluator's priors; 0 if there is none and no room."""
    nodes, n = nodes_of(q), call_at(q.asks[PRIORS], b, s, w, q)
    if q.options.worlds == TREE_OF_SEEN and s.player != q.searcher:
        n = merge_unseen(q, w.acts, n)
    weight = q.options.prior * q.trust * q.unit
    i = best_by_puct(nodes, q, q.node, w.acts, n, weight, FIRST_PLAY * USUAL_SPREAD * q.unit, False)
    if i < 0:
        return 0
    a = w.acts[i]
    return np.int64(q.child[i] if q.child[i] != NO_NODE else add_child(nodes, q, q.node, a, a, s.player))


# ---------------------------------------------------------------- a race of the actions at the root


@jit
def score_in_race(q: Record, c: Record) -> Any:
    """What its tries brought in the mean, and ``tau`` for every e times that its prior is higher."""
    prior = max(LEAST_PRIOR, np.float64(q.root.prior[c.action]))
    return c.value / max(1, c.visits) + q.options.tau * math.log(prior)


@jit
def best_in_race(nodes: Record, q: Record) -> Int:
    """The child of the root with the best score, of those that were tried at least half as often as any other."""
    most, child = np.int64(0), nodes[0].first_child
    while child:
        most = max(most, np.int64(nodes[child].visits))
        child = nodes[child].next_sibling
    best, best_score, child = NO_NODE, -np.inf, nodes[0].first_child
    while child:
        c = nodes[child]
        if 2 * c.visits >= most and score_in_race(q, c) > best_score:
            best, best_score = child, score_in_race(q, c)
        child = c.next_sibling
    return best


@jit
def child_by_race(nodes: Record, q: Record) -> Int:
    """The child of the root to try next: a race of all that may still be the best, which are tried equally often.

    One drops out when its score is worse than the best by ``confidence`` standard errors of what so many tries bring.
    """
    best_score = score_in_race(q, nodes[best_in_race(nodes, q)])
    chosen, fewest, child = NO_NODE, np.inf, nodes[0].first_child
    while child:
        c, prior = nodes[child], q.root.prior[nodes[child].action]
        tried = np.float64(c.visits) + np.float64(c.pending)
        margin = q.options.confidence * q.unit / math.sqrt(max(1.0, np.float64(c.visits)))
        races = score_in_race(q, c) + margin >= best_score if c.visits > 0 else prior >= LEAST_PRIOR
        if races and tried - prior < fewest:
            chosen, fewest = child, tried - prior
        child = c.next_sibling
    return chosen if chosen else best_in_race(nodes, q)
