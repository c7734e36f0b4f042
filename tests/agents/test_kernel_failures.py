"""Compiled code that fails stops what it is part of, with a sentence; and nobody can ask for what can't be done."""

from __future__ import annotations

import io
import sys

import pytest

from footplate.agents import Agent, AgentKind, Budget, agent_kinds, kernel_agent, make_agent, register, unregister
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.search import agent as search_agent
from footplate.arena import play_match
from footplate.cli.main import main
from footplate.errors import KernelFailed, UnknownAgent
from footplate.game import Game


class InPython(Agent):
    def act(self, observation, budget):
        return observation.legal_actions()[0]


def stumbles(b, o, w, bot):
    """Raises at once; the bounds of no array matter."""
    if o.turn >= 0:
        raise ValueError("stumbled")
    return 0


@pytest.fixture
def stumbler():
    register(AgentKind(name="stumbler", family="t", summary="", make=lambda: KernelAgent("stumbler", stumbles)))
    yield "stumbler"
    unregister("stumbler")


def test_a_kernel_that_raises_stops_a_compiled_match(stumbler):
    with pytest.raises(KernelFailed, match=r"stumbler or random failed \(ValueError: stumbled\)"):
        play_match("small", [stumbler, "random"], 100, seed=1)


def test_and_one_through_python(stumbler):
    with pytest.raises(KernelFailed, match=r"compiled code of stumbler failed \(ValueError: stumbled\)"):
        play_match("small", [stumbler, InPython()], 2, seed=1)


@pytest.mark.parametrize("threads", [1, 2])
def test_and_a_search_in_threads(monkeypatch, threads):
    def no_memory(self, *_):
        raise MemoryError

    monkeypatch.setattr(search_agent.Searcher, "iterate", no_memory)
    searching = make_agent(f"ismcts:iterations=50,threads={threads}")
    with pytest.raises(KernelFailed, match=r"threads=.* failed \(MemoryError\)"):
        play_match("small", [searching, InPython()], 2, seed=1)


def test_an_adaptive_player_whose_code_fails_has_not_lost(monkeypatch):
    monkeypatch.setattr(kernel_agent, "ask_one", lambda *_: [][1])
    with pytest.raises(KernelFailed, match="adaptive"):
        play_match("small", ["adaptive", InPython()], 2, seed=1)


def test_a_search_without_memory_in_compiled_code():
    """The kernel itself asks for its tree: more than any machine has."""
    agent = make_agent("ismcts:iterations=20")
    agent.bots[0].params[1] = -(1 << 45)
    with pytest.raises(KernelFailed, match=r"MemoryError|ValueError"):
        play_match("small", [agent, "random"], 2, seed=1)


def test_a_search_of_the_true_game_refuses_what_was_erased():
    honest = make_agent("cheating-mcts:iterations=20")
    liar = KernelAgent("liar", honest.kernel, honest.bots[0].params)  # nobody knows that it cheats
    with pytest.raises(KernelFailed, match="must be shown everything"):
        liar.act(Game("small", 2, 1).observe(0), Budget())


def test_the_command_ends_with_a_sentence_and_1(stumbler, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["footplate", "match", stumbler, "random", "--games", "2", "--json"])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SystemExit) as done:
        main()
    said = capsys.readouterr()
    assert done.value.code == 1
    assert "Error: the compiled code of stumbler or random failed (ValueError: stumbled)" in " ".join(said.err.split())
    assert said.out == ""
    assert "Exception ignored" not in said.err


# ---------------------------------------------------------------- what can be asked for


def test_every_number_has_a_range():
    for kind in agent_kinds():
        numbers = {key: value for key, value in kind.parameters.items() if type(value) in (int, float)}
        assert numbers.keys() <= kind.ranges.keys(), kind.name
        for key, value in numbers.items():
            least, most = kind.ranges[key]
            assert least <= value <= most, (kind.name, key)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("ismcts:iterations=99999999999999999999", "iterations=9+ must be from 1 to 1,000,000,000"),
        ("ismcts:threads=100000", "threads=100000 must be from 1 to 256"),
        ("guided-ismcts:cp=nan", "cp=nan must be from 0 to"),
        ("guided-ismcts:prior=inf", "prior=inf must be from 0 to"),
        ("expert:ms=1e12", "ms=1e12 must|ms=1000000000000.0 must be from 0 to 86,400,000"),
        ("mixed:limit=999999999999999999999", "must be from 0 to 10,000"),
        ("hoarder:threshold=-1", "must be from 0 to 100"),
        ("adaptive:win_rate=0.99", "win_rate=0.99 must be from 0.05 to 0.95"),
    ],
)
def test_too_much_is_refused_with_its_range(spec, complaint):
    with pytest.raises(UnknownAgent, match=complaint):
        make_agent(spec)
