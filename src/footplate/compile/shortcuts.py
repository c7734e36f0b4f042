"""Shorter ways through numba to the same results: compiling is mostly numba's Python, which does much again and again.

Whoever imports this module has them: linked_functions.py does, before anything is compiled.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core import cgutils, ir, types
from numba.core.base import BaseContext
from numba.core.types.functions import BaseFunction

_WITHOUT_VARIABLES = frozenset({str, int, bool, type(None), ir.Loc, ir.Const, ir.Global, ir.FreeVar, ir.Arg})
numbas_call_type = BaseFunction.get_call_type
numbas_pack_value = BaseContext.pack_value
_call_types: dict[tuple[Any, tuple[Any, ...]], Any] = {}


def _call_type(self: Any, context: Any, args: tuple[Any, ...], kws: Any) -> Any:
    """What a built-in function gives for arguments of these types. numba tries all its versions at every call."""
    if kws:
        return numbas_call_type(self, context, args, kws)
    call = self, args
    if call not in _call_types:
        _call_types[call] = numbas_call_type(self, context, args, kws)
    return _call_types[call]


def _variables(self: Any, value: Any) -> list[Any]:
    """The variables in a part of numba's intermediate code, all of which numba looks through seven times."""
    kind = type(value)
    if kind is ir.Var:
        return [value]
    if kind is dict:
        value = value.values()
    elif kind is not list and kind is not tuple:
        return value.list_vars() if isinstance(value, ir.Inst) else []
    found: list[Any] = []
    for one in value:
        kind = type(one)
        if kind is ir.Var:
            found.append(one)
        elif kind not in _WITHOUT_VARIABLES:
            found += _variables(self, one)
    return found


def _pack_value(self: Any, builder: Any, ty: Any, value: Any, ptr: Any, align: int | None = None) -> None:
    """Store a value. A record is copied at once; numba makes as many instructions of it as it has bytes."""
    if isinstance(ty, types.Record):
        cgutils.raw_memcpy(builder, ptr, value, cgutils.intp_t(ty.size), 1)
    else:
        numbas_pack_value(self, builder, ty, value, ptr, align)


# numba spells out the types of all arguments in each of its thirty passes, and our records have a hundred fields.
types.Record.__repr__ = cache(types.Record.__repr__)  # type: ignore[method-assign]
BaseFunction.get_call_type = _call_type  # type: ignore[method-assign]
ir.Inst._rec_list_vars = _variables
BaseContext.pack_value = _pack_value
