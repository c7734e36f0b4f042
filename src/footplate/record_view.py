"""What a record of a game says of tickets, with names; other things are read in ``observation.py``."""

from __future__ import annotations

from typing import Any

from footplate.arguments import refuse, whole
from footplate.boards import Board, Ticket
from footplate.engine.entry_points import goal_distance, ticket_distance
from footplate.engine.layout import EVERYBODY, HELD, PLAYERS, STATE, Record, Records, plain
from footplate.engine.networks import CUT_OFF
from footplate.engine.tables import Tables


class RecordView:
    """A STATE record of a game, and its tickets by name."""

    def __init__(self, tables: Tables, states: Records) -> None:
        self.tables = tables
        self.records = states

    @property
    def records(self) -> Records:
        """The STATE record (see footplate.engine.layout) as an array of one, which is what kernels take."""
        return self._records

    @records.setter
    def records(self, states: Records) -> None:
        self._records = states
        self._fields = plain(states, STATE)
        self._listed: tuple[bytes, tuple[int, ...]] | None = None  # a position and its legal actions

    @property
    def record(self) -> Record:
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
        """Compiled code doesn't: it would read whatever lies there."""
        whole("seat", seat, 0, self.players - 1)

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
        """How many long tickets each seat holds, where they are a deck of their own: all see it by their backs."""
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
        shown = (HELD + seat) << PLAYERS | EVERYBODY
        held = zip(self.tables.tickets, self._fields["ticket"][0].tolist(), strict=False)
        return tuple(ticket for ticket, at in held if at == shown) if self.board.rules.race else ()

    def _tickets_at(self, place: int) -> tuple[Ticket, ...]:
        places = (self._fields["ticket"][0] >> PLAYERS).tolist()
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
        far = int(ticket_distance(self.tables.records, self._records, seat, number))
        return far if far < CUT_OFF else None

    def goals(self, ticket: Ticket, seat: int) -> tuple[tuple[str, int, int | None], ...]:
        """The places that a ticket may lead to, most points first: (name, points, trains that are still needed)."""
        self._check_seat(seat)
        number = self._number_of(ticket)
        goals = ticket.goals
        far = [int(goal_distance(self.tables.records, self._records, seat, number, g)) for g in range(len(goals))]
        return tuple((*goal, way if way < CUT_OFF else None) for goal, way in zip(goals, far, strict=True))

    def worth(self, ticket: Ticket, seat: int) -> int:
        """What a ticket would count for a seat if the game ended now: its best goal reached, or minus its least."""
        reached = (points for _, points, way in self.goals(ticket, seat) if way == 0)
        return next(reached, -ticket.least_points)

    def connects(self, ticket: Ticket, seat: int) -> bool:
        return self.trains_needed(ticket, seat) == 0
