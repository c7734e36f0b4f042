"""``tokens``: what ``features`` says, in a row of the same size on every board, for networks that play any map.

First come inputs that belong to no route, then a token of COLUMNS for each route that a board can have. There is always
room for MAX_PLAYERS and for all kinds of card. What belongs to a city is told of the routes that end there.
"""

from __future__ import annotations

import numpy as np

from footplate.boards.limits import MAX_OFFER, MAX_PASSENGER_COLOURS, MAX_PLAYERS, MAX_ROUTES
from footplate.compile import jit
from footplate.encoders.blocks import Part
from footplate.encoders.encoder import Encoder
from footplate.encoders.features import (
    is_offered,
    lacked,
    mark_plan,
    most_of_a_colour,
    points_at_stake,
    table_parts,
    write_offered,
    write_plan,
    write_table,
)  # fmt: skip
from footplate.encoders.layout import TOKENS_OF_OTHERS, inputs_of, relative_seat, small
from footplate.encoders.special import PHASES, has_district
from footplate.encoders.ways import HELD_BY_ME, remember
from footplate.engine.layout import KINDS, LOCO, NOBODY, TUNNEL, Int, Record
from footplate.engine.passengers import colours_at, waits_at
from footplate.engine.routes import is_open, owner, touched_cities
from footplate.engine.tables import Tables

_COUNT, _MANY, _FEW = 1 / 4, 1 / 20, 1 / 10
_OTHERS = MAX_PLAYERS - 1

# A token's columns: the name, the scale, what it means. The first three are numbers of cities and of a colour.
COLUMNS: tuple[tuple[str, float, str], ...] = (
    ("end_a", 1, "the city at one end"),
    ("end_b", 1, "the city at the other end"),
    ("colour", 1, "its colour, 8: grey"),
    ("present", 1, "the board has this route; else all is 0"),
    ("mine", 1, "mine"),
    *((f"theirs_{k}", 1, f"of the player {k} places after me") for k in range(1, MAX_PLAYERS)),
    ("open", 1, "I may still claim it"),
    ("lack", 1 / 3, "cards that I lack, if it is open"),
    ("need", _FEW, "points of my open tickets whose shortest ways use it"),
    ("near", _FEW, "the same for ways that are nearly as short"),
    ("want", _FEW, "points of tickets on offer whose shortest ways use it"),
    ("planned", 1, "open and in the plan"),
    ("touch_mine", 0.5, "ends that touch my trains"),
    ("touch_theirs", 0.5, "ends that touch trains of others"),
    ("length", _COUNT, "spaces"),
    ("points", _FEW, "points for claiming it"),
    ("locos", 0.5, "locomotives that it demands"),
    ("tunnel", 1, "a tunnel"),
    ("double", 1, "there are parallel tracks"),
    ("twin_open", 1, "of those one is open to me"),
    ("twin_mine", 1, "of those one is mine"),
    ("twin_theirs", 1, "of those one is somebody else's"),
    ("cards", _COUNT, "cards of its colour in my hand; of a grey one those of the colour that I have most of"),
    ("pending", 1, "it is being claimed and not yet paid"),
    ("my_stations", 1, "my stations at its ends"),
    ("their_stations", 1, "stations of others at its ends"),
    ("waiting", _COUNT, "passengers who wait at its ends"),
    ("decided", 1, "ends where a station is being paid or a passenger taken"),
    ("goals", 0.5, "ends of my open tickets at its ends"),
    ("attractions", 1, "attractions at its ends that my trains don't touch"),
    ("districts", _FEW, "points of districts at its ends that I haven't connected"),
)
COLUMN = len(COLUMNS)
INDICES = 3  # columns that are numbers of something
(
    PRESENT, MINE, THEIRS, OPEN, LACK, NEED, NEAR, WANT, PLANNED, TOUCH_MINE, TOUCH_THEIRS, LENGTH, POINTS, LOCOS,
    IS_TUNNEL, IS_DOUBLE, TWIN_OPEN, TWIN_MINE, TWIN_THEIRS, CARDS, PENDING, MY_STATIONS, THEIR_STATIONS, WAITING,
    DECIDED, GOALS, ATTRACTIONS, DISTRICTS,
) = (3, 4, 5, *range(5 + _OTHERS, COLUMN))  # fmt: skip
GREY = KINDS - 1  # the colour of a grey route

# What a board is like; ``write_facts`` writes them in this order.
FACTS: tuple[tuple[str, float], ...] = (
    ("trains", 1 / 40), ("routes", 1 / 100), ("cities", 1 / 40), ("tickets", 1 / 40), ("colours", 1 / 8),
    ("cards of a colour", 1 / 12), ("locomotives", 1 / 14), ("face-up cards", 1 / 5),
    ("tickets dealt first", 1 / 3), ("of which are kept", 1 / 3), ("long ones beside them", 1),
    ("tickets dealt later", 1 / 3), ("of which are kept later", 1 / 3), ("or of two decks", 1 / 3),
    ("trains at which the last round begins", 1 / 3), ("points for the longest path", _FEW),
    ("for most tickets", _FEW), ("for an attraction", 1), ("one track closes the other", 1),
    ("both tracks may be one player's", 1), ("a locomotive is the whole draw", 1), ("two cards at once", 1),
    ("cards turned up for a tunnel", 1 / 3), ("stations", 1 / 3), ("points for a station left", _COUNT),
    ("for most passengers of a colour", _MANY), ("for second most", _MANY), ("districts", 1 / 5),
    ("points of a grand tour", _FEW), ("tickets that win a race", 1 / 6), ("cards for both coasts", _COUNT),
    ("two decks of tickets", 1), ("open hands", 1), ("locomotives only on some routes", 1), ("progress game", 1),
    ("blind draws", 1), ("tickets to countries", 1),
)  # fmt: skip


# Inputs just before the tokens: these facts, and the state of rules that only some boards have.
RARE_INPUTS = len(FACTS) + PHASES + KINDS + 2 + 3 * MAX_PLAYERS + (MAX_PLAYERS + 1) * MAX_PASSENGER_COLOURS


def token_parts(tables: Tables, seats: int) -> list[Part]:
    cards, slots = (KINDS,), (MAX_OFFER,)
    return [
        *table_parts(seats, KINDS),
        Part("offered", slots, 1, "a ticket is offered to me in this place"),
        Part("offer_points", slots, _FEW, "its points"),
        Part("offer_distance", slots, _FEW, "trains that it needs alone; 100: no way left"),
        Part("offer_extra", slots, _FEW, "trains that it needs beside the plan; 100: no way left"),
        Part("facts", (len(FACTS),), tuple(scale for _, scale in FACTS), ", ".join(name for name, _ in FACTS)),
        Part("special_phase", (PHASES,), 1, "tunnel, substitutes, station payment, passenger, split"),
        Part("turned_up", cards, _COUNT, "cards that were turned up for the tunnel, by kind"),
        Part("owed", (1,), 0.5, "cards that are still due"),
        Part("long_tickets", (1,), _MANY, "tickets in the deck of long ones"),
        Part("stations_left", (seats,), 0.5, "stations that can still be built"),
        Part("done", (seats,), _COUNT, "tickets done in the race, mine first"),
        Part("coasts", (seats,), 1, "who has a card for both coasts"),
        Part("fetching", (MAX_PASSENGER_COLOURS,), 1, "colours of who waits where a passenger is taken now"),
        Part("passengers", (seats, MAX_PASSENGER_COLOURS), _COUNT, "by colour: mine, the next player's …"),
        Part(
            "tokens",
            (MAX_ROUTES, COLUMN),
            tuple(scale for _, scale, _ in COLUMNS),
            "route: " + ", ".join(name for name, _, _ in COLUMNS),
        ),
    ]


def private_token_parts(tables: Tables, seats: int) -> list[Part]:
    """What only a critic may see, beside the seat's row."""
    others = seats - 1
    return [
        Part("hands", (others, KINDS), _COUNT, "cards of the next player …, by kind"),
        Part("at_stakes", (others, 3), _MANY, "points of the next player's tickets, open and done; trains of the plan"),
        Part(
            "needs", (MAX_ROUTES, others), _FEW, "route: points of open tickets of the next player … whose ways use it"
        ),
    ]


# ---------------------------------------------------------------- what belongs to no route


@jit
def write_facts(b: Record, x: Record, at: Int) -> Int:
    x[at], x[at + 1], x[at + 2], x[at + 3] = b.n_trains, b.n_routes, b.n_cities, b.n_tickets
    x[at + 4], x[at + 5], x[at + 6], x[at + 7] = b.n_colours, b.cards_per_colour, b.n_locos, b.n_face_up
    x[at + 8], x[at + 9], x[at + 10] = b.first_deal, b.first_keep, b.first_deal_long
    x[at + 11], x[at + 12], x[at + 13] = b.deal, b.keep, b.split_deal
    x[at + 14], x[at + 15], x[at + 16] = b.end_trains, small(b.path_bonus), small(b.globetrotter_bonus)
    x[at + 17], x[at + 18], x[at + 19] = b.attraction_points, b.close_twins, b.both_tracks
    x[at + 20], x[at + 21], x[at + 22] = b.loco_ends_draw, b.two_cards, b.tunnel_cards
    x[at + 23], x[at + 24] = b.n_stations, small(b.station_points)
    x[at + 25], x[at + 26] = small(b.passenger_most), small(b.passenger_second)
    x[at + 27], x[at + 28] = b.n_districts, small(np.int64(b.tour_points[b.grand_tour]))
    x[at + 29], x[at + 30], x[at + 31], x[at + 32] = b.race, b.coast_cards, b.two_decks, b.open_hands
    x[at + 33], x[at + 34], x[at + 35], x[at + 36] = b.limited_locos, b.progress, b.blind_draw, b.country_tickets
    return at + 37


@jit
def write_state(b: Record, s: Record, seat: Int, seats: Int, x: Record, at: Int) -> Int:
    """Of the special rules what belongs to no route."""
    for phase in range(PHASES):
        x[at + phase] = s.phase == TUNNEL + phase
    at += PHASES
    if s.phase == TUNNEL:
        for i in range(s.turned_n):
            x[at + s.turned_up[i]] += 1
    x[at + KINDS], x[at + KINDS + 1] = s.owed, s.long_n
    at += KINDS + 2
    for k in range(min(seats, b.n_players)):
        p = relative_seat(b, seat, k)
        for i in range(b.n_stations):
            x[at + k] += s.station[p, i] == 0
        x[at + seats + k] = s.done_n[p]
        x[at + 2 * seats + k] = np.int64(s.coasts) >> p & 1
    at += 3 * seats
    for i in range(2):
        if s.waiting[i] > 0:
            colours = colours_at(b, s, np.int64(s.waiting[i]) - 1)
            for colour in range(MAX_PASSENGER_COLOURS):
                x[at + colour] |= colours >> colour & 1
    at += MAX_PASSENGER_COLOURS
    for i in range(b.n_passengers):
        holder = (np.int64(s.passenger[i]) >> 3) - 1
        if holder >= 0:
            place = holder - np.int64(seat)
            place = place if place >= 0 else place + b.n_players
            x[at + place * MAX_PASSENGER_COLOURS + (s.passenger[i] & np.uint64(7))] += 1
    return at + seats * MAX_PASSENGER_COLOURS


# ---------------------------------------------------------------- tokens


@jit
def write_ends(b: Record, x: Record, at: Int, column: Int, city: Int, amount: Int) -> None:
    """Add to a column of all routes that end at a city."""
    for i in range(b.city_first[city], b.city_first[city + np.uint64(1)]):
        first = np.int64(b.link_route[b.city_link[i]])
        r = first
        while True:
            place = at + r * COLUMN + column
            x[place] = small(np.int64(x[place]) + amount)
            r = np.int64(b.twin[r])
            if r == first:
                break


@jit
def write_ends_of(b: Record, x: Record, at: Int, column: Int, cities: Int, amount: Int) -> None:
    """The same for a set of cities, a bit each."""
    for c in range(b.n_cities):
        if cities >> np.uint64(c) & np.uint64(1):
            write_ends(b, x, at, column, np.uint64(c), amount)


@jit
def write_tracks(b: Record, s: Record, seat: Int, m: Record, x: Record, at: Int, best: Int) -> None:
    """What each route's own token says, and its twins'."""
    locos = np.int64(s.hand[seat, LOCO])
    for r in range(b.n_routes):
        colour, here = np.int64(b.route_colour[r]), at + r * COLUMN
        x[here], x[here + 1], x[here + 2] = b.route_a[r], b.route_b[r], colour if colour >= 0 else GREY
        x[here + PRESENT] = 1
        p, free = owner(s, r), is_open(s, r, seat)
        if p != NOBODY:
            place = np.int64(p) - np.int64(seat)
            x[here + MINE + (place if place >= 0 else place + b.n_players)] = 1
        x[here + OPEN] = free
        x[here + LACK] = max(0, lacked(b, s, seat, r, best) - locos) if free else 0
        x[here + NEED], x[here + NEAR], x[here + WANT] = m.need[r], m.near[r], m.want[r]
        x[here + TOUCH_MINE], x[here + TOUCH_THEIRS] = m.touch_mine[r], m.touch_theirs[r]
        x[here + LENGTH], x[here + POINTS] = b.route_length[r], b.route_points[r]
        x[here + LOCOS], x[here + IS_TUNNEL] = b.least_locos[r], b.tunnel[r]
        x[here + CARDS] = s.hand[seat, colour] if colour >= 0 else best
        track = np.int64(b.twin[r])
        while track != r:
            there = at + track * COLUMN
            x[there + IS_DOUBLE] = 1
            x[there + TWIN_OPEN] |= np.int8(free)
            x[there + TWIN_MINE] |= np.int8(p == seat)
            x[there + TWIN_THEIRS] |= np.int8(p != NOBODY and p != seat)
            track = np.int64(b.twin[track])
    mark_plan(b, s, seat, m, x, at + PLANNED, COLUMN)
    if s.pending > 0:
        x[at + b.claim_route[s.pending - 1] * COLUMN + PENDING] = 1


@jit
def write_goals(b: Record, m: Record, x: Record, at: Int) -> None:
    for t in range(b.n_tickets):
        if m.mine[t] == HELD_BY_ME and m.distance[t] != 0:
            if b.country_tickets:
                cities = b.ticket_from[t]
                for g in range(b.goal_n[t]):
                    cities |= b.goal_cities[t, g]
                write_ends_of(b, x, at, GOALS, cities, 1)
            else:
                write_ends(b, x, at, GOALS, np.uint64(b.ticket_a[t]), 1)
                write_ends(b, x, at, GOALS, np.uint64(b.ticket_b[t]), 1)


@jit
def write_cities(b: Record, s: Record, seat: Int, x: Record, at: Int) -> None:
    """Stations, passengers, attractions and districts."""
    for p in range(b.n_players):
        for i in range(b.n_stations):
            if s.station[p, i] > 0:
                column = MY_STATIONS if p == seat else THEIR_STATIONS
                write_ends(b, x, at, column, np.uint64(s.station[p, i] - 1), 1)
    if s.building > 0:
        write_ends(b, x, at, DECIDED, np.uint64(s.building - 1), 1)
    for i in range(2):
        if s.waiting[i] > 0:
            write_ends(b, x, at, DECIDED, np.uint64(s.waiting[i] - 1), 1)
    if b.n_passengers > 0:
        for c in range(b.n_cities):
            n = np.int64(0)
            for i in range(b.n_passengers):
                n += waits_at(b, s, i, c)
            if n > 0:
                write_ends(b, x, at, WAITING, np.uint64(c), n)
    if b.attraction_points > 0 and b.attraction_cities != 0:
        write_ends_of(b, x, at, ATTRACTIONS, b.attraction_cities & ~touched_cities(b, s, seat), 1)
    for d in range(b.n_districts):
        if not has_district(b, s, seat, d):
            write_ends_of(b, x, at, DISTRICTS, b.district_cities[d], np.int64(b.district_points[d]))


def encode_tokens(b: Record, s: Record, m: Record, row: Record) -> Int:
    """Write the inputs of a seat into its row; returns how many."""
    seat, x, seats = row.seat, inputs_of(row), np.int64(m.seats)
    remember(b, s, seat, m)
    best = most_of_a_colour(b, s, seat)
    for i in range(x.size):
        x[i] = 0
    at = write_table(b, s, seat, m, x, 0, KINDS)
    at = write_plan(b, s, seat, m, x, at, best, KINDS)
    for i in range(MAX_OFFER):
        x[at + i] = is_offered(s, seat, i)
    at = write_offered(b, s, seat, m, x, at + MAX_OFFER, MAX_OFFER)
    at = write_facts(b, x, at)
    at = write_state(b, s, seat, seats, x, at)
    write_tracks(b, s, seat, m, x, at, best)
    write_goals(b, m, x, at)
    write_cities(b, s, seat, x, at)
    return at + MAX_ROUTES * COLUMN


@jit
def encode_private_tokens(b: Record, s: Record, seat: Int, ms: Record, x: Record) -> Int:
    """Write what the other seats hold into x; returns how many inputs that are."""
    others = np.int64(ms[seat].seats) - 1
    stakes = others * KINDS
    needs = stakes + 3 * others
    size = needs + MAX_ROUTES * others
    for i in range(size):
        x[i] = 0
    for i in range(min(others, b.n_players - 1)):
        p = relative_seat(b, seat, i + 1)
        m = ms[p]
        remember(b, s, p, m)
        for kind in range(KINDS):
            x[i * KINDS + kind] = s.hand[p, kind]
        done, left = points_at_stake(b, m)
        at = stakes + 3 * i
        x[at], x[at + 1], x[at + 2] = small(left), small(done), small(m.plan_trains)
        for r in range(b.n_routes):
            x[needs + r * others + i] = m.need[r]
    return size


TOKENS = Encoder(
    name="tokens",
    version=1,
    parts=token_parts,
    kernel=encode_tokens,
    private_parts=private_token_parts,
    private=TOKENS_OF_OTHERS,
    seats=MAX_PLAYERS,
)
