"""The benchmark's check values are the same on every run and machine; what it times, it does."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import numpy as np
import pytest
from typer.testing import CliRunner

from footplate.bench import Line, report
from footplate.bench.positions import dense_networks, observations, positions, tables_of
from footplate.bench.starts import start_tasks
from footplate.bench.tasks import copy_task, friendly_task, match_task, position_tasks, random_games_task, trail_task
from footplate.bench.timing import Task, UnstableCheck, measure
from footplate.cli.main import app
from footplate.engine.layout import OVER, SCRATCH, new_records
from footplate.engine.trail import longest_trail
from footplate.observation import Phase

SMALL_TASKS = {
    "copy a state": 0,
}


def small_tasks() -> Iterator[Task]:
    yield copy_task(1000)
    for board, players in (("small", 2), ("new_york", 2), ("usa", 2), ("usa", 4)):
        yield random_games_task(board, players, 20)
    yield from position_tasks("small", times=1)
    yield from position_tasks("usa", times=1)
    yield trail_task(times=1)
    yield match_task("small", "random", 40, threads=1)
    yield match_task("small", "random", 40, threads=2)
    yield match_task("usa", "greedy", 4, threads=2)
    yield friendly_task("small", 2)
    yield from start_tasks(cold=False)


def test_print() -> None:
    for task in small_tasks():
        print(f"    {task.what!r}: {task.run()!r},")
