"""``features``: ours, for strength. Besides what lies on the table it says what the seat's tickets still need.

Its private part, for critics, has the other hands and tickets.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.encoders.blocks import Part, sizes_of
from footplate.encoders.encoder import Encoder
from footplate.encoders.layout import (
    FEATURES_OF_OTHERS,
    inputs_of,
    kind_at,
    kinds_of,
    relative_seat,
    seen_cards,
    seen_place,
    slots_of,
    small,
    write_offer,
)
from footplate.encoders.special import special_parts, write_special
from footplate.encoders.ways import HELD_BY_ME, remember
from footplate.engine.layout import HELD, IN_DECK, LOCO, NO_TICKET, OVER, Int, Record
from footplate.engine.routes import is_open, owner
from footplate.engine.tables import Tables

_COUNT, _MANY, _FEW = 1 / 4, 1 / 20, 1 / 10


def table_parts(seats: int, kinds: int) -> list[Part]:
    """What ``write_table`` and ``write_plan`` write."""
    cards = (kinds,)
    return [
        Part("players", (seats,), 1, "how many play: 1, 2 …"),
        Part("mover", (seats,), 1, "who decides: I, the next player …"),
        Part("phase", (5,), 1, "first tickets, turn, second card, ticket choice, over"),
        Part("hand", cards, _COUNT, "my cards by kind"),
        Part("face_up", cards, _COUNT, "face-up cards by kind"),
        Part("discard", cards, _COUNT, "discarded cards by kind"),
        Part("unseen", cards, _FEW, "cards by kind of which I don't know where they are"),
        Part("fresh", cards, _FEW, "cards by kind of the last shuffle that were not face up since"),
        Part("known", (seats - 1, kinds), _COUNT, "cards that I know in other hands, by kind"),
        Part("hand_sizes", (seats,), _MANY, "cards in each hand, mine first"),
        Part("trains", (seats,), _MANY, "trains left"),
        Part("points", (seats,), _MANY, "half the points for routes"),
        Part("largest", (seats,), _MANY, "trains in the largest network"),
        Part("ticket_counts", (seats,), _COUNT, "tickets held"),
        Part("piles", (3,), _MANY, "cards in the deck and the discard, tickets in their deck"),
        Part("turns_left", (1,), 0.5, "in the last round turns left, and one more; 0 before"),
        Part("round", (1,), _MANY, "turns that everybody has had"),
        Part("at_stake", (2,), _MANY, "points of my tickets that are done, and that are open"),
        Part("plan_size", (3,), _MANY, "plan for my open tickets: trains, trains left after it, links"),
        Part("plan_cards", cards, _COUNT, "cards for the plan's routes by colour; grey last"),
        Part("plan_lack", cards, _COUNT, "of these those that my hand lacks, locomotives apart"),
    ]


def feature_parts(tables: Tables, seats: int) -> list[Part]:
    size, others = sizes_of(tables), seats - 1
    routes, tickets = (size.routes,), (size.tickets,)
    return [
        *table_parts(seats, size.kinds),
        Part("mine", routes, 1, "route: mine"),
        Part("theirs", (others, size.routes), 1, "route: the next player's …"),
        Part("open", routes, 1, "route: I may still claim it"),
        Part("lack", routes, 1 / 3, "route: cards that I lack, if it is open"),
        Part("need", routes, _FEW, "route: points of my open tickets whose shortest ways use it"),
        Part("near", routes, _FEW, "route: the same for ways that are nearly as short"),
        Part("want", routes, _FEW, "route: points of tickets on offer whose shortest ways use it"),
        Part("planned", routes, 1, "route: open and in the plan"),
        Part("touch_mine", routes, 0.5, "route: ends that touch my trains"),
        Part("touch_theirs", routes, 0.5, "route: ends that touch trains of others"),
        Part("ticket_open", tickets, 1, "ticket: mine and open"),
        Part("ticket_done", tickets, 1, "ticket: mine and done"),
        Part("distance", tickets, _FEW, "ticket: mine or offered to me, trains still needed; 100: no way left"),
        Part("ticket_in_deck", tickets, 1, "ticket: I know that it is in the deck"),
        Part("ticket_theirs", (others, size.tickets), 1, "ticket: I know that the next player holds it …"),
        Part("offer", (size.slots, size.tickets), 1, "it is offered to me, in this place"),
        Part("offer_points", (size.slots,), _FEW, "points of the ticket in this place of the offer"),
        Part("offer_distance", (size.slots,), _FEW, "trains that it needs alone; 100: no way left"),
        Part("offer_extra", (size.slots,), _FEW, "trains that it needs beside the plan; 100: no way left"),
        *special_parts(tables, seats),
    ]


def private_feature_parts(tables: Tables, seats: int) -> list[Part]:
    size, others = sizes_of(tables), seats - 1
    tickets = (others, size.tickets)
    return [
        Part("hands", (others, size.kinds), _COUNT, "cards of the next player …, by kind"),
        Part("tickets_open", tickets, 1, "ticket: the next player's … and open"),
        Part("tickets_done", tickets, 1, "ticket: the next player's … and done"),
        Part("distances", tickets, _FEW, "ticket: the next player's …, trains still needed; 100: no way left"),
    ]


@jit
def cards_of_kind(b: Record, kind: Int) -> Int:
    """How many the game has in all."""
    if kind == LOCO:
        return b.n_locos
    return b.cards_per_colour if kind < b.n_colours else np.int64(0)


@jit
def write_table(b: Record, s: Record, seat: Int, m: Record, x: Record, at: Int, kinds: Int) -> Int:
    """Who plays and decides, cards, and counts by player; there is room for so many kinds of card."""
    seats, n = np.int64(m.seats), b.n_players
    for k in range(seats):
        x[at + k] = k == n - 1
        x[at + seats + k] = k < n and relative_seat(b, seat, k) == s.player
    at += 2 * seats
    for phase in range(OVER + 1):
        x[at + phase] = s.phase == phase
    at += OVER + 1
    for k in range(kinds):
        kind = k if k < kinds - 1 else np.int64(LOCO)
        unseen = cards_of_kind(b, kind) - s.face_up[kind] - s.discard[kind]
        for i in range(1, seats):
            known = np.int64(0)
            if i < n:
                known = seen_cards(b, s, seat, relative_seat(b, seat, i), kind)
            x[at + (4 + i) * kinds + k] = known
            unseen -= known
        x[at + k], x[at + kinds + k] = s.hand[seat, kind], s.face_up[kind]
        x[at + 2 * kinds + k], x[at + 3 * kinds + k] = s.discard[kind], unseen - s.hand[seat, kind]
        x[at + 4 * kinds + k] = s.fresh[kind]
    at += (4 + seats) * kinds
    for k in range(seats):
        p, sits = relative_seat(b, seat, k) if k < n else 0, k < n
        x[at + k] = s.hand_n[p] if sits else 0
        x[at + seats + k] = s.trains[p] if sits else 0
        x[at + 2 * seats + k] = small(s.points[p] // 2) if sits else 0
        x[at + 3 * seats + k] = m.largest[p] if sits else 0
        x[at + 4 * seats + k] = s.held_n[p] if sits else 0
    at += 5 * seats
    x[at], x[at + 1], x[at + 2] = s.deck_n, s.discard_n, s.ticket_n
    x[at + 3], x[at + 4] = s.last_turns + 1, small(s.turn // n)
    return at + 5


@jit
def most_of_a_colour(b: Record, s: Record, seat: Int) -> Int:
    """Cards in the hand of the colour that it has most of."""
    best = np.int64(0)
    for colour in range(b.n_colours):
        best = max(best, np.int64(s.hand[seat, colour]))
    return best


@jit
def lacked(b: Record, s: Record, seat: Int, r: Int, best: Int) -> Int:
    """Cards that the hand lacks for a route, locomotives apart; ``best`` is its most frequent colour's number."""
    colour = b.route_colour[r]
    return max(0, np.int64(b.route_length[r]) - (s.hand[seat, colour] if colour >= 0 else best))


@jit
def points_at_stake(b: Record, m: Record) -> tuple[Int, Int]:
    """Of the held tickets that are done, and of those that are open."""
    done, left = np.int64(0), np.int64(0)
    for t in range(b.n_tickets):
        if m.mine[t] == HELD_BY_ME:
            points = np.int64(b.ticket_points[t])
            if m.distance[t] == 0:
                done += points
            else:
                left += points
    return done, left


@jit
def write_plan(b: Record, s: Record, seat: Int, m: Record, x: Record, at: Int, best: Int, kinds: Int) -> Int:
    """Tickets at stake, and what the plan still needs: of parallel tracks the one that lacks fewest counts."""
    done, left = points_at_stake(b, m)
    x[at], x[at + 1] = small(done), small(left)
    x[at + 2], x[at + 3], x[at + 4] = small(m.plan_trains), small(s.trains[seat] - m.plan_trains), m.plan_n
    at += 5
    for k in range(2 * kinds):
        x[at + k] = 0
    for i in range(m.plan_n):
        first = np.int64(b.link_route[m.plan[i]])
        r, chosen, fewest = first, first, np.int64(127)
        while True:
            if is_open(s, r, seat):
                lack = lacked(b, s, seat, r, best)
                if lack < fewest:
                    chosen, fewest = r, lack
            r = np.int64(b.twin[r])
            if r == first:
                break
        colour = np.int64(b.route_colour[chosen])
        to = at + (colour if colour >= 0 else kinds - 1)
        x[to] = small(x[to] + np.int64(b.route_length[chosen]))
    for k in range(kinds - 1):
        x[at + kinds + k] = max(0, np.int64(x[at + k]) - s.hand[seat, k])
    x[at + 2 * kinds - 1] = max(0, np.int64(x[at + kinds - 1]) - best)
    return at + 2 * kinds


@jit
def mark_plan(b: Record, s: Record, seat: Int, m: Record, x: Record, at: Int, size: Int) -> None:
    """Mark the open routes in the plan; the mark of the first route is at ``at``, and each next one ``size`` behind."""
    for i in range(m.plan_n):
        first = np.int64(b.link_route[m.plan[i]])
        track = first
        while True:
            x[at + track * size] = is_open(s, track, seat)
            track = np.int64(b.twin[track])
            if track == first:
                break


@jit
def write_routes(b: Record, s: Record, seat: Int, m: Record, x: Record, at: Int, best: Int) -> Int:
    n, seats, locos = b.n_routes, np.int64(m.seats), np.int64(s.hand[seat, LOCO])
    for i in range(n * seats):
        x[at + i] = 0
    after = at + n * seats
    for r in range(n):
        p = owner(s, r)
        if p >= 0:
            k = p - np.int64(seat)
            x[at + (k if k >= 0 else k + b.n_players) * n + r] = 1
        free = is_open(s, r, seat)
        x[after + r] = free
        x[after + n + r] = max(0, lacked(b, s, seat, r, best) - locos) if free else 0
        x[after + 2 * n + r], x[after + 3 * n + r], x[after + 4 * n + r] = m.need[r], m.near[r], m.want[r]
        x[after + 5 * n + r] = 0
        x[after + 6 * n + r], x[after + 7 * n + r] = m.touch_mine[r], m.touch_theirs[r]
    mark_plan(b, s, seat, m, x, after + 5 * n, 1)
    return after + 8 * n


@jit
def write_tickets(b: Record, s: Record, seat: Int, m: Record, x: Record, at: Int) -> Int:
    n, seats = b.n_tickets, np.int64(m.seats)
    for i in range((3 + seats) * n):
        x[at + i] = 0
    for t in range(n):
        x[at + t] = m.mine[t] == HELD_BY_ME and m.distance[t] != 0
        x[at + n + t] = m.mine[t] == HELD_BY_ME and m.distance[t] == 0
        x[at + 2 * n + t] = m.distance[t]
        place = seen_place(s, t, seat)
        x[at + 3 * n + t] = place == IN_DECK
        holder = place - HELD - np.int64(seat)
        if holder != 0 and HELD <= place < HELD + b.n_players:
            x[at + (3 + (holder if holder > 0 else holder + b.n_players)) * n + t] = 1
    at = write_offer(b, s, seat, x, at + (3 + seats) * n)
    return write_offered(b, s, seat, m, x, at, slots_of(b))


@jit
def is_offered(s: Record, seat: Int, i: Int) -> bool:
    """Whether a ticket is offered to the seat in this place."""
    return s.player == seat and i < s.offer_n and s.offer[i] != NO_TICKET


@jit
def write_offered(b: Record, s: Record, seat: Int, m: Record, x: Record, at: Int, slots: Int) -> Int:
    """Points of the tickets on offer, by place, and the trains that they need alone, and beside the plan."""
    for i in range(slots):
        mine = is_offered(s, seat, i)
        ticket = np.int64(s.offer[i]) if mine else np.int64(0)
        x[at + i] = b.ticket_points[ticket] if mine else 0
        x[at + slots + i] = m.distance[ticket] if mine else 0
        x[at + 2 * slots + i] = m.extra[ticket] if mine else 0
    return at + 3 * slots


def encode_features(b: Record, s: Record, m: Record, row: Record) -> Int:
    """Write the inputs of a seat into its row; returns how many."""
    seat, x = row.seat, inputs_of(row)
    remember(b, s, seat, m)
    best, kinds = most_of_a_colour(b, s, seat), kinds_of(b)
    at = write_table(b, s, seat, m, x, 0, kinds)
    at = write_plan(b, s, seat, m, x, at, best, kinds)
    at = write_routes(b, s, seat, m, x, at, best)
    at = write_tickets(b, s, seat, m, x, at)
    return write_special(b, s, seat, np.int64(m.seats), x, at)


FEATURES = Encoder(
    name="features",
    version=1,
    parts=feature_parts,
    kernel=encode_features,
    private_parts=private_feature_parts,
    private=FEATURES_OF_OTHERS,
)


@jit
def encode_private_features(b: Record, s: Record, seat: Int, ms: Record, x: Record) -> Int:
    """Write what the other seats hold into x; returns how many inputs that are."""
    others, kinds, n = np.int64(ms[seat].seats) - 1, kinds_of(b), b.n_tickets
    first = others * kinds
    size = first + 3 * others * n
    for i in range(size):
        x[i] = 0
    for i in range(min(others, b.n_players - 1)):
        p = relative_seat(b, seat, i + 1)
        m = ms[p]
        remember(b, s, p, m)
        for k in range(kinds):
            x[i * kinds + k] = s.hand[p, kind_at(b, k)]
        for t in range(n):
            if m.mine[t] == HELD_BY_ME:
                x[first + i * n + t] = m.distance[t] != 0
                x[first + (others + i) * n + t] = m.distance[t] == 0
                x[first + (2 * others + i) * n + t] = m.distance[t]
    return size
