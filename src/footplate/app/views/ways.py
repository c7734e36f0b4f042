"""Ways on the map for a seat: what it has laid costs nothing, what it can't have is no way."""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from footplate.boards import Board, Ticket
from footplate.observation import View


@dataclass(frozen=True)
class Way:
    """Routes that connect two cities: ``laid`` of their ``length`` trains lie there already."""

    routes: tuple[int, ...]
    length: int
    laid: int


@lru_cache(maxsize=32)
def _neighbours(board: Board) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for number, route in enumerate(board.routes):
        found[route.a].append((route.b, number))
        found[route.b].append((route.a, number))
    return found


def ticket_way(view: View, ticket: Ticket, seat: int) -> Way | None:
    """The best way for a ticket: to the best of its goals that is connected, else to the nearest one."""
    places = view.board.places
    ways = [
        [way for a in places[ticket.a] for b in places[goal] if (way := shortest_way(view, a, b, seat))]
        for goal in (ticket.b, *(place for place, _ in ticket.lesser_goals))
    ]
    done = [way for found in ways for way in found if way.laid == way.length]
    return done[0] if done else min((way for found in ways for way in found), key=_to_lay, default=None)


def _to_lay(way: Way) -> tuple[int, int]:
    return way.length - way.laid, way.length


def shortest_way(view: View, a: str, b: str, seat: int) -> Way | None:
    """The way that takes fewest trains still to be laid, and among those the shortest; None if there is none."""
    board, owners = view.board, view.owners
    neighbours = _neighbours(board)
    best: dict[str, tuple[int, int]] = {a: (0, 0)}
    came: dict[str, tuple[str, int]] = {}
    queue = [(0, 0, a)]
    while queue:
        to_lay, length, city = heapq.heappop(queue)
        if (to_lay, length) > best[city]:
            continue
        if city == b:
            break
        for other, number in neighbours[city]:
            mine = owners[number] == seat
            if not mine and (owners[number] is not None or not view.is_open(number, seat)):
                continue
            trains = board.routes[number].length
            cost = (to_lay + (0 if mine else trains), length + trains)
            if other not in best or cost < best[other]:
                best[other] = cost
                came[other] = (city, number)
                heapq.heappush(queue, (*cost, other))
    if b not in best:
        return None
    routes = []
    city = b
    while city != a:
        city, number = came[city]
        routes.append(number)
    to_lay, length = best[b]
    return Way(tuple(reversed(routes)), length, length - to_lay)
