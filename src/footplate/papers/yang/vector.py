"""``vector``: the observable state Z of Yang et al. (III-A), each of its six parts a block.

Which spot of the market a card lies in is not part of the game here, so face-up cards are counted by kind.
"""

from __future__ import annotations

from footplate.encoders.blocks import Part, sizes_of
from footplate.encoders.encoder import Encoder
from footplate.encoders.layout import inputs_of, kind_at, kinds_of, relative_seat, seen_place, write_offer
from footplate.engine.layout import HELD, NOBODY, Int, Record
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
