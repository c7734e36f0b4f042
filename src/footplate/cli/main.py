"""``footplate``: the command that holds all the others."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from footplate.cli import agents, bench, boards, console, match, replay, serve, study, tournament
from footplate.cli.output import footplate_errors

app = typer.Typer(
    help="Play, study and design Ticket to Ride. Start with: footplate play",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from footplate import __version__

        typer.echo(f"footplate {__version__}")
        raise typer.Exit


app.add_typer(boards.app, name="boards")
app.add_typer(study.app, name="study")
app.command(epilog="Example: footplate play --port 9000 --no-browser")(serve.play)
app.command(epilog="Example: footplate serve --host 0.0.0.0 --port 8321")(serve.serve)
app.command(epilog=console.EXAMPLES)(console.console)
app.command(epilog=replay.EXAMPLES)(replay.replay)
app.command(epilog="Example: footplate match greedy random --board usa --games 2000 --save games.txt")(match.match)
app.command(epilog=tournament.EXAMPLES)(tournament.tournament)
app.command(epilog="Example: footplate agents greedy")(agents.agents)
app.command(epilog="Example: footplate bench --quick --json")(bench.bench)


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None: ...


def main() -> None:
    """The console script: like ``app``, but an error that Footplate raises on purpose prints as one and exits 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without "●" gets "?": the word stands beside it
    with footplate_errors():
        app()
