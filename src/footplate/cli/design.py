"""``footplate design``: boards that play fair. Each command has its own file and is registered here."""

from __future__ import annotations

import typer

app = typer.Typer(help="Boards that play fair: balanced, new, measured and printed.", no_args_is_help=True)
