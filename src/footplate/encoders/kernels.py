"""Encoders in compiled code: each is called by its address, which lies in the memory that was made for it."""

from __future__ import annotations

import numba

from footplate.compile import call_at, entry_point, jit
from footplate.encoders.features import encode_private_features
from footplate.encoders.layout import MEMORY, TOKENS_OF_OTHERS
from footplate.encoders.tokens import encode_private_tokens
from footplate.engine.entry_points import BOARDS, SEATS, STATES
from footplate.engine.layout import Int, Record, new_records

MEMORIES = numba.typeof(new_records(MEMORY).reshape(1, 1))
ROWS = numba.types.int8[:, ::1]


@jit
def encode(b: Record, s: Record, seat: Int, m: Record, x: Record) -> Int:
    """Write what ``seat`` sees of a state or an observation into x; ``m`` is the seat's memory. Returns the size."""
    m.row.seat, m.row.address, m.row.inputs = seat, x.ctypes.data, x.size
    return call_at(m.encoder, b, s, m, m.row)


@jit
def encode_private(b: Record, s: Record, seat: Int, ms: Record, x: Record) -> Int:
    """Write what only a critic may see into x; ``ms`` are the memories of all seats. Returns the size."""
    if ms[seat].private == TOKENS_OF_OTHERS:
        return encode_private_tokens(b, s, seat, ms, x)
    return encode_private_features(b, s, seat, ms, x)


@entry_point(BOARDS, STATES, SEATS, MEMORIES, ROWS)
def encode_rows(boards: Record, states: Record, seats: Record, memory: Record, out: Record) -> None:
    for i in range(states.size):
        encode(boards[0], states[i], seats[i], memory[i, seats[i]], out[i])


@entry_point(BOARDS, STATES, SEATS, MEMORIES, ROWS)
def encode_private_rows(boards: Record, states: Record, seats: Record, memory: Record, out: Record) -> None:
    """What only a critic may see of states, beside the seats' views."""
    for i in range(states.size):
        encode_private(boards[0], states[i], seats[i], memory[i], out[i])
