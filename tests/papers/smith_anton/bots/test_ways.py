"""The Silva bots' ways, against obvious twins: networkx for hops, and the planning bots' search for trains."""

from __future__ import annotations

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from footplate.agents.layout import WORK
from footplate.agents.planning.links import IMPOSSIBLE, MINE, survey
from footplate.agents.planning.ways import spread
from footplate.engine.layout import Record, new_records
from footplate.game import Game
from footplate.papers.smith_anton.bots.ways import TOO_FAR, look_at_links, spread_by_hops, spread_by_trains
from tests.support.strategies import games_in_play

ALL = (1 << 64) - 1


def looked_at(game: Game, least: int) -> Record:
    """Buffers of the player to move, with the trains to lay on each link."""
    w = new_records(WORK)[0]
    look_at_links(game.tables.record, game.record, w, least)
    return w


@given(game=games_in_play(), least=st.integers(1, 4))
def test_links_are_what_the_planning_bots_see(game: Game, least: int) -> None:
    b, w, twin = game.tables.record, looked_at(game, least), new_records(WORK)[0]
    survey(b, game.record, twin)
    for k in range(b.n_links):
        assert (w.link_state[k], w.link_due[k]) == (twin.link_state[k], twin.link_due[k])
        assert b.route_length[w.link_track[k]] == b.route_length[twin.link_track[k]]
        usable = w.link_state[k] == MINE or w.link_due[k] >= least
        assert w.link_trains[k] == (w.link_due[k] if usable else TOO_FAR)


@given(game=games_in_play(), least=st.integers(1, 4), end=st.integers(0, 63))
def test_trains_are_counted_and_ways_chosen_as_by_the_planning_bots(game: Game, least: int, end: int) -> None:
    b, w = game.tables.record, looked_at(game, least)
    w.link_cost[:] = [IMPOSSIBLE if trains == TOO_FAR else trains for trains in w.link_trains]
    for start in range(b.n_cities):
        spread(b, w, np.uint64(1 << start), -1)
        for ends in (ALL, 1 << end % int(b.n_cities)):
            spread_by_trains(b, w, start, np.uint64(ends))
            for c in range(b.n_cities):
                if ends >> c & 1:
                    assert w.far[start, c] == min(w.way_cost[c], TOO_FAR)
                    assert c == start or w.far[start, c] == TOO_FAR or w.towards[start, c] == w.way_link[c]


@given(game=games_in_play(), least=st.integers(1, 4))
def test_hops_are_counted_as_networkx_counts_them(game: Game, least: int) -> None:
    b, w, seat = game.tables.record, looked_at(game, least), game.to_move
    mine = set(game.routes_of(seat))
    graph = nx.Graph()
    graph.add_nodes_from(city.name for city in game.board.cities)
    for group in game.board.parallel_routes:
        route, open_tracks = game.board.routes[group[0]], [r for r in group if game.is_open(r, seat)]
        shortest = min((game.board.routes[r].length for r in open_tracks), default=0)
        if mine & set(group) or shortest >= least:
            graph.add_edge(route.a, route.b)
    for start in game.board.cities[:3]:
        number = game.board.city_index[start.name]
        spread_by_hops(b, w, number, -1)
        hops = nx.single_source_shortest_path_length(graph, start.name)
        for city, i in game.board.city_index.items():
            assert w.far[number, i] == hops.get(city, TOO_FAR)
