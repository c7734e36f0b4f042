"""The parameters in a spec string: "depth=3,name=x"."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from footplate.agents.kinds import Value
from footplate.errors import UnknownAgent


def read_parameters(agent: str, text: str, defaults: Mapping[str, Value | None]) -> dict[str, Value]:
    """The values given in ``text``, each of the type of its default; a parameter whose default is None is text."""
    values: dict[str, Value] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = item.partition("=")
        if not equals or key not in defaults:
            known = what_exists("parameters", defaults, key)
            raise UnknownAgent(f"agent {agent!r} has no parameter {key!r}; {known}")
        values[key] = _value(agent, key, value, defaults[key])
    return values


def what_exists(what: str, names: Iterable[str], wrong: str) -> str:
    """For error messages: "agents: greedy, random (did you mean 'greedy'?)"."""
    names = list(names)
    near = difflib.get_close_matches(wrong, names, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"{what}: {', '.join(names) or 'none'}{hint}"


def _value(agent: str, key: str, text: str, default: Value | None) -> Value:
    if isinstance(default, bool):
        if text.casefold() in ("true", "yes", "1", "false", "no", "0"):
            return text.casefold() in ("true", "yes", "1")
        raise UnknownAgent(f"agent {agent!r}: {key}={text!r} must be true or false")
    if default is None:
        return text
    try:
        return type(default)(text)
    except ValueError:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise UnknownAgent(f"agent {agent!r}: {key}={text!r} must be {kind}") from None
