"""Legal actions that a search need not tell apart.

A way to pay is left out if another for the same route leaves a better hand. Of what others do a search may know only
what is seen: of a choice of tickets how many were kept.
"""

from __future__ import annotations

from footplate.agents.planning.claims import is_claim
from footplate.compile import jit
from footplate.engine.layout import CLAIM, DRAW_TICKETS, LOCO, PASS, Int, Record
from footplate.engine.moves import bits, legal_actions
from footplate.engine.random import rand_below


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


# ---------------------------------------------------------------- what others see


@jit
def seen_by_others(action: Int) -> Int:
    """The action as others see it: a choice of tickets as if the first ones had been kept."""
    if DRAW_TICKETS < action < PASS:
        return DRAW_TICKETS + (1 << bits(action - DRAW_TICKETS)) - 1
    return action


@jit
def merge_unseen(q: Record, acts: Record, n: Int) -> Int:
    """List moves that look alike to others as one, with the sum of their weights; how many are left."""
    q.stamp += 1
    kept = 0
    for i in range(n):
        a = seen_by_others(acts[i])
        if q.mark[a] == q.stamp:
            q.weight[q.place[a]] += q.weight[i]
        else:
            q.mark[a], q.place[a] = q.stamp, kept
            acts[kept], q.weight[kept] = a, q.weight[i]
            kept += 1
    return kept


@jit
def guess_unseen(b: Record, s: Record, w: Record, seen: Int) -> Int:
    """A legal action that looks so, all equally likely."""
    if not DRAW_TICKETS < seen < PASS:
        return seen
    n, chosen, alike = legal_actions(b, s, w.acts), seen, 0
    for i in range(n):
        if seen_by_others(w.acts[i]) == seen:
            alike += 1
            if rand_below(w.scratch, alike) == 0:
                chosen = w.acts[i] + 0
    return chosen
