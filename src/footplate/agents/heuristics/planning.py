"""What the planning bots share: the state of every link, ways for tickets, what a plan still needs, and how to pay.

All of it works on the observation ``o`` of the player to move, and on buffers in the scratch record ``w``:

    link_state, link_track   MINE, FREE or SHUT for each pair of neighbouring cities, and the track to take if free
    link_due                 trains to lay on it (0 if it is mine)
    link_cost                what a family of bots thinks it costs: the caller fills it in after ``survey``
    wish                     the tickets to plan for
    plan_lo, plan_hi         the plan: a set of links
    in_plan                  the same by route: 1 for every free track that the plan wants
    need                     cards that the plan still needs, by colour, after the hand; need[GREY] for grey routes
"""

from __future__ import annotations

import numpy as np

from footplate.engine.cards import ticket_place
from footplate.engine.jit import jit
from footplate.engine.layout import CLAIM, HELD, KINDS, LOCO, PLANS, ROUTES, Int, Record
from footplate.engine.moves import is_open, owner
from footplate.engine.networks import is_done, label_networks_of

MINE, FREE, SHUT = 0, 1, 2
GREY = KINDS  # index of grey in ``need``
IMPOSSIBLE = 1e18
NO_LIMIT = np.inf  # as ``slack``: every union within the trains will do
_ONE, _U58, _U64 = np.uint64(1), np.uint64(58), np.uint64(64)
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)  # its 64 windows of 6 bits all differ
_BIT_OF = np.zeros(64, np.uint8)
for _bit in range(64):
    _BIT_OF[(0x03F79D71B4CB0A89 << _bit & 2**64 - 1) >> 58] = _bit


# ---------------------------------------------------------------- links


@jit
def better_track(b: Record, o: Record, p: Int, r: Int, than: Int) -> bool:
    """Of two free parallel tracks: the shorter one, then the one that lacks fewer cards in hand (grey: any colour)."""
    if b.route_length[r] != b.route_length[than]:
        return b.route_length[r] < b.route_length[than]
    return cards_lacking(b, o, p, r) < cards_lacking(b, o, p, than)


@jit
def cards_lacking(b: Record, o: Record, p: Int, r: Int) -> Int:
    """Coloured cards that p lacks for route r, locomotives not counted; for grey in the colour it has most of."""
    colour = b.route_colour[r]
    held: Int = 0
    if colour >= 0:
        held = np.int64(o.hand[p, colour])
    else:
        for kind in range(b.n_colours):
            held = max(held, np.int64(o.hand[p, kind]))
    return max(0, np.int64(b.route_length[r]) - held)


@jit
def survey(b: Record, o: Record, w: Record) -> None:
    """Fill link_state, link_track, link_due and the masks of usable links for the player to move."""
    p = o.player
    w.usable_lo = np.uint64(0)
    w.usable_hi = np.uint64(0)
    for k in range(b.n_links):
        first = b.link_route[k]
        state, track = SHUT, first
        r = first
        while True:
            if owner(o, r) == p:
                state, track = MINE, r
            elif state != MINE and is_open(o, r, p) and (state == SHUT or better_track(b, o, p, r, track)):
                state, track = FREE, r
            r = b.twin[r]
            if r == first:
                break
        w.link_state[k] = state
        w.link_track[k] = track
        w.link_due[k] = b.route_length[track] if state == FREE else 0
        if state != SHUT:
            if k < 64:
                w.usable_lo |= _ONE << np.uint64(k)
            else:
                w.usable_hi |= _ONE << (np.uint64(k) - _U64)


@jit
def has_link(lo: Int, hi: Int, k: Int) -> bool:
    """Whether link k is in the set."""
    return (lo >> np.uint64(k) if k < 64 else hi >> (np.uint64(k) - _U64)) & _ONE == _ONE


@jit
def lowest_bit(x: Int) -> Int:
    """Number of the lowest set bit of x, which is not 0."""
    return _BIT_OF[((x & (~x + _ONE)) * _DE_BRUIJN) >> _U58]


@jit
def measure_half(w: Record, links: Int, first: Int) -> tuple[float, Int]:
    """(cost, trains to lay) of a set of links given by one word, whose bit 0 is link ``first``."""
    cost, due = 0.0, 0
    while links != 0:
        k = np.int64(lowest_bit(links)) + first
        links &= links - _ONE
        if w.link_state[k] == FREE:
            cost += w.link_cost[k]
            due += w.link_due[k]
    return cost, due


@jit
def measure(w: Record, lo: Int, hi: Int) -> tuple[float, Int]:
    """(cost, trains to lay) of a set of links; what is mine costs nothing."""
    cost, due = measure_half(w, lo, 0)
    if hi != 0:
        more, trains = measure_half(w, hi, 64)
        cost += more
        due += trains
    return cost, due


# ---------------------------------------------------------------- ways


@jit
def add_link(w: Record, k: Int) -> None:
    """Put link k into the plan."""
    if k < 64:
        w.plan_lo |= _ONE << np.uint64(k)
    else:
        w.plan_hi |= _ONE << (np.uint64(k) - _U64)


@jit
def city_beyond(b: Record, k: Int, here: Int) -> Int:
    """The other end of link k."""
    return np.int64(b.link_a[k]) + np.int64(b.link_b[k]) - here


@jit
def spread(b: Record, w: Record, start: Int, end: Int, planned_is_free: bool) -> None:
    """Fill way_cost and way_link: the cheapest ways from ``start`` over usable links, until ``end`` is reached.

    ``end`` = -1: to all cities. A link costs its link_cost (at least 0; IMPOSSIBLE forbids it), and nothing if it is
    mine, or if it is in the plan and ``planned_is_free``.
    """
    for c in range(b.n_cities):
        w.way_cost[c] = IMPOSSIBLE
    w.way_cost[start] = 0.0
    reached = _ONE << np.uint64(start)  # a bit for each city whose own links haven't been followed
    while reached != 0:
        here: Int = np.int64(lowest_bit(reached))
        others = reached & (reached - _ONE)
        while others != 0:
            other = np.int64(lowest_bit(others))
            others &= others - _ONE
            if w.way_cost[other] < w.way_cost[here]:
                here = other
        if here == end:
            return
        reached ^= _ONE << np.uint64(here)
        for i in range(b.city_first[here], b.city_first[here + 1]):
            k = b.city_link[i]
            if w.link_state[k] != SHUT:
                cost = 0.0 if w.link_state[k] == MINE else w.link_cost[k]
                if planned_is_free and has_link(w.plan_lo, w.plan_hi, k):
                    cost = 0.0
                to = city_beyond(b, k, here)
                if w.way_cost[here] + cost < w.way_cost[to]:
                    w.way_cost[to] = w.way_cost[here] + cost
                    w.way_link[to] = k
                    reached |= _ONE << np.uint64(to)


@jit
def find_way(b: Record, w: Record, start: Int, end: Int) -> float:
    """The cheapest way by link_cost over usable links; its cost, or IMPOSSIBLE. The way is added to plan_lo, plan_hi.

    Links already in the plan cost nothing, so calling it ticket after ticket grows one network.
    """
    spread(b, w, start, end, True)
    if w.way_cost[end] >= IMPOSSIBLE:
        return IMPOSSIBLE
    here = np.int64(end)
    while here != start:
        k = np.int64(w.way_link[here])
        add_link(w, k)
        here = city_beyond(b, k, here)
    return w.way_cost[end]


@jit
def clear_plan(w: Record) -> None:
    w.plan_lo = np.uint64(0)
    w.plan_hi = np.uint64(0)


@jit
def wish_for_open_tickets(b: Record, o: Record, w: Record) -> None:
    """wish = the tickets of the player to move that are not done yet."""
    label_networks_of(b, o, w, o.player)
    w.wish_n = 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == HELD + o.player and not is_done(b, w, o.player, t):
            w.wish[w.wish_n] = t
            w.wish_n += 1


@jit
def keep_plan(w: Record, new: Int, lo: Int, hi: Int, cost: float) -> None:
    """Remember a set of links among the cheapest ones of generation ``new``."""
    if w.plans_n < PLANS:
        i = w.plans_n
        w.plans_n += 1
    elif cost < w.plans_cost[new, w.plans_dearest]:
        i = w.plans_dearest
    else:
        return
    w.plans_lo[new, i] = lo
    w.plans_hi[new, i] = hi
    w.plans_cost[new, i] = cost
    if w.plans_n == PLANS:
        w.plans_dearest = 0
        for j in range(1, PLANS):
            if w.plans_cost[new, j] > w.plans_cost[new, w.plans_dearest]:
                w.plans_dearest = j


@jit
def is_too_dear(w: Record, new: Int, cost: float) -> bool:
    """Whether ``keep_plan`` would not remember a set of this cost."""
    return w.plans_n == PLANS and cost >= w.plans_cost[new, w.plans_dearest]


@jit
def is_usable(w: Record, lo: Int, hi: Int) -> bool:
    """Whether no link of the set is shut."""
    return (lo & ~w.usable_lo) == 0 and (hi & ~w.usable_hi) == 0


@jit
def cheapest_known_way(b: Record, w: Record, t: Int, trains: Int) -> float:
    """Cost of the cheapest of the ticket's known ways that is open and not too long; IMPOSSIBLE if there is none."""
    best = IMPOSSIBLE
    for k in range(b.path_n[t]):
        if is_usable(w, b.path_lo[t, k], b.path_hi[t, k]):
            cost, due = measure(w, b.path_lo[t, k], b.path_hi[t, k])
            if due <= trains:
                best = min(best, cost)
    return best


@jit
def join_with(w: Record, now: Int, n_now: Int, new: Int, lo: Int, hi: Int, most: float, trains: Int) -> None:
    """Join a way with all sets of generation ``now``; what is neither too dear nor too long goes to ``new``."""
    alone = measure(w, lo, hi)[0]
    if alone > most or is_too_dear(w, new, alone):
        return
    for j in range(n_now):
        if is_too_dear(w, new, w.plans_cost[now, j]):
            continue
        both_lo, both_hi = lo | w.plans_lo[now, j], hi | w.plans_hi[now, j]
        cost, due = measure(w, both_lo, both_hi)
        if cost <= most and due <= trains:
            keep_plan(w, new, both_lo, both_hi, cost)


@jit
def join_ticket(b: Record, w: Record, t: Int, now: Int, n_now: Int, most: float, trains: Int) -> None:
    """Join every known way of ticket t, or else the cheapest way there is, with the sets of generation ``now``."""
    w.plans_n = 0
    if most < IMPOSSIBLE:
        for k in range(b.path_n[t]):
            if is_usable(w, b.path_lo[t, k], b.path_hi[t, k]):
                join_with(w, now, n_now, 1 - now, b.path_lo[t, k], b.path_hi[t, k], most, trains)
    else:
        clear_plan(w)
        if find_way(b, w, b.ticket_a[t], b.ticket_b[t]) < IMPOSSIBLE:
            join_with(w, now, n_now, 1 - now, w.plan_lo, w.plan_hi, most, trains)


@jit
def limit_of(slack: float, cheapest: float) -> float:
    """The most that a union may cost, less than IMPOSSIBLE; ``cheapest`` is the sum of the tickets' cheapest ways."""
    return slack * cheapest if slack < NO_LIMIT else IMPOSSIBLE / 2


@jit
def unions_for_wish(b: Record, o: Record, w: Record, slack: float) -> tuple[Int, Int, Int]:
    """Sets of links that each do all tickets of ``wish`` that can still be done, the cheapest ones by link_cost.

    The ways of the tickets, worked out per board, are joined ticket by ticket. A union is kept while its cost is at
    most ``slack`` times the sum of the cheapest ways so far and its trains suffice. Tickets whose known ways are all
    shut get the cheapest way there is, and those without any are left out. Returns (generation, number of sets,
    number of tickets that they do): the sets are plans_lo[generation, j], plans_hi[generation, j].
    """
    trains = np.int64(o.trains[o.player])
    n_now: Int = 1
    now, cheapest_so_far, done = 0, 0.0, 0
    w.plans_lo[0, 0] = np.uint64(0)
    w.plans_hi[0, 0] = np.uint64(0)
    w.plans_cost[0, 0] = 0.0
    for i in range(w.wish_n):
        cheapest = cheapest_known_way(b, w, w.wish[i], trains)
        most = limit_of(slack, cheapest_so_far + cheapest) if cheapest < IMPOSSIBLE else IMPOSSIBLE
        join_ticket(b, w, w.wish[i], now, n_now, most, trains)
        if w.plans_n > 0:
            now, n_now, done = 1 - now, np.int64(w.plans_n), done + 1
            cheapest_so_far += cheapest if cheapest < IMPOSSIBLE else w.plans_cost[now, 0] - cheapest_so_far
    return now, n_now, done


@jit
def plan_for_wish(b: Record, o: Record, w: Record, slack: float) -> bool:
    """The plan = the cheapest of ``unions_for_wish``; returns whether anything is planned."""
    now, n, done = unions_for_wish(b, o, w, slack)
    best = 0
    for j in range(n):
        if w.plans_cost[now, j] < w.plans_cost[now, best]:
            best = j
    w.plan_lo = w.plans_lo[now, best]
    w.plan_hi = w.plans_hi[now, best]
    return done > 0


# ---------------------------------------------------------------- cards


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
def cheapest_claim(b: Record, w: Record, n: Int, per_loco: float, per_point: float) -> Int:
    """Of the n legal actions in w.acts the claim of a planned route that costs least, or -1.

    Cost: ``per_loco`` for each locomotive, the plan's need of the colour for each coloured card, less ``per_point`` for
    each point of the route. The first of equals wins.
    """
    best: Int = -1
    best_cost = IMPOSSIBLE
    for i in range(n):
        if w.acts[i] >= CLAIM:
            claim = w.acts[i] - CLAIM
            r = b.claim_route[claim]
            if w.in_plan[r]:
                locos = np.int64(b.claim_locos[claim])
                cost = per_loco * locos - per_point * b.route_points[r]
                if b.claim_colour[claim] != LOCO:
                    cost += (np.int64(b.route_length[r]) - locos) * w.need[b.claim_colour[claim]]
                if cost < best_cost:
                    best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def longest_claim(b: Record, w: Record, n: Int) -> Int:
    """Of the n legal actions in w.acts the claim of the route with most points, fewest locomotives first; or -1."""
    best: Int = -1
    best_value: Int = -1
    for i in range(n):
        if w.acts[i] >= CLAIM:
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
