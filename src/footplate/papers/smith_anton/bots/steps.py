"""The one-step thinker and the long-route junkie: one route at a time is the target, and cards are drawn for that one.

The target is the first missing route on the way of the open ticket that is worth most. Without such a ticket the
one-step thinker takes new tickets while everybody has trains enough, and otherwise both go for the longest free route.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.kernels import chooses_tickets
from footplate.agents.planning.claims import GREY
from footplate.agents.planning.links import FREE, city_beyond
from footplate.agents.planning.special import usual_actions, usual_draws
from footplate.agents.planning.tickets import want_open_tickets
from footplate.compile import jit
from footplate.engine.layout import DRAW_TICKETS, FIRST_TICKETS, LOCO, OFFER, TURN, Int, Record
from footplate.engine.routes import is_open
from footplate.papers.smith_anton.bots.cards import (
    LONG_ROUTE,
    ONE_STEP,
    any_action,
    begin_plan,
    claim_on,
    depend_on,
    draw_card,
    fewest_points,
    has_card,
    margin,
    may_claim_on,
    most_held,
    most_of_a_colour,
    plan_is_current,
    points_of_choice,
    points_on_board,
    takes,
)
from footplate.papers.smith_anton.bots.ways import TOO_FAR, look_at_links, spread_by_hops, spread_by_trains

_ONE = np.uint64(1)
_NO_TARGET, _NEW_TICKETS = -1, -2  # in place of the link that is the target
_TRAINS_FOR_TICKETS = 8  # everybody must have so many left when the one-step thinker takes new tickets
_BOT, _POINTS, _TARGET, _COLOUR = range(4)  # in w.memory
_TAG = 0x51E9  # says that the memory is ours


# ---------------------------------------------------------------- ways and tickets


@jit
def shortest_route(b: Record, trains: Int, junkie: bool, published: bool) -> Int:
    """The shortest routes that the bot wants, in trains: the junkie's are "greater than three", in the code 3 too."""
    if not junkie:
        return np.int64(1)
    return min(np.int64(3 if published else min(4, b.longest)), np.int64(trains))


@jit
def find_shortest(b: Record, o: Record, w: Record, t: Int, published: bool) -> bool:
    """Find ticket t's shortest way, to be followed by towards[end] from its first city; returns whether there is one.

    As described the shortest needs the fewest trains, and not more than are left; as published it has the fewest links.
    """
    here, end = np.int64(b.ticket_a[t]), np.int64(b.ticket_b[t])
    if published:
        spread_by_hops(b, w, end, here)
        return w.far[end, here] < TOO_FAR
    spread_by_trains(b, w, end, _ONE << np.uint64(here))
    return w.far[end, here] <= o.trains[o.player]


@jit
def first_missing_link(b: Record, o: Record, w: Record, t: Int, published: bool) -> Int:
    """The first link, from the ticket's first city, that its shortest way still lacks; -1 if there is no such way.

    The plan that is kept depends on the way.
    """
    here, end, missing = np.int64(b.ticket_a[t]), np.int64(b.ticket_b[t]), np.int64(_NO_TARGET)
    if find_shortest(b, o, w, t, published):
        while here != end:
            k = np.int64(w.towards[end, here])
            depend_on(w.kept, k)
            if missing < 0 and w.link_state[k] == FREE:
                missing = k
            here = city_beyond(b, k, here)
    return missing


@jit
def find_link(b: Record, o: Record, w: Record, published: bool) -> Int:
    """``link_of_best_ticket``, after ``look_at_links``."""
    want_open_tickets(b, o, w)
    while w.wanted_n > 0:
        best = 0
        for i in range(1, w.wanted_n):
            if b.ticket_points[w.wanted[i]] > b.ticket_points[w.wanted[best]]:
                best = i
        link = first_missing_link(b, o, w, w.wanted[best], published)
        if link >= 0:
            return link
        for i in range(best, w.wanted_n - 1):
            w.wanted[i] = w.wanted[i + 1]
        w.wanted_n -= 1
    return np.int64(_NO_TARGET)


@jit
def link_of_best_ticket(b: Record, o: Record, w: Record, junkie: bool, published: bool) -> Int:
    """The next link for the open ticket with most points that can still be done; -1: no ticket."""
    maker = (LONG_ROUTE if junkie else ONE_STEP) + published
    if not plan_is_current(b, o, w.kept, maker):
        begin_plan(b, o, w.kept, maker)
        look_at_links(b, o, w, shortest_route(b, o.trains[o.player], junkie, published))
        w.kept.link = find_link(b, o, w, published)
    return np.int64(w.kept.link)


@jit
def choose_tickets(b: Record, o: Record, w: Record, n: Int, least: Int) -> Int:
    """The allowed choice with most points per train, if its ways, one by one, need no more trains than are left.

    If there is none, the choice with the fewest points.
    """
    trains = np.int64(o.trains[o.player])
    need = np.empty(OFFER, np.int64)
    look_at_links(b, o, w, least)
    for i in range(o.offer_n):
        a, end = np.int64(b.ticket_a[o.offer[i]]), np.int64(b.ticket_b[o.offer[i]])
        spread_by_trains(b, w, a, _ONE << np.uint64(end))
        need[i] = w.far[a, end]
    best: Int = -1
    best_ratio = 0.0
    for j in range(n):
        mask = np.int64(w.acts[j]) - DRAW_TICKETS
        total = np.int64(0)
        for i in range(o.offer_n):
            if (mask >> i) & 1:
                total += need[i]
        ratio = points_of_choice(b, o, mask) / max(1, total)
        if total <= trains and ratio > best_ratio:
            best, best_ratio = np.int64(w.acts[j]), ratio
    return best if best >= 0 else fewest_points(b, o, w, n)


# ---------------------------------------------------------------- targets


@jit
def rank(b: Record, o: Record, r: Int, most: Int, junkie: bool, published: bool) -> Int:
    """How near route r is among routes of one length: 10 and more when it can be paid without locomotives, 9 with them.

    ``most`` is how many cards there are of the colour that the hand has most of.
    The published code counts cards of any colour towards a coloured route that can't be paid.
    """
    p, length = o.player, np.int64(b.route_length[r])
    grey = b.route_colour[r] < 0
    held = most if grey else np.int64(o.hand[p, b.route_colour[r]])
    if held >= length:
        return np.int64(15 if grey and junkie else 10)
    if held + o.hand[p, LOCO] >= length:
        return np.int64(9)
    return (10 if grey else 9) - length + (most if published else held)


@jit
def longest_free_route(b: Record, o: Record, junkie: bool, published: bool) -> Int:
    """The longest route that the player to move may claim with its trains, of equals the highest by rank; or -1."""
    best: Int = -1
    best_rank, best_length = np.int64(0), np.int64(0)
    most = most_of_a_colour(b, o)
    for r in range(b.n_routes):
        length = np.int64(b.route_length[r])
        if best_length <= length <= o.trains[o.player] and is_open(o, r, o.player):
            value = rank(b, o, r, most, junkie, published)
            if length > best_length or value > best_rank:
                best, best_rank, best_length = np.int64(r), value, length
    return best


@jit
def colour_for_link(b: Record, o: Record, k: Int, least: Int, published: bool) -> Int:
    """The colour to collect for link k: of those that its open tracks take, the one with most cards in hand.

    In the published code locomotives count as a colour on a grey track.
    """
    p, first = o.player, b.link_route[k]
    best: Int = -1
    r = first
    while True:
        if is_open(o, r, p) and b.route_length[r] >= least:
            for colour in range(b.n_colours):
                if takes(b, r, colour) and (best < 0 or o.hand[p, colour] > o.hand[p, best]):
                    best = colour
            if published and b.route_colour[r] < 0 and o.hand[p, LOCO] > o.hand[p, best]:
                best = LOCO
        r = b.twin[r]
        if r == first:
            return best


@jit
def wants_tickets(b: Record, o: Record, published: bool) -> bool:
    """Whether the one-step thinker, with nothing left to do, looks at new tickets: while nobody is near the end."""
    for p in range(b.n_players):
        if o.trains[p] < margin(b, _TRAINS_FOR_TICKETS, published):
            return False
    return o.ticket_n > 0 and b.deal > 0


@jit
def find_target(b: Record, o: Record, w: Record, junkie: bool, published: bool) -> tuple[Int, Int]:
    """(link, colour to collect; GREY: any). The link is -1 when no route can be claimed, -2 for new tickets."""
    link = link_of_best_ticket(b, o, w, junkie, published)
    if link >= 0:
        least = shortest_route(b, o.trains[o.player], junkie, published)
        return link, np.int64(colour_for_link(b, o, link, least, published))
    if not junkie and wants_tickets(b, o, published):
        return np.int64(_NEW_TICKETS), np.int64(GREY)
    r = longest_free_route(b, o, junkie, published)
    if r < 0:
        return np.int64(_NO_TARGET), np.int64(GREY)
    return np.int64(b.route_link[r]), np.int64(GREY if b.route_colour[r] < 0 else b.route_colour[r])


@jit
def remembered_target(b: Record, o: Record, w: Record, junkie: bool) -> tuple[Int, Int]:
    """The published code looks for a new target only when somebody has scored for a route, or after taking tickets."""
    points = points_on_board(b, o)
    if w.memory[_BOT] != _TAG or w.memory[_POINTS] < points:
        w.memory[_TARGET], w.memory[_COLOUR] = find_target(b, o, w, junkie, True)
        w.memory[_BOT], w.memory[_POINTS] = _TAG, points
    return w.memory[_TARGET], w.memory[_COLOUR]


# ---------------------------------------------------------------- play


@jit
def tickets_to_keep(b: Record, o: Record, w: Record, n: Int, junkie: bool, published: bool) -> Int:
    """The one-step thinker keeps all first tickets. In the published code a helper fails: it keeps the cheapest."""
    w.memory[_BOT] = 0
    if not junkie and o.phase == FIRST_TICKETS:
        return np.int64(w.acts[n - 1])
    if published:
        return fewest_points(b, o, w, n)
    return choose_tickets(b, o, w, n, shortest_route(b, o.trains[o.player], junkie, published))


@jit
def step_action(b: Record, o: Record, w: Record, junkie: bool, published: bool) -> Int:
    n = usual_draws(b, o, w.acts)
    if chooses_tickets(o):
        return tickets_to_keep(b, o, w, n, junkie, published)
    if published:
        link, colour = remembered_target(b, o, w, junkie)
    else:
        link, colour = find_target(b, o, w, junkie, published)
    if link == _NEW_TICKETS and o.phase == TURN:
        w.memory[_BOT] = 0
        return np.int64(DRAW_TICKETS)
    if not has_card(w, n) or (link >= 0 and may_claim_on(b, o, link, most_of_a_colour(b, o))):
        n = usual_actions(b, o, w.acts)
    if link < 0:
        return any_action(w, n)
    claim = claim_on(b, o, w, n, link, published)
    if claim >= 0:
        return claim
    if colour == GREY:
        colour = np.int64(-1) if published else np.int64(most_held(b, o))
    return draw_card(w, n, colour, True)
