"""How fast bots play where people only watch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

SLOWEST = 10.0  # seconds for a turn
_EVEN = 2.0
_LATER = 0.4  # of a turn's time for what follows its first action: the second card, the choice of tickets


class Pace:
    """The time of a turn, which those who watch may change; they can also hold the game."""

    def __init__(self) -> None:
        self.seconds, self.held = _EVEN, False
        self._last = time.monotonic()
        self._woken = asyncio.Event()

    def change(self, seconds: float | None, held: bool | None) -> None:
        """None leaves things as they are."""
        self.seconds = self.seconds if seconds is None else seconds
        self.held = self.held if held is None else held
        self.wake()

    def wake(self) -> None:
        """Whoever waits looks again whether it is time."""
        self._woken.set()

    async def next(self, begins_turn: bool, somebody_watches: Callable[[], bool]) -> None:
        """Wait until the next action is due, or nobody watches any more."""
        while somebody_watches():
            self._woken.clear()
            due = self._last + self.seconds * (1 if begins_turn else _LATER)
            left = None if self.held else due - time.monotonic()
            if left is not None and left <= 0:
                break
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), left)
        self._last = time.monotonic()
