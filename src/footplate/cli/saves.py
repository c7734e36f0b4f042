"""Games of a person on disk: a record file that is rewritten after every move, and continued later."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_path

from footplate.agents import make_agent, read_spec
from footplate.errors import InvalidRecord, UnknownAgent
from footplate.files import write_whole
from footplate.game import Game
from footplate.records import GameRecord, read_records


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
        headers = {key: value for key, value in record.headers.items() if key != "takebacks"} | {
            "human": str(human + 1)
        }
        takebacks = _whole_number(record.headers.get("takebacks", "0"))
        played = max((move.elapsed or 0.0 for move in record.moves), default=0.0)
        return cls(game, record.seats, human, path or file, headers, takebacks, played)

    @property
    def elapsed(self) -> float:
        """Seconds since the game began, all sittings together."""
        return self.played + time.perf_counter() - self._began

    def save(self) -> None:
        headers = self.headers | ({"takebacks": str(self.takebacks)} if self.takebacks else {})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, GameRecord.of(self.game, self.seats, **headers).to_text().encode())


def _read(file: Path) -> list[GameRecord]:
    try:
        return list(read_records(file))
    except InvalidRecord as error:
        raise InvalidRecord(f"{file}: {error}") from None


def _human_seat(record: GameRecord, file: Path) -> int:
    """The header says it; a record without one must have a single seat that is not a bot."""
    people = [_whole_number(record.headers.get("human", "0")) - 1]
    if "human" not in record.headers:
        people = [seat for seat, name in enumerate(record.seats) if not _is_bot(name)]
    if len(people) != 1 or not 0 <= people[0] < record.players:
        raise InvalidRecord(f"{file}: no seat for you; the header 'human: 1' says which one is yours")
    return people[0]


def _is_bot(name: str) -> bool:
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
    """A new file in the user's data folder."""
    folder = user_data_path("footplate") / "games"
    stem = f"{now.astimezone():%Y-%m-%d-%H%M%S}-" + re.sub(r"[^\w-]+", "-", Path(board).stem)
    path, n = folder / f"{stem}.txt", 1
    while path.exists():
        n += 1
        path = folder / f"{stem}-{n}.txt"
    return path


def remembering(spec: str) -> str:
    """An adaptive opponent that keeps what it learns of a person in the user's data folder."""
    asked = read_spec(spec)
    if not asked.learns or asked.get("profile") is not None:
        return spec
    return asked.having("profile", str(user_data_path("footplate") / "adaptive.json")).text
