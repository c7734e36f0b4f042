"""What is said of the parts of a search: the shares, and that doing one of them twice changes no result."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from footplate.agents import make_agent
from footplate.agents.search.agent import SearchAgent
from footplate.agents.search.searcher import Searcher
from footplate.agents.search.selection import make_terms


@pytest.fixture(scope="module")
def script() -> ModuleType:
    sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
    try:
        return import_module("search_parts")
    finally:
        sys.path.pop(0)


def test_shares_follow_from_times(script: ModuleType) -> None:
    """Nothing, the world, a copy, a copy and the playout, the score, and UCB1's terms twice, by table and computed."""
    parts = script.parts_of([10.0, 11.0, 10.5, 16.5, 10.2, 10.4, 11.5])
    of_whole = {"world": 0.1, "playout": 0.6, "score": 0.02, "tree": 0.28}
    assert parts == pytest.approx(of_whole | {"log and root": 0.04, "log and root computed": 0.15})
    assert script.parts_of([10.0, 9.0, *[10.0] * 5])["world"] == 0.0


@pytest.mark.parametrize("name", ["CMCTS", "ISMCTS"])
def test_it_is_the_same_search(script: ModuleType, name: str) -> None:
    """With nothing done twice, and with the score or UCB1's terms counted twice, which draw no chance."""
    agent = make_agent(script.SPECS[name])
    assert isinstance(agent, SearchAgent)
    view = script.decisions(agent, 1)[1]
    searchers = [Searcher(agent.options), *(script.TwiceSearcher(agent.options) for _ in range(4))]
    for searcher, twice in zip(searchers[2:], (script.SCORE, script.UCB, script.COMPUTED), strict=True):
        searcher.twice = twice
    for searcher in searchers:
        searcher.begin(view.tables, view.records)
        searcher.iterate(200)
    found = [searcher.moves() for searcher in searchers]
    assert all(moves == found[0] for moves in found)
    assert sum(move.visits for move in found[0]) == 200


def test_every_child_on_the_way_is_looked_at_again(script: ModuleType) -> None:
    """At the root: sqrt(2 ln n / n_j) for each child, by the table and by another sum where it is computed."""
    agent = make_agent(script.SPECS["CMCTS"])
    assert isinstance(agent, SearchAgent)
    view, searcher = script.decisions(agent, 1)[1], Searcher(agent.options)
    searcher.begin(view.tables, view.records)
    searcher.iterate(200)
    q, terms = searcher.searches[0], make_terms(1000)
    q.depth = 1
    visits = np.array([searcher.nodes[child].visits for child in searcher.children(0)], float)
    found = [script.explore_again(searcher.nodes, q, terms, computed) for computed in (False, True)]
    assert found[0] == pytest.approx(np.sqrt(2 * np.log(200) / visits).sum())
    assert found[1] == pytest.approx(np.sqrt(np.log(visits) / visits).sum())


def test_the_playout_is_most_of_a_cheating_search(script: ModuleType) -> None:
    seconds, parts = script.measure(script.SPECS["CMCTS"], 300, 1, [1])
    assert 0 < seconds < 1
    assert set(parts) == {"world", "playout", "score", "tree", "log and root", "log and root computed"}
    assert all(np.isfinite(share) and share >= 0 for share in parts.values())
