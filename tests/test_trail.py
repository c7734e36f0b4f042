"""The longest continuous path against brute force, and on shapes whose answer is plain."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.boards import Board, load_board
from footplate.engine.layout import PLAYERS, SCRATCH, new_records
from footplate.engine.trail import longest_trail
from footplate.game import Game
from tests.invariants import network
from tests.strategies import random_boards


def own(game: Game, seat: int, routes: list[int]) -> None:
    """Give routes to a seat, rules or not, and label its networks."""
    game.record.route[routes] = (seat + 1) << PLAYERS
    labels = game.record.component[seat]
    for r in routes:
        a, b = (game.board.city_index[name] for name in (game.board.routes[r].a, game.board.routes[r].b))
        labels[labels == labels[a]] = labels[b]


def brute_force(game: Game, seat: int) -> int:
    graph = network(game, seat)

    def longest_from(city: str, used: frozenset[tuple[str, str, int]]) -> int:
        best = 0
        for a, b, key, data in graph.edges(city, keys=True, data=True):
            edge = (min(a, b), max(a, b), key)
            if edge not in used:
                best = max(best, data["length"] + longest_from(b if a == city else a, used | {edge}))
        return best

    return max(longest_from(city, frozenset()) for city in graph.nodes)


def trail(game: Game, seat: int, floor: int = 0) -> int:
    return int(longest_trail(game.tables.record, game.record, new_records(SCRATCH)[0], seat, floor))


@given(board=random_boards, rng=st.randoms(use_true_random=False), share=st.floats(0.2, 1))
def test_it_equals_brute_force(board: Board, rng: random.Random, share: float):
    game = Game(board, 2)
    routes = [r for r in range(len(board.routes)) if rng.random() < share][:11]
    own(game, 1, routes)
    expected = brute_force(game, 1)
    assert trail(game, 1) == expected
    assert trail(game, 1, floor=expected) == expected
    assert trail(game, 1, floor=expected + 1) <= expected
    assert trail(game, 0) == 0


def usa(*names: str) -> Game:
    game = Game("usa", 2)
    wanted = [set(name.split("-")) for name in names]
    routes = [next(i for i, r in enumerate(game.board.routes) if {r.a, r.b} == pair) for pair in wanted]
    own(game, 0, routes)
    return game


@pytest.mark.parametrize(
    ("names", "length"),
    [
        (["Boston-Montreal"], 2),
        (["Boston-Montreal", "Boston-New York"], 4),
        (["Boston-Montreal", "Boston-New York", "Montreal-New York"], 2 + 2 + 3),
        (["Boston-Montreal", "Los Angeles-El Paso"], 6),
        # a star: only two of its three arms
        (["Denver-Helena", "Denver-Omaha", "Denver-Kansas City"], 4 + 4),
        # a loop with a tail is passed whole
        (["Boston-Montreal", "Boston-New York", "Montreal-New York", "New York-Washington"], 9),
        # with a second tail the loop has four odd cities: the longer tail and the loop
        (["Boston-Montreal", "Boston-New York", "Montreal-New York", "New York-Washington", "Montreal-Toronto"], 10),
    ],
)
def test_plain_shapes(names: list[str], length: int):
    assert trail(usa(*names), 0) == length


def test_ties_share_the_bonus():
    game = usa("Boston-Montreal")
    own(game, 1, [next(i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {"Dallas", "El Paso"})])
    assert [score.longest_path for score in game.scores()] == [0, 10]
    own(game, 0, [next(i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {"New York", "Washington"})])
    assert [score.path_length for score in game.scores()] == [2, 4]
    own(game, 0, [next(i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {"Boston", "New York"})])
    assert [score.path_length for score in game.scores()] == [6, 4]
    assert [score.longest_path for score in game.scores()] == [10, 0]


def test_equal_lengths_both_get_it_and_nobody_gets_it_for_nothing():
    game = usa("Boston-Montreal")
    own(game, 1, [next(i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {"New York", "Washington"})])
    assert [score.longest_path for score in game.scores()] == [10, 10]
    assert [score.longest_path for score in Game("usa", 2).scores()] == [0, 0]


def test_a_network_made_to_defeat_the_search_is_counted_in_time():
    """Three hubs and many cities between them: no trail comes near the bound, and there are endless ones to try."""
    hubs, others = [f"Hub {n}" for n in range(3)], [f"City {n}" for n in range(21)]
    board = load_board("small")
    places = [
        {"name": name, "index": n + 1, "x": round(0.05 + n % 5 * 0.2, 3), "y": round(0.05 + n // 5 * 0.2, 3)}
        for n, name in enumerate((*hubs, *others))
    ]
    routes = [
        {**board.data["routes"][0], "a": a, "b": b, "length": 1, "color": "grey", "pair": n}
        for n, (a, b) in enumerate((a, b) for a in hubs for b in others)
    ]
    tickets = [{**board.data["tickets"][0], "a": "Hub 0", "b": name} for name in others]
    data = {**board.data, "cities": places, "routes": routes, "tickets": tickets, "trains": 63, "special": {}}
    game = Game(Board.from_json(json.dumps(data)), 2)
    own(game, 0, list(range(63)))
    assert 2 * 21 <= trail(game, 0) <= 2 * 21 + 2  # in and out of every city; both ends can have a route more
