"""The check of a board's layout, its proportions and marks, and of its ground: rings and lines of a real place."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.boards.check.values import is_number, shown, wrong_keys, wrong_line
from footplate.boards.parts import LINES, RINGS

LAYOUT_FIELDS = ("aspect", "crossings", "origin", "turned", "ground", "land", "water")
LEAST_ASPECT, MOST_ASPECT = 0.2, 5.0
GROUNDS = ("coast", "inland")
MOST_MARKS, MOST_POINTS = 40, 60
WIDEST_MARK = 400  # px on a map of scale 1
BEYOND = 1.0  # how far outside the cities' square a mark may lie
TEXTS = ("source", "licence")
MOST_RINGS, MOST_RING_POINTS = 400, 6_000  # in all
BEYOND_GROUND = 1.5  # the same for the points of a ground: land reaches far, for very wide and very tall panels
LONGEST_TEXT = 400
_COORDINATES = f"[x, y] in the cities' coordinates ({-BEYOND:g} to {1 + BEYOND:g})"


def layout_reasons(layout: object) -> Iterator[str]:
    if not isinstance(layout, dict):
        yield f"layout: {shown(layout)}, but it must be an object such as {{'aspect': 1.5}}"
        return
    yield from wrong_keys("layout", layout, (), LAYOUT_FIELDS)
    aspect = layout.get("aspect", 1.0)
    if not (is_number(aspect) and LEAST_ASPECT <= aspect <= MOST_ASPECT):
        yield (
            f"layout: aspect is {shown(aspect)}, but it is the map's width over its height, "
            f"from {LEAST_ASPECT} to {MOST_ASPECT}"
        )
    turned = layout.get("turned", False)
    if not isinstance(turned, bool):
        yield f"layout: turned is {shown(turned)}, but it must be true (the map lies a quarter to the left) or false"
    ground = layout.get("ground", "coast")
    if ground not in GROUNDS:
        yield f"layout: ground is {shown(ground)}, but it must be {' or '.join(map(repr, GROUNDS))}"
    for key in ("land", "water"):
        yield from _marks_reasons(f"layout.{key}", layout.get(key, []))


def _marks_reasons(what: str, marks: object) -> Iterator[str]:
    if not isinstance(marks, list):
        yield f"{what}: {shown(marks)}, but it must be a list of marks, each with a line and a width"
        return
    if len(marks) > MOST_MARKS:
        yield f"{what}: {len(marks)} marks, but a board has at most {MOST_MARKS}"
        return
    for i, mark in enumerate(marks):
        yield from _mark_reasons(f"{what}, mark {i + 1}", mark, filled=what == "layout.land")


def _mark_reasons(what: str, mark: object, filled: bool) -> Iterator[str]:
    """Land may be ``filled``: then it has a polygon instead of a line and a width."""
    if not isinstance(mark, dict):
        yield f"{what}: {shown(mark)}, but it must be an object with line and width"
        return
    if filled and "polygon" in mark:
        yield from wrong_keys(what, mark, ("polygon",))
        polygon = mark["polygon"]
        if not (isinstance(polygon, list) and 3 <= len(polygon) <= MOST_POINTS and all(map(_is_point, polygon))):
            yield f"{what}: polygon is {shown(polygon)}, but it must be 3 to {MOST_POINTS} points {_COORDINATES}"
        return
    yield from wrong_keys(what, mark, ("line", "width"))
    width, line = mark.get("width", 1), mark.get("line", [[0, 0]])
    if not (is_number(width) and 1 <= width <= WIDEST_MARK):
        yield f"{what}: width is {shown(width)}, but it must be from 1 to {WIDEST_MARK}"
    if not (isinstance(line, list) and 1 <= len(line) <= MOST_POINTS and all(map(_is_point, line))):
        yield (f"{what}: line is {shown(line)}, but it must be 1 to {MOST_POINTS} points {_COORDINATES}")


def _is_point(point: object, beyond: float = BEYOND) -> bool:
    """Whether it is [x, y], no further outside the cities' square."""
    if not (isinstance(point, list) and len(point) == 2):
        return False
    return all(is_number(number) and -beyond <= number <= 1 + beyond for number in point)


# ---------------------------------------------------------------- the ground


def ground_size_reasons(ground: object) -> Iterator[str]:
    """Reasons against a ground that is too long to be checked in detail."""
    if not isinstance(ground, dict):
        return
    parts = [ground[key] for key in (*RINGS, *LINES) if isinstance(ground.get(key), list)]
    lines = sum(map(len, parts))
    if lines > MOST_RINGS:
        yield f"ground: {lines} rings and lines, but it has at most {MOST_RINGS}"
        return
    points = sum(len(line) for part in parts for line in part if isinstance(line, list))
    if points > MOST_RING_POINTS:
        yield f"ground: {points} points, but it has at most {MOST_RING_POINTS}"


def ground_reasons(ground: object) -> Iterator[str]:
    if not isinstance(ground, dict):
        yield f"ground: {shown(ground)}, but it must be an object with land, source and licence"
        return
    yield from wrong_keys("ground", ground, ("land", *TEXTS), ("lakes", "borders", "home"))
    for key in TEXTS:
        if key in ground:
            yield from wrong_line(f"ground.{key}", ground[key], LONGEST_TEXT)
    for key in (*RINGS, *LINES):
        if key in ground:
            yield from _lines_reasons(f"ground.{key}", ground[key], "ring" if key in RINGS else "line")


def _lines_reasons(what: str, lines: object, noun: str) -> Iterator[str]:
    if not isinstance(lines, list):
        yield f"{what}: {shown(lines)}, but it must be a list of {noun}s, each a list of points [x, y]"
        return
    if what == "ground.land" and not lines:
        yield f"{what}: an empty list, but a ground has land"
    least = 3 if noun == "ring" else 2
    for i, line in enumerate(lines, start=1):
        if not (
            isinstance(line, list) and len(line) >= least and all(_is_point(point, BEYOND_GROUND) for point in line)
        ):
            yield (
                f"{what}, {noun} {i}: {shown(line)}, but it must be {least} points or more, [x, y] each"
                f" in the cities' coordinates ({-BEYOND_GROUND:g} to {1 + BEYOND_GROUND:g})"
            )
