"""GameRecord: a game as text that people can read, replay and verify. A file holds any number of them.

    footplate-record 1
    board: small
    rules: 7d0c4d9a5b1e2f30
    players: 2
    seed: 7
    seats: random | greedy
    date: 2026-11-15T10:00:00+00:00
    result: -14 : 7, greedy wins by 21.

    1 0.00 keep 1
    2 0.31 keep 1 2
    ...
    end 5c1b7b2a90aa3d10

Each line has the seat (from 1), the seconds since the game began ("-" if nobody measured, as in matches) and the
action. A game that did not begin with the deal has a header ``position``: where it began, in one line of JSON
(``Game.to_json``, without the board). ``end`` carries a hash of the final state, so that a replay proves itself; in an
unfinished game it reads ``unfinished``. A board that is not in the catalogue is written into the record as
``board-file``, a line of JSON.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, TextIO

from footplate.arguments import instance, path_name, plain_text
from footplate.boards import Board, catalogue_board, is_of_catalogue
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, OVER, Records
from footplate.engine.tables import Tables
from footplate.errors import FootplateError, IllegalAction, InvalidArgument, InvalidBoard, InvalidRecord
from footplate.game import Game
from footplate.outcome import outcome_of
from footplate.position_parts import rings
from footplate.sentences import points_in_words
from footplate.view import View

VERSION = 1
_MAGIC = "footplate-record"
_NEEDED = ("players", "seed", "seats", "rules")
_NOT_OF_POSITION = ("board", "rules")  # which the record has already


def begin_game(board: Board, players: int, seed: int, position: str = "") -> Game:
    """A game as it was dealt, or as it began in a position; InvalidRecord if it can't have done so."""
    if not position:
        return Game(board, players, seed)
    try:
        game = Game.from_json(position, board)
    except FootplateError as error:
        raise InvalidRecord(f"the position in which it began: {error}") from None
    if (game.players, game.seed) != (players, seed):
        raise InvalidRecord("the position in which it began has other players or another seed")
    return game


def start_of(game: Game) -> str:
    """For ``begin_game``: where a game began, in one line; empty if it was dealt."""
    if not game.start:
        return ""
    data = {name: value for name, value in json.loads(game.start).items() if name not in _NOT_OF_POSITION}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Move(NamedTuple):
    """A line of a record. ``line`` is where it stands in its file (0 if it was never in one)."""

    seat: int
    text: str
    elapsed: float | None = None
    line: int = 0


@dataclass(frozen=True)
class GameRecord:
    board: Board
    players: int
    seed: int
    seats: tuple[str, ...]
    moves: tuple[Move, ...]
    digest: str
    is_finished: bool
    headers: Mapping[str, str] = field(default_factory=dict)  # date, result and whatever else was noted
    line: int = 0
    position: str = ""  # in which it began, for ``begin_game``

    @classmethod
    def of(cls, game: Game, seats: Sequence[str], **headers: str) -> GameRecord:
        """The record of a game, finished or not. ``seats`` names the players; headers are noted as they are."""
        instance("game", game, Game, "a Game")
        moves = tuple(Move(e.seat, e.action.text, e.elapsed) for e in game.history if e.action)
        found = cls.of_moves(game.tables, game.seed, seats, moves, game.records, headers)
        return replace(found, position=start_of(game))

    @classmethod
    def of_moves(
        cls,
        tables: Tables,
        seed: int,
        seats: Sequence[str],
        moves: tuple[Move, ...],
        final: Records,
        headers: Mapping[str, str],
    ) -> GameRecord:
        """The record of moves that were played without a ``Game``; ``final`` is the state after the last one."""
        if len(seats) != tables.players:
            raise InvalidArgument(f"{len(seats)} names for {tables.players} seats")
        is_finished = bool(final[0].phase == OVER)
        if is_finished:
            outcome = outcome_of(tables, final)
            totals = " : ".join(map(points_in_words, outcome.totals))
            headers = {**headers, "result": f"{totals}, {outcome.sentence(seats)}"}
        names, digest = tuple(_one_line(name) for name in seats), digest_of(View(tables, final))
        return cls(tables.board, tables.players, seed, names, moves, digest, is_finished, headers)

    def to_text(self) -> str:
        lines = [f"{_MAGIC} {VERSION}", f"board: {self.board.name}", f"rules: {self.board.rules_hash}"]
        if not is_of_catalogue(self.board):
            lines.append("board-file: " + json.dumps(self.board.data, ensure_ascii=False))
        lines += [f"players: {self.players}", f"seed: {self.seed}", f"seats: {' | '.join(self.seats)}"]
        lines += [f"position: {self.position}"] if self.position else []
        lines += [f"{key}: {_one_line(value)}" for key, value in self.headers.items()]
        lines.append("")
        for move in self.moves:
            elapsed = "-" if move.elapsed is None else f"{move.elapsed:.2f}"
            lines.append(f"{move.seat + 1} {elapsed} {move.text}")
        lines.append(f"end {self.digest}" if self.is_finished else f"unfinished {self.digest}")
        return "\n".join(lines) + "\n\n"

    @classmethod
    def from_text(cls, text: str) -> GameRecord:
        """The one record in ``text``."""
        records = list(parse_records(plain_text("a record", text, f"{_MAGIC} {VERSION} …").splitlines()))
        if len(records) != 1:
            raise InvalidRecord(f"expected one record, found {len(records)}")
        return records[0]

    def begin(self) -> Game:
        """The game before its first action."""
        return begin_game(self.board, self.players, self.seed, self.position)

    def steps(self) -> Iterator[Game]:
        """The game after the deal and after each action (always the same object); raises where it goes wrong."""
        game = self.begin()
        yield game
        for _ in self.moves:
            self.push_next(game)
            yield game

    def push_next(self, game: Game) -> None:
        """Carry out the record's next action on a game that has played it so far; raises where it goes wrong."""
        i = len(game.history)
        move = self.moves[i]
        where = f"action {i + 1}" + (f" (line {move.line})" if move.line else "")
        if not game.is_over and move.seat != game.to_move:
            raise InvalidRecord(f"{where}: seat {move.seat + 1} acts, but it is seat {game.to_move + 1}'s turn")
        try:
            game.push(game.read(move.text), elapsed=move.elapsed)
        except IllegalAction as error:
            raise InvalidRecord(f"{where}: {error}") from None

    def replay(self) -> Game:
        """The final position, verified: every action legal, the game as finished as it says, the same last bytes."""
        *_, game = self.steps()
        if game.is_over != self.is_finished:
            raise InvalidRecord("the record says that the game is " + ("over" if self.is_finished else "unfinished")
                                + ", but after its last action it is not")  # fmt: skip
        if digest_of(game) != self.digest:
            raise InvalidRecord(f"the last position has the hash {digest_of(game)}, but the record says {self.digest}")
        return game


def digest_of(view: View) -> str:
    """Hash of a whole position, hidden things included. It doesn't depend on the engine's memory layout."""
    s, tickets = view.record, range(len(view.tables.tickets))
    held = [[t for t in tickets if ticket_place(s, t) == HELD + seat] for seat in range(view.players)]
    ring, long_ring = rings(s, view.tables)
    ticket_deck, long_deck = ring[: int(s.ticket_n)], long_ring[: int(s.long_n)]
    position: tuple[object, ...] = (
        view.turn, view.phase.name, view.to_move, view.turns_left, view.owners, view.trains, view.route_points,
        s.hand[: view.players].tolist(), s.face_up.tolist(), s.discard.tolist(), s.deck[: view.deck_size].tolist(),
        held, ticket_deck, view.rewards,
    )  # fmt: skip
    if view.board.has_tunnels or any(view.board.route_columns.substitutes):
        position += (view.pending and view.pending.text, view.turned_up, view.due)
    if view.board.rules.stations:
        position += (view.stations, view.building, view.due)
    if view.board.rules.passengers:
        position += (s.passenger.tolist(), s.waiting.tolist())
    if view.tables.record.n_long:
        position += (long_deck,)
    if view.board.rules.race:
        position += (view.tickets_done, view.coast_cards)
    return hashlib.sha256(repr(position).encode()).hexdigest()[:16]


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "/")


def read_records(path: str | Path) -> Iterator[GameRecord]:
    """The records of a file, one after the other; InvalidRecord names the line where a damaged file goes wrong."""
    path_name("path", path)
    try:
        with Path(path).open(encoding="utf-8") as file:
            yield from parse_records(file)
    except OSError as error:
        raise InvalidRecord(f"{path} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidRecord(f"{path} is not a text file") from None


def write_records(records: Iterable[GameRecord], file: TextIO) -> int:
    """Write records to an open text file; returns how many."""
    n = 0
    for record in records:
        file.write(record.to_text())
        n += 1
    return n


def parse_records(lines: Iterable[str]) -> Iterator[GameRecord]:
    """The records in lines of text."""
    reader = _Reader()
    for number, line in enumerate(lines, start=1):
        record = reader.feed(number, line.rstrip("\r\n"))
        if record:
            yield record
    reader.finish()


class _Reader:
    """Takes a file line by line and gives a record at each ``end``."""

    def __init__(self) -> None:
        self._start = 0  # line of the record's first line; 0 between records
        self._headers: dict[str, str] = {}
        self._moves: list[Move] = []

    def feed(self, number: int, line: str) -> GameRecord | None:
        if not self._start:
            self._begin(number, line)
        elif line.startswith(("end ", "unfinished ")):
            return self._finished(number, line)
        elif self._moves and (not line.strip() or line.startswith(_MAGIC)):
            self.finish(f" at line {number}")
        elif self._moves or line[:1].isdigit():
            self._moves.append(self._move(number, line))
        elif line.strip():
            key, colon, value = line.partition(":")
            if not colon:
                raise InvalidRecord(f"line {number}: expected a header such as 'seed: 7' or an action, found {line!r}")
            self._headers[key.strip()] = value.strip()
        return None

    def _begin(self, number: int, line: str) -> None:
        if not line.strip():
            return
        word, _, version = line.partition(" ")
        if word != _MAGIC:
            raise InvalidRecord(f"line {number}: a record begins with '{_MAGIC} {VERSION}', found {line[:60]!r}")
        if version.strip() != str(VERSION):
            raise InvalidRecord(f"line {number}: record version {version!r}; this Footplate reads version {VERSION}")
        self._start, self._headers, self._moves = number, {}, []

    def _move(self, number: int, line: str) -> Move:
        seat, _, rest = line.partition(" ")
        elapsed, _, text = rest.partition(" ")
        try:
            move = Move(int(seat) - 1, text.strip(), None if elapsed == "-" else float(elapsed), number)
        except ValueError:
            raise InvalidRecord(f"line {number}: expected 'SEAT SECONDS ACTION', found {line!r}") from None
        if move.elapsed is not None and not 0 <= move.elapsed < math.inf:
            raise InvalidRecord(f"line {number}: {elapsed} is no time; seconds since the game began, or '-', is right")
        return move

    def _finished(self, number: int, line: str) -> GameRecord:
        word, _, digest = line.partition(" ")
        start, self._start = self._start, 0
        missing = [key for key in (*_NEEDED, "board") if key not in self._headers]
        if missing:
            raise InvalidRecord(f"the record at line {start} lacks the headers: {', '.join(missing)}")
        headers = dict(self._headers)
        try:
            board = self._board(headers)
            players, seed = int(headers.pop("players")), int(headers.pop("seed"))
            if not 0 <= seed < 1 << 64:
                raise InvalidRecord(f"its seed is {seed}; it must be from 0 to 2**64 - 1")
        except (ValueError, FootplateError) as error:
            raise InvalidRecord(f"the record at line {start}: {error}") from None
        seats, position = tuple(name.strip() for name in headers.pop("seats").split("|")), headers.pop("position", "")
        if len(seats) != players:
            raise InvalidRecord(f"the record at line {start} names {len(seats)} seats for {players} players")
        return GameRecord(
            board, players, seed, seats, tuple(self._moves), digest.strip(), word == "end", headers, start, position
        )

    def _board(self, headers: dict[str, str]) -> Board:
        name, rules, file = headers.pop("board"), headers.pop("rules"), headers.pop("board-file", None)
        board = Board.from_json(file) if file else self._board_of_catalogue(name)
        if board.rules_hash != rules:
            raise InvalidRecord(f"its rules have the hash {rules}, but board {name!r} has {board.rules_hash}")
        return board

    @staticmethod
    def _board_of_catalogue(name: str) -> Board:
        """Never a file of this machine: anybody can have written the record."""
        try:
            return catalogue_board(name)
        except InvalidBoard:
            raise InvalidRecord(f"its board {name!r} is not in the catalogue, and it has no board-file") from None

    def finish(self, where: str = "") -> None:
        """The text has ended: raise if a record is still open."""
        if self._start:
            raise InvalidRecord(f"the record at line {self._start} breaks off{where}: its 'end' line is missing")
