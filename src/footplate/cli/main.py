"""``footplate``: the command that holds all the others."""

from __future__ import annotations

import typer

from footplate.cli import boards
from footplate.cli.output import footplate_errors

app = typer.Typer(
    help="Play, study and design Ticket to Ride. Start with: footplate console --board small --opponents greedy",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(boards.app, name="boards")


def main() -> None:
    """The console script: like ``app``, but an error that Footplate raises on purpose prints as one and exits 2."""
    with footplate_errors():
        app()
