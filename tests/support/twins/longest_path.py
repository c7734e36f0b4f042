"""The longest trail by quite another method: what must be left out, by matchings of odd cities and by branching.

If the trail need not hang together, the least to leave out is a matching of all odd cities but two along shortest ways.
Where the rest falls apart, one of the routes round a part is kept after all, or the trail lies inside or outside it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import combinations, count, pairwise

import networkx as nx

Edge = tuple[int, int, int]  # two cities and a length


def longest_trail(edges: Sequence[Edge]) -> int:
    lengths = [length for _, _, length in edges]
    serial, queue = count(), list[tuple[int, int, frozenset[int], frozenset[int], frozenset[int]]]()

    def consider(kept: frozenset[int], out: frozenset[int]) -> None:
        lost = _least_to_leave_out(edges, kept, out)
        if lost is not None:
            lost |= out
            heapq.heappush(queue, (sum(lengths[e] for e in lost), next(serial), kept, out, lost))

    consider(frozenset(), frozenset())
    while queue:
        loss, _, kept, out, lost = heapq.heappop(queue)
        parts = _parts(edges, frozenset(range(len(edges))) - lost)
        if len(parts) < 2:
            return sum(lengths) - loss
        for branch in _branches(edges, kept, out, min(parts, key=len)):
            consider(*branch)
    raise AssertionError("there is always a trail: one route")


def _parts(edges: Sequence[Edge], those: frozenset[int]) -> list[set[int]]:
    """The cities of each connected part of these routes."""
    return [set(part) for part in nx.connected_components(nx.Graph(edges[e][:2] for e in those))]


def _branches(
    edges: Sequence[Edge], kept: frozenset[int], out: frozenset[int], part: set[int]
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    sides = [len({a, b} & part) for a, b, _ in edges]
    closed = set(out)
    for e, side in enumerate(sides):
        if side == 1 and e not in out:
            yield kept | {e}, frozenset(closed)
            closed.add(e)
    for wrong_side in (0, 2):
        gone = closed | {e for e, side in enumerate(sides) if side == wrong_side}
        if not gone & kept:
            yield kept, frozenset(gone)


def _least_to_leave_out(edges: Sequence[Edge], kept: frozenset[int], out: frozenset[int]) -> frozenset[int] | None:
    """The lightest routes, none of them ``kept``, without which at most two cities are odd; None if there are none."""
    free, degree = nx.Graph(), dict[int, int]()
    for e, (a, b, length) in enumerate(edges):
        if e in out:
            continue
        degree[a], degree[b] = degree.get(a, 0) + 1, degree.get(b, 0) + 1
        if e not in kept and (not free.has_edge(a, b) or length < free[a][b]["weight"]):
            free.add_edge(a, b, weight=length, route=e)
    odd = [city for city, routes in degree.items() if routes % 2]
    ways = {city: nx.single_source_dijkstra(free, city) for city in odd if city in free}
    pairs = nx.Graph([("first end", "last end", {"weight": 0})])
    pairs.add_weighted_edges_from((end, city, 0) for city in odd for end in ("first end", "last end"))
    for a, b in combinations(odd, 2):
        if a in ways and b in ways[a][0]:
            pairs.add_edge(a, b, weight=ways[a][0][b])
    matching = nx.min_weight_matching(pairs)
    if 2 * len(matching) < len(pairs):
        return None
    lost = set[int]()
    for a, b in matching:
        if isinstance(a, int) and isinstance(b, int):
            way = ways[a][1][b]
            lost ^= {free[x][y]["route"] for x, y in pairwise(way)}
    return frozenset(lost)
