"""``footplate design``: boards that play fair. Each command has its own file and is registered here."""

from __future__ import annotations

import typer

from footplate.cli import design_balance

app = typer.Typer(help="Boards that play fair: balanced, new, measured and printed.", no_args_is_help=True)

app.command(epilog=design_balance.EXAMPLE)(design_balance.balance)
