"""The shorter ways through numba lead where numba's own do."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest
from numba.core import compiler, errors, ir, types
from numba.core.registry import cpu_target

from footplate.compile.shortcuts import numbas_call_type
from footplate.engine import determinize, longest_path, moves, score, step

KERNELS = [
    kernel
    for module in (determinize, longest_path, moves, score, step)
    for kernel in vars(module).values()
    if hasattr(kernel, "py_func")
]
NUMBERS = [types.int64, types.uint8, types.uint64, types.float32, types.boolean, types.literal(3)]


def variables(value: Any) -> list[str]:
    """As numba looks for them."""
    if isinstance(value, ir.Var):
        return [value.name]
    if isinstance(value, ir.Inst):
        return [variable.name for variable in value.list_vars()]
    if isinstance(value, list | tuple | dict):
        inside = value.values() if isinstance(value, dict) else value
        return [name for one in inside for name in variables(one)]
    return []


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_instructions_have_the_variables_that_numba_finds(kernel: Any) -> None:
    instructions = [one for block in compiler.run_frontend(kernel.py_func).blocks.values() for one in block.body]
    for one in instructions:
        assert [variable.name for variable in one.list_vars()] == variables(vars(one))
    assert any(variables(vars(one)) for one in instructions)


@pytest.mark.parametrize("function", [operator.add, operator.truediv, operator.lshift, abs])
def test_calls_have_the_types_that_numba_finds(function: Any) -> None:
    context = cpu_target.typing_context
    context.refresh()
    known = context.resolve_value_type(function)
    for arguments in [(one,) for one in NUMBERS] if function is abs else product(NUMBERS, NUMBERS):
        for _ in range(2):  # found, and found again
            assert outcome(known.get_call_type, context, arguments) == outcome(
                partial(numbas_call_type, known), context, arguments
            )


def outcome(find: Callable[..., Any], context: Any, arguments: tuple[Any, ...]) -> Any:
    try:
        return find(context, arguments, {})
    except errors.TypingError:
        return "refused"
