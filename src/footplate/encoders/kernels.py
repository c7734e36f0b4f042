"""All encoders behind one compiled function, by their numbers."""

from __future__ import annotations

import numba
import numpy as np

from footplate.compile import entry_point, jit
from footplate.encoders.features import encode_features, encode_private_features
from footplate.encoders.layout import MEMORY
from footplate.engine.entry_points import BOARDS, INT, SEATS, STATES
from footplate.engine.layout import Int, Record, new_records
from footplate.papers.thesis.planes import encode_planes
from footplate.papers.yang.vector import encode_vector

VECTOR, PLANES, FEATURES = range(3)

MEMORIES = numba.typeof(new_records(MEMORY).reshape(1, 1))
ROWS = numba.types.int8[:, ::1]


@jit
def encode(which: Int, b: Record, s: Record, seat: Int, m: Record, x: Record) -> Int:
    """Write what ``seat`` sees of a state or an observation into x; ``m`` is the seat's memory. Returns the size."""
    if which == VECTOR:
        return encode_vector(b, s, seat, m, x)
    if which == PLANES:
        return encode_planes(b, s, seat, m, x)
    if which == FEATURES:
        return encode_features(b, s, seat, m, x)
    raise ValueError("there is no such encoder")


@jit
def encode_private(which: Int, b: Record, s: Record, seat: Int, ms: Record, x: Record) -> Int:
    """Write what only a critic may see of a state, beside the seat's view; ``ms`` are all seats' memories."""
    return encode_private_features(b, s, seat, ms, x) if which == FEATURES else np.int64(0)


@entry_point(INT, BOARDS, STATES, SEATS, MEMORIES, ROWS)
def encode_rows(which: Int, boards: Record, states: Record, seats: Record, memory: Record, out: Record) -> None:
    for i in range(states.size):
        encode(which, boards[0], states[i], seats[i], memory[i, seats[i]], out[i])


@entry_point(INT, BOARDS, STATES, SEATS, MEMORIES, ROWS)
def encode_private_rows(which: Int, boards: Record, states: Record, seats: Record, memory: Record, out: Record) -> None:
    for i in range(states.size):
        encode_private(which, boards[0], states[i], seats[i], memory[i], out[i])
