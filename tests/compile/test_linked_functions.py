"""Linked functions: as few as possible are made of one function."""

from __future__ import annotations

import numba
import numpy as np

from footplate.compile import inlined, jit
from footplate.compile.bits import clear
from footplate.engine.layout import Int, Record

BOX = np.dtype([("numbers", np.int32, (7,))])


@jit
def total(numbers: Record) -> Int:
    found = 0
    for i in range(numbers.size):
        found += numbers[i]
    return found


@jit
def total_of_both(boxes: Record, numbers: Record) -> Int:
    return total(boxes[0].numbers) + total(numbers)


def test_an_array_in_a_record_and_any_other_array_are_summed_by_one_function():
    boxes = np.zeros(1, BOX)
    boxes["numbers"] = np.arange(7)
    assert total_of_both(boxes, np.full(3, 10, np.int32)) == 21 + 30
    nested = numba.from_dtype(BOX).typeof("numbers")
    assert total.linked.of_types((nested,)) is total.linked.of_types((numba.int32[::1],))  # type: ignore[attr-defined]


@inlined
def next_number(x: Int) -> Int:
    return x + 1 if x < 100 else 0


@jit
def two_further(x: Int) -> Int:
    return next_number(next_number(x))


def test_an_inlined_function_is_copied_into_its_callers():
    assert [two_further(x) for x in (5, 99, 100)] == [7, 0, 1]
    assert "alwaysinline" in str(next_number.linked.of_types((numba.int64,)).code.module())  # type: ignore[attr-defined]
    assert "alwaysinline" not in str(jit(_twice).linked.of_types((numba.int64,)).code.module())  # type: ignore[attr-defined]


@jit
def clear_first(boxes: Record) -> None:
    clear(boxes[0])


def test_a_record_is_cleared_and_no_other():
    boxes = np.ones(2, BOX)
    clear_first(boxes)
    assert boxes["numbers"].sum(axis=1).tolist() == [0, 7]


def test_whole_numbers_of_any_size_make_one_function():
    kinds = (numba.int8, numba.int32, numba.int64, numba.types.literal(7))
    twice = jit(_twice).linked  # type: ignore[attr-defined]
    assert len({twice.of_types((kind,)).symbol for kind in kinds}) == 1


def _twice(x: Int) -> Int:
    return 2 * x
