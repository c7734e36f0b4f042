"""The dispatcher of a compiled function.

For callers in compiled code the function is linked into them (linked_functions.py); for callers in Python it is
compiled as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numba.core import sigutils
from numba.core.compiler import Compiler
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import CPUDispatcher
from numba.core.typing import make_concrete_template

from footplate.compile.linked.contexts import Types, target
from footplate.compile.linked.disk_cache import DiskCache
from footplate.compile.linked.linked_functions import Specializations

OPTIONS: Mapping[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy"}


class _Compiler(_FunctionCompiler):  # type: ignore[misc]
    def _compile_core(self, args: Any, return_type: Any) -> Any:
        return super()._compile_core(Types(args), return_type)


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function. It releases the GIL while it runs, and its machine code is kept."""

    targetdescr = target
    _cache: Any

    def __init__(self, function: Callable[..., Any], *, is_inlined: bool = False) -> None:
        super().__init__(function, locals={}, targetoptions={**OPTIONS, "no_cfunc_wrapper": True})
        self._compiler = _Compiler(function, target, self.targetoptions, {}, Compiler)
        self.linked = Specializations(function, {**OPTIONS, "forceinline": is_inlined})

    def compile(self, sig: Any) -> Any:
        """Machine code for arguments of these types, loaded or made; most kernels of a start are never asked for it."""
        if not isinstance(self._cache, DiskCache):
            self._cache = DiskCache(self.py_func)
        return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        """What numba asks for when compiled code calls this function."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        linked = self.linked.of_types(args)
        name = self.py_func.__name__
        template = make_concrete_template(f"CallTemplate({name})", key=name, signatures=[linked.signature])
        return template, pysig, linked.signature.args, {}

    def get_overload(self, sig: Any) -> Any:
        return self.linked.made[sigutils.normalize_signature(sig)[0]].key

    def address(self, signature: Any) -> int:
        """Of the machine code for one signature, with numba's own calling convention."""
        self.compile(signature)
        made = self.overloads[signature.args]
        return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def jit(function: Callable[..., Any]) -> Kernel:
    return Kernel(function)


def inlined(function: Callable[..., Any]) -> Kernel:
    return Kernel(function, is_inlined=True)


def compiled_for(function: Callable[..., Any], argument_types: tuple[Any, ...]) -> Callable[..., Any]:
    """Machine code for arguments of these types, which nobody checks."""
    kernel = Kernel(function)
    kernel.compile(argument_types)
    entry: Callable[..., Any] = kernel.overloads[argument_types].entry_point
    return entry
