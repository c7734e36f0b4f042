"""Indirect calls: functions that compiled code calls by their address, so they are compiled once for all callers.

What a kernel calls is usually linked into it (linked_functions.py). These functions are not. They are long and seldom
called (the points at the end, a sample of what is hidden), or only some boards need them. Such a function is loaded
(from the cache, or compiled) before its first call or by it. So nobody compiles the rules of boards that nobody plays.
"""

from __future__ import annotations

import _thread
import ctypes
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import make_concrete_template
from numba.extending import intrinsic

from footplate.compile.linked.contexts import target
from footplate.compile.linked.kernel import Kernel, jit
from footplate.compile.types import Int, Record

_ADDRESS = ir.IntType(64)
_LOADER = "footplate.load_function"


class IndirectFunction(Kernel):
    """A compiled function of one signature. Its callers find its address in a cell of memory, 0 until it is loaded."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(function)
        self._signature = signature
        self._cell, self._key = ctypes.c_uint64(), object()
        self._symbol = f"footplate.indirect.{function.__module__}.{function.__qualname__}"
        _functions[ctypes.addressof(self._cell)] = self
        llvm.add_symbol(self._symbol, ctypes.addressof(self._cell))
        self._is_known = False

    @property
    def is_loaded(self) -> bool:
        return bool(self._cell.value)

    def load(self) -> None:
        """Load it from the cache, or compile it."""
        if not self.is_loaded:
            self._cell.value = self.address(self._signature)

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        """What numba asks for when compiled code calls this function."""
        pysig, _ = self._compiler.fold_argument_types(args, kws)
        if not self._is_known:
            target.target_context.insert_func_defn([(self._call, self._key, self._signature.args)])
            self._is_known = True
        name = self.py_func.__name__
        template = make_concrete_template(f"CallTemplate({name})", key=name, signatures=[self._signature])
        return template, pysig, self._signature.args, {}

    def get_overload(self, sig: Any) -> Any:
        return self._key

    def _call(self, context: Any, builder: Any, signature: Any, values: Any) -> Any:
        """The code of a call: a few instructions, so that its caller can still be linked. Errors go on up."""
        convention, result, arguments = context.call_conv, signature.return_type, signature.args
        module, kind = builder.module, convention.get_function_type(result, arguments)
        first_call = _declared(module, f"{self._symbol}.first", partial(self._first_call, context, module, kind))
        address = builder.load(_declared(module, self._symbol, partial(ir.GlobalVariable, module, _ADDRESS)))
        is_missing = builder.icmp_unsigned("==", address, _ADDRESS(0))
        function = builder.select(is_missing, first_call, builder.inttoptr(address, kind.as_pointer()))
        status, value = convention.call_function(builder, function, result, arguments, values)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return value

    def _first_call(self, context: Any, module: Any, kind: Any, name: str) -> Any:
        """The function that is called while there is no address: it loads the right one and calls that."""
        first_call = ir.Function(module, kind, name)
        first_call.linkage = "linkonce_odr"
        first_call.attributes.add("noinline")
        builder = ir.IRBuilder(first_call.append_basic_block())
        cell = _declared(module, self._symbol, partial(ir.GlobalVariable, module, _ADDRESS))
        loader = _declared(module, _LOADER, partial(ir.Function, module, ir.FunctionType(ir.VoidType(), [_ADDRESS])))
        builder.call(loader, [builder.ptrtoint(cell, _ADDRESS)])
        address = builder.load(cell)
        with cgutils.if_unlikely(builder, builder.icmp_unsigned("==", address, _ADDRESS(0))):
            context.call_conv.return_user_exc(builder, RuntimeError, (f"{self.py_func.__name__} can't be compiled",))
        builder.ret(builder.call(builder.inttoptr(address, kind.as_pointer()), first_call.args))
        return first_call


def _declared(module: Any, name: str, declare: Callable[[str], Any]) -> Any:
    return module.globals[name] if name in module.globals else declare(name)


_functions: dict[int, IndirectFunction] = {}  # by the addresses of their cells


@ctypes.CFUNCTYPE(None, ctypes.c_uint64)  # type: ignore[untyped-decorator]
def _load(cell: int) -> None:
    """Compiled code calls this where an address is missing. It can't raise, but an address that stays 0 is an error."""
    try:
        _functions[cell].load()
    except KeyboardInterrupt:
        _thread.interrupt_main()  # once Python goes on
    except Exception:
        traceback.print_exc()


llvm.add_symbol(_LOADER, ctypes.cast(_load, ctypes.c_void_p).value)


def indirect(function: Callable[..., Any], signature: Any) -> IndirectFunction:
    return IndirectFunction(function, signature)


def indirect_functions() -> list[IndirectFunction]:
    """Of the modules that are imported."""
    return list(_functions.values())


def load(function: IndirectFunction) -> None:
    function.load()


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
