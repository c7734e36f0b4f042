"""The first start: code is compiled in other processes while the page is there. Games begin when that is done."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Any

from footplate.agents import read_spec
from footplate.app.background import log
from footplate.compiling import Compiler, Progress, Step
from footplate.errors import FootplateError

_A_WHILE = 1.0  # seconds from one view to the next


class NotPrepared(FootplateError):
    """The rules can't be used here, because compiling them has failed."""


class Backlog:
    """Steps of compiling that are done one by one while games are played. What a bot to move needs comes next."""

    def __init__(self, steps: Sequence[Step] = ()) -> None:
        self._compiler = Compiler(steps, processes=1)
        self._left = {step.name: asyncio.Event() for step in steps}

    async def run(self) -> None:
        """Do all steps. What fails is compiled where it is first needed."""
        if not self._left:
            return
        log.info("Compiling %d parts that not every game needs, while games can be played.", len(self._left))
        loop = asyncio.get_running_loop()

        def is_done(name: str) -> None:
            loop.call_soon_threadsafe(self._is_done, name)

        try:
            if await asyncio.to_thread(self._compiler.run, lambda progress: None, is_done):
                log.info("All is compiled.")
        except FootplateError as error:
            log.error("%s", error)
        for name in list(self._left):
            self._is_done(name)

    def _is_done(self, name: str) -> None:
        if name in self._left:
            self._left.pop(name).set()

    def lacks(self, spec: str) -> bool:
        """Whether the code of a bot is still to be compiled."""
        return any(part.name in self._left for part in read_spec(spec).all_parts)

    async def wait_for(self, spec: str) -> None:
        """Until the code of a bot is compiled."""
        for part in read_spec(spec).all_parts:
            if part.name in self._left:
                self._compiler.want(part.name)
                await self._left[part.name].wait()

    def stop(self) -> None:
        self._compiler.stop()


class Preparation:
    """Steps of compiling, and those who wait for them. Nothing here may use the rules before they are done.

    Without steps all is ready. Games don't wait for the ``later`` ones.
    """

    def __init__(
        self,
        steps: Sequence[Step] = (),
        on_compiled: Callable[[], None] = lambda: None,
        later: Sequence[Step] = (),
    ) -> None:
        self._compiler, self._on_compiled = Compiler(steps), on_compiled
        self.backlog = Backlog(later)
        self._progress = Progress(0, len(steps), ("the compiler",), 0.0)
        self._began = time.monotonic()
        self._is_over = asyncio.Event()
        self._failure = ""
        if not steps:
            self._is_over.set()

    @property
    def is_ready(self) -> bool:
        return self._is_over.is_set() and not self._failure

    async def run(self, load: Callable[[], None]) -> None:
        """Compile in other processes, then ``load`` the code into this one."""
        self._began = time.monotonic()
        log.info("Compiling for this machine. This happens once; the page is there meanwhile.")
        try:
            if not await asyncio.to_thread(self._compiler.run, self._hear):
                return
            await asyncio.to_thread(self._on_compiled)
            await asyncio.to_thread(load)
            log.info("Compiled in %.0f s: games can begin.", time.monotonic() - self._began)
        except FootplateError as error:
            self._failure = str(error)
            log.error("%s", error)
        except Exception as error:
            self._failure = f"{type(error).__name__}: {error}"
            log.exception("preparing has failed")
        self._is_over.set()

    def _hear(self, progress: Progress) -> None:
        still = progress.now == self._progress.now
        self._progress = progress
        log.info("%s %s …", "Still compiling" if still else "Compiling", progress)

    def stop(self) -> None:
        self._compiler.stop()
        self.backlog.stop()

    async def wait(self) -> None:
        """Until the rules can be used here."""
        await self._is_over.wait()
        if self._failure:
            raise NotPrepared(self._words())

    def view(self) -> dict[str, Any]:
        """How far it is, for the page."""
        return {
            "ready": self.is_ready,
            "failed": bool(self._failure),
            "words": self._words(),
            "done": self._progress.done,
            "steps": self._progress.steps,
            "seconds": round(time.monotonic() - self._began),
        }

    def _words(self) -> str:
        if self._failure:
            return f"The server could not get ready ({self._failure}). Its log says more; start it again to try again."
        now = self._progress
        return "" if self.is_ready else f"Preparing {' and '.join(now.now)}: {now.done + 1} of {now.steps} …"

    async def views(self) -> AsyncIterator[dict[str, Any]]:
        """How far it is, from time to time, until it is over."""
        while not self._is_over.is_set():
            yield self.view()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_over.wait(), _A_WHILE)
