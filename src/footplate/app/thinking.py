"""The pool of workers. A job waits until a worker is free; a job that is given up costs its worker the life."""

from __future__ import annotations

import asyncio
import zlib
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from footplate.app.worker import Job, Thought, work


class Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def start(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True, name="footplate-bot")
        self._process.start()
        theirs.close()

    async def think(self, job: Job) -> Thought:
        """The thought; when this is cancelled the process is killed."""
        if self._process is None or not self._process.is_alive():
            await asyncio.to_thread(self.start)
        assert self._connection is not None
        try:
            await asyncio.to_thread(self._connection.send, job)
            await self._answer(self._connection)
            return await asyncio.to_thread(_receive, self._connection)
        except (EOFError, OSError):
            self.stop()
            return Thought(error="the bot's process has ended")
        except asyncio.CancelledError:
            self.stop()
            raise

    async def _answer(self, connection: Connection) -> None:
        """Wait, without a thread, until the worker has something to say."""
        loop = asyncio.get_running_loop()
        ready = loop.create_future()

        def can_read() -> None:
            if not ready.done():
                ready.set_result(None)

        loop.add_reader(connection.fileno(), can_read)
        try:
            await ready
        finally:
            loop.remove_reader(connection.fileno())

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(timeout=5)
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None


def _receive(connection: Connection) -> Thought:
    thought = connection.recv()
    assert isinstance(thought, Thought)
    return thought


class Thinking:
    """So many workers, started when they are first needed."""

    def __init__(self, workers: int) -> None:
        self._workers = [(Worker(), asyncio.Lock()) for _ in range(workers)]

    async def think(self, job: Job, *, always_there: bool = False) -> Thought:
        """Cancel the task that awaits this to stop the bot. With ``always_there`` a game's jobs share one worker."""
        home = zlib.crc32(job.game.encode()) % len(self._workers)
        free = (pair for pair in self._workers if not pair[1].locked())
        worker, lock = self._workers[home] if always_there else next(free, self._workers[home])
        async with lock:
            return await worker.think(job)

    def warm_up(self) -> None:
        """Start a worker, so that the first move need not wait for it."""
        self._workers[0][0].start()

    def close(self) -> None:
        for worker, _ in self._workers:
            worker.stop()
