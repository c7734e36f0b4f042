"""The strongest level answers within the seconds of its label, however many tables ask."""

from __future__ import annotations

import asyncio
import heapq
import math
import random

import pytest

from footplate.agents.ladder.measured import SECONDS
from footplate.app.thinking.jobs import Job, Thought
from footplate.app.thinking.process import Worker
from footplate.app.thinking.promises import Promise, Promises
from footplate.app.thinking.work_queues import Thinking, WorkQueue
from footplate.boards import load_board


def answered(asked: list[float], workers: int) -> list[float]:
    """When questions that come at such times are answered, by workers who think until they are told to end."""
    now = 0.0
    promises = Promises(workers, lambda: now)
    waiting: list[Promise] = []
    thinking: dict[int, Promise] = {}
    until: dict[int, float] = {}
    asks = [(moment, n) for n, moment in enumerate(asked)]
    heapq.heapify(asks)
    all_of: dict[int, int] = {}  # by identity, which question it is
    ends = [math.inf] * len(asked)

    while asks or thinking:
        next_end = min(until.values(), default=math.inf)
        if asks and asks[0][0] <= next_end:
            now, n = heapq.heappop(asks)
            promise = promises.ask(SECONDS)
            all_of[id(promise)] = n
            waiting.append(promise)
        else:
            now = max(now, next_end)
            worker = min(until, key=lambda worker: until[worker])
            done = thinking.pop(worker)
            del until[worker]
            ends[all_of[id(done)]] = now
            promises.end(done)
        for worker in range(workers):
            if worker not in thinking and waiting:
                promise = thinking[worker] = waiting.pop(0)
                promises.begin(promise, lambda moment, worker=worker: until.__setitem__(worker, moment))
    return ends


@pytest.mark.parametrize("workers", [1, 2])
def test_ten_tables_that_ask_at_once_all_get_their_answer_in_time(workers):
    ends = answered([0.0] * 10, workers)
    assert max(ends) <= SECONDS
    assert min(ends) > 0.0


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_whoever_asks_is_answered_in_time_whenever_others_ask(workers, seed):
    chance = random.Random(seed)
    asked = [chance.uniform(0.0, 6.0) for _ in range(30)]
    for began, end in zip(asked, answered(asked, workers), strict=True):
        assert end <= began + SECONDS


def test_who_is_alone_has_nearly_all_of_its_time_and_gives_way_to_others():
    told: list[float] = []
    now = 0.0
    promises = Promises(1, lambda: now)
    alone = promises.ask(SECONDS)
    promises.begin(alone, told.append)
    assert told == [pytest.approx(0.95 * SECONDS)]
    now = 0.5
    others = [promises.ask(SECONDS) for _ in range(3)]
    assert told[-1] == pytest.approx(0.95 * SECONDS / 4)
    for other in others:
        promises.end(other)
    promises.end(alone)


BOARD = load_board("small").to_json()


def job(spec: str, **more: float) -> Job:
    return Job(game="g", board=BOARD, players=2, seed=3, moves=(), names=("a", "b"), seat=0, spec=spec, **more)


ENDLESS = "net-ismcts:ms=86400000"


def test_a_search_that_goes_on_ends_when_it_is_told_to():
    async def test() -> None:
        worker = Worker(0)
        try:
            searching = asyncio.create_task(worker.think(job(ENDLESS)))
            await asyncio.sleep(0)
            worker.hurry(0.0)
            thought = await searching
            assert isinstance(thought, Thought)
            assert thought.error == ""
            assert thought.figures["iterations"] > 0
        finally:
            worker.stop()

    asyncio.run(test())


class Noting(Worker):
    """A worker that notes until when it may think."""

    def __init__(self) -> None:
        super().__init__(0)
        self.told: list[float] = []

    def hurry(self, until: float) -> None:
        self.told.append(until)
        super().hurry(until)


def test_when_the_person_leaves_the_search_ends_and_its_worker_stays():
    async def test() -> None:
        worker = Noting()
        queue = WorkQueue([worker], kills=False, usual="")
        try:
            leaving = asyncio.create_task(queue.think(job(ENDLESS), "ann", within=86_400.0))
            while not worker.told:
                await asyncio.sleep(0.01)
            leaving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await leaving
            assert worker.told[-1] == 0.0
            answer = await queue.think(job("greedy"), "bob")
            assert isinstance(answer, Thought)
            assert answer.action >= 0
        finally:
            await queue.close()

    asyncio.run(test())


def test_only_the_strongest_level_is_promised_for(monkeypatch):
    async def test() -> None:
        thinking, asked = Thinking(1), {}

        for name, queue in thinking.queues.items():

            async def think(wanted, owner, within=None, name=name):
                asked[wanted.spec] = name, within
                return Thought(action=0)

            monkeypatch.setattr(queue, "think", think)
        for spec in ("porter", "inspector", "controller", "ismcts:iterations=100000"):
            await thinking.think(job(spec, seconds=10.0))
        await thinking.close()
        assert asked == {
            "porter": ("rule", None),
            "inspector": ("rule", None),
            "controller": ("level", SECONDS),
            "ismcts:iterations=100000": ("long", None),
        }

    asyncio.run(test())
