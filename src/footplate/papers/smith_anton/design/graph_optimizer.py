"""The graph optimiser (GO): a tree search for three sub-boards that, joined, come nearest to the target.

The paper samples from the first 10,000 graphs of plantri and is left with 86. Ours are as many random ones of the same
shape (``design/new/graphs.py``), because they come with places. The search is that of phase one; its variables are the
three graphs. How the paper plays on a graph that has no features yet isn't said; here every evaluation gives it other
features at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

import numpy as np

from footplate.boards import Board, Rules, Ticket
from footplate.boards.limits import GREY
from footplate.design.new.board import POINTS, SUB_BOARDS, BoardSpec, board_on, settled
from footplate.design.new.graphs import PAPER_SUB_BOARD, Graph, joined, random_graph
from footplate.errors import FootplateError
from footplate.papers.smith_anton.design.features import (
    DOUBLE,
    NOT_IN_THE_GAME,
    PALETTE,
    SINGLE,
    TICKET_VALUES,
    Assignment,
    Canvas,
    Feature,
)
from footplate.papers.smith_anton.design.phases import Freedom, PairSearch, random_design
from footplate.papers.smith_anton.design.playtests import MethodOptions, Playtester
from footplate.papers.smith_anton.design.search import TreeSearch

_TIME = 0.1  # of all there is, at most
_DRAWS = 20  # of graphs at random, until three can be joined: about every fourth time
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
    colours = tuple(PALETTE.index(colour) for colour in (*base.colors, GREY))
    stay = [any(route.locomotives or route.substitutes for route in there) for there in tracks]
    return Freedom(
        [(len(there) > 1,) if stays else (SINGLE, DOUBLE) for there, stays in zip(tracks, stay, strict=True)],
        [_worth(ticket, base.rules, ticket_values) for ticket in canvas.tickets],
        [(there[0].length,) if stays else lengths for there, stays in zip(tracks, stay, strict=True)],
        [
            (PALETTE.index(there[min(track, len(there) - 1)].color),) if stays else colours
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


class SubBoards(Feature):
    """Three different graphs of so many, by number; they lie round the land in this order.

    What is completed at random ``fits``, if a few draws can do it; what is chosen to the end may not.
    """

    def __init__(self, graphs: int, fits: Callable[[Assignment], bool], rng: np.random.Generator) -> None:
        super().__init__([range(graphs)] * SUB_BOARDS, rng)
        self._fits = fits

    def values(self, before: Assignment) -> Sequence[int]:
        return [graph for graph in super().values(before) if graph not in before]

    def completed(self, assigned: Assignment, rng: np.random.Generator) -> Assignment:
        for _ in range(_DRAWS):
            chosen = super().completed(assigned, rng)
            if len(assigned) == len(self) or self._fits(self.by_variable(chosen)):
                break
        return chosen


def search_graphs(
    graphs: SubBoards,
    make_board: Callable[[Assignment], Board],
    playtester: Playtester,
    options: MethodOptions,
    rng: np.random.Generator,
) -> Assignment:
    """The three graphs whose board is consistently near the target, or the best that were tried."""
    search = TreeSearch(graphs, options.first_threshold, rng)
    nobody = TreeSearch(Feature((), rng), options.first_threshold, rng)  # this optimiser has no partner
    return PairSearch(
        search, nobody, lambda pair: make_board(pair[0]), playtester,
        replace(options, evaluations=options.graph_evaluations), rng, is_over=partial(playtester.is_over, _TIME),
    ).by_labels()[0]  # fmt: skip


def choose_sub_boards(
    playtester: Playtester, options: MethodOptions, journeys: int, rng: np.random.Generator
) -> tuple[list[Graph], Graph]:
    """Three of some random graphs, and the graph that they make together."""
    graphs = [graph for _ in range(options.graphs) if (graph := random_graph(PAPER_SUB_BOARD, rng))]
    no_board = replace(canvas_on(graphs[0], "Sub-board", journeys, rng).base, routes=())

    @cache
    def land(chosen: Assignment) -> Graph | None:
        return joined([graphs[i] for i in chosen], PAPER_SUB_BOARD.max_degree + 1, rng)

    @cache
    def canvas(chosen: Assignment) -> Canvas | None:
        graph = land(chosen)
        return canvas_on(graph, "Joined Land", journeys, rng, playtester.players) if graph else None

    def board(chosen: Assignment) -> Board:
        here = canvas(chosen)
        return random_board(here, all_free(here, options.ticket_values), rng) if here else no_board

    values = SubBoards(len(graphs), lambda chosen: land(chosen) is not None, rng)
    chosen = search_graphs(values, board, playtester, options, rng)
    graph = land(chosen)
    if graph is None:
        raise FootplateError("the sub-boards can't be joined to a planar graph; another --seed may do")
    return [graphs[i] for i in chosen], graph
