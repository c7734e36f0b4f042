"""Whatever is changed, and however often: boards stay sound, planar and connected, and obey every constraint."""

from __future__ import annotations

from collections import Counter
from functools import cache

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate import Board, load_board
from footplate.boards.limits import GREY
from footplate.boards.paths import adjacency, shortest_paths
from footplate.design.balance.candidate import Candidate, Canvas
from footplate.design.balance.constraints import Bounds, Constraints, Limits, colour_changes
from footplate.design.balance.moves import Mover
from footplate.errors import FootplateError

TOGETHER = [  # constraints that can be kept together on the map of the United States
    Constraints(),
    Constraints(keep_lengths=1, keep_colours=12),
    Constraints(routes=Bounds(110, 120), grey=Bounds(30, 40)),
    Constraints(keep_lengths=2, routes_a_colour=Bounds(5, 9), grey=Bounds(40, 50), total_length=Bounds(300, 320)),
    Constraints(tickets=Bounds(33, 36), total_length=Bounds(270, 290)),
    Constraints(keep_routes=True, keep_colours=40, routes_a_colour=Bounds(6, 8)),
    Constraints(keep_tickets=True, routes=Bounds(95, 105)),
]


@cache
def board_named(name: str) -> Board:
    return load_board(name)


def obeys(board: Board, given_board: Board, limits: Constraints) -> None:
    """The constraints, counted from the finished boards."""
    old, new = ({frozenset((r.a, r.b)): r.length for r in b.routes} for b in (given_board, board))
    assert new.keys() == old.keys()
    if limits.keep_lengths is not None:
        assert all(abs(new[pair] - old[pair]) <= limits.keep_lengths for pair in old)
    colours = Counter(route.color for route in board.routes)
    grey = 100 * colours.pop(GREY, 0) / len(board.routes)
    found = {
        "routes": [len(board.routes)],
        "routes_a_colour": [colours[colour] for colour in board.colors],
        "grey": [grey],
        "total_length": [sum(route.length for route in board.routes)],
        "tickets": [len(board.tickets)],
    }
    for name, values in found.items():
        bounds = getattr(limits, name)
        assert bounds is None or all(bounds.least <= value <= bounds.most for value in values), name


@given(st.sampled_from(TOGETHER), st.integers(0, 2**32), st.integers(1, 30))
@settings(max_examples=25, deadline=None)
def test_changed_boards_are_sound_and_obey(limits: Constraints, seed: int, moves: int):
    usa, chance = board_named("usa"), np.random.default_rng(seed)
    canvas = Canvas(usa, keep_tickets=limits.keep_tickets)
    ready = Limits(canvas, limits)
    mover = Mover(ready)
    first = mover.begin(chance)
    children = [mover.change(first, moves, chance) for _ in range(2)]
    varied = mover.vary(first, moves, chance)
    assert ready.allows(varied)
    for child in (*children, varied):
        if not mover.is_sound(child):
            assert child is varied
            continue
        board = canvas.make_board(child, "made")
        assert board.problems == ()
        assert Board.from_json(board.to_json()) == board
        graph = networkx.Graph([(route.a, route.b) for route in board.routes])
        assert networkx.is_connected(graph)
        assert networkx.check_planarity(graph)[0]
        obeys(board, usa, limits)
        if limits.keep_routes:
            assert Counter((r.a, r.b) for r in board.routes) == Counter((r.a, r.b) for r in usa.routes)
        if limits.keep_colours is not None:
            assert colour_changes(canvas.given, child) <= limits.keep_colours


@pytest.mark.parametrize("name", ["usa", "new_york", "small"])
def test_the_canvas_gives_the_board_back(name: str):
    board = load_board(name)
    canvas = Canvas(board)
    back = canvas.make_board(canvas.given, board.name)
    assert Counter(back.routes) == Counter(board.routes)
    assert back.tickets == board.tickets
    assert Candidate.from_dict(canvas.given.to_dict()) == canvas.given


def test_tickets_are_worth_their_shortest_way():
    canvas, chance = Canvas(board_named("usa")), np.random.default_rng(4)
    board = canvas.make_board(Mover(Limits(canvas, Constraints())).change(canvas.given, 60, chance), "made")
    graph = adjacency([city.name for city in board.cities], [(r.a, r.b, r.length) for r in board.routes])
    extra = Counter(ticket.points - shortest_paths(graph, ticket.a)[ticket.b].segments for ticket in board.tickets)
    assert set(extra) <= {0, 1, 2}
    assert extra[0] >= 20


def test_what_is_to_be_kept_is_kept():
    usa = board_named("usa")
    keep = Constraints(keep_lengths=0, keep_routes=True, keep_tickets=True)
    canvas = Canvas(usa, keep_tickets=True)
    board = canvas.make_board(Mover(Limits(canvas, keep)).change(canvas.given, 20, np.random.default_rng(1)), "made")
    assert board.tickets == usa.tickets
    assert Counter((r.a, r.b, r.length) for r in board.routes) == Counter((r.a, r.b, r.length) for r in usa.routes)
    assert [r.color for r in board.routes] != [r.color for r in usa.routes]


def test_tickets_keep_their_points_where_lengths_change():
    usa = board_named("usa")
    canvas = Canvas(usa, keep_tickets=True)
    mover = Mover(Limits(canvas, Constraints(keep_tickets=True)))
    assert canvas.make_board(mover.change(canvas.given, 40, np.random.default_rng(1)), "made").tickets == usa.tickets


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        (Constraints(routes=Bounds(200, 210)), "78 to 156 routes"),
        (Constraints(routes=Bounds(50, 60)), "78 to 156 routes"),
        (Constraints(keep_routes=True, routes=Bounds(110, 120)), "keeps the 100 that there are"),
        (Constraints(keep_lengths=0, keep_routes=True, total_length=Bounds(200, 250)), "it is 309 to 309"),
        (Constraints(keep_tickets=True, tickets=Bounds(20, 25)), "--keep-tickets keeps all of them"),
        (Constraints(routes_a_colour=Bounds(20, 30)), "don't fit into"),
        (Constraints(routes_a_colour=Bounds(1, 2), grey=Bounds(0, 10)), "don't fill"),
        (Constraints(keep_lengths=0, keep_routes=True, keep_colours=0, keep_tickets=True), "nothing can change"),
        (Constraints(keep_colours=0, keep_routes=True, grey=Bounds(0, 20)), "no change that is allowed leads"),
    ],
)
def test_contradictions_are_refused_with_a_sentence(limits: Constraints, says: str):
    canvas = Canvas(board_named("usa"), keep_tickets=limits.keep_tickets)
    with pytest.raises(FootplateError, match=says):
        Mover(Limits(canvas, limits)).begin(np.random.default_rng(0))


def test_constraints_are_written_down():
    limits = Constraints(keep_lengths=1, keep_tickets=True, grey=Bounds(20, 40))
    assert Constraints.from_dict(limits.to_dict()) == limits


def test_boards_that_cant_be_changed_say_so():
    with pytest.raises(FootplateError, match="gives its tickets away"):
        Canvas(load_board("t2r"))
    with pytest.raises(FootplateError, match="three routes side by side"):
        Canvas(load_board("germany"))
