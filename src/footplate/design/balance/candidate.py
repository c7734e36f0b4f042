"""Boards on one and the same graph: what a method may change of a board, as small values.

Cities, links (pairs of neighbouring cities) and rules stay those of the given board; lengths, colours, second tracks
and tickets are the candidate's. A ticket is worth its shortest way, as on the published boards, and what the given
board puts on top of that (a point or two on some tickets of the USA).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.boards import Board, Ticket
from footplate.boards.limits import GREY
from footplate.errors import FootplateError

Matrix = npt.NDArray[np.int64]
_FAR = 1 << 20


class Link(NamedTuple):
    """Two neighbouring cities: how long their route is, and the colour of each of its tracks."""

    length: int
    colours: tuple[str, ...]


class Pair(NamedTuple):
    """A ticket's cities by number, and the points that it has beyond its shortest way."""

    a: int
    b: int
    extra: int = 0


@dataclass(frozen=True)
class Candidate:
    """What a method decides; ``links`` in the order of the canvas."""

    links: tuple[Link, ...]
    tickets: tuple[Pair, ...]

    @cached_property
    def features(self) -> Features:
        return Features.of(self)

    def to_dict(self) -> dict[str, Any]:
        return {
            "links": [[link.length, *link.colours] for link in self.links],
            "tickets": [list(pair) for pair in self.tickets],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Candidate:
        links = tuple(Link(length, tuple(colours)) for length, *colours in data["links"])
        return cls(links, tuple(Pair(*pair) for pair in data["tickets"]))


class Features(NamedTuple):
    """What a designer looks at first. Lengths and colours are counted by track."""

    routes: int
    doubles: int
    total_length: int
    grey: float  # share of the tracks
    by_length: Mapping[int, int]
    by_colour: Mapping[str, int]
    tickets: int

    @classmethod
    def of(cls, candidate: Candidate) -> Features:
        tracks = [(link.length, colour) for link in candidate.links for colour in link.colours]
        by_length, by_colour = Counter(length for length, _ in tracks), Counter(colour for _, colour in tracks)
        return cls(
            routes=len(tracks),
            doubles=len(tracks) - len(candidate.links),
            total_length=sum(length for length, _ in tracks),
            grey=by_colour[GREY] / len(tracks),
            by_length=by_length,
            by_colour=by_colour,
            tickets=len(candidate.tickets),
        )


class Canvas:
    """What all candidates share: the given board's cities, links and rules; with ``keep_tickets`` its tickets too."""

    def __init__(self, board: Board, *, keep_tickets: bool = False) -> None:
        if board.rules.progress:
            raise FootplateError(f"{board.name} gives its tickets away: only boards with drawn tickets can be balanced")
        if any(len(group) > 2 for group in board.parallel_routes):
            raise FootplateError(f"{board.name} has three routes side by side; only single and double ones can change")
        self.board, self.keep_tickets = board, keep_tickets
        self._first = [board.routes[group[0]] for group in board.parallel_routes]
        self.ends = [(board.city_index[route.a], board.city_index[route.b]) for route in self._first]
        self.neighbours = {frozenset(ends) for ends in self.ends}
        links = tuple(
            Link(board.routes[group[0]].length, tuple(board.routes[i].color for i in group))
            for group in board.parallel_routes
        )
        ways = self.given_ways = self.ways(links)
        pairs = [(board.city_index[ticket.a], board.city_index[ticket.b], ticket.points) for ticket in board.tickets]
        tickets = tuple(Pair(a, b, points - int(ways[a, b])) for a, b, points in pairs)
        self.given = Candidate(links, tickets)
        self.usual_extra = Counter(pair.extra for pair in tickets).most_common(1)[0][0]
        self.worth = min(ways[a, b] for a, b, _ in pairs), max(ways[a, b] for a, b, _ in pairs)
        self.longest = min(max(link.length for link in links) + 1, max(board.rules.route_points))

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Cities that a ticket may join: any two but neighbours."""
        every = combinations(range(len(self.board.cities)), 2)
        return [pair for pair in every if frozenset(pair) not in self.neighbours]

    def ways(self, links: tuple[Link, ...]) -> Matrix:
        """Segments of the shortest way, from every city to every city.

        By Floyd and Warshall: 0.08 ms on usa, where SciPy, which is no dependency, takes 0.06.
        """
        n = len(self.board.cities)
        far: Matrix = np.full((n, n), _FAR)
        np.fill_diagonal(far, 0)
        for (a, b), link in zip(self.ends, links, strict=True):
            far[a, b] = far[b, a] = link.length
        for via in range(n):
            np.minimum(far, far[:, via, None] + far[None, via, :], out=far)
        return far

    def make_board(self, candidate: Candidate, name: str, title: str | None = None) -> Board:
        """The candidate as a board of its own; nothing is checked."""
        routes = [
            replace(first, length=link.length, color=colour, pair=pair, locomotives=min(first.locomotives, link.length))
            for pair, (first, link) in enumerate(zip(self._first, candidate.links, strict=True))
            for colour in link.colours
        ]
        return replace(
            self.board,
            name=name,
            title=title or self.board.title,
            routes=tuple(routes),
            tickets=self.board.tickets if self.keep_tickets else self._tickets(candidate),
            file=None,
        )

    def _tickets(self, candidate: Candidate) -> tuple[Ticket, ...]:
        ways, cities = self.ways(candidate.links), self.board.cities
        return tuple(
            Ticket(cities[a].name, cities[b].name, max(1, int(ways[a, b]) + extra)) for a, b, extra in candidate.tickets
        )
