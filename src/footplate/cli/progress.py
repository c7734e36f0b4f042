"""The one progress bar of all commands: on standard error, and only where somebody watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footplate.cli.output import err

if TYPE_CHECKING:
    from rich.progress import Progress


def progress_bar() -> Progress:
    """A bar with counts and the time that is left."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)
