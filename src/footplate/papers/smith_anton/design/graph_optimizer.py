"""The graph optimiser (GO): the three sub-boards that come nearest to the target with random features, joined.

The paper samples from the first 10,000 graphs of plantri and is left with 86. Ours are as many random ones of the same
shape (``design/new/graphs.py``), because they come with places. How the paper plays on a graph that has no features yet
isn't said; here every evaluation gives it other features at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations

import numpy as np

from footplate.boards import Board, Rules, Ticket
from footplate.boards.limits import GREY
from footplate.design.new.board import POINTS, SUB_BOARDS, BoardSpec, board_on, settled
from footplate.design.new.graphs import PAPER_SUB_BOARD, Graph, joined, random_graph
from footplate.errors import FootplateError
from footplate.papers.smith_anton.design.features import DOUBLE, NOT_IN_THE_GAME, PALETTE, SINGLE, TICKET_VALUES, Canvas
from footplate.papers.smith_anton.design.phases import Freedom, random_design
from footplate.papers.smith_anton.design.playtests import MethodOptions, Playtester

GLANCES = 3  # evaluations of each graph, taken together
CHOSEN = 12  # of the best, played again and tried to join
LOOKS = 10
LEAST_TRAINS = 20  # of a player on a sub-board: with fewer, long routes put tickets out of reach


def canvas_on(graph: Graph, title: str, journeys: int, rng: np.random.Generator, players: int = 4) -> Canvas:
    """Cities with names, rules for their number, and so many journeys that may become tickets."""
    cities = len(graph.places)
    trains = max(LEAST_TRAINS, round(1.25 * cities))
    spec = BoardSpec(
        title=title, cities=cities, tickets=journeys, trains=trains, players=players if players > 4 else None
    )
    base = board_on(graph, settled(spec), rng)
    base = replace(base, rules=replace(base.rules, route_points=POINTS))  # also where the map has no long routes
    return Canvas(base, graph.edges, tuple((ticket.a, ticket.b) for ticket in base.tickets))


def all_free(canvas: Canvas, ticket_values: Sequence[int] = TICKET_VALUES) -> Freedom:
    """Every value that the rules of the board know.

    What the paper's board doesn't have stays as it is: routes that need locomotives, and the points of long tickets, of
    those with several goals, and of a race, where they count nothing.
    """
    base, tracks = canvas.base, canvas.tracks
    lengths = tuple(sorted(base.rules.route_points))
    colors = tuple(PALETTE.index(color) for color in (*base.colors, GREY))
    stay = [any(route.locomotives or route.substitutes for route in there) for there in tracks]
    return Freedom(
        [(len(there) > 1,) if stays else (SINGLE, DOUBLE) for there, stays in zip(tracks, stay, strict=True)],
        [_worth(ticket, base.rules, ticket_values) for ticket in canvas.tickets],
        [(there[0].length,) if stays else lengths for there, stays in zip(tracks, stay, strict=True)],
        [
            (PALETTE.index(there[min(track, len(there) - 1)].color),) if stays else colors
            for there, stays in zip(tracks, stay, strict=True)
            for track in (0, 1)
        ],
    )


def _worth(ticket: Ticket, rules: Rules, values: Sequence[int]) -> tuple[int, ...]:
    if ticket.long or ticket.lesser_goals:
        return (ticket.points,)
    return (NOT_IN_THE_GAME, *((max(1, ticket.points),) if rules.race else values))


def random_board(canvas: Canvas, freedom: Freedom, rng: np.random.Generator) -> Board:
    return canvas.board(random_design(canvas, freedom, rng))


def choose_sub_boards(
    playtester: Playtester, options: MethodOptions, journeys: int, rng: np.random.Generator
) -> tuple[list[Graph], Graph]:
    """The three best of some random graphs that can be joined, and the graph that they make together."""
    graphs = [graph for _ in range(options.graphs) if (graph := random_graph(PAPER_SUB_BOARD, rng))]
    canvases = [canvas_on(graph, "Sub-board", journeys, rng, playtester.players) for graph in graphs]
    makers = [partial(random_board, canvas, all_free(canvas, options.ticket_values), rng) for canvas in canvases]
    order = playtester.ranked(list(range(len(makers))), makers, GLANCES)[:CHOSEN]
    order = playtester.ranked(order, makers, LOOKS)
    for three in sorted(permutations(range(len(order)), SUB_BOARDS), key=sum):
        parts = [graphs[order[i]] for i in three]
        graph = joined(parts, PAPER_SUB_BOARD.max_degree + 1, rng)
        if graph:
            return parts, graph
    raise FootplateError("the sub-boards can't be joined to a planar graph; another --seed may do")
