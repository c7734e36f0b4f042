"""Who thinks when. Jobs wait in lanes with workers of their own: moves that take a moment never wait behind long ones.

Workers hold no state that matters, so any of them can do any job of its lane. The process of a long job that is given
up is killed; a quick one is let finish, since a new process takes longer to start. A worker joins its lane when its
process runs and has loaded its code, so that no job waits for that while another worker becomes free.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Literal

from footplate.app.background import start
from footplate.app.people.opponents import Effort, effort_of
from footplate.app.thinking.fair_queue import FairQueue
from footplate.app.thinking.jobs import Job, Thought
from footplate.app.thinking.process import Worker
from footplate.boards import load_board
from footplate.compiling import is_prepared

_A_SEARCH = "ismcts:iterations=10"


class Lane:
    """Workers for one kind of job, started when they are needed, for which owners take turns."""

    def __init__(self, workers: Sequence[Worker], *, kills: bool, usual: str) -> None:
        self._workers = workers
        self._cold = list(workers)  # without a process
        self._ready: FairQueue[Worker] = FairQueue()
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
            if is_prepared():
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
