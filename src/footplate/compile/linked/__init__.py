"""The linked way: each function is typed and optimised once, and its callers link the result.

It works inside numba, with the versions that way.py lists. It replaces nothing there: contexts.py has contexts of our
own, and the dispatchers here use them. A user's own functions with numba's decorators never meet them. It adds one cast
that numba lacks, so that these functions, too, can hand an array in a record to ours.
"""

from footplate.compile.linked.indirect_calls import FunctionPointer, call_at, indirect, indirect_functions, load
from footplate.compile.linked.kernel import compiled_for, inlined, jit

__all__ = ["FunctionPointer", "call_at", "compiled_for", "indirect", "indirect_functions", "inlined", "jit", "load"]
