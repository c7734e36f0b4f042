"""The three players of the MIT thesis on T2R-Solitaire and T2R-Dual (section 5.2): random, frugal and greedy.

They are made for the progress game of the board ``t2r``, where a turn is a blind draw or a claim. Elsewhere they draw
blind too, they never ask for new tickets, and who has nothing left to do for its tickets claims the longest routes, or
the games would not end.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from footplate.agents.heuristic.greedy import add_progress, best_claim, best_tickets
from footplate.agents.kernels import Kernel, chooses_tickets
from footplate.agents.kinds import AgentKind, kernel_kind
from footplate.agents.learned.kinds import network_kind, search_kind
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.agents.planning.claims import longest_claim, random_claim_of
from footplate.agents.planning.links import FREE, IMPOSSIBLE, has_link, is_usable, measure, survey
from footplate.agents.planning.prices import IN_TRAINS, price_links
from footplate.agents.planning.special import usual_actions
from footplate.agents.planning.tickets import want_open_tickets
from footplate.agents.planning.ways import cheapest_known_way
from footplate.compile import jit
from footplate.engine.layout import DRAW_DECK, DRAW_TICKETS, LOCO, ROUTES, SECOND_CARD, TURN, Int, Record
from footplate.engine.networks import CUT_OFF
from footplate.engine.random import rand_below
from footplate.engine.routes import is_open


@jit
def draw_blind(b: Record, w: Record, n: Int) -> Int:
    """The deck; if it is empty any face-up card, then the longest route, then whatever is left."""
    if w.acts[0] < DRAW_TICKETS:
        return np.int64(w.acts[0])
    claim = longest_claim(b, w, n)
    return claim if claim >= 0 else np.int64(w.acts[0])


@jit
def mark_all(w: Record, mark: Int) -> None:
    for r in range(ROUTES):
        w.in_plan[r] = mark


def random_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    n = usual_actions(b, o, w.acts)
    if o.phase != TURN:
        is_blind = not chooses_tickets(o) and w.acts[0] == DRAW_DECK
        return np.int64(DRAW_DECK if is_blind else w.acts[rand_below(w.scratch, n)])
    mark_all(w, 1)
    claim = random_claim_of(b, w, n, w.in_plan)
    return claim if claim >= 0 else draw_blind(b, w, n)


# ---------------------------------------------------------------- greedy


@jit
def greedy_claim(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The claim that makes most progress, or -1; the longest route once no ticket is open that can be done."""
    trains = np.int64(o.trains[o.player])
    has_open = False
    for r in range(ROUTES):
        w.gain[r] = 0
    want_open_tickets(b, o, w)
    for i in range(w.wanted_n):
        has_open |= add_progress(b, o, w, w.wanted[i]) <= (CUT_OFF - 1 if b.progress else trains)
    return best_claim(b, o, w, n, 1) if has_open or b.progress else longest_claim(b, w, n)


def greedy_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    n = usual_actions(b, o, w.acts)
    if chooses_tickets(o):
        return best_tickets(b, o, w, n)
    if o.phase == SECOND_CARD:
        return draw_blind(b, w, n)
    claim = greedy_claim(b, o, w, n)
    return claim if claim >= 0 else draw_blind(b, w, n)


# ---------------------------------------------------------------- frugal


@jit
def ways_to_pay(b: Record, o: Record, left: Record, k: Int) -> tuple[Int, Int, Int]:
    """(how many, track, colour) to pay for link k from the cards left; the pair that takes the fewest locomotives."""
    first = np.uint64(b.link_route[k])
    r, ways, track, colour = first, 0, first, 0
    best_locos, most_left = 1 << 20, 0
    while True:
        if is_open(o, r, o.player):
            for kind in range(b.n_colours):
                if b.route_colour[r] < 0 or b.route_colour[r] == kind:
                    locos = max(0, np.int64(b.route_length[r]) - left[kind])
                    if locos <= left[LOCO]:
                        ways += 1
                        if locos < best_locos or (locos == best_locos and left[kind] > most_left):
                            best_locos, most_left, track, colour = locos, left[kind], r, kind
        r = np.uint64(b.twin[r])
        if r == first:
            return ways, track, colour


@jit
def hand_pays(b: Record, o: Record, w: Record, lo: Int, hi: Int) -> bool:
    """Whether the hand pays for the whole path; in_plan = its tracks. Links that leave the least choice are paid first.

    On boards with odd mixtures of double routes it may miss a way to pay, never invent one.
    """
    left = np.empty(LOCO + 1, np.int64)
    for kind in range(LOCO + 1):
        left[kind] = o.hand[o.player, kind]
    mark_all(w, 0)
    paid = np.zeros(ROUTES, np.uint8)
    while True:
        fewest, hardest, track, colour = 1 << 20, 0, np.uint64(0), 0
        for k in range(b.n_links):
            if has_link(lo, hi, k) and w.link_state[k] == FREE and not paid[k]:
                ways, r, kind = ways_to_pay(b, o, left, k)
                if ways < fewest:
                    fewest, hardest, track, colour = ways, k, r, kind
        if fewest == 0 or fewest == 1 << 20:
            return fewest > 0
        length = np.int64(b.route_length[track])
        coloured = min(length, left[colour])
        left[colour] -= coloured
        left[LOCO] -= length - coloured
        w.in_plan[track] = 1
        paid[hardest] = 1


@jit
def mark_cheapest_path(b: Record, o: Record, w: Record) -> bool:
    """in_plan = the path with the fewest trains to lay, of all open tickets', that hand and trains pay for."""
    trains = np.int64(o.trains[o.player])
    fewest, ties = trains + 1, 0
    best_lo, best_hi = np.uint64(0), np.uint64(0)
    for i in range(w.wanted_n):
        t = w.wanted[i]
        for j in range(b.path_n[t]):
            lo, hi = b.path_lo[t, j], b.path_hi[t, j]
            if is_usable(w, lo, hi):
                due = measure(w, lo, hi)[1]
                if due <= min(fewest, trains) and hand_pays(b, o, w, lo, hi):
                    ties = ties + 1 if due == fewest else 1
                    if rand_below(w.scratch, ties) == 0:
                        best_lo, best_hi = lo, hi
                    fewest = due
    return ties > 0 and hand_pays(b, o, w, best_lo, best_hi)


@jit
def can_still_be_done(b: Record, o: Record, w: Record) -> bool:
    """Whether some path of an open ticket is neither shut nor too long."""
    found = False
    for i in range(w.wanted_n):
        found |= cheapest_known_way(b, w, w.wanted[i], np.int64(o.trains[o.player])) < IMPOSSIBLE
    return found


def frugal_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    n = usual_actions(b, o, w.acts)
    if chooses_tickets(o):
        return best_tickets(b, o, w, n)
    if o.phase == SECOND_CARD:
        return draw_blind(b, w, n)
    survey(b, o, w)
    price_links(b, o, w, IN_TRAINS, 1.0)
    want_open_tickets(b, o, w)
    claim: Int = -1
    if mark_cheapest_path(b, o, w):
        claim = random_claim_of(b, w, n, w.in_plan)
    elif not b.progress and not can_still_be_done(b, o, w):
        claim = longest_claim(b, w, n)
    return claim if claim >= 0 else draw_blind(b, w, n)


def _kind(name: str, kernel: Kernel, summary: str, description: str) -> AgentKind:
    elsewhere = "On other boards it draws blind, asks for no new tickets and "
    return kernel_kind(
        name, "thesis", kernel, summary, description=elsewhere + description, made_for="t2r, 1 or 2 players"
    )


_THEN_LONG_ROUTES = (
    "keeps as few as it may, the nearest ones; once no ticket is open that it can do, it claims the longest routes."
)

NETWORKS = ShippedNetworks("thesis-net", Path(__file__).parent / "networks")

KINDS = (
    _kind("t2r-random", random_kernel, "claims any route that it can pay, else draws", "keeps any of those offered."),
    _kind(
        "t2r-frugal",
        frugal_kernel,
        "saves up until it can pay for a whole path of a ticket, then claims that path in any order",
        _THEN_LONG_ROUTES,
    ),
    _kind("t2r-greedy", greedy_kernel, "claims what brings its tickets nearest, else draws", _THEN_LONG_ROUTES),
    network_kind(NETWORKS, "learned on t2r as in the thesis, by gradients or evolution", "See docs/thesis.md."),
    search_kind(
        "thesis-net-ismcts",
        NETWORKS,
        "looks ahead with the thesis's networks: games that they play to the end say what an action is worth",
        "The thesis leaves it to future work (its section 6.1). See docs/thesis.md.",
    ),
)
