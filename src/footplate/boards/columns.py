"""Routes and tickets of a board, field by field: what looks at all of them is quicker so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from footplate.boards.parts import Route, Ticket


class RouteColumns(NamedTuple):
    a: tuple[str, ...]
    b: tuple[str, ...]
    length: tuple[int, ...]
    color: tuple[str, ...]
    pair: tuple[int, ...]
    locomotives: tuple[int, ...]
    tunnel: tuple[bool, ...]

    @classmethod
    def of(cls, routes: Sequence[Route]) -> RouteColumns:
        return cls(
            tuple([route.a for route in routes]),
            tuple([route.b for route in routes]),
            tuple([route.length for route in routes]),
            tuple([route.color for route in routes]),
            tuple([route.pair for route in routes]),
            tuple([route.locomotives for route in routes]),
            tuple([route.tunnel for route in routes]),
        )


class TicketColumns(NamedTuple):
    a: tuple[str, ...]
    b: tuple[str, ...]
    points: tuple[int, ...]

    @classmethod
    def of(cls, tickets: Sequence[Ticket]) -> TicketColumns:
        return cls(
            tuple([ticket.a for ticket in tickets]),
            tuple([ticket.b for ticket in tickets]),
            tuple([ticket.points for ticket in tickets]),
        )


def numbered(cities: Mapping[str, int], columns: RouteColumns | TicketColumns) -> tuple[list[int], list[int]]:
    """The cities at both ends as numbers."""
    return [cities[name] for name in columns.a], [cities[name] for name in columns.b]
