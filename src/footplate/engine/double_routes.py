"""The rule for double and triple routes: what becomes of the other tracks when one is claimed.

``b.twin`` leads from each track to the next and around to the first. With few players (``b.close_twins``) a claim
closes the other tracks to everybody; with more only to whoever claims, and on some boards (``b.both_tracks``) to
nobody.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.layout import EVERYBODY, Int, Record
from footplate.engine.routes import is_open, owner


@jit
def close_twins(b: Record, s: Record, p: Int, r: Int) -> None:
    """Player p has claimed route r."""
    closed_to = EVERYBODY if b.close_twins else (0 if b.both_tracks else 1 << p)
    twin = b.twin[r]
    while twin != r:
        s.route[twin] |= closed_to
        twin = b.twin[twin]


@jit
def owns_twin(b: Record, s: Record, p: Int, r: Int) -> bool:
    """Whether player p owns another track beside route r."""
    twin = b.twin[r]
    while twin != r:
        if owner(s, twin) == p:
            return True
        twin = b.twin[twin]
    return False


@jit
def open_tracks(b: Record, s: Record, k: Int, p: Int) -> Int:
    """How many tracks of link k player p may claim."""
    first = b.link_route[k]
    n, r = np.int64(is_open(s, first, p)), b.twin[first]
    while r != first:
        n += is_open(s, r, p)
        r = b.twin[r]
    return n
