"""Where work is done: in this thread, threads of this process, processes, or a Ray cluster.

A runner takes calls, which must be picklable for other processes, and gives futures of what they return.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_context, parent_process
from typing import Any, Protocol, TypeVar

from footplate.agents.own.process import kill_programs
from footplate.arguments import MOST_PROCESSES, one_of, thread_count
from footplate.errors import FootplateError
from footplate.extras import needing

Result = TypeVar("Result")

_ROOM = 2  # calls for each worker
ADDRESS_SECONDS = 30.0  # for a Ray cluster to answer; Ray itself waits for minutes


class Runner(Protocol):
    workers: int
    room: int  # how many calls to submit before the first of them has ended, so that no worker waits for one
    is_here: bool  # whether all happens in this process, whose objects any call may use

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        """Have a call made."""

    def cancel(self, future: Future[Any]) -> None:
        """Give a call up, if it has not begun."""

    def close(self) -> None:
        """Start nothing more, and wait for the calls that are being made if they can be had."""


class InThisThread:
    """Makes each call at once, one after the other."""

    workers, room, is_here = 1, 1, True

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        future: Future[Result] = Future()
        future.set_result(work())
        return future

    def cancel(self, future: Future[Any]) -> None:
        pass

    def close(self) -> None:
        pass


class PoolRunner:
    """Threads, which suit compiled bots (they release the GIL), or processes, which suit bots written in Python."""

    def __init__(self, pool: ThreadPoolExecutor | ProcessPoolExecutor, workers: int) -> None:
        self._pool, self.workers, self.room = pool, workers, _ROOM * workers
        self.is_here = isinstance(pool, ThreadPoolExecutor)

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        return self._pool.submit(work)

    def cancel(self, future: Future[Any]) -> None:
        future.cancel()

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class RayRunner:
    """A Ray cluster, by its address; without one a Ray of this machine that ends with the runner."""

    is_here = False

    def __init__(
        self, workers: int | None = None, address: str | None = None, patience: float = ADDRESS_SECONDS
    ) -> None:
        self._ray = _import_ray()
        if address:
            _find_cluster(address, patience)
            self._ray.init(address=address, log_to_driver=False)
        else:
            self._ray.init(num_cpus=workers or os.cpu_count(), include_dashboard=False, log_to_driver=False)
        self.workers = workers or int(self._ray.cluster_resources().get("CPU", 1))
        self.room = _ROOM * self.workers
        self._call = self._ray.remote(_call)
        self._flying: dict[Future[Any], Any] = {}  # what Ray knows calls by

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        flying = self._call.remote(work)
        future: Future[Result] = flying.future()
        self._flying[future] = flying
        future.add_done_callback(lambda over: self._flying.pop(over, None))
        return future

    def cancel(self, future: Future[Any]) -> None:
        """Also if it has begun: it ends when it comes back from compiled code."""
        if flying := self._flying.get(future):
            self._ray.cancel(flying)

    def close(self) -> None:
        self._ray.shutdown()


def _call(work: Callable[[], Result]) -> Result:
    return work()


def _find_cluster(address: str, patience: float) -> None:
    """Raise unless a Ray cluster answers there within ``patience`` seconds.

    It is asked in a process that can be ended, as Ray's own call can't be.
    """
    join = "import sys, ray; ray.init(address=sys.argv[1], log_to_driver=False)"
    wanted = "the address of its head is right, such as 10.0.0.7:6379"
    try:
        subprocess.run([sys.executable, "-c", join, address], check=True, capture_output=True, timeout=patience)
    except subprocess.TimeoutExpired:
        raise FootplateError(f"no Ray cluster answers at {address} within {patience:g} s; {wanted}") from None
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
    workers = min(workers or os.cpu_count() or 1, MOST_PROCESSES)
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
