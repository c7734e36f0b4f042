"""Routes and tickets of a board, field by field: what looks at all of them is quicker so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
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
    substitutes: tuple[int, ...]

    @classmethod
    def of(cls, routes: Sequence[Route]) -> RouteColumns:
        return cls._make([tuple(map(field, routes)) for field in _ROUTE_FIELDS])


class TicketColumns(NamedTuple):
    a: tuple[str, ...]
    b: tuple[str, ...]
    points: tuple[int, ...]
    long: tuple[bool, ...]
    lesser_goals: tuple[tuple[tuple[str, int], ...], ...]

    @classmethod
    def of(cls, tickets: Sequence[Ticket]) -> TicketColumns:
        return cls._make([tuple(map(field, tickets)) for field in _TICKET_FIELDS])


_ROUTE_FIELDS, _TICKET_FIELDS = (
    [attrgetter(name) for name in columns._fields] for columns in (RouteColumns, TicketColumns)
)


def numbered(cities: Mapping[str, int], columns: RouteColumns | TicketColumns) -> tuple[list[int], list[int]]:
    """The cities at both ends as numbers."""
    return [cities[name] for name in columns.a], [cities[name] for name in columns.b]
