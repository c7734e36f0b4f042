"""What a worker is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from footplate.boards import Board


@lru_cache(maxsize=128)
def board_of(text: str) -> Board:
    """The board of a live game, read and checked once in a process, however many games are played on it."""
    return Board.from_json(text)


@dataclass(frozen=True, kw_only=True)
class Job:
    """A decision to be made: the game as its moves, and the bot with all that it knows."""

    game: str  # id, for the memory of the worker
    board: str  # as JSON, for ``board_of``
    players: int
    seed: int
    position: str = ""  # in which it began, as records have it
    moves: tuple[int, ...]  # their numbers; how many they are is the version of the position
    names: tuple[str, ...]  # by seat
    seat: int
    spec: str
    seconds: float | None = None
    memory: Mapping[str, float] = field(default_factory=dict)  # of an adaptive bot, since its last decision
    profiles: Mapping[str, Any] = field(default_factory=dict)  # what an adaptive bot knows of its opponents


@dataclass(frozen=True)
class Thought:
    """What came out: an action with its reasons and what an adaptive bot remembers of it, or what went wrong."""

    action: int = -1  # its number in the position of the job
    reason: str = ""
    figures: dict[str, Any] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, kw_only=True)
class Upload:
    """A file that somebody has sent: a board, or records, of which one ``game`` is wanted, counted from 1."""

    kind: Literal["board", "record"]
    text: str
    game: int = 1
    seconds: float = 0.0  # as of a job: an upload has no time limit of its own


@dataclass(frozen=True)
class Checked:
    """What is kept of an upload and which games it has, or the reasons against it."""

    text: str = ""
    games: list[dict[str, Any]] = field(default_factory=list)
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ReviewJob:
    """Decisions of a finished game to be judged, by their numbers; or, with all ``decisions`` of it, its whole review.

    Decisions are plain data, as ``Decision.to_dict`` gives it.
    """

    record: str
    numbers: tuple[int, ...] = ()
    decisions: tuple[dict[str, Any], ...] = ()
    deals: int
    seconds: float = 0.0  # as of a job: a review has no time limit of its own


@dataclass(frozen=True)
class Judged:
    """The decisions that were asked for, or the whole review."""

    decisions: tuple[dict[str, Any], ...] = ()
    review: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PracticeJob:
    """A position to be dealt for practice: that before an action of a finished game, by its number."""

    record: str
    number: int
    seed: int
    seconds: float = 0.0  # as of a job: it has no time limit of its own


@dataclass(frozen=True)
class Dealt:
    """The position in which practice begins, as records have it, and its turn."""

    position: str
    turn: int


@dataclass(frozen=True, kw_only=True)
class TimingJob:
    """A bot whose moves are to be timed on a board with so many players."""

    board: str  # as of a job
    players: int
    spec: str
    seconds: float = 0.0  # as of a job: it takes a few moves


@dataclass(frozen=True)
class Timed:
    """Seconds that a move takes on this machine."""

    seconds: float


Asked = Job | Upload | ReviewJob | PracticeJob | TimingJob
Answer = Thought | Checked | Judged | Dealt | Timed
