"""The ways of each ticket, the cheapest way, plans for several tickets and what they need, against slow twins."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.agents.layout import WORK
from footplate.agents.planning.claims import GREY, measure_needs
from footplate.agents.planning.links import FREE, IMPOSSIBLE, MINE, SHUT, clear_plan, has_link, measure, survey
from footplate.agents.planning.unions import plan_cheapest_union
from footplate.agents.planning.ways import find_way
from footplate.boards import load_board
from footplate.engine.layout import PATHS, Record, new_records
from footplate.engine.tables import make_tables
from footplate.game import Game
from tests.support.strategies import games_in_play, random_boards

Links = frozenset[int]


def graph_of(b: Record) -> nx.Graph:
    """Cities and links, with the number and the length of each link."""
    graph = nx.Graph()
    graph.add_nodes_from(range(b.n_cities))
    for k in range(b.n_links):
        graph.add_edge(int(b.link_a[k]), int(b.link_b[k]), link=k, length=int(b.link_length[k]))
    return graph


def simple_ways(graph: nx.Graph, a: int, b: int) -> Iterator[Links]:
    for path in nx.all_simple_edge_paths(graph, a, b):
        yield frozenset(graph.edges[edge]["link"] for edge in path)


def links_in(b: Record, lo: int, hi: int) -> Links:
    return frozenset(k for k in range(b.n_links) if (int(lo) | int(hi) << 64) >> k & 1)


def surveyed(game: Game, seed: int) -> tuple[Record, Record, Record, np.random.Generator]:
    """(board, observation, work) of the player to move, with link costs at random."""
    b, o = game.tables.record, game.observe(game.to_move).record
    w, rng = new_records(WORK)[0], np.random.default_rng(seed)
    survey(b, o, w)
    w.link_cost[: b.n_links] = rng.integers(1, 30, b.n_links)
    return b, o, w, rng


def cost_of(w: Record, links: Links) -> float:
    return float(sum(w.link_cost[k] for k in links if w.link_state[k] == FREE))


# ---------------------------------------------------------------- ways


def check_ways(b: Record) -> None:
    graph = graph_of(b)
    for t in range(b.n_tickets):
        known = [links_in(b, b.path_lo[t, i], b.path_hi[t, i]) for i in range(b.path_n[t])]
        lengths = [sum(int(b.link_length[k]) for k in way) for way in known]
        every = {
            way: length
            for way in simple_ways(graph, int(b.ticket_a[t]), int(b.ticket_b[t]))
            if (length := sum(int(b.link_length[k]) for k in way)) <= b.n_trains
        }
        assert len(set(known)) == len(known)
        assert set(known) <= set(every)
        assert lengths == sorted(every.values())[:PATHS]


@given(board=random_boards)
def test_the_ways_of_a_ticket_are_its_shortest_simple_paths(board):
    check_ways(make_tables(board, 2).record)


@pytest.mark.parametrize("name", ["small", "mini", "new_york", "t2r"])
def test_the_ways_on_boards_of_the_catalogue(name: str):
    check_ways(make_tables(load_board(name), 2).record)


# ---------------------------------------------------------------- links


@given(game=games_in_play())
def test_a_survey_tells_whose_each_link_is(game: Game):
    if game.is_over:
        return
    _, _, w, _ = surveyed(game, 0)
    for k, group in enumerate(game.board.parallel_routes):
        owned = [r for r in group if game.owners[r] == game.to_move]
        free = [r for r in group if game.is_open(r, game.to_move)]
        assert w.link_state[k] == (MINE if owned else FREE if free else SHUT)
        assert w.link_track[k] in (owned or free or group)
        assert w.link_due[k] == (min(game.board.routes[r].length for r in free) if free and not owned else 0)
        usable = has_link(w.usable_lo, w.usable_hi, k)
        assert usable == (w.link_state[k] != SHUT)


# ---------------------------------------------------------------- the cheapest way


@given(game=games_in_play(), seed=st.integers(0, 2**32))
def test_the_cheapest_way_is_dijkstra_s(game: Game, seed: int):
    if game.is_over:
        return
    b, _, w, rng = surveyed(game, seed)
    graph = nx.Graph()
    graph.add_nodes_from(range(b.n_cities))
    for k in range(b.n_links):
        if w.link_state[k] != SHUT:
            graph.add_edge(int(b.link_a[k]), int(b.link_b[k]), cost=0.0 if w.link_state[k] == MINE else w.link_cost[k])
    start, end = (int(c) for c in rng.choice(b.n_cities, 2, replace=False))
    clear_plan(w)
    found = find_way(b, w, start, end)
    if not nx.has_path(graph, start, end):
        assert found == IMPOSSIBLE
        assert links_in(b, w.plan_lo, w.plan_hi) == frozenset()
        return
    assert found == nx.dijkstra_path_length(graph, start, end, weight="cost")
    way = links_in(b, w.plan_lo, w.plan_hi)
    assert cost_of(w, way) == measure(w, w.plan_lo, w.plan_hi)[0] == found
    network = nx.Graph((int(b.link_a[k]), int(b.link_b[k])) for k in way)
    assert nx.has_path(network, start, end)
    assert find_way(b, w, start, end) == 0  # what is planned costs nothing more


# ---------------------------------------------------------------- plans


def best_union(b: Record, o: Record, w: Record) -> float:
    """The least cost of any union of simple ways, one for each ticket, that the trains suffice for."""
    graph = graph_of(b)
    for k in range(b.n_links):
        if w.link_state[k] == SHUT:
            graph.remove_edge(int(b.link_a[k]), int(b.link_b[k]))
    unions = np.zeros(1, np.int64)  # a bit a link; there may be millions
    for t in w.wanted[: w.wanted_n]:
        ways = simple_ways(graph, int(b.ticket_a[t]), int(b.ticket_b[t]))
        masks = np.array([sum(1 << k for k in way) for way in ways], np.int64)
        unions = np.unique(unions[:, None] | masks)
    assert b.n_links < 63
    free = [(k, int(w.link_cost[k]), int(w.link_due[k])) for k in range(b.n_links) if w.link_state[k] == FREE]
    cost = sum(((unions >> k & 1) * cost for k, cost, _ in free), 0 * unions)
    due = sum(((unions >> k & 1) * due for k, _, due in free), 0 * unions)
    return float(min(cost[due <= o.trains[o.player]], default=IMPOSSIBLE))


@given(game=games_in_play(), seed=st.integers(0, 2**32))
def test_a_plan_for_two_tickets_is_the_cheapest_of_all_unions(game: Game, seed: int):
    if game.is_over or len(game.board.cities) > 8 or game.tables.record.n_tickets < 2:
        return
    b, o, w, rng = surveyed(game, seed)
    w.wanted_n = 2
    w.wanted[:2] = rng.choice(b.n_tickets, 2, replace=False)
    if max(b.path_n[t] for t in w.wanted[:2]) == PATHS:
        return
    least = best_union(b, o, w)
    if least == IMPOSSIBLE:
        return
    assert plan_cheapest_union(b, o, w, 1e6)
    cost, due = measure(w, w.plan_lo, w.plan_hi)
    assert cost == least
    assert due <= o.trains[o.player]


def test_a_ticket_that_is_cut_off_is_left_out():
    game = Game("mini", 2, 1)
    b, o, w, _ = surveyed(game, 1)
    w.link_state[0] = SHUT
    w.usable_lo = np.uint64(int(w.usable_lo) & ~1)
    cut_off = [t for t in range(b.n_tickets) if 0 in links_in(b, b.path_lo[t, 0], b.path_hi[t, 0])]
    other = next(t for t in range(b.n_tickets) if t not in cut_off)
    w.wanted_n, w.wanted[:2] = 2, (cut_off[0], other)
    assert plan_cheapest_union(b, o, w, 1.4)
    assert links_in(b, w.plan_lo, w.plan_hi) == links_in(b, b.path_lo[other, 0], b.path_hi[other, 0])
    w.wanted_n = 1
    assert not plan_cheapest_union(b, o, w, 1.4)


# ---------------------------------------------------------------- needs


@given(game=games_in_play(), seed=st.integers(0, 2**32))
def test_a_plan_needs_the_cards_of_its_free_routes(game: Game, seed: int):
    if game.is_over:
        return
    b, _, w, rng = surveyed(game, seed)
    chosen = [k for k in range(b.n_links) if rng.random() < 0.3]
    mask = sum(1 << k for k in chosen)
    w.plan_lo, w.plan_hi = np.uint64(mask & 2**64 - 1), np.uint64(mask >> 64)
    routes = [game.board.routes[w.link_track[k]] for k in chosen if w.link_state[k] == FREE]
    due = measure_needs(b, w)
    assert due == sum(route.length for route in routes)
    assert sorted(np.flatnonzero(w.in_plan)) == sorted(w.link_track[k] for k in chosen if w.link_state[k] == FREE)
    for i, colour in enumerate(game.board.colors):
        assert w.need[i] == sum(route.length for route in routes if route.color == colour)
    assert w.need[GREY] == sum(route.length for route in routes if route.color == "grey")
