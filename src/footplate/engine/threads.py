"""Threads that share rows of arrays: each of them calls a kernel on some of the rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any


class Threads:
    """So many threads, this one among them. To wake another one takes as long as some hundred steps of a game."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._others = ThreadPoolExecutor(number - 1) if number > 1 else None

    def share(self, rows: int) -> list[slice]:
        """About as many of the rows for each thread, at least one."""
        parts = max(1, min(self._number, rows))
        return [slice(first, end) for first, end in pairwise(rows * i // parts for i in range(parts + 1))]

    def call(self, kernel: Callable[..., object], calls: Sequence[tuple[Any, ...]]) -> None:
        """Call the kernel with each of these arguments, at most one call for each thread, and wait for all."""
        others = [self._others.submit(kernel, *call) for call in calls[1:]] if self._others else []
        kernel(*calls[0])
        for other in others:
            other.result()
