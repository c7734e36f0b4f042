"""New boards: planar, whole, sound, drawn without crossings, and the same for the same seed."""

from __future__ import annotations

import json
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from typer.testing import CliRunner

from footplate.boards import Board, board_names, load_board
from footplate.boards.analysis import board_stats, shortest_path
from footplate.boards.limits import MAX_ROUTES
from footplate.cli.main import app
from footplate.design.new.board import BoardSpec, board_name, crossing_routes, new_board
from footplate.design.new.graphs import PAPER_SUB_BOARD, Graph, Shape, crosses, is_whole, joined, random_graph
from footplate.design.new.names import FLAVOURS, invented_names
from footplate.errors import FootplateError
from footplate.maps.geometry import map_geometry


def crossings(graph: Graph) -> int:
    points = graph.points
    ends = points[np.array(graph.edges)]
    return sum(int(crosses(points[a], points[b], ends[:, 0], ends[:, 1]).sum()) for a, b in graph.edges)


def network(graph: Graph) -> nx.Graph:
    return nx.Graph(graph.edges)


def the_graph(shape: Shape, seed: int) -> Graph:
    graph = random_graph(shape, np.random.default_rng(seed))
    assert graph is not None
    return graph


# ---------------------------------------------------------------- graphs


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("shape", [Shape(cities=8, edges=(11, 13)), Shape(cities=36, edges=(74, 82)), PAPER_SUB_BOARD])
def test_graphs_are_planar_whole_and_within_their_degrees(shape: Shape, seed: int):
    graph = the_graph(shape, seed)
    assert len(graph.places) == shape.cities
    assert shape.edges[0] <= len(graph.edges) <= shape.edges[1]
    assert shape.min_degree <= min(graph.degrees) <= max(graph.degrees) <= shape.max_degree
    assert crossings(graph) == 0
    assert nx.check_planarity(network(graph))[0]
    assert nx.is_biconnected(network(graph))


@pytest.mark.parametrize("seed", range(3))
def test_three_sub_boards_are_joined_by_six_edges_for_each_pair(seed: int):
    rng = np.random.default_rng(seed)
    graph = None
    while graph is None:
        parts = [random_graph(PAPER_SUB_BOARD, rng) for _ in range(3)]
        graph = joined([part for part in parts if part], 7, rng)
    between = Counter(tuple(sorted((a // 12, b // 12))) for a, b in graph.edges if a // 12 != b // 12)
    assert between == {(0, 1): 6, (0, 2): 6, (1, 2): 6}
    assert 93 <= len(graph.edges) <= 108
    assert max(graph.degrees) <= 7
    assert crossings(graph) == 0
    assert nx.check_planarity(network(graph))[0]


def test_a_map_that_one_city_holds_together_is_not_whole():
    square = [(0, 1), (1, 2), (2, 3), (0, 3)]
    assert is_whole(square, 4)
    assert not is_whole([*square, (3, 4), (4, 5), (3, 5)], 6)  # two rings that share city 3
    assert not is_whole([*square, (4, 5)], 6)
    assert not is_whole([(0, 1), (1, 2), (2, 0), (2, 3)], 4)


# ---------------------------------------------------------------- boards


@pytest.mark.parametrize(("cities", "seed"), [(8, 1), (12, 2), (20, 3), (36, 4), (36, 5), (48, 6), (60, 7)])
def test_a_new_board_is_sound_and_draws_without_crossings(cities: int, seed: int):
    board = new_board(BoardSpec(title="Somewhere", cities=cities), seed)
    assert board.problems == ()
    assert Board.from_json(board.to_json()) == board
    assert len(board.cities) == cities
    stats = board_stats(board)
    assert stats.min_degree >= 2
    assert stats.routes <= MAX_ROUTES
    assert crossing_routes(board, map_geometry(board, 900, 700)) == []


def test_lengths_agree_with_the_drawing_and_tickets_with_the_lengths():
    board = new_board(BoardSpec(title="Somewhere"), 1)
    places = {city.name: (city.x * board.aspect, city.y) for city in board.cities}
    ways = {(r.a, r.b): np.hypot(*np.subtract(places[r.a], places[r.b])) for r in board.routes}
    by_length = {n: [ways[r.a, r.b] for r in board.routes if r.length == n] for n in range(1, 7)}
    for shorter, longer in ((by_length[n], by_length[n + 1]) for n in range(1, 6)):
        assert not shorter or not longer or max(shorter) <= min(longer) + 1e-3
    shortest = [shortest_path(board, ticket.a, ticket.b) for ticket in board.tickets]
    assert [way and way.segments for way in shortest] == [ticket.points for ticket in board.tickets]
    assert len({ticket.points for ticket in board.tickets}) >= 10


def test_colours_are_even_and_doubles_and_grey_as_wished():
    board = new_board(BoardSpec(title="Somewhere", doubles=0.2, grey=0.3), 2)
    stats = board_stats(board)
    assert stats.parallel_pairs == round(0.2 * stats.city_pairs)
    assert abs(stats.grey_routes - 0.3 * stats.routes) <= 1
    assert max(stats.routes_by_color.values()) - min(stats.routes_by_color.values()) <= 2
    assert max(stats.segments_by_color.values()) - min(stats.segments_by_color.values()) <= 7


def test_three_sub_boards_make_a_board():
    board = new_board(BoardSpec(title="Three Lands", sub_boards=3), 1)
    assert board.problems == ()
    assert 93 <= board_stats(board).city_pairs <= 108


def test_the_same_seed_gives_the_same_board_and_another_seed_another():
    spec = BoardSpec(title="Somewhere", cities=16)
    assert new_board(spec, 3).to_json() == new_board(spec, 3).to_json()
    assert new_board(spec, 3).routes != new_board(spec, 4).routes


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"cities": 7}, "8 to 60 cities"),
        ({"cities": 30, "sub_boards": 3}, "36 to 48"),
        ({"sub_boards": 2}, "1 or 3 sub-boards"),
        ({"players": 6}, "2 to 5 players"),
        ({"tickets": 10}, "need 15"),
        ({"cities": 8, "tickets": 90}, "too many"),
        ({"cities": 60, "doubles": 0.9}, "at most 127 routes"),
        ({"grey": 1.2}, "0 to 100 %"),
        ({"grey": 1.0}, "ways to pay"),
        ({"trains": 5}, "12 to 63 trains"),
        ({"trains": 0}, "not 0"),
        ({"tickets": 0}, "0 tickets"),
        ({"players": 0}, "not 0"),
        ({"flavour": "martian"}, "alpine"),
        ({"title": " "}, "title"),
        ({"names": ("Aberg", "aberg")}, "must differ"),
    ],
)
def test_the_impossible_is_refused_with_a_sentence(spec: dict[str, object], says: str):
    with pytest.raises(FootplateError, match=says):
        new_board(BoardSpec(**{"title": "Somewhere", **spec}), 1)  # type: ignore[arg-type]


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_names_are_different_and_on_no_published_board(flavour: str):
    names = invented_names(60, flavour, np.random.default_rng(1))
    published = {city.name for name in board_names() for city in load_board(name).cities}
    assert len({name.casefold() for name in names}) == 60
    assert not published & set(names)
    assert names == invented_names(60, flavour, np.random.default_rng(1))


def test_given_names_are_used_first():
    board = new_board(BoardSpec(title="Somewhere", cities=8, names=("Here", "There")), 1)
    assert {"Here", "There"} < {city.name for city in board.cities}


def test_a_boards_name_follows_from_its_title():
    assert board_name("Bavaria") == "bavaria"
    assert board_name("  Käsé-Land 2!") == "kase_land_2"
    assert board_name("USA") == "usa_new"
    assert board_name("日本") == "new_board"


# ---------------------------------------------------------------- the command


def test_the_command_writes_a_board_and_refuses_to_overwrite_it(tmp_path):
    file = tmp_path / "bavaria.json"
    command = ["design", "new", "--cities", "12", "--name", "Bavaria", "--seed", "1", "-o", str(file)]
    result = CliRunner().invoke(app, [*command, "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["cities"] == 12
    assert load_board(file).title == "Bavaria"
    assert CliRunner().invoke(app, command).exit_code == 2
    assert CliRunner().invoke(app, [*command, "--force"]).exit_code == 0
    assert CliRunner().invoke(app, [*command[:-1], str(tmp_path / "bavaria.txt")]).exit_code == 2
