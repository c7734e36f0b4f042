"""Compiled functions and arrays by their addresses, which can lie in a record: what a kernel is handed by the way."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import intrinsic

from footplate.compile.decorators import jit, way
from footplate.compile.types import Int, Record

Weights = npt.NDArray[np.float32]


def as_weights(numbers: npt.ArrayLike) -> Weights:
    """An array of any shape as compiled code reads it: float32 in a row. The same memory if it lies so already."""
    return np.ascontiguousarray(numbers, np.float32).ravel()


def array_address(array: Weights) -> int:
    """Of numbers in a row; whoever has the address must keep the array."""
    return int(array.ctypes.data)


if numba.config.DISABLE_JIT:

    def array_at(address: Int, n: Int, dtype: Any) -> Record:
        return _with_fields(numba.carray(ctypes.c_void_p(int(address)), (n,), dtype))

    def new_array(n: Int, dtype: Any) -> Record:
        return _with_fields(np.zeros(n, dtype))

    def _with_fields(array: Any) -> Any:
        return array.view(np.recarray) if array.dtype.names else array

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def _pointer(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.inttoptr(values[0], context.get_value_type(signature.return_type))

        return numba.types.voidptr(numba.types.uint64), generate

    @jit
    def array_at(address: Int, n: Int, dtype: Any) -> Record:
        """The array of n numbers or records that lies at an address; whoever gave the address keeps the array."""
        return numba.carray(_pointer(address), (n,), dtype)

    @jit
    def new_array(n: Int, dtype: Any) -> Record:
        """n zeros, or blank records."""
        return np.zeros(n, dtype)


# Call a function of four records by its address; it returns a whole number.
call_at: Callable[[Int, Record, Record, Record, Record], Int] = way.call_at


@jit
def weights_of(r: Record) -> Record:
    """The weights of a bot (BOT) or of a search's evaluator (SEARCH): an array of float32, to be read."""
    if r.n_weights == 0:
        raise ValueError("there are no weights")
    return array_at(r.weights, r.n_weights, np.float32)
