"""What people see while they wait: how far the games are, or that the rules are compiled for their machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from footplate.cli.output import err

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
