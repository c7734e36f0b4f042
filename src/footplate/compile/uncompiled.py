"""Nothing is compiled: decorated functions are what they are, and addresses are those of Python's objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.compile.types import Int, Record

_functions: dict[int, Callable[..., Any]] = {}


def jit(function: Any) -> Any:
    return function


def inlined(function: Any) -> Any:
    return function


def indirect(function: Any, signature: Any) -> Any:
    return function


def indirect_functions() -> tuple[Any, ...]:
    return ()


def load(function: Any) -> None:
    """There is nothing to load."""


def compiled_for(kernel: Callable[..., Any], types: tuple[Any, ...]) -> Callable[..., Any]:
    return kernel


class FunctionPointer:
    def __init__(self, function: Callable[..., Any], records: tuple[Any, ...]) -> None:
        self._function, self.address = function, id(function)
        _functions[self.address] = function

    def call(self, *arrays: npt.NDArray[np.void]) -> int:
        return int(self._function(*(array[0] for array in arrays)))


def call_at(address: Int, b: Record, s: Record, w: Record, q: Record) -> Int:
    return _functions[int(address)](b, s, w, q)
