"""The paper's three experiments: on the original graph, on a generated one, and from three sub-games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from footplate.boards import Board
from footplate.boards.limits import MAX_ROUTES
from footplate.design.new.board import SUB_BOARDS
from footplate.design.new.features import lengths_by_distance
from footplate.design.new.graphs import LINKS, Edge, Graph
from footplate.papers.smith_anton.design.features import LENGTHS, Canvas, Design
from footplate.papers.smith_anton.design.graph_optimizer import all_free, canvas_on, choose_sub_boards
from footplate.papers.smith_anton.design.phases import Freedom, optimized
from footplate.papers.smith_anton.design.playtests import MethodOptions, Playtester

JOURNEYS, SUB_JOURNEYS = 40, 20  # candidate tickets of a board, and of a sub-board
SUB_ROUTES = (MAX_ROUTES - 9 * LINKS) // SUB_BOARDS - 1  # of a sub-board: together with the links they must fit
NEAR = 1  # by how much a restricted length may differ


@dataclass(frozen=True)
class Outcome:
    """The board, and what random boards on the same graph may be."""

    board: Board
    canvas: Canvas
    freedom: Freedom


def original_graph(
    original: Board,
    playtester: Playtester,
    options: MethodOptions,
    rng: np.random.Generator,
    *,
    is_restricted: bool = False,
) -> Outcome:
    """A new board on a known one's graph; restricted: every length within one of the original."""
    canvas = original_canvas(original, rng)
    freedom = all_free(canvas)
    if is_restricted:
        lengths = [_near(original.routes[group[0]].length) for group in original.parallel_routes]
        freedom = replace(freedom, lengths=lengths)
    return _outcome(canvas, freedom, optimized(canvas, freedom, playtester, options, rng))


def original_canvas(original: Board, rng: np.random.Generator) -> Canvas:
    """The board's own graph and journeys, and some more journeys."""
    index = original.city_index
    first = [original.routes[group[0]] for group in original.parallel_routes]
    known = [(ticket.a, ticket.b) for ticket in original.tickets]
    others = [pair for pair in combinations(sorted(index), 2) if pair not in known and pair[::-1] not in known]
    added = rng.permutation(len(others))[: max(0, JOURNEYS - len(known))]
    edges = tuple((index[route.a], index[route.b]) for route in first)
    return Canvas(original, edges, (*known, *(others[i] for i in added)))


def generated_graph(playtester: Playtester, options: MethodOptions, rng: np.random.Generator) -> Outcome:
    """A completely new board: the graph optimiser, then both phases."""
    _, graph = choose_sub_boards(playtester, options, SUB_JOURNEYS, rng)
    canvas = canvas_on(graph, "Generated Land", JOURNEYS, rng)
    return _outcome(canvas, all_free(canvas), optimized(canvas, all_free(canvas), playtester, options, rng))


def three_sub_games(playtester: Playtester, options: MethodOptions, rng: np.random.Generator) -> Outcome:
    """Three games of their own, joined: tickets and links are optimised, and lengths within one of the map's.

    What the length optimiser will change is no use to the others, so they meet lengths at random among its values, as
    in every phase one.
    """
    parts, graph = choose_sub_boards(playtester, options, SUB_JOURNEYS, rng)
    known: dict[Edge, tuple[int, tuple[int, int]]] = {}
    for number, part in enumerate(parts):
        canvas = replace(canvas_on(part, "Sub-board", SUB_JOURNEYS, rng), most_routes=SUB_ROUTES)
        design = optimized(canvas, all_free(canvas), playtester, options, rng)
        first = number * len(part.places)
        for i, (a, b) in enumerate(part.edges):
            known[first + a, first + b] = design.doubles[i], (design.colors[2 * i], design.colors[2 * i + 1])
    canvas = canvas_on(graph, "Joined Land", JOURNEYS, rng)
    design = optimized(canvas, _joined_freedom(canvas, graph, known), playtester, options, rng)
    return _outcome(canvas, all_free(canvas), design)


def _joined_freedom(canvas: Canvas, graph: Graph, known: dict[Edge, tuple[int, tuple[int, int]]]) -> Freedom:
    """Double routes and colours that the sub-games have settled stay; lengths are within one of the map's."""
    free = all_free(canvas)
    doubles, colors = list(free.doubles), list(free.colors)
    for i, edge in enumerate(canvas.edges):
        if edge in known:
            double, tracks = known[edge]
            doubles[i] = (double,)
            colors[2 * i : 2 * i + 2] = [(tracks[0],), (tracks[1],)]
    mean = sum(route.length for route in canvas.base.routes) / len(canvas.base.routes)
    lengths = [_near(length) for length in lengths_by_distance(graph, mean, LENGTHS[-1])]
    return Freedom(doubles, free.tickets, lengths, colors)


def _near(length: int) -> tuple[int, ...]:
    return tuple(n for n in LENGTHS if abs(n - length) <= NEAR)


def _outcome(canvas: Canvas, freedom: Freedom, design: Design) -> Outcome:
    return Outcome(canvas.board(design), canvas, freedom)
