"""The payment that codes of actions mean by a route and a kind of card: as few locomotives as can be."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.layout import LOCO, NOBODY, Int, Record
from footplate.engine.substitutes import can_pay_with_others


@jit
def find_claim(b: Record, r: Int, kind: Int, locos: Int) -> Int:
    """The claim of route r that is paid with a kind of card and so many locomotives; NOBODY if there is none."""
    length = np.int64(b.route_length[r])
    first = np.int64(b.group_first[locos, kind])
    for claim in range(first + b.group_count[locos, kind, length - 1], first + b.group_count[locos, kind, length]):
        if b.claim_route[claim] == r:
            return np.int64(claim)
    return np.int64(NOBODY)


@jit
def leanest_claim(b: Record, s: Record, r: Int, kind: Int) -> Int:
    """The claim of route r with a kind of card that spends the fewest locomotives of the player to move, or NOBODY."""
    length = np.int64(b.route_length[r])
    least = length if kind == LOCO else max(0, length - s.hand[s.player, kind])
    most = length if b.n_claims == b.n_plain_claims else min(length, np.int64(s.hand[s.player, LOCO]))
    for locos in range(least, most + 1):
        claim = find_claim(b, r, kind, locos)
        if claim != NOBODY:
            return claim
    best = np.int64(NOBODY)
    for claim in range(b.n_plain_claims, b.n_claims):
        fewer = best == NOBODY or b.claim_others[claim] < b.claim_others[best]
        paid_so = b.claim_route[claim] == r and b.claim_colour[claim] == kind
        if fewer and paid_so and can_pay_with_others(b, s, claim):
            best = np.int64(claim)
    return best
