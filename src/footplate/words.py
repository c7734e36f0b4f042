"""Words of messages and sentences: how many of a thing, and lists of things."""

from __future__ import annotations

from collections.abc import Iterable


def counted(n: int, noun: str) -> str:
    """ "1 card", "2 cards"."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def listed(words: Iterable[object], last: str = "and") -> str:
    """ "a, b and c"."""
    *most, end = map(str, words)
    return f"{', '.join(most)} {last} {end}" if most else end
