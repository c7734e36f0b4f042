"""``planes``: the thesis's binary planes of V x V cities (its section 4.1.1): map, occupancy, hands and trains.

Planes of a weight are categories: plane w has a 1 where the weight is w, and 0 is the weight where there is nothing.
Planes of a number are a thermometer: the first n of them are all 1. A hand that the seat may not see is all 0. Grey
routes lie in the planes of the last kind, where a board without locomotives has nothing else.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.encoders.blocks import Part, sizes_of
from footplate.encoders.encoder import Encoder
from footplate.encoders.layout import inputs_of, kind_at, kinds_of, relative_seat
from footplate.engine.layout import Int, Record
from footplate.engine.routes import owner
from footplate.engine.tables import Tables


def plane_parts(tables: Tables, seats: int) -> list[Part]:
    size, rules = sizes_of(tables), tables.board.rules
    square, longest = (size.cities, size.cities), max(route.length for route in tables.board.routes)
    most = max(rules.cards_per_color, rules.locomotives)
    return [
        Part("map", (longest + 1, size.kinds, *square), 1, "length of the route of a colour; 0: there is none"),
        Part("occupancy", (seats + 1, size.kinds, *square), 1, "its owner: nobody, I, the next player …"),
        Part("hands", (seats, size.kinds, most, *square), 1, "at least so many cards of a kind; mine first"),
        Part("trains", (seats, rules.trains, *square), 1, "at least so many trains; mine first"),
    ]


@jit
def fill(x: Record, at: Int, size: Int, value: Int) -> Int:
    for i in range(at, at + size):
        x[i] = value
    return at + size


@jit
def write_weights(b: Record, s: Record, seat: Int, owners: bool, weights: Int, x: Record, at: Int) -> Int:
    """Planes by weight and colour: of each route its length, or its owner counted from the seat."""
    cities, group = b.n_cities, b.n_cities * b.n_cities * kinds_of(b)
    end = fill(x, fill(x, at, group, 1), group * (weights - 1), 0)
    for r in range(b.n_routes):
        weight: Int = np.int64(b.route_length[r])
        if owners:
            p = owner(s, r)
            weight = 0 if p < 0 else 1 + (p - seat if p >= seat else p - seat + b.n_players)
        colour = np.int64(b.route_colour[r])
        plane = at + (colour if colour >= 0 else kinds_of(b) - 1) * cities * cities
        here, there = np.int64(b.route_a[r]), np.int64(b.route_b[r])
        for square in (here * cities + there, there * cities + here):
            if weight > 0:
                x[plane + square] = 0
                x[plane + weight * group + square] = 1
    return end


def encode_planes(b: Record, s: Record, m: Record, row: Record) -> Int:
    """Write the inputs of a seat into its row; returns how many."""
    seat, x = row.seat, inputs_of(row)
    square, n, seats = b.n_cities * b.n_cities, b.n_players, np.int64(m.seats)
    at = write_weights(b, s, np.int64(seat), False, b.longest + 1, x, 0)
    at = write_weights(b, s, np.int64(seat), True, seats + 1, x, at)
    most = max(b.cards_per_colour, b.n_locos)
    for k in range(seats):
        shown = k < n and (k == 0 or m.shows_hands)
        for kind in range(kinds_of(b)):
            cards = np.int64(s.hand[relative_seat(b, seat, k), kind_at(b, kind)]) if shown else np.int64(0)
            at = fill(x, fill(x, at, cards * square, 1), (most - cards) * square, 0)
    for k in range(seats):
        trains = np.int64(s.trains[relative_seat(b, seat, k)]) if k < n else np.int64(0)
        at = fill(x, fill(x, at, trains * square, 1), (b.n_trains - trains) * square, 0)
    return at


PLANES = Encoder(
    name="planes",
    version=1,
    parts=plane_parts,
    kernel=encode_planes,
    can_show_hands=True,
)
