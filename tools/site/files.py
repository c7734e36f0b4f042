"""Pages about the code: what every file is for, by its docstring, and five walks, call by call."""

from __future__ import annotations

import ast
import tomllib
from itertools import groupby
from pathlib import Path

import footplate
from tools.site.markdown import table

PACKAGE = Path(footplate.__file__).parent


def files_page() -> str:
    sources = sorted(PACKAGE.rglob("*.py"), key=lambda path: (path.parent != PACKAGE, path))
    parts = ["# Every file", "The first sentence of each file's docstring."]
    for folder, files in groupby(sources, key=lambda path: path.parent):
        room = folder.relative_to(PACKAGE.parent).as_posix()
        parts += [
            f"## {room}",
            table(["file", "what it is for"], [(f"`{file.name}`", summary(file)) for file in files]),
        ]
    return "\n\n".join(parts) + "\n"


def summary(file: Path) -> str:
    """The first paragraph of a file's docstring."""
    return (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").partition("\n\n")[0]


def walks_page(walks: Path) -> str:
    """Every call of docs/walks.toml."""
    parts = [
        "# Five walks, call by call",
        "Each line is a call that a reader follows: who calls, and who is called. After ⤳ it arrives there as a "
        "message, a job or a callback.",
    ]
    for walk in tomllib.loads(walks.read_text("utf-8"))["walk"]:
        calls = [call.split() for call in walk["calls"]]
        rows = [(n, _place(a), "→" if how == ">" else "⤳", _place(b)) for n, (a, how, b) in enumerate(calls, 1)]
        parts += [f"## {walk['name']}", table(["", "from", "", "to"], rows)]
    return "\n\n".join(parts) + "\n"


def _place(place: str) -> str:
    """`FILE` and the name in it."""
    file, _, name = place.partition(":")
    return f"`{name}` in {file}"
