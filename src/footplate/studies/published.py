"""Published figures with their standard errors, and ours laid out beside them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from footplate.arena.statistics import Z95, Estimate
from footplate.studies.study import Cell, Printed

Place = tuple[str, str]  # of a figure in its table: row and column
Numbers = Mapping[Place, float]
Figure = TypeVar("Figure")


def grid(rows: Sequence[str], columns: Sequence[str], figures: Sequence[Sequence[Figure]]) -> dict[Place, Figure]:
    """Figures as they stand on paper, row by row, by the names of their rows and columns."""
    return {
        (row, column): figure
        for row, its_figures in zip(rows, figures, strict=True)
        for column, figure in zip(columns, its_figures, strict=True)
    }


def columns(rows: Sequence[str], figures: Mapping[str, Sequence[Figure]]) -> dict[Place, Figure]:
    """Figures column by column, by the names of their rows and columns."""
    return {
        (row, column): figure
        for column, its_figures in figures.items()
        for row, figure in zip(rows, its_figures, strict=True)
    }


def exactly(value: float) -> Estimate:
    """A figure of ours that is counted."""
    return Estimate(value, value, value)


def share(value: float, games: int) -> Printed:
    """A share of so many games."""
    return Printed(value, math.sqrt(value * (1 - value) / games))


def rounded(value: float, digits: int) -> Printed:
    """A figure that is printed with so many digits after the point: what it was lies within half of the last one."""
    return Printed(value, 0.5 * 10.0**-digits / Z95)


def shares(numbers: Numbers, games: int, of: float = 1) -> dict[Place, Printed]:
    """Shares of so many games that are printed as parts of a number: in per cent, of 100."""
    return {place: share(value / of, games) for place, value in numbers.items()}


def means(numbers: Numbers, games: int, deviations: Numbers) -> dict[Place, Printed]:
    """Means over so many games; ``deviations`` are the standard deviations of a game, which are taken from ours."""
    return {place: Printed(value, deviations[place] / math.sqrt(games)) for place, value in numbers.items()}


def mean_of(figures: Sequence[Printed]) -> Printed:
    """The mean of independent figures."""
    error = math.sqrt(sum(figure.error**2 for figure in figures)) / len(figures)
    return Printed(sum(figure.value for figure in figures) / len(figures), error)


def lowest(estimates: Iterable[Estimate]) -> Estimate:
    return min(estimates, key=lambda estimate: estimate.mean)


def highest(estimates: Iterable[Estimate]) -> Estimate:
    return max(estimates, key=lambda estimate: estimate.mean)


def beside(ours: Mapping[Place, Estimate], theirs: Mapping[Place, Printed] | None = None) -> tuple[Cell, ...]:
    """The cells of a table: our figures in their order, each beside theirs if the paper prints one."""
    return tuple(Cell(*place, estimate, (theirs or {}).get(place)) for place, estimate in ours.items())
