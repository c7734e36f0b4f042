"""Who thinks when. Jobs wait in lanes with workers of their own: moves that take a moment never wait behind long ones.

Workers hold no state that matters, so any of them can do any job of its lane. The process of a long job that is given
up is killed; a quick one is let finish, since a new process takes longer to start.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from footplate.app.opponents import is_quick
from footplate.app.tasks import start
from footplate.app.turns import Turns
from footplate.app.worker import Job, Thought, work

_GRACE = 170.0  # seconds beyond its time after which a worker is taken for dead; compiling can take a minute


class Worker:
    """One process and the pipe to it."""

    def __init__(self, *, niceness: int = 0) -> None:
        self._niceness = niceness
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._is_given_up = False

    def start(self) -> None:
        """Blocks for as long as a process takes to begin."""
        self.stop()
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, self._niceness), daemon=True, name="footplate-bot")
        # Ctrl-C is meant for the server, which ends its workers; one that is just starting must not hear it either.
        resource_tracker.ensure_running()  # which would let the signal through again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    async def think(self, job: Job) -> Thought:
        """The thought; one with an error if the process ends, or does not answer in time."""
        self._is_given_up = False
        try:
            if self._process is None or not self._process.is_alive():
                await asyncio.to_thread(self.start)
            if self._is_given_up:
                raise EOFError
            assert self._connection is not None
            async with asyncio.timeout((job.seconds or 0) + _GRACE):
                await asyncio.to_thread(self._connection.send, job)
                await _readable(self._connection)
                return await asyncio.to_thread(_receive, self._connection)
        except (EOFError, OSError) as error:
            await asyncio.to_thread(self.stop)
            late = isinstance(error, TimeoutError)
            return Thought(error="the bot took too long" if late else "the bot's process has ended")

    def kill(self) -> None:
        """End the process at once; whoever waits for its thought is told."""
        self._is_given_up = True
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        """End the process and let go of it."""
        if self._process is not None:
            self._process.kill()
            self._process.join(timeout=5)
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None


async def _readable(connection: Connection) -> None:
    """Wait, without a thread, until the worker has something to say."""
    loop = asyncio.get_running_loop()
    ready = loop.create_future()

    def can_read() -> None:
        if not ready.done():
            ready.set_result(None)

    number = connection.fileno()
    loop.add_reader(number, can_read)
    try:
        await ready
    finally:
        loop.remove_reader(number)


def _receive(connection: Connection) -> Thought:
    thought = connection.recv()
    assert isinstance(thought, Thought)
    return thought


class Lane:
    """Workers for one kind of job, started when they are needed, for which owners take turns."""

    def __init__(self, workers: Sequence[Worker], *, kills: bool) -> None:
        self._workers = workers
        self._turns = Turns(reversed(workers))
        self._kills = kills
        self._working: set[asyncio.Task[Thought]] = set()

    async def think(self, job: Job, owner: str) -> Thought:
        worker = await self._turns.take(owner)
        working = start(self._use(worker, job))
        self._working.add(working)
        working.add_done_callback(self._working.discard)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            if self._kills:
                worker.kill()
            raise

    async def _use(self, worker: Worker, job: Job) -> Thought:
        try:
            return await worker.think(job)
        finally:
            self._turns.give_back(worker)

    def warm_up(self) -> None:
        """Start the worker that is taken first before it is needed."""
        self._workers[0].start()

    async def close(self) -> None:
        """End everything that is waited for or thought about."""
        self._turns.send_away()
        for worker in self._workers:
            worker.kill()
        if self._working:
            await asyncio.wait(self._working)
        for worker in self._workers:
            await asyncio.to_thread(worker.stop)


class Thinking:
    """Quick moves, long thoughts and what people only want to know, each with up to so many workers."""

    def __init__(self, workers: int) -> None:
        self._quick = Lane([Worker(niceness=0) for _ in range(workers)], kills=False)
        self._long = Lane([Worker(niceness=5) for _ in range(workers)], kills=True)
        self._looks = Lane([Worker(niceness=10) for _ in range(workers)], kills=True)

    async def think(self, job: Job, *, owner: str = "", look: bool = False) -> Thought:
        """A bot's decision, or a ``look`` for somebody. Cancel the task that awaits this to give it up."""
        lane = self._looks if look else self._quick if is_quick(job.spec) else self._long
        return await lane.think(job, owner)

    def warm_up(self) -> None:
        """So that the first move need not wait for a process to start."""
        self._quick.warm_up()

    async def close(self) -> None:
        for lane in (self._quick, self._long, self._looks):
            await lane.close()
