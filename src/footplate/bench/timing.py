"""A line of the benchmark, and how it is timed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

Check = int | str


@dataclass(frozen=True)
class Benchmark:
    """Something to time. ``run`` does ``amount`` times the same thing and returns the check value, always the same.

    ``clock`` is the CPU time of this thread, or wall time where several threads or processes work.
    """

    what: str
    amount: int
    run: Callable[[], Check]
    scale: str = ""
    clock: Callable[[], float] = time.thread_time
    once: bool = False  # too slow to warm up and repeat


@dataclass(frozen=True)
class Line:
    what: str
    seconds: float  # for one
    check: Check
    scale: str

    @property
    def per_second(self) -> float:
        return 1 / self.seconds

    @property
    def time(self) -> str:
        """The time for one, in a unit that suits it."""
        for unit, size in (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3)):
            if self.seconds < 1000 * size:
                return f"{self.seconds / size:.3g} {unit}"
        return f"{self.seconds:.2f} s"


class UnstableCheck(Exception):
    """The same work gave two different results: whatever was measured, it was not that work."""


def measure(task: Benchmark, seconds: float) -> Line:
    """Run the task once to warm up, then for ``seconds`` and at least once; the quickest run counts."""
    check = None if task.once else task.run()
    end, best = time.perf_counter() + seconds, math.inf
    while best == math.inf or (time.perf_counter() < end and not task.once):
        began = task.clock()
        value = task.run()
        best = min(best, task.clock() - began)
        if check not in (None, value):
            raise UnstableCheck(f"{task.what}: the check value was {check}, and then {value}")
        check = value
    assert check is not None
    return Line(task.what, best / task.amount, check, task.scale)
