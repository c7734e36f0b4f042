"""Contexts of our own lead where numba's do, and numba's stay as they are."""

from __future__ import annotations

import json
import operator
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import errors, types
from numba.core.registry import cpu_target

from footplate.compile import jit
from footplate.compile.linked.contexts import TargetContext, target

NUMBERS = [types.int64, types.uint8, types.uint64, types.float32, types.boolean, types.literal(3)]
BOX = np.dtype([("numbers", np.int32, (7,)), ("rest", np.uint8, (500,))])


@pytest.mark.parametrize("function", [operator.add, operator.truediv, operator.lshift, abs])
def test_calls_have_the_types_that_numba_finds(function: Any) -> None:
    ours, numbas = target.typing_context, cpu_target.typing_context
    numbas.refresh()
    known = numbas.resolve_value_type(function)
    for arguments in [(one,) for one in NUMBERS] if function is abs else product(NUMBERS, NUMBERS):
        for _ in range(2):  # found, and found again
            assert outcome(partial(ours.resolve_function_type, known), arguments) == outcome(
                partial(numbas.resolve_function_type, known), arguments
            )


def outcome(find: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return find(arguments, {})
    except errors.TypingError:
        return "refused"


def test_a_record_is_copied_whole() -> None:
    boxes = np.zeros(2, BOX)
    boxes["numbers"][1], boxes["rest"][1] = np.arange(7), np.arange(500) % 256
    _copy(boxes)
    assert boxes[0] == boxes[1]


@jit
def _copy(boxes: Any) -> None:
    boxes[0] = boxes[1]


EVERYTHING = """
import inspect, json, pkgutil
import numba
from numba.core import base, caching, codegen, compiler, cpu, dispatcher, imputils, ir, types, typing
from numba.core.types import functions

def own():
    places = base, caching, codegen, compiler, cpu, dispatcher, ir, types, typing, functions
    found = {}
    for room in (*places, *(one for place in places for one in vars(place).values() if inspect.isclass(one))):
        for name, one in vars(room).items():
            if callable(one):
                found[f"{getattr(room, '__module__', '')}.{room.__name__}.{name}"] = id(one)
    return found

before = own()
import footplate
for module in pkgutil.walk_packages(footplate.__path__, "footplate."):
    if not module.name.endswith("__main__") and ".migrations." not in module.name:
        try:
            __import__(module.name)
        except ImportError:
            pass  # of an extra that is not here
from footplate import Game
Game("mini", 2).legal_actions()  # compiled, or loaded
after = own()
casts = [
    [one.__name__ for one in types]
    for made, types in imputils.builtin_registry.casts if made.__module__.startswith("footplate")
]
print(json.dumps([sorted(name for name in before if before[name] != after.get(name)), len(before), casts]))
"""


def test_numba_is_as_it_was_after_all_of_footplate_is_imported() -> None:
    done = subprocess.run([sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=True)
    changed, seen, casts = json.loads(done.stdout)
    assert changed == []
    assert seen > 500
    assert casts == [["NestedArray", "Array"]]


def test_a_users_function_is_compiled_by_numba_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It calls one of ours and copies a record; nothing of ours is asked for its part of that."""
    copied = list[Any]()
    ours = TargetContext.pack_value

    def seen(self: Any, builder: Any, ty: Any, *rest: Any, **named: Any) -> None:
        copied.append(ty)
        ours(self, builder, ty, *rest, **named)

    monkeypatch.setattr(TargetContext, "pack_value", seen)

    @numba.njit
    def users(boxes: Any) -> Any:
        boxes[0] = boxes[1]
        return _total(boxes[0].numbers)

    boxes = np.zeros(2, np.dtype([("numbers", np.int32, (3,)), ("more", np.int8)]))
    boxes["numbers"][1] = 5
    assert users(boxes) == 15
    assert not any(isinstance(one, types.Record) for one in copied)
    assert users.targetdescr is cpu_target
    assert type(users.targetctx).__module__ == type(users.typingctx).__module__.replace("typing.context", "cpu")


@jit
def _total(numbers: Any) -> Any:
    total = 0
    for i in range(numbers.size):
        total += numbers[i]
    return total
