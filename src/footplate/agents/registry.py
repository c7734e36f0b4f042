"""Agents by spec string: "random", "hoarder:threshold=0.8", and people's own "./mybot.py:MyBot" and "cmd:./bot"."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any

from footplate.agents.base import Agent, HasAct, Knowledge, ObjectAgent, PlayedGame
from footplate.agents.kinds import AgentKind
from footplate.agents.own.external import ExternalAgent
from footplate.agents.own.python_bots import PythonAgent, is_python
from footplate.agents.specs import COMMAND, NETWORK, Spec, split_parameters, what_exists
from footplate.arguments import instance, one_of, plain_text, shown
from footplate.errors import InvalidArgument, UnknownAgent
from footplate.plugins import AGENTS, with_plugins

# Each of these modules has a tuple KINDS. They are imported when somebody first asks for an agent.
_FAMILIES = (
    "heuristic.kinds",
    "amateur.kinds",
    "search.policies",
    "ladder.kinds",
    "levels",
    "adaptive.kinds",
    "learned.kinds",
)

_added: dict[str, AgentKind] = {}
_COMMAND = AgentKind(
    name="cmd", family="own", summary="a program in any language", make=ExternalAgent, runs_foreign_code=True
)
_PYTHON = AgentKind(name="python", family="own", summary="a class in a file", make=PythonAgent, runs_foreign_code=True)
_DEEPEST = 8  # parts of parts
_LONGEST = 2000  # characters of a spec string with parts; a command may be longer


@cache
def _installed() -> dict[str, AgentKind]:
    """Our own kinds, and those of plug-ins."""
    own = (import_module(f"footplate.agents.{family}").KINDS for family in _FAMILIES)
    return with_plugins(AGENTS, AgentKind, chain.from_iterable(own))


def _kinds() -> dict[str, AgentKind]:
    return _installed() | _added


def register(kind: AgentKind) -> None:
    """Add a kind of agent of your own; names are taken once."""
    instance("kind", kind, AgentKind, "an AgentKind")
    if kind.name in _kinds():
        raise InvalidArgument(f"there is an agent {kind.name!r} already")
    _added[kind.name] = kind


def unregister(name: str) -> None:
    """Remove a kind that was added."""
    one_of("added agent", name, _added)
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


def read_spec(spec: str | Spec) -> Spec:
    """What a spec string says. Every text can be read, and no file is looked at; ``make_agent`` says what is wrong.

    NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE is a bot of Footplate's; NAME:NETWORK,PARAMETER=VALUE one that plays
    with a network. People's own bots (docs/bots.md) are
    FILE.py:CLASS or package.module:CLASS, with parameters in the same way, and cmd:COMMAND for any other program.
    """
    return spec if isinstance(spec, Spec) else _read(plain_text("agent", spec, "greedy"), 0)


def _read(text: str, depth: int) -> Spec:
    text = text.strip()
    if text.startswith(COMMAND):
        return Spec(text, text, _COMMAND)
    name, rest = _parted(text)
    if is_python(name):
        class_name, rest = _parted(rest)
        flat = {key: value for key, value, _ in split_parameters(rest)}
        return Spec(text, f"{name}:{class_name}" if class_name or flat else name, _PYTHON, tuple(flat.items()))
    kind = _kinds().get(name)
    if kind is None or len(text) > _LONGEST or depth > _DEEPEST:
        return Spec(text, text if kind else name, None)
    parameters: dict[str, str | Spec | None] = {}
    for key, value, is_spec in split_parameters(rest, kind.parts):
        if value is None and kind.trained and not parameters:
            parameters[NETWORK] = key
        else:
            parameters[kind.renamed.get(key, key)] = _read(value, depth + 1) if is_spec and value is not None else value
    return Spec(text, kind.name, kind, tuple(parameters.items()))


def _parted(text: str) -> tuple[str, str]:
    """What stands before the first colon, and after it."""
    before, _, after = text.partition(":")
    return before.strip(), after


AgentLike = str | Spec | Agent | type | HasAct  # whatever stands for an agent


def as_agent(given: AgentLike) -> Agent:
    """The agent that is meant by a spec string, a class (made without arguments) or any object that can act."""
    if isinstance(given, Agent):
        return given
    if isinstance(given, str | Spec):
        return make_agent(given)
    if isinstance(given, type) and callable(getattr(given, "act", None)):
        try:
            made = given()
        except Exception as error:
            raise UnknownAgent(f"{given.__name__} could not be made: {type(error).__name__}: {error}") from error
        return as_agent(made)
    if not isinstance(given, type) and callable(getattr(given, "act", None)):
        return ObjectAgent(given)
    raise UnknownAgent(
        f"{shown(given)} is no agent: an agent is a spec string, or an object or a class with a method "
        "act(self, observation, budget)"
    )


def make_agent(spec: str | Spec) -> Agent:
    """The agent that a spec string names."""
    spec = read_spec(spec)
    kind = spec.kind or agent_kind(spec.name)
    agent = kind.make(spec) if kind.runs_foreign_code else kind.make(**_values(spec, kind))
    agent.name = spec.text
    return agent


def learn(spec: str | Spec, known: Knowledge, game: PlayedGame) -> Knowledge:
    """What the agents of a spec string know after a game, from what they knew before; none of them is made."""
    spec = read_spec(spec)
    kind = spec.kind or agent_kind(spec.name)
    return kind.learn(_values(spec, kind), known, game) if kind.learn else known


def _values(spec: Spec, kind: AgentKind) -> dict[str, Any]:
    return {**kind.parameters, **spec.values(kind.parameters, kind.ranges)}
