"""The ground under a board: the coasts, lakes and borders of a real place, in the cities' coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]
Line = tuple[Point, ...]

RINGS = ("land", "lakes", "home")
LINES = ("borders",)


@dataclass(frozen=True, slots=True)
class Ground:
    """Rings and lines of points (x, y), as cities have them; some lie outside the cities' square.

    Rings close by themselves. Land is filled by the even-odd rule: a ring inside another is a hole. ``home`` is the
    country that the board is about; ``borders`` are open lines.
    """

    land: tuple[Line, ...]
    lakes: tuple[Line, ...]
    borders: tuple[Line, ...]
    home: tuple[Line, ...]
    source: str
    licence: str


def read_ground(data: Mapping[str, Any]) -> Ground:
    """The ground of a board file that has been checked."""
    lines = {key: _lines(data.get(key, ())) for key in (*RINGS, *LINES)}
    return Ground(**lines, source=data["source"], licence=data["licence"])


def _lines(lines: Sequence[Sequence[Sequence[float]]]) -> tuple[Line, ...]:
    return tuple(tuple((x, y) for x, y in line) for line in lines)
