"""What a graph needs to be a board, as published boards have it: lengths, double routes, colours and tickets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from footplate.boards.limits import COLOURS, GREY
from footplate.boards.parts import Route, Ticket
from footplate.boards.paths import adjacency, shortest_paths
from footplate.design.new.graphs import Edge, Graph

SHORTEST_TICKET = 0.2  # of the longest ticket's way
LONGEST_TICKET = 0.5  # of a player's trains
_CITY_AGAIN = 2.0  # segments that a ticket may be off its target length rather than name a city again


def lengths_by_distance(graph: Graph, mean: float, longest: int) -> list[int]:
    """For each edge its distance in trains, 1 to ``longest``, in the unit that gives this mean at least."""
    ways = np.array([graph.distance(edge) for edge in graph.edges])
    scales = np.linspace(0.2, 3, 400) * mean / ways.mean()
    lengths = np.clip(np.rint(ways * scales[:, None]), 1, longest)
    enough = lengths.mean(axis=1) >= mean
    chosen = lengths[int(np.argmax(enough)) if enough.any() else -1]
    return [int(length) for length in chosen]


def choose_doubles(graph: Graph, lengths: Sequence[int], count: int, rng: np.random.Generator) -> set[Edge]:
    """Edges for two routes each: rather short ones between busy cities."""
    busy = [graph.degrees[a] * graph.degrees[b] / length for (a, b), length in zip(graph.edges, lengths, strict=True)]
    order = np.argsort(-np.array(busy) * rng.uniform(0.2, 1, len(busy)))
    return {graph.edges[i] for i in order[:count]}


def choose_colours(
    edges: Sequence[Edge], lengths: Sequence[int], doubles: set[Edge], grey: float, rng: np.random.Generator
) -> list[tuple[str, ...]]:
    """The colours of each edge's routes: a share is grey, rather short ones, and the rest even by routes and segments.

    A colour comes seldom twice at a city. Of a double route both are grey or none is.
    """
    tracks = [1 + (edge in doubles) for edge in edges]
    colours: list[tuple[str, ...]] = [()] * len(edges)
    left = round(grey * sum(tracks))
    for i in np.argsort(np.array(lengths) * rng.uniform(0.3, 1, len(edges))):
        if tracks[i] <= left:
            colours[i] = (GREY,) * tracks[i]
            left -= tracks[i]
    segments, of_length, at_city = (Counter[tuple[str, int]]() for _ in range(3))
    coloured = [i for i in rng.permutation(len(edges)) if not colours[i]]
    for i in sorted(coloured, key=lambda i: -lengths[i]):
        for _ in range(tracks[i]):
            choice = [colour for colour in rng.permutation(COLOURS).tolist() if colour not in colours[i]]
            colour = min(
                choice,
                key=lambda colour: (
                    of_length[colour, lengths[i]],
                    segments[colour, 0] // 3,
                    sum(at_city[colour, city] for city in edges[i]),
                ),
            )
            colours[i] += (colour,)
            segments[colour, 0] += lengths[i]
            of_length[colour, lengths[i]] += 1
            at_city.update((colour, city) for city in edges[i])
    return colours


def choose_tickets(
    cities: Sequence[str], routes: Sequence[Route], count: int, trains: int, rng: np.random.Generator
) -> list[Ticket]:
    """Tickets worth the trains of their shortest way, of all lengths, with every city about as often.

    Fewer than ``count`` where there are not so many pairs of cities that no route joins.
    """
    graph = adjacency(cities, [(route.a, route.b, route.length) for route in routes])
    ways = {city: shortest_paths(graph, city) for city in cities}
    far = {(a, b): ways[a][b].segments for a, b in combinations(sorted(cities), 2) if b not in graph[a]}
    far = {pair: way for pair, way in far.items() if way <= trains}
    longest = min(max(far.values(), default=0), LONGEST_TICKET * trains)
    used, tickets = Counter[str](), list[Ticket]()
    for target in rng.permutation(np.linspace(SHORTEST_TICKET, 1, count) ** 1.2 * longest)[: len(far)]:
        noise = dict(zip(far, rng.uniform(0, 1.5, len(far)), strict=True))
        pair = min(
            far, key=lambda pair: abs(far[pair] - target) + _CITY_AGAIN * (used[pair[0]] + used[pair[1]]) + noise[pair]
        )
        tickets.append(Ticket(*pair, far.pop(pair)))
        used.update(pair)
    return sorted(tickets, key=lambda ticket: (ticket.a, ticket.b))
