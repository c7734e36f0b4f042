"""Tickets to countries: both ends are sets of cities, and several goals may count, from the most points down.

No path runs through a country, because each of its cities has one neighbour; so what a player's routes connect is found
as on any other board. Boards without such tickets (``b.country_tickets``) never get here.
"""

from __future__ import annotations

import numpy as np

from footplate.boards import Board
from footplate.boards.analysis import board_graph
from footplate.boards.paths import shortest_paths
from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, SCRATCH, Int, Record

NO_GOAL = -1


def fill_countries(b: Record, board: Board) -> tuple[list[int], list[int]]:
    """Called by ``tables``. Returns a city for each end of every ticket: of its best goal, those nearest."""
    b["country_tickets"] = True
    ways = {city: shortest_paths(graph, city) for graph in (board_graph(board),) for city in board.city_index}
    nearest = []
    for t, ticket in enumerate(board.tickets):
        b["ticket_from"][t] = _cities(board, ticket.a)
        b["goal_n"][t] = len(ticket.goals)
        for g, (place, points) in enumerate(ticket.goals):
            b["goal_cities"][t, g], b["goal_points"][t, g] = _cities(board, place), points
        ends = [(a, c) for a in board.places[ticket.a] for c in board.places[ticket.b] if c in ways[a]]
        nearest.append(min(ends, key=lambda pair: ways[pair[0]][pair[1]].segments))
    return [board.city_index[a] for a, _ in nearest], [board.city_index[c] for _, c in nearest]


def _cities(board: Board, place: str) -> int:
    return sum(1 << board.city_index[city] for city in board.places[place])


@jit
def networks_at(b: Record, w: Record, p: Int, cities: Int) -> Int:
    """The numbers of p's networks, labelled before, that have one of ``cities``: a bit each."""
    one, found = np.uint64(1), np.uint64(0)
    for city in range(b.n_cities):
        if cities >> np.uint64(city) & one:
            found |= one << np.uint64(w.network[p, city])
    return found


@indirect_call(int, BOARD, SCRATCH, int, int)
def best_goal(b: Record, w: Record, p: Int, t: Int) -> Int:
    """The number of the best goal of ticket t that p's networks, labelled before, connect; NO_GOAL if none."""
    start = networks_at(b, w, p, b.ticket_from[t])
    for g in range(b.goal_n[t]):
        if start & networks_at(b, w, p, b.goal_cities[t, g]):
            return np.int64(g)
    return np.int64(NO_GOAL)


@jit
def points_at_end(b: Record, w: Record, p: Int, t: Int) -> Int:
    """The best goal reached, or the least one lost."""
    goal = best_goal(b, w, p, t)
    return -np.int64(b.goal_points[t, b.goal_n[t] - 1]) if goal == NO_GOAL else np.int64(b.goal_points[t, goal])


@jit
def all_goals(b: Record, t: Int) -> Int:
    """The cities of all goals of ticket t, a bit each."""
    cities = np.uint64(0)
    for g in range(b.goal_n[t]):
        cities |= b.goal_cities[t, g]
    return cities
