"""What encoders share: the MEMORY and ROW records, and what a seat may see of a state.

Encoders read states and observations alike. They take only what the seat knows, so both give the same inputs.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import array_at, jit
from footplate.engine.cards import ticket_known_by, ticket_place
from footplate.engine.layout import LOCO, NO_TICKET, NOBODY, PLAYERS, ROUTES, TICKETS, UNKNOWN, Int, Record

_I1, _I8, _U1, _U8 = np.int8, np.int64, np.uint8, np.uint64

# What an encoder is to fill in: the view of which seat, where it lies, and how many inputs it has.
ROW = np.dtype([("seat", _I8), ("address", _U8), ("inputs", _I8)], align=True)

# What only a critic may see: m.private.
NOTHING, FEATURES_OF_OTHERS, TOKENS_OF_OTHERS = range(3)

# What an encoder keeps for one seat of one game. Its kernel's address, ``private``, ``seats`` (players that the input
# has room for) and ``shows_hands`` are set when it is made. The rest is derived from ``route`` and ``mine`` and made
# again when these have changed; only ``features`` and ``tokens`` keep anything.
MEMORY = np.dtype(
    [
        ("encoder", _U8), ("seats", _I8), ("shows_hands", _I8), ("private", _I8), ("row", ROW),
        ("filled", _I8), ("route", _U1, (ROUTES,)), ("mine", _U1, (TICKETS,)),  # what the rest was derived from
        # by ticket that the seat holds or is offered: trains still needed alone, and beside the plan
        ("distance", _I1, (TICKETS,)), ("extra", _I1, (TICKETS,)),
        # by route: points of tickets whose shortest ways use it (held, nearly, offered); ends with somebody's trains
        ("need", _I1, (ROUTES,)), ("near", _I1, (ROUTES,)), ("want", _I1, (ROUTES,)),
        ("touch_mine", _I1, (ROUTES,)), ("touch_theirs", _I1, (ROUTES,)),
        # one network for all held tickets: its links that are still to be claimed
        ("plan_n", _I8), ("plan_trains", _I8), ("plan", _U1, (ROUTES,)),
        ("largest", _I1, (PLAYERS,)),  # trains in the largest network of each player
    ],
    align=True,
)  # fmt: skip


@jit
def inputs_of(row: Record) -> Record:
    """The array of int8 that an encoder fills in."""
    return array_at(row.address, row.inputs, np.int8)


@jit
def relative_seat(b: Record, seat: Int, k: Int) -> Int:
    """The player who is k places after ``seat``; 0 is the seat itself."""
    p = np.int64(seat) + k
    return p - b.n_players if p >= b.n_players else p


@jit
def kinds_of(b: Record) -> Int:
    """Kinds of card that inputs and codes count: the board's colours, then locomotives."""
    return b.n_colours + 1


@jit
def kind_at(b: Record, k: Int) -> Int:
    """The engine's number of the k-th kind."""
    return k if k < b.n_colours else np.int64(LOCO)


@jit
def kind_in_place(b: Record, s: Record, place: Int) -> Int:
    """Which kind of card lies face up in a place, from 0; NOBODY if none does.

    A game doesn't keep its face-up cards in places. They are laid out by kind: the board's colours, then locomotives.
    """
    for k in range(kinds_of(b)):
        place -= np.int64(s.face_up[kind_at(b, k)])
        if place < 0:
            return np.int64(k)
    return np.int64(NOBODY)


@jit
def slots_of(b: Record) -> Int:
    """Tickets on offer at once, at most."""
    return max(b.first_deal + b.first_deal_long, max(b.deal, b.split_deal))


@jit
def seen_place(s: Record, t: Int, seat: Int) -> Int:
    """Where ticket t is, as far as the seat knows: IN_DECK, HELD + player, ON_OFFER or UNKNOWN."""
    return ticket_place(s, t) if ticket_known_by(s, t) >> np.int64(seat) & 1 else np.int64(UNKNOWN)


@jit
def seen_cards(b: Record, s: Record, seat: Int, p: Int, kind: Int) -> Int:
    """Cards of a kind that the seat knows in p's hand: all of its own, and of others those taken face up."""
    return np.int64(s.hand[p, kind]) if p == seat or b.open_hands else np.int64(s.known[p, kind])


@jit
def small(amount: Int) -> Int:
    """What fits into an input."""
    return max(-127, min(127, amount))


@jit
def write_offer(b: Record, s: Record, seat: Int, x: Record, at: Int) -> Int:
    """A row for each place of the offer: the ticket there has a 1, if it is offered to the seat."""
    for i in range(slots_of(b) * b.n_tickets):
        x[at + i] = 0
    if s.player == seat:
        for i in range(s.offer_n):
            if s.offer[i] != NO_TICKET:
                x[at + i * b.n_tickets + s.offer[i]] = 1
    return at + slots_of(b) * b.n_tickets
