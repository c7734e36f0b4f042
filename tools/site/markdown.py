"""Markdown made by programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; numbers stand to the right."""
    lines = list(rows)
    marks = ["---:" if lines and all(isinstance(row[i], int) for row in lines) else "---" for i in range(len(header))]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in (header, marks, *lines))


def _cell(cell: object) -> str:
    return " ".join(str(cell).split()).replace("|", "\\|")
