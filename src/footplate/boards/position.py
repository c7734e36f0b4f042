"""What a drawing shows beside the map itself: the trains that lie on it, and what the lamp lights."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from footplate.boards.limits import MAX_PLAYERS


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the map: owners' seats (0 to 4) by route, closed twins, and routes to light as just claimed."""

    owners: Mapping[int, int] = field(default_factory=dict)
    closed: Collection[int] = ()
    latest: Collection[int] = ()

    def __post_init__(self) -> None:
        for route, seat in self.owners.items():
            if not 0 <= seat < MAX_PLAYERS:
                raise ValueError(f"route {route} is owned by seat {seat}; seats are 0 to {MAX_PLAYERS - 1}")


@dataclass(frozen=True, slots=True)
class Highlight:
    """What the lamp shows: the routes of a ticket's way and the cities (both by index) that get nameboards."""

    routes: Collection[int] = ()
    cities: Collection[int] = ()
