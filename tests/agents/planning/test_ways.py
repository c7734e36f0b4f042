"""Shortest ways over free and own links, against obvious twins."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from footplate.agents.layout import WORK
from footplate.agents.planning.links import IMPOSSIBLE, clear_plan, has_link, survey
from footplate.agents.planning.ways import find_way
from footplate.agents.smith_anton.steps import spread_by_hops, weigh_links
from footplate.engine.layout import Record, new_records
from footplate.game import Game
from tests.strategies import games_in_play


def surveyed(game: Game) -> Record:
    """Scratch for the player to move, with the trains to lay as the cost of each link."""
    w = new_records(WORK)[0]
    survey(game.tables.record, game.record, w)
    weigh_links(game.tables.record, w, 1)
    clear_plan(w)
    return w


@given(game=games_in_play())
def test_a_way_costs_the_trains_that_are_needed(game: Game) -> None:
    b, cities = game.tables.record, game.board.city_index
    for ticket in game.tables.tickets:
        w = surveyed(game)
        cost = find_way(b, w, cities[ticket.a], cities[ticket.b])
        needed = game.trains_needed(ticket, game.to_move)
        assert cost == (IMPOSSIBLE if needed is None else needed)
        planned = [k for k in range(b.n_links) if has_link(w.plan_lo, w.plan_hi, k)]
        assert needed is None or sum(int(w.link_due[k]) for k in planned) == needed
        assert find_way(b, w, cities[ticket.a], cities[ticket.b]) == (IMPOSSIBLE if needed is None else 0)


@given(game=games_in_play(), least=st.integers(1, 4))
def test_hops_are_counted_as_networkx_counts_them(game: Game, least: int) -> None:
    b, w, seat = game.tables.record, surveyed(game), game.to_move
    weigh_links(b, w, least)
    mine = set(game.routes_of(seat))
    graph = nx.Graph()
    graph.add_nodes_from(city.name for city in game.board.cities)
    for group in game.board.parallel_routes:
        route, open_tracks = game.board.routes[group[0]], [r for r in group if game.is_open(r, seat)]
        shortest = min((game.board.routes[r].length for r in open_tracks), default=0)
        if mine & set(group) or shortest >= least:
            graph.add_edge(route.a, route.b)
    for start in game.board.cities[:3]:
        spread_by_hops(b, w, game.board.city_index[start.name], -1)
        hops = nx.single_source_shortest_path_length(graph, start.name)
        for city, i in game.board.city_index.items():
            assert w.way_cost[i] == hops.get(city, IMPOSSIBLE)
