"""What is drawn: a map in some colours, the trains that lie on it, and what the lamp lights."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from footplate.boards import Board
from footplate.boards.limits import MAX_PLAYERS
from footplate.maps.geometry import MapGeometry
from footplate.maps.theme import Theme


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the map: owners' seats (0 to 4) by route, closed twins, and routes to light as just claimed.

    ``names`` are the players' by seat, for the legend; without them it names the seats that own something.
    ``stations`` are owners' seats by city, ``passengers`` the colours of those who wait in a city or country.
    """

    owners: Mapping[int, int] = field(default_factory=dict)
    closed: Collection[int] = ()
    latest: Collection[int] = ()
    names: Sequence[str] = ()
    stations: Mapping[str, int] = field(default_factory=dict)
    passengers: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.names) > MAX_PLAYERS:
            raise ValueError(f"{len(self.names)} names; there are at most {MAX_PLAYERS} players")
        for route, seat in self.owners.items():
            if not 0 <= seat < MAX_PLAYERS:
                raise ValueError(f"route {route} is owned by seat {seat}; seats are 0 to {MAX_PLAYERS - 1}")
        for city, seat in self.stations.items():
            if not 0 <= seat < MAX_PLAYERS:
                raise ValueError(f"the station in {city} is owned by seat {seat}; seats are 0 to {MAX_PLAYERS - 1}")

    @property
    def players(self) -> Mapping[int, str]:
        """What the legend calls the seats that play."""
        seats = {*range(len(self.names)), *self.owners.values(), *self.stations.values()}
        return {seat: self.names[seat] if seat < len(self.names) else f"Player {seat + 1}" for seat in sorted(seats)}


@dataclass(frozen=True, slots=True)
class Highlight:
    """What the lamp shows: the routes of a ticket's way and the cities (both by index) that get nameboards.

    ``marks`` are numbers or the like, on a disc in the middle of a route.
    """

    routes: Collection[int] = ()
    cities: Collection[int] = ()
    marks: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One drawing under way; ``prefix`` keeps its ids apart from those of other drawings on the same page."""

    board: Board
    map: MapGeometry
    theme: Theme
    position: Position
    highlight: Highlight
    prefix: str
