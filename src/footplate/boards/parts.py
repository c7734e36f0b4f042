"""What a board is made of: cities, routes, tickets and rules, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class City:
    """A city; x to the right and y down, both from 0 to 1 (the map is ``Board.aspect`` times as wide as high)."""

    name: str
    x: float
    y: float
    label: str
    attraction: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """A route between two cities. Routes with the same ``pair`` lie side by side. ``locomotives``: needed at least."""

    a: str
    b: str
    length: int
    color: str
    pair: int
    locomotives: int = 0
    tunnel: bool = False


@dataclass(frozen=True, slots=True)
class Ticket:
    a: str
    b: str
    points: int

    def __str__(self) -> str:
        return f"{self.a}–{self.b} ({self.points})"


@dataclass(frozen=True, slots=True)
class TicketDeal:
    """How many tickets are dealt, and how many of them must be kept at least."""

    deal: int
    keep: int


@dataclass(frozen=True, slots=True)
class ProgressRules:
    """The thesis's game: given tickets, blind double draws, and a reward for coming nearer to one's tickets.

    An action earns ``decay ** t`` times the decrease of the summed distances of one's tickets, where t counts one's own
    turns from 0 and a ticket that is cut off has ``disconnected_distance``. ``given`` names the tickets by seat; seats
    beyond its end get its first entry.
    """

    decay: float
    disconnected_distance: int
    given: tuple[tuple[int, ...], ...]
    cards_per_draw: int = 2

    def tickets_of(self, seat: int) -> tuple[int, ...]:
        return self.given[seat] if seat < len(self.given) else self.given[0]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that a board file carries. Bonuses that the board doesn't have are 0."""

    players: tuple[int, int]
    trains: int
    cards_per_color: int
    locomotives: int
    initial_cards: int
    face_up: int
    max_face_up_locomotives: int | None
    initial_tickets: TicketDeal
    draw_tickets: TicketDeal
    route_points: Mapping[int, int]
    end_trains: int
    double_routes_min_players: int
    own_both_tracks: bool = False  # one player may claim several tracks of a double route
    longest_path_bonus: int = 0
    globetrotter_bonus: int = 0
    attraction_points: int = 0
    tie_breaks: tuple[str, ...] = ()
    open_hands: bool = False
    progress: ProgressRules | None = None
