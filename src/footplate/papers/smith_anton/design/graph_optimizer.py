"""The graph optimiser (GO): the three sub-boards that come nearest to the target with random features, joined.

The paper samples from the first 10,000 graphs of plantri and is left with 86. Ours are as many random ones of the same
shape (``design/new/graphs.py``), because they come with places. How the paper plays on a graph that has no features yet
isn't said; here every evaluation gives it other features at random.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations

import numpy as np

from footplate.boards import Board
from footplate.design.new.board import POINTS, SUB_BOARDS, BoardSpec, board_on, settled
from footplate.design.new.graphs import PAPER_SUB_BOARD, Graph, joined, random_graph
from footplate.errors import FootplateError
from footplate.papers.smith_anton.design.features import DOUBLE, LENGTHS, PALETTE, SINGLE, TICKET_VALUES, Canvas
from footplate.papers.smith_anton.design.phases import Freedom, random_design
from footplate.papers.smith_anton.design.playtests import MethodOptions, Playtester

GLANCES = 3  # evaluations of each graph, taken together
CHOSEN = 12  # of the best, played again and tried to join
LOOKS = 10
LEAST_TRAINS = 20  # of a player on a sub-board: with fewer, long routes put tickets out of reach


def canvas_on(graph: Graph, title: str, journeys: int, rng: np.random.Generator) -> Canvas:
    """Cities with names, rules for their number, and so many journeys that may become tickets."""
    cities = len(graph.places)
    spec = BoardSpec(title=title, cities=cities, tickets=journeys, trains=max(LEAST_TRAINS, round(1.25 * cities)))
    base = board_on(graph, settled(spec), rng)
    base = replace(base, rules=replace(base.rules, route_points=POINTS))  # also where the map has no long routes
    return Canvas(base, graph.edges, tuple((ticket.a, ticket.b) for ticket in base.tickets))


def all_free(canvas: Canvas) -> Freedom:
    edges = len(canvas.edges)
    return Freedom(
        [(SINGLE, DOUBLE)] * edges,
        [TICKET_VALUES] * len(canvas.journeys),
        [LENGTHS] * edges,
        [tuple(range(len(PALETTE)))] * (2 * edges),
    )


def random_board(canvas: Canvas, freedom: Freedom, rng: np.random.Generator) -> Board:
    return canvas.board(random_design(canvas, freedom, rng))


def choose_sub_boards(
    playtester: Playtester, options: MethodOptions, journeys: int, rng: np.random.Generator
) -> tuple[list[Graph], Graph]:
    """The three best of some random graphs that can be joined, and the graph that they make together."""
    graphs = [graph for _ in range(options.graphs) if (graph := random_graph(PAPER_SUB_BOARD, rng))]
    canvases = [canvas_on(graph, "Sub-board", journeys, rng) for graph in graphs]
    makers = [partial(random_board, canvas, all_free(canvas), rng) for canvas in canvases]
    order = playtester.ranked(list(range(len(makers))), makers, GLANCES)[:CHOSEN]
    order = playtester.ranked(order, makers, LOOKS)
    for three in sorted(permutations(range(len(order)), SUB_BOARDS), key=sum):
        parts = [graphs[order[i]] for i in three]
        graph = joined(parts, PAPER_SUB_BOARD.max_degree + 1, rng)
        if graph:
            return parts, graph
    raise FootplateError("the sub-boards can't be joined to a planar graph; another --seed may do")
