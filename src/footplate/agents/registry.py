"""Agents by name: "random", "greedy", "hoarder:threshold=0.8"."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any

from footplate.agents.base import Agent
from footplate.agents.kinds import AgentKind, Value
from footplate.errors import UnknownAgent

# Each of these modules has a tuple KINDS. They are imported when somebody first asks for an agent.
_FAMILIES = ("basic", "thesis", "planner", "racer")

_added: dict[str, AgentKind] = {}


@cache
def _own_kinds() -> dict[str, AgentKind]:
    kinds: dict[str, AgentKind] = {}
    for family in _FAMILIES:
        for kind in import_module(f"footplate.agents.heuristics.{family}").KINDS:
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
        raise UnknownAgent(f"there is no agent {name!r}; " + _known("agents", sorted(kinds), name))
    return kinds[name]


def make_agent(spec: str) -> Agent:
    """The agent that a spec string names: NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE."""
    name, _, rest = spec.strip().partition(":")
    kind = agent_kind(name)
    values: dict[str, Value] = {}
    for item in filter(None, (part.strip() for part in rest.split(","))):
        key, equals, text = item.partition("=")
        if not equals or key not in kind.parameters:
            known = _known("parameters", kind.parameters, key)
            raise UnknownAgent(f"agent {name!r} has no parameter {key!r}; {known}")
        values[key] = _value(name, key, text, kind.parameters[key])
    agent = kind.make(**{**kind.parameters, **values})
    agent.name = spec.strip()
    return agent


def _known(what: str, names: Iterable[str], wrong: str) -> str:
    names = list(names)
    near = difflib.get_close_matches(wrong, names, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"{what}: {', '.join(names) or 'none'}{hint}"


def _value(name: str, key: str, text: str, default: Value) -> Any:
    if isinstance(default, bool):
        if text.casefold() in ("true", "yes", "1", "false", "no", "0"):
            return text.casefold() in ("true", "yes", "1")
        raise UnknownAgent(f"agent {name!r}: {key}={text!r} must be true or false")
    try:
        return type(default)(text)
    except ValueError:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise UnknownAgent(f"agent {name!r}: {key}={text!r} must be {kind}") from None
