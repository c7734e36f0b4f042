"""Actions that only some boards have: their numbers, what is legal of them, and what happens.

One door each from ``tables`` (``number_actions``), ``moves`` (``legal_special``, ``legal_on_a_turn``) and ``step``
(``special_step``); boards without such rules never get here.
"""

from __future__ import annotations

import numpy as np

from footplate.boards import Board
from footplate.engine.jit import jit
from footplate.engine.layout import CLAIM, KINDS, SPECIAL_KINDS, SPLIT_FIRST, TUNNEL, Int, Record


def number_actions(b: Record, board: Board) -> None:
    """Behind the claims, as many numbers of each kind as the board uses."""
    rules = board.rules
    substitutes = any(route.substitutes for route in board.routes)
    due = max([rules.tunnel_cards, *(rules.stations.costs if rules.stations else ())])
    split = max(rules.initial_tickets.deal, rules.draw_tickets.deal) + 1
    sizes = (
        (due + 1) * KINDS if due else 0,
        KINDS if substitutes else 0,
        1 if rules.tunnel_cards or rules.passengers else 0,
        len(board.cities) if rules.stations else 0,
        len(rules.passengers.colors) if rules.passengers else 0,
        split if rules.ticket_decks else 0,
        1 if rules.race else 0,
    )
    b["special_first"] = CLAIM + int(b["n_claims"]) + np.cumsum((0, *sizes))
    b["n_actions"] = b["special_first"][SPECIAL_KINDS]


@jit
def special_kind(b: Record, action: Int) -> Int:
    """PAY … SWAP, or -1 for an action of no such kind."""
    if action < b.special_first[0]:
        return np.int64(-1)
    for kind in range(SPECIAL_KINDS):
        if action < b.special_first[kind + 1]:
            return np.int64(kind)
    return np.int64(-1)


@jit
def has_special_actions(b: Record) -> bool:
    return b.special_first[SPECIAL_KINDS] > b.special_first[0]


@jit
def legal_on_a_turn(b: Record, s: Record, acts: Record, n: Int) -> Int:
    """Append what can be done on a turn beside drawing and claiming."""
    return n


@jit
def legal_special(b: Record, s: Record, acts: Record) -> Int:
    """The legal actions of a phase that only some boards have."""
    n = np.int64(0)
    if not TUNNEL <= s.phase <= SPLIT_FIRST:
        raise ValueError("there is no such phase")
    return n


@jit
def special_step(b: Record, s: Record, action: Int) -> None:
    """Carry out an action of a kind that only some boards have."""
    raise ValueError("there is no such action")
