"""How fast environments for learners step: action in, observation, mask and rewards out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from footplate.bench.timing import Benchmark
from footplate.envs import BatchedEnv
from footplate.learning.lessons import Lessons
from footplate.learning.settings import Task, methods
from footplate.learning.trainer import make_trainer


def environment_tasks() -> Iterator[Benchmark]:
    yield environment_task(
        "small", "vector", "full", 1024, 200, scale="lab 4.5 to 6.5 million/s, best public one 5,700/s"
    )
    yield environment_task("usa", "features", "lean", 1024, 50)
    yield environment_task("usa", "features", "lean", 128, 160, teacher="planner", scale="wanted 100,000/s")
    yield environment_task("small", "vector", "full", 1024, 50, opponents=["cf-base"])
    yield generation_task()


def environment_task(
    board: str,
    encoder: str,
    actions: str,
    n: int,
    steps: int,
    *,
    opponents: Sequence[str] | None = None,
    teacher: str | None = None,
    scale: str = "",
) -> Benchmark:
    """Games of two from their deals on, always by the same actions; the check value adds up how they ended.

    The actions are random legal ones, or what a ``teacher`` does in every seat: random players soon hold more tickets
    than anybody would.
    """
    env = BatchedEnv(board, 2, n, opponents=opponents, encoder=encoder, actions=actions)
    env.reset(1)
    chance, lessons = np.random.default_rng(1), Lessons(env, teacher, 1) if teacher else None
    chosen = []
    for _ in range(steps):
        if lessons:
            chosen.append(lessons.play())
        else:
            codes = np.argmax(env.mask * chance.integers(1, 256, env.mask.shape, np.uint8), axis=1).astype(np.int32)
            chosen.append(codes)
            env.step(codes)

    def run() -> int:
        env.reset(1)
        for codes in chosen:
            env.step(codes)
        seen = int(env.observation.any(axis=1).sum() + env.mask.sum())
        return int(env.totals.sum()) + env.finished + seen

    against = f" against {opponents[0]}" if opponents else f" of {teacher}" if teacher else ""
    return Benchmark(f"environment step, {board}, {encoder}, {actions}, {n} games{against}", n * steps, run, scale)


def generation_task() -> Benchmark:
    """A generation of Evolution Strategies on t2r: 100 networks of the thesis, 10 games each against its greedy bot."""
    method = methods()["es"]
    task = Task(**{**method.task, "opponents": ("t2r-greedy",), "threads": 2})
    trainer: Any = make_trainer(method.name, task, method.settings())

    def run() -> int:
        fitness, decisions = trainer.play()
        return int(decisions) + round(1000 * float(fitness.sum()))

    what = "ES generation, 100 networks x 10 games, t2r against t2r-greedy, 2 cores"
    return Benchmark(what, 1, run, clock=time.perf_counter)
