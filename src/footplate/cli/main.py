"""``footplate``: the command that holds all the others."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from footplate.cli import (
    agents,
    bench,
    boards,
    console,
    design,
    examples,
    explain,
    match,
    replay,
    review,
    serve,
    study,
    tournament,
    train,
)
from footplate.cli.output import keep_words, plain_errors, say


class _Commands(TyperGroup):
    """All commands. Ctrl-C is answered here where a command does not answer it itself."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        keep_words(ctx, args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            say(f"Stopped{_while_compiling()}.")
            raise typer.Exit(130) from None


def _while_compiling() -> str:
    """The compiler belongs to the engine, and is asked only if it was loaded."""
    compiler = sys.modules.get("footplate.compile.cache")
    if compiler is None or compiler.is_compiled():
        return ""
    return " before the rules were compiled; the next start goes on with that"


app = typer.Typer(
    cls=_Commands,
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
app.add_typer(train.app, name="train")
app.add_typer(design.app, name="design")
app.command(epilog="Example: footplate play --port 9000 --no-browser")(serve.play)
app.command(epilog="Example: footplate serve --host 0.0.0.0 --port 8321")(serve.serve)
app.command(epilog="Example: footplate backup games-monday.sqlite3")(serve.backup)
app.command(epilog=console.EXAMPLES)(console.console)
app.command(epilog=replay.EXAMPLES)(replay.replay)
app.command(epilog=review.EXAMPLES)(review.review)
app.command(epilog=match.EXAMPLES)(match.match)
app.command(epilog=tournament.EXAMPLES)(tournament.tournament)
app.command(epilog="Example: footplate agents greedy")(agents.agents)
app.command(epilog=explain.EXAMPLES)(explain.explain)
app.command(epilog=examples.EXAMPLES)(examples.examples)
app.command(epilog="Example: footplate bench --quick --json")(bench.bench)


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None: ...


def main() -> None:
    """The console script: like ``app``, but what goes wrong on purpose or outside is a sentence, not a trace."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without "●" gets "?": the word stands beside it
    with plain_errors():
        try:
            app()
        finally:
            _flush_output()


def _open_streams() -> None:
    """Give closed streams a stand-in, so that no file takes their place. Printing to one is then an error."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            setattr(sys, name, open(number, "r" if name == "stdin" else "w", closefd=False))  # noqa: SIM115


def _flush_output() -> None:
    """Write what is buffered, so that an error appears here and not when Python ends."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still in the buffer
        raise OSError(error.errno, error.strerror, "standard output") from None
