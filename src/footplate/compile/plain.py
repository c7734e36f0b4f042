"""The plain way: numba as its manual describes it. It runs with every version that pyproject.toml allows.

What is kept lies in the folder of cache.py, whose name carries a hash of all kernel sources: numba does not notice that
a function called from another module has changed. Functions of other packages are not covered by that hash, so they are
compiled at each start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from footplate.compile.cache import PACKAGE, cache_folder, keeps_code
from footplate.compile.types import Int, Record

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_FAILED = -(1 << 63)  # what a function pointer returns after an error, which can't pass through it
_setting = Lock()


@cache
def _keeps_code() -> bool:
    return keeps_code()


@contextmanager
def _caching(function: Callable[..., Any]) -> Iterator[bool]:
    """Whether numba is to keep this function; it notes the folder meanwhile."""
    if not Path(function.__code__.co_filename).is_relative_to(PACKAGE) or not _keeps_code():
        yield False
        return
    with _setting:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder())
        try:
            yield True
        finally:
            numba.config.CACHE_DIR = before


def jit(function: Callable[..., Any]) -> Any:
    with _caching(function) as cached:
        return numba.njit(cache=cached, **_OPTIONS)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """LLVM decides: it has each function together with all that it calls."""
    return jit(function)


def indirect(function: Callable[..., Any], signature: Any) -> Any:
    """A function like others: numba compiles it with those that call it."""
    return jit(function)


def indirect_functions() -> tuple[Any, ...]:
    return ()


def load(function: Any) -> None:
    """Its callers have it."""


def compiled_for(kernel: Callable[..., Any], argument_types: tuple[Any, ...]) -> Any:
    compiled = jit(kernel)
    compiled.compile(argument_types)
    if types.uint64 not in argument_types:
        return compiled

    def call(*arguments: Any) -> Any:
        """numba takes a number of Python's for an int64, and a seed may be larger."""
        pairs = zip(argument_types, arguments, strict=True)
        return compiled(*(np.uint64(value) if kind == types.uint64 else value for kind, value in pairs))

    return call


class FunctionPointer:
    """A function as numba's ``cfunc``, which C can call. An error can't pass through it, so it returns _FAILED."""

    def __init__(self, function: Callable[..., Any], records: tuple[Any, ...]) -> None:
        self._function = jit(function)
        pointed = _with_globals(_pointed, function, {"function": self._function})
        with _caching(function) as cached:
            self._callback = numba.cfunc(types.int64(*map(types.CPointer, records)), cache=cached)(pointed)
        self.address = int(self._callback.address)

    def call(self, *arrays: npt.NDArray[Any]) -> int:
        return int(self._function(*(array[0] for array in arrays)))


function: Any = None  # in the copies of the next one: what is called


def _pointed(b: Record, s: Record, w: Record, q: Record) -> Int:
    try:
        return function(numba.carray(b, 1)[0], numba.carray(s, 1)[0], numba.carray(w, 1)[0], numba.carray(q, 1)[0])
    except Exception:
        return _FAILED


def _with_globals(template: Callable[..., Any], named_after: Callable[..., Any], names: dict[str, Any]) -> FunctionType:
    """A copy of a function that finds these names among its globals. numba keeps it by its own name; it would not find
    a closure again, whose cells are part of the key."""
    assert isinstance(template, FunctionType)
    made = FunctionType(template.__code__, {**template.__globals__, **names}, named_after.__name__)
    made.__qualname__ = f"{named_after.__module__}.{named_after.__qualname__}".replace("<", "").replace(">", "")
    return made


@intrinsic  # type: ignore[untyped-decorator]
def _call(typing: Any, address: Any, b: Any, s: Any, w: Any, q: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.IntType(64), [byte] * 4)
        function = builder.inttoptr(values[0], kind.as_pointer())
        return builder.call(function, [builder.bitcast(record, byte) for record in values[1:]])

    return types.int64(types.uint64, b, s, w, q), generate


def _call_or_raise(address: Int, b: Record, s: Record, w: Record, q: Record) -> Int:
    result = _call(address, b, s, w, q)
    if result == _FAILED:
        raise RuntimeError("an error in a function that was called by its address")
    return result


call_at = jit(_call_or_raise)
