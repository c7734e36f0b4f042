"""The longest continuous path against brute force, and on shapes whose answer is plain."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.boards import Board, City, Route, load_board
from footplate.engine.frontier import swept_trail
from footplate.engine.layout import PLAYERS, SCRATCH, new_records
from footplate.engine.longest_path import longest_trail, own_network
from footplate.engine.networks import label_networks_of
from footplate.game import Game
from tests.support.invariants import network
from tests.support.strategies import chances, random_boards
from tests.support.twins import longest_path as twin


def own(game: Game, seat: int, routes: list[int]) -> None:
    """Give routes to a seat, rules or not."""
    game.record.route[routes] = (seat + 1) << PLAYERS


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
    b, s, w = game.tables.record, game.record, new_records(SCRATCH)[0]
    label_networks_of(b, s, w, seat)
    return int(longest_trail(b, s, w, seat, floor))


def sweep(game: Game, seat: int) -> int:
    """The longest trail by the sweep alone."""
    b, s, w = game.tables.record, game.record, new_records(SCRATCH)[0]
    label_networks_of(b, s, w, seat)
    own_network(b, s, w, seat)
    labels = {int(w.network[seat, game.board.city_index[city]]) for city, _ in network(game, seat).edges()}
    return max((int(swept_trail(b, w, seat, label, 0)) for label in labels), default=0)


@given(board=random_boards, rng=chances, share=st.floats(0.2, 1))
def test_it_equals_brute_force(board: Board, rng: random.Random, share: float):
    game = Game(board, 2)
    routes = [r for r in range(len(board.routes)) if rng.random() < share][:11]
    own(game, 1, routes)
    expected = brute_force(game, 1)
    assert trail(game, 1) == expected
    assert trail(game, 1, floor=expected) == expected
    assert trail(game, 1, floor=expected + 1) <= expected
    assert trail(game, 0) == 0
    assert sweep(game, 1) == expected


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


# ---- networks that people may design -------------------------------------------------------------------------------

Edges = list[twin.Edge]


def owner_of(edges: Edges) -> Game:
    """A game on a board of these routes, all of them seat 0's."""
    small = load_board("small")
    n = 1 + max(max(a, b) for a, b, _ in edges)
    cities = tuple(City(f"{i}", i % 8 / 8, i // 8 / 8, f"{i}") for i in range(n))
    routes = tuple(Route(f"{a}", f"{b}", length, "grey", i) for i, (a, b, length) in enumerate(edges))
    rules = replace(small.rules, trains=63, route_points=dict.fromkeys(range(1, 10), 1))
    board = replace(small, cities=cities, routes=routes, tickets=(), rules=rules)
    vars(board)["problems"] = ()  # there are some, but none that a longest path minds
    game = Game(board, 2)
    own(game, 0, list(range(len(edges))))
    return game


def weighted(rng: random.Random, pairs: list[tuple[int, int]], longest: int, trains: int = 63) -> Edges:
    """Routes of random lengths, as many as the trains suffice for."""
    edges: Edges = []
    for a, b in rng.sample(pairs, len(pairs)):
        length = rng.randint(1, longest)
        if length <= trains:
            edges.append((a, b, length))
            trains -= length
    return edges


def planar(rng: random.Random, n: int) -> list[tuple[int, int]]:
    """As many straight lines between n points as can be without a crossing, short ones first."""
    spots = [complex(rng.random(), rng.random()) for _ in range(n)]

    def side(a: int, b: int, c: int) -> float:
        return ((spots[b] - spots[a]).conjugate() * (spots[c] - spots[a])).imag

    lines: list[tuple[int, int]] = []
    pairs = [(a, b) for a in range(n) for b in range(a)]
    for a, b in sorted(pairs, key=lambda pair: abs(spots[pair[0]] - spots[pair[1]])):
        apart = (
            {a, b} & {c, d} or side(a, b, c) * side(a, b, d) > 0 or side(c, d, a) * side(c, d, b) > 0 for c, d in lines
        )
        if all(apart):
            lines.append((a, b))
    return lines


def lollipops(rng: random.Random) -> Edges:
    """Circles that hang on single routes round a close core: what can't be reached and left again is left out."""
    edges = [(a, b, rng.randint(1, 2)) for a, b in nx.complete_graph(6).edges]
    for first in range(6, 21, 3):
        circle = [(rng.randrange(6), first), (first, first + 1), (first + 1, first + 2), (first, first + 2)]
        edges += [(a, b, rng.randint(1, 2)) for a, b in circle]
    return edges if sum(length for _, _, length in edges) <= 63 else lollipops(rng)


FAMILIES: dict[str, Callable[[random.Random], Edges]] = {
    "planar, 12 cities": lambda rng: weighted(rng, planar(rng, 12), 2),
    "8 cities, 20 routes": lambda rng: weighted(rng, rng.sample(list(nx.complete_graph(8).edges), 20), 3, 43),
    "complete, few trains": lambda rng: weighted(rng, list(nx.complete_graph(rng.randint(7, 12)).edges), 3, 45),
    "both tracks": lambda rng: weighted(rng, 2 * planar(rng, 9), 3),
    "grid": lambda rng: weighted(rng, [(a, b) for a in range(30) for b in (a + 1, a + 6) if b < 30 and b % 6], 2),
    "three routes a city": lambda rng: weighted(rng, list(nx.random_regular_graph(3, 42, seed=rng).edges), 1),
    "lollipops": lollipops,
}


@pytest.mark.parametrize("family", FAMILIES)
def test_it_equals_another_method_on_dense_networks(family: str) -> None:
    rng = random.Random(family)
    for _ in range(20):
        edges = FAMILIES[family](rng)
        game = owner_of(edges)
        expected = twin.longest_trail(edges)
        assert trail(game, 0) == expected, edges
        assert trail(game, 0, floor=expected) == expected
        assert trail(game, 0, floor=expected + 1) <= expected
        assert sweep(game, 0) == expected


def test_the_other_method_equals_brute_force() -> None:
    rng = random.Random(7)
    for _ in range(60):
        edges = [(*rng.sample(range(6), 2), rng.randint(1, 4)) for _ in range(rng.randint(1, 9))]
        assert twin.longest_trail(edges) == brute_force(owner_of(edges), 0), edges


def test_three_hubs_and_many_cities_between_them() -> None:
    """In and out of every city; both ends have a route more. There are endless trails to try."""
    game = owner_of([(hub, city, 1) for hub in range(3) for city in range(3, 24)])
    assert trail(game, 0) == 2 * 21 + 2
