"""Compiled code: everything that touches the inside of numba, behind a handful of names.

The rules, bots and searches are functions on NumPy records. These decorators compile them with numba:

- ``jit``: a function that kernels call, or Python.
- ``inlined``: the same, copied into its callers. It is one of the few that every decision of a random game needs.
- ``indirect_call``: one that kernels call by its address. It is long and seldom called, or only some boards need it.
- ``entry_point``: one that Python calls often, with arguments of fixed types.
- ``function_pointer``: one whose address lies in a record, so that a kernel can be told at run time what to call
  (``call_at``): a bot in a match, an evaluator in a search.

numba compiles them in one of two ways, which play the same games (way.py chooses):

- **plain** (plain.py) is numba as its manual describes it: ``njit`` with a cache, ``cfunc``, ``intrinsic``. It runs
  with every version that pyproject.toml allows. numba optimises a function again in each of its callers, so a first
  start on a machine takes several times as long.
- **linked** (linked/) works inside numba, and only with versions that it was tested with. It types and optimises each
  function once and links the result into the callers. An indirect call is not compiled with its callers, but when it is
  first made. The linked way has its own contexts and dispatchers. It replaces none of numba's, so other compiled code
  in the same process is what numba makes of it.

With NUMBA_DISABLE_JIT=1 nothing is compiled (uncompiled.py): the same functions run as Python, for a debugger.
"""

from footplate.compile.addresses import Weights, array_address, array_at, as_weights, call_at, new_array, weights_of
from footplate.compile.cache import cache_folder, is_compiled, keeps_code, mark_compiled
from footplate.compile.decorators import (
    ACTS,
    EntryPoint,
    FunctionPointer,
    entry_point,
    function_pointer,
    indirect_call,
    indirect_functions,
    inlined,
    jit,
    load,
)
from footplate.compile.listening import on_compiling
from footplate.compile.types import Int, Record

__all__ = [
    "ACTS", "EntryPoint", "FunctionPointer", "Int", "Record", "Weights", "array_address", "array_at", "as_weights",
    "cache_folder", "call_at", "entry_point", "function_pointer", "indirect_call", "indirect_functions", "inlined",
    "is_compiled", "jit", "keeps_code", "load", "mark_compiled", "new_array", "on_compiling", "weights_of",
]  # fmt: skip
