"""What installed packages add: agents, encoders, methods of training and of design, studies (docs/plugins.md).

A package declares them as entry points in its metadata, and Footplate's own papers do so in pyproject.toml. Nothing is
loaded before somebody asks for what the group holds.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, TypeVar

AGENTS, ENCODERS, METHODS, DESIGN_METHODS, STUDIES = (
    f"footplate.{what}" for what in ("agents", "encoders", "methods", "design_methods", "studies")
)
_OWN = "footplate."  # modules that begin so are ours


class Named(Protocol):
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


def with_plugins(group: str, kind: type[T], own: Iterable[T]) -> dict[str, T]:
    """By name, what the core has and what the group's entry points add, each a value of this kind or a tuple of them.

    A plug-in that can't be loaded, or whose name is taken, is left out, and a sentence says so.
    """
    found: dict[str, T] = {}
    for one in own:
        if one.name in found:
            raise ValueError(f"two are called {one.name!r}")
        found[one.name] = one
    for point in points_of(group):
        for one in _loaded(point, kind):
            if one.name in found:
                _leave_out(point, "there is one already", f"{one.name!r} of the plug-in")
            else:
                found[one.name] = one
    return found


def points_of(group: str) -> list[EntryPoint]:
    """The entry points of a group: Footplate's own first, then by name."""
    points = sorted(entry_points(group=group), key=lambda point: (not is_own(point), point.name, point.value))
    if not points or not is_own(points[0]):
        _say("What papers add is missing: Footplate's code is newer than its installation. Run make, or install again.")
    return points


def is_own(point: EntryPoint) -> bool:
    return point.value.startswith(_OWN)


def _loaded(point: EntryPoint, kind: type[T]) -> tuple[T, ...]:
    try:
        made: Any = point.load()
    except Exception as error:
        _leave_out(point, f"{type(error).__name__}: {error}")
        return ()
    several = made if isinstance(made, tuple | list) else (made,)
    if all(isinstance(one, kind) for one in several):
        return tuple(several)
    _leave_out(point, f"{point.value} is no {kind.__name__}, and no tuple of them")
    return ()


def _leave_out(point: EntryPoint, reason: str, what: str = "The plug-in") -> None:
    package = f"{point.dist.name} {point.dist.version}" if point.dist else "a package"
    _say(f"{what} {point.name!r} of {package} is left out: {reason}.")


@cache
def _say(sentence: str) -> None:
    """Write a sentence once. Workers write none: the process that started them does."""
    if multiprocessing.parent_process() is None and sys.stderr is not None:
        sys.stderr.write(f"{sentence}\n")
