"""Time budgets, with a clock of our own: kept within a few per cent whatever an iteration costs."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from footplate.agents import Budget, make_agent
from footplate.agents.search import agent as agent_module
from footplate.agents.search import search
from footplate.agents.search import searcher as searcher_module
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import Searcher
from footplate.errors import FootplateError
from footplate.game import Game

Work = Callable[[float], float]  # what time it is after an iteration, by the time before it


class Clock:
    """Time stands still but for iterations and looks at the clock."""

    def __init__(self, work: Work) -> None:
        self.now, self.work, self.looks = 100.0, work, 0

    def perf_counter(self) -> float:
        self.looks += 1
        self.now += 2e-7
        return self.now


@pytest.fixture
def clocked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Work], tuple[Clock, Searcher]]:
    """A searcher whose iterations only cost time."""

    def make(work: Work) -> tuple[Clock, Searcher]:
        clock = Clock(work)
        searcher = Searcher(SearchOptions())
        observation = Game("mini", 2).observe(0)
        searcher.begin(observation.tables, observation.records)

        def continue_search(*arguments: Any) -> None:
            for _ in range(arguments[-1]):
                clock.now = clock.work(clock.now)
            searcher.fields["done"] += arguments[-1]

        monkeypatch.setattr(searcher_module, "continue_search", continue_search)
        monkeypatch.setattr(searcher_module, "time", SimpleNamespace(perf_counter=clock.perf_counter))
        return clock, searcher

    return make


def test_the_clock_is_asked_before_the_time_is_over(clocked):
    for seconds in (0.01, 0.1, 0.5, 3.0):
        for each in (4e-6, 2e-5, 4e-4):
            clock, searcher = clocked(lambda now, each=each: now + each)
            began = clock.now
            searcher.iterate_until(began + seconds, 1 << 30)
            assert 0.99 * seconds - each <= clock.now - began <= 1.001 * seconds + each
            assert clock.looks < 100 + 60 * seconds


def test_a_busy_machine_makes_it_late_by_a_few_per_cent_at_most(clocked):
    """Of every 20 ms somebody else has the core for 12; or all gets four times slower halfway."""
    seconds = 0.5

    def preempted(now: float) -> float:
        now += 4e-6
        return now if now % 0.02 < 0.008 else (now // 0.02 + 1) * 0.02

    for work in (preempted, lambda now: now + (4e-6 if now < 100.25 else 16e-6)):
        clock, searcher = clocked(work)
        searcher.iterate_until(100.0 + seconds, 1 << 30)
        assert 0.95 * seconds <= clock.now - 100.0 <= 1.04 * seconds


def test_the_first_iterations_are_done_even_without_time(clocked):
    clock, searcher = clocked(lambda now: now + 1e-3)
    searcher.iterate_until(clock.now - 1.0, 1 << 30)
    assert searcher.done == 4


def test_so_many_iterations_at_most(clocked):
    clock, searcher = clocked(lambda now: now + 1e-6)
    searcher.iterate_until(clock.now + 10.0, 1234)
    assert searcher.done == 1234


def test_a_search_ends_soon_after_it_is_told_to(clocked):
    """As when others ask, or the person leaves: whatever time it had."""
    for seconds in (2.0, 86_400.0):
        clock, searcher = clocked(lambda now: now + 1e-4)
        began = clock.now
        searcher.iterate_until(began + seconds, 1 << 30, lambda began=began, clock=clock: clock.now >= began + 0.3)
        assert 0.3 <= clock.now - began <= 0.35


class Asked(FootplateError):
    """Stops an agent once it is known what it asked of its searcher: raised on purpose, no failure of compiled code."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, float, int]]:
    """What an agent asks of its searcher: how, the seconds it gives and the iterations."""

    def ask(spec: str, **budget: Any) -> tuple[str, float, int]:
        calls: list[tuple[str, float, int]] = []

        def until(self: Searcher, deadline: float, most: int, stop: Any = None) -> None:
            calls.append(("time", deadline - 50.0, most))
            raise Asked

        def iterate(self: Searcher, n: int) -> None:
            calls.append(("iterations", 0.0, n))
            raise Asked

        monkeypatch.setattr(Searcher, "iterate_until", until)
        monkeypatch.setattr(Searcher, "iterate", iterate)
        monkeypatch.setattr(agent_module, "time", SimpleNamespace(perf_counter=lambda: 50.0))
        agent = make_agent(spec)
        agent.start(0, 1)
        with pytest.raises(Asked):
            agent.act(Game("mini", 2).observe(0), Budget(**budget))
        how, seconds, n = calls[0]
        return how, round(seconds, 9), n

    return ask


def test_the_shorter_limit_counts(asked):
    assert asked("ismcts:iterations=700") == ("iterations", 0.0, 700)
    assert asked("ismcts:iterations=700", iterations=300) == ("iterations", 0.0, 300)
    assert asked("ismcts:iterations=700", iterations=900) == ("iterations", 0.0, 700)
    assert asked("ismcts:iterations=700", seconds=0.2) == ("time", 0.2, 700)
    assert asked("ismcts:ms=500") == ("time", 0.5, 1 << 30)
    assert asked("ismcts:ms=500", seconds=0.2) == ("time", 0.2, 1 << 30)
    assert asked("ismcts:ms=100", seconds=0.2, iterations=50) == ("time", 0.1, 50)


def test_threads_share_the_iterations(asked):
    assert asked("ismcts:iterations=701,threads=2") == ("iterations", 0.0, 351)
    assert asked("ismcts:iterations=700,threads=2", seconds=1.0) == ("time", 1.0, 350)


@pytest.mark.parametrize("name", ["ismcts", "cheating-mcts"])
def test_compiled_code_is_loaded_before_the_first_decision(monkeypatch, name: str):
    for entry in search.ENTRIES:
        monkeypatch.setattr(entry, "_entry", None)
    make_agent(f"{name}:ms=20").start(0, 1)
    assert all(entry._entry is not None for entry in search.ENTRIES)


def test_a_timed_search_answers_and_says_what_it_did():
    game = Game("small", 2, seed=1)
    for spec in ("ismcts:ms=30", "determinized-uct:ms=30,iterations=100000000", "mo-ismcts:ms=30,threads=2"):
        agent = make_agent(spec)
        agent.start(0, 1)
        figures = agent.act(game.observe(0), Budget()).figures
        assert figures["iterations"] == sum(move["visits"] for move in figures["moves"]) >= 4
