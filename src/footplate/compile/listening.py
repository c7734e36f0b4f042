"""Hearing when numba compiles: whoever measures time can leave that out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import event


class _Listener(event.Listener):  # type: ignore[misc]
    def __init__(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        self._begin, self._end = begin, end

    def on_start(self, what: Any) -> None:
        self._begin()

    def on_end(self, what: Any) -> None:
        self._end()


def on_compiling(begin: Callable[[], None], end: Callable[[], None]) -> None:
    """Have ``begin`` and ``end`` called around the compiling of each function; one may have another one compiled."""
    event.register("numba:compile", _Listener(begin, end))
