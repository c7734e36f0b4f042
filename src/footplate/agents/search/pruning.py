"""Ways to pay that a search need not try, because it has a better one for the same route."""

from __future__ import annotations

from footplate.engine.jit import jit
from footplate.engine.layout import CLAIM, LOCO, Int, Record
from footplate.engine.moves import legal_actions


@jit
def has_better(b: Record, q: Record, claim: Int) -> bool:
    """Whether a claim listed before this one is as good or better; if not, it is remembered.

    Claims are listed by locomotives, so the first payment for a route is one with the fewest. Another with more of them
    is dominated if ... ; of two equal tracks of a double route the first will do.
    """
    r, locos = b.claim_route[claim], b.claim_locos[claim]
    if q.paid_stamp[r] == q.stamp:
        if q.prune == 2.0:
            return locos > q.paid_locos[r]
        c = b.claim_colour[claim]
        seen = (q.paid_locos[r] >> c) & 1 == 1 or c == LOCO
        q.paid_locos[r] |= 1 << c
        return seen
    twin = b.twin[r]
    while twin != r:
        equal = b.route_colour[twin] == b.route_colour[r] and b.route_length[twin] == b.route_length[r]
        if equal and q.paid_stamp[twin] == q.stamp:
            return True
        twin = b.twin[twin]
    q.paid_stamp[r] = q.stamp
    q.paid_locos[r] = locos if q.prune == 2.0 else 1 << b.claim_colour[claim]
    return False


@jit
def prune_payments(b: Record, q: Record, w: Record, n: Int) -> Int:
    """Take the dominated claims out of the n legal actions in ``w.acts``; returns how many are left."""
    kept = 0
    for i in range(n):
        a = w.acts[i]
        if a < CLAIM or not has_better(b, q, a - CLAIM):
            w.acts[kept] = a
            kept += 1
    return kept


@jit
def actions_to_try(b: Record, s: Record, q: Record, w: Record) -> Int:
    """The legal actions, dominated ones left out if the search prunes; a new stamp."""
    q.stamp += 1
    n = legal_actions(b, s, w.acts)
    return prune_payments(b, q, w, n) if q.prune != 0.0 else n
