"""A board in figures, and what published boards have in common.

``BoardFeatures`` are Tables 3, 4 and 5 of Smith & Anton 2022. ``traits_of`` puts a board beside the published ones, by
Appendix A of Yang et al. 2023. ``PRINTED`` is Tables 5 and 6 of that paper; what it doesn't print is measured on the
boards of our catalogue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations
from statistics import fmean
from typing import Any

from footplate.boards import Board, Route, load_board
from footplate.boards.analysis import board_stats
from footplate.boards.limits import GREY


@dataclass(frozen=True, kw_only=True)
class BoardFeatures:
    """One row of Table 3, with the counts behind Tables 4 and 5."""

    routes: int  # parallel ones counted each
    pairs: int  # parallel ones counted once
    doubles: int  # pairs with two routes or more
    trains: int  # spaces of all routes
    tickets: int
    ticket_value: float  # mean
    lengths: Mapping[int, int]  # routes by length, also of lengths that have none
    colors: Mapping[str, int]  # routes by colour, grey last
    trains_by_color: Mapping[str, int]
    same_color: float  # of the pairs of routes that meet at a city: those of one colour, not grey

    @property
    def double_share(self) -> float:
        """Of the pairs of cities, as the paper has it."""
        return self.doubles / self.pairs

    @property
    def mean_length(self) -> float:
        return self.trains / self.routes

    @property
    def grey_share(self) -> float:
        return self.colors[GREY] / self.routes

    def to_dict(self) -> dict[str, Any]:
        shares = {"double_share": self.double_share, "mean_length": self.mean_length, "grey_share": self.grey_share}
        lengths = {str(length): n for length, n in self.lengths.items()}
        return {**asdict(self), "lengths": lengths, **shares}


def features_of(board: Board) -> BoardFeatures:
    lengths = Counter(route.length for route in board.routes)
    colours = Counter(route.color for route in board.routes)
    trains: Counter[str] = Counter()
    for route in board.routes:
        trains[route.color] += route.length
    order = (*board.colors, GREY)
    return BoardFeatures(
        routes=len(board.routes),
        pairs=len(board.parallel_routes),
        doubles=sum(len(group) > 1 for group in board.parallel_routes),
        trains=sum(route.length for route in board.routes),
        tickets=len(board.tickets),
        ticket_value=fmean(ticket.points for ticket in board.tickets) if board.tickets else 0.0,
        lengths={length: lengths[length] for length in range(1, max(lengths) + 1)},
        colors={colour: colours[colour] for colour in order},
        trains_by_color={colour: trains[colour] for colour in order},
        same_color=_same_colour(board),
    )


def _same_colour(board: Board) -> float:
    """Parallel routes don't meet, they lie side by side."""
    at_city: dict[str, list[Route]] = {}
    for route in board.routes:
        for city in (route.a, route.b):
            at_city.setdefault(city, []).append(route)
    met = [(a, b) for routes in at_city.values() for a, b in combinations(routes, 2) if a.pair != b.pair]
    return sum(a.color == b.color != GREY for a, b in met) / len(met) if met else 0.0


# ---------------------------------------------------------------- beside the published boards

# The boards of the catalogue that were printed and sold, smallest first.
PUBLISHED = ("new_york", "london", "first_journey_usa", "usa", "nordic", "india", "europe", "germany", "switzerland")

_VERSIONS = (
    *("Demo – North America", "Demo – Europe", "New York", "London", "Amsterdam", "First Journey", "Poland"),
    *("Original", "Germany", "Legendary Asia", "Italy", "Team Asia", "Europe"),
)
_ROWS = {
    "cities": (14, 15, 15, 17, 17, 19, 35, 36, 36, 39, 42, 46, 47),
    "pairs": (27, 29, 30, 35, 32, 39, 68, 73, 80, 70, 84, 90, 90),
    "routes": (41, 42, 41, 44, 41, 64, 102, 94, 105, 100, 126, 130, 101),
    "doubles": (14, 13, 11, 9, 9, 25, 21, 21, 21, 30, 40, 32, 11),
    "tickets": (18, 18, 18, 20, 24, 32, 35, 30, 89, 36, 56, 60, 46),
    "min degree": (2, 3, 3, 3, 2, 3, 1, 2, 2, 2, 1, 1, 1),
    "max degree": (6, 7, 6, 6, 5, 6, 6, 7, 7, 6, 6, 7, 7),
    "max length": (4, 4, 4, 4, 4, 4, 5, 6, 7, 6, 7, 7, 8),
    "grey": (3, 2, 8, 14, 13, 0, 13, 43, 32, 27, 27, 24, 36),
}
# Counts by version.
PRINTED = {version: {row: values[i] for row, values in _ROWS.items()} for i, version in enumerate(_VERSIONS)}

_PERCENTS = ("double routes", "grey routes", "cities named by a ticket")


@dataclass(frozen=True)
class Trait:
    """A figure of a board beside the same one of the published boards."""

    name: str
    value: float
    low: float
    high: float

    @property
    def is_usual(self) -> bool:
        return self.low <= self.value <= self.high

    @property
    def range(self) -> str:
        return f"{self.low:.3g} to {self.high:.3g}{self._unit}"

    @property
    def amount(self) -> str:
        return f"{self.value:.3g}{self._unit}"

    @property
    def _unit(self) -> str:
        return " %" if self.name in _PERCENTS else ""

    def __str__(self) -> str:
        return f"{self.name} {self.amount} (published {self.range})"


def traits_of(board: Board) -> list[Trait]:
    """A board beside the published ones. All are ratios or bounds, so that small and large boards can be compared."""
    return [
        Trait(name, value, min(_published(name)), max(_published(name))) for name, value in _measured(board).items()
    ]


def _published(name: str) -> tuple[float, ...]:
    measured = [_of_catalogue(board)[name] for board in PUBLISHED]
    printed = [row[name] for version in PRINTED if name in (row := _printed(version))]
    return (*measured, *printed)


@cache
def _of_catalogue(name: str) -> dict[str, float]:
    return _measured(load_board(name))


def _measured(board: Board) -> dict[str, float]:
    stats, features = board_stats(board), features_of(board)
    coloured = [features.trains_by_color[colour] for colour in board.colors]
    named = {city for ticket in board.tickets for city in (ticket.a, ticket.b)}
    return {
        **_ratios(stats.cities, stats.city_pairs, stats.routes, stats.parallel_pairs, stats.tickets, stats.grey_routes),
        **_bounds(stats.min_degree, stats.max_degree, stats.max_length),
        "mean length": features.mean_length,
        "cities named by a ticket": 100 * sum(city.name in named for city in board.cities) / stats.cities,
        "spaces on the map for each train of a player": features.trains / stats.trains,
        "spaces of the commonest colour for each of the rarest": max(coloured) / max(1, min(coloured)),
    }


def _printed(version: str) -> dict[str, float]:
    row = PRINTED[version]
    ratios = _ratios(*(row[name] for name in ("cities", "pairs", "routes", "doubles", "tickets", "grey")))
    return {**ratios, **_bounds(row["min degree"], row["max degree"], row["max length"])}


def _ratios(cities: int, pairs: int, routes: int, doubles: int, tickets: int, grey: int) -> dict[str, float]:
    return {
        "neighbours of a city": 2 * pairs / cities,
        "double routes": 100 * doubles / pairs,
        "grey routes": 100 * grey / routes,
        "tickets for each city": tickets / cities,
    }


def _bounds(least: int, most: int, longest: int) -> dict[str, float]:
    return {
        "fewest neighbours": float(least),
        "most neighbours": float(most),
        "longest route": float(longest),
    }
