"""Promises of work queues: an answer comes within so many seconds of the question, however many others ask."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

_SHARE = 0.95  # of the time that is promised: the rest is for the way there and back
Hurry = Callable[[float], None]  # told until when to think


@dataclass(eq=False)
class Promise:
    """A question, from when it is asked until it is answered."""

    due: float
    seconds: float
    began: float = 0.0
    until: float = 0.0
    hurry: Hurry | None = field(default=None, repr=False)  # of the worker that thinks about it; None: it waits


class Promises:
    """Those of one work queue.

    Of n questions at so many ``workers`` each gets its share of the time that is promised. Whoever thinks already is
    told to end sooner when more come, and nobody thinks for longer than is left until the answer is due.
    """

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers, self._clock = workers, clock
        self._open: list[Promise] = []

    def ask(self, seconds: float) -> Promise:
        within = seconds * _SHARE
        promise = Promise(self._clock() + within, within)
        self._open.append(promise)
        for other in self._open:
            if other.hurry and (until := self._end(other)) < other.until:
                other.until = until
                other.hurry(until)
        return promise

    def begin(self, promise: Promise, hurry: Hurry) -> None:
        """A worker begins to think; it is told until when, and told again when it must be sooner."""
        promise.began, promise.hurry = self._clock(), hurry
        promise.until = self._end(promise)
        hurry(promise.until)

    def end(self, promise: Promise) -> None:
        self._open.remove(promise)

    def _end(self, promise: Promise) -> float:
        share = min(1.0, self._workers / len(self._open))
        return min(promise.due, promise.began + promise.seconds * share)
