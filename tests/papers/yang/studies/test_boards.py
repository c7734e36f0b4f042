"""The study of boards: visits of links by a slow twin, and the tables that are printed whole."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest

from footplate.boards import load_board
from footplate.boards.analysis import board_graph
from footplate.papers.yang.studies.boards import (
    FEWEST_EDGES,
    IN_PARTS,
    ONE_BY_CHANCE,
    readings,
    visits,
    ways,
)
from footplate.studies import run_study


@pytest.mark.parametrize("name", ["small", "new_york", "europe"])
def test_visits_are_those_of_all_shortest_paths(name: str) -> None:
    board = load_board(name)
    graph = nx.Graph()
    for a, its in board_graph(board).items():
        graph.add_weighted_edges_from((a, b, length) for b, length in its.items())
    slow = dict.fromkeys(map(frozenset, graph.edges), 0.0)
    for ticket in board.tickets:
        for a in board.places[ticket.a]:
            for b in board.places[ticket.b]:
                paths = list(nx.all_shortest_paths(graph, a, b, weight="weight"))
                for path in paths:
                    for link in pairwise(path):
                        slow[frozenset(link)] += 1 / len(paths)
    assert visits(board, board_graph(board)) == pytest.approx(slow)


def test_ways_are_all_shortest_paths_and_a_city_without_any_has_none() -> None:
    graph = {"a": {"b": 1, "c": 2}, "b": {"a": 1, "c": 1}, "c": {"b": 1, "a": 2}, "d": {}}
    assert sorted(map(len, ways(graph, "a", "c"))) == [1, 2]
    assert ways(graph, "a", "d") == []


def test_the_board_of_the_paper_is_reproduced() -> None:
    tables = {table.title.split(":")[0]: table for table in run_study("yang-boards").tables}
    for title in ("Table 2", "Table 3", "III-B"):
        assert tables[title].n_within == len(tables[title].compared) > 4
    assert len(tables["Table 3"].cells) == 24
    for title in ("Table 5", "Table 6"):
        table = tables[title]
        same = {(cell.row, cell.column) for cell in table.compared if cell.is_within}
        for version in ("London", "First Journey"):
            assert all(place in same for place in ((c.row, c.column) for c in table.compared) if place[1] == version)


def test_the_reading_that_comes_nearest_to_both_printed_correlations() -> None:
    table = run_study("yang-boards").tables[-1]
    cells = {(cell.row, cell.column): cell for cell in table.cells}
    assert cells[IN_PARTS, "Europe"].is_within
    assert not cells[IN_PARTS, "New York"].is_within
    far = {
        reading: max(abs(cells[reading, version].difference or 0) for version in ("New York", "Europe"))
        for reading, _ in cells
    }
    assert min(far, key=lambda reading: far[reading]) == FEWEST_EDGES
    assert readings(load_board("europe"), 3)[ONE_BY_CHANCE] != readings(load_board("europe"), 4)[ONE_BY_CHANCE]
