"""What ``features`` adds on boards with rules of their own; elsewhere there is nothing to add."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.encoders.blocks import Part, sizes_of
from footplate.encoders.layout import kind_at, kinds_of, relative_seat
from footplate.engine.layout import DECLINE, PAY, SPLIT_FIRST, TUNNEL, Int, Record
from footplate.engine.networks import reached_from
from footplate.engine.special import has_special_actions
from footplate.engine.tables import Tables

_COUNT, _FEW = 1 / 4, 1 / 10
PHASES = SPLIT_FIRST - TUNNEL + 1


def special_parts(tables: Tables, seats: int) -> list[Part]:
    """Behind all other blocks."""
    size, b = sizes_of(tables), tables.bare[0]
    parts = []
    if b.special_first[-1] > b.special_first[0]:
        parts.append(Part("special_phase", (PHASES,), 1, "tunnel, substitutes, station payment, passenger, split"))
    if b.special_first[DECLINE] > b.special_first[PAY]:
        parts += [
            Part("turned_up", (size.kinds,), 1, "cards that were turned up for the tunnel, by kind"),
            Part("owed", (1,), 0.5, "cards that are still due"),
            Part("pending", (size.routes,), 1, "route: it is being claimed and not yet paid"),
        ]
    if b.n_stations > 0:
        parts += [
            Part("stations", (seats, size.cities), 1, "city: a station of mine, of the next player …"),
            Part("stations_left", (seats,), 0.5, "stations that can still be built"),
            Part("building", (size.cities,), 1, "city: a station is being paid there"),
        ]
    if b.two_decks:
        parts.append(Part("long_tickets", (1,), 1 / 20, "tickets in the deck of long ones"))
    if b.n_passengers > 0:
        colours = int(b.n_passenger_colours)
        parts += [
            Part("passengers", (seats, colours), _COUNT, "passengers by colour: mine, the next player's …"),
            Part("waiting", (size.cities, colours), 1, "city: passengers by colour that wait there"),
            Part("fetching", (size.cities,), 1, "city: a passenger is taken there now"),
        ]
    if b.race > 0:
        parts += [
            Part("done", (seats,), _COUNT, "tickets done in the race, mine first"),
            Part("coasts", (seats,), 1, "who has a card for both coasts"),
        ]
    if b.n_districts > 0:
        parts.append(Part("districts", (int(b.n_districts),), 1, "district: all its cities are in one network of mine"))
    return parts


@jit
def write_unpaid(b: Record, s: Record, x: Record, at: Int) -> Int:
    """A claim that is under way; what was turned up for it is known to all."""
    kinds = kinds_of(b)
    for k in range(kinds):
        x[at + k] = 0
        for i in range(s.turned_n if s.phase == TUNNEL else 0):
            x[at + k] += np.int64(s.turned_up[i]) == kind_at(b, k)
    x[at + kinds] = s.owed
    at += kinds + 1
    for r in range(b.n_routes):
        x[at + r] = 0
    if s.pending > 0:
        x[at + b.claim_route[s.pending - 1]] = 1
    return at + b.n_routes


@jit
def write_stations(b: Record, s: Record, seat: Int, seats: Int, x: Record, at: Int) -> Int:
    left = at + seats * b.n_cities
    for i in range(at, left + seats + b.n_cities):
        x[i] = 0
    for k in range(min(seats, b.n_players)):
        p = relative_seat(b, seat, k)
        for i in range(b.n_stations):
            if s.station[p, i] > 0:
                x[at + k * b.n_cities + s.station[p, i] - 1] = 1
            else:
                x[left + k] += 1
    if s.building > 0:
        x[left + seats + s.building - 1] = 1
    return left + seats + b.n_cities


@jit
def write_passengers(b: Record, s: Record, seat: Int, seats: Int, x: Record, at: Int) -> Int:
    n = b.n_passenger_colours
    waiting = at + seats * n
    fetching = waiting + b.n_cities * n
    for i in range(at, fetching + b.n_cities):
        x[i] = 0
    for i in range(b.n_passengers):
        colour, holder = np.int64(s.passenger[i]) & 7, (np.int64(s.passenger[i]) >> 3) - 1
        if holder >= 0:
            k = holder - np.int64(seat)
            x[at + (k if k >= 0 else k + b.n_players) * n + colour] += 1
        else:
            for c in range(b.n_cities):
                if b.city_place[c] == b.passenger_place[i]:
                    x[waiting + c * n + colour] += 1
    for i in range(2):
        if s.waiting[i] > 0:
            x[fetching + s.waiting[i] - 1] = 1
    return fetching + b.n_cities


@jit
def has_district(b: Record, s: Record, seat: Int, district: Int) -> bool:
    """Whether the seat's routes join all its cities."""
    cities = b.district_cities[district]
    first = cities & (~cities + np.uint64(1))
    return cities & ~reached_from(b, s, seat, first, np.uint64(0)) == 0


@jit
def write_special(b: Record, s: Record, seat: Int, seats: Int, x: Record, at: Int) -> Int:
    """Write the blocks of ``special_parts``; returns where they end."""
    if has_special_actions(b):
        for phase in range(PHASES):
            x[at + phase] = s.phase == TUNNEL + phase
        at += PHASES
    if b.special_first[DECLINE] > b.special_first[PAY]:
        at = write_unpaid(b, s, x, at)
    if b.n_stations > 0:
        at = write_stations(b, s, seat, seats, x, at)
    if b.two_decks:
        x[at] = s.long_n
        at += 1
    if b.n_passengers > 0:
        at = write_passengers(b, s, seat, seats, x, at)
    if b.race > 0:
        for k in range(seats):
            p, sits = relative_seat(b, seat, k) if k < b.n_players else 0, k < b.n_players
            x[at + k] = s.done_n[p] if sits else 0
            x[at + seats + k] = np.int64(s.coasts) >> p & 1 if sits else 0
        at += 2 * seats
    for d in range(b.n_districts):
        x[at + d] = has_district(b, s, seat, d)
    return at + b.n_districts
