"""One agent asked by two threads: the second is refused in a sentence, and the first goes on undisturbed."""

from __future__ import annotations

import copy
import threading
from typing import Any

import pytest

from footplate import Budget, Game, make_agent
from footplate.agents import kernel_agent
from footplate.agents.base import Agent, decision_of
from footplate.agents.search.searcher import Searcher
from footplate.errors import FootplateError

REFUSED = "asked by two threads at the same time: it plays one game at a time, so make one for each thread"
LONG = 120.0  # seconds that a healthy thread never takes


class InTheMiddle:
    """Stops one thread where the agent works on its memory, and lets it go on when told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, place: Any, method: str) -> None:
        self.arrived, self.go_on = threading.Event(), threading.Event()
        real = getattr(place, method)

        def wait_here(*given: Any) -> Any:
            if threading.current_thread() is not threading.main_thread():
                self.arrived.set()
                assert self.go_on.wait(LONG)
            return real(*given)

        monkeypatch.setattr(place, method, wait_here)


def answer(agent: Agent, seed: int = 1) -> str:
    seen = Game("small", 2, seed=seed).observe(0)
    return decision_of(agent.act(seen, Budget()), seen).action.text


@pytest.mark.parametrize(
    ("spec", "place", "method"),
    [
        ("planner", kernel_agent, "ask_one"),
        ("ismcts:iterations=40", Searcher, "iterate"),
        ("guided-ismcts:iterations=40", Searcher, "iterate"),
        ("adaptive", kernel_agent, "ask_one"),
        ("net-ismcts:small,iterations=40", Searcher, "choose"),
    ],
)
def test_a_second_thread_is_refused(spec: str, place: Any, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, alone = make_agent(spec), make_agent(spec)
    for one in (agent, alone):
        one.start(0, 7)
    if spec.startswith("net"):
        alone.fit(Game("small").tables)
        place = type(alone).searcher  # type: ignore[attr-defined]
    expected = answer(alone)
    middle, said = InTheMiddle(monkeypatch, place, method), list[str]()
    thread = threading.Thread(target=lambda: said.append(answer(agent)), daemon=True)
    thread.start()
    try:
        assert middle.arrived.wait(LONG)
        with pytest.raises(FootplateError, match=REFUSED):
            answer(agent, seed=2)
        with pytest.raises(FootplateError, match=REFUSED):
            agent.start(0, 8)
    finally:
        middle.go_on.set()
    thread.join(LONG)
    assert said == [expected]
    assert answer(agent, seed=2)  # and now it is free


def test_a_copy_is_an_agent_of_its_own() -> None:
    agent = make_agent("planner")
    agent.start(0, 7)
    with agent.alone:  # type: ignore[attr-defined]
        assert answer(copy.deepcopy(agent)) == answer(agent)


def test_threads_with_agents_of_their_own_play() -> None:
    ends: list[Game] = []

    def play(seed: int) -> None:
        agent, game = make_agent("planner"), Game("small", 2, seed=seed)
        agent.start(0, seed)
        while not game.is_over:
            seen = game.observe(game.to_move)
            game.push(decision_of(agent.act(seen, Budget()), seen).action)
        ends.append(game)

    threads = [threading.Thread(target=play, args=(seed,), daemon=True) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert [game.is_over for game in ends] == [True, True]
