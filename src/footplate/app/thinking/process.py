"""A worker as the server sees it: a process that is given jobs, one at a time, over a pipe."""

from __future__ import annotations

import asyncio
import math
import signal
import sys
import time
from ctypes import c_double
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from footplate.app.thinking.jobs import Answer, Asked, Thought
from footplate.app.thinking.worker import work
from footplate.compiling import start_ignoring_interrupts

# Where forking is safe, workers are forks of a process that has loaded what they need: one begins at once.
_CONTEXT = get_context("forkserver") if sys.platform == "linux" else get_context("spawn")
if sys.platform == "linux":
    _CONTEXT.set_forkserver_preload([work.__module__])
_BY_TIME = -getattr(signal, "SIGPROF", 0)  # how a process ends that used the processor for too long; 0: never

_GRACE = 170.0  # seconds beyond its time after which a worker is taken for dead; compiling can take a minute
STANDSTILL = 10.0  # seconds beyond its time after which one that uses no processor is
TOO_LONG = "the bot took too long"


class Worker:
    """One process and the pipe to it."""

    def __init__(self, niceness: int, standstill: float = STANDSTILL) -> None:
        self._niceness, self.standstill = niceness, standstill
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._is_given_up = False
        self._until: c_double = _CONTEXT.RawValue(c_double, math.inf)  # which the process sees

    def start(self) -> None:
        """Blocks for as long as a process takes to begin."""
        self.stop()
        self._connection, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(
            target=work, args=(theirs, self._niceness, self._until), daemon=True, name="footplate-bot"
        )
        start_ignoring_interrupts(process)
        self._process = process  # only now can it be killed
        theirs.close()

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    async def think(self, job: Asked, processor_seconds: float = 0.0) -> Answer:
        """What came out; a thought with an error if the process ends, or does not answer in time.

        A job that uses the processor for longer than it may (0: as long as it likes) ends the process, too.
        """
        self._is_given_up = False
        try:
            if not self.is_alive:
                await asyncio.to_thread(self.start)
            if self._is_given_up:
                raise EOFError
            assert self._connection is not None
            async with asyncio.timeout((job.seconds or 0) + _GRACE):
                await asyncio.to_thread(self._connection.send, (job, processor_seconds))
                await self._answered((job.seconds or 0) + self.standstill)
                answer: Answer = await asyncio.to_thread(self._connection.recv)
                return answer
        except (EOFError, OSError) as error:
            end = await asyncio.to_thread(self.stop)
            late = isinstance(error, TimeoutError) or (_BY_TIME and end == _BY_TIME)
            return Thought(error=TOO_LONG if late else "the bot's process has ended")

    async def _answered(self, patience: float) -> None:
        """Wait until there is an answer; TimeoutError when the process has done nothing meanwhile: it hangs."""
        assert self._connection is not None
        assert self._process is not None
        used = processor_ticks(self._process.pid)
        while True:
            if await readable(self._connection, patience):
                return
            if used == (used := processor_ticks(self._process.pid)):
                raise TimeoutError

    def hurry(self, until: float) -> None:
        """Let the search that goes on, and later ones, end then (on time.monotonic)."""
        self._until.value = until

    def kill(self) -> None:
        """End the process at once; its ``think`` then gives a thought with an error."""
        self._is_given_up = True
        if self._process is not None:
            self._process.kill()

    def stop(self) -> int | None:
        """End the process and let go of it; how it ended."""
        end = None
        if self._process is not None:
            self._process.kill()
            self._process.join(timeout=5)
            end = self._process.exitcode
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None
        return end


async def readable(connection: Connection, patience: float) -> bool:
    """Whether the worker has something to say within so many seconds, or its pipe has closed.

    No thread waits where the loop can watch a pipe. That of Windows can't.
    """
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    number = connection.fileno()

    def can_read() -> None:
        if not ready.done():
            ready.set_result(None)

    try:
        loop.add_reader(number, can_read)
    except NotImplementedError:
        return await asyncio.to_thread(connection.poll, patience)
    try:
        async with asyncio.timeout(patience):
            await ready
    except TimeoutError:
        return False
    finally:
        loop.remove_reader(number)
    return True


def processor_ticks(process: int | None) -> float:
    """How long a process has used processors; where the system does not tell, it counts as always at work."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return int(fields[11]) + int(fields[12])
