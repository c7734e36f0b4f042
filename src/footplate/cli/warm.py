"""Tell the user when something has to be compiled, which happens once per machine and version."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from footplate.cli.output import err


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
