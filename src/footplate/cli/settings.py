"""Commands whose options follow settings: of methods of training, of methods of design."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field
from enum import Enum
from typing import Annotated, Any, Union, get_args, get_origin

import typer
from typer.core import TyperGroup

from footplate.cli import output

Commands = Mapping[str, Any]  # by name


def more_commands(add: Callable[[Commands], Commands]) -> type[TyperGroup]:
    """A group of commands that are looked for when somebody asks for one: ``add`` gets its own ones and gives all."""

    class Group(TyperGroup):
        _commands: Any
        _has_all: bool

        @property
        def commands(self) -> Any:
            if not self._has_all:
                self._has_all = True
                self._commands = dict(add(self._commands))
            return self._commands

        @commands.setter
        def commands(self, commands: Any) -> None:
            self._commands, self._has_all = commands, False

    return Group


def one_command(name: str, example: str, command: Callable[..., None]) -> Any:
    """A command for a group of commands."""
    alone = typer.Typer(add_completion=False)
    alone.command(name, epilog=f"Example: {example}")(command)
    return typer.main.get_command(alone)


def parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def setting_option(item: Field[Any], hint: Any, first: Any) -> Any:
    """The option of a setting. Without it the preset's or the method's own value counts."""
    kind, data = _plain(hint), item.metadata
    default = _words(first) if first not in (None, (), MISSING) else ""
    more: dict[str, Any] = {"help": data["help"], "rich_help_panel": data["panel"], "show_default": default or False}
    if kind is bool:
        flag = item.name.replace("_", "-")
        return Annotated[bool | None, typer.Option(f"--{flag}/--no-{flag}", **more)]
    if data["choices"]:
        return Annotated[choice_of(data["choices"]) | None, typer.Option(**more)]
    if kind in (int, float):
        more["min"] = data["least"] if data["least"] is not None else (1 if kind is int else 0)
        if item.name == "seed":
            more["max"] = output.MAX_SEED
    kind = kind if kind in (int, float) else str
    return Annotated[kind | None, typer.Option(**more)]


def choice_of(names: Iterable[str]) -> Any:
    return Enum("Choice", {name: name for name in names})


def _plain(hint: Any) -> Any:
    """``int`` of ``int | None``; tuples as they are."""
    if get_origin(hint) in (Union, types.UnionType):
        return next(kind for kind in get_args(hint) if kind is not type(None))
    return hint


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_setting(name: str, hint: Any, given: Any) -> Any:
    """From what was typed to what the setting is: lists stand between commas, "3-5" are whole numbers in a row."""
    from footplate.agents import split_specs

    kind = _plain(hint)
    if isinstance(given, Enum):
        return given.value
    if get_origin(kind) is not tuple:
        return given
    if get_args(kind)[0] is str:
        return tuple(split_specs(given))
    try:
        return tuple(number for piece in given.split(",") for number in _numbers(piece))
    except ValueError:
        option = f"--{name.replace('_', '-')}"
        raise typer.BadParameter(f"{given!r} is no list of whole numbers like 2,4 or 3-5", param_hint=option) from None


def _numbers(piece: str) -> range:
    first, _, last = piece.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    if not numbers or numbers[0] < 1:
        raise ValueError
    return numbers
