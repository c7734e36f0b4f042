"""Boards in numbers, against the figures that Yang et al. 2023 print."""

from __future__ import annotations

from math import log10

import networkx as nx
import pytest

from footplate.boards import Board, board_names, load_board
from footplate.boards.analysis import BoardStats, board_stats, shortest_path

# Columns of Table 5 and Table 6 whose maps are in the catalogue, as printed ("-" where the paper has none).
FIELDS = (
    *(
        "cities",
        "city_pairs",
        "routes",
        "parallel_pairs",
        "colors",
        "cards_per_color",
        "locomotives",
        "tickets",
        "trains",
    ),
    *("mean_degree", "min_degree", "cities_of_min_degree", "max_degree", "cities_of_max_degree", "min_length"),
    *("max_length", "routes_per_color", "segments_per_color", "grey_routes"),
)
PRINTED = {
    "new_york": [15, 30, 41, 11, 6, 6, 8, 18, 15, 4, 3, 6, 6, 1, 1, 4, 5, 11, 8],
    "london": [17, 35, 44, 9, 6, 6, 8, 20, 17, 4, 3, 4, 6, 2, 1, 4, 5, 11, 14],
    "first_journey_usa": [19, 39, 64, 25, 6, "-", "-", 32, 20, 4, 3, 8, 6, 3, 1, 4, 11, 22, 0],
    "usa": [36, 73, 94, 21, 8, 12, 14, 30, 45, 4, 2, 4, 7, 1, 1, 6, 7, 27, 43],
    "germany": [36, 80, 105, 21, 8, 12, 14, 89, 45, 4, 2, 1, 7, 2, 1, 7, 8, 28, 32],
    "europe": [47, 90, 101, 11, 8, 12, 14, 46, 45, 4, 1, 1, 7, 1, 1, 8, 8, 22, 36],
}
# Where the paper's figure is not that of the map (docs/boards.md gives the reasons), ours:
USA = "city_pairs=78 routes=100 parallel_pairs=22 cities_of_min_degree=3 cities_of_max_degree=3 grey_routes=44"
GERMANY = (
    "cities=49 city_pairs=85 routes=110 parallel_pairs=23 mean_degree=3 min_degree=1 "
    "cities_of_min_degree=14 grey_routes=45"
)
OURS = {"new_york": "grey_routes=10", "usa": USA, "germany": GERMANY, "europe": "grey_routes=37"}


@pytest.mark.parametrize("name", PRINTED)
def test_tables_5_and_6(name: str) -> None:
    stats = board_stats(load_board(name)).to_dict()
    printed = {field: value for field, value in zip(FIELDS, PRINTED[name], strict=True) if value != "-"}
    ours = {field: round(stats[field]) for field in printed}
    differing = [f"{field}={ours[field]}" for field in printed if ours[field] != printed[field]]
    assert differing == OURS.get(name, "").split()


def test_the_printed_figures_that_differ_contradict_the_paper_itself() -> None:
    """Coloured and grey routes must add up to all routes; in three columns of the paper they don't."""
    for name in ("new_york", "usa", "europe"):
        stats = board_stats(load_board(name))
        printed = dict(zip(FIELDS, PRINTED[name], strict=True))
        assert sum(stats.routes_by_color.values()) + stats.grey_routes == stats.routes
        assert sum(stats.routes_by_color.values()) + int(printed["grey_routes"]) != printed["routes"]


def test_small_map() -> None:
    """Table 2 and section III.B: 78 actions, 1.7e20 observable states, about 1e27 in all."""
    stats = board_stats(load_board("small"))
    assert (stats.card_actions, stats.ticket_actions, stats.claim_actions, stats.actions) == (6, 4, 68, 78)
    assert f"{stats.observable_states:.1e}" == "1.7e+20"
    assert stats.observable_states == 3**16 * 11**2 * 6**5 * 7**4 * 7 * 2**8
    assert stats.states == stats.observable_states * 7**5 * 2**8
    assert round(log10(stats.states)) == 27
    assert stats.offer_states == 9**2
    assert stats.routes_by_color == {"red": 3, "yellow": 3, "green": 3, "blue": 3}
    assert stats.segments_by_color == {"red": 6, "yellow": 6, "green": 6, "blue": 6}
    assert (stats.min_degree, stats.max_degree, stats.grey_routes) == (3, 6, 4)


def test_the_papers_other_readings_do_not_give_its_figures() -> None:
    """Its text says 8 locomotives, and its equation 7 has the factor of the offered tickets."""
    small = load_board("small")
    stats, eight = board_stats(small), board_stats(small.with_rules(locomotives=8, special={}))
    assert f"{eight.observable_states:.1e}" == "2.2e+20"
    assert f"{stats.observable_states * stats.offer_states:.1e}" == "1.4e+22"
    assert board_stats(load_board("small:warwick")).actions == 82


def test_new_york() -> None:
    """Section III.B: 235 actions, 1e49 states."""
    stats = board_stats(load_board("new_york"))
    assert stats.actions == 6 + 4 + 225 == 235
    assert round(log10(stats.states)) == 49
    assert stats.states == (3**41 * 16**2 * 8**5 * 7**6 * 9 * 2**18) * 7**6 * 9 * 2**18


@pytest.mark.parametrize(
    ("number", "segments", "alternatives"),
    [(1, 4, 4), (2, 5, 2), (3, 3, 1), (4, 5, 2), (5, 4, 3), (6, 3, 2), (7, 4, 1), (8, 2, 1)],
)
def test_table_3(number: int, segments: int, alternatives: int) -> None:
    small = load_board("small")
    ticket = small.tickets[number - 1]
    assert shortest_path(small, ticket.a, ticket.b) == (segments, alternatives)
    assert ticket.points == segments


def test_tickets_with_one_shortest_path() -> None:
    """Appendix A: 35 of 46 in Europe and 12 of 18 in New York; points are the shortest path but for few exceptions."""
    europe, new_york = board_stats(load_board("europe")), board_stats(load_board("new_york"))
    assert (europe.tickets_with_one_shortest_path, europe.tickets_worth_their_path) == (35, 44)
    assert (new_york.tickets_with_one_shortest_path, new_york.tickets_worth_their_path) == (12, 18)


def test_a_game_without_locomotives_market_or_ticket_deck() -> None:
    stats = board_stats(load_board("t2r"))
    assert (stats.card_actions, stats.ticket_actions, stats.claim_actions) == (1, 0, 16)
    assert (stats.face_up_states, stats.hand_states, stats.offer_states) == (1, 13**6, 1)


def test_ferries_have_fewer_payments() -> None:
    usa = load_board("usa")
    demanding = [{**route, "locomotives": 1} for route in usa.data["routes"]]
    plain, ferries = board_stats(usa), board_stats(usa.with_rules(routes=demanding))
    assert plain.claim_actions - ferries.claim_actions == 56 + 44 * 8


def test_more_players() -> None:
    two, four = board_stats(load_board("usa")), board_stats(load_board("usa"), players=4)
    assert four.board_states == 5**100
    assert four.train_states == 46**4
    assert four.states == four.observable_states * (two.hand_states * two.ticket_states) ** 3
    assert four.actions == two.actions


@pytest.mark.parametrize("name", board_names())
def test_shortest_paths_are_those_of_networkx(name: str) -> None:
    """A country counts as a city at no distance from each of its own, and no path runs through another one."""
    board = load_board(name)
    graph = nx.Graph()
    for route in board.routes:
        before = graph.get_edge_data(route.a, route.b, {"weight": route.length})["weight"]
        graph.add_edge(route.a, route.b, weight=min(route.length, before))
    for ticket in board.tickets:
        closed = [c for c in board.rules.countries if c.name not in (ticket.a, ticket.b)]
        open_graph = graph.copy()
        open_graph.remove_nodes_from(city for country in closed for city in country.cities)
        for country in board.rules.countries:
            if country not in closed:
                open_graph.add_weighted_edges_from((country.name, city, 0) for city in country.cities)
        paths = list(set(map(tuple, nx.all_shortest_paths(open_graph, ticket.a, ticket.b, weight="weight"))))
        found = shortest_path(board, ticket.a, ticket.b)
        assert found is not None
        assert found.segments == nx.path_weight(open_graph, paths[0], "weight")
        assert found.alternatives == len(paths)


def test_distances() -> None:
    usa = load_board("usa")
    ways = [shortest_path(usa, "Seattle", city) for city in ("Seattle", "New York", "Atlantis")]
    assert [way and way.segments for way in ways] == [0, 20, None]


def test_stats_are_frozen_and_exact() -> None:
    stats = board_stats(load_board("usa"))
    assert isinstance(stats, BoardStats)
    assert isinstance(stats.states, int)
    with pytest.raises(AttributeError):
        stats.states = 0  # type: ignore[misc]
    assert stats.to_dict()["states"] == stats.states


def test_the_actions_of_a_board_of_one_route() -> None:
    board: Board = load_board("mini")
    data = dict(board.data)
    data["cities"] = data["cities"][:2]
    data["routes"] = data["routes"][:1]
    data["tickets"] = data["tickets"][:1] * 6
    assert board_stats(Board.from_dict(data)).actions == 6 + (1 + 7) + 2
