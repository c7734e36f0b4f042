"""What a study is: tables of published figures, each measured again."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from footplate.arena.results import MatchResult, estimate_of, plain
from footplate.arena.statistics import Z95, Estimate
from footplate.boards import Board
from footplate.studies.findings import Claim, Finding, counted, in_words
from footplate.studies.ledger import Ledger
from footplate.version import __version__
from footplate.words import listed

_NAMED = 3  # at most so many figures that aren't reproduced are named in a table's summary


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
        return None if self.difference is None else abs(self.difference) <= self._reach[self.difference <= 0]

    def finding(self, margin: float) -> Finding | None:
        """Whether the printed figure is reproduced: it can't be told where one ``margin`` away would be within, too."""
        if self.is_within is None:
            return None
        if not self.is_within:
            return Finding.NOT_REPRODUCED
        return Finding.REPRODUCED if all(reach < margin for reach in self._reach) else Finding.OPEN

    @property
    def _reach(self) -> tuple[float, float]:
        """How far below ours a published figure may lie to be within, and how far above."""
        assert self.theirs is not None
        sides, error = (self.ours.mean - self.ours.low, self.ours.high - self.ours.mean), Z95 * self.theirs.error
        return math.hypot(sides[0], error), math.hypot(sides[1], error)

    def to_dict(self) -> dict[str, Any]:
        return {
            "row": self.row,
            "column": self.column,
            "published": self.published,
            "error": self.theirs.error if self.theirs else None,
            "ours": self.ours.mean,
            "low": plain(self.ours.low),
            "high": plain(self.ours.high),
            "difference": self.difference,
            "within": self.is_within,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Cell:
        theirs = None if data["published"] is None else Printed(data["published"], data["error"])
        return cls(data["row"], data["column"], estimate_of(data, mean="ours"), theirs)


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
    ``claims`` are what the paper says of its figures. ``reference`` names what stands beside ours: "theirs", which was
    published, or something of our own, which nobody can reproduce.
    The ``boards`` that the study has made are files to play and to print in a written report.
    """

    title: str
    cells: tuple[Cell, ...]
    digits: int = 2
    percent: bool = False
    curves: tuple[Curve, ...] = ()
    pictures: tuple[Picture, ...] = ()
    boards: tuple[Board, ...] = ()
    claims: tuple[Claim, ...] = ()
    reference: str = "theirs"

    @property
    def margin(self) -> float:
        """A difference that matters: 5 points of a share, a tenth of the largest printed figure otherwise."""
        return 0.05 if self.percent else 0.1 * max((abs(cell.published or 0) for cell in self.cells), default=0.0)

    def finding(self, cell: Cell) -> Finding | None:
        return cell.finding(self.margin) if self.reference == "theirs" else None

    @property
    def findings(self) -> list[Finding]:
        """Of all printed figures and claims."""
        of_cells = (self.finding(cell) for cell in self.cells)
        return [found for found in of_cells if found] + [claim.finding for claim in self.claims]

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

    @property
    def summary(self) -> str:
        """How near ours come to what stands beside them, in plain sentences; empty where nothing does."""
        if not self.compared:
            return ""
        spread = f"the root mean square of the differences is {self.text(self.rms_difference)}."
        found = [(cell, finding) for cell in self.cells if (finding := self.finding(cell))]
        if not found and all(cell.ours.low == cell.ours.high for cell in self.compared):
            return ""  # counted, and beside another thing
        if not found:
            return f"{self.n_within} of {len(self.compared)} differences lie within the sampling error; {spread}"
        if all(finding is Finding.REPRODUCED for _, finding in found):
            return f"All {len(found)} figures are reproduced." if len(found) > 1 else "The figure is reproduced."
        missed = [cell for cell, finding in found if finding is Finding.NOT_REPRODUCED]
        named = "; ".join(
            f"{', '.join(filter(None, (cell.row, cell.column)))}: "
            f"{self.text(cell.published)}, ours {self.text(cell.ours.mean)}"
            for cell in missed
        )
        return (
            f"Figures: {in_words(finding for _, finding in found)}; {spread}"
            f"{f' Not reproduced: {named}.' if 0 < len(missed) <= _NAMED else ''}"
        )

    def interval(self, estimate: Estimate, *, sign: bool = False) -> str:
        """The ends of its 95 % interval; of what is counted there is none."""
        low, high = estimate.low, estimate.high
        return "" if low == high else f"{self.text(low, sign=sign)} to {self.text(high, sign=sign)}"

    def with_interval(self, estimate: Estimate, *, sign: bool = False) -> str:
        """A figure and, in brackets, its interval."""
        interval = self.interval(estimate, sign=sign)
        return self.text(estimate.mean, sign=sign) + (f" ({interval})" if interval else "")

    @property
    def said(self) -> list[str]:
        """A sentence for each claim: what the paper says, our difference, and the finding."""
        return [
            f"{claim.text}: {self.with_interval(claim.difference, sign=True)}, {claim.finding}."
            for claim in self.claims
        ]

    def to_dict(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "digits": self.digits,
            "percent": self.percent,
            "reference": self.reference,
            "rms_difference": plain(self.rms_difference),
            "within": self.n_within,
            "compared": len(self.compared),
            "cells": [{**cell.to_dict(), "finding": self.finding(cell)} for cell in self.cells],
            "claims": [claim.to_dict() for claim in self.claims],
            "curves": {curve.name: list(curve.values) for curve in self.curves},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> StudyTable:
        """Without curves and pictures, which are drawn when a study is played."""
        cells, claims = tuple(map(Cell.from_dict, data["cells"])), tuple(map(Claim.from_dict, data["claims"]))
        percent, reference = data["percent"], data["reference"]
        return cls(data["title"], cells, data["digits"], percent, claims=claims, reference=reference)

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

    def play(self, board: Board | str, *agents: str) -> MatchResult:
        return self.ledger.play(board, agents, self.games, self.seed)


def few_games(study: Study) -> Study:
    """The study with as little of everything as still makes its tables."""
    training = study.training and Training(steps=100, seeds=1, checkpoints=2)
    return replace(study, games=4, iterations=study.iterations and 10, training=training)


def few_games_of(part: Any) -> Callable[[Study], Study]:
    """The same of a smaller experiment, which has a ``measure`` and a ``total`` of its own."""
    return lambda study: replace(few_games(study), measure=part.measure, total=part.total)


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
    takes: str = ""  # with its own numbers, as measured: "4 min on 2 cores"
    unshipped: str = ""  # why no result comes with the package, where none does
    shorten: Callable[[Study], Study] = few_games  # what --quick plays, whose figures say nothing
    is_quick: bool = False
    options: tuple[str, ...] = ()  # of the command that plays it, where it may be played on several boards

    def quickly(self) -> Study:
        return replace(self.shorten(self), is_quick=True)

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
    cores: int = 0
    date: str = ""  # of its end
    version: str = __version__
    code: str = ""  # a hash of the code that played
    taken: int = 0  # games that were known before
    refused: int = 0  # matches that were known and are others with this code

    @property
    def findings(self) -> list[Finding]:
        """Of all tables."""
        return [found for table in self.tables for found in table.findings]

    @property
    def time(self) -> str:
        """As people read it: "46 s on 2 cores"."""
        minutes, seconds = divmod(round(self.seconds), 60)
        spent = f"{minutes:,} min {seconds:02} s" if minutes else f"{self.seconds:.1f} s"
        return f"{spent} on {self.cores} core{'s' * (self.cores != 1)}"

    @property
    def took(self) -> str:
        """The time and, where they are not the study's own, its numbers: "17 min 21 s on 2 cores with 8 games"."""
        numbers: dict[str, tuple[int | None, int | None]] = {
            "games": (self.games, self.study.games),
            "iterations": (self.iterations, self.study.iterations),
        }
        trained, own = (asdict(training) if training else {} for training in (self.training, self.study.training))
        numbers |= {name: (number, own.get(name)) for name, number in trained.items()}
        changed = [
            f"{number:,} {name.removesuffix('s') if number == 1 else name}"
            for name, (number, usual) in numbers.items()
            if number and number != usual
        ]
        return self.time + (f" with {listed(changed)}" if changed else "")

    @property
    def command(self) -> str:
        """The command that measures the same figures."""
        options = {"games": self.games, "iterations": self.iterations, "seed": self.seed}
        options |= asdict(self.training) if self.training else {}
        words = [f"--{name}={number}" for name, number in options.items() if number is not None]
        return shlex.join(
            [
                "footplate",
                "study",
                "run",
                self.study.name,
                *self.study.options,
                *["--quick"] * self.study.is_quick,
                *words,
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "footplate": self.version,
            "code": self.code,
            "command": self.command,
            "date": self.date,
            "name": self.study.name,
            "title": self.study.title,
            "source": self.study.source,
            "board": self.study.board,
            "games": self.games,
            "iterations": self.iterations,
            "quick": self.study.is_quick,
            "seed": self.seed,
            "seconds": self.seconds,
            "cores": self.cores,
            **({"options": list(self.study.options)} if self.study.options else {}),
            "training": asdict(self.training) if self.training else None,
            "remarks": list(self.study.remarks),
            "findings": counted(self.findings),
            "tables": [table.to_dict() for table in self.tables],
        }
