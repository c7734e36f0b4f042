"""Doors: compiled functions that compiled code calls by their address, so that they are compiled once for all callers.

What a kernel calls is usually a part of it (parts.py). A door is not: it stands for what is long and called seldom
(the points at the end, a sample of what is hidden), and for what only some boards need. It is opened (compiled, or
loaded) before its first call or by it, so nobody compiles the rules of boards that nobody plays.
"""

from __future__ import annotations

import _thread
import ctypes
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.core.typing import make_concrete_template

from footplate.compile.jit import Kernel

Function = TypeVar("Function", bound=Callable[..., Any])

ACTS = types.uint16[::1]  # a list of actions
_PLAIN: dict[Any, Any] = {None: types.none, int: types.int64, bool: types.boolean, float: types.float64}
_POINTER = ir.IntType(64)
_OPENER = "footplate.open_door"


class Door(Kernel):
    """A compiled function of one signature. Its callers find its address in a cell of memory, 0 until it is opened."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(function)
        self._signature = signature
        self._cell, self._key = ctypes.c_uint64(), object()
        self._symbol = f"footplate.door.{function.__module__}.{function.__qualname__}"
        _doors[ctypes.addressof(self._cell)] = self
        llvm.add_symbol(self._symbol, ctypes.addressof(self._cell))
        self._is_known = False

    @property
    def is_open(self) -> bool:
        return bool(self._cell.value)

    def open(self) -> None:
        """Compile it, or load its code."""
        if not self.is_open:
            self.compile(self._signature)
            made = self.overloads[self._signature.args]
            self._cell.value = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        """What numba asks for when compiled code calls this function."""
        pysig, _ = self._compiler.fold_argument_types(args, kws)
        if not self._is_known:
            cpu_target.target_context.insert_func_defn([(self._call, self._key, self._signature.args)])
            self._is_known = True
        name = self.py_func.__name__
        template = make_concrete_template(f"CallTemplate({name})", key=name, signatures=[self._signature])
        return template, pysig, self._signature.args, {}

    def get_overload(self, sig: Any) -> Any:
        return self._key

    def _call(self, context: Any, builder: Any, signature: Any, values: Any) -> Any:
        """The code of a call: a few instructions, so that what has some in it can still be a part of its callers. An
        error in the function goes on to whoever called its caller."""
        convention, result, arguments = context.call_conv, signature.return_type, signature.args
        module, kind = builder.module, convention.get_function_type(result, arguments)
        opening = _declared(module, f"{self._symbol}.open", partial(self._opening, context, module, kind))
        inside = builder.load(_declared(module, self._symbol, partial(ir.GlobalVariable, module, _POINTER)))
        is_shut = builder.icmp_unsigned("==", inside, _POINTER(0))
        function = builder.select(is_shut, opening, builder.inttoptr(inside, kind.as_pointer()))
        status, value = convention.call_function(builder, function, result, arguments, values)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return value

    def _opening(self, context: Any, module: Any, kind: Any, name: str) -> Any:
        """The function that is called while the door is shut: it opens it and goes in."""
        opening = ir.Function(module, kind, name)
        opening.linkage = "linkonce_odr"
        opening.attributes.add("noinline")
        builder = ir.IRBuilder(opening.append_basic_block())
        cell = _declared(module, self._symbol, partial(ir.GlobalVariable, module, _POINTER))
        opener = _declared(module, _OPENER, partial(ir.Function, module, ir.FunctionType(ir.VoidType(), [_POINTER])))
        builder.call(opener, [builder.ptrtoint(cell, _POINTER)])
        inside = builder.load(cell)
        with cgutils.if_unlikely(builder, builder.icmp_unsigned("==", inside, _POINTER(0))):
            context.call_conv.return_user_exc(builder, RuntimeError, (f"{self.py_func.__name__} can't be compiled",))
        builder.ret(builder.call(builder.inttoptr(inside, kind.as_pointer()), opening.args))
        return opening


def _declared(module: Any, name: str, declare: Callable[[str], Any]) -> Any:
    return module.globals[name] if name in module.globals else declare(name)


_doors: dict[int, Door] = {}  # by the addresses of their cells


@ctypes.CFUNCTYPE(None, ctypes.c_uint64)  # type: ignore[untyped-decorator]
def _open(cell: int) -> None:
    """What compiled code calls at a shut door. It can't raise anything; a door that stays shut is an error there."""
    try:
        _doors[cell].open()
    except KeyboardInterrupt:
        _thread.interrupt_main()  # once Python goes on
    except Exception:
        traceback.print_exc()


llvm.add_symbol(_OPENER, ctypes.cast(_open, ctypes.c_void_p).value)


def all_doors() -> list[Door]:
    """Of the modules that are imported."""
    return list(_doors.values())


def open_doors(*doors: Any) -> None:
    """Compile them, or load their code."""
    for one in doors:
        one.open()


def door(result: type | None, *arguments: Any) -> _MakeDoor:
    """A function as a door. Arguments are records (their dtypes), ``int``, ``bool``, ``float``, or numba's types."""
    return _MakeDoor(_PLAIN[result](*map(_type_of, arguments)))


@dataclass(frozen=True)
class _MakeDoor:
    signature: Any

    def __call__(self, function: Function) -> Function:
        return function if numba.config.DISABLE_JIT else cast(Function, Door(function, self.signature))


def _type_of(argument: Any) -> Any:
    return numba.from_dtype(argument) if isinstance(argument, np.dtype) else _PLAIN.get(argument, argument)
