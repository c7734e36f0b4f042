"""``footplate design``: boards that play fair. Each command has its own file and is registered here."""

from __future__ import annotations

import typer

from footplate.cli import design_balance, design_evaluate, design_methods, design_new, design_print
from footplate.cli.settings import more_commands

app = typer.Typer(
    cls=more_commands(design_methods.with_methods),
    help="Boards that play fair: balanced, new, measured and printed.",
    no_args_is_help=True,
)
app.command("balance", epilog=design_balance.EXAMPLE)(design_balance.balance)
app.command("new", epilog=design_new.EXAMPLES)(design_new.new)
app.command("evaluate", epilog=design_evaluate.EXAMPLE)(design_evaluate.evaluate)
app.command("print", epilog=design_print.EXAMPLE)(design_print.print_board)
