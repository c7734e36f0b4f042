"""Things that run beside the requests, and whose failure nobody waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")

log = logging.getLogger("footplate")
_running: set[asyncio.Task[Any]] = set()  # the loop alone would let go of them


def start(work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
    """A task of its own; what goes wrong in it is written to the log."""
    task = asyncio.create_task(work)
    _running.add(task)
    task.add_done_callback(_over)
    return task


@contextmanager
def logged(what: str) -> Iterator[None]:
    """Go on whatever happens inside; it is written to the log."""
    try:
        yield
    except Exception:
        log.exception(what)


def _over(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()):
        log.error("something went wrong", exc_info=error)
