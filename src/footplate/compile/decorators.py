"""The decorators for compiled code; what they do is up to the way that this process compiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from footplate.compile.way import WAY

Function = TypeVar("Function", bound=Callable[..., Any])

way: Any = import_module(f"footplate.compile.{WAY}")

ACTS = numba.types.uint16[::1]  # a list of actions
_SIMPLE: dict[Any, Any] = {
    None: numba.types.none,
    int: numba.types.int64,
    bool: numba.types.boolean,
    float: numba.types.float64,
}


def jit(function: Function) -> Function:
    """Compile ``function`` on first use."""
    return cast(Function, way.jit(function))


def inlined(function: Function) -> Function:
    """Compile ``function`` into each of its callers: LLVM leaves a function apart that has more than one caller."""
    return cast(Function, way.inlined(function))


def indirect_call(result: type | None, *arguments: Any) -> _Indirect:
    """Have kernels call a function by its address. Arguments: dtypes of records, int, bool, float, numba's types."""
    return _Indirect(_SIMPLE[result](*map(_type_of, arguments)))


@dataclass(frozen=True)
class _Indirect:
    signature: Any

    def __call__(self, function: Function) -> Function:
        return cast(Function, way.indirect(function, self.signature))


def indirect_functions() -> list[Any]:
    """Those with ``indirect_call`` that callers don't compile, of the modules that are imported."""
    return list(way.indirect_functions())


def load(*functions: Any) -> None:
    """Load functions with ``indirect_call`` from the cache, or compile them."""
    for function in functions:
        way.load(function)


class FunctionPointer(Protocol):
    """A compiled function of four records that returns a whole number."""

    address: int  # for ``call_at``

    def call(self, *arrays: npt.NDArray[np.void]) -> int:
        """Call it from Python with arrays of one record each."""


def function_pointer(function: Callable[..., Any], *records: np.dtype[np.void]) -> FunctionPointer:
    """Compile a function of four records of these kinds, so that kernels can call it by its address."""
    return cast(FunctionPointer, way.FunctionPointer(function, tuple(map(numba.from_dtype, records))))


class EntryPoint:
    """A kernel that Python calls, compiled on its first call for arguments of fixed types.

    A call through numba's dispatcher takes 10 to 20 microseconds when records are involved, because it looks up their
    types every time. In the linked way an entry point takes a quarter of a microsecond; nobody checks the arguments.
    """

    def __init__(self, kernel: Callable[..., Any], types: tuple[Any, ...]) -> None:
        self.__doc__ = kernel.__doc__
        self._kernel, self._types = kernel, types
        self._entry: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        return (self._entry or self.load())(*arguments)

    def load(self) -> Callable[..., Any]:
        """Load the compiled code, or compile it, once in a process; the first call does it otherwise."""
        if self._entry is None:
            self._entry = way.compiled_for(self._kernel, self._types)
        return self._entry


def entry_point(*types: Any) -> Callable[[Callable[..., Any]], EntryPoint]:
    """Make an entry point of a kernel that takes arguments of these numba types."""
    return lambda kernel: EntryPoint(kernel, types)


def _type_of(argument: Any) -> Any:
    return numba.from_dtype(argument) if isinstance(argument, np.dtype) else _SIMPLE.get(argument, argument)
