"""Helpers of the check: tests of single values, wrong values in messages, the known name nearest to a wrong one."""

from __future__ import annotations

import difflib
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeGuard

from footplate.boards.limits import MAX_CITIES, MAX_ROUTES, MAX_TICKETS
from footplate.plain_text import has_ink

MAX_POINTS = 127
MAX_TEXT = 60  # letters in a name
MOST_REASONS = 50  # against a board that are listed
_COMPARED = 30  # letters of a word in which it is compared to others

HAS = {
    "cities": f"a board has 2 to {MAX_CITIES}",
    "routes": f"a board has 1 to {MAX_ROUTES}",
    "tickets": f"a board has at most {MAX_TICKETS}",
}

Data = Mapping[Any, Any]


def is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_number(value: object) -> TypeGuard[int | float]:
    """A finite number that arithmetic with floats can take."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < 1e9 if isinstance(value, int) else math.isfinite(value)


def is_degrees(value: object, most: int) -> TypeGuard[int | float]:
    return is_number(value) and -most <= value <= most


def is_text(value: object) -> TypeGuard[str]:
    """A name that can be printed on one line."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_TEXT:
        return False
    return value.isprintable() and value.strip() == value and has_ink(value)


def shown(value: object) -> str:
    """A wrong value in a message: short, and safe for every value that there is."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else "a huge number"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, str):
        return repr(value if len(value) <= MAX_TEXT else value[:MAX_TEXT] + "…")
    if isinstance(value, list | tuple):
        return "an empty list" if not value else f"a list of {len(value)}"
    return "an object" if isinstance(value, Mapping) else f"a {type(value).__name__}"


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The end of a message about an unknown word; empty when nothing known is like it."""
    return _nearest(word[:_COMPARED].lower(), tuple(known)) if isinstance(word, str) else ""


@lru_cache(maxsize=2 * MOST_REASONS)  # every variant of a board has the same mistakes
def _nearest(word: str, known: tuple[str, ...]) -> str:
    by_start = {name[:_COMPARED].lower(): name for name in known}
    near = difflib.get_close_matches(word, by_start, n=1)
    return f"; did you mean {by_start[near[0]]!r}?" if near else ""


def wrong_whole(what: str, value: object, least: int, most: int) -> Iterator[str]:
    if not is_whole(value, least, most):
        yield f"{what}: {shown(value)}, but it must be a whole number from {least} to {most}"


def wrong_number(before: str, data: Data, key: str, least: int, most: int) -> Iterator[str]:
    """The same for a field of ``data`` that may be missing; ``before`` stands before its name."""
    if key in data:
        yield from wrong_whole(f"{before}{key}", data[key], least, most)


def wrong_flag(what: str, value: object) -> Iterator[str]:
    """``what`` ends in "is" or in a colon."""
    if not isinstance(value, bool):
        yield f"{what} {shown(value)}, but it must be true or false"


def wrong_text(what: str, value: object) -> Iterator[str]:
    if not is_text(value):
        yield f"{what}: {shown(value)}, but it must be one line of 1 to {MAX_TEXT} letters without spaces at its ends"


def wrong_line(what: str, text: object, longest: int) -> Iterator[str]:
    if not (isinstance(text, str) and len(text) <= longest and text.isprintable() and has_ink(text)):
        yield f"{what}: {shown(text)}, but it must be a line of text"


def wrong_keys(what: str, data: Data, required: Collection[str], optional: Collection[str] = ()) -> Iterator[str]:
    """Fields that are missing from ``data`` and fields that nobody reads."""
    prefix = f"{what}: " if what else ""
    for key in required:
        if key not in data:
            yield f"{prefix}the field '{key}' is missing"
    known = (*required, *optional)
    for key in data:
        if key not in known:
            yield f"{prefix}there is no field {shown(key)}{did_you_mean(key, known)}"


def wrong_city(what: str, name: object, cities: Collection[str]) -> Iterator[str]:
    if not isinstance(name, str) or name not in cities:
        yield f"{what}: there is no city {shown(name)}{did_you_mean(name, cities)}"


def as_typed(text: str) -> str:
    """A text without what people type differently: capital letters, commas, the length of dashes and spaces."""
    return " ".join(text.replace("–", "-").replace(",", " ").casefold().split())


def repeated(values: Iterable[object]) -> list[str]:
    """The texts that come more than once, in order of their first repetition; other values are wrong anyway."""
    seen: set[str] = set()
    again: dict[str, None] = {}
    for value in values:
        if isinstance(value, str):
            if value in seen:
                again[value] = None
            seen.add(value)
    return list(again)


def listed_twice(what: str, values: Iterable[object]) -> Iterator[str]:
    for value in repeated(values):
        yield f"{what} {shown(value)} is listed more than once"
