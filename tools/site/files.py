"""What every file of the package is for: the first sentence of its docstring, room by room."""

from __future__ import annotations

import ast
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
