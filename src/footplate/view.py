"""What a state or an observation of one says, with a name for everything in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.action_space import ActionSpace, action_space, card_of
from footplate.actions import LOCOMOTIVE, ClaimRoute
from footplate.arguments import refuse, whole
from footplate.boards import Board, Ticket
from footplate.engine import entry_points
from footplate.engine import layout as L
from footplate.engine.networks import CUT_OFF
from footplate.engine.passengers import COLOUR, OWNER
from footplate.engine.tables import Tables
from footplate.maps.position import Position


class Phase(Enum):
    """What the player to move decides now."""

    FIRST_TICKETS = L.FIRST_TICKETS
    TURN = L.TURN
    SECOND_CARD = L.SECOND_CARD
    TICKET_CHOICE = L.TICKET_CHOICE
    OVER = L.OVER
    TUNNEL = L.TUNNEL
    SUBSTITUTES = L.SUBSTITUTES
    STATION_PAYMENT = L.STATION_PAYMENT
    PASSENGER = L.PASSENGER
    SPLIT_FIRST = L.SPLIT_FIRST


class View:
    """A state or an observation of one, read by name. Seats are counted from 0."""

    def __init__(self, tables: Tables, states: L.Records) -> None:
        self.tables = tables
        self.records = states

    @property
    def records(self) -> L.Records:
        """The STATE record (see footplate.engine.layout) as an array of one, which is what kernels take."""
        return self._records

    @records.setter
    def records(self, states: L.Records) -> None:
        self._records = states
        self._fields = L.plain(states, L.STATE)
        self._listed: tuple[bytes, tuple[int, ...]] | None = None  # a position and its legal actions

    @property
    def record(self) -> L.Record:
        """The STATE record itself."""
        return self._records[0]

    def _number(self, name: str) -> int:
        number: int = self._fields[name].item()
        return number

    def _by_seat(self, name: str) -> tuple[Any, ...]:
        return tuple(self._fields[name][0, : self.players].tolist())

    @property
    def board(self) -> Board:
        return self.tables.board

    @property
    def players(self) -> int:
        return self.tables.players

    def _check_seat(self, seat: int) -> None:
        """Compiled code checks no seat: it would read whatever lies there."""
        whole("seat", seat, 0, self.players - 1)

    @property
    def actions(self) -> ActionSpace:
        """All actions of this board, with their numbers and texts."""
        return action_space(self.tables)

    @property
    def phase(self) -> Phase:
        return Phase(self._number("phase"))

    @property
    def is_over(self) -> bool:
        return self._number("phase") == L.OVER

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
        return cards | ({LOCOMOTIVE: numbers[L.LOCO]} if self.board.rules.locomotives else {})

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
        claim = self.actions.action(L.CLAIM + number - 1) if number else None
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
        entry_points.list_owners(self.tables.records, self._records, seats)
        return tuple([seat if seat >= 0 else None for seat in seats.tolist()])

    def owner_of(self, route: int) -> int | None:
        """Owner of one route, or None."""
        self._check_route(route)
        owner: int = self._fields["route"][0, route].item() >> L.PLAYERS
        return owner - 1 if owner else None

    def is_open(self, route: int, seat: int) -> bool:
        """Whether the seat may still claim the route: it is free, not closed, and the seat doesn't own its twin."""
        self._check_seat(seat)
        self._check_route(route)
        return bool(entry_points.route_is_open(self._records, route, seat))

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
        """What a drawing of the board shows of this game: everything that lies on the board, nothing hidden."""
        owned = {r: seat for r, seat in enumerate(self.owners) if seat is not None}
        still_open = frozenset[int]().union(*(self.open_routes(seat) for seat in range(self.players)))
        closed = tuple(r for r in range(len(self.board.routes)) if r not in owned and r not in still_open)
        stations = {city: seat for seat, cities in enumerate(self.stations) for city in cities}
        waiting = {
            place: [colour for colour, n in there.items() for _ in range(n)] for place, there in self.waiting.items()
        }
        return Position(owners=owned, closed=closed, stations=stations, passengers=waiting)

    # ------------------------------------------------------------ tickets

    @property
    def ticket_counts(self) -> tuple[int, ...]:
        """How many tickets each seat holds."""
        return self._by_seat("held_n")

    @property
    def tickets_left(self) -> int:
        """Tickets in the ticket deck; of two decks, in that of short ones."""
        return self._number("ticket_n")

    @property
    def long_tickets_left(self) -> int:
        """Tickets in the deck of long ones; 0 on boards without."""
        return self._number("long_n")

    @property
    def long_ticket_counts(self) -> tuple[int, ...]:
        """How many long tickets each seat holds, where they have a deck and backs of their own; else 0."""
        return self._by_seat("kept_n") if self.board.rules.ticket_decks else (0,) * self.players

    @property
    def tickets_done(self) -> tuple[int, ...]:
        """Tickets that each seat has completed and shown in a race, coast to coast included; 0 in other games."""
        return self._by_seat("done_n")

    @property
    def coast_cards(self) -> tuple[int, ...]:
        """The seats that have connected the coasts of a race in time."""
        return tuple(seat for seat in range(self.players) if self._number("coasts") >> seat & 1)

    def shown_tickets(self, seat: int) -> tuple[Ticket, ...]:
        """The tickets that a seat has completed and shown in a race."""
        self._check_seat(seat)
        shown = (L.HELD + seat) << L.PLAYERS | L.EVERYBODY
        held = zip(self.tables.tickets, self._fields["ticket"][0].tolist(), strict=False)
        return tuple(ticket for ticket, at in held if at == shown) if self.board.rules.race else ()

    def _tickets_at(self, place: int) -> tuple[Ticket, ...]:
        places = (self._fields["ticket"][0] >> L.PLAYERS).tolist()
        return tuple(ticket for ticket, at in zip(self.tables.tickets, places, strict=False) if at == place)

    def _number_of(self, ticket: Ticket) -> int:
        try:
            return self.tables.tickets.index(ticket)
        except ValueError:
            refuse("ticket", ticket, f"one of the tickets of {self.board.name} (board.tickets)")

    def trains_needed(self, ticket: Ticket, seat: int) -> int | None:
        """Trains that a seat must still lay to connect the ticket's cities; 0 if it is done, None if it is cut off."""
        self._check_seat(seat)
        number = self._number_of(ticket)
        far = int(entry_points.ticket_distance(self.tables.records, self._records, seat, number))
        return far if far < CUT_OFF else None

    def goals(self, ticket: Ticket, seat: int) -> tuple[tuple[str, int, int | None], ...]:
        """The places that a ticket may lead to, most points first: (name, points, trains that are still needed)."""
        self._check_seat(seat)
        where = self.tables.records, self._records, seat, self._number_of(ticket)
        far = [int(entry_points.goal_distance(*where, g)) for g in range(len(ticket.goals))]
        return tuple((*goal, way if way < CUT_OFF else None) for goal, way in zip(ticket.goals, far, strict=True))

    def worth(self, ticket: Ticket, seat: int) -> int:
        """A ticket's points if the game ended now: those of the best goal reached, or minus those of its least goal."""
        reached = (points for _, points, way in self.goals(ticket, seat) if way == 0)
        return next(reached, -ticket.least_points)

    def connects(self, ticket: Ticket, seat: int) -> bool:
        return self.trains_needed(ticket, seat) == 0

    # ------------------------------------------------------------ stations and passengers; empty on boards without

    @property
    def stations(self) -> tuple[tuple[str, ...], ...]:
        """By seat, the cities in which its stations stand, in the order in which they were built."""
        rows = self._fields["station"][0, : self.players].tolist()
        return tuple(tuple(self.board.cities[number - 1].name for number in row if number) for row in rows)

    @property
    def stations_left(self) -> tuple[int, ...]:
        """By seat, how many stations it can still build."""
        rules = self.board.rules.stations
        return tuple((len(rules.costs) if rules else 0) - len(built) for built in self.stations)

    @property
    def building(self) -> str | None:
        """The city for whose station the player to move is about to pay."""
        return self._city(self._number("building"))

    def _city(self, number: int) -> str | None:
        """A city by its number in the record, which is one more than the board's; 0 is none."""
        return self.board.cities[number - 1].name if number else None

    def _passengers(self) -> list[tuple[str, str, int | None]]:
        """Of each passenger the place where it waited at first, its colour, and who has it."""
        rules = self.board.rules.passengers
        if not rules:
            return []
        places = rules.each_place
        states = self._fields["passenger"][0, : len(places)].tolist()
        return [
            (place, rules.colors[state & COLOUR], (state >> OWNER) - 1 if state >> OWNER else None)
            for place, state in zip(places, states, strict=True)
        ]

    @property
    def waiting(self) -> Mapping[str, Mapping[str, int]]:
        """By city or country, the passengers who wait there, by colour."""
        found: dict[str, Counter[str]] = {}
        for place, colour, owner in self._passengers():
            if owner is None:
                found.setdefault(place, Counter())[colour] += 1
        return found

    def passengers_of(self, seat: int) -> Mapping[str, int]:
        """The passengers that a seat has taken along, by colour."""
        self._check_seat(seat)
        rules = self.board.rules.passengers
        mine = [colour for _, colour, owner in self._passengers() if owner == seat]
        return {colour: mine.count(colour) for colour in rules.colors} if rules else {}

    @property
    def passengers_at(self) -> str | None:
        """The city at which the player to move is about to choose a passenger."""
        first, second = self._fields["waiting"][0].tolist()
        return self._city(first or second) if self.phase is Phase.PASSENGER else None

    # ------------------------------------------------------------ the whole

    def __str__(self) -> str:
        """In a few lines what the table shows: whose turn it is, points, trains, cards."""
        seats = (
            f"  seat {seat}: {self.route_points[seat]} points for routes, {self.trains[seat]} trains, "
            f"{self.hand_sizes[seat]} cards, {self.ticket_counts[seat]} tickets"
            for seat in range(self.players)
        )
        market = ", ".join(f"{n} {card}" for card, n in self.market.items() if n) or "nothing"
        last = f"  face up: {market}; {self.deck_size} in the deck"
        return "\n".join([f"{self.board.title}: {self._standing()}", *seats, last])

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
            acts = np.empty(L.ACTIONS, np.uint16)
            n: int = entry_points.list_legal(self.tables.records, self._records, acts)
            self._listed = position, tuple(acts[:n].tolist())
        return self._listed[1]
