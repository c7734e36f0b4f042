"""Shortest ways on the map for a seat. Its own routes cost nothing, and routes that it can't have are left out.

A station lends one route of an opponent. A country is reached by any of its gates, and no way runs through it.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from footplate.boards import Board
from footplate.view import View

_Stop = tuple[str, int]  # a city, and which stations have lent their route on the way there, a bit each
_Edge = tuple[str, str]


@dataclass(frozen=True)
class Way:
    """Routes that connect two places: ``laid`` of their ``length`` trains lie there already; ``borrowed`` are lent."""

    routes: tuple[int, ...]
    length: int
    laid: int
    borrowed: tuple[int, ...] = ()

    @property
    def to_lay(self) -> int:
        return self.length - self.laid


@lru_cache(maxsize=32)
def _neighbours(board: Board) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for number, route in enumerate(board.routes):
        found[route.a].append((route.b, number))
        found[route.b].append((route.a, number))
    return found


@lru_cache(maxsize=32)
def _gates(board: Board) -> frozenset[str]:
    """The cities of all countries."""
    return frozenset(city for country in board.rules.countries for city in country.cities)


def shortest_way(view: View, a: str, b: str, seat: int, stations: tuple[str, ...] = ()) -> Way | None:
    """The way that takes fewest trains still to be laid, and among those the shortest; None if there is none.

    ``a`` and ``b`` are cities or countries; ``stations`` are the seat's.
    """
    board, owners, free = view.board, view.owners, view.open_routes(seat)
    neighbours, gates, goals = _neighbours(board), _gates(board), board.places[b]
    best: dict[_Stop, tuple[int, int]] = {(city, 0): (0, 0) for city in board.places[a]}
    came: dict[_Stop, tuple[_Stop, int]] = {}
    queue: list[tuple[int, int, _Stop]] = [(0, 0, stop) for stop in best]
    while queue:
        to_lay, length, stop = heapq.heappop(queue)
        city, lent = stop
        if (to_lay, length) > best[stop]:
            continue
        if city in goals:
            return _way(stop, came, (to_lay, length), owners, seat)
        if city in gates and stop in came:
            continue  # countries are ends, not ways through
        for other, number in neighbours[city]:
            trains = board.routes[number].length
            if number in free:
                cost, uses = (to_lay + trains, length + trains), [0]
            elif owners[number] == seat:
                cost, uses = (to_lay, length + trains), [0]
            else:
                taken, cost = owners[number] is not None, (to_lay, length)
                uses = [1 << n for n, at in enumerate(stations) if taken and at in (city, other)]
            for used in uses:
                reached = (other, lent | used)
                if not lent & used and cost < best.get(reached, (1 << 20, 0)):
                    best[reached] = cost
                    came[reached] = (stop, number)
                    heapq.heappush(queue, (*cost, reached))
    return None


def _way(
    stop: _Stop,
    came: Mapping[_Stop, tuple[_Stop, int]],
    cost: tuple[int, int],
    owners: tuple[int | None, ...],
    seat: int,
) -> Way:
    routes: list[int] = []
    while stop in came:
        stop, number = came[stop]
        routes.append(number)
    borrowed = tuple(number for number in routes if owners[number] not in (None, seat))
    to_lay, length = cost
    return Way(tuple(reversed(routes)), length, length - to_lay, borrowed)


# ---------------------------------------------------------------- two ways


def second_way(view: View, a: str, b: str, seat: int) -> tuple[int, tuple[int, ...]] | None:
    """Trains still to be laid until two ways without a common route connect two cities, and the routes of both.

    None if there are no two. Tracks of a double route count as one: nobody has both.
    """
    links = _links(view, seat)
    used: set[_Edge] = set()
    for _ in range(2):  # the cheapest way, then the cheapest one more, which may take back parts of the first
        came = _cheapest(links, used, view.board.places[a], view.board.places[b])
        if came is None:
            return None
        stop = "to"
        while stop != "from":
            before = came[stop]
            if (stop, before) in used:
                used.remove((stop, before))
            else:
                used.add((before, stop))
            stop = before
    routes = tuple(links[edge][1] for edge in sorted(used) if edge in links)
    return sum(links[edge][0] for edge in used if edge in links), routes


def _links(view: View, seat: int) -> dict[_Edge, tuple[int, int]]:
    """By pair of cities, both ways round: trains still to be laid there, and the route."""
    found: dict[_Edge, tuple[int, int]] = {}
    owners, free = view.owners, view.open_routes(seat)
    for number, route in enumerate(view.board.routes):
        if owners[number] == seat:
            cost = 0
        elif number in free:
            cost = route.length
        else:
            continue
        if (route.a, route.b) not in found or cost < found[route.a, route.b][0]:
            found[route.a, route.b] = found[route.b, route.a] = cost, number
    return found


def _cheapest(
    links: Mapping[_Edge, tuple[int, int]], used: set[_Edge], starts: tuple[str, ...], goals: tuple[str, ...]
) -> dict[str, str] | None:
    """From "from" to "to", by which city each is reached (Bellman and Ford: what is taken back has a negative cost)."""
    arcs: dict[_Edge, int] = {}
    for edge, (cost, _) in links.items():
        if edge[::-1] in used:
            arcs[edge] = -cost
        elif edge not in used:
            arcs[edge] = cost
    arcs |= {("from", city): 0 for city in starts} | {(city, "to"): 0 for city in goals}
    far: dict[str, float] = defaultdict(lambda: float("inf"), {"from": 0})
    came: dict[str, str] = {}
    for _ in range(len({city for edge in arcs for city in edge})):
        changed = False
        for (here, there), cost in arcs.items():
            if far[here] + cost < far[there]:
                far[there], came[there], changed = far[here] + cost, here, True
        if not changed:
            break
    return came if "to" in came else None
