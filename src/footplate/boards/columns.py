"""Routes and tickets of a board, field by field: what looks at all of them is quicker so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

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
        rows = [(r.a, r.b, r.length, r.color, r.pair, r.locomotives, r.tunnel, r.substitutes) for r in routes]
        return cls._make(_columns(rows, len(cls._fields)))


class TicketColumns(NamedTuple):
    a: tuple[str, ...]
    b: tuple[str, ...]
    points: tuple[int, ...]
    long: tuple[bool, ...]
    lesser_goals: tuple[tuple[tuple[str, int], ...], ...]

    @classmethod
    def of(cls, tickets: Sequence[Ticket]) -> TicketColumns:
        rows = [(t.a, t.b, t.points, t.long, t.lesser_goals) for t in tickets]
        return cls._make(_columns(rows, len(cls._fields)))


def _columns(rows: Sequence[tuple[Any, ...]], n: int) -> Iterable[tuple[Any, ...]]:
    return zip(*rows, strict=True) if rows else [()] * n


def numbered(cities: Mapping[str, int], columns: RouteColumns | TicketColumns) -> tuple[list[int], list[int]]:
    """The cities at both ends as numbers."""
    number = cities.__getitem__
    return list(map(number, columns.a)), list(map(number, columns.b))
