"""``any``: a code of actions with the same numbers on every board, for networks that play any map.

    0 …                   the engine's numbers below the claims
    ANY_CLAIMS + …        route x KINDS + kind: a claim, as ``lean`` has them
    ANY_SPECIAL[kind] + … each kind of action that only some boards have (PAY … PAIR), in the engine's order

Where cards are drawn in pairs, a face-up locomotive has the number that it has on boards with all colours.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from footplate.boards.limits import MAX_ROUTES
from footplate.compile import jit
from footplate.encoders.lean_claims import leanest_claim
from footplate.engine.layout import CLAIM, KINDS, NOBODY, PAIR, SPECIAL_MOST, Int, Record
from footplate.engine.special import special_kind

ANY_CLAIMS = CLAIM
ANY_SPECIAL = tuple(accumulate(SPECIAL_MOST, initial=ANY_CLAIMS + MAX_ROUTES * KINDS))  # and the end
_ANY_SPECIAL = np.array(ANY_SPECIAL, np.int64)


@jit
def any_pair(b: Record, number: Int, from_loco: Int, to_loco: Int) -> Int:
    """The number of a pair of cards if a face-up locomotive has another number among single draws."""
    j = np.int64(0)
    while (j + 1) * (j + 2) // 2 <= number:
        j += 1
    i = number - j * (j + 1) // 2
    if j == from_loco:
        i, j = to_loco if i == from_loco else i, to_loco
    return j * (j + 1) // 2 + i


@jit
def any_code(b: Record, action: Int) -> Int:
    """The code of an engine's action, whether it is legal or not."""
    if action < CLAIM:
        return np.int64(action)
    if action < CLAIM + b.n_claims:
        claim = action - CLAIM
        return ANY_CLAIMS + np.int64(b.claim_route[claim]) * KINDS + np.int64(b.claim_colour[claim])
    kind = special_kind(b, action)
    number = action - b.special_first[kind]
    if kind == PAIR:
        number = any_pair(b, number, 1 + b.n_colours, np.int64(KINDS))
    return _ANY_SPECIAL[kind] + number


@jit
def any_action(b: Record, s: Record, code: Int) -> Int:
    """The engine's action of a legal code."""
    if code < ANY_CLAIMS:
        return np.int64(code)
    if code < _ANY_SPECIAL[0]:
        route, kind = divmod(code - ANY_CLAIMS, KINDS)
        claim = leanest_claim(b, s, route, kind)
        if claim == NOBODY:
            raise ValueError("nothing pays for this route so")
        return CLAIM + claim
    kind = np.int64(0)
    while code >= _ANY_SPECIAL[kind + 1]:
        kind += 1
    number = code - _ANY_SPECIAL[kind]
    if kind == PAIR:
        number = any_pair(b, number, np.int64(KINDS), 1 + b.n_colours)
    return b.special_first[kind] + number
