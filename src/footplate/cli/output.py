"""What all commands share: printing tables or JSON, and turning Footplate's own errors into exit code 2."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console

from footplate.errors import FootplateError

out = Console()
err = Console(stderr=True)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same result.")]


def print_json(data: Any) -> None:
    """Plain JSON on standard output, never wrapped or coloured."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def footplate_errors() -> Iterator[None]:
    """Print errors that Footplate raises on purpose, without a trace, and exit with code 2."""
    try:
        yield
    except FootplateError as error:
        err.print(f"[bold red]Error:[/] {error}", highlight=False)
        sys.exit(2)
