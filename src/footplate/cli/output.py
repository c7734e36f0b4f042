"""What all commands share: printing tables or JSON, and turning Footplate's own errors into exit code 2."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from footplate.errors import FootplateError

out = Console()
err = Console(stderr=True)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same result.")]


def print_json(data: Any) -> None:
    """Plain JSON on standard output, never wrapped or coloured."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table; numbers stand to the right. Cells are plain text: a city called "[red]" is printed as such."""
    table = Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for i, column in enumerate(columns):
        numeric = all(isinstance(row[i], int | float) for row in rows)
        table.add_column(column, justify="right" if numeric else "left", overflow="fold", no_wrap=i == 0)
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    out.print(table)


def print_facts(title: str, facts: Iterable[tuple[str, str]]) -> None:
    """Two columns without lines: what, and how much."""
    table = Table(title=Text(title), title_justify="left", show_header=False, box=None)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in facts:
        table.add_row(Text(name), Text(value))
    out.print(table)


def print_lines(title: str, lines: Sequence[str]) -> None:
    """A titled list of sentences; nothing if there are none."""
    if lines:
        out.print(f"\n[bold]{escape(title)}[/]", highlight=False)
    for line in lines:
        out.print(Padding(Text(f"- {line}"), (0, 0, 0, 2)))


@contextmanager
def footplate_errors() -> Iterator[None]:
    """Print errors that Footplate raises on purpose, without a trace, and exit with their code."""
    try:
        yield
    except FootplateError as error:
        err.print(f"[bold red]Error:[/] {escape(str(error))}", highlight=False)
        sys.exit(error.exit_code)


def command_line() -> str:
    """What was typed, for whoever reads the results."""
    return shlex.join(["footplate", *sys.argv[1:]])
