"""The hungry agent: it takes tickets until they need nearly all its trains, and joins their cities into one network.

The two cities that are farthest apart begin two clusters; every other city is tied to the nearest city of either by a
shortest way, and at last the clusters are joined. A choice of tickets is measured by the points of tickets and planned
routes for each train that the network still needs.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.kernels import chooses_tickets
from footplate.agents.planning.claims import GREY, is_legal, longest_claim
from footplate.agents.planning.special import usual_actions, usual_draws
from footplate.compile import jit
from footplate.compile.bits import lowest_bit
from footplate.engine import layout as L
from footplate.engine.layout import Int, Record
from footplate.engine.moves import bits
from footplate.papers.smith_anton.bots.cards import (
    HUNGRY,
    begin_plan,
    draw_card,
    fewest_points,
    has_card,
    margin,
    may_claim,
    most_of_a_colour,
    paying_colour,
    plan_is_current,
    points_of_choice,
    points_on_board,
)
from footplate.papers.smith_anton.bots.network import (
    depend_on_ways,
    drop_cut_off,
    forget_routes,
    held_tickets,
    measure_distances,
    plan_network,
    plan_route,
    plan_tracks,
    ticket_cities,
    wanted_cities,
    weigh_by_tickets,
)
from footplate.papers.smith_anton.bots.ways import look_at_links

_ONE = np.uint64(1)
_SPARE, _HUNGER = 5, 8  # trains that a choice of tickets should leave, and trains left that call for more tickets
_BOT, _KEY, _COST, _ROUTES = range(4)  # in w.memory; the planned routes take four words of 32 bits
_TAG = 0x4A7B  # says that the memory is ours
_NO_PLAN = -1  # the cost of a network that can't be planned


# ---------------------------------------------------------------- memory


@jit
def position_key(b: Record, o: Record) -> Int:
    """A number that changes with every claim, and when the player to move gets tickets."""
    trains = np.int64(0)
    for p in range(b.n_players):
        trains += o.trains[p]
    return 128 * trains + np.int64(o.held_n[o.player])


@jit
def remember_plan(b: Record, w: Record, in_plan: Record, key: Int, cost: Int) -> None:
    w.memory[_BOT], w.memory[_KEY], w.memory[_COST] = _TAG, key, cost
    for word in range(4):
        routes = np.int64(0)
        for i in range(32):
            routes |= np.int64(in_plan[32 * word + i]) << i
        w.memory[_ROUTES + word] = routes


@jit
def recall_plan(b: Record, o: Record, w: Record) -> tuple[bool, bool]:
    """Fill in_plan and need as they were when the plan was made. (is a route planned, may one be claimed now)"""
    forget_routes(w)
    planned, claimable, most = False, False, most_of_a_colour(b, o)
    for word in range(4):
        routes = np.uint64(w.memory[_ROUTES + word])
        while routes != 0:
            r = 32 * word + np.int64(lowest_bit(routes))
            routes &= routes - _ONE
            plan_route(b, w, r)
            planned = True
            claimable |= may_claim(b, o, r, most)
    return planned, claimable


# ---------------------------------------------------------------- plans


@jit
def look_at_tickets(b: Record, o: Record, w: Record, offered: Int, published: bool) -> None:
    """wanted = the tickets in hand, as described those that can still be done; far = the trains between their cities
    and the ``offered`` ones, a bit each.
    """
    look_at_links(b, o, w, 1)
    held_tickets(b, o, w, published)
    measure_distances(b, w, wanted_cities(b, w) | offered)
    if not published:
        drop_cut_off(b, w, np.int64(o.trains[o.player]))


@jit
def trains_one_by_one(b: Record, o: Record, w: Record) -> Int:
    """The trains for all tickets in hand that can still be done, each by a shortest way of its own."""
    look_at_tickets(b, o, w, np.uint64(0), False)
    total = np.int64(0)
    for i in range(w.wanted_n):
        total += w.far[b.ticket_a[w.wanted[i]], b.ticket_b[w.wanted[i]]]
    return total


@jit
def make_plan(b: Record, o: Record, w: Record, published: bool) -> None:
    """Plan for all tickets in hand, as described for those that can still be done.

    In ``w.kept`` are then the planned routes, their trains, and as described what their links are worth.
    """
    kept = w.kept
    if plan_is_current(b, o, kept, HUNGRY + published):
        return
    begin_plan(b, o, kept, HUNGRY + published)
    look_at_tickets(b, o, w, np.uint64(0), published)
    cities = wanted_cities(b, w)
    depend_on_ways(b, w, cities)
    plan_network(b, w, cities, published)
    kept.due = plan_tracks(b, o, w)[0]
    for r in range(L.ROUTES):
        kept.in_plan[r] = w.in_plan[r]
    if not published:
        weigh_by_tickets(b, w)
        for k in range(b.n_links):
            kept.gain[k] = w.gain[k]


@jit
def refresh_plan(b: Record, o: Record, w: Record, published: bool, one_by_one: bool) -> None:
    """A new plan after any claim and for new tickets. The published code plans anew only when the points on the board
    exceed a number that its ticket choices raise too far, and it never corrects the cost that it remembers.

    The cost is that of the network or, where it counts, of the tickets ``one_by_one``.
    """
    if published:
        points = points_on_board(b, o)
        if w.memory[_BOT] != _TAG:
            make_plan(b, o, w, published)
            remember_plan(b, w, w.kept.in_plan, points, w.kept.due)
        elif w.memory[_KEY] < points:
            make_plan(b, o, w, published)
            remember_plan(b, w, w.kept.in_plan, points, w.memory[_COST])
    else:
        key = position_key(b, o)
        if w.memory[_BOT] != _TAG or w.memory[_KEY] != key:
            make_plan(b, o, w, published)
            counts = one_by_one and o.trains[o.player] == b.n_trains
            remember_plan(b, w, w.kept.in_plan, key, trains_one_by_one(b, o, w) if counts else np.int64(w.kept.due))


# ---------------------------------------------------------------- tickets


@jit
def chosen_cities(b: Record, o: Record, mask: Int) -> Int:
    """The cities of the offered tickets in the mask, a bit each."""
    cities = np.uint64(0)
    for i in range(o.offer_n):
        if (mask >> i) & 1:
            cities |= ticket_cities(b, o.offer[i])
    return cities


@jit
def can_all_be_done(b: Record, o: Record, w: Record, mask: Int) -> bool:
    """Whether every offered ticket in the mask can be done on its own with the trains left."""
    for i in range(o.offer_n):
        t = o.offer[i]
        if (mask >> i) & 1 and w.far[b.ticket_a[t], b.ticket_b[t]] > o.trains[o.player]:
            return False
    return True


@jit
def measure_choice(b: Record, o: Record, w: Record, mask: Int, held: Int, published: bool) -> tuple[Int, Int]:
    """Plan for the cities ``held`` and those of the chosen tickets. (trains to lay, or _NO_PLAN; points of routes)"""
    anything = plan_network(b, w, held | chosen_cities(b, o, mask), published)
    trains, points = plan_tracks(b, o, w)
    possible = anything if published else can_all_be_done(b, o, w, mask)
    return trains if possible else np.int64(_NO_PLAN), points


@jit
def choose_tickets(b: Record, o: Record, w: Record, n: Int, published: bool) -> Int:
    """The allowed choice with most points per train among those that leave _SPARE trains.

    If there is none, the one that needs the fewest trains, if they suffice, or else the one with the fewest points. In
    the published code whichever of the first two was found last wins, and the cost that is remembered is that of the
    last choice that was looked at: of all tickets.
    """
    trains = np.int64(o.trains[o.player])
    look_at_tickets(b, o, w, chosen_cities(b, o, (1 << L.OFFER) - 1), published)
    held, held_points = wanted_cities(b, w), np.int64(0)
    for i in range(w.wanted_n):
        held_points += b.ticket_points[w.wanted[i]]
    fittest, thriftiest, latest = np.int64(-1), np.int64(-1), np.int64(-1)
    best_ratio, least_cost, cost = 0.0, trains + (not published), np.int64(_NO_PLAN)
    for size in range(1, o.offer_n + 1):
        for j in range(n):
            mask = np.int64(w.acts[j]) - L.DRAW_TICKETS
            if bits(mask) == size:
                cost, route_points = measure_choice(b, o, w, mask, held, published)
                ratio = (held_points + points_of_choice(b, o, mask) + route_points) / max(1, cost)
                if _NO_PLAN < cost <= trains - margin(b, _SPARE, published):
                    if ratio > best_ratio:
                        best_ratio, fittest, latest = ratio, mask, mask
                elif _NO_PLAN < cost < least_cost:
                    least_cost, thriftiest, latest = cost, mask, mask
    if latest < 0:
        return fewest_points(b, o, w, n)
    if published:
        measure_choice(b, o, w, latest, held, published)
        raised = points_on_board(b, o) - np.int64(o.points[o.player])
        remember_plan(b, w, w.in_plan, raised + (w.memory[_KEY] if w.memory[_BOT] == _TAG else 0), cost)
        return L.DRAW_TICKETS + latest
    return L.DRAW_TICKETS + (fittest if fittest >= 0 else thriftiest)


@jit
def is_hungry(b: Record, o: Record, w: Record, published: bool) -> bool:
    """Whether the plan leaves more than _HUNGER trains; as described only before the first claim."""
    trains = np.int64(o.trains[o.player])
    return (published or trains == b.n_trains) and w.memory[_COST] < trains - margin(b, _HUNGER, published)


# ---------------------------------------------------------------- claims


@jit
def spares_the_plan(b: Record, o: Record, w: Record, claim: Int, published: bool) -> bool:
    """Whether a payment takes no cards that coloured routes of the plan need.

    As published any need of the colour forbids it; as described only what the hand has beyond the need is free.
    """
    r, colour = b.claim_route[claim], paying_colour(b, o, claim)
    if b.route_colour[r] >= 0 or w.need[colour] <= 0:
        return True
    if published:
        return False
    if b.claim_colour[claim] == L.LOCO:
        return True
    used = np.int64(b.route_length[r]) - b.claim_locos[claim]
    return o.hand[o.player, colour] - used >= w.need[colour]


@jit
def first_planned_claim(b: Record, o: Record, w: Record, n: Int) -> Int:
    """As published: the first planned route that can be paid, with the first colour that will do; or -1."""
    best: Int = -1
    best_place = np.int64(0)
    for i in range(n):
        if w.acts[i] >= L.CLAIM:
            claim = np.int64(w.acts[i]) - L.CLAIM
            r = np.int64(b.claim_route[claim])
            if w.in_plan[r] and spares_the_plan(b, o, w, claim, True):
                place = 256 * r + 16 * paying_colour(b, o, claim) + np.int64(b.claim_locos[claim])
                if best < 0 or place < best_place:
                    best, best_place = np.int64(w.acts[i]), place
    return best


@jit
def most_important_claim(b: Record, o: Record, w: Record, n: Int) -> Int:
    """As described: the planned route that serves most points of tickets, then the longest, with fewest locomotives."""
    best: Int = -1
    best_value = np.int64(0)
    weighed = False
    for i in range(n):
        if w.acts[i] >= L.CLAIM:
            claim = np.int64(w.acts[i]) - L.CLAIM
            r = np.int64(b.claim_route[claim])
            if w.in_plan[r] and spares_the_plan(b, o, w, claim, False):
                if not weighed:
                    make_plan(b, o, w, False)
                    weighed = True
                importance = np.int64(w.kept.gain[b.route_link[r]])
                value = 256 * importance + 16 * np.int64(b.route_length[r]) + 15 - np.int64(b.claim_locos[claim])
                if best < 0 or value > best_value:
                    best, best_value = np.int64(w.acts[i]), value
    return best


# ---------------------------------------------------------------- cards


@jit
def hungry_card(b: Record, o: Record, w: Record, n: Int, published: bool) -> Int:
    """The colour that is needed most, if it lies open; the commonest open kind, if it is needed; else the deck.

    When grey routes need most cards, two or more open cards of a kind will do. The published code compares RED with
    red, so that it misses the first of these rules, and it doesn't look at its own hand.
    """
    p, most, common = o.player, np.int64(GREY), np.int64(L.LOCO)
    for colour in range(b.n_colours):
        if not published:
            w.need[colour] -= o.hand[p, colour]
    for colour in range(b.n_colours - 1, -1, -1):
        if w.need[colour] >= w.need[most]:
            most = np.int64(colour)
        if o.face_up[colour] >= o.face_up[common]:
            common = np.int64(colour)
    if not published and most != GREY and w.need[most] > 0 and is_legal(w, n, L.FACE_UP + most):
        return L.FACE_UP + most
    if w.need[common] > 0 or (most == GREY and o.face_up[common] > 1):
        return draw_card(w, n, common, False)
    return draw_card(w, n, np.int64(-1), False)


@jit
def hungry_action(b: Record, o: Record, w: Record, published: bool, one_by_one: bool) -> Int:
    n = usual_draws(b, o, w.acts)
    if chooses_tickets(o):
        return choose_tickets(b, o, w, n, published)
    refresh_plan(b, o, w, published, one_by_one)
    planned, claimable = recall_plan(b, o, w)
    if claimable or not planned or not has_card(w, n):
        n = usual_actions(b, o, w.acts)
    if o.phase == L.TURN:
        if is_hungry(b, o, w, published) and is_legal(w, n, L.DRAW_TICKETS):
            return np.int64(L.DRAW_TICKETS)
        if not planned:
            claim = longest_claim(b, w, n)
        elif published:
            claim = first_planned_claim(b, o, w, n)
        else:
            claim = most_important_claim(b, o, w, n)
        if claim >= 0:
            return claim
    return hungry_card(b, o, w, n, published)
