"""What the four Silva bots share: how they pay, which card they draw, which tickets cost least, and how plans are kept.

What the Silva bots plan follows from their own routes, trains and tickets, and from what others have taken; the cards
in hand play no part in it. While the first three stay as they are, links only get lost or dearer. A shortest way then
stays the shortest as long as nothing happens to its own links, also where others are equally good: these are tried in
an order that losses elsewhere don't change. So a plan is current while its ways are untouched.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.planning.claims import is_legal
from footplate.agents.planning.links import has_link, with_link
from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import CLAIM, DRAW_DECK, DRAW_TICKETS, FACE_UP, HELD, LOCO, PLAYERS, ROUTES, Int, Record
from footplate.engine.moves import bits
from footplate.engine.random import rand_below
from footplate.engine.routes import is_open

_USUAL_TRAINS = 45  # the papers' thresholds are meant for so many


@jit
def margin(b: Record, trains: Int, published: bool) -> Int:
    """A threshold in trains; as described it shrinks with the board's trains."""
    return trains if published else (trains * b.n_trains + _USUAL_TRAINS // 2) // _USUAL_TRAINS


@jit
def points_on_board(b: Record, o: Record) -> Int:
    """Route points of all players together."""
    total = np.int64(0)
    for p in range(b.n_players):
        total += o.points[p]
    return total


@jit
def takes(b: Record, r: Int, colour: Int) -> bool:
    """Whether route r can be paid with cards of this colour."""
    return b.route_colour[r] < 0 or b.route_colour[r] == colour


@jit
def most_held(b: Record, o: Record) -> Int:
    """The colour that the player to move has most of, the first of equals; locomotives aren't a colour."""
    best: Int = 0
    for colour in range(1, b.n_colours):
        if o.hand[o.player, colour] > o.hand[o.player, best]:
            best = colour
    return best


@jit
def most_of_a_colour(b: Record, o: Record) -> Int:
    """How many cards the player to move has of that colour."""
    return np.int64(o.hand[o.player, most_held(b, o)])


@jit
def may_claim(b: Record, o: Record, r: Int, most: Int) -> bool:
    """Whether the player to move may be able to claim route r; if not, no claim of it is legal.

    ``most`` is how many cards there are of the colour that the hand has most of.
    """
    p, length = o.player, np.int64(b.route_length[r])
    if not is_open(o, r, p) or length > o.trains[p]:
        return False
    held = most if b.route_colour[r] < 0 else np.int64(o.hand[p, b.route_colour[r]])
    return held + o.hand[p, LOCO] >= length or b.n_plain_claims < b.n_claims


@jit
def may_claim_on(b: Record, o: Record, k: Int, most: Int) -> bool:
    """The same for link k."""
    first = b.link_route[k]
    r = b.twin[first]
    while r != first and not may_claim(b, o, r, most):
        r = b.twin[r]
    return may_claim(b, o, r, most)


@jit
def has_card(w: Record, n: Int) -> bool:
    """Whether one of the n legal actions in w.acts draws a card; these come first."""
    return n > 0 and w.acts[0] < DRAW_TICKETS


@jit
def paying_colour(b: Record, o: Record, claim: Int) -> Int:
    """The colour of a payment. Locomotives alone stand for the first colour of which the hand has none."""
    if b.claim_colour[claim] != LOCO:
        return np.int64(b.claim_colour[claim])
    for colour in range(b.n_colours):
        if takes(b, b.claim_route[claim], colour) and o.hand[o.player, colour] == 0:
            return np.int64(colour)
    return np.int64(LOCO)


@jit
def claim_on(b: Record, o: Record, w: Record, n: Int, k: Int, published: bool) -> Int:
    """Of the n legal actions in w.acts a claim on link k, or -1.

    With the fewest locomotives, then with the colour of which there is most in hand. The published engine tries the
    colours in a fixed order (ours is the board's) and pays with the first that will do, even with locomotives alone.
    """
    best: Int = -1
    best_cost = np.int64(0)
    for i in range(n):
        if w.acts[i] >= CLAIM:
            claim = np.int64(w.acts[i]) - CLAIM
            if b.route_link[b.claim_route[claim]] == k:
                colour, locos = paying_colour(b, o, claim), np.int64(b.claim_locos[claim])
                cost = 16 * colour + locos if published else 128 * locos - np.int64(o.hand[o.player, colour])
                if best < 0 or cost < best_cost:
                    best, best_cost = np.int64(w.acts[i]), cost
    return best


@jit
def any_action(w: Record, n: Int) -> Int:
    """Any card, or else any claim, or else anything."""
    first, last = 0, 0
    while last < n and w.acts[last] < DRAW_TICKETS:
        last += 1
    if last == 0:
        last = n
        while first < n - 1 and w.acts[first] < CLAIM:
            first += 1
    return np.int64(w.acts[first + rand_below(w.scratch, last - first)])


@jit
def draw_card(w: Record, n: Int, colour: Int, locos_too: bool) -> Int:
    """A face-up card of the colour (-1: none is wanted), or a face-up locomotive, or the deck, or anything."""
    if colour >= 0 and is_legal(w, n, FACE_UP + colour):
        return np.int64(FACE_UP + colour)
    if locos_too and is_legal(w, n, FACE_UP + LOCO):
        return np.int64(FACE_UP + LOCO)
    if is_legal(w, n, DRAW_DECK):
        return np.int64(DRAW_DECK)
    return any_action(w, n)


@jit
def points_of_choice(b: Record, o: Record, mask: Int) -> Int:
    """Points of the offered tickets in the mask together."""
    total = np.int64(0)
    for i in range(o.offer_n):
        if (mask >> i) & 1:
            total += b.ticket_points[o.offer[i]]
    return total


@jit
def fewest_points(b: Record, o: Record, w: Record, n: Int) -> Int:
    """The allowed choice of tickets with the fewest points, and of these the smallest."""
    best = np.int64(w.acts[0])
    for i in range(1, n):
        mask, so_far = np.int64(w.acts[i]) - DRAW_TICKETS, best - DRAW_TICKETS
        points, least = points_of_choice(b, o, mask), points_of_choice(b, o, so_far)
        if points < least or (points == least and bits(mask) < bits(so_far)):
            best = np.int64(w.acts[i])
    return best


ONE_STEP, LONG_ROUTE, PATH, HUNGRY = 2, 4, 6, 8  # whose plan it is, 1 more as published; 0: nothing is kept
_WORD = 64


@jit
def tickets_of(b: Record, o: Record) -> tuple[Int, Int]:
    """The tickets of the player to move, a bit each, in two words."""
    lo, hi, place = np.uint64(0), np.uint64(0), HELD + o.player
    for t in range(min(_WORD, b.n_tickets)):
        lo |= np.uint64(ticket_place(o, t) == place) << np.uint64(t)
    for t in range(_WORD, b.n_tickets):
        hi |= np.uint64(ticket_place(o, t) == place) << np.uint64(t - _WORD)
    return lo, hi


@jit
def has_equal_tracks(b: Record, r: Int) -> bool:
    """Whether all tracks beside route r are as long as it is."""
    twin = b.twin[r]
    while twin != r:
        if b.route_length[twin] != b.route_length[r]:
            return False
        twin = b.twin[twin]
    return True


@jit
def is_untouched(b: Record, o: Record, kept: Record) -> bool:
    """Whether the plan's links are as they were, and all others as they were or taken by somebody else."""
    p = o.player
    for r in range(b.n_routes):
        was, now = kept.route[r], o.route[r]
        if was != now:
            is_needed = has_link(kept.ways_lo, kept.ways_hi, b.route_link[r])
            is_won = was >> PLAYERS == p + 1 or now >> PLAYERS == p + 1 or (was >> p & 1) > (now >> p & 1)
            if is_needed or is_won or not has_equal_tracks(b, r):
                return False
    return True


@jit
def plan_is_current(b: Record, o: Record, kept: Record, maker: Int) -> bool:
    """Whether ``maker`` would make the plan anew that is kept."""
    if kept.maker != maker or kept.player != o.player or kept.trains != o.trains[o.player]:
        return False
    lo, hi = tickets_of(b, o)
    if lo != kept.tickets_lo or hi != kept.tickets_hi:
        return False
    changed = np.uint8(0)
    for r in range(ROUTES):
        changed |= kept.route[r] ^ o.route[r]
    if changed == 0:
        return True
    if not is_untouched(b, o, kept):
        return False
    for r in range(ROUTES):
        kept.route[r] = o.route[r]
    return True


@jit
def begin_plan(b: Record, o: Record, kept: Record, maker: Int) -> None:
    """What follows into ``kept`` is the plan of ``maker`` for this position; so far it depends on no links."""
    kept.maker, kept.player, kept.trains = maker, o.player, o.trains[o.player]
    kept.tickets_lo, kept.tickets_hi = tickets_of(b, o)
    kept.ways_lo, kept.ways_hi = np.uint64(0), np.uint64(0)
    for r in range(ROUTES):
        kept.route[r] = o.route[r]


@jit
def depend_on(kept: Record, k: Int) -> None:
    """The plan depends on link k."""
    kept.ways_lo, kept.ways_hi = with_link(kept.ways_lo, kept.ways_hi, k)
