"""The decorator for compiled code, and compiled functions as values.

A function with ``@jit`` can be called from Python and from compiled code. For callers in compiled code it is a part of
theirs (linked_functions.py); for callers in Python it is compiled as a whole.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.core import sigutils
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher
from numba.core.typing import make_concrete_template

from footplate.compile.cache import KernelCache
from footplate.compile.linked_functions import Parts

warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS: Mapping[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy"}


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function. It releases the GIL while it runs, and its machine code is kept."""

    _cache: Any

    def __init__(self, function: Callable[..., Any]) -> None:
        options = {**_OPTIONS, "no_cfunc_wrapper": True}  # which only a value would need
        super().__init__(function, locals={}, targetoptions=options)
        self.parts = Parts(function, _OPTIONS)

    def compile(self, sig: Any) -> Any:
        """Machine code for arguments of these types, loaded or made; most kernels of a start are never asked for it."""
        if not isinstance(self._cache, KernelCache):
            self._cache = KernelCache(self.py_func)
        return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        """What numba asks for when compiled code calls this function."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        part = self.parts.of_types(args)
        name = self.py_func.__name__
        template = make_concrete_template(f"CallTemplate({name})", key=name, signatures=[part.signature])
        return template, pysig, part.signature.args, {}

    def get_overload(self, sig: Any) -> Any:
        return self.parts.made[sigutils.normalize_signature(sig)[0]].key


def jit(function: Function) -> Function:
    """Compile ``function`` on first use."""
    return function if numba.config.DISABLE_JIT else cast(Function, Kernel(function))


class _Value(CPUDispatcher):  # type: ignore[misc]
    """A compiled function of one signature as a value. An error in it goes on to whoever called it; numba's own
    callbacks (``cfunc``) print errors and return 0."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(function, locals={}, targetoptions=dict(_OPTIONS))
        self._cache = KernelCache(function)
        self._signature = signature
        self.compile(signature)
        made = self.overloads[signature.args]
        self._slowly = made.entry_point
        pointers = [ctypes.c_void_p] * (2 + len(signature.args))  # result, error, records
        self.address = int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *pointers)(self.address)

    @property
    def _numba_type_(self) -> Any:
        return numba.types.FunctionType(self._signature)

    def ask(self, *arrays: npt.NDArray[np.void]) -> int:
        """Call it from Python with arrays of one record each. By address: numba looks at a record for a long time."""
        result, error = ctypes.c_int64(), ctypes.c_void_p()
        failed = self._function(ctypes.addressof(result), ctypes.addressof(error), *(a.ctypes.data for a in arrays))
        return int(self._slowly(*(array[0] for array in arrays))) if failed else result.value  # slowly, it raises


def first_class(function: Function, result: type, *records: np.dtype[np.void]) -> Function:
    """Compile a function of records so that compiled code can be handed it as a value."""
    if numba.config.DISABLE_JIT:
        return function
    signature = numba.from_dtype(np.dtype(result))(*(numba.from_dtype(dtype) for dtype in records))
    return cast(Function, _Value(function, signature))
