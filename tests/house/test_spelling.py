"""Colour is spelled one way in code. Keys of files, and what people read from them, keep the spelling of the files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.support.project import PACKAGE

# Classes whose fields are keys of board files, records and reports, and so are in the public interface.
LIKE_FILES = {
    "actions.py", "boards/analysis.py", "boards/board.py", "boards/check/map.py", "boards/parts.py",
    "design/evaluation/evaluation.py", "design/evaluation/figures.py",
}  # fmt: skip


def names_in(tree: ast.Module) -> Iterator[str]:
    """Names that a file gives to variables, parameters, functions, classes and fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) or (isinstance(node, ast.MatchAs) and node.name):
            yield node.name


def fields_in(tree: ast.Module) -> set[str]:
    """Fields and properties of classes."""
    members = [member for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for member in node.body]
    fields = {m.target.id for m in members if isinstance(m, ast.AnnAssign) and isinstance(m.target, ast.Name)}
    return fields | {m.name for m in members if isinstance(m, ast.FunctionDef) and m.decorator_list}


def test_colour_is_spelled_one_way() -> None:
    found, allowed = [], 0
    for path in sorted(PACKAGE.rglob("*.py")):
        tree, file = ast.parse(path.read_text("utf-8")), path.relative_to(PACKAGE).as_posix()
        as_in_files = fields_in(tree) if file in LIKE_FILES else set()
        wrong = {name for name in names_in(tree) if "color" in name.lower()}
        allowed += bool(wrong & as_in_files)
        found += [f"{file}: {name}" for name in sorted(wrong - as_in_files)]
    assert not found
    assert allowed == len(LIKE_FILES)


def test_style_sheets_are_spelled_as_browsers_read_them() -> None:
    written = [path for kind in ("*.py", "*.css", "*.html", "*.js") for path in PACKAGE.rglob(kind)]
    assert any("color: var(--ink)" in path.read_text("utf-8") for path in written)
    found = [
        path.name
        for path in written
        if re.search(r"colour(-scheme)?: *(var\(|#|light;|dark;)", path.read_text("utf-8"))
    ]
    assert not found
