"""Tasks that run beside the requests. Nobody waits for them, so their errors are logged here."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")

log = logging.getLogger("footplate")
_A_MINUTE = 60.0
_running: set[asyncio.Task[Any]] = set()  # the loop alone would let go of them


def start(work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
    """Start a task. An error in it is written to the log."""
    task = asyncio.create_task(work)
    _running.add(task)
    task.add_done_callback(_over)
    return task


@contextmanager
def logged(what: str) -> Iterator[None]:
    """Write an error inside to the log, and go on after it."""
    try:
        yield
    except Exception:
        log.exception(what)


def shorten_accept_errors(loop: asyncio.AbstractEventLoop, clock: Callable[[], float] = time.monotonic) -> None:
    """Log one line a minute, not a trace each time, while the loop can't accept connections for lack of files."""
    last = -math.inf

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal last
        if not str(context.get("message")).startswith("socket.accept() out of system resource"):
            loop.default_exception_handler(context)
        elif clock() - last > _A_MINUTE:
            last = clock()
            log.warning("new connections have to wait: %s", context.get("exception"))

    loop.set_exception_handler(handle)


def _over(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()):
        log.error("something went wrong", exc_info=error)
