"""Two ways between a ticket's cities that share no route, where a board rewards them (the grand tour)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from footplate.view import View

_Edge = tuple[str, str]


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
