"""Ways to pay that a search need not try, because another for the same route leaves a better hand."""

from __future__ import annotations

from footplate.agents.planning.claims import is_claim
from footplate.compile import jit
from footplate.engine.layout import CLAIM, LOCO, Int, Record
from footplate.engine.moves import legal_actions


@jit
def has_better(b: Record, q: Record, claim: Int) -> bool:
    """Whether a claim that was listed before is at least as good as this one; if not, this one is remembered.

    Claims are listed by locomotives, so the first payment in a colour spares most of them. More locomotives in the same
    colour, or nothing but locomotives, are a waste; and of two equal tracks of a double route the first will do. Where
    locomotives don't pay for every route, for tunnels and with cards of any kind nothing is known to be a waste.
    """
    r, colour = b.claim_route[claim], b.claim_colour[claim]
    if b.limited_locos or b.tunnel[r] or b.claim_others[claim] > 0:
        return False
    paid = q.payments
    if paid.stamp[r] != q.stamp:
        twin = b.twin[r]
        while twin != r:
            equal = b.route_colour[twin] == b.route_colour[r] and b.route_length[twin] == b.route_length[r]
            equal &= b.least_locos[twin] == b.least_locos[r]
            if equal and paid.stamp[twin] == q.stamp:
                return True
            twin = b.twin[twin]
        paid.stamp[r] = q.stamp
        paid.kinds[r] = 1 << colour
        return False
    kinds = paid.kinds[r]
    paid.kinds[r] = kinds | 1 << colour
    return bool(colour == LOCO or (kinds >> colour) & 1 == 1)


@jit
def actions_to_try(b: Record, s: Record, q: Record, w: Record) -> Int:
    """List in ``w.acts`` what the player to move may do, if the search prunes without claims that have a better one.

    Returns how many, and counts ``stamp`` on.
    """
    q.stamp += 1
    n = legal_actions(b, s, w.acts)
    if q.options.prune == 0.0:
        return n
    kept = 0
    for i in range(n):
        w.acts[kept] = w.acts[i]
        kept += not is_claim(b, w.acts[i]) or not has_better(b, q, w.acts[i] - CLAIM)
    return kept
