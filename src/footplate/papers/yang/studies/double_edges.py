"""Appendix A of Yang et al.: whether double edges lie where tickets' shortest paths lead, by several readings of it.

The paper prints the correlation between being a double edge and how often an edge is visited "by the shortest path of a
destination ticket". It doesn't say what counts where a ticket has several shortest paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from footplate.arena.statistics import Estimate
from footplate.boards import Board
from footplate.boards.analysis import board_graph
from footplate.boards.limits import GREY
from footplate.boards.paths import shortest_paths
from footplate.studies.published import exactly

Graph = Mapping[str, Mapping[str, int]]  # by city its neighbours, and how far they are
Link = frozenset[str]
Visits = dict[Link, float]

CHOICES = 4000  # of one shortest path for each ticket

IN_PARTS = "several shortest paths count in parts"
ONE_BY_CHANCE = "one shortest path of each ticket, by chance"
FEWEST_EDGES = "fewest edges instead of segments, in full"


def ways(graph: Graph, a: str, b: str) -> list[list[Link]]:
    """All shortest paths, each as its links."""
    left = {city: path.segments for city, path in shortest_paths(graph, b).items()}

    def onward(city: str) -> Iterator[list[str]]:
        if city == b:
            yield [city]
        for other, length in graph[city].items():
            if left.get(other, np.inf) + length == left[city]:
                yield from ([city, *rest] for rest in onward(other))

    return [[frozenset(link) for link in pairwise(path)] for path in onward(a)] if a in left else []


def ways_of_tickets(board: Board, graph: Graph) -> list[list[list[Link]]]:
    """By ticket, or by each two places that it may join."""
    return [
        ways(graph, a, b) for ticket in board.tickets for a in board.places[ticket.a] for b in board.places[ticket.b]
    ]


def visits(board: Board, graph: Graph, *, in_full: bool = False) -> Visits:
    """By link: how many tickets' shortest paths use it. Those of a ticket with several count in parts, or in full."""
    found: Visits = {frozenset((a, b)): 0.0 for a in graph for b in graph[a]}
    for several in ways_of_tickets(board, graph):
        for path in several:
            for link in path:
                found[link] += 1 if in_full else 1 / len(several)
    return found


def readings(board: Board, seed: int) -> dict[str, Estimate]:
    """The correlation by each reading. Of choices by chance: the mean, and where 95 % of them lie."""
    graph = board_graph(board)
    hops = {a: dict.fromkeys(its, 1) for a, its in graph.items()}
    parts, links = visits(board, graph), list(visits(board, graph))
    routes = [frozenset((route.a, route.b)) for route in board.routes]
    coloured = [frozenset((route.a, route.b)) for route in board.routes if route.color != GREY]
    unique = [several for several in ways_of_tickets(board, graph) if len(several) == 1]
    of_unique = {link: float(sum(link in path for (path,) in unique)) for link in links}
    return {
        IN_PARTS: exactly(correlation(board, parts, links)),
        "each of several shortest paths counts in full": exactly(
            correlation(board, visits(board, graph, in_full=True), links)
        ),
        "only tickets with one shortest path": exactly(correlation(board, of_unique, links)),
        ONE_BY_CHANCE: _by_chance(board, graph, links, seed),
        FEWEST_EDGES: exactly(correlation(board, visits(board, hops, in_full=True), links)),
        "in parts, without grey edges": exactly(correlation(board, parts, list(dict.fromkeys(coloured)))),
        "in parts, both edges of a double one": exactly(correlation(board, parts, routes)),
    }


def correlation(board: Board, seen: Visits, links: Sequence[Link]) -> float:
    """Of these links, between having two routes and being visited."""
    ends = [frozenset((route.a, route.b)) for route in board.routes]
    doubles = [ends.count(link) > 1 for link in links]
    return float(np.corrcoef(doubles, [seen[link] for link in links])[0, 1])


def _by_chance(board: Board, graph: Graph, links: Sequence[Link], seed: int) -> Estimate:
    chance, tickets = np.random.default_rng(seed), ways_of_tickets(board, graph)
    found = []
    for _ in range(CHOICES):
        seen = dict.fromkeys(links, 0.0)
        for several in tickets:
            for link in several[chance.integers(len(several))]:
                seen[link] += 1
        found.append(correlation(board, seen, links))
    low, high = np.quantile(found, (0.025, 0.975))
    return Estimate(float(np.mean(found)), float(low), float(high))
