"""Agents by name: "random", "greedy", later "ismcts:iterations=30000"."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from footplate.agents import kernels
from footplate.agents.base import Agent
from footplate.agents.kernel_agent import KernelAgent
from footplate.errors import UnknownAgent


@dataclass(frozen=True)
class AgentKind:
    """An entry of the registry. ``parameters`` gives each parameter's default, whose type is the parameter's type."""

    name: str
    summary: str
    make: Callable[..., Agent]
    parameters: Mapping[str, bool | int | float | str] = field(default_factory=dict)


_KINDS: dict[str, AgentKind] = {}


def register(kind: AgentKind) -> None:
    """Add a kind of agent; names are taken once."""
    if kind.name in _KINDS:
        raise ValueError(f"there is an agent {kind.name!r} already")
    _KINDS[kind.name] = kind


def agent_names() -> tuple[str, ...]:
    return tuple(sorted(_KINDS))


def agent_kinds() -> tuple[AgentKind, ...]:
    return tuple(_KINDS[name] for name in agent_names())


def make_agent(spec: str) -> Agent:
    """The agent that a spec string names: NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE."""
    name, _, rest = spec.strip().partition(":")
    if name not in _KINDS:
        raise UnknownAgent(f"there is no agent {name!r}; " + _known("agents", agent_names(), name))
    kind = _KINDS[name]
    values: dict[str, Any] = {}
    for item in filter(None, (part.strip() for part in rest.split(","))):
        key, equals, text = item.partition("=")
        if not equals or key not in kind.parameters:
            raise UnknownAgent(
                f"agent {name!r} has no parameter {key!r}; " + _known("parameters", kind.parameters, key)
            )
        values[key] = _value(name, key, text, kind.parameters[key])
    agent = kind.make(**{**kind.parameters, **values})
    agent.name = spec.strip()
    return agent


def _known(what: str, names: Any, wrong: str) -> str:
    near = difflib.get_close_matches(wrong, list(names), n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"{what}: {', '.join(names) or 'none'}{hint}"


def _value(name: str, key: str, text: str, default: bool | int | float | str) -> bool | int | float | str:
    if isinstance(default, bool):
        if text.casefold() in ("true", "yes", "1", "false", "no", "0"):
            return text.casefold() in ("true", "yes", "1")
        raise UnknownAgent(f"agent {name!r}: {key}={text!r} must be true or false")
    try:
        return type(default)(text)
    except ValueError:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise UnknownAgent(f"agent {name!r}: {key}={text!r} must be {kind}") from None


register(
    AgentKind("random", "plays any legal action, all equally likely", lambda: KernelAgent("random", kernels.RANDOM))
)
register(
    AgentKind(
        "greedy",
        "claims what gains most at once: points and progress on its tickets",
        lambda: KernelAgent("greedy", kernels.GREEDY),
    )
)
