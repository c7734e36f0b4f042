"""Compiled code: everything that touches the inside of numba, behind a handful of names.

``jit`` compiles a function, ``door`` one that its callers reach by an indirect call, ``entry_point`` one that Python
calls often, and ``first_class`` one that is handed on as a value.
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
from footplate.compile.doors import ACTS, all_doors, door, open_doors
from footplate.compile.entry_points import EntryPoint, entry_point
from footplate.compile.jit import first_class, jit
from footplate.compile.types import Int, Record

__all__ = [
    "ACTS",
    "EntryPoint",
    "Int",
    "Record",
    "Weights",
    "all_doors",
    "array_address",
    "array_at",
    "as_weights",
    "cache_folder",
    "call_at",
    "door",
    "entry_point",
    "first_class",
    "function_address",
    "is_compiled",
    "jit",
    "keeps_code",
    "mark_compiled",
    "open_doors",
    "weights_of",
]
