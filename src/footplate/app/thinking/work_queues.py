"""Who thinks when. Jobs wait in work queues, each with workers of its own: quick moves never wait behind long ones.

The spec string of a bot says how long it will probably think. A bot that takes longer than its work queue allows is
ended. It thinks again from the beginning among the long thoughts, and so do, for some time, all bots of that kind which
the same owner has. Uploaded files are checked in a work queue of their own.

Workers hold no state that matters, so any of them can do any job of its work queue. The process of a long job that is
given up is killed. A quick one may finish, since a new process takes longer to start. A worker joins its work queue
when its process runs and has loaded its code. So no job waits for that while another worker becomes free.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Literal

from cachetools import LRUCache

from footplate.agents import read_spec
from footplate.agents.ladder.measured import SECONDS
from footplate.app.background import log, start
from footplate.app.people.opponents import Effort, effort_of
from footplate.app.thinking.fair_queue import FairQueue
from footplate.app.thinking.jobs import (
    Answer,
    Asked,
    Checked,
    Dealt,
    Job,
    Judged,
    PracticeJob,
    ReviewJob,
    Thought,
    Timed,
    TimingJob,
    Upload,
)
from footplate.app.thinking.process import STANDSTILL, TOO_LONG, Worker
from footplate.app.thinking.promises import Promises
from footplate.boards import load_board
from footplate.compiling import is_prepared

_A_SEARCH = "ismcts:iterations=10"
_A_LEVEL = "net-ismcts:iterations=16"
_LAST = 19  # the niceness of reviews: everybody else comes first
_LONGEST = 60.0  # seconds of a processor
_REMEMBERED, _FOR_SECONDS = 1000, 600.0  # bots that took too long


class WorkQueue:
    """Workers for one kind of job, started when they are needed, for which owners take turns.

    A job has ``processor_seconds``; 0: as many as it likes. ``usual`` is a bot that a new worker has think before
    anybody waits for it, so that its code is loaded; "": none.
    """

    def __init__(self, workers: Sequence[Worker], *, kills: bool, usual: str, processor_seconds: float = 0.0) -> None:
        self._workers = workers
        self._cold = list(workers)  # without a process
        self._ready: FairQueue[Worker] = FairQueue()
        self._is_warming = self._is_closed = False
        self._kills, self._usual, self._processor_seconds = kills, usual, processor_seconds
        self._working: set[asyncio.Task[Answer]] = set()
        self._promises = Promises(len(workers))

    async def think(self, job: Asked, owner: str, within: float | None = None) -> Answer:
        """The answer. ``within``: after so many seconds it is there, whoever else asks; such a search is cut short."""
        promise = None if within is None else self._promises.ask(within)
        try:
            if not self._ready.has_any:
                self.warm_up()
            worker = await self._ready.take(owner)
            if promise:
                self._promises.begin(promise, worker.hurry)
            working = self._start(self._use(worker, job))
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:
                if self._kills:
                    worker.kill()
                elif promise:
                    worker.hurry(0.0)
                raise
        finally:
            if promise:
                self._promises.end(promise)

    @property
    def is_busy(self) -> bool:
        return bool(self._working) or self._ready.is_waited_for

    async def _use(self, worker: Worker, job: Asked) -> Answer:
        try:
            return await worker.think(job, self._processor_seconds)
        finally:
            if worker.is_alive:
                self._ready.give_back(worker)
            else:
                self._cold.append(worker)
            if self._ready.is_waited_for:
                self.warm_up()

    def _start(self, work: Coroutine[None, None, Answer]) -> asyncio.Task[Answer]:
        working = start(work)
        self._working.add(working)
        working.add_done_callback(self._working.discard)
        return working

    def warm_up(self) -> None:
        """Get one more worker ready, if there is one and no other is being got ready."""
        if self._cold and not self._is_warming and not self._is_closed:
            self._is_warming = True
            self._start(self._warm(self._cold.pop()))

    async def _warm(self, worker: Worker) -> Answer:
        """A first job that nobody waits for; but where everything is still to be compiled, real jobs come first."""
        try:
            if self._usual and is_prepared():
                return await worker.think(await asyncio.to_thread(_trial, self._usual))
            await asyncio.to_thread(worker.start)
            return Thought()
        finally:
            self._is_warming = False
            self._ready.give_back(worker)
            if self._ready.is_waited_for:
                self.warm_up()

    async def close(self) -> None:
        """End everything that is waited for or thought about."""
        self._is_closed = True
        self._ready.cancel_all()
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
    """A work queue each for moves by a rule, short searches, the strongest level, long thoughts, what people only want
    to know, uploads, and reviews. The strongest level answers within the seconds of its label.

    What takes longer also gives way to the rest where they share a core.
    """

    def __init__(
        self,
        workers: int,
        *,
        processor_seconds: float = 4.0,
        standstill: float = STANDSTILL,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        def queue(niceness: int, *, kills: bool = False, usual: str = _A_SEARCH, seconds: float = 0.0) -> WorkQueue:
            those = [Worker(niceness, standstill) for _ in range(workers)]
            return WorkQueue(those, kills=kills, usual=usual, processor_seconds=seconds)

        self.queues: dict[Effort | Literal["look", "upload", "review"], WorkQueue] = {
            "rule": queue(0, usual="greedy", seconds=processor_seconds),
            "search": queue(5, seconds=processor_seconds),
            "level": queue(8, usual=_A_LEVEL, seconds=_LONGEST),
            "long": queue(10, kills=True, seconds=_LONGEST),
            "look": queue(10, kills=True, seconds=_LONGEST),
            "review": WorkQueue([Worker(_LAST, standstill) for _ in range(workers)], kills=True, usual=""),
            "upload": WorkQueue([Worker(0)], kills=True, usual="", processor_seconds=processor_seconds),
        }
        self._clock = clock
        self._slow: LRUCache[tuple[str, str], float] = LRUCache(_REMEMBERED)  # owner, kind of bot: until when

    async def think(self, job: Job, *, owner: str = "", look: bool = False) -> Thought:
        """A bot's decision, or a ``look`` for somebody. Cancel the task that awaits this to give it up."""
        kind = owner, read_spec(job.spec).name
        is_slow = self._slow.get(kind, 0.0) > self._clock()
        queue = "look" if look else "long" if is_slow else effort_of(job.spec)
        within = min(job.seconds or SECONDS, SECONDS) if queue == "level" else None
        thought = await self.queues[queue].think(job, owner, within)
        if isinstance(thought, Thought) and thought.error == TOO_LONG and queue in ("rule", "search"):
            log.warning("%s took too long for the work queue %r, and thinks among the long ones now", job.spec, queue)
            self._slow[kind] = self._clock() + _FOR_SECONDS
            thought = await self.queues["long"].think(job, owner)
        assert isinstance(thought, Thought)
        return thought

    async def check(self, upload: Upload, *, owner: str = "") -> Checked:
        """What is kept of an upload, or what is wrong with it."""
        answer = await self.queues["upload"].think(upload, owner)
        if isinstance(answer, Checked):
            return answer
        assert isinstance(answer, Thought)
        log.warning("an upload could not be checked: %s", answer.error)
        return Checked(problems=("the check of this file was given up, for it took too long",))

    async def review(self, job: ReviewJob, *, owner: str = "") -> Judged | None:
        """Decisions of a finished game, judged; None if that went wrong."""
        answer = await self.queues["review"].think(job, owner)
        if isinstance(answer, Judged):
            return answer
        assert isinstance(answer, Thought)
        log.warning("a review could not go on: %s", answer.error)
        return None

    async def deal(self, job: PracticeJob, *, owner: str = "") -> Dealt | None:
        """A position for practice, for somebody who waits; None if that went wrong."""
        answer = await self.queues["look"].think(job, owner)
        if isinstance(answer, Dealt):
            return answer
        assert isinstance(answer, Thought)
        log.warning("practice could not be dealt: %s", answer.error)
        return None

    @property
    def is_quiet(self) -> bool:
        """Whether nobody who plays waits for anything."""
        return not any(queue.is_busy for name, queue in self.queues.items() if name != "review")

    async def time(self, job: TimingJob) -> float | None:
        """Seconds of a move; None if that went wrong. It comes after everything that people wait for."""
        answer = await self.queues["review"].think(job, "")
        if isinstance(answer, Timed):
            return answer.seconds
        assert isinstance(answer, Thought)
        log.warning("the moves of %s could not be timed: %s", job.spec, answer.error)
        return None

    def warm_up(self) -> None:
        """So that the first move need not wait for a process to start."""
        self.queues["rule"].warm_up()
        self.queues["search"].warm_up()

    async def close(self) -> None:
        for queue in self.queues.values():
            await queue.close()
