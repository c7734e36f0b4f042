"""Compiled functions and arrays by their addresses, which can lie in a record: what a kernel is handed by the way."""

from __future__ import annotations

import ctypes
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.core import cgutils
from numba.extending import intrinsic

from footplate.compile.jit import jit
from footplate.compile.types import Int, Record

Weights = npt.NDArray[np.float32]


def as_weights(numbers: npt.ArrayLike) -> Weights:
    """An array of any shape as compiled code reads it: float32 in a row. The same memory if it lies so already."""
    return np.ascontiguousarray(numbers, np.float32).ravel()


def array_address(array: Weights) -> int:
    """Of numbers in a row; whoever has the address must keep the array."""
    return int(array.ctypes.data)


if numba.config.DISABLE_JIT:
    _functions: dict[int, Any] = {}

    def function_address(function: Any) -> int:
        _functions[id(function)] = function
        return id(function)

    def _call(address: Any, b: Any, s: Any, w: Any, q: Any) -> Any:
        return _functions[int(address)](b, s, w, q)

    def _pointer(address: Any) -> Any:
        return ctypes.c_void_p(int(address))

else:

    def function_address(function: Any) -> int:
        """Of a function that was compiled by ``first_class``."""
        address: int = function.address
        return address

    @intrinsic  # type: ignore[untyped-decorator]
    def _call(typing: Any, address: Any, b: Any, s: Any, w: Any, q: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            convention, kinds, result = context.call_conv, signature.args[1:], signature.return_type
            function = builder.inttoptr(values[0], convention.get_function_type(result, kinds).as_pointer())
            status, value = convention.call_function(builder, function, result, kinds, values[1:])
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return value

        return numba.types.int64(numba.types.uint64, b, s, w, q), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def _pointer(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.inttoptr(values[0], context.get_value_type(signature.return_type))

        return numba.types.voidptr(numba.types.uint64), generate


@jit
def call_at(address: Int, b: Record, s: Record, w: Record, q: Record) -> Int:
    """Call a function of four records that returns a whole number."""
    return _call(address, b, s, w, q)


@jit
def array_at(address: Int, n: Int, dtype: Any) -> Record:
    """The array of n numbers or records that lies at an address; whoever gave the address keeps the array."""
    return numba.carray(_pointer(address), (n,), dtype)


@jit
def weights_of(r: Record) -> Record:
    """The weights of a bot (BOT) or of a search's evaluator (SEARCH): an array of float32, to be read."""
    if r.n_weights == 0:
        raise ValueError("there are no weights")
    return array_at(r.weights, r.n_weights, np.float32)
