"""Work queues and workers: who gets one when, what giving up costs, and processes that end."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from collections.abc import Awaitable, Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.event import Listener, install_listener

from footplate.agents import Budget, make_agent
from footplate.agents.search.agent import SearchAgent
from footplate.app.people.opponents import LEVELS, effort_of
from footplate.app.thinking import work_queues
from footplate.app.thinking.jobs import Checked, Job, Thought, Upload
from footplate.app.thinking.process import STANDSTILL, TOO_LONG, Worker, processor_ticks
from footplate.app.thinking.work_queues import Thinking, WorkQueue
from footplate.app.thinking.worker import KeptGames, Limit, think
from footplate.app.views.opinion import ADVISER
from footplate.boards import load_board
from footplate.compiling import start_ignoring_interrupts
from footplate.game import Game
from tests.support.app.server import PATIENCE, kill_bots, wait_for
from tests.support.processes import is_running

SMALL = load_board("small").to_json()


def job(spec: str = "greedy", moves: tuple[int, ...] = (), seat: int = 0, **more: Any) -> Job:
    names = ("Ann", spec) if seat else (spec, "Ann")
    return Job(game="g", board=SMALL, players=2, seed=3, moves=moves, names=names, seat=seat, spec=spec, **more)


# ---------------------------------------------------------------- work queues


class Pretender:
    """A worker that thinks until the test says so."""

    is_alive = True

    def __init__(self) -> None:
        self.jobs: list[str] = []
        self.over: asyncio.Future[Thought] | None = None
        self.kills = self.starts = 0

    def start(self) -> None:
        self.starts += 1

    async def think(self, wanted: Job, processor_seconds: float = 0.0) -> Thought:
        self.jobs.append(wanted.game)
        self.over = asyncio.get_running_loop().create_future()
        return await self.over

    def finish(self) -> None:
        assert self.over is not None
        self.over.set_result(Thought(reason=self.jobs[-1]))

    def kill(self) -> None:
        self.kills += 1
        if self.over is not None and not self.over.done():
            self.over.set_result(Thought(error="the bot's process has ended"))

    def stop(self) -> None:
        self.kill()


def queue_of(*workers: Pretender, kills: bool = True) -> WorkQueue:
    """With workers that are ready."""
    queue = WorkQueue(workers, kills=kills, usual="greedy")  # type: ignore[arg-type]
    queue._cold.clear()
    for worker in reversed(workers):
        queue._ready.give_back(worker)  # type: ignore[arg-type]
    return queue


def named(name: str) -> Job:
    return Job(game=name, board="", players=2, seed=0, moves=(), names=(), seat=0, spec="")


async def let_run() -> None:
    """Everything that can go on now."""
    for _ in range(20):
        await asyncio.sleep(0)


async def until_asked(worker: Pretender, jobs: int) -> None:
    """A trial is made in a thread, so it comes when that thread has run."""
    while len(worker.jobs) < jobs:
        await asyncio.sleep(0.001)


def in_loop(test: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await asyncio.wait_for(test(), PATIENCE)

    asyncio.run(run())


def test_owners_take_turns_however_many_jobs_one_of_them_has():
    async def test() -> None:
        worker = Pretender()
        queue = queue_of(worker)
        tasks = [asyncio.create_task(queue.think(named(f"a{n}"), "ann")) for n in range(5)]
        await let_run()
        tasks += [asyncio.create_task(queue.think(named(f"b{n}"), "bob")) for n in range(2)]
        tasks += [asyncio.create_task(queue.think(named("c0"), "cyd"))]
        for _ in range(8):
            await let_run()
            worker.finish()
        assert {thought.reason for thought in await asyncio.gather(*tasks)} == set(worker.jobs)
        assert worker.jobs == ["a0", "b0", "c0", "a1", "b1", "a2", "a3", "a4"]

    in_loop(test)


def test_jobs_go_to_whichever_worker_is_free():
    async def test() -> None:
        one, two = Pretender(), Pretender()
        queue = queue_of(one, two)
        tasks = [asyncio.create_task(queue.think(named(f"{n}"), "ann")) for n in range(4)]
        await let_run()
        assert (one.jobs, two.jobs) == (["0"], ["1"])
        two.finish()
        await let_run()
        two.finish()
        await let_run()
        assert (one.jobs, two.jobs) == (["0"], ["1", "2", "3"])
        one.finish()
        two.finish()
        await asyncio.gather(*tasks)

    in_loop(test)


@pytest.mark.parametrize("kills", [True, False])
def test_a_job_that_is_given_up_frees_its_worker(kills):
    async def test() -> None:
        worker = Pretender()
        queue = queue_of(worker, kills=kills)
        first, second = (asyncio.create_task(queue.think(named(name), name)) for name in "ab")
        await let_run()
        first.cancel()
        await let_run()
        assert worker.kills == kills
        if not kills:
            assert worker.jobs == ["a"]  # it is let finish, and nobody wants the answer
            worker.finish()
            await let_run()
        assert worker.jobs == ["a", "b"]
        worker.finish()
        assert (await second).reason == "b"

    in_loop(test)


def test_who_gives_up_waiting_takes_no_turn_at_any_moment():
    async def test() -> None:
        worker = Pretender()
        queue = queue_of(worker)
        first, second, third = (asyncio.create_task(queue.think(named(name), name)) for name in "abc")
        await let_run()
        second.cancel()
        await let_run()
        worker.finish()
        await first
        fourth = asyncio.create_task(queue.think(named("d"), "d"))
        third.cancel()  # which has just been given the worker, or is just going to be
        await let_run()
        assert worker.jobs[-1] == "d" or worker.kills
        await let_run()
        worker.finish()
        assert (await fourth).reason == "d"

    in_loop(test)


def test_closing_ends_what_is_thought_about_and_what_waits():
    async def test() -> None:
        worker = Pretender()
        queue = queue_of(worker, kills=False)
        first, second = (asyncio.create_task(queue.think(named(name), name)) for name in "ab")
        await let_run()
        await queue.close()
        assert (await first).error
        assert worker.jobs == ["a"]
        with pytest.raises(asyncio.CancelledError):
            await second

    in_loop(test)


def test_a_worker_joins_when_it_is_ready_and_nobody_waits_for_it_in_vain(monkeypatch):
    monkeypatch.setattr(work_queues, "is_prepared", lambda: True)

    async def test() -> None:
        ready, cold, colder = Pretender(), Pretender(), Pretender()
        queue = queue_of(ready)
        queue._cold[:] = [colder, cold]  # type: ignore[list-item]
        tasks = [asyncio.create_task(queue.think(named(name), name)) for name in "abc"]
        await until_asked(cold, 1)
        ready.finish()  # before the other one is ready
        await let_run()
        assert (ready.jobs, cold.jobs, colder.jobs) == (["a", "b"], [""], [])
        cold.finish()
        await let_run()
        assert (ready.jobs, cold.jobs, colder.jobs) == (["a", "b"], ["", "c"], [])
        for worker in (ready, cold):
            worker.finish()
        assert [thought.reason for thought in await asyncio.gather(*tasks)] == ["a", "b", "c"]

    in_loop(test)


def test_where_nothing_is_compiled_yet_the_first_job_is_a_real_one(monkeypatch):
    monkeypatch.setattr(work_queues, "is_prepared", lambda: False)

    async def test() -> None:
        worker = Pretender()
        queue = queue_of()
        queue._cold.append(worker)  # type: ignore[arg-type]
        task = asyncio.create_task(queue.think(named("a"), "a"))
        await until_asked(worker, 1)
        assert (worker.starts, worker.jobs) == (1, ["a"])
        worker.finish()
        await task

    in_loop(test)


def test_a_worker_that_was_killed_is_got_ready_again(monkeypatch):
    monkeypatch.setattr(work_queues, "is_prepared", lambda: True)

    async def test() -> None:
        worker = Pretender()
        queue = queue_of(worker)
        task = asyncio.create_task(queue.think(named("a"), "a"))
        await let_run()
        worker.is_alive = False
        task.cancel()
        await let_run()
        assert (queue._ready.has_any, queue._cold) == (False, [worker])
        worker.is_alive = True
        task = asyncio.create_task(queue.think(named("b"), "b"))
        await until_asked(worker, 2)
        worker.finish()
        await until_asked(worker, 3)
        assert worker.jobs == ["a", "", "b"]
        worker.finish()
        await task

    in_loop(test)


# ---------------------------------------------------------------- processes

SLOW = """
import os, pathlib, time
class Own:
    def act(self, observation, budget):
        pathlib.Path({file!r}).write_text(str(os.getpid()))
        time.sleep(1000)
"""

PLAIN = """
class Own:
    def act(self, observation, budget):
        return observation.legal_actions()[0]
"""

DYING = """
import os
class Own:
    def act(self, observation, budget):
        os._exit(1)
"""


def own(folder: Path, code: str) -> tuple[str, Path]:
    """The spec of a bot, and the file in which it notes its process."""
    note = folder / "process"
    (folder / "bots.py").write_text(code.format(file=str(note)))
    return f"{folder}/bots.py:Own", note


def test_searches_long_thoughts_and_looks_keep_no_quick_bot_waiting_and_are_stopped(tmp_path, monkeypatch):
    """Every work queue with one worker: jobs that never end in all others, and still those of a quick bot are done."""
    specs, notes = {}, {}
    for name in ("search", "long", "look"):
        (tmp_path / name).mkdir()
        specs[name], notes[name] = own(tmp_path / name, SLOW)
    plain_spec, _ = own(tmp_path, PLAIN)
    efforts = {specs["search"]: "search"}
    monkeypatch.setattr(work_queues, "effort_of", lambda spec: efforts.get(spec) or effort_of(spec))
    monkeypatch.setattr(work_queues, "is_prepared", lambda: False)  # no search is loaded beforehand

    async def test() -> None:
        thinking = Thinking(1, standstill=PATIENCE)  # a bot that sleeps is not dead
        try:
            tasks = {
                name: asyncio.create_task(thinking.think(job(spec), owner="ann", look=name == "look"))
                for name, spec in specs.items()
            }
            await asyncio.to_thread(wait_for, lambda: all(note.exists() for note in notes.values()))
            for _ in range(3):
                assert (await thinking.think(job("greedy"), owner="ann")).action >= 0
            processes = {name: int(wait_for(note.read_text)) for name, note in notes.items()}
            assert all(is_running(process) for process in processes.values())
            niceness = {name: os.getpriority(os.PRIO_PROCESS, process) for name, process in processes.items()}
            assert os.getpriority(os.PRIO_PROCESS, 0) < niceness["search"] < niceness["long"] == niceness["look"]
            for task in tasks.values():
                task.cancel()
            killed = [processes["long"], processes["look"]]
            await asyncio.to_thread(wait_for, lambda: not any(is_running(process) for process in killed))
            assert (await thinking.think(job(plain_spec))).action >= 0  # the work queue goes on with a new process
        finally:
            await thinking.close()

    in_loop(test)


def test_a_process_that_ends_or_is_killed_is_replaced(tmp_path):
    spec, _ = own(tmp_path, DYING)

    async def test() -> None:
        worker = Worker(niceness=0)
        try:
            assert "has ended" in (await worker.think(job(spec))).error
            assert (await worker.think(job())).action >= 0
            kill_bots()
            thoughts = [await worker.think(job()) for _ in range(2)]
            assert thoughts[-1].action >= 0
        finally:
            worker.stop()

    in_loop(test)


def test_a_worker_that_is_killed_while_its_process_starts_ends(monkeypatch):
    worker = Worker(niceness=0)

    def start(process: BaseProcess) -> None:
        worker.kill()
        start_ignoring_interrupts(process)

    monkeypatch.setattr("footplate.app.thinking.process.start_ignoring_interrupts", start)

    async def test() -> None:
        assert "has ended" in (await worker.think(job())).error

    in_loop(test)
    assert not worker.is_alive


def test_a_worker_that_does_not_answer_is_given_up(tmp_path):
    spec, note = own(tmp_path, SLOW)

    async def test() -> None:
        worker = Worker(niceness=0)
        try:
            assert (await worker.think(job())).action >= 0  # it is started, and everything is compiled
            worker.standstill = 0.5
            assert "too long" in (await worker.think(job(spec, seconds=0.1))).error
            assert note.exists()
            worker.standstill = STANDSTILL
            assert (await worker.think(job())).action >= 0
        finally:
            worker.stop()

    in_loop(test)


WORKING = """
import pathlib
class Own:
    def act(self, observation, budget):
        while not pathlib.Path({file!r}).exists():
            pass
        return observation.legal_actions()[0]
"""


def test_a_worker_that_works_is_waited_for_however_slow_it_is(tmp_path, monkeypatch):
    spec, note = own(tmp_path, WORKING)
    looked: list[float] = []

    def look(process: int | None) -> float:
        looked.append(processor_ticks(process))
        if len(set(looked)) > 5:  # it was given up as often, if that did not count
            note.touch()
        return looked[-1]

    monkeypatch.setattr("footplate.app.thinking.process.processor_ticks", look)

    async def test() -> None:
        worker = Worker(niceness=0, standstill=0.3)
        try:
            assert (await worker.think(job(spec))).action >= 0
        finally:
            worker.stop()

    in_loop(test)
    assert len(set(looked)) > 5


ENDLESS = """
import os, pathlib
class Own:
    def act(self, observation, budget):
        niceness = os.getpriority(os.PRIO_PROCESS, 0)
        with pathlib.Path({file!r}).open("a") as note:
            note.write(f"{{niceness}} ")
        while niceness < LONG and not pathlib.Path({file!r} + ".mended").exists():
            pass
        return observation.legal_actions()[0]
"""


def test_a_bot_that_takes_too_long_for_its_queue_thinks_among_the_long_ones(tmp_path, monkeypatch):
    """It stops nobody else for longer than its work queue allows, once; after some time it may try again."""
    here = os.getpriority(os.PRIO_PROCESS, 0)
    spec, note = own(tmp_path, ENDLESS.replace("LONG", str(here + 10)))
    monkeypatch.setattr(work_queues, "effort_of", lambda spec: "search")
    monkeypatch.setattr(work_queues, "is_prepared", lambda: False)  # no search is loaded beforehand
    now = 0.0

    async def test() -> None:
        nonlocal now
        thinking = Thinking(1, processor_seconds=2.0, clock=lambda: now)

        async def queues_of(owner: str) -> list[str]:
            """The work queues in which the bot thought until it had an answer."""
            note.write_text("")
            assert (await thinking.think(job(spec), owner=owner)).action >= 0
            return [{5: "search", 10: "long"}[int(niceness) - here] for niceness in note.read_text().split()]

        try:
            assert await queues_of("ann") == ["search", "long"]
            note.with_name(f"{note.name}.mended").touch()
            assert await queues_of("ann") == ["long"]
            assert await queues_of("bob") == ["search"]
            now += 601
            assert await queues_of("ann") == ["search"]
        finally:
            await thinking.close()

    in_loop(test)


def test_compiling_does_not_count_as_thinking():
    limit, seen = Limit(), []

    def is_running() -> bool:
        return signal.getitimer(signal.ITIMER_PROF)[0] > 0

    class Watched(Listener):
        def on_start(self, what: Any) -> None:
            limit.compiling_begins()
            seen.append(is_running())

        def on_end(self, what: Any) -> None:
            seen.append(is_running())
            limit.compiling_ends()

    with limit.of(1000.0), install_listener("numba:compile", Watched()):
        assert is_running()
        numba.njit(lambda x: x + 1)(1)
        assert seen == [False, False]
        assert is_running()
        for change, running in (
            (limit.compiling_begins, False),
            (limit.compiling_begins, False),
            (limit.compiling_ends, False),
            (limit.compiling_ends, True),
        ):
            change()
            assert is_running() == running
    assert not is_running()


# ---------------------------------------------------------------- uploads


def test_uploads_are_checked_and_one_that_takes_too_long_is_given_up():
    laborious = json.dumps({**load_board("usa").data, "special": {"variants": {f"v{n}": {} for n in range(20)}}})

    async def test() -> None:
        worker = Worker(niceness=0)
        try:
            assert await worker.think(Upload(kind="board", text=laborious), 0.001) == Thought(error=TOO_LONG)
            assert isinstance(await worker.think(Upload(kind="board", text=laborious), 1000.0), Checked)
            assert await worker.think(Upload(kind="board", text="[]"), 1000.0) != Checked()
        finally:
            worker.stop()

    in_loop(test)


def test_an_upload_is_checked_in_another_process(client, monkeypatch):
    def here(*_: object) -> None:
        raise AssertionError("this process must not look into uploads")

    for what in ("footplate.boards.board.problems", "footplate.app.thinking.worker.parse_records"):
        monkeypatch.setattr(what, here)
    answer = client.post("/api/boards", content=json.dumps({"name": "x"}))
    assert answer.status_code == 422
    assert "the field 'cities' is missing" in answer.json()["problems"]
    answer = client.post("/api/replays", json={"record": "hello"})
    assert answer.status_code == 422
    assert "a record begins with" in answer.json()["error"]


# ---------------------------------------------------------------- bots


def test_what_a_move_takes_is_known_beforehand():
    *quick, strongest = (level.spec for level in LEVELS)
    for spec in ("adaptive", "greedy", "planner", "random", "mixed:first=base,second=greedy", *quick):
        assert effort_of(spec) == "rule", spec
    for spec in ("guided-ismcts", "expert"):
        assert effort_of(spec) == "search", spec
    assert effort_of(strongest) == "level"
    for spec in ("ismcts:ms=9000", "expert:ms=500", "ismcts:iterations=1000000", "./x.py:Bot"):
        assert effort_of(spec) == "long", spec


def test_opponents_promise_no_time_that_depends_on_the_machine():
    assert not [level.sentence for level in LEVELS if re.search(r"\d|second|minute", level.sentence)]


ADAPTIVE = "adaptive"


def play(games: Callable[[], KeptGames], until: int = 30) -> list[Thought]:
    """The thoughts of an adaptive bot in seat 1; the other seat takes its first legal action."""
    game, thoughts = Game("small", 2, 3), []
    memory: dict[str, float] = {}
    while not game.is_over and len(game.history) < until:
        if game.to_move == 1:
            thoughts.append(think(games(), job(ADAPTIVE, game.moves, seat=1, memory=memory)))
            memory = thoughts[-1].memory
            game.push(thoughts[-1].action)
        else:
            game.push(game.legal_actions()[0])
    return thoughts


def test_an_adaptive_bot_plays_the_same_whichever_worker_it_thinks_in():
    always_there = KeptGames()
    one, many = play(lambda: always_there), play(KeptGames)
    assert [thought.action for thought in one] == [thought.action for thought in many]
    assert [thought.memory for thought in one] == [thought.memory for thought in many]
    assert len({thought.memory["since"] for thought in one}) > 1


def test_the_adviser_searches_for_as_long_as_it_is_given():
    adviser = make_agent(ADVISER)
    assert isinstance(adviser, SearchAgent)
    for seconds in (1.5, 10.0):
        assert adviser.limits(Budget(seconds=seconds)) == (seconds, 1 << 30)
