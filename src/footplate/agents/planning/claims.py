"""What a plan still needs, and which claim of it to make."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import FREE, has_link, lowest_bit
from footplate.compile import jit
from footplate.engine.layout import CLAIM, KINDS, ROUTES, Int, Record

GREY = KINDS  # index of grey in ``need``
_ONE = np.uint64(1)


@jit
def is_claim(b: Record, action: Int) -> bool:
    """Whether an action claims a route."""
    return CLAIM <= action < CLAIM + b.n_claims


@jit
def count_half(b: Record, w: Record, links: Int, first: Int) -> Int:
    """Add to ``need`` the cards for the free links of one word, whose bit 0 is link ``first``; returns their number."""
    due: Int = 0
    while links != 0:
        k = np.int64(lowest_bit(links)) + first
        links &= links - _ONE
        if w.link_state[k] == FREE:
            length = np.int64(w.link_due[k])
            colour = b.route_colour[w.link_track[k]]
            w.need[colour if colour >= 0 else GREY] += length
            due += length
    return due


@jit
def count_cards(b: Record, w: Record, lo: Int, hi: Int) -> Int:
    """need = cards for the free links of a set, whatever is in hand; returns their number."""
    for kind in range(KINDS + 1):
        w.need[kind] = 0
    return count_half(b, w, lo, 0) + count_half(b, w, hi, 64)


@jit
def mark_plan(b: Record, w: Record) -> None:
    """Fill in_plan for the plan."""
    for r in range(ROUTES):
        w.in_plan[r] = 0
    for k in range(b.n_links):
        if has_link(w.plan_lo, w.plan_hi, k) and w.link_state[k] == FREE:
            w.in_plan[w.link_track[k]] = 1


@jit
def measure_needs(b: Record, o: Record, w: Record) -> Int:
    """Fill in_plan and need for the plan; returns the trains still to lay."""
    mark_plan(b, w)
    due = count_cards(b, w, w.plan_lo, w.plan_hi)
    for kind in range(KINDS):
        w.need[kind] = max(0, w.need[kind] - o.hand[o.player, kind])
    return due


@jit
def longest_claim(b: Record, w: Record, n: Int) -> Int:
    """Of the n legal actions in w.acts the claim of the route with most points, fewest locomotives first; or -1."""
    best: Int = -1
    best_value: Int = -1
    for i in range(n):
        if is_claim(b, w.acts[i]):
            claim = w.acts[i] - CLAIM
            value = 16 * np.int64(b.route_points[b.claim_route[claim]]) + 15 - np.int64(b.claim_locos[claim])
            if value > best_value:
                best, best_value = np.int64(w.acts[i]), value
    return best


@jit
def is_legal(w: Record, n: Int, action: Int) -> bool:
    """Whether the action is among the first n of w.acts."""
    found = False
    for i in range(n):
        found |= w.acts[i] == action
    return found
