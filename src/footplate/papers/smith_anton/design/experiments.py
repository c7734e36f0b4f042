"""The paper's three experiments: on the original graph, on a generated one, and from three sub-games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from footplate.boards import Board, board_title
from footplate.boards.content import BoardFile
from footplate.boards.limits import MAX_ROUTES
from footplate.design.new.board import SUB_BOARDS
from footplate.design.new.features import lengths_by_distance
from footplate.design.new.graphs import LINKS, Edge, Graph
from footplate.papers.smith_anton.design.features import Canvas, Design
from footplate.papers.smith_anton.design.graph_optimizer import all_free, canvas_on, choose_sub_boards
from footplate.papers.smith_anton.design.phases import Freedom, optimized
from footplate.papers.smith_anton.design.playtests import MethodOptions, Playtester, Stage

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
    keep_lengths: int | None = None,
) -> Outcome:
    """A new board on a known one's graph; restricted (1 in the paper): no length differs by more from the original."""
    canvas = original_canvas(blank(original), rng)
    freedom = all_free(canvas, options.ticket_values)
    if keep_lengths is not None:
        kept = zip(canvas.routes, freedom.lengths, strict=True)
        freedom = replace(freedom, lengths=[_near(route.length, values, keep_lengths) for route, values in kept])
    return _outcome(canvas, freedom, optimized(canvas, freedom, playtester, options, rng))


def blank(original: Board) -> Board:
    """The board under another title, and without variants of rules: they count its routes and tickets."""
    file = original.file and BoardFile({**original.file, "special": {**original.file["special"], "variants": {}}})
    return replace(original, title=f"{board_title(original)}, balanced", file=file)


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
    _, graph = choose_sub_boards(playtester, options, JOURNEYS, rng)
    canvas = canvas_on(graph, "Generated Land", JOURNEYS, rng, playtester.players)
    freedom = all_free(canvas, options.ticket_values)
    return _outcome(canvas, freedom, optimized(canvas, freedom, playtester, options, rng))


def three_sub_games(playtester: Playtester, options: MethodOptions, rng: np.random.Generator) -> Outcome:
    """Three games of their own, joined: tickets and links are optimised, and lengths within one of the map's.

    What the length optimiser will change is no use to the others, so they meet lengths at random among its values, as
    in every phase one.
    """
    parts, graph = choose_sub_boards(playtester, options, JOURNEYS, rng)
    known: dict[Edge, tuple[int, tuple[int, int]]] = {}
    for number, part in enumerate(parts):
        canvas = canvas_on(part, "Sub-board", SUB_JOURNEYS, rng, playtester.players)
        canvas, stage = replace(canvas, most_routes=SUB_ROUTES), Stage(number / 5, (number + 1) / 5, is_whole=False)
        design = optimized(canvas, all_free(canvas, options.ticket_values), playtester, options, rng, stage)
        first = number * len(part.places)
        for i, (a, b) in enumerate(part.edges):
            known[first + a, first + b] = design.doubles[i], (design.colours[2 * i], design.colours[2 * i + 1])
    canvas = canvas_on(graph, "Joined Land", JOURNEYS, rng, playtester.players)
    free = all_free(canvas, options.ticket_values)
    design = optimized(canvas, _joined_freedom(free, canvas, graph, known), playtester, options, rng, Stage(3 / 5))
    return _outcome(canvas, free, design)


def _joined_freedom(
    free: Freedom, canvas: Canvas, graph: Graph, known: dict[Edge, tuple[int, tuple[int, int]]]
) -> Freedom:
    """Double routes and colours that the sub-games have settled stay; lengths are within one of the map's."""
    doubles, colours = list(free.doubles), list(free.colours)
    for i, edge in enumerate(canvas.edges):
        if edge in known:
            double, tracks = known[edge]
            doubles[i] = (double,)
            colours[2 * i : 2 * i + 2] = [(tracks[0],), (tracks[1],)]
    mean = sum(route.length for route in canvas.base.routes) / len(canvas.base.routes)
    on_map = lengths_by_distance(graph, mean, max(canvas.base.rules.route_points))
    lengths = [_near(length, values, NEAR) for length, values in zip(on_map, free.lengths, strict=True)]
    return Freedom(doubles, free.tickets, lengths, colours)


def _near(length: int, values: Sequence[int], within: int) -> tuple[int, ...]:
    return tuple(n for n in values if abs(n - length) <= within)


def _outcome(canvas: Canvas, freedom: Freedom, design: Design) -> Outcome:
    return Outcome(canvas.board(design), canvas, freedom)
