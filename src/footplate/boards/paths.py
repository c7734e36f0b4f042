"""Shortest paths over a map, in segments, on adjacency lists, so that a board can be checked before it exists.

Written by hand: SciPy is no dependency of the core, and its routines count no alternatives and know no terminals.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

Adjacency = Mapping[str, Mapping[str, int]]  # city -> neighbour -> segments of the shortest route between them


class ShortestPath(NamedTuple):
    """Segments between two cities, and how many different ways (by cities) are that short."""

    segments: int
    alternatives: int


def adjacency(cities: Iterable[str], routes: Iterable[tuple[str, str, int]]) -> Adjacency:
    """Neighbours of every city; of parallel routes the shortest counts, once."""
    result: dict[str, dict[str, int]] = {city: {} for city in cities}
    for a, b, length in routes:
        shortest = min(length, result[a].get(b, length))
        result[a][b] = result[b][a] = shortest
    return result


def shortest_paths(graph: Adjacency, start: str, terminal: Collection[str] = ()) -> dict[str, ShortestPath]:
    """From ``start`` to every city that can be reached; no path runs through a ``terminal`` city."""
    best = {start: ShortestPath(0, 1)}
    queue, done = [(0, start)], set[str]()
    while queue:
        _, city = heapq.heappop(queue)
        if city in done:
            continue
        done.add(city)
        if city in terminal and city != start:
            continue
        so_far = best[city]
        for neighbour, length in graph[city].items():
            segments = so_far.segments + length
            known = best.get(neighbour)
            if known is None or segments < known.segments:
                best[neighbour] = ShortestPath(segments, so_far.alternatives)
                heapq.heappush(queue, (segments, neighbour))
            elif segments == known.segments:
                best[neighbour] = ShortestPath(segments, known.alternatives + so_far.alternatives)
    return best


def parts(graph: Adjacency) -> list[list[str]]:
    """The connected parts of a map, largest first, cities in the order of the map."""
    left = dict.fromkeys(graph)
    found: list[list[str]] = []
    while left:
        reached = shortest_paths(graph, next(iter(left)))
        found.append([city for city in left if city in reached])
        left = {city: None for city in left if city not in reached}
    return sorted(found, key=len, reverse=True)
