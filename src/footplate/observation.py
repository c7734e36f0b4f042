"""What a seat knows of a game, with a name for everything in it.

An Observation holds an erased record and nothing else of the game: what the seat can't see is not in it. Bots in
compiled code work on ``record``; bots in Python use the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.action_space import ActionSpace, action_space, card_of
from footplate.actions import LOCOMOTIVE, Action, ClaimRoute
from footplate.arguments import whole
from footplate.boards import Ticket
from footplate.bonus_view import BonusView
from footplate.engine import layout
from footplate.engine.entry_points import least_to_keep, list_legal, list_owners, mark_legal, route_is_open
from footplate.engine.layout import (
    HELD,
    IN_DECK,
    LOCO,
    NO_TICKET,
    OUT,
    PLAYERS,
    SCRATCH,
    SHUFFLED_IN,
    Records,
    new_records,
)
from footplate.engine.tables import Tables
from footplate.events import Event
from footplate.maps.position import Position
from footplate.observation_dict import observation_dict
from footplate.obstacles import Obstacle, obstacle_for
from footplate.record_view import RecordView


class Phase(Enum):
    """What the player to move decides now."""

    FIRST_TICKETS = layout.FIRST_TICKETS
    TURN = layout.TURN
    SECOND_CARD = layout.SECOND_CARD
    TICKET_CHOICE = layout.TICKET_CHOICE
    OVER = layout.OVER
    TUNNEL = layout.TUNNEL
    SUBSTITUTES = layout.SUBSTITUTES
    STATION_PAYMENT = layout.STATION_PAYMENT
    PASSENGER = layout.PASSENGER
    SPLIT_FIRST = layout.SPLIT_FIRST


class View(RecordView, BonusView):
    """A state or an observation of one, read by name. Seats are counted from 0."""

    @property
    def actions(self) -> ActionSpace:
        """All actions of this board, with their numbers and texts."""
        return action_space(self.tables)

    @property
    def phase(self) -> Phase:
        return Phase(self._number("phase"))

    @property
    def is_over(self) -> bool:
        return self._number("phase") == layout.OVER

    @property
    def to_move(self) -> int:
        """The seat that decides next."""
        return self._number("player")

    @property
    def turn(self) -> int:
        """Turns completed so far, by all players together."""
        return self._number("turn")

    @property
    def turns_left(self) -> int | None:
        """In the last round, how many turns are left; None before it."""
        left = self._number("last_turns")
        return left if left >= 0 else None

    def _cards(self, counts: npt.NDArray[np.int8]) -> dict[str, int]:
        numbers = counts.tolist()
        cards = dict(zip(self.board.colors, numbers, strict=False))
        return cards | ({LOCOMOTIVE: numbers[LOCO]} if self.board.rules.locomotives else {})

    @property
    def market(self) -> Mapping[str, int]:
        """The face-up cards, by colour or "locomotive"."""
        return self._cards(self._fields["face_up"][0])

    @property
    def deck_size(self) -> int:
        return self._number("deck_n")

    @property
    def discard(self) -> Mapping[str, int]:
        return self._cards(self._fields["discard"][0])

    @property
    def pending(self) -> ClaimRoute | None:
        """The claim that is not yet paid in full: of a tunnel that asks for more, or with cards of any kind."""
        number = self._number("pending")
        claim = self.actions.action(layout.CLAIM + number - 1) if number else None
        return claim if isinstance(claim, ClaimRoute) else None

    @property
    def turned_up(self) -> tuple[str, ...]:
        """The cards of the tunnel that is being decided about, in order."""
        shown = self._fields["turned_up"][0, : self._number("turned_n")].tolist()
        return tuple(card_of(self.board, kind) for kind in shown) if self.phase is Phase.TUNNEL else ()

    @property
    def due(self) -> int:
        """How many cards are still to be paid for what was begun."""
        return self._number("owed")

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return self._by_seat("hand_n")

    def known_cards(self, seat: int) -> Mapping[str, int]:
        """Cards that a seat surely holds because everybody saw them taken face up and not paid since."""
        self._check_seat(seat)
        return self._cards(self._fields["known"][0, seat])

    @property
    def trains(self) -> tuple[int, ...]:
        return self._by_seat("trains")

    @property
    def route_points(self) -> tuple[int, ...]:
        """Points for routes so far, by seat: what the whole table can see."""
        return self._by_seat("points")

    @property
    def rewards(self) -> tuple[float, ...]:
        """Discounted reward so far, by seat; only the progress game has any."""
        return self._by_seat("reward")

    @property
    def owners(self) -> tuple[int | None, ...]:
        """Owner of each route of the board, or None."""
        seats = np.empty(len(self.board.routes), np.int8)
        list_owners(self.tables.records, self._records, seats)
        return tuple([seat if seat >= 0 else None for seat in seats.tolist()])

    def owner_of(self, route: int) -> int | None:
        """Owner of one route, or None."""
        self._check_route(route)
        owner: int = self._fields["route"][0, route].item() >> PLAYERS
        return owner - 1 if owner else None

    def is_open(self, route: int, seat: int) -> bool:
        """Whether the seat may still claim the route: it is free, not closed, and the seat doesn't own its twin."""
        self._check_seat(seat)
        self._check_route(route)
        return bool(route_is_open(self._records, route, seat))

    def _check_route(self, route: int) -> None:
        whole("route", route, 0, len(self.board.routes) - 1)

    def open_routes(self, seat: int) -> frozenset[int]:
        """The routes that the seat may still claim."""
        self._check_seat(seat)
        marks = self._fields["route"][0, : len(self.board.routes)]
        return frozenset(np.flatnonzero(marks >> seat & 1 == 0).tolist())

    def routes_of(self, seat: int) -> tuple[int, ...]:
        self._check_seat(seat)
        return tuple(r for r, other in enumerate(self.owners) if other == seat)

    def position(self) -> Position:
        """What a drawing of the board shows of this game: all that lies and stands on it, and nothing hidden."""
        owned = {r: seat for r, seat in enumerate(self.owners) if seat is not None}
        still_open = frozenset[int]().union(*(self.open_routes(seat) for seat in range(self.players)))
        closed = tuple(r for r in range(len(self.board.routes)) if r not in owned and r not in still_open)
        stations = {city: seat for seat, cities in enumerate(self.stations) for city in cities}
        waiting = {
            place: [color for color, n in there.items() for _ in range(n)] for place, there in self.waiting.items()
        }
        return Position(owners=owned, closed=closed, stations=stations, passengers=waiting)

    def __str__(self) -> str:
        """In a few lines what the table shows: whose turn it is, points, trains, cards."""
        seats = (
            f"  seat {seat}: {self.route_points[seat]} points for routes, {self.trains[seat]} trains, "
            f"{self.hand_sizes[seat]} cards, {self.ticket_counts[seat]} tickets"
            for seat in range(self.players)
        )
        market = ", ".join(f"{n} {card}" for card, n in self.market.items() if n) or "nothing"
        lines = [
            f"{self.board.title}: {self._standing()}",
            *seats,
            f"  face up: {market}; {self.deck_size} in the deck",
        ]
        return "\n".join(lines)

    def _standing(self) -> str:
        """ "turn 12, seat 1 decides (second card)"."""
        if self.is_over:
            return f"over after {self.turn} turns"
        return f"turn {self.turn}, seat {self.to_move} decides ({self.phase.name.lower().replace('_', ' ')})"

    def _repr_svg_(self) -> str:
        """The map as it stands, for notebooks."""
        from footplate.maps.draw import draw_board

        return draw_board(self.board, width=960, position=self.position())

    def _legal_numbers(self) -> tuple[int, ...]:
        """What the player to move may do, listed once per position."""
        position = self._records.tobytes()
        if self._listed is None or self._listed[0] != position:
            acts = np.empty(layout.ACTIONS, np.uint16)
            n: int = list_legal(self.tables.records, self._records, acts)
            self._listed = position, tuple(acts[:n].tolist())
        return self._listed[1]


class Observation(View):
    """What ``seat`` knows; ``history`` is what it saw happen. ``legal`` are its legal actions if they are listed."""

    def __init__(
        self,
        tables: Tables,
        states: Records,
        history: tuple[Event, ...] = (),
        legal: tuple[int, ...] | None = None,
    ) -> None:
        super().__init__(tables, states)
        self.history = history
        if legal is not None:
            self._listed = states.tobytes(), legal

    @property
    def seat(self) -> int:
        return self._number("observer")

    @property
    def shows_all(self) -> bool:
        """Whether nothing was erased: it came from ``Game.reveal``, with the game's generator in it."""
        return self._number("rng") != 0

    @property
    def is_my_turn(self) -> bool:
        return not self.is_over and self.to_move == self.seat

    @property
    def hand(self) -> Mapping[str, int]:
        """My cards, by colour or "locomotive"."""
        return self._cards(self._fields["hand"][0, self.seat])

    def hand_of(self, seat: int) -> Mapping[str, int] | None:
        """A seat's whole hand if I can see it: my own, or any where the board's rules lay hands open."""
        self._check_seat(seat)
        visible = seat == self.seat or self.board.rules.open_hands
        return self._cards(self._fields["hand"][0, seat]) if visible else None

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """My tickets."""
        return self._tickets_at(HELD + self.seat)

    @property
    def offer(self) -> tuple[Ticket | None, ...]:
        """Tickets on offer to the player to move; None for those I don't know."""
        shown = self._fields["offer"][0, : self._number("offer_n")].tolist()
        return tuple(None if t == NO_TICKET else self.tables.tickets[t] for t in shown)

    @property
    def must_keep(self) -> int:
        """How many of the offer must be kept at least; 0 when there is no offer."""
        return int(least_to_keep(self.tables.records, self._records))

    def tickets_known_of(self, seat: int) -> tuple[Ticket, ...]:
        """Tickets of which I know that the seat holds them."""
        self._check_seat(seat)
        return self._tickets_at(HELD + seat)

    @property
    def tickets_known_in_deck(self) -> tuple[Ticket, ...]:
        """Tickets that I put back and nobody has drawn since."""
        return self._tickets_at(IN_DECK) + self._tickets_at(SHUFFLED_IN)

    @property
    def tickets_known_out(self) -> tuple[Ticket, ...]:
        """Tickets that I didn't keep and that have left the game."""
        return self._tickets_at(OUT)

    def held_for(self, route: int) -> int:
        """How many cards I have for a route, locomotives apart: of its colour, or of my best one if it is grey."""
        self._check_route(route)
        color, hand = self.board.routes[route].color, self.hand
        return hand[color] if color in hand else max(hand[other] for other in self.board.colors)

    def locomotives_for(self, route: int) -> int:
        """How many of my locomotives can pay for a route: all of them, or none where they don't count."""
        self._check_route(route)
        there = self.board.routes[route]
        takes = self.board.rules.pay_with_locomotives(there.tunnel, there.locomotives)
        return int(self._fields["hand"][0, self.seat, LOCO]) if takes else 0

    def obstacle(self, route: int) -> Obstacle | None:
        """What keeps me from claiming a route, my turn apart; None if nothing does."""
        self._check_route(route)
        return obstacle_for(self, route)

    def legal_numbers(self) -> tuple[int, ...]:
        """The numbers of what I may do now."""
        return self._legal_numbers() if self.is_my_turn else ()

    def legal_actions(self) -> list[Action]:
        """What I may do now; empty when it isn't my turn."""
        return self.actions.of_numbers(self.legal_numbers())

    def is_legal(self, number: int) -> bool:
        """Whether I may do the action with this number now."""
        return number in self.legal_numbers()

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """One entry per action number: whether it is legal for me now."""
        mask = np.zeros(len(self.actions), np.bool_)
        if self.is_my_turn:
            mark_legal(self.tables.records, self._records, new_records(SCRATCH), mask)
        return mask

    def __repr__(self) -> str:
        return f"<Observation of seat {self.seat} on {self.board.name}: {self._standing()}>"

    def to_bytes(self) -> bytes:
        """The whole observation: equal bytes are equal knowledge."""
        return self.records.tobytes()

    def to_dict(self) -> dict[str, Any]:
        """All of the above as plain data for JSON (docs/bots.md explains each name): what other programs get.

        Routes are numbered as in the board's file, which is not repeated here.
        """
        return observation_dict(self)
