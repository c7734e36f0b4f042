"""Who meets what, and when: the games of a person, in an order that follows from the study's seed and the place alone.

Places count from 0, and people take the lowest that is free. Orders are made for blocks of places, so that a study
that ends early is nearly balanced, too.
"""

from __future__ import annotations

from random import Random

from footplate.app.user_studies.design import Design
from footplate.words import counted


def games_at(design: Design, place: int) -> list[tuple[int, str]]:
    """The games at a place: of each the number of the condition, and the board."""
    pairs = design.pairs
    found: list[int] = []
    while len(found) < design.games:
        found += _round(design, place, len(found) // len(pairs))
    return [pairs[number] for number in found[: design.games]]


def order_words(design: Design) -> str:
    """ "Latin square, 4 rows of 3 people"."""
    if design.order == "latin":
        rows = len(latin_rows(len(design.pairs)))
        each = design.people // rows
        return f"Latin square, {counted(rows, 'row')} of {each} {'person' if each == 1 else 'people'}"
    return {"fixed": "the same for all, as in the file", "random": "by chance, for each person anew"}[design.order]


def latin_rows(n: int) -> list[list[int]]:
    """Orders of ``n`` things. Each is as often at every place, and as often right after each of the others.

    These are Williams' designs (1949): ``n`` rows, or twice as many where ``n`` is odd.
    """
    first = [(k + 1) // 2 if k % 2 else (n - k // 2) % n for k in range(n)]
    rows = [[(thing + shift) % n for thing in first] for shift in range(n)]
    return rows if n % 2 == 0 or n == 1 else rows + [row[::-1] for row in rows]


def _round(design: Design, place: int, number: int) -> list[int]:
    """One round through all pairs."""
    n = len(design.pairs)
    if design.order == "fixed":
        return list(range(n))
    if design.order == "random":
        return _shuffled(n, f"{design.seed} {place} {number}")
    rows = latin_rows(n)
    block, at = divmod(place, len(rows))
    things, row = _shuffled(n, f"{design.seed}"), _shuffled(len(rows), f"{design.seed} block {block}")[at]
    return [things[thing] for thing in rows[row]]


def _shuffled(n: int, seed: str) -> list[int]:
    numbers = list(range(n))
    Random(seed).shuffle(numbers)
    return numbers
