"""How long moves take: measured one after the other, when nobody waits."""

from __future__ import annotations

import asyncio

from footplate.agents.ladder.measured import ladder_for
from footplate.app.move_times import MoveTimes
from footplate.app.thinking.jobs import TimingJob
from footplate.app.thinking.worker import timed
from footplate.boards import load_board

SMALL = load_board("small")


class Pretender:
    """Thinking that notes what it is asked."""

    def __init__(self) -> None:
        self.is_quiet = False
        self.asked: list[str] = []

    async def time(self, job: TimingJob) -> float | None:
        self.asked.append(job.spec)
        return None if job.spec == "driver" else 0.25


def test_levels_are_timed_when_it_is_quiet_and_only_once():
    async def test() -> None:
        thinking = Pretender()
        times = MoveTimes(thinking, pause=0.0)  # type: ignore[arg-type]
        assert times.of(SMALL, 2) == (None,) * 6
        for _ in range(50):
            await asyncio.sleep(0.001)
        assert thinking.asked == []
        thinking.is_quiet = True
        while len(thinking.asked) < 6:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        assert times.of(SMALL, 2) == (0.25, 0.25, 0.25, None, 0.25, 0.25)
        assert len(thinking.asked) == 6
        times.close()

    asyncio.run(test())


def test_a_worker_times_a_few_moves():
    assert ladder_for(SMALL, 2).is_measured
    assert timed(TimingJob(board=SMALL.to_json(), players=2, spec="porter")).seconds > 0
