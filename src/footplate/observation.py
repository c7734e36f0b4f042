"""What a seat knows of a game, with a name for everything in it.

An Observation holds an erased record and nothing else of the game: what the seat can't see is not in it. Bots in
compiled code work on ``record``; bots in Python use the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.actions import LOCOMOTIVE, Action, ActionSpace, ClaimRoute, action_space
from footplate.boards import Board, Ticket
from footplate.boards.position import Position
from footplate.engine import layout
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, IN_DECK, LOCO, NO_TICKET, SCRATCH, Record, Records, new_records
from footplate.engine.moves import is_open, least_kept, legal_actions, legal_mask, owners
from footplate.engine.progress import CUT_OFF, distance
from footplate.engine.tables import Tables
from footplate.events import Event


class Phase(Enum):
    """What the player to move decides now."""

    FIRST_TICKETS = layout.FIRST_TICKETS
    TURN = layout.TURN
    SECOND_CARD = layout.SECOND_CARD
    TICKET_CHOICE = layout.TICKET_CHOICE
    OVER = layout.OVER


class View:
    """A state or an observation of one, read by name. Seats are counted from 0."""

    def __init__(self, tables: Tables, states: Records) -> None:
        self.tables = tables
        self.records = states

    @property
    def record(self) -> Record:
        """The STATE record itself (see footplate.engine.layout)."""
        return self.records[0]

    @property
    def board(self) -> Board:
        return self.tables.board

    @property
    def players(self) -> int:
        return self.tables.players

    @property
    def actions(self) -> ActionSpace:
        """All actions of this board, with their numbers and texts."""
        return action_space(self.tables)

    @property
    def phase(self) -> Phase:
        return Phase(int(self.record.phase))

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def to_move(self) -> int:
        """The seat that decides next."""
        return int(self.record.player)

    @property
    def turn(self) -> int:
        """Turns completed so far, by all players together."""
        return int(self.record.turn)

    @property
    def turns_left(self) -> int | None:
        """In the last round, how many turns are left; None before it."""
        left = int(self.record.last_turns)
        return left if left >= 0 else None

    def _cards(self, counts: npt.NDArray[np.int8]) -> dict[str, int]:
        cards = {color: int(counts[i]) for i, color in enumerate(self.board.colors)}
        return cards | ({LOCOMOTIVE: int(counts[LOCO])} if self.board.rules.locomotives else {})

    @property
    def market(self) -> Mapping[str, int]:
        """The face-up cards, by colour or "locomotive"."""
        return self._cards(self.record.face_up)

    @property
    def deck_size(self) -> int:
        return int(self.record.deck_n)

    @property
    def discard(self) -> Mapping[str, int]:
        return self._cards(self.record.discard)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return tuple(int(n) for n in self.record.hand_n[: self.players])

    def known_cards(self, seat: int) -> Mapping[str, int]:
        """Cards that a seat surely holds because everybody saw them taken face up and not paid since."""
        return self._cards(self.record.known[seat])

    @property
    def trains(self) -> tuple[int, ...]:
        return tuple(int(n) for n in self.record.trains[: self.players])

    @property
    def route_points(self) -> tuple[int, ...]:
        """Points for routes so far, by seat: what the whole table can see."""
        return tuple(int(n) for n in self.record.points[: self.players])

    @property
    def rewards(self) -> tuple[float, ...]:
        """Discounted reward so far, by seat; only the progress game has any."""
        return tuple(float(x) for x in self.record.reward[: self.players])

    @property
    def ticket_counts(self) -> tuple[int, ...]:
        """How many tickets each seat holds."""
        return tuple(int(n) for n in self.record.held_n[: self.players])

    @property
    def tickets_left(self) -> int:
        """Tickets in the ticket deck."""
        return int(self.record.ticket_n)

    def _tickets_at(self, place: int) -> tuple[Ticket, ...]:
        return tuple(t for i, t in enumerate(self.tables.tickets) if ticket_place(self.record, i) == place)

    @property
    def owners(self) -> tuple[int | None, ...]:
        """Owner of each route of the board, or None."""
        seats = np.empty(len(self.board.routes), np.int8)
        owners(self.tables.record, self.record, seats)
        return tuple(seat if seat >= 0 else None for seat in seats.tolist())

    def is_open(self, route: int, seat: int) -> bool:
        """Whether the seat may still claim the route: it is free, not closed, and the seat doesn't own its twin."""
        return bool(is_open(self.record, np.uint64(route), np.uint8(seat)))

    def routes_of(self, seat: int) -> tuple[int, ...]:
        return tuple(r for r, other in enumerate(self.owners) if other == seat)

    def position(self) -> Position:
        """What a drawing of the board shows of this game: owners, closed tracks, and nothing hidden."""
        owned = {r: seat for r, seat in enumerate(self.owners) if seat is not None}
        free = (r for r in range(len(self.board.routes)) if r not in owned)
        closed = tuple(r for r in free if not any(self.is_open(r, seat) for seat in range(self.players)))
        return Position(owners=owned, closed=closed)

    def trains_needed(self, ticket: Ticket, seat: int) -> int | None:
        """Trains that a seat must still lay to connect the ticket's cities; 0 if it is done, None if it is cut off."""
        far = int(distance(self.tables.record, self.record, seat, self.tables.tickets.index(ticket)))
        return far if far < CUT_OFF else None

    def connects(self, ticket: Ticket, seat: int) -> bool:
        return self.trains_needed(ticket, seat) == 0

    def _legal_numbers(self) -> list[int]:
        acts = np.empty(layout.ACTIONS, np.uint16)
        n = int(legal_actions(self.tables.record, self.record, acts))
        return [int(a) for a in acts[:n]]


class Observation(View):
    """What ``seat`` knows; ``history`` is what it saw happen."""

    def __init__(self, tables: Tables, states: Records, history: tuple[Event, ...] = ()) -> None:
        super().__init__(tables, states)
        self.history = history

    @property
    def seat(self) -> int:
        return int(self.record.observer)

    @property
    def is_my_turn(self) -> bool:
        return not self.is_over and self.to_move == self.seat

    @property
    def hand(self) -> Mapping[str, int]:
        """My cards, by colour or "locomotive"."""
        return self._cards(self.record.hand[self.seat])

    def hand_of(self, seat: int) -> Mapping[str, int] | None:
        """A seat's whole hand if I can see it: my own, or any where the board's rules lay hands open."""
        visible = seat == self.seat or self.board.rules.open_hands
        return self._cards(self.record.hand[seat]) if visible else None

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """My tickets."""
        return self._tickets_at(HELD + self.seat)

    @property
    def offer(self) -> tuple[Ticket | None, ...]:
        """Tickets on offer to the player to move; None for those I don't know."""
        shown = self.record.offer[: self.record.offer_n]
        return tuple(None if t == NO_TICKET else self.tables.tickets[t] for t in shown)

    @property
    def must_keep(self) -> int:
        """How many of the offer must be kept at least; 0 when there is no offer."""
        return int(least_kept(self.tables.record, self.record))

    def tickets_known_of(self, seat: int) -> tuple[Ticket, ...]:
        """Tickets of which I know that the seat holds them."""
        return self._tickets_at(HELD + seat)

    @property
    def tickets_known_in_deck(self) -> tuple[Ticket, ...]:
        """Tickets that I put back and nobody has drawn since."""
        return self._tickets_at(IN_DECK)

    @cached_property
    def _legal(self) -> list[int]:
        return self._legal_numbers() if self.is_my_turn else []

    def legal_actions(self) -> list[Action]:
        """What I may do now; empty when it isn't my turn."""
        return [self.actions.action(number) for number in self._legal]

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """One entry per action number: whether it is legal for me now."""
        mask = np.zeros(len(self.actions), np.bool_)
        if self.is_my_turn:
            legal_mask(self.tables.record, self.record, new_records(SCRATCH)[0], mask)
        return mask

    def to_bytes(self) -> bytes:
        """The whole observation: equal bytes are equal knowledge."""
        return self.records.tobytes()

    def to_dict(self) -> dict[str, Any]:
        """All of the above as plain data for JSON (docs/bots.md explains each name): what other programs get.

        Routes are numbered as in the board's file, which is not repeated here.
        """
        seats = range(self.players)
        return {
            "board": self.board.name,
            "players": self.players,
            "seat": self.seat,
            "phase": self.phase.name.lower(),
            "to_move": self.to_move,
            "turn": self.turn,
            "turns_left": self.turns_left,
            "market": self.market,
            "deck_size": self.deck_size,
            "discard": self.discard,
            "hand": self.hand,
            "hands": [self.hand_of(seat) for seat in seats],
            "hand_sizes": list(self.hand_sizes),
            "known_cards": [self.known_cards(seat) for seat in seats],
            "trains": list(self.trains),
            "route_points": list(self.route_points),
            "rewards": list(self.rewards),
            "owners": list(self.owners),
            "open_routes": [[r for r in range(len(self.board.routes)) if self.is_open(r, seat)] for seat in seats],
            "tickets": [asdict(t) | {"trains_needed": self.trains_needed(t, self.seat)} for t in self.tickets],
            "ticket_counts": list(self.ticket_counts),
            "tickets_left": self.tickets_left,
            "tickets_known": [[asdict(t) for t in self.tickets_known_of(seat)] for seat in seats],
            "tickets_known_in_deck": [asdict(t) for t in self.tickets_known_in_deck],
            "offer": [None if t is None else asdict(t) for t in self.offer],
            "must_keep": self.must_keep,
            "legal_actions": [_action_dict(number, self.actions.action(number)) for number in self._legal],
            "history": [event.to_dict() for event in self.history],
        }


def _action_dict(number: int, action: Action) -> dict[str, Any]:
    claim = {"route": action.route, "cards": action.cards} if isinstance(action, ClaimRoute) else {}
    return {"number": number, "text": action.text, **claim}
