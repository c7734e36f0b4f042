"""The greedy bot: whatever gains most at once.

A claim gains the route's points, and two points for each train that it brings the bot nearer to its open tickets (a
ticket that gets done counts for instead of against). The bot draws cards while no claim brings it nearer to a ticket
and none is long, and new tickets once its own are done and it has trains left. In the progress game only progress
counts, as the thesis's greedy player has it. It builds a station when that completes a ticket that is cut off, and in a
race it swaps tickets of which none can be done.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.kernels import chooses_tickets
from footplate.agents.layout import WORK
from footplate.agents.planning.claims import chance_of_claim, is_claim
from footplate.agents.planning.links import IMPOSSIBLE, clear_plan, survey
from footplate.agents.planning.special import default_answer
from footplate.agents.planning.stations import lend_links, station_to_build, stations_left, stations_wanted
from footplate.agents.planning.tickets import fewest_tickets, want_open_tickets
from footplate.agents.planning.ways import find_ticket_way
from footplate.compile import indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.cards import ticket_place
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.moves import legal_singly
from footplate.engine.networks import CUT_OFF, distance, distances_from, ends
from footplate.engine.random import rand_below
from footplate.engine.special import special_kind

LONG_ROUTE = 4  # trains; on boards with only shorter routes their longest will do


@jit
def add_progress(b: Record, o: Record, w: Record, t: Int) -> Int:
    """Add to w.gain what each route would bring the bot nearer to ticket t; returns how far the ticket is."""
    p = o.player
    start, goal = ends(b, t)
    distances_from(b, o, p, start, w.from_a)
    far = np.int64(CUT_OFF)
    for c in range(b.n_cities):
        if goal >> np.uint64(c) & np.uint64(1):
            far = min(far, np.int64(w.from_a[c]))
    if 0 < far < CUT_OFF:
        distances_from(b, o, p, goal, w.from_b)
        for r in range(b.n_routes):
            x, y = b.route_a[r], b.route_b[r]
            by_way_of_r = min(w.from_a[x] + w.from_b[y], w.from_a[y] + w.from_b[x])
            w.gain[r] += max(0, far - by_way_of_r)
    return far


@jit
def measure_gains(b: Record, o: Record, w: Record) -> bool:
    """Fill w.gain for all routes; returns whether a ticket of the bot's is open and can be done with its trains."""
    p = o.player
    has_open = False
    for r in range(L.ROUTES):
        w.gain[r] = 0
    for t in range(b.n_tickets):
        if ticket_place(o, t) == L.HELD + p:
            far = add_progress(b, o, w, t)
            has_open |= 0 < far <= o.trains[p]
    long_route = min(LONG_ROUTE, b.longest)
    for r in range(b.n_routes):
        if not b.progress and (w.gain[r] > 0 or b.route_length[r] >= long_route):
            w.gain[r] = 2 * w.gain[r] + b.route_points[r]
    return has_open


@jit
def best_claim(b: Record, o: Record, w: Record, n: Int, least: Int) -> Int:
    """The legal claim that gains most, at least ``least``; fewest locomotives first, chance decides. -1: none does."""
    best: Int = -1
    best_value, ties = 0.0, 0
    for i in range(n):
        if is_claim(b, w.acts[i]):
            claim = w.acts[i] - L.CLAIM
            gain = w.gain[b.claim_route[claim]]
            value = 16 * gain * chance_of_claim(b, o, claim) - b.claim_locos[claim] - b.claim_others[claim]
            if gain >= least and (best < 0 or value >= best_value):
                ties = ties + 1 if best >= 0 and value == best_value else 1
                if rand_below(w.scratch, ties) == 0:
                    best, best_value = np.int64(w.acts[i]), value
    return best


@jit
def best_card(b: Record, o: Record, w: Record, n: Int) -> Int:
    """A face-up card of the colour that the bot has most of, if it has two; else the deck, else any card. -1: none."""
    p = o.player
    best: Int = -1
    most = 0
    for i in range(n):
        a = np.int64(w.acts[i])
        if a < L.DRAW_TICKETS:
            held = 2 if a == L.DRAW_DECK else o.hand[p, a - L.FACE_UP]
            if a == L.FACE_UP + L.LOCO:
                held = 1 if b.loco_ends_draw else 3
            if best < 0 or held > most:
                best, most = a, held
    return best


@jit
def best_tickets(b: Record, o: Record, w: Record, n: Int) -> Int:
    """Of the allowed choices one with the fewest tickets, and of these the one that needs the fewest trains."""
    cost = np.empty(L.OFFER, np.int64)
    for i in range(o.offer_n):
        cost[i] = 256 * distance(b, o, o.player, o.offer[i]) - b.ticket_points[o.offer[i]]
    return fewest_tickets(o, w, n, cost)


@jit
def completing_station(b: Record, o: Record, w: Record, n: Int) -> Int:
    """A legal action that builds a station, if it completes a ticket that is cut off; else -1."""
    if stations_left(b, o) == 0:
        return np.int64(-1)
    survey(b, o, w)
    for k in range(b.n_links):
        w.link_cost[k] = IMPOSSIBLE
    lend_links(b, o, w, 0.0)
    want_open_tickets(b, o, w)
    for i in range(w.wanted_n):
        clear_plan(w)
        is_cut_off = distance(b, o, o.player, w.wanted[i]) > o.trains[o.player]
        can_be_lent = is_cut_off and find_ticket_way(b, w, w.wanted[i]) < IMPOSSIBLE
        if can_be_lent and stations_wanted(b, w) <= stations_left(b, o):
            station = station_to_build(b, w, n)
            if station >= 0:
                return station
    return np.int64(-1)


@indirect_call(int, BOARD, STATE, WORK)
def greedy_action(b: Record, o: Record, w: Record) -> Int:
    if L.TUNNEL <= o.phase <= L.SPLIT_FIRST:
        return default_answer(b, o, w)
    n = legal_singly(b, o, w.acts)
    if chooses_tickets(o):
        return best_tickets(b, o, w, n)
    if o.phase == L.SECOND_CARD:
        return best_card(b, o, w, n)
    has_open = measure_gains(b, o, w)
    claim = best_claim(b, o, w, n, 1)
    if claim >= 0:
        return claim
    station = completing_station(b, o, w, n)
    if station >= 0:
        return station
    if not has_open and not b.progress and 2 * o.trains[o.player] > b.n_trains:
        for i in range(n):
            if w.acts[i] == L.DRAW_TICKETS or special_kind(b, w.acts[i]) in (L.SPLIT, L.SWAP):
                return np.int64(w.acts[i])
    card = best_card(b, o, w, n)
    if card >= 0:
        return card
    claim = best_claim(b, o, w, n, 0)
    return claim if claim >= 0 else np.int64(w.acts[0])


def greedy_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return greedy_action(b, o, w)
