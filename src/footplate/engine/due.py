"""Paying what is due (``s.owed`` cards, for a tunnel or a station): the numbers of the ways, and the payment.

Ways to pay one card come first, then those of two cards …; among them fewer locomotives come first, then the colours.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.layout import KINDS, LOCO, PAY, Int, Record
from footplate.engine.memory import pay_openly


def ways_to_pay_due(most: int) -> list[tuple[int, int]]:
    """(cards, locomotives among them) of all ways to pay up to ``most`` cards, colours apart, in their order."""
    return [(due, locos) for due in range(1, most + 1) for locos in range(due + 1)]


@jit
def first_way(b: Record, s: Record) -> Int:
    """The number of the first way to pay what is due."""
    due = np.int64(s.owed)
    return b.special_first[PAY] + (due * (due + 1) // 2 - 1) * KINDS


@jit
def list_ways(b: Record, s: Record, acts: Record, n: Int, colour: Int, coloured: Int, locos: Int) -> Int:
    """Append the ways to pay what is due with at most so many cards of a colour, at least one, and locomotives."""
    due, first = np.int64(s.owed), first_way(b, s)
    for paid in range(min(due - 1, locos) + 1):
        acts[n] = first + paid * KINDS + colour
        n += due - paid <= coloured
    return n


@jit
def list_locos_only(b: Record, s: Record, acts: Record, n: Int, locos: Int) -> Int:
    """Append the way to pay what is due with locomotives alone, where there are so many."""
    acts[n] = first_way(b, s) + s.owed * KINDS + LOCO
    return n + (s.owed <= locos)


@jit
def pay_due(b: Record, s: Record, action: Int) -> None:
    """Pay what is due in the way that the action says."""
    way = action - first_way(b, s)
    locos = way // KINDS
    pay_openly(b, s, LOCO, locos)
    if locos < s.owed:
        pay_openly(b, s, way % KINDS, s.owed - locos)
