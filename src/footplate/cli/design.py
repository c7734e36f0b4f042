"""``footplate design``: boards that play fair. Each command has its own file and is registered here."""

from __future__ import annotations

import typer

from footplate.cli import design_evaluate, design_print

app = typer.Typer(help="Boards that play fair: balanced, new, measured and printed.", no_args_is_help=True)

app.command("evaluate", epilog="Example: footplate design evaluate mymap.json --against usa -o report.html")(
    design_evaluate.evaluate
)
app.command("print", epilog="Example: footplate design print usa -o usa.pdf --paper a4")(design_print.print_board)
