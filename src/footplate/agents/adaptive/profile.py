"""What is remembered of an opponent, in memory or in a file.

A profile is kept for each pair of board and opponents: a strength on one board is none on another.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from footplate.boards import Board, is_of_catalogue
from footplate.boards.check.values import shown
from footplate.errors import FootplateError
from footplate.files import json_of, write_whole

_FORMAT = 2
_FORMATS = (1, _FORMAT)  # that are read
POINTS, RATINGS = "points", "ratings"  # what a level is measured in
RECENT = 20  # results that are kept one by one
_MOST = 1e9  # of any figure; nobody plays so many games


@dataclass(frozen=True, kw_only=True)
class Profile:
    """An opponent as the player knows it. Players that aim at margins know a level in points, ``adaptive`` a rating."""

    level: float = -4.0  # of the opponents: the margin to aim at for even games, or their rating (control.py)
    variance: float = 250.0  # posterior variance of the level
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    recent: tuple[float, ...] = ()  # the last results: 1, 0.5 in a draw of two, 0
    measure: str = POINTS

    def counting(self, result: float) -> Profile:
        """The same with one more game: a result of 1 is a win."""
        return replace(
            self,
            games=self.games + 1,
            wins=self.wins + (result == 1),
            draws=self.draws + (0 < result < 1),
            losses=self.losses + (result == 0),
            recent=(*self.recent, result)[-RECENT:],
        )


class Profiles:
    """Profiles by board and opponents. With a ``path`` they are read from a file and kept there."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._profiles = _read(path) if path else {}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Profiles:
        """Profiles in memory, from what ``to_dict`` gave."""
        profiles = cls()
        profiles._profiles = {key: _profile(values) for key, values in data.items()}
        return profiles

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {key: asdict(profile) for key, profile in self._profiles.items()}

    def get(self, key: str) -> Profile:
        """Of a new opponent it is blank."""
        return self._profiles.get(key, Profile())

    def put(self, key: str, profile: Profile) -> None:
        """Remember; in a file, beside what others may have written there meanwhile."""
        if self._path:
            self._profiles = _read(self._path)
        self._profiles[key] = profile
        if self._path:
            _write(self._path, self._profiles)


def key_of(board: Board, names: Sequence[str], seat: int, player: str = "") -> str:
    """For games on a board against all who sit there but ``seat``, in any order.

    ``player`` names one that isn't ``adaptive``, whose levels mean something else.

    A board that is not in the catalogue is known by its rules as well: two files may have one name.
    """
    known = board.name if is_of_catalogue(board) else f"{board.name} ({board.rules_hash})"
    others = sorted(name for other, name in enumerate(names) if other != seat)
    known += f", {player}" if player else ""
    return f"{known}: {' + '.join(others) or 'a stranger'}"


def _read(path: Path) -> dict[str, Profile]:
    if not path.exists():
        return {}
    try:
        data = json_of(path.read_text("utf-8"))
        if data["format"] not in _FORMATS:
            raise ValueError(f"format {data['format']!r} instead of {_FORMAT}")
        return {key: _profile(values) for key, values in data["profiles"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FootplateError(
            f"{path} is no file of profiles, or damaged ({type(error).__name__}: {error}); move it away to begin anew"
        ) from None


def _profile(values: Mapping[str, Any]) -> Profile:
    """From plain data, where every field is there and is a number. Without a measure its level is in points."""
    numbers: dict[str, Any] = {"measure": values.get("measure", POINTS)}
    if numbers["measure"] not in (POINTS, RATINGS):
        raise ValueError(f"measure is {shown(numbers['measure'])}")
    for field in fields(Profile)[:-1]:
        value = values[field.name]
        if field.name == "recent":
            numbers["recent"] = tuple(_number("a result of recent", result) for result in value)
        else:
            number = _number(field.name, value)
            numbers[field.name] = int(number) if isinstance(field.default, int) else number
    return Profile(**numbers)


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _MOST:
        raise ValueError(f"{name} is {shown(value)}")
    return float(value)


def profiles_text(profiles: Mapping[str, Any]) -> str:
    """A file of profiles, which are plain data."""
    return json.dumps({"format": _FORMAT, "profiles": dict(profiles)}, indent=1, ensure_ascii=False) + "\n"


def _write(path: Path, profiles: dict[str, Profile]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, profiles_text({key: asdict(profile) for key, profile in profiles.items()}).encode())
    except OSError as error:
        raise FootplateError(f"{path} can't be written: {error.strerror}") from None
