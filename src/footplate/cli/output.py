"""What all commands share: printing tables or JSON, errors as sentences, and what people see while they wait."""

from __future__ import annotations

import errno
import json
import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.text import Text

from footplate.cli.tables import FittedTable, fact_lines, hanging
from footplate.errors import FootplateError
from footplate.plain_text import HIDDEN, printable


class SafeConsole(Console):
    """A console on which names and files can't command the terminal. Only rich moves the cursor and sets colours."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)


out = SafeConsole()
err = SafeConsole(stderr=True)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
MAX_SEED = 2**64 - 1
MAX_GAMES = 10**9
SeedOption = Annotated[int, typer.Option("--seed", min=0, max=MAX_SEED, help="The same seed gives the same games.")]
BoardArgument = Annotated[
    str, typer.Argument(metavar="BOARD", help='A board file (.json), or a board of the catalogue ("usa").')
]
ThreadsOption = Annotated[int | None, typer.Option(min=1, help="Threads for compiled agents; default: all cores.")]
_WORDS = "footplate.words"  # where a command's context keeps them


def print_json(data: Any) -> None:
    """Plain JSON on standard output, never wrapped or coloured."""
    sys.stdout.write(_json(data, indent=2) + "\n")


def print_json_line(data: Any) -> None:
    """One of many lines, each of which is JSON; whoever reads them gets it at once."""
    sys.stdout.write(_json(data) + "\n")
    sys.stdout.flush()


def _json(data: Any, indent: int | None = None) -> str:
    """JSON with everything escaped that a terminal would take for a command."""
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    return HIDDEN.sub(lambda found: json.dumps(found.group())[1:-1], text)


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table; numbers stand to the right."""
    right = [name for i, name in enumerate(columns) if rows and all(isinstance(row[i], int | float) for row in rows)]
    table = FittedTable(columns, right=right, title=title)
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    out.print(table, crop=False)


def print_facts(title: str, facts: Iterable[tuple[str, str]]) -> None:
    """Two columns without lines: what, and how much."""
    if title:
        out.print(Text(title, style="table.title"), highlight=False)
    for line in fact_lines([(name, Text(value)) for name, value in facts], out.width):
        out.print(line, soft_wrap=True)


def print_lines(title: str, lines: Sequence[str]) -> None:
    """A titled list of sentences; nothing if there are none."""
    if lines:
        out.print(f"\n[bold]{escape(title)}[/]", highlight=False)
    for line in lines:
        for part in hanging(Text("  - "), Text(line), 4, out.width):
            out.print(part, soft_wrap=True)


def print_parts(parts: Iterable[RenderableType]) -> None:
    """Parts of a screen, one under the other."""
    for part in parts:
        out.print(part, crop=False)


def counted_games(n: int) -> str:
    return "1 game" if n == 1 else f"{n:,} games"


def print_words(words: str) -> None:
    """A sentence; lines end between words, and a path stays whole."""
    _print_words(out, Text(words))


def say(sentence: str) -> None:
    """Print on standard error, so that what a machine reads stays clean."""
    _print_words(err, Text(sentence))


def _print_words(console: Console, words: Text) -> None:
    for line in hanging(Text(), words, 0, console.width):
        console.print(line, soft_wrap=True)


def keep_words(context: typer.Context, words: Sequence[str]) -> None:
    """Remember the command's arguments; ``sys.argv`` has others where another program calls ``app``."""
    context.meta[_WORDS] = tuple(words)


def command_line(context: typer.Context) -> str:
    """The command as it was typed, to be kept with the results."""
    return shlex.join(["footplate", *context.meta[_WORDS]])


@contextmanager
def bots_at_work() -> Iterator[None]:
    """Inside, what people's bots or their workers print goes to standard error."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


@contextmanager
def plain_errors() -> Iterator[None]:
    """A sentence instead of a trace: exit code 2 for what Footplate refuses, 1 for what fails in it or the system."""
    try:
        yield
    except FootplateError as error:
        _print_error(str(error))
        sys.exit(error.exit_code)
    except OSError as error:
        if error.errno != errno.EPIPE:  # whoever reads our output has read enough
            _print_error(_sentence(error))
        sys.exit(1)
    except MemoryError:
        _print_error("there is not enough memory for that")
        sys.exit(1)


def _print_error(message: str) -> None:
    _print_words(err, Text.assemble(("Error: ", "bold red"), message))


def _sentence(error: OSError) -> str:
    names = " and ".join(str(name) for name in (error.filename, error.filename2) if name is not None)
    return f"{names or 'the output or a file'} can't be used: {error.strerror or error}"  # a full disk has no name


if TYPE_CHECKING:
    from rich.progress import Progress


def progress_bar() -> Progress:
    """A bar with counts and the time that is left, on standard error, and only where somebody watches."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def compile_once() -> None:
    """Load the rules; on the first ever start, say that they are compiled and compile all of them now."""
    from footplate.compile import is_compiled, mark_compiled
    from footplate.compiling import STEPS_OF_COMMANDS

    if is_compiled():
        return
    with _telling("Compiling the rules for this machine. This happens once and takes about half a minute …"):
        for step in STEPS_OF_COMMANDS:
            step.compile()
    mark_compiled()


@contextmanager
def _telling(words: str) -> Iterator[None]:
    """Say what is going on: beside a spinner in a terminal, as a line anywhere else."""
    if err.is_terminal:
        with err.status(words):
            yield
    else:
        sys.stderr.write(f"{words}\n")
        sys.stderr.flush()
        yield
