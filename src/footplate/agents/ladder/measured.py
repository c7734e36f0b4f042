"""What each level plays as on a board with so many players, and how strong that was measured to be.

``ratings.json`` has what `footplate study run levels` found, by board and number of players. A board that nobody has
measured plays as the nearest one does, and is not rated.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from footplate.boards import Board

FILE = "ratings.json"
SECONDS = 2.0  # that the strongest thinks for a move
_SEARCH = f"guided-ismcts:ms={1000 * SECONDS:g}"  # the strongest where no board is near
_SKILLS = (0.0, 0.2, 0.45, 0.75, 1.0)  # of the others there

Interval = tuple[float, float, float]  # mean, low, high: 95 %


@dataclass(frozen=True)
class Rung:
    """A level on one board."""

    plays: str  # a spec string
    rating: Interval | None = None
    measured: str = ""  # what was rated, if not the same: a search with a fixed number of iterations


@dataclass(frozen=True)
class Ladder:
    """The levels on a board, the weakest first; ``marks`` are the ratings of some bots, by spec string."""

    rungs: tuple[Rung, ...]
    is_measured: bool = False  # on this very board with this number of players
    of: str = ""  # the board that was measured
    marks: Mapping[str, Interval] | None = None
    games: int = 0  # of a pair of levels


@dataclass(frozen=True)
class Measured:
    """A ladder with what says how near another board is to its own."""

    ladder: Ladder
    rules_hash: str
    players: int
    sizes: tuple[float, ...]
    plays_anywhere: bool


def sizes_of(board: Board) -> tuple[float, ...]:
    """By which boards are near each other: trains, routes, cities, tickets."""
    return (float(board.rules.trains), float(len(board.routes)), float(len(board.cities)), float(len(board.tickets)))


@cache
def measured() -> tuple[Measured, ...]:
    """All ladders that come with the package."""
    return tuple(_read(json.loads(text())))


def text() -> str:
    """The file that they come in."""
    return files(__package__).joinpath(FILE).read_text("utf-8")


def _read(data: Mapping[str, Any]) -> Iterator[Measured]:
    for board, by_players in data.items():
        for players, one in by_players.items():
            rungs = tuple(
                Rung(
                    plays=rung["plays"], rating=tuple(rung["rating"]), measured=rung.get("measured", "")
                )
                for rung in one["levels"]
            )  # fmt: skip
            marks = {spec: tuple(rating) for spec, rating in one["marks"].items()}
            ladder = Ladder(rungs, True, board, marks, one["games"])
            anywhere = not any("net" in rung.plays for rung in rungs)
            yield Measured(ladder, one["rules"], int(players), tuple(one["sizes"]), anywhere)


def ladder_for(board: Board, players: int) -> Ladder:
    """The levels on a board with so many players."""
    here = board.rules_hash
    found = [one for one in measured() if one.rules_hash == here and one.players == players]
    if found:
        return found[0].ladder
    has_others = players > 1  # networks were trained against some
    near = [one for one in measured() if one.plays_anywhere or (has_others and one.rules_hash == here)]
    if not near:
        skills = [Rung(f"amateur:skill={skill:g}") for skill in _SKILLS]
        return Ladder((*skills, Rung(_SEARCH)))
    nearest = min(near, key=lambda one: _distance(one, board, players)).ladder
    rungs = tuple(Rung(rung.plays) for rung in nearest.rungs)
    return Ladder(rungs, of=nearest.of)


def _distance(one: Measured, board: Board, players: int) -> tuple[bool, float, int]:
    """The same board first, then boards of about its size."""
    ratios = zip(one.sizes, sizes_of(board), strict=True)
    far = sum(math.log((a + 1) / (b + 1)) ** 2 for a, b in ratios)
    return one.rules_hash != board.rules_hash, far, abs(one.players - players)


def expected_share(difference: float) -> float:
    """Of the wins, for who is rated so many points higher."""
    return 1 / (1 + 10 ** (-difference / 400))


def spec_of(level: int, board: Board, players: int) -> str:
    """Whom a level plays as."""
    return ladder_for(board, players).rungs[level].plays
