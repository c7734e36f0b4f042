"""Games of a person on disk: a record file that is rewritten after every move, and continued later."""

from __future__ import annotations

import errno
import json
import os
import re
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from footplate.agents import make_agent, read_spec
from footplate.errors import InvalidRecord, UnknownAgent
from footplate.files import data_folder, json_of, write_whole
from footplate.game import Game
from footplate.records import GameRecord, read_records

_MEMORY = "memory"  # header of an unfinished game: what bots remember, by move


@dataclass
class SavedGame:
    """A game with what its file remembers. ``seats`` holds the person's name and the bots' spec strings."""

    game: Game
    seats: tuple[str, ...]
    human: int
    path: Path
    headers: dict[str, str]
    takebacks: int = 0
    played: float = 0.0  # seconds in earlier sittings
    memories: dict[int, dict[str, Any]] = field(default_factory=dict)  # by move: what the bot remembers that made it
    _began: float = field(default_factory=time.perf_counter)

    @classmethod
    def new(cls, game: Game, seats: Sequence[str], human: int, path: Path | None) -> SavedGame:
        now = datetime.now(UTC)
        headers = {"date": now.isoformat(timespec="seconds"), "human": str(human + 1)}
        return cls(game, tuple(seats), human, path or _free_path(now, game.board.name), headers)

    @classmethod
    def resume(cls, file: Path, path: Path | None, *, trust: bool = False) -> SavedGame:
        """The unfinished game in ``file``; it is saved there again unless ``path`` says where else.

        Bots that run code of their own or name a file are seated only with ``trust``: the game may be anybody's.
        """
        records = list(_read(file))
        if len(records) != 1:
            raise InvalidRecord(f"{file} holds {len(records)} games; only a file with one game can be resumed")
        record = records[0]
        if record.is_finished:
            result = record.headers.get("result", "")
            raise InvalidRecord(f"the game in {file} is over: {result} Look at it with: footplate replay {file}")
        try:
            game = record.replay()
        except InvalidRecord as error:
            raise InvalidRecord(f"{file}: {error}") from None
        human = _human_seat(record, file)
        bots = [read_spec(name) for seat, name in enumerate(record.seats) if seat != human]
        foreign = [bot.text for bot in bots if bot.runs_foreign_code or bot.names_files]
        if foreign and not trust:
            raise InvalidRecord(f"{file} would run {' and '.join(foreign)}; if you trust that, add --trust")
        headers = {key: value for key, value in record.headers.items() if key not in ("takebacks", _MEMORY)} | {
            "human": str(human + 1)
        }
        takebacks = _whole_number(record.headers.get("takebacks", "0"))
        played = max((move.elapsed or 0.0 for move in record.moves), default=0.0)
        memories = _memories(record, file)
        return cls(game, record.seats, human, path or file, headers, takebacks, played, memories)

    @property
    def elapsed(self) -> float:
        """Seconds since the game began, all sittings together."""
        return self.played + time.perf_counter() - self._began

    def remember(self, memory: dict[str, Any]) -> None:
        """What the bot remembers that made the last move."""
        if memory:
            self.memories[len(self.game.history) - 1] = memory

    def memory_of(self, seat: int) -> dict[str, Any]:
        """What the bot in a seat remembers of the game as it stands; moves that were taken back are forgotten."""
        history = self.game.history
        self.memories = {n: memory for n, memory in self.memories.items() if n < len(history)}
        mine = (self.memories[n] for n in sorted(self.memories, reverse=True) if history[n].seat == seat)
        return next(mine, {})

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, self.to_text().encode())

    def save_elsewhere(self) -> None:
        """Where ``path`` can't be written: in the folder where one is, or in that for passing things; from now on."""
        meant = self.path
        for folder in (Path.cwd(), Path(tempfile.gettempdir())):
            self.path = _free_name(folder / meant.name)
            with suppress(OSError):
                return self.save()
        self.path = meant
        raise OSError(errno.EIO, "no folder can be written", str(meant))

    def to_text(self) -> str:
        """The game as it stands, as a record."""
        headers = self.headers | ({"takebacks": str(self.takebacks)} if self.takebacks else {})
        if self.memories and not self.game.is_over:
            headers[_MEMORY] = json.dumps(self.memories)
        return GameRecord.of(self.game, self.seats, **headers).to_text()


def _read(file: Path) -> list[GameRecord]:
    try:
        return list(read_records(file))
    except InvalidRecord as error:
        raise InvalidRecord(f"{file}: {error}") from None


def _memories(record: GameRecord, file: Path) -> dict[int, dict[str, Any]]:
    try:
        found = json_of(record.headers.get(_MEMORY, "{}"))
        return {int(number): dict(memory) for number, memory in found.items()}
    except (ValueError, TypeError, AttributeError):
        raise InvalidRecord(
            f"{file}: the header {_MEMORY!r} is damaged; without that line the bots begin anew"
        ) from None


def _human_seat(record: GameRecord, file: Path) -> int:
    """The person's seat. The record's header has it; without that, there must be one seat that is not a bot's."""
    people = [_whole_number(record.headers.get("human", "0")) - 1]
    if "human" not in record.headers:
        people = [seat for seat, name in enumerate(record.seats) if not is_bot(name)]
    if len(people) != 1 or not 0 <= people[0] < record.players:
        raise InvalidRecord(f"{file}: no seat for you; the header 'human: 1' says which one is yours")
    return people[0]


def is_bot(name: str) -> bool:
    """Whether the name of a seat is the spec string of a bot."""
    spec = read_spec(name)
    if spec.runs_foreign_code:
        return ":" in name  # unlike "J. Smith"
    try:
        make_agent(spec)
    except UnknownAgent:
        return False
    return True


def _whole_number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _free_path(now: datetime, board: str) -> Path:
    """A new file in the user's data folder; only its name where the user has no home."""
    name = f"{now.astimezone():%Y-%m-%d-%H%M%S}-" + re.sub(r"[^\w-]+", "-", Path(board).stem)
    try:
        folder = data_folder() / "games"
    except OSError:
        folder = Path()
    return _free_name(folder / f"{name}.txt")


def _free_name(path: Path) -> Path:
    """This name, or one with a number if it is taken."""
    free, n = path, 1
    while os.path.exists(free):
        n += 1
        free = path.with_stem(f"{path.stem}-{n}")
    return free


def remembering(spec: str) -> str:
    """An adaptive opponent that keeps what it learns of a person in the user's data folder."""
    asked = read_spec(spec)
    if not asked.learns or asked.get("profile") is not None:
        return spec
    try:
        profile = data_folder() / "adaptive.json"
    except OSError:  # nobody's home: nothing is remembered
        return spec
    return asked.having("profile", str(profile)).text
