"""``footplate design``: boards that play fair. Each command has its own file and is registered here."""

from __future__ import annotations

import typer

from footplate.cli import design_balance, design_evaluate, design_new, design_print

app = typer.Typer(help="Boards that play fair: balanced, new, measured and printed.", no_args_is_help=True)
app.command("balance", epilog=design_balance.EXAMPLE)(design_balance.balance)
app.command("new", epilog=design_new.EXAMPLES)(design_new.new)
app.command("evaluate", epilog=design_evaluate.EXAMPLE)(design_evaluate.evaluate)
app.command("print", epilog=design_print.EXAMPLE)(design_print.print_board)
