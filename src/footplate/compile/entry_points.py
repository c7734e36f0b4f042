"""Compiled functions that Python calls often, bound to the machine code for arguments of fixed types.

A call through numba's dispatcher takes 10 to 20 microseconds when records are involved, because it looks up their types
every time. An entry point fixes the types once, so a call takes a quarter of a microsecond; in exchange nobody checks
the arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from footplate.compile.jit import jit


class EntryPoint:
    """A kernel that Python calls, compiled on its first call for arguments of fixed types."""

    def __init__(self, kernel: Callable[..., Any], types: tuple[Any, ...]) -> None:
        self.__doc__ = kernel.__doc__
        self._kernel, self._types = jit(kernel), types
        self._entry: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        return (self._entry or self.load())(*arguments)

    def load(self) -> Callable[..., Any]:
        """Load the compiled code, or compile it; the first call does it otherwise."""
        kernel: Any = self._kernel
        if not numba.config.DISABLE_JIT:
            kernel.compile(self._types)
            kernel = kernel.overloads[self._types].entry_point
        self._entry = kernel
        return self._entry


def entry_point(*types: Any) -> Callable[[Callable[..., Any]], EntryPoint]:
    """Make an entry point of a kernel that takes arguments of these numba types."""
    return lambda kernel: EntryPoint(kernel, types)
