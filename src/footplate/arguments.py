"""Checks of the arguments of public functions: whole numbers, numbers, names, objects of a class, lists.

Each check returns the value as it is used inside, or raises InvalidArgument, which says what the value was and what it
must be. Only public functions and classes check; what they call, compiled code above all, relies on them.
"""

from __future__ import annotations

import difflib
import math
import reprlib
import sys
from collections.abc import Collection, Mapping, Sequence
from numbers import Integral, Real
from os import PathLike
from typing import Any, NoReturn, TypeGuard, TypeVar

from footplate.errors import InvalidArgument

LARGEST_SEED = (1 << 64) - 1
MOST_THREADS = 1024
MOST_PROCESSES = 61 if sys.platform == "win32" else MOST_THREADS  # of a pool: Windows waits for no more at once
LONGEST = 60  # characters of a wrong value in a message
_PLAIN = (bool, int, float, complex, str, bytes, type(None))

Kind = TypeVar("Kind")


def shown(value: object) -> str:
    """A wrong value in a message: a short one as it is written, any other by its class."""
    if isinstance(value, _PLAIN):
        text = repr(value) if not isinstance(value, int) or abs(value) < 10**LONGEST else "a huge number"
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    if isinstance(value, list | tuple) and len(value) < 4 and all(isinstance(one, _PLAIN) for one in value):
        return reprlib.repr(value)
    name = f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__
    return name if isinstance(value, type) else f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def refuse(what: str, value: object, right: str) -> NoReturn:
    """Raise InvalidArgument: ``what`` is ``value``, but must be ``right``."""
    raise InvalidArgument(f"{what}: {shown(value)}, but it must be {right}")


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)


def whole(what: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """A whole number within bounds, which may be one of NumPy's."""
    if not _is_whole(value) or (least is not None and value < least) or (most is not None and value > most):
        refuse(what, value, f"a whole number{_bounds(least, most)}")
    return int(value)


def seed_number(value: object, what: str = "seed") -> int:
    """A seed of a game, of a match, or of an agent's own chance."""
    if not _is_whole(value) or not 0 <= value <= LARGEST_SEED:
        refuse(what, value, "a whole number from 0 to 2**64 - 1")
    return int(value)


def thread_count(value: object, what: str = "threads") -> int:
    return whole(what, value, 1, MOST_THREADS)


def number(what: str, value: object, least: float | None = None, most: float | None = None) -> float:
    """A finite number within bounds."""
    if not _is_number(value) or (least is not None and value < least) or (most is not None and value > most):
        refuse(what, value, f"a number{_bounds(least, most)}")
    return float(value)


def number_above_0(what: str, value: object) -> float:
    if not _is_number(value) or value <= 0:
        refuse(what, value, "a number above 0")
    return float(value)


def plain_text(what: str, value: object, example: str) -> str:
    if not isinstance(value, str):
        refuse(what, value, f"a text, such as {example!r}")
    return value


def json_text(what: str, value: object) -> None:
    if not isinstance(value, str | bytes | bytearray):
        refuse(what, value, "a text in JSON")


def one_of(what: str, value: object, names: Collection[str]) -> str:
    """One of some names."""
    if not isinstance(value, str) or value not in names:
        near = difflib.get_close_matches(value, names, n=1) if isinstance(value, str) else ()
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise InvalidArgument(f"there is no {what} {shown(value)}; there are {', '.join(names)}{hint}")
    return value


def path_name(what: str, value: object) -> str | PathLike[str]:
    """Where a file lies: a text or a path."""
    if not isinstance(value, str | PathLike):
        refuse(what, value, "a text or a path")
    return value


def instance(what: str, value: object, kind: type[Kind], right: str) -> Kind:
    """An object of a class; ``right`` says where to get one."""
    if not isinstance(value, kind):
        refuse(what, value, right)
    return value


def listed(what: str, value: Any, right: str) -> Sequence[Any]:
    """A list, a tuple or another iterable, as a tuple; a single text is refused."""
    if isinstance(value, str | bytes | Mapping) or not hasattr(value, "__iter__"):
        refuse(what, value, right)
    return tuple(value)


def _bounds(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    return f", {least:,} or more" if least is not None else ""
