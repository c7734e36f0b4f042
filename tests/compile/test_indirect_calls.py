"""Functions that compiled code calls by their address, compiled once, when they are first called."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from footplate.compile import indirect_call, jit, load
from footplate.engine.layout import Int, Record

BOX = np.dtype([("numbers", np.int32, (4,)), ("least", np.int8)])
NUMBERS = numba.int32[::1]


@indirect_call(float, BOX, NUMBERS, int, bool, float)
def weigh(box: Record, numbers: Record, times: Int, double: bool, each: float) -> float:
    total = box.least
    for i in range(numbers.size):
        total += numbers[i]
    return total * times * (2 if double else 1) * each


@jit
def weigh_own(boxes: Record) -> float:
    box = boxes[0]
    return weigh(box, box.numbers, box.least, True, 0.5)


@jit
def weigh_others(boxes: Record, numbers: Record) -> float:
    return weigh(boxes[0], numbers, 1, False, 1)


@indirect_call(int, int)
def only_even(n: Int) -> Int:
    if n % 2:
        raise ValueError("odd numbers are not taken")
    return n


@jit
def add_evens(n: Int) -> Int:
    total = 0
    for i in range(n):
        total += only_even(2 * i)
    return total + only_even(n)


@indirect_call(None, BOX)
def never_called(box: Record) -> None:
    box.least = 1


@indirect_call(int, int)
def impossible(n: Int) -> Int:
    return n + "a"  # type: ignore[no-any-return]


@jit
def try_the_impossible(n: Int) -> Int:
    return impossible(n) if n > 0 else 0


@jit
def perhaps(boxes: Record, n: Int) -> Int:
    if n > 5:
        never_called(boxes[0])
    return n


def boxes() -> Any:
    made = np.zeros(1, BOX)
    made["numbers"], made["least"] = (1, 2, 3, 4), 3
    return made


def is_loaded(function: Any) -> bool:
    return bool(function.is_loaded)


def test_arguments_of_all_kinds_arrive_and_all_callers_share_the_code():
    assert weigh_own(boxes()) == (3 + 10) * 3 * 2 * 0.5
    assert weigh_others(boxes(), np.full(2, 20, np.int32)) == 43.0
    assert len(weigh.overloads) == 1  # type: ignore[attr-defined]


def test_it_can_be_called_from_python():
    assert weigh(boxes()[0], np.full(2, 20, np.int32), 2, False, 1.0) == 86.0


def test_an_error_in_it_goes_on_to_whoever_called():
    assert add_evens(4) == 0 + 2 + 4 + 6 + 4
    with pytest.raises(ValueError, match="odd numbers are not taken"):
        add_evens(3)


def test_what_nobody_calls_is_not_compiled():
    assert perhaps(boxes(), 3) == 3
    assert not is_loaded(never_called)
    load(never_called)
    assert is_loaded(never_called)
    some = boxes()
    perhaps(some, 6)
    assert some["least"][0] == 1


def test_what_cannot_be_compiled_is_an_error_and_not_a_crash(capfd):
    assert try_the_impossible(0) == 0
    with pytest.raises(RuntimeError, match="impossible can't be compiled"):
        try_the_impossible(1)
    assert "TypingError" in capfd.readouterr().err


def test_several_threads_call_it_first_at_once():
    @indirect_call(int, int)
    def thrice(n: Int) -> Int:
        return 3 * n

    ask = jit(lambda n: thrice(n))
    ask.compile((numba.int64,))  # type: ignore[attr-defined]
    assert not is_loaded(thrice)
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(64))) == [3 * n for n in range(64)]


AGAIN = """
from footplate.compile import indirect_call
from footplate.compile import jit

@indirect_call(int, int)
def twice(n):
    return 2 * n

@jit
def ask(n):
    return twice(n)

print(twice.is_loaded, ask(21), twice.is_loaded, ask._cache_hits.total(), twice._cache_hits.total())
"""


def test_a_second_process_finds_caller_and_function_compiled(tmp_path: Path) -> None:
    def run() -> str:
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        command = [sys.executable, str(tmp_path / "again.py")]
        return subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout.strip()

    (tmp_path / "again.py").write_text(AGAIN, "utf-8")
    assert run() == "False 42 True 0 0"
    assert run() == "False 42 True 1 1"
