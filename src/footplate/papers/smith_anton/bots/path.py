"""The path agent: every route on the way of an open ticket has a worth, and the worthiest that can be paid is claimed.

A route is worth its points and twice those of the tickets that it serves. The bot keeps all first tickets and never
takes more; when they are done or cut off, it goes for the routes with most points. The published code turns that round
by mistake: there it claims the cheapest routes first.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.kernels import chooses_tickets
from footplate.agents.planning.links import FREE, city_beyond
from footplate.agents.planning.special import usual_actions, usual_draws
from footplate.agents.planning.tickets import want_open_tickets
from footplate.compile import jit
from footplate.engine.layout import CLAIM, Int, Record
from footplate.papers.smith_anton.bots.cards import (
    PATH,
    begin_plan,
    claim_on,
    depend_on,
    draw_card,
    has_card,
    may_claim_on,
    most_of_a_colour,
    plan_is_current,
)
from footplate.papers.smith_anton.bots.steps import colour_for_link, find_shortest, longest_free_route
from footplate.papers.smith_anton.bots.ways import look_at_links

_MORE_THAN_A_ROUTE = 128  # points


@jit
def can_lay(o: Record, w: Record, k: Int, published: bool) -> bool:
    """Whether link k is free and the trains suffice; the published code never lays its last train."""
    return w.link_state[k] == FREE and w.link_due[k] + published <= o.trains[o.player]


@jit
def add_worth(b: Record, o: Record, w: Record, t: Int, published: bool) -> None:
    """Add ticket t to the worth (kept.gain) of the links that its shortest way lacks.

    As described tickets that share a link add up; in the published code only the best ticket of a link counts.
    """
    here, end, points = np.int64(b.ticket_a[t]), np.int64(b.ticket_b[t]), np.int64(b.ticket_points[t])
    if not find_shortest(b, o, w, t, published):
        return
    while here != end:
        k = np.int64(w.towards[end, here])
        depend_on(w.kept, k)
        if can_lay(o, w, k, published):
            worth = np.int64(b.route_points[w.link_track[k]]) + 2 * points
            if w.kept.gain[k] == 0:
                w.kept.gain[k] = worth
            elif published:
                w.kept.gain[k] = max(np.int64(w.kept.gain[k]), worth)
            else:
                w.kept.gain[k] += 2 * points
        here = city_beyond(b, k, here)


@jit
def worthiest(b: Record, gain: Record) -> Int:
    """The link with the largest gain, or -1 if none has any."""
    best: Int = -1
    for k in range(b.n_links):
        if gain[k] > 0 and (best < 0 or gain[k] > gain[best]):
            best = k
    return best


@jit
def weigh_by_tickets(b: Record, o: Record, w: Record, published: bool) -> Int:
    """w.gain = what links are worth for the open tickets; returns the worthiest, or -1."""
    kept = w.kept
    if not plan_is_current(b, o, kept, PATH + published):
        begin_plan(b, o, kept, PATH + published)
        look_at_links(b, o, w, 1)
        for k in range(b.n_links):
            kept.gain[k] = 0
        want_open_tickets(b, o, w)
        for i in range(w.wanted_n):
            add_worth(b, o, w, w.wanted[i], published)
        kept.link = worthiest(b, kept.gain)
    for k in range(b.n_links):
        w.gain[k] = kept.gain[k]
    return np.int64(kept.link)


@jit
def weigh_without_tickets(b: Record, o: Record, w: Record, published: bool) -> Int:
    """w.gain for a bot with nothing to connect: the longest free route; in the published code cheap ones first.

    Returns the worthiest link, or -1.
    """
    if not published:
        r = longest_free_route(b, o, False, False)
        if r < 0:
            return np.int64(-1)
        w.gain[b.route_link[r]] = 1
        return np.int64(b.route_link[r])
    look_at_links(b, o, w, 1)
    for k in range(b.n_links):
        if can_lay(o, w, k, published):
            w.gain[k] = _MORE_THAN_A_ROUTE - np.int64(b.route_points[w.link_track[k]])
    return worthiest(b, w.gain)


@jit
def may_claim_any(b: Record, o: Record, w: Record) -> bool:
    """Whether a link with some w.gain may be claimed now."""
    most, claimable = most_of_a_colour(b, o), False
    for k in range(b.n_links):
        claimable |= w.gain[k] > 0 and may_claim_on(b, o, k, most)
    return claimable


@jit
def best_payable_link(b: Record, w: Record, n: Int) -> Int:
    """Of the links with legal claims in w.acts the one with the largest w.gain, the first of equals; or -1."""
    best: Int = -1
    for i in range(n):
        if w.acts[i] >= CLAIM:
            k = np.int64(b.route_link[b.claim_route[np.int64(w.acts[i]) - CLAIM]])
            better = best < 0 or w.gain[k] > w.gain[best] or (w.gain[k] == w.gain[best] and k < best)
            if w.gain[k] > 0 and better:
                best = k
    return best


@jit
def path_action(b: Record, o: Record, w: Record, published: bool) -> Int:
    n = usual_draws(b, o, w.acts)
    if chooses_tickets(o):
        return np.int64(w.acts[n - 1])
    wanted = weigh_by_tickets(b, o, w, published)
    if wanted < 0:
        wanted = weigh_without_tickets(b, o, w, published)
    if not has_card(w, n) or may_claim_any(b, o, w):
        n = usual_actions(b, o, w.acts)
    link = best_payable_link(b, w, n)
    if link >= 0:
        return claim_on(b, o, w, n, link, False)
    colour: Int = -1
    if wanted >= 0 and not published:  # the published code compares RED with red, so it always draws from the deck
        colour = colour_for_link(b, o, wanted, 1, False)
    return draw_card(w, n, colour, False)
