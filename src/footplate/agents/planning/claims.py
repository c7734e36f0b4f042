"""What a plan still needs, which claim of it to make, and how likely a claim of a tunnel succeeds."""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.links import FREE, first_link, has_link, without_first
from footplate.compile import jit
from footplate.engine.layout import CLAIM, KINDS, LOCO, ROUTES, Int, Record
from footplate.engine.random import rand_below

GREY = KINDS  # index of grey in ``need``


@jit
def is_claim(b: Record, action: Int) -> bool:
    """Whether an action claims a route."""
    return CLAIM <= action < CLAIM + b.n_claims


@jit
def count_cards(b: Record, w: Record, lo: Int, hi: Int) -> Int:
    """need = cards for the free links of a set, whatever is in hand; returns their number."""
    for kind in range(KINDS + 1):
        w.need[kind] = 0
    due: Int = 0
    while lo | hi != 0:
        k = first_link(lo, hi)
        lo, hi = without_first(lo, hi)
        if w.link_state[k] == FREE:
            length = np.int64(w.link_due[k])
            colour = b.route_colour[w.link_track[k]]
            w.need[colour if colour >= 0 else GREY] += length
            due += length
    return due


@jit
def measure_needs(b: Record, w: Record) -> Int:
    """Fill in_plan and need for the plan, whatever is in hand; returns the trains still to lay."""
    for r in range(ROUTES):
        w.in_plan[r] = 0
    for k in range(b.n_links):
        if has_link(w.plan_lo, w.plan_hi, k) and w.link_state[k] == FREE:
            w.in_plan[w.link_track[k]] = 1
    return count_cards(b, w, w.plan_lo, w.plan_hi)


@jit
def open_colour_needed(b: Record, o: Record, w: Record) -> Int:
    """The open colour that the plan needs most, the first of equals; -1: none is needed."""
    best: Int = -1
    for colour in range(b.n_colours):
        if o.face_up[colour] > 0 and w.need[colour] > (w.need[best] if best >= 0 else 0):
            best = colour
    return best


@jit
def random_claim_of(b: Record, w: Record, n: Int, marked: Record) -> Int:
    """A claim of one of the routes with marked[r], all equally likely, with the fewest locomotives; or -1.

    Routes that can be paid lose their mark.
    """
    choice: Int = -1
    routes = 0
    for i in range(n):
        if w.acts[i] >= CLAIM:
            r = b.claim_route[w.acts[i] - CLAIM]
            if marked[r]:  # claims are sorted by locomotives, so that this is the route's first one
                marked[r] = 0
                routes += 1
                if rand_below(w.scratch, routes) == 0:
                    choice = np.int64(w.acts[i])
    return choice


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


@jit
def chance_of_claim(b: Record, o: Record, claim: Int) -> float:
    """The chance that the hand suffices for what a claim's tunnel asks beyond its payment; 1 for any other route."""
    if b.tunnel_cards == 0 or not b.tunnel[b.claim_route[claim]]:
        return 1.0
    p, colour = o.player, b.claim_colour[claim]
    matching, spare = np.int64(b.n_locos), np.int64(o.hand[p, LOCO]) - np.int64(b.claim_locos[claim])
    if colour != LOCO:
        matching += b.cards_per_colour
        spare += np.int64(o.hand[p, colour]) - np.int64(b.claim_coloured[claim])
    share = matching / np.float64(b.cards_per_colour * b.n_colours + b.n_locos)
    chance, exactly = 0.0, (1.0 - share) ** np.float64(b.tunnel_cards)
    for due in range(min(spare, b.tunnel_cards) + 1):
        chance += exactly
        exactly *= share / (1.0 - share) * (b.tunnel_cards - due) / (due + 1.0)
    return chance
