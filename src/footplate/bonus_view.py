"""What lies open on boards with stations or passengers, by name: a part of every view."""

from __future__ import annotations

from collections.abc import Mapping

from footplate.boards import Board
from footplate.engine.layout import PASSENGER, Records
from footplate.engine.passengers import COLOUR, OWNER


class BonusView:
    """Stations and passengers of a view; empty on boards without. Seats are counted from 0."""

    _fields: Records

    @property
    def board(self) -> Board:
        raise NotImplementedError

    @property
    def players(self) -> int:
        raise NotImplementedError

    def _check_seat(self, seat: int) -> None:
        raise NotImplementedError

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
        number: int = self._fields["building"].item()
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
        found: dict[str, dict[str, int]] = {}
        for place, color, owner in self._passengers():
            if owner is None:
                there = found.setdefault(place, {})
                there[color] = there.get(color, 0) + 1
        return found

    def passengers_of(self, seat: int) -> Mapping[str, int]:
        """The passengers that a seat has taken along, by colour."""
        self._check_seat(seat)
        rules = self.board.rules.passengers
        mine = [color for _, color, owner in self._passengers() if owner == seat]
        return {color: mine.count(color) for color in rules.colors} if rules else {}

    @property
    def passengers_at(self) -> str | None:
        """The city at which the player to move is about to choose a passenger."""
        first, second = self._fields["waiting"][0].tolist()
        return self.board.cities[(first or second) - 1].name if self._fields["phase"].item() == PASSENGER else None
