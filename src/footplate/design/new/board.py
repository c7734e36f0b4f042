"""A completely new board: a random planar graph with invented names, and everything else by the drawing."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from footplate.arguments import instance, listed, number, one_of, plain_text, seed_number, whole
from footplate.boards import Board, City, Route, Rules, TicketDeal, board_names
from footplate.boards.check.values import as_typed
from footplate.boards.limits import COLOURS, MAX_PLAYERS, MAX_ROUTES, MAX_TICKETS, MAX_TRAINS
from footplate.design.new.features import choose_colours, choose_doubles, choose_tickets, lengths_by_distance
from footplate.design.new.graphs import PAPER_SUB_BOARD, Graph, Shape, crosses, joined, random_graph
from footplate.design.new.names import FLAVOURS, invented_names
from footplate.errors import FootplateError
from footplate.maps.curves import curve_points
from footplate.maps.geometry import MapGeometry, map_geometry
from footplate.maps.layout import natural_height
from footplate.words import counted

CITIES = range(8, 61)
SUB_BOARD_CITIES = range(12, 17)  # each of three
SUB_BOARDS = 3
TRIES = 60
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
LEAST_ROUTES = 1.3  # pairs of neighbours for each city
MARGIN = 0.04  # between cities and the edge of the map
_WIDTH = 1280.0  # of the drawing in which routes must not cross
_STEPS = 16  # of each curve


@dataclass(frozen=True, kw_only=True)
class BoardSpec:
    """What a new board should be like. ``None``: what fits the number of cities."""

    title: str
    cities: int = 36
    sub_boards: int = 1
    players: int | None = None  # at most
    trains: int | None = None
    tickets: int | None = None
    doubles: float = 0.28  # share of the pairs of neighbours
    grey: float = 0.4  # share of the routes
    flavour: str = "alpine"
    names: tuple[str, ...] = ()  # of cities; the rest is invented


def new_board(spec: BoardSpec, seed: int) -> Board:
    """The board of this seed; FootplateError says why there can be none."""
    spec = settled(instance("spec", spec, BoardSpec, "a BoardSpec, such as BoardSpec(title='Mine')"))
    seed = seed_number(seed)
    for attempt in range(TRIES):
        rng = np.random.default_rng((seed, attempt))
        graph = _graph(spec, rng)
        if graph is None:
            continue
        board = board_on(graph, spec, rng)
        if len(board.tickets) < (spec.tickets or 0):
            raise FootplateError(
                f"{spec.tickets} tickets are too many: {spec.cities} cities have {len(board.tickets)} journeys"
            )
        if board.problems:
            raise FootplateError(f"there is no such board: {board.problems[0]}")
        if not crossing_routes(board, map_geometry(board, _WIDTH, natural_height(board, _WIDTH))):
            return board
    raise FootplateError(
        f"none of {TRIES} maps with {spec.cities} cities could be drawn without crossings; "
        "another --seed, or fewer cities or double routes, may do"
    )


# ---------------------------------------------------------------- the description


def settled(spec: BoardSpec) -> BoardSpec:
    """With every number; FootplateError where they can't be met."""
    plain_text("title", spec.title, "My map")
    for name in ("cities", "sub_boards", "players", "trains", "tickets"):
        if getattr(spec, name) is not None:
            whole(name, getattr(spec, name))
    for name in ("doubles", "grey"):
        number(name, getattr(spec, name))
    for city in listed("names", spec.names, "a list of cities' names"):
        plain_text("names", city, "Springfield")
    _check_cities(spec)
    players = (5 if spec.cities >= 24 else 4) if spec.players is None else spec.players
    trains = min(45, max(15, round(1.25 * spec.cities))) if spec.trains is None else spec.trains
    spec = replace(spec, players=players, trains=trains)
    least = players * _deal(trains).deal
    tickets = max(least + 6, int(0.85 * spec.cities)) if spec.tickets is None else spec.tickets
    if not 2 <= players <= MAX_PLAYERS:
        raise FootplateError(f"a board is for 2 to {MAX_PLAYERS} players, not {players}")
    if not 12 <= trains <= MAX_TRAINS:
        raise FootplateError(f"players have 12 to {MAX_TRAINS} trains, not {trains}")
    if not least <= tickets <= MAX_TICKETS:
        who = f"{counted(players, 'player')} with {_deal(trains).deal} each at the start"
        raise FootplateError(f"{tickets} tickets: {who} need {least} at least, and a board has at most {MAX_TICKETS}")
    for name, share in (("double", spec.doubles), ("grey", spec.grey)):
        if not 0 <= share <= 1:
            raise FootplateError(f"{100 * share:g} % {name} routes: a share is 0 to 100 %")
    if _edges(spec)[0] < LEAST_ROUTES * spec.cities:
        raise FootplateError(
            f"{100 * spec.doubles:g} % double routes are too many for {spec.cities} cities: "
            f"a board has at most {MAX_ROUTES} routes"
        )
    if len(set(map(as_typed, spec.names))) < len(spec.names):
        raise FootplateError("the names of cities must differ in more than capital letters, dashes and spaces")
    return replace(spec, tickets=tickets)


def _check_cities(spec: BoardSpec) -> None:
    parts = f"{SUB_BOARDS * SUB_BOARD_CITIES[0]} to {SUB_BOARDS * SUB_BOARD_CITIES[-1]}"
    if spec.sub_boards not in (1, SUB_BOARDS):
        raise FootplateError(f"a board is made of 1 or {SUB_BOARDS} sub-boards, not {spec.sub_boards}")
    if spec.cities not in CITIES:
        raise FootplateError(f"a new board has {CITIES[0]} to {CITIES[-1]} cities, not {spec.cities}")
    size, rest = divmod(spec.cities, SUB_BOARDS)
    if spec.sub_boards == SUB_BOARDS and (rest or size not in SUB_BOARD_CITIES):
        raise FootplateError(f"{SUB_BOARDS} sub-boards have {parts} cities together, in equal parts, not {spec.cities}")
    if not spec.title.strip():
        raise FootplateError("a board needs a title")
    one_of("flavour of names", spec.flavour, FLAVOURS)


def _edges(spec: BoardSpec) -> tuple[int, int]:
    """Pairs of neighbours at least and at most: nine tenths of a triangulation, as far as routes can be."""
    most = min(round(0.92 * (2.7 * spec.cities - 9)), int((MAX_ROUTES - 1) / (1 + spec.doubles)))
    return round(0.94 * most), most


def _graph(spec: BoardSpec, rng: np.random.Generator) -> Graph | None:
    if spec.sub_boards == 1:
        return random_graph(Shape(cities=spec.cities, edges=_edges(spec)), rng)
    return joined_graph(sub_board_shape(spec.cities // SUB_BOARDS), rng)


def sub_board_shape(cities: int) -> Shape:
    """The paper's for its 12 cities, and alike for others."""
    if cities == PAPER_SUB_BOARD.cities:
        return PAPER_SUB_BOARD
    return replace(PAPER_SUB_BOARD, cities=cities, edges=(round(2.3 * cities - 4), round(2.3 * cities - 1)))


def joined_graph(shape: Shape, rng: np.random.Generator) -> Graph | None:
    parts = [random_graph(shape, rng) for _ in range(SUB_BOARDS)]
    return joined([part for part in parts if part], shape.max_degree + 1, rng) if all(parts) else None


# ---------------------------------------------------------------- the board


def board_on(graph: Graph, spec: BoardSpec, rng: np.random.Generator) -> Board:
    """A board on this graph; see ``settled``."""
    players, trains, tickets = spec.players or 0, spec.trains or 0, spec.tickets or 0
    longest = max(4, min(6, trains // 7))
    lengths = lengths_by_distance(graph, 1.9 + trains / 45, longest)
    most = MAX_ROUTES - len(graph.edges)
    doubles = choose_doubles(graph, lengths, min(most, round(spec.doubles * len(graph.edges))), rng)
    colours = choose_colours(graph.edges, lengths, doubles, spec.grey, rng)
    names = _city_names(spec, rng)
    routes = [
        Route(names[a], names[b], length, colour, pair)
        for pair, ((a, b), length, tracks) in enumerate(zip(graph.edges, lengths, colours, strict=True))
        for colour in tracks
    ]
    span = graph.points.max(axis=0) - graph.points.min(axis=0)
    spots = MARGIN + (1 - 2 * MARGIN) * (graph.points - graph.points.min(axis=0)) / span
    return Board(
        name=board_name(spec.title),
        title=spec.title.strip(),
        colors=COLOURS,
        cities=tuple(
            City(name, round(float(x), 4), round(float(y), 4), name) for name, (x, y) in zip(names, spots, strict=True)
        ),
        routes=tuple(routes),
        tickets=tuple(choose_tickets(names, routes, tickets, trains, rng)),
        rules=_rules(players, trains, longest),
        aspect=round(float(span[0] / span[1]), 3),
    )


def _rules(players: int, trains: int, longest: int) -> Rules:
    """Those of the United States, with fewer tickets at once where trains are few."""
    return Rules(
        players=(2, players),
        trains=trains,
        cards_per_color=12,
        locomotives=14,
        initial_cards=4,
        face_up=5,
        max_face_up_locomotives=3,
        initial_tickets=_deal(trains),
        draw_tickets=replace(_deal(trains), keep=1),
        route_points={length: points for length, points in POINTS.items() if length <= longest},
        end_trains=2,
        double_routes_min_players=4,
        longest_path_bonus=10,
        tie_breaks=("tickets", "longest_path"),
    )


def _deal(trains: int) -> TicketDeal:
    return TicketDeal(3, 2) if trains >= 30 else TicketDeal(2, 1)


def _city_names(spec: BoardSpec, rng: np.random.Generator) -> list[str]:
    given = list(spec.names[: spec.cities])
    invented = invented_names(spec.cities - len(given), spec.flavour, rng, but=given)
    return [str(name) for name in rng.permutation([*given, *invented])]


def board_name(title: str) -> str:
    """A name for the board: the title's letters and digits; with ``_new`` where the catalogue has that name."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60] or "new_board"
    return f"{name}_new" if name in board_names() else name


# ---------------------------------------------------------------- the drawing


def crossing_routes(board: Board, geometry: MapGeometry) -> list[tuple[int, int]]:
    """Routes (by number, the first of each pair) whose curves cross as they are drawn, ends apart."""
    first = [group[0] for group in board.parallel_routes]
    curves = np.array([[c.start, c.control, c.end] for c in (geometry.routes[route].curve for route in first)])
    lines = curve_points(curves[:, 0], curves[:, 1], curves[:, 2], _STEPS)
    starts, ends = lines[:, :-1].reshape(-1, 2), lines[:, 1:].reshape(-1, 2)
    owner = np.repeat(np.arange(len(first)), _STEPS)
    found = []
    for i, line in enumerate(lines):
        crossed = np.zeros(len(owner), dtype=np.bool_)
        for a, b in pairwise(line):
            crossed |= crosses(a, b, starts, ends)
        found += [(first[i], first[j]) for j in sorted({int(j) for j in owner[crossed]}) if j > i]
    return found
