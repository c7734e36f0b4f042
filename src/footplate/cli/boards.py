"""``footplate boards``: list, show, check, stats, draw."""

from __future__ import annotations

import typer

app = typer.Typer(help="The boards: list, show, check, measure and draw them.", no_args_is_help=True)
