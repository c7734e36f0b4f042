"""The observable state Z of Yang et al. (III-A), each of its six parts a block: ``vector`` and ``slots``.

``slots`` has the state's variables as they are printed, one input each: 38 on their board. ``vector`` says the same in
inputs that are 0 or 1, or amounts; face-up cards are counted by kind, since the game doesn't keep them in places.
"""

from __future__ import annotations

import numpy as np

from footplate.encoders.blocks import Part, sizes_of
from footplate.encoders.encoder import Encoder
from footplate.encoders.layout import (
    inputs_of,
    kind_at,
    kind_in_place,
    kinds_of,
    relative_seat,
    seen_place,
    slots_of,
    write_offer,
)
from footplate.engine.layout import HELD, NO_TICKET, NOBODY, Int, Record
from footplate.engine.routes import owner
from footplate.engine.tables import Tables


def vector_parts(tables: Tables, seats: int) -> list[Part]:
    size, rules = sizes_of(tables), tables.board.rules
    return [
        Part("board", (seats + 1, size.routes), 1, "nobody's, mine, the next player's …"),
        Part("trains", (seats,), 1 / rules.trains, "left, mine first"),
        Part("face_up", (size.kinds,), 1 / max(1, rules.face_up), "face-up cards by kind"),
        Part("hand", (size.kinds,), 0.25, "my cards by kind"),
        Part("tickets", (size.tickets,), 1, "I hold it"),
        Part("offer", (size.slots, size.tickets), 1, "it is offered to me, in this place"),
    ]


def encode_vector(b: Record, s: Record, m: Record, row: Record) -> Int:
    """Write the inputs of a seat into its row; returns how many."""
    seat, x = row.seat, inputs_of(row)
    at = 0
    for k in range(-1, m.seats):
        p = relative_seat(b, seat, k) if k >= 0 else NOBODY
        for r in range(b.n_routes):
            x[at + r] = k < b.n_players and owner(s, r) == p
        at += b.n_routes
    for k in range(m.seats):
        x[at] = s.trains[relative_seat(b, seat, k)] if k < b.n_players else 0
        at += 1
    for k in range(kinds_of(b)):
        x[at + k] = s.face_up[kind_at(b, k)]
        x[at + kinds_of(b) + k] = s.hand[seat, kind_at(b, k)]
    at += 2 * kinds_of(b)
    for t in range(b.n_tickets):
        x[at + t] = seen_place(s, t, seat) == HELD + seat
    at += b.n_tickets
    return write_offer(b, s, seat, x, at)


VECTOR = Encoder(
    name="vector",
    version=1,
    parts=vector_parts,
    kernel=encode_vector,
)


def slot_parts(tables: Tables, seats: int) -> list[Part]:
    size, rules = sizes_of(tables), tables.board.rules
    return [
        Part("board", (size.routes,), 1 / seats, "0 nobody's, 1 mine, 2 the next player's …"),
        Part("trains", (seats,), 1 / rules.trains, "left, mine first"),
        Part(
            "face_up",
            (rules.face_up,),
            1 / size.kinds,
            "by place: 0 no card, 1 the board's first colour …, locomotives",
        ),
        Part("hand", (size.kinds,), 0.25, "my cards by kind"),
        Part("tickets", (size.tickets,), 1, "I hold it"),
        Part("offer", (size.slots,), 1 / max(1, size.tickets), "by place: 0 none, 1 the board's first ticket …"),
    ]


def encode_slots(b: Record, s: Record, m: Record, row: Record) -> Int:
    """Write the inputs of a seat into its row; returns how many."""
    seat, x = row.seat, inputs_of(row)
    for r in range(b.n_routes):
        p = np.int64(owner(s, r))
        x[r] = 0 if p == NOBODY else 1 + (p - seat) % b.n_players
    at = np.int64(b.n_routes)
    for k in range(m.seats):
        x[at + k] = s.trains[relative_seat(b, seat, k)] if k < b.n_players else 0
    at += m.seats
    for place in range(b.n_face_up):
        x[at + place] = 1 + kind_in_place(b, s, place)  # NOBODY is -1
    at += b.n_face_up
    for k in range(kinds_of(b)):
        x[at + k] = s.hand[seat, kind_at(b, k)]
    at += kinds_of(b)
    for t in range(b.n_tickets):
        x[at + t] = seen_place(s, t, seat) == HELD + seat
    at += b.n_tickets
    for i in range(slots_of(b)):
        is_there = s.player == seat and i < s.offer_n and s.offer[i] != NO_TICKET
        x[at + i] = 1 + np.int64(s.offer[i]) if is_there else 0
    return at + slots_of(b)


SLOTS = Encoder(
    name="slots",
    version=1,
    parts=slot_parts,
    kernel=encode_slots,
)

ENCODERS = (VECTOR, SLOTS)
