"""Agents by spec string: "random", "hoarder:threshold=0.8", and people's own "./mybot.py:MyBot" and "cmd:./bot"."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from footplate.agents.base import Agent
from footplate.agents.external import ExternalAgent, is_command
from footplate.agents.kinds import AgentKind
from footplate.agents.python_bots import PythonAgent, is_python
from footplate.agents.specs import read_parameters, what_exists
from footplate.errors import UnknownAgent

# Each of these modules has a tuple KINDS. They are imported when somebody first asks for an agent.
_FAMILIES = (
    "heuristics.basic", "heuristics.warwick", "heuristics.yang", "heuristics.silva", "heuristics.thesis",
    "heuristics.racer", "heuristics.planner", "search.kinds", "levels", "adaptive.kinds",
)  # fmt: skip

_added: dict[str, AgentKind] = {}


@cache
def _own_kinds() -> dict[str, AgentKind]:
    kinds: dict[str, AgentKind] = {}
    for family in _FAMILIES:
        for kind in import_module(f"footplate.agents.{family}").KINDS:
            if kind.name in kinds:
                raise ValueError(f"two kinds of agent are called {kind.name!r}")
            kinds[kind.name] = kind
    return kinds


def _kinds() -> dict[str, AgentKind]:
    return _own_kinds() | _added


def register(kind: AgentKind) -> None:
    """Add a kind of agent of your own; names are taken once."""
    if kind.name in _kinds():
        raise ValueError(f"there is an agent {kind.name!r} already")
    _added[kind.name] = kind


def unregister(name: str) -> None:
    """Remove a kind that was added."""
    del _added[name]


def agent_names() -> tuple[str, ...]:
    return tuple(sorted(_kinds()))


def agent_kinds() -> tuple[AgentKind, ...]:
    return tuple(_kinds().values())


def agent_kind(name: str) -> AgentKind:
    kinds = _kinds()
    if name not in kinds:
        raise UnknownAgent(f"there is no agent {name!r}; " + what_exists("agents", sorted(kinds), name))
    return kinds[name]


def make_agent(spec: str) -> Agent:
    """The agent that a spec string names.

    NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE is a bot of Footplate's. People's own bots (docs/bots.md) are
    FILE.py:CLASS or package.module:CLASS, with parameters in the same way, and cmd:COMMAND for any other program.
    """
    spec = spec.strip()
    if is_command(spec):
        agent: Agent = ExternalAgent(spec)
    elif is_python(spec):
        agent = PythonAgent(spec)
    else:
        name, _, rest = spec.partition(":")
        kind = agent_kind(name)
        agent = kind.make(**{**kind.parameters, **read_parameters(name, rest, kind.parameters)})
    agent.name = spec
    return agent


def runs_own_code(spec: str) -> bool:
    """Whether such an agent runs code that is not Footplate's: don't make one from a stranger's spec string."""
    return is_command(spec.strip()) or is_python(spec.strip())
