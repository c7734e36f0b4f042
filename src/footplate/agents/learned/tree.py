"""The tree of a search with a network: it has the searcher's own decisions only.

What others do in between is the network's answer to what they see, and chance is the world's; so a node is what the
searcher has done so far, whatever came between. Which of its actions are legal, and how likely, differs from world to
world: the actor says it at every visit. ``count`` of a NODE is the code of its action.
"""

from __future__ import annotations

import math

import numpy as np

from footplate.agents.search.tree import set_node, spread_so_far
from footplate.compile import jit
from footplate.engine.layout import Int, Record

LEAST_UNIT = 0.05
LEAST_SHARE = 0.001  # of an action that is worth a try at the root
FIRST_PLAY = 0.25  # spreads by which an untried action is thought worse than the tried ones, if all likely ones are
_NONE = np.uint32(0)


@jit
def add_decision(nodes: Record, q: Record, node: Int, code: Int, action: Int, prior: float) -> Int:
    """A new node under ``node``; the pool has room for it."""
    child = np.uint32(q.n_nodes)
    q.n_nodes += 1
    set_node(nodes[child], action, q.searcher, prior)
    nodes[child].count = code
    nodes[child].pending = 0
    nodes[child].next_sibling = nodes[node].first_child
    nodes[node].first_child = child
    return child


@jit
def measure_spread(q: Record) -> None:
    """unit = standard deviation of what the tries so far brought."""
    if q.done >= 16:
        q.unit = max(LEAST_UNIT, spread_so_far(q))


@jit
def find_children(nodes: Record, q: Record, node: Int, codes: Record, n: Int, child_of: Record) -> None:
    """child_of[i] = the node under ``node`` for codes[i]; 0 if there is none."""
    q.stamp += 1
    for i in range(n):
        q.mark[codes[i]] = q.stamp
        q.place[codes[i]] = i
        child_of[i] = _NONE
    child = nodes[node].first_child
    while child:
        code = nodes[child].count
        if q.mark[code] == q.stamp:
            child_of[q.place[code]] = child
        child = nodes[child].next_sibling


@jit
def score_at_root(q: Record, c: Record) -> float:
    """What its tries brought in the mean, and ``tau`` for every e times that the actor chooses it more often."""
    return c.value / max(1, c.visits) + q.tau * math.log(max(LEAST_SHARE, np.float64(c.prior)))


@jit
def best_at_root(nodes: Record, q: Record) -> Int:
    """The child of the root with the best score, of those that were tried at least half as often as any other."""
    most, child = np.int64(0), nodes[0].first_child
    while child:
        most = max(most, np.int64(nodes[child].visits))
        child = nodes[child].next_sibling
    best, best_score, child = _NONE, -np.inf, nodes[0].first_child
    while child:
        c = nodes[child]
        if 2 * c.visits >= most and score_at_root(q, c) > best_score:
            best, best_score = child, score_at_root(q, c)
        child = c.next_sibling
    return best


@jit
def next_at_root(nodes: Record, q: Record) -> Int:
    """The child of the root to try next: a race of all that may still be the best, which are tried equally often.

    One drops out when its score is worse than the best by ``doubt`` standard errors of what so many tries bring.
    """
    best_score = score_at_root(q, nodes[best_at_root(nodes, q)])
    chosen, fewest, child = _NONE, np.inf, nodes[0].first_child
    while child:
        c = nodes[child]
        tried = np.float64(c.visits) + np.float64(c.pending)
        doubt = q.doubt * q.unit / math.sqrt(max(1.0, np.float64(c.visits)))
        races = (c.visits == 0 and c.prior >= LEAST_SHARE) or (
            c.visits > 0 and score_at_root(q, c) + doubt >= best_score
        )
        if races and tried - c.prior < fewest:
            chosen, fewest = child, tried - c.prior
        child = c.next_sibling
    return chosen if chosen else best_at_root(nodes, q)


@jit
def best_place(nodes: Record, q: Record, child_of: Record, shares: Record, n: Int) -> Int:
    """PUCT: the place of the code with the best sum of its mean and its share, less the more it was tried.

    Tries under way count as tries, so that those of a batch go different ways, but nobody knows yet what they bring.
    """
    value, visits, tries, tried_share = 0.0, 0, 0, 0.0
    for i in range(n):
        if child_of[i]:
            c = nodes[child_of[i]]
            value += c.value
            visits += c.visits
            tries += c.visits + c.pending
            tried_share += shares[i]
    push = q.cp * q.unit * math.sqrt(np.float64(tries + 1))
    first_play = value / max(1, visits) - FIRST_PLAY * q.unit * math.sqrt(tried_share)
    best, best_score = 0, -np.inf
    for i in range(n):
        score, tried = first_play, 0.0
        if child_of[i]:
            c = nodes[child_of[i]]
            tried += np.float64(c.visits) + np.float64(c.pending)
            if c.visits > 0:
                score = c.value / c.visits
        score += push * shares[i] / (1.0 + tried)
        if score > best_score:
            best, best_score = i, score
    return best
