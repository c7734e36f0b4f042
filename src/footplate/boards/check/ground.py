"""The check of a board's ground: rings of land, lakes and home, lines of borders, and where they come from."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.boards.check.values import is_number, shown, wrong_keys
from footplate.boards.ground import LINES, RINGS
from footplate.plain_text import has_ink

TEXTS = ("source", "licence")
MOST_RINGS, MOST_POINTS = 400, 6_000  # in all
LEAST, MOST = -1.5, 2.5  # coordinates: land reaches beyond the cities, for very wide and very tall panels
LONGEST_TEXT = 400


def ground_size_reasons(ground: object) -> Iterator[str]:
    """What is too long to look into."""
    if not isinstance(ground, dict):
        return
    parts = [ground[key] for key in (*RINGS, *LINES) if isinstance(ground.get(key), list)]
    lines = sum(map(len, parts))
    if lines > MOST_RINGS:
        yield f"ground: {lines} rings and lines, but it has at most {MOST_RINGS}"
        return
    points = sum(len(line) for part in parts for line in part if isinstance(line, list))
    if points > MOST_POINTS:
        yield f"ground: {points} points, but it has at most {MOST_POINTS}"


def ground_reasons(ground: object) -> Iterator[str]:
    if not isinstance(ground, dict):
        yield f"ground: {shown(ground)}, but it must be an object with land, source and licence"
        return
    yield from wrong_keys("ground", ground, ("land", *TEXTS), ("lakes", "borders", "home"))
    for key in TEXTS:
        if key in ground:
            yield from _text_reasons(f"ground.{key}", ground[key])
    for key in (*RINGS, *LINES):
        if key in ground:
            yield from _lines_reasons(f"ground.{key}", ground[key], "ring" if key in RINGS else "line")


def _text_reasons(what: str, text: object) -> Iterator[str]:
    if not (isinstance(text, str) and len(text) <= LONGEST_TEXT and text.isprintable() and has_ink(text)):
        yield f"{what}: {shown(text)}, but it must be a line of text"


def _lines_reasons(what: str, lines: object, noun: str) -> Iterator[str]:
    if not isinstance(lines, list):
        yield f"{what}: {shown(lines)}, but it must be a list of {noun}s, each a list of points [x, y]"
        return
    if what == "ground.land" and not lines:
        yield f"{what}: an empty list, but a ground has land"
    least = 3 if noun == "ring" else 2
    for i, line in enumerate(lines, start=1):
        if not (isinstance(line, list) and len(line) >= least and all(map(_is_point, line))):
            yield (
                f"{what}, {noun} {i}: {shown(line)}, but it must be {least} points or more, [x, y] each"
                f" in the cities' coordinates ({LEAST:g} to {MOST:g})"
            )


def _is_point(point: object) -> bool:
    return isinstance(point, list) and len(point) == 2 and all(is_number(v) and LEAST <= v <= MOST for v in point)
