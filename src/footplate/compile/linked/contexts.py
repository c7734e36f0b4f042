"""Contexts for our own kernels: numba's, with shorter ways to the same results.

Compiling is mostly numba's Python, which does much again and again. A context of ours shares all tables with numba's
own context of that kind, so functions of both can call each other; only what it overrides is different. One entry of
these tables is ours: a cast of arrays in records.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.core.cpu import CPUContext
from numba.core.registry import CPUTarget, cpu_target
from numba.core.typing import Context
from numba.extending import lower_cast

_call_types: dict[tuple[Any, tuple[Any, ...]], Any] = {}


class TypingContext(Context):  # type: ignore[misc]
    def __init__(self) -> None:
        self.__dict__ = cpu_target.typing_context.__dict__

    def _resolve_user_function_type(self, func: Any, args: tuple[Any, ...], kws: Any, literals: Any = None) -> Any:
        """What a function gives for arguments of these types. numba tries all versions of one at every call."""
        if kws or not isinstance(func, types.BaseFunction):
            return super()._resolve_user_function_type(func, args, kws, literals)
        call = func, args
        if call not in _call_types:
            _call_types[call] = super()._resolve_user_function_type(func, args, kws, literals)
        return _call_types[call]


class TargetContext(CPUContext):  # type: ignore[misc]
    def __init__(self) -> None:
        self.__dict__ = cpu_target.target_context.__dict__

    def pack_value(self, builder: Any, ty: Any, value: Any, ptr: Any, align: int | None = None) -> None:
        """Store a value. A record is copied at once; numba makes as many instructions of it as it has bytes."""
        if isinstance(ty, types.Record):
            cgutils.raw_memcpy(builder, ptr, value, cgutils.intp_t(ty.size), 1)
        else:
            super().pack_value(builder, ty, value, ptr, align)


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
def _same_array(context: Any, builder: Any, nested: Any, array: Any, value: Any) -> Any:
    """An array in a record is an array like others. numba knows that, but has no cast for callers of our functions.

    It is registered for the whole process: callers with numba's own decorators need it, too.
    """
    return value


class Target(CPUTarget):  # type: ignore[misc]
    """Where numba's dispatchers look for contexts."""

    typing_context, target_context = TypingContext(), TargetContext()


target = Target("cpu")


class Types(tuple[Any, ...]):
    """Types of arguments. numba spells them out in each of its thirty passes, and our records have a hundred fields."""

    def __repr__(self) -> str:
        return f"({len(self)} types)"
