"""Spec strings as values: "depth=3,name=x" taken apart, once, without looking at any file.

Whoever has to know something of a spec string asks its Spec; whether it runs foreign code, cheats or learns holds for
the whole if it holds for any part of it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from footplate.agents.kinds import AgentKind, Range, Value
from footplate.arguments import plain_text
from footplate.errors import UnknownAgent

COMMAND = "cmd:"
NETWORK = "name"  # the parameter that may be given without its name: "net:usa"
_PARAMETER = re.compile(r"\s*\w+\s*=")  # how a parameter begins, and no spec string does


@dataclass(frozen=True)
class Spec:
    """What a spec string says, true or not: the ``kind`` is None if there is none of this name."""

    text: str  # as it was written
    name: str  # of the kind; of people's own bots FILE:CLASS, or the whole command
    kind: AgentKind | None = field(compare=False)
    parameters: tuple[tuple[str, str | Spec | None], ...] = ()  # as written; None: without "="

    def __str__(self) -> str:
        """The shortest text that means the same."""
        items = ",".join(self._written(k, *item) for k, item in enumerate(self.parameters))
        return f"{self.name}:{items}" if items else self.name

    def _written(self, place: int, key: str, value: str | Spec | None) -> str:
        is_network = self.kind is not None and self.kind.trained is not None and (place, key) == (0, NETWORK)
        if is_network and value and "=" not in str(value):
            return str(value)
        return key if value is None else f"{key}={_written(value)}"

    @property
    def short_name(self) -> str:
        """The kind's name; of "./mybot.py:MyBot" the class, of "cmd:./bot --fast" the program."""
        if self.kind is None or not self.kind.runs_foreign_code:
            return self.name
        place, _, rest = self.name.partition(":")
        if self.name.startswith(COMMAND):
            return rest.split()[0].rpartition("/")[2] if rest.split() else place
        return rest or place

    @property
    def all_parts(self) -> Iterator[Spec]:
        """Itself and the specs among its parameters, at any depth."""
        yield self
        for _, value in self.parameters:
            if isinstance(value, Spec):
                yield from value.all_parts

    @property
    def runs_foreign_code(self) -> bool:
        """Whether such an agent runs code that is not Footplate's: don't make one from a stranger's text."""
        return any(part.kind.runs_foreign_code for part in self.all_parts if part.kind)

    @property
    def cheats(self) -> bool:
        return any(part.kind.cheats for part in self.all_parts if part.kind)

    @property
    def learns(self) -> bool:
        return any(part.kind.learns for part in self.all_parts if part.kind)

    @property
    def names_files(self) -> bool:
        """Whether it says which file of this machine to read or write."""
        return any(key in part.kind.files for part in self.all_parts if part.kind for key, _ in part.parameters)

    def get(self, key: str) -> str | Spec | None:
        """A parameter as it is written; None if it isn't."""
        return dict(self.parameters).get(key)

    def having(self, key: str, value: str) -> Spec:
        """The same with one more parameter."""
        more = replace(self, parameters=(*self.parameters, (key, value)))
        return replace(more, text=str(more))

    def values(
        self, defaults: Mapping[str, Value | None], ranges: Mapping[str, Range] | None = None
    ) -> dict[str, Value | Spec]:
        """The parameters, each of the type of its default; one whose default is None is text."""
        found: dict[str, Value | Spec] = {}
        for key, text in self.parameters:
            if key not in defaults:
                raise UnknownAgent(
                    f"agent {self.name!r} has no parameter {key!r}; {what_exists('parameters', defaults, key)}"
                )
            if text is None:
                raise UnknownAgent(f"agent {self.name!r}: {key} needs a value, as in {key}={_example(defaults[key])}")
            value = text if isinstance(text, Spec) else _value(self.name, key, text, defaults[key])
            if ranges and key in ranges and isinstance(value, int | float):
                check_range(self.name, key, value, ranges[key])
            found[key] = value
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        from footplate.agents.registry import read_spec

        return read_spec, (self.text,)


def check_range(agent: str, key: str, value: float, allowed: Range) -> None:
    least, most = allowed
    if not least <= value <= most:
        raise UnknownAgent(f"agent {agent!r}: {key}={value} must be from {least:,} to {most:,}")


def split_specs(text: str) -> list[str]:
    """A list of spec strings, with commas or semicolons between them.

    A comma may also stand between the parameters of one; brackets and a command's quotes hold theirs together.
    """
    plain_text("agents", text, "greedy,random")
    by_semicolon = _split(text, ";")
    if len(by_semicolon) > 1:
        return list(filter(None, (part.strip() for part in by_semicolon)))
    specs: list[str] = []
    for part in _split(text, ","):
        if specs and _PARAMETER.match(part):
            specs[-1] += f",{part.rstrip()}"
        elif part.strip():
            specs.append(part.strip())
    return specs


def split_parameters(text: str, parts: Collection[str] = ()) -> Iterator[tuple[str, str | None, bool]]:
    """(name, value, whether it is a spec) of "a=1,b=2"; a spec's value may stand in brackets, with commas inside."""
    for item in _split(text, ",", parts):
        key, equals, value = (word.strip() for word in item.partition("="))
        is_spec = key in parts
        if is_spec and value.startswith("[") and _closing(value, 0) == len(value) - 1:
            value = value[1:-1]
        if item.strip():
            yield key, value if equals else None, is_spec


def _split(text: str, separator: str, parts: Collection[str] | None = None) -> list[str]:
    """At each separator outside of brackets, and of commands' quotes. A bracket opens after the "=" of a parameter,
    of one of ``parts`` if they are known."""
    if parts is not None and not parts:
        return text.split(separator)
    found, start, i = [], 0, 0
    while i < len(text):
        if text[i] == separator:
            found.append(text[start:i])
            start = i + 1
        elif text[i] == "[":
            before, equals, after = text[start:i].rpartition("=")
            if equals and not after.strip() and (parts is None or before.strip() in parts):
                i = max(i, _closing(text, i))
        elif text[i] in "'\"" and parts is None and text[start:i].lstrip().startswith(COMMAND):
            i = max(i, text.find(text[i], i + 1))
        i += 1
    return [*found, text[start:]]


def _closing(text: str, start: int) -> int:
    """Where the bracket at ``start`` is closed; -1 if it isn't."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "[") - (text[i] == "]")
        if depth == 0:
            return i
    return -1


def _written(value: str | Spec) -> str:
    text = str(value)
    in_brackets = f"[{text}]"
    needed = isinstance(value, Spec) and ("," in text or text.startswith("["))
    return in_brackets if needed and _closing(in_brackets, 0) == len(text) + 1 else text


def what_exists(what: str, names: Iterable[str], wrong: str) -> str:
    """For error messages: "agents: greedy, random (did you mean 'greedy'?)"."""
    names = list(names)
    near = difflib.get_close_matches(wrong, names, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"{what}: {', '.join(names) or 'none'}{hint}"


def _example(default: Value | None) -> str:
    return "TEXT" if default in (None, "") else str(default).lower() if isinstance(default, bool) else str(default)


def _value(agent: str, key: str, text: str, default: Value | None) -> Value:
    if isinstance(default, bool):
        if text.casefold() in ("true", "yes", "1", "false", "no", "0"):
            return text.casefold() in ("true", "yes", "1")
        raise UnknownAgent(f"agent {agent!r}: {key}={text!r} must be true or false")
    if default is None:
        return text
    try:
        return type(default)(text)
    except (ValueError, OverflowError):
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise UnknownAgent(f"agent {agent!r}: {key}={text!r} must be {kind}") from None
