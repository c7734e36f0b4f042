"""What a researcher takes home of a study: tables as CSV or Parquet, with a code book.

People are random numbers. No file has a name, an address, a cookie, a link, a date or a time of day; times are seconds
since a game began. What is in no column can't be in a file: every value comes from a column of ``TABLES``.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import islice
from typing import Any, Literal

from footplate.app.database.models import Participant, StudyGame
from footplate.app.database.new_games import seed_of
from footplate.app.thinking.jobs import board_of
from footplate.app.user_studies.design import Design
from footplate.app.user_studies.orders import order_words
from footplate.app.user_studies.questions import QUESTIONS, RATINGS, SKILL, SKILL_WORDS, SKILLS
from footplate.extras import needing
from footplate.game import Game
from footplate.version import __version__

Format = Literal["csv", "parquet"]
FORMATS: tuple[Format, ...] = ("csv", "parquet")
PREVIEW = 4  # rows
_NO_DATE = (1980, 1, 1, 0, 0, 0)  # of files in an archive
_ACCOUNT = ("start", "luck", "play", "others", "result")

Row = tuple[str | int | float | None, ...]


@dataclass(frozen=True)
class Column:
    name: str
    kind: Literal["text", "whole", "number"]
    words: str  # for the code book


@dataclass(frozen=True)
class Table:
    """A file: its columns, and how its rows are made."""

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Design, Sequence[Participant]], Iterator[Row]]


class Played:
    """A game of the study, played again."""

    def __init__(self, person: Participant, game: StudyGame) -> None:
        self.person, self.study_game, self.stored = person, game, game.game
        self.key: Row = (f"p{person.number}", game.number)
        self.seat = next(seat.seat for seat in self.stored.seats if not seat.masked)

    @cached_property
    def game(self) -> Game:
        game = Game(board_of(self.stored.board_json), len(self.stored.seats), seed_of(self.stored))
        for move in self.stored.moves:
            game.push(game.read(move.action))
        return game

    @property
    def scores(self) -> tuple[float | None, float | None]:
        """The person's and the opponent's, once the game is over."""
        result = self.stored.result
        if not result:
            return None, None
        mine, theirs = result["totals"][self.seat], result["totals"][1 - self.seat]
        return _short(mine), _short(theirs)

    @property
    def won(self) -> float | None:
        result = self.stored.result
        return (self.seat in result["winners"]) / len(result["winners"]) if result else None

    @property
    def minutes(self) -> float | None:
        return round(self.stored.moves[-1].elapsed / 60, 1) if self.stored.moves else None

    @property
    def skill(self) -> str | None:
        return self.person.skill


def _short(value: float) -> float:
    """Whole numbers as such."""
    return int(value) if value == int(value) else value


def played(people: Sequence[Participant]) -> Iterator[Played]:
    for person in people:
        for game in person.games:
            yield Played(person, game)


# ---------------------------------------------------------------- the tables

_PERSON = Column("person", "text", "who played: a random number, which the study keeps nowhere else once it is closed")
_GAME = Column("game", "whole", "which game of the person, counted from 1 in the order of playing")
_CONDITION = Column("condition", "text", "the condition's name, as in conditions")
_BOARD = Column("board", "text", "the board's name; what stands behind a colon is its variant")
_SCORE = Column("score", "number", "the person's points at the end")
_SCORE_OPPONENT = Column("score_opponent", "number", "the opponent's points at the end")
_MINUTES = Column("minutes", "number", "how long the game was open on the person's screen until its last action")


def _answers(design: Design, people: Sequence[Participant]) -> Iterator[Row]:
    for one in played(people):
        if one.stored.result:
            game = one.study_game
            ratings = (game.answers.get(question.name) for question in QUESTIONS)
            facts = (game.condition, one.stored.board, *one.scores, game.answered or "open")
            yield (*one.key, *facts, *ratings, one.skill, one.minutes)


def _games(design: Design, people: Sequence[Participant]) -> Iterator[Row]:
    for one in played(people):
        facts = (one.study_game.condition, one.stored.board, seed_of(one.stored), int(one.stored.result is not None))
        yield (*one.key, *facts, one.game.turn, len(one.stored.moves), *one.scores, one.won, one.minutes)


def _decisions(design: Design, people: Sequence[Participant]) -> Iterator[Row]:
    for one in played(people):
        for move, event in zip(one.stored.moves, one.game.history, strict=True):
            by = "person" if move.seat == one.seat else "opponent"
            yield (*one.key, move.number + 1, event.turn + 1, by, move.action, round(move.elapsed, 1))


def _reviews(design: Design, people: Sequence[Participant]) -> Iterator[Row]:
    for one in played(people):
        if review := one.study_game.review:
            parts = [round(review[of][part], 4) for of in ("win", "margin") for part in _ACCOUNT]
            yield (*one.key, one.study_game.condition, *parts, review["costly"], review["deals"])


def _chances(design: Design, people: Sequence[Participant]) -> Iterator[Row]:
    for one in played(people):
        for point in (one.study_game.review or {}).get("curve", ()):
            yield (*one.key, point["turn"] + 1, round(point["win"], 4), round(point["margin"], 2))


def _conditions(design: Design, people: Sequence[Participant]) -> Iterator[Row]:
    for condition in design.conditions:
        yield (condition.name, condition.opponent, int(condition.cheats))


def _codebook(design: Design, people: Sequence[Participant]) -> Iterator[Row]:
    facts = {
        "title": design.title,
        "people": f"{len(people)} of {design.people}",
        "games": f"{design.games} of each person",
        "order": order_words(design),
        "seed": str(design.seed),
        "boards": ", ".join(design.boards),
        "seats": "the person moves first in every game",
        "footplate": __version__,
    }
    yield from (("study", name, "text", words) for name, words in facts.items())
    for table in TABLES:
        yield from ((table.name, column.name, column.kind, column.words) for column in table.columns)


def _account(of: str, unit: str) -> tuple[Column, ...]:
    words = {
        "start": "what the seat was worth before anything was dealt",
        "luck": "what cards, tickets and the opponent's hidden cards brought",
        "play": "what the person's own decisions brought",
        "others": "what the opponent's decisions brought the person",
        "result": "the sum of the four",
    }
    return tuple(Column(f"{of}_{part}", "number", f"{words[part]}, in {unit}") for part in _ACCOUNT)


TABLES = (
    Table(
        "answers",
        (
            _PERSON, _GAME, _CONDITION, _BOARD, _SCORE, _SCORE_OPPONENT,
            Column("answered", "text", "sent, skipped, or open: neither so far; finished games only"),
            *(
                Column(one.name, "whole", f"{one.words} 1: {one.low}, {RATINGS}: {one.high}; empty: not answered")
                for one in QUESTIONS
            ),
            Column(SKILL, "text", f"{SKILL_WORDS} {', '.join(SKILLS)}; asked once, the same in all of a person's rows"),
            _MINUTES,
        ),
        _answers,
    ),
    Table(
        "games",
        (
            _PERSON, _GAME, _CONDITION, _BOARD,
            Column("seed", "whole", "shuffles the cards: the same seed and actions give the same game"),
            Column("finished", "whole", "1 if the game was played to its end, else 0"),
            Column("turns", "whole", "of both players"),
            Column("actions", "whole", "of both players: rows in decisions"),
            _SCORE, _SCORE_OPPONENT,
            Column("won", "number", "the person's share of the win: 1, 0, or 0.5 in a draw"),
            _MINUTES,
        ),
        _games,
    ),
    Table(
        "decisions",
        (
            _PERSON, _GAME,
            Column("number", "whole", "which action of the game, counted from 1"),
            Column("turn", "whole", "which turn of the game, counted from 1; a turn may have several actions"),
            Column("by", "text", "person or opponent"),
            Column("action", "text", "what was done, as footplate's records write it"),
            Column("seconds", "number", "since the game began, without the times when nobody had it open"),
        ),
        _decisions,
    ),
    Table(
        "reviews",
        (
            _PERSON, _GAME, _CONDITION, *_account("win", "shares of a win"), *_account("margin", "points of margin"),
            Column("costly", "whole", "decisions of the person that cost more than chance can explain, 8 at most"),
            Column("deals", "whole", "in which each decision was compared"),
        ),
        _reviews,
    ),
    Table(
        "chances",
        (
            _PERSON, _GAME, Column("turn", "whole", "a turn of the person, counted as in decisions"),
            Column("win", "number", "the person's chance to win when the turn began, from what the person could know"),
            Column("margin", "number", "the margin in points to expect, from the same"),
        ),
        _chances,
    ),
    Table(
        "conditions",
        (
            Column("condition", "text", "the condition's name"),
            Column("opponent", "text", "the opponent's spec string: footplate agents tells what it is"),
            Column("cheats", "whole", "1 if it sees what is hidden, else 0"),
        ),
        _conditions,
    ),
)  # fmt: skip
CODE_BOOK = Table(
    "codebook",
    (
        Column("table", "text", "a file; study: a fact of the whole study"),
        Column("column", "text", "a column of the file"),
        Column("kind", "text", "text, whole (a whole number) or number"),
        Column("words", "text", "what it says"),
    ),
    _codebook,
)
CHOICES = {  # what one can choose, and the files that it brings
    "answers": ("answers",), "games": ("games",), "decisions": ("decisions",), "reviews": ("reviews", "chances"),
    "conditions": ("conditions",),
}  # fmt: skip


# ---------------------------------------------------------------- files


def chosen_tables(choices: Sequence[str]) -> list[Table]:
    """The tables of some choices, and the code book."""
    names = {name for choice in choices for name in CHOICES[choice]}
    return [*(table for table in TABLES if table.name in names), CODE_BOOK]


def preview(design: Design, people: Sequence[Participant], choices: Sequence[str]) -> dict[str, str]:
    """The first lines of each table, as CSV."""
    return {table.name: _csv(table, islice(table.rows(design, people), PREVIEW)) for table in chosen_tables(choices)}


def export_files(
    design: Design, people: Sequence[Participant], choices: Sequence[str], kind: Format
) -> dict[str, bytes]:
    """The files by name; the same study gives the same bytes."""
    files = {}
    for table in chosen_tables(choices):
        rows = table.rows(design, people)
        content = _csv(table, rows).encode() if kind == "csv" else _parquet(table, list(rows))
        files[f"{table.name}.{kind}"] = content
    return files


def archive(files: dict[str, bytes]) -> bytes:
    """The files in one, without dates."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(zipfile.ZipInfo(name, _NO_DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _csv(table: Table, rows: Iterator[Row]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in table.columns)
    writer.writerows(rows)
    return text.getvalue()


def _parquet(table: Table, rows: Sequence[Row]) -> bytes:
    with needing("a file for Parquet", "footplate[arena]"):
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    kinds = {"text": arrow.string(), "whole": arrow.int64(), "number": arrow.float64()}
    names = [column.name for column in table.columns]
    arrays = [arrow.array([row[n] for row in rows], type=kinds[column.kind]) for n, column in enumerate(table.columns)]
    file = io.BytesIO()
    parquet.write_table(arrow.Table.from_arrays(arrays, names=names), file, compression="zstd")
    return file.getvalue()
