"""How a study with people is planned: a TOML file, read strictly.

    name = "even-games"          # in the database and in the names of files
    title = "Even games"
    people = 12
    boards = ["small"]
    order = "latin"              # or "fixed", "random"
    seed = 7                     # of the orders
    consent = "What people agree to."

    [[conditions]]
    name = "Adaptive"            # for the researcher alone
    opponent = "adaptive:win_rate=0.5"

    [[conditions]]
    name = "Sees all hands"
    opponent = "cheating-mcts:iterations=2000"
    told = true                  # the consent page says that some opponents may cheat

Every person meets every condition on every board, unless ``games`` says how many games. ``questions`` leaves some out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, cast

from footplate.agents import make_agent, read_spec
from footplate.app.people.opponents import check_fit
from footplate.app.user_studies.questions import NAMES
from footplate.arguments import instance, listed, one_of, plain_text, refuse, seed_number, whole
from footplate.boards import Board, load_board
from footplate.errors import FootplateError, InvalidArgument, InvalidNetwork, UnknownAgent
from footplate.plain_text import HIDDEN, is_name

Order = Literal["fixed", "random", "latin"]
ORDERS: tuple[Order, ...] = ("fixed", "random", "latin")
MOST_PEOPLE, MOST_GAMES, MOST_CONSENT, LONGEST_SPEC = 500, 100, 20_000, 400
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")

Check = Callable[[str, Any], Any]  # of a key and its value


@dataclass(frozen=True, kw_only=True)
class Condition:
    """An opponent that people meet; only the researcher reads its name."""

    name: str
    opponent: str
    told: bool = False

    @property
    def cheats(self) -> bool:
        return read_spec(self.opponent).cheats


@dataclass(frozen=True, kw_only=True)
class Design:
    """A study as its file plans it."""

    name: str
    title: str
    people: int
    games: int  # of each person
    order: Order
    seed: int
    boards: tuple[str, ...]
    consent: str
    questions: tuple[str, ...]
    conditions: tuple[Condition, ...]

    @property
    def pairs(self) -> list[tuple[int, str]]:
        """Every condition on every board: the number of the condition, and the board."""
        return [(number, board) for board in self.boards for number in range(len(self.conditions))]

    @property
    def cheats(self) -> bool:
        return any(condition.cheats for condition in self.conditions)

    def load_boards(self) -> dict[str, Board]:
        return {name: load_board(name) for name in self.boards}

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**asdict(self), "boards": list(self.boards), "questions": list(self.questions),
                "conditions": [asdict(condition) for condition in self.conditions]}  # fmt: skip

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Design:
        conditions = tuple(Condition(**condition) for condition in data["conditions"])
        lists = {"boards": tuple(data["boards"]), "questions": tuple(data["questions"]), "conditions": conditions}
        return cls(**{**data, **lists})


# ---------------------------------------------------------------- its file


def read_design(file: Path) -> Design:
    """The study in the file. A FootplateError says in which line what is wrong, and what would be right."""
    try:
        text = file.read_text("utf-8")
        return _checked(tomllib.loads(text), _Lines(text))
    except OSError as error:
        raise FootplateError(f"{file} can't be read: {error.strerror}") from None
    except InvalidArgument as error:
        raise FootplateError(f"{file}{error}") from None
    except (ValueError, RecursionError) as error:
        raise FootplateError(f"{file} is no TOML: {error}") from None


class _Lines:
    """Where keys stand in the file: at the top, or in a table of ``[[conditions]]``, which count from 1."""

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[int, str], int] = {}
        table = 0
        for number, line in enumerate(text.splitlines(), start=1):
            if re.match(r"\s*\[\[\s*conditions\s*\]\]", line):
                table += 1
                self._lines[table, ""] = number
            elif key := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
                self._lines.setdefault((table, key[1]), number)

    def wrong(self, table: int, key: str, error: object) -> InvalidArgument:
        """The error, with its line in front."""
        line = self._lines.get((table, key)) or self._lines.get((table, ""))
        return InvalidArgument(f"{f', line {line}' if line else ''}: {error}")


def _checked(data: Mapping[str, Any], lines: _Lines) -> Design:
    tables = data.get("conditions", [])
    top = {key: value for key, value in data.items() if key != "conditions"}
    found = _read(top, _KEYS, _NEEDED, lines, table=0)
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise lines.wrong(0, "conditions", "conditions: it needs one [[conditions]] or more, each with an opponent")
    conditions = tuple(_condition(table, lines, number) for number, table in enumerate(tables, start=1))
    for number, one in enumerate(conditions, start=1):
        if one.name in [other.name for other in conditions[: number - 1]]:
            raise lines.wrong(number, "name", f"conditions, number {number}, name: {one.name!r} is there twice")
    pairs = len(conditions) * len(found["boards"])
    defaults = {"games": pairs, "order": "latin", "seed": 0, "questions": NAMES}
    design = Design(**{**defaults, **found}, conditions=conditions)
    _check_people(design, lines)
    _check_fit(design, lines)
    return design


def _read(
    data: Mapping[str, Any], keys: Mapping[str, Check], needed: Sequence[str], lines: _Lines, *, table: int
) -> dict[str, Any]:
    """The values of a table, each checked."""
    where = f"conditions, number {table}, " if table else ""
    found = {}
    for key, value in data.items():
        try:
            found[key] = keys[one_of("key", key, [*keys, *([] if table else ["[[conditions]]"])])](key, value)
        except FootplateError as error:
            raise lines.wrong(table, key, f"{where}{error}") from None
    for key in needed:
        if key not in found:
            raise lines.wrong(table, "", f"{where}{key} is missing")
    return found


def _condition(data: Mapping[str, Any], lines: _Lines, number: int) -> Condition:
    condition = Condition(**_read(data, _OF_CONDITION, ("name", "opponent"), lines, table=number))
    if condition.cheats and not condition.told:
        reason = f"{condition.opponent} cheats: people must be told that some opponents may; told = true does that"
        raise lines.wrong(number, "opponent", f"conditions, number {number}, opponent: {reason}")
    return condition


def _check_people(design: Design, lines: _Lines) -> None:
    """A Latin square needs so many people that all of its rows are used equally often."""
    pairs = len(design.pairs)
    rows = pairs if pairs % 2 == 0 else 2 * pairs
    if design.order == "latin" and design.people % rows and pairs > 1:
        least = max(1, design.people // rows) * rows
        right = f"{least} or {least + rows} people use each of its {rows} rows equally often"
        reason = f"people: {design.people}, but the Latin square of {pairs} conditions and boards has {rows} rows"
        raise lines.wrong(0, "people", f"{reason}: {right}")


def _check_fit(design: Design, lines: _Lines) -> None:
    """Every board has games of two, and every opponent can play on every board."""
    try:
        boards = design.load_boards()
    except FootplateError as error:
        raise lines.wrong(0, "boards", f"boards: {error}") from None
    for name, board in boards.items():
        least, most = board.rules.players
        if not least <= 2 <= most:
            reason = f"boards: {name} has {least} to {most} players, but a person meets one opponent"
            raise lines.wrong(0, "boards", reason)
        for number, condition in enumerate(design.conditions, start=1):
            try:
                check_fit(condition.opponent, board, 2)
            except FootplateError as error:
                raise lines.wrong(number, "opponent", f"conditions, number {number}, opponent: {error}") from None


def _name(key: str, value: Any) -> str:
    if not _SLUG.fullmatch(plain_text(key, value, "even-games")):
        refuse(key, value, "at most 40 small letters, digits and hyphens, such as 'even-games'")
    return str(value)


def _title(key: str, value: Any) -> str:
    text = plain_text(key, value, "Even games").strip()
    if not is_name(text) or len(text) > 80:
        refuse(key, value, "a line of at most 80 characters that can be seen")
    return text


def _consent(key: str, value: Any) -> str:
    text = plain_text(key, value, "What people agree to.").strip()
    if not text or len(text) > MOST_CONSENT or HIDDEN.search(text):
        refuse(key, value, f"a text of 1 to {MOST_CONSENT:,} characters that can be seen")
    return text


def _boards(key: str, value: Any) -> tuple[str, ...]:
    names = listed(key, value, 'a list of texts, such as ["small", "new_york"]')
    found = tuple(plain_text(f"{key}, number {n}", one, "small") for n, one in enumerate(names, start=1))
    if not found or len(set(found)) < len(found):
        raise InvalidArgument(f"{key}: {value!r}, but it must name one board or more, each once")
    return found


def _questions(key: str, value: Any) -> tuple[str, ...]:
    names = listed(key, value, f"a list of some of {', '.join(NAMES)}")
    asked = {one_of("question", name, NAMES) for name in names}
    return tuple(name for name in NAMES if name in asked)


def _opponent(key: str, value: Any) -> str:
    text = plain_text(key, value, "adaptive:win_rate=0.5")
    try:
        spec = read_spec(text)
        if spec.runs_foreign_code or spec.names_files:
            refuse(key, value, "one of Footplate's own bots, and name no files: a server runs no others")
        if any(part.get("threads") is not None for part in spec.all_parts):
            refuse(key, value, "a bot without threads of its own")
        make_agent(spec)
    except (UnknownAgent, InvalidNetwork) as error:
        raise InvalidArgument(f"{key}: {error}") from None
    return str(spec) if len(str(spec)) <= LONGEST_SPEC else refuse(key, value, f"at most {LONGEST_SPEC} characters")


_KEYS: Mapping[str, Check] = {
    "name": _name,
    "title": _title,
    "people": lambda key, value: whole(key, value, 1, MOST_PEOPLE),
    "games": lambda key, value: whole(key, value, 1, MOST_GAMES),
    "order": lambda key, value: cast(Order, one_of(key, value, ORDERS)),
    "seed": lambda key, value: seed_number(value, key),
    "boards": _boards,
    "consent": _consent,
    "questions": _questions,
}
_NEEDED = ("name", "title", "people", "boards", "consent")
_OF_CONDITION: Mapping[str, Check] = {
    "name": _title,
    "opponent": _opponent,
    "told": lambda key, value: instance(key, value, bool, "true or false"),
}
