"""Who thinks when. Jobs wait in lanes with workers of their own: moves that take a moment never wait behind long ones.

Workers hold no state that matters, so any of them can do any job of its lane. The process of a long job that is given
up is killed; a quick one is let finish, since a new process takes longer to start. A worker joins its lane when its
process runs and has loaded its code, so that no job waits for that while another worker becomes free.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine, Sequence
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Literal

from footplate.app.opponents import Effort, effort_of
from footplate.app.tasks import start
from footplate.app.turns import Turns
from footplate.app.worker import Job, Thought, work
from footplate.boards import load_board
from footplate.engine.jit import is_compiled

_GRACE = 170.0  # seconds beyond its time after which a worker is taken for dead; compiling can take a minute
_A_SEARCH = "ismcts:iterations=10"


class Worker:
    """One process and the pipe to it."""

    def __init__(self, niceness: int) -> None:
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

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    async def think(self, job: Job) -> Thought:
        """The thought; one with an error if the process ends, or does not answer in time."""
        self._is_given_up = False
        try:
            if not self.is_alive:
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

    def __init__(self, workers: Sequence[Worker], *, kills: bool, usual: str) -> None:
        self._workers = workers
        self._cold = list(workers)  # without a process
        self._ready: Turns[Worker] = Turns()
        self._is_warming = self._is_closed = False
        self._kills, self._usual = kills, usual
        self._working: set[asyncio.Task[Thought]] = set()

    async def think(self, job: Job, owner: str) -> Thought:
        if not self._ready.has_any:
            self.warm_up()
        worker = await self._ready.take(owner)
        working = self._start(self._use(worker, job))
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
            if worker.is_alive:
                self._ready.give_back(worker)
            else:
                self._cold.append(worker)
            self._warm_up_if_wanted()

    def _start(self, work: Coroutine[None, None, Thought]) -> asyncio.Task[Thought]:
        working = start(work)
        self._working.add(working)
        working.add_done_callback(self._working.discard)
        return working

    def _warm_up_if_wanted(self) -> None:
        if self._ready.is_waited_for:
            self.warm_up()

    def warm_up(self) -> None:
        """Get one more worker ready, if there is one and no other is being got ready."""
        if self._cold and not self._is_warming and not self._is_closed:
            self._is_warming = True
            self._start(self._warm(self._cold.pop()))

    async def _warm(self, worker: Worker) -> Thought:
        """A first job that nobody waits for; but where everything is still to be compiled, real jobs come first."""
        try:
            if is_compiled():
                return await worker.think(_trial(self._usual))
            await asyncio.to_thread(worker.start)
            return Thought()
        finally:
            self._is_warming = False
            self._ready.give_back(worker)
            self._warm_up_if_wanted()

    async def close(self) -> None:
        """End everything that is waited for or thought about."""
        self._is_closed = True
        self._ready.send_away()
        for worker in self._workers:
            worker.kill()
        if self._working:
            await asyncio.wait(self._working)
        for worker in self._workers:
            await asyncio.to_thread(worker.stop)


def _trial(spec: str) -> Job:
    board = load_board("mini").to_json()
    return Job(game="", board=board, players=2, seed=0, moves=(), names=("", ""), seat=0, spec=spec, seconds=0.1)


class Thinking:
    """Moves by a rule, short searches, long thoughts and what people only want to know: a lane each.

    What takes longer also gives way to the rest where they share a core.
    """

    def __init__(self, workers: int) -> None:
        def lane(niceness: int, *, kills: bool = False, usual: str = _A_SEARCH) -> Lane:
            return Lane([Worker(niceness) for _ in range(workers)], kills=kills, usual=usual)

        self.lanes: dict[Effort | Literal["look"], Lane] = {
            "rule": lane(0, usual="greedy"),
            "search": lane(5),
            "long": lane(10, kills=True),
            "look": lane(10, kills=True),
        }

    async def think(self, job: Job, *, owner: str = "", look: bool = False) -> Thought:
        """A bot's decision, or a ``look`` for somebody. Cancel the task that awaits this to give it up."""
        return await self.lanes["look" if look else effort_of(job.spec)].think(job, owner)

    def warm_up(self) -> None:
        """So that the first move need not wait for a process to start."""
        self.lanes["rule"].warm_up()
        self.lanes["search"].warm_up()

    async def close(self) -> None:
        for lane in self.lanes.values():
            await lane.close()
