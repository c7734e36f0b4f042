"""What a board is made of: cities, routes, tickets, rules and the ground of a real place, as frozen values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple


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
    """A route between two cities. Routes with the same ``pair`` are parallel. It demands ``locomotives`` at least.

    ``substitutes`` cards of any kind replace one of those locomotives, or, on a route that demands none, one card of
    its colour; 0 means that cards of other kinds can't be used.
    """

    a: str
    b: str
    length: int
    color: str
    pair: int
    locomotives: int = 0
    tunnel: bool = False
    substitutes: int = 0


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two places to connect: cities, or countries by any of their cities.

    ``lesser_goals`` are alternatives to ``b`` that earn fewer points, in falling order. The best goal that is reached
    counts. If none is, the points of the least one are lost.
    """

    a: str
    b: str
    points: int
    long: bool = False
    lesser_goals: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return f"{self.a}–{self.b} ({self.points})"

    @property
    def goals(self) -> tuple[tuple[str, int], ...]:
        """The places in which it may end, with its points there, in falling order."""
        return (self.b, self.points), *self.lesser_goals

    @property
    def least_points(self) -> int:
        """The points that are lost if it is never completed."""
        return min(points for _, points in self.goals)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; ``long`` and ``lesser_goals`` only of tickets that have them."""
        goals = [list(goal) for goal in self.lesser_goals]
        more = {"long": True} if self.long else {}
        return {"a": self.a, "b": self.b, "points": self.points, **more, **({"lesser_goals": goals} if goals else {})}


@dataclass(frozen=True, slots=True)
class TicketDeal:
    """How many tickets are dealt, and how many of them must be kept at least."""

    deal: int
    keep: int


@dataclass(frozen=True, slots=True)
class ProgressRules:
    """The thesis's game: given tickets, blind double draws, and a reward for coming nearer to one's tickets.

    An action earns ``decay ** t`` times the decrease of the summed distances of one's tickets. There t counts one's own
    turns from 0, and a ticket that is cut off has ``disconnected_distance``. ``given`` has the numbers of the tickets
    by seat; seats beyond its end get its first entry. If it is empty, chance gives each seat tickets that it alone
    sees.
    """

    decay: float
    disconnected_distance: int
    given: tuple[tuple[int, ...], ...]
    cards_per_draw: int = 2

    def tickets_of(self, seat: int) -> tuple[int, ...]:
        return self.given[seat] if seat < len(self.given) else self.given[0]


@dataclass(frozen=True, slots=True)
class StationRules:
    """The cards that a player's first, second … station costs, and the points for each that is never built."""

    costs: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Country:
    """Cities at a border that tickets to the country may end in; no path runs through a country."""

    name: str
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class District:
    """Cities that earn points for the player who connects all of them."""

    points: int
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassengerRules:
    """Passengers of several colours, equally many of each; ``places`` says how many wait at a city or in a country.

    Having most of a colour earns ``most`` points, second most ``second``.
    """

    places: tuple[tuple[str, int], ...]
    colors: tuple[str, ...]
    most: int = 20
    second: int = 10

    @property
    def each_place(self) -> list[str]:
        """The place of every passenger, in the order in which the engine counts them."""
        return [place for place, n in self.places for _ in range(n)]


@dataclass(frozen=True, slots=True)
class RaceRules:
    """The first player to complete ``tickets`` tickets wins. A completed ticket is shown and replaced at once.

    For the first ``coast_cards`` players who connect a city of one coast with a city of the other, that counts as a
    ticket.
    """

    tickets: int
    coasts: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    coast_cards: int = 0
    cards_per_draw: int = 2


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
    face_up_locomotive_is_whole_draw: bool = True
    two_cards_at_once: bool = False  # one decision: the first is not replaced in the market before the second
    locomotives_only_on: tuple[str, ...] = ()  # kinds of route ("tunnel", "ferry") they pay for; empty: all
    tunnel_cards: int = 3  # turned up for a tunnel
    first_long_tickets: int = 0  # dealt besides the first tickets; without ticket_decks there are no later ones
    first_rejected: str = "bottom"  # where first tickets go that aren't kept: "bottom", "out" or "shuffled"
    rejected: str = "bottom"  # the same for later ones: "bottom" or "out"
    ticket_decks: bool = False  # long tickets are a deck of their own, and players name how many they draw of each
    countries: tuple[Country, ...] = ()
    stations: StationRules | None = None
    districts: tuple[District, ...] = ()
    grand_tour: tuple[int, ...] = ()  # points for 1, 2 … completed tickets with two ways that share no route
    passengers: PassengerRules | None = None
    race: RaceRules | None = None
    passenger_gates: tuple[tuple[str, tuple[str, ...]], ...] = ()  # countries whose passengers wait at some cities only
    substitutes_for_any_locomotive: bool = False  # of a ferry, also for one in place of a coloured card

    def pay_with_locomotives(self, tunnel: bool, locomotives: int) -> bool:
        """Whether locomotives may pay for a route, which is a tunnel or not and demands so many of them."""
        only_on = self.locomotives_only_on
        return not only_on or (tunnel and "tunnel" in only_on) or (locomotives > 0 and "ferry" in only_on)

    def most_replaced(self, route: Route) -> int:
        """For how many spaces of a route cards of any kind may stand."""
        everywhere = self.substitutes_for_any_locomotive
        return most_replaced(route.length, route.locomotives, route.substitutes, everywhere=everywhere)


def most_replaced(length: int, locomotives: int, substitutes: int, *, everywhere: bool) -> int:
    """For how many spaces of a route cards of any kind may stand: of a ferry for its locomotives, or ``everywhere``."""
    if not substitutes:
        return 0
    return length if everywhere or not locomotives else locomotives


# ---------------------------------------------------------------- field by field: quicker for what looks at all of them


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
        return cls._make(_columns(routes, cls._fields))


class TicketColumns(NamedTuple):
    a: tuple[str, ...]
    b: tuple[str, ...]
    points: tuple[int, ...]
    long: tuple[bool, ...]
    lesser_goals: tuple[tuple[tuple[str, int], ...], ...]

    @classmethod
    def of(cls, tickets: Sequence[Ticket]) -> TicketColumns:
        return cls._make(_columns(tickets, cls._fields))


def _columns(rows: Sequence[Route] | Sequence[Ticket], names: Sequence[str]) -> Iterable[tuple[Any, ...]]:
    return zip(*map(attrgetter(*names), rows), strict=True) if rows else [()] * len(names)


def numbered(cities: Mapping[str, int], columns: RouteColumns | TicketColumns) -> tuple[list[int], list[int]]:
    """The cities at both ends as numbers."""
    number = cities.__getitem__
    return list(map(number, columns.a)), list(map(number, columns.b))


Point = tuple[float, float]
Line = tuple[Point, ...]

RINGS = ("land", "lakes", "home")
LINES = ("borders",)


@dataclass(frozen=True, slots=True)
class Ground:
    """Rings and lines of points (x, y), as cities have them; some lie outside the cities' square.

    Rings close by themselves. Land is filled by the even-odd rule: a ring inside another is a hole. ``home`` is the
    country that the board is about; ``borders`` are open lines.
    """

    land: tuple[Line, ...]
    lakes: tuple[Line, ...]
    borders: tuple[Line, ...]
    home: tuple[Line, ...]
    source: str
    licence: str


def read_ground(data: Mapping[str, Any]) -> Ground:
    """The ground of a board file that has been checked."""
    lines = {key: _lines(data.get(key, ())) for key in (*RINGS, *LINES)}
    return Ground(**lines, source=data["source"], licence=data["licence"])


def _lines(lines: Sequence[Sequence[Sequence[float]]]) -> tuple[Line, ...]:
    return tuple(tuple((x, y) for x, y in line) for line in lines)
