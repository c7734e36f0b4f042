"""Where games are played: threads of this process, processes, or a Ray cluster.

A runner gets tasks that can be pickled and gives futures of results; what comes out does not depend on the runner, nor
on how a tournament is cut into tasks.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from multiprocessing import get_context, parent_process
from typing import Any, Protocol, TypeVar

from footplate.agents import make_agent
from footplate.agents.own.process import kill_programs
from footplate.arena.pairing import Pairing
from footplate.arena.results import GameResults
from footplate.arena.sources import bot_hashes, check_bots
from footplate.arguments import one_of, thread_count
from footplate.boards import Board
from footplate.engine.tables import Tables, make_tables
from footplate.errors import FootplateError
from footplate.extras import needing
from footplate.version import __version__

Result_co = TypeVar("Result_co", covariant=True)

TASK_SECONDS = 1.0  # what a worker plays before it hands in what it has
ADDRESS_SECONDS = 30.0  # for a Ray cluster to answer; Ray itself waits for minutes


@dataclass(frozen=True)
class Task:
    """Deals to be played at a table: as many from ``first`` on as fit into TASK_SECONDS, at most ``deals``."""

    table: int  # number of the table in its tournament
    board: str  # as JSON
    agents: tuple[str, ...]  # spec strings
    seed: int
    first: int
    deals: int
    metrics: bool = False
    bots: Mapping[str, str] = field(default_factory=dict)  # hashes of people's own
    version: str = __version__

    def make_pairing(self) -> Pairing:
        tables = _tables(self.board, len(self.agents))
        return Pairing(tables, [make_agent(agent) for agent in self.agents], self.seed, metrics=self.metrics)

    def play(self) -> GameResults:
        if self.version != __version__:
            raise FootplateError(f"the worker has footplate {__version__}, the tournament {self.version}")
        check_bots(dict(self.bots), bot_hashes(list(self.bots)), "the tournament", "put the old one back and --resume")
        return self.make_pairing().play_for(self.first, self.deals, TASK_SECONDS)


@lru_cache(maxsize=16)
def _tables(board: str, players: int) -> Tables:
    return make_tables(Board.from_json(board), players)


class Playable(Protocol[Result_co]):
    """Whatever a runner has played: a task of a tournament, or part of a generation of networks."""

    def play(self) -> Result_co: ...


def play_task(task: Playable[Result_co]) -> Result_co:
    """What a worker does."""
    return task.play()


class Runner(Protocol):
    workers: int

    def submit(self, task: Playable[Result_co]) -> Future[Result_co]:
        """Have a task played."""

    def close(self) -> None:
        """Start nothing more, and wait for the tasks that are being played if they can be had."""


class PoolRunner:
    """Threads, which suit compiled bots (they release the GIL), or processes, which suit bots written in Python."""

    def __init__(self, pool: ThreadPoolExecutor | ProcessPoolExecutor, workers: int) -> None:
        self._pool, self.workers = pool, workers

    def submit(self, task: Playable[Result_co]) -> Future[Result_co]:
        return self._pool.submit(play_task, task)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class RayRunner:
    """A Ray cluster, by its address; without one a Ray of this machine that ends with the runner."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        self._ray = _import_ray()
        if address:
            _find_cluster(address)
            self._ray.init(address=address, log_to_driver=False)
        else:
            self._ray.init(num_cpus=workers or os.cpu_count(), include_dashboard=False, log_to_driver=False)
        self.workers = workers or int(self._ray.cluster_resources().get("CPU", 1))
        self._play = self._ray.remote(play_task)

    def submit(self, task: Playable[Result_co]) -> Future[Result_co]:
        future: Future[Result_co] = self._play.remote(task).future()
        return future

    def close(self) -> None:
        self._ray.shutdown()


def _find_cluster(address: str) -> None:
    """Raise unless a Ray cluster answers there: in a process that can be ended, as Ray's own call can't be."""
    join = "import sys, ray; ray.init(address=sys.argv[1], log_to_driver=False)"
    wanted = "the address of its head is right, such as 10.0.0.7:6379"
    try:
        subprocess.run([sys.executable, "-c", join, address], check=True, capture_output=True, timeout=ADDRESS_SECONDS)
    except subprocess.TimeoutExpired:
        raise FootplateError(f"no Ray cluster answers at {address} within {ADDRESS_SECONDS:g} s; {wanted}") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {error.returncode}"]
        raise FootplateError(f"no Ray cluster can be joined at {address}: {said[-1]}; {wanted}") from None


def _import_ray() -> Any:
    with needing("the runner ray", "footplate[cluster]"):
        return import_module("ray")


def _threads(workers: int | None, address: str | None) -> Runner:
    workers = workers or os.cpu_count() or 1
    return PoolRunner(ThreadPoolExecutor(workers), workers)


def _processes(workers: int | None, address: str | None) -> Runner:
    workers = workers or os.cpu_count() or 1
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_follow_the_parent)
    return PoolRunner(pool, workers)


def _follow_the_parent() -> None:
    """Ctrl-C is the parent's to answer, and where the parent ends, however it does, this process ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        kill_programs()
        os._exit(1)


RUNNERS: dict[str, Callable[[int | None, str | None], Runner]] = {
    "threads": _threads,
    "processes": _processes,
    "ray": RayRunner,
}


def make_runner(name: str, workers: int | None = None, address: str | None = None) -> Runner:
    """The runner of that name; ``workers`` is the number of cores by default, ``address`` is for Ray."""
    one_of("runner", name, RUNNERS)
    workers = None if workers is None else thread_count(workers, "workers")
    if address and name != "ray":
        raise FootplateError(f"an address is for the runner ray, not for {name}")
    return RUNNERS[name](workers, address)
