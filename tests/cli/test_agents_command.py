"""``footplate agents``: every agent with its parameters, and more about one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

import pytest

from footplate.agents import AgentKind, agent_names, make_agent, register, unregister
from footplate.errors import UnknownAgent
from tests.support import commands
from tests.support.commands import plain

run = partial(commands.run, "agents")


@pytest.fixture
def seer() -> Iterator[str]:
    register(
        AgentKind(
            name="seer",
            family="test",
            summary="looks into the deck",
            make=lambda depth, bold: make_agent("random"),
            parameters={"depth": 3, "bold": True},
            description="It sees [every] card.",
            made_for="the USA map, 3 players",
            cheats=True,
        )
    )
    yield "seer"
    unregister("seer")


def test_all_agents_are_listed(seer: str) -> None:
    text = plain(run().stdout)
    for name in agent_names():
        assert name in text
    for words in ("looks into the deck (cheats)", "depth=3, bold=true", "the USA map, 3 players", "basic"):
        assert words in text
    assert "every] card" not in text


def test_one_agent_tells_more(seer: str) -> None:
    text = plain(run(seer).stdout)
    for words in ("seer:depth=3,bold=true", "It sees [every] card.", "it cheats"):
        assert words in text
    make_agent("seer:depth=3,bold=true")
    assert "what its seat may see" in plain(run("greedy").stdout)


def test_json(seer: str) -> None:
    every = json.loads(run("--json").stdout)
    assert {agent["name"] for agent in every} == set(agent_names())
    one = json.loads(run(seer, "--json").stdout)
    assert one in every
    assert one == {
        "name": "seer", "family": "test", "summary": "looks into the deck", "description": "It sees [every] card.",
        "parameters": {"depth": 3, "bold": True}, "made_for": "the USA map, 3 players", "cheats": True,
    }  # fmt: skip


def test_unknown_agents_are_refused() -> None:
    error = run("gredy").exception
    assert isinstance(error, UnknownAgent)
    assert "did you mean 'greedy'?" in str(error)
