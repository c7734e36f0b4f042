"""Compiled functions of four records that kernels call by an address which lies in a record."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from footplate.compile.linked.kernel import Kernel, jit
from footplate.compile.types import Int, Record


class FunctionPointer:
    """An error in the function goes on to whoever called it; numba's own callbacks (``cfunc``) print it, return 0."""

    def __init__(self, function: Callable[..., Any], records: tuple[Any, ...]) -> None:
        kernel = Kernel(function)
        self.address = kernel.address(types.int64(*records))
        self._raising = kernel.overloads[records].entry_point
        pointers = [ctypes.c_void_p] * (2 + len(records))  # result, error, records
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *pointers)(self.address)

    def call(self, *arrays: npt.NDArray[np.void]) -> int:
        """By address: numba looks at a record for a long time. After an error once more by numba, which raises it."""
        result, error = ctypes.c_int64(), ctypes.c_void_p()
        failed = self._function(ctypes.addressof(result), ctypes.addressof(error), *(a.ctypes.data for a in arrays))
        return int(self._raising(*(array[0] for array in arrays))) if failed else result.value


@intrinsic  # type: ignore[untyped-decorator]
def _call(typing: Any, address: Any, b: Any, s: Any, w: Any, q: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        convention, kinds, result = context.call_conv, signature.args[1:], signature.return_type
        function = builder.inttoptr(values[0], convention.get_function_type(result, kinds).as_pointer())
        status, value = convention.call_function(builder, function, result, kinds, values[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return value

    return types.int64(types.uint64, b, s, w, q), generate


@jit
def call_at(address: Int, b: Record, s: Record, w: Record, q: Record) -> Int:
    return _call(address, b, s, w, q)
