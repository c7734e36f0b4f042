"""The best use of stations, the slow and obvious way: every choice of a lent route for each station, with networkx."""

from __future__ import annotations

from itertools import product

import networkx as nx

from footplate.boards import Board, Ticket
from footplate.game import Game
from tests.support.invariants import network


def lendable(game: Game, seat: int, city: str) -> list[int]:
    """Routes of other players into a city."""
    return [
        r for r, route in enumerate(game.board.routes)
        if game.owners[r] not in (None, seat) and city in (route.a, route.b)
    ]  # fmt: skip


def ends(board: Board, place: str) -> tuple[str, ...]:
    """The cities of a place: itself, or those of a country."""
    return next((country.cities for country in board.rules.countries if country.name == place), (place,))


def earned(board: Board, graph: nx.MultiGraph, ticket: Ticket) -> int:
    """Points of a ticket: its best goal that is reached, or the least one lost."""
    goals = [(ticket.b, ticket.points), *ticket.lesser_goals]
    for goal, points in goals:
        if any(nx.has_path(graph, a, b) for a in ends(board, ticket.a) for b in ends(board, goal)):
            return points
    return -goals[-1][1]


def best_use(game: Game, seat: int) -> tuple[int, int, int]:
    """(points for tickets, tickets completed, -loans) of the best choice."""
    found = []
    for choice in product(*([None, *lendable(game, seat, city)] for city in game.stations[seat])):
        graph = network(game, seat)
        for r in choice:
            if r is not None:
                graph.add_edge(game.board.routes[r].a, game.board.routes[r].b)
        points = [earned(game.board, graph, ticket) for ticket in game.tickets_of(seat)]
        found.append((sum(points), sum(p > 0 for p in points), -sum(r is not None for r in choice)))
    return max(found)
