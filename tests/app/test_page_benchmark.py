"""The benchmark of the page: its check values are those of the same games everywhere, and its verdicts are strict."""

from __future__ import annotations

import importlib.util
import json
import sys
from types import ModuleType

import pytest

from tests.support.project import ROOT

BENCHMARKS = ROOT / "benchmarks"


def script(name: str) -> ModuleType:
    """A file of the benchmark, as its neighbours import it."""
    spec = importlib.util.spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("board", "bot", "check"),
    [("small", "greedy", "6 : 12 15a00f01adb37a69"), ("usa", "greedy", "59 : 88 7bf31af29414120e")],
)
def test_the_same_game_is_played_everywhere(server, board, bot, check):
    wire = script("wire")
    found, waits = wire.whole_game(wire.Server(server.url, 0.0), board, bot, 7)
    assert found == check
    assert len(waits) > 5
    assert min(waits) > 0


def test_a_claim_holds_only_if_the_worst_does():
    figures = script("figures")
    kept = figures.Figure("page", [1.0, 3.0, 2.0], claim=4)
    assert (kept.median, kept.worst, kept.verdict) == (2.0, 3.0, "below 4: yes")
    assert figures.Figure("page", [1.0, 9.0, 2.0], claim=4).verdict == "below 4: not always"
    assert figures.Figure("page", [5.0, 9.0, 2.0], claim=4).verdict == "below 4: no"
    assert figures.Figure("page", [5.0]).verdict == ""
    data = json.loads(figures.as_json([kept], {"small": "1 : 2"}, {"cores": 2}))
    assert data["milliseconds"] == [{"what": "page", "n": 3, "median": 2.0, "worst": 3.0, "claim": 4}]
    assert data["check values"] == {"small": "1 : 2"}
