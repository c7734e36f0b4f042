"""What a study is: tables of published figures, each measured again."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from footplate.arena.results import MatchResult
from footplate.arena.statistics import Z95, Estimate
from footplate.studies.ledger import Ledger
from footplate.version import __version__


@dataclass(frozen=True)
class Printed:
    """A figure as a paper prints it, and its standard error as far as it is known."""

    value: float
    error: float = 0.0

    @property
    def size(self) -> Printed:
        """Without its sign."""
        return Printed(abs(self.value), self.error)


@dataclass(frozen=True)
class Cell:
    """One figure of ours beside theirs, which is None where the paper prints none."""

    row: str
    column: str
    ours: Estimate
    theirs: Printed | None = None

    @property
    def published(self) -> float | None:
        return self.theirs.value if self.theirs else None

    @property
    def difference(self) -> float | None:
        return self.ours.mean - self.theirs.value if self.theirs else None

    @property
    def is_within(self) -> bool | None:
        """Whether the difference lies within the sampling error of both (95 %).

        Of our interval the side towards the published figure counts: near 0 and 100 % the sides differ.
        """
        if self.theirs is None or self.difference is None:
            return None
        side = self.ours.mean - self.ours.low if self.difference > 0 else self.ours.high - self.ours.mean
        return abs(self.difference) <= math.hypot(side, Z95 * self.theirs.error)

    def to_dict(self) -> dict[str, Any]:
        return {
            "row": self.row,
            "column": self.column,
            "published": self.published,
            "ours": self.ours.mean,
            "low": self.ours.low,
            "high": self.ours.high,
            "difference": self.difference,
            "within": self.is_within,
        }


@dataclass(frozen=True)
class Curve:
    """How a figure came about: its value after each game, or after so many ``steps`` of training."""

    name: str
    values: tuple[float, ...]
    steps: tuple[int, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A drawing beside a table."""

    title: str
    svg: str


@dataclass(frozen=True)
class StudyTable:
    """A published table. ``digits`` after the point; ``percent`` tables hold shares and are printed in per cent.

    A table with ``curves`` is drawn as these. ``pictures`` are what else belongs to it; a written report has them.
    """

    title: str
    cells: tuple[Cell, ...]
    digits: int = 2
    percent: bool = False
    curves: tuple[Curve, ...] = ()
    pictures: tuple[Picture, ...] = ()

    @property
    def compared(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.published is not None)

    @property
    def rms_difference(self) -> float:
        """Root mean square of the differences; NaN where nothing was published."""
        squares = [cell.difference**2 for cell in self.compared if cell.difference is not None]
        return math.sqrt(sum(squares) / len(squares)) if squares else math.nan

    @property
    def n_within(self) -> int:
        return sum(bool(cell.is_within) for cell in self.compared)

    def text(self, value: float | None, *, sign: bool = False) -> str:
        """A figure of this table as people read it."""
        if value is None:
            return "–"
        scaled = 100 * value if self.percent else value
        return f"{scaled:{'+' if sign else ''}.{self.digits}f}".replace("-", "−")


@dataclass(frozen=True)
class Training:
    """How long a study trains each of its networks, with how many seeds, and how often it looks at them meanwhile."""

    steps: int  # at most: a network's plan may end before
    seeds: int
    checkpoints: int

    def __str__(self) -> str:
        return f"up to {self.steps:,} steps, {self.checkpoints} checkpoints, {self.seeds} seed{'s' * (self.seeds > 1)}"


@dataclass(frozen=True)
class StudyRun:
    """A study at work: how many games a figure gets, on the deals of which seed, and the ledger that plays them."""

    ledger: Ledger
    games: int
    seed: int
    iterations: int = 0  # of each search; 0 where nobody searches
    training: Training = Training(0, 0, 0)
    runs: Path = Path()  # the folder of the networks that are trained

    def play(self, board: str, *agents: str) -> MatchResult:
        return self.ledger.play(board, agents, self.games, self.seed)


@dataclass(frozen=True)
class Study:
    """A study: ``measure`` gives its tables, and ``total`` says how many games that plays with so many for a figure.

    Where networks are trained, ``total`` also takes the ``training``, which counts as games.
    """

    name: str
    title: str
    source: str
    board: str
    games: int  # for a figure: the published number, or fewer where that takes hours
    measure: Callable[[StudyRun], Iterable[StudyTable]]
    total: Callable[..., int]
    iterations: int | None = None  # of each search; None where nobody searches
    remarks: tuple[str, ...] = ()
    training: Training | None = None  # None where nobody is trained
    goes_on: bool = True  # after it was stopped, with what it has played; else it begins anew

    def in_all(self, games: int, training: Training | None = None) -> int:
        """How many games the study plays."""
        training = training or self.training
        return self.total(games, training) if training else self.total(games)


@dataclass(frozen=True)
class StudyReport:
    """What a study found out, and the numbers that it was run with."""

    study: Study
    games: int
    iterations: int | None
    training: Training | None
    seed: int
    seconds: float
    tables: tuple[StudyTable, ...]

    @property
    def command(self) -> str:
        """The command that measures the same figures."""
        options = {"games": self.games, "iterations": self.iterations, "seed": self.seed}
        options |= asdict(self.training) if self.training else {}
        words = [f"--{name}={number}" for name, number in options.items() if number is not None]
        return shlex.join(["footplate", "study", "run", self.study.name, *words])

    def to_dict(self) -> dict[str, Any]:
        return {
            "footplate": __version__,
            "command": self.command,
            "name": self.study.name,
            "title": self.study.title,
            "source": self.study.source,
            "board": self.study.board,
            "games": self.games,
            "iterations": self.iterations,
            "seed": self.seed,
            "seconds": self.seconds,
            "training": asdict(self.training) if self.training else None,
            "remarks": list(self.study.remarks),
            "tables": [
                {
                    "title": table.title,
                    "rms_difference": None if math.isnan(table.rms_difference) else table.rms_difference,
                    "within": table.n_within,
                    "compared": len(table.compared),
                    "cells": [cell.to_dict() for cell in table.cells],
                    "curves": {curve.name: list(curve.values) for curve in table.curves},
                }
                for table in self.tables
            ],
        }
