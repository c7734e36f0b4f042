"""Compiled functions as parts: as few as possible are made of one function."""

from __future__ import annotations

import numba
import numpy as np

from footplate.compile import jit
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


def test_an_array_in_a_record_and_any_other_array_are_summed_by_one_part():
    boxes = np.zeros(1, BOX)
    boxes["numbers"] = np.arange(7)
    assert total_of_both(boxes, np.full(3, 10, np.int32)) == 21 + 30
    nested = numba.from_dtype(BOX).typeof("numbers")
    assert total.parts.of_types((nested,)) is total.parts.of_types((numba.int32[::1],))  # type: ignore[attr-defined]


def test_whole_numbers_of_any_size_are_one_part():
    kinds = (numba.int8, numba.int32, numba.int64, numba.types.literal(7))
    twice = jit(_twice).parts  # type: ignore[attr-defined]
    assert len({twice.of_types((kind,)).symbol for kind in kinds}) == 1


def _twice(x: Int) -> Int:
    return 2 * x
