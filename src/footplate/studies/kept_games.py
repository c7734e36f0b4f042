"""A study's games in one file, so that a long study is played in parts: on other days, on other machines.

The file is a zip: a tournament's folder (arena/storage.py) in which every match of the study is a table, and a list of
the matches. Games are taken from it if the present code plays them. That is sure where a match is known by the same
hash. Elsewhere its last deal is played again: the games are taken if it ends the same.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile, ZipInfo

import numpy as np

from footplate.arena.deals import games_per_deal
from footplate.arena.results import GameResults
from footplate.arena.storage import TournamentFolder, read_manifest, write_manifest
from footplate.errors import FootplateError
from footplate.files import write_whole
from footplate.words import listed

if TYPE_CHECKING:
    from footplate.studies.study import StudyReport

FILE = "games.zip"
Session = Mapping[str, Any]
MatchKey = tuple[str, tuple[str, ...], int]  # rules, agents, seed


@dataclass(frozen=True)
class KnownMatch:
    """Games of the first deals of a match, and the hash of what decided them."""

    board: str
    rules: str  # the board's hash
    agents: tuple[str, ...]
    seed: int
    code: str
    results: GameResults

    @property
    def key(self) -> MatchKey:
        return self.rules, self.agents, self.seed

    @property
    def games(self) -> int:
        return self.results.seeds.size

    @property
    def deals(self) -> int:
        return self.games // games_per_deal(len(self.agents))

    def ends_with(self, played: GameResults) -> bool:
        """Whether the games of the last deal went as these."""
        last = slice(self.games - played.seeds.size, None)
        return all(
            np.array_equal(getattr(self.results, name)[last], getattr(played, name))
            for name in ("seeds", "seat_of", "totals", "shares", "decisions")
        )


@dataclass(frozen=True)
class KnownGames:
    """The matches of a study. ``sessions`` say with which code they were played, and up to how many games."""

    study: str
    iterations: int | None
    seed: int
    seconds: float  # of all sessions
    sessions: tuple[Session, ...]
    matches: Mapping[MatchKey, KnownMatch]

    def check(self, study: str, iterations: int | None, seed: int) -> None:
        """That games of this study may be added."""
        ours, theirs = (study, iterations, seed), (self.study, self.iterations, self.seed)
        if ours != theirs:
            raise FootplateError(f"the games are of {_named(*theirs)}, and {_named(*ours)} plays others")


def _named(study: str, iterations: int | None, seed: int) -> str:
    return f"{study} --iterations={iterations} --seed={seed}" if iterations else f"{study} --seed={seed}"


def sessions_with(report: StudyReport, before: Sequence[Session]) -> tuple[Session, ...]:
    """Those before and the one that has just ended; with the same code the last one goes on."""
    names = ("date", "footplate", "code", "games", "cores")
    if before and before[-1]["code"] == report.code:
        before = before[:-1]
    return (*before, {name: getattr(report, name.replace("footplate", "version")) for name in names})


def in_parts(sessions: Sequence[Session]) -> tuple[str, ...]:
    """A sentence about games of several sessions."""
    if len(sessions) < 2:
        return ()
    parts = listed([f"up to {one['games']:,} games a figure on {one['date']}" for one in sessions])
    return (
        f"Played in parts, each with other code: {parts}. The last deal of a match whose code had changed was played "
        "again, and its games were kept if it ended the same.",
    )


def write_games(path: Path, facts: Mapping[str, Any], matches: Iterable[KnownMatch]) -> None:
    """Write them as a file, with the other fields of ``KnownGames``; the same games give the same bytes."""
    found, packed = [], io.BytesIO()
    with TemporaryDirectory() as passing, ZipFile(packed, "w") as archive:
        folder = Path(passing)
        for table, match in enumerate(matches):
            TournamentFolder(folder, len(match.agents), match.seed).write(table, 0, match.results)
            found.append({name: getattr(match, name) for name in ("board", "rules", "agents", "seed", "games", "code")})
        write_manifest(folder, {**facts, "matches": found})
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            archive.writestr(ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
    write_whole(path, packed.getvalue())


def read_games(path: Path) -> KnownGames:
    """What ``write_games`` wrote."""
    try:
        with TemporaryDirectory() as passing, ZipFile(path) as archive:
            folder = Path(passing)
            archive.extractall(folder)
            data = read_manifest(folder) or {}
            found = [_read_match(folder, table, one) for table, one in enumerate(data["matches"])]
        return KnownGames(
            data["study"], data["iterations"], data["seed"], data["seconds"], tuple(data["sessions"]),
            {match.key: match for match in found},
        )  # fmt: skip
    except (OSError, BadZipFile, KeyError, TypeError, ValueError) as error:
        raise FootplateError(f"{path} has no games of a study: {error}") from error


def _read_match(folder: Path, table: int, one: Mapping[str, Any]) -> KnownMatch:
    agents, seed = tuple(one["agents"]), one["seed"]
    store = TournamentFolder(folder, len(agents), seed)
    results = store.read(table, one["games"] // games_per_deal(len(agents)))
    return KnownMatch(one["board"], one["rules"], agents, seed, one["code"], results)
