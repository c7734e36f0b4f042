"""A board's features as variables that take values, and the board that the values make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from footplate.boards import Board, Route, Ticket
from footplate.boards.limits import COLOURS, GREY, MAX_ROUTES
from footplate.design.new.graphs import Edge

Assignment = tuple[int, ...]  # values of the first variables, in the feature's order

SINGLE, DOUBLE = 0, 1
NOT_IN_THE_GAME = -1
TICKET_VALUES = (4, 7, 10, 13, 16, 19, 22)
PALETTE = (*COLOURS, GREY)
_SPARE_TICKETS = 5  # beyond those dealt at the start


class Feature:
    """Variables with the values that each may take. Those with one value come first, the others in random order."""

    def __init__(self, choices: Sequence[Sequence[int]], rng: np.random.Generator) -> None:
        order = rng.permutation(len(choices)).tolist()
        self.order: list[int] = sorted(order, key=lambda variable: len(choices[variable]) > 1)
        self.place = {variable: i for i, variable in enumerate(self.order)}
        self._choices = [tuple(values) for values in choices]

    def __len__(self) -> int:
        return len(self._choices)

    def values(self, before: Assignment) -> Sequence[int]:
        """What the next variable may be after those ``before`` it; never nothing."""
        return self._choices[self.order[len(before)]]

    def completed(self, assigned: Assignment, rng: np.random.Generator) -> Assignment:
        """With a value at random for each variable that has none."""
        for draw in rng.random(len(self) - len(assigned)).tolist():
            values = self.values(assigned)
            assigned += (values[int(draw * len(values))],)
        return assigned

    def by_variable(self, assignment: Assignment) -> tuple[int, ...]:
        """A complete assignment in the order of the variables."""
        return tuple(assignment[self.place[variable]] for variable in range(len(self)))


class Doubles(Feature):
    """Each edge single or double (SDO); no more double ones than a board has room for."""

    def __init__(self, choices: Sequence[Sequence[int]], most_routes: int, rng: np.random.Generator) -> None:
        super().__init__(choices, rng)
        self._most_routes = most_routes

    def values(self, before: Assignment) -> Sequence[int]:
        values = super().values(before)
        is_full = len(self) + before.count(DOUBLE) >= self._most_routes
        return (SINGLE,) if is_full and SINGLE in values else values


class Destinations(Feature):
    """The points of each candidate ticket, or that it isn't in the game (DO); enough stay to deal them."""

    def __init__(self, choices: Sequence[Sequence[int]], least: int, rng: np.random.Generator) -> None:
        super().__init__(choices, rng)
        self._most_out = len(choices) - least

    def values(self, before: Assignment) -> Sequence[int]:
        values = super().values(before)
        if before.count(NOT_IN_THE_GAME) < self._most_out:
            return values
        return [value for value in values if value != NOT_IN_THE_GAME]


class Colours(Feature):
    """The colour of each track (CO), two for each edge: twins differ, unless they are grey."""

    def values(self, before: Assignment) -> Sequence[int]:
        values, variable = super().values(before), self.order[len(before)]
        if len(values) == 1:
            return values
        twin = self.place[variable ^ 1]
        taken = before[twin] if twin < len(before) else PALETTE.index(GREY)
        return [value for value in values if value != taken or PALETTE[value] == GREY]


@dataclass(frozen=True)
class Design:
    """A value for everything: by edge, by candidate ticket, by edge, and two by edge."""

    doubles: tuple[int, ...]
    tickets: tuple[int, ...]
    lengths: tuple[int, ...]
    colours: tuple[int, ...]


@dataclass(frozen=True)
class Canvas:
    """What stays: cities and rules of ``base``, the edges by cities' numbers, and the journeys that may be tickets.

    A route of ``base`` between the same cities says what kind of route an edge is, and its tickets what kind of ticket.
    """

    base: Board
    edges: tuple[Edge, ...]
    journeys: tuple[tuple[str, str], ...]
    most_routes: int = MAX_ROUTES

    @cached_property
    def tracks(self) -> tuple[tuple[Route, ...], ...]:
        """The routes of each edge as they lie on the base."""
        index, groups = self.base.city_index, self.base.parallel_routes
        known = {
            frozenset((index[self.base.routes[i].a], index[self.base.routes[i].b])): group
            for group in groups
            for i in group
        }
        return tuple(tuple(self.base.routes[i] for i in known[frozenset(edge)]) for edge in self.edges)

    @cached_property
    def routes(self) -> tuple[Route, ...]:
        """A route for each edge, of the kind that lies there."""
        names = [city.name for city in self.base.cities]
        return tuple(
            replace(tracks[0], a=names[a], b=names[b], pair=i)
            for i, ((a, b), tracks) in enumerate(zip(self.edges, self.tracks, strict=True))
        )

    @cached_property
    def tickets(self) -> tuple[Ticket, ...]:
        """A ticket for each journey; those that the base doesn't have are worth nothing yet."""
        known = {(ticket.a, ticket.b): ticket for ticket in self.base.tickets}
        return tuple(known.get(journey) or Ticket(*journey, 0) for journey in self.journeys)

    @property
    def least_tickets(self) -> int:
        """Tickets that stay in the game."""
        rules = self.base.rules
        return min(len(self.journeys), rules.players[1] * rules.initial_tickets.deal + _SPARE_TICKETS)

    def board(self, design: Design) -> Board:
        routes = [
            replace(route, length=design.lengths[i], color=PALETTE[design.colours[2 * i + track]])
            for i, route in enumerate(self.routes)
            for track in range(1 + design.doubles[i])
        ]
        worth = zip(self.tickets, design.tickets, strict=True)
        tickets = [replace(ticket, points=points) for ticket, points in worth if points != NOT_IN_THE_GAME]
        return replace(self.base, routes=tuple(routes), tickets=tuple(tickets))
