"""Compiled code: everything that touches the inside of numba, behind a handful of names.

``jit`` compiles a function, ``indirect_call`` one that its callers reach by its address, ``entry_point`` one that
Python calls often, and ``first_class`` one that is handed on as a value.
"""

from footplate.compile.addresses import (
    Weights,
    array_address,
    array_at,
    as_weights,
    call_at,
    function_address,
    weights_of,
)
from footplate.compile.cache import cache_folder, is_compiled, keeps_code, mark_compiled
from footplate.compile.entry_points import EntryPoint, entry_point
from footplate.compile.indirect_calls import ACTS, indirect_call, indirect_functions, load
from footplate.compile.jit import first_class, jit
from footplate.compile.types import Int, Record

__all__ = [
    "ACTS",
    "EntryPoint",
    "Int",
    "Record",
    "Weights",
    "array_address",
    "array_at",
    "as_weights",
    "cache_folder",
    "call_at",
    "entry_point",
    "first_class",
    "function_address",
    "indirect_call",
    "indirect_functions",
    "is_compiled",
    "jit",
    "keeps_code",
    "load",
    "mark_compiled",
    "weights_of",
]
