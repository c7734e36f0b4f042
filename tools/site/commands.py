"""All commands with their arguments and options, as the command line's own help has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer.main

from footplate.cli.main import app
from tools.site.markdown import table


def commands_page() -> str:
    return "\n\n".join(["# Commands", *_commands(typer.main.get_command(app), "footplate")]) + "\n"


def _commands(command: Any, name: str) -> Iterator[str]:
    if hasattr(command, "commands"):
        for sub in command.commands:
            yield from _commands(command.commands[sub], f"{name} {sub}")
        return
    yield f"## {name}"
    yield _prose(command.help or "")
    rows = [(_names(parameter), _prose(getattr(parameter, "help", "") or "")) for parameter in command.params]
    yield table(["", ""], rows)
    examples = re.findall(r"footplate .+", command.epilog or "")
    yield "\n".join(["```console", *examples, "```"])


def _names(parameter: Any) -> str:
    metavar = parameter.metavar or ""
    if parameter.param_type_name == "argument":
        return f"`{metavar or parameter.name.upper()}`"
    names = [*parameter.opts, *parameter.secondary_opts]
    return ", ".join(f"`{name}`" for name in names) + (f" `{metavar}`" if metavar else "")


def _prose(text: str) -> str:
    """Help as Markdown: rich's marks and line breaks go."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", re.sub(r"\x08\n?", "", text)).replace("<", "\\<").replace("*", "\\*")
