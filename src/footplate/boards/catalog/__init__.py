"""The boards that come with Footplate."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from os import PathLike, fsdecode

from footplate.arguments import LONGEST, shown
from footplate.boards.board import Board
from footplate.boards.check.values import did_you_mean
from footplate.errors import InvalidBoard


@cache
def board_names() -> tuple[str, ...]:
    """Names of the boards in the catalogue, variants not included; ``mini`` is for tests (``listed_boards``)."""
    return tuple(sorted(f.name.removesuffix(".json") for f in files(__name__).iterdir() if f.name.endswith(".json")))


@cache
def _load_own(name: str) -> Board:
    return Board.from_json(files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8"))


def catalogue_board(name: str) -> Board:
    """A board of the catalogue by name, with a variant or without: never a file, whatever a stranger calls it."""
    source, colon, variant = name.partition(":")
    if source not in board_names():
        raise InvalidBoard(name, [f"there is no board of this name; there are {', '.join(listed_boards())}"])
    return _load_own(source).with_variant(variant) if colon else _load_own(source)


def load_board(name: str | PathLike[str]) -> Board:
    """A board of the catalogue by name ("usa", "small:warwick"), or a board file by path ("mine/my_map.json")."""
    if isinstance(name, Board):
        raise InvalidBoard(name.name, ["it is a Board already: use it as it is; load_board takes its name or its path"])
    if not isinstance(name, str | PathLike):
        raise InvalidBoard(shown(name), ["a board is named by a text or a path"])
    name = fsdecode(name)
    source, variant = board_source(name)
    if source.endswith(".json"):
        board = _load_file(source)
        return board if variant is None else board.with_variant(variant)
    if source not in board_names():
        known, near = ", ".join(listed_boards()), did_you_mean(source, board_names())
        short = name if len(name) <= LONGEST else f"{name[:LONGEST]}…"  # it may be the text of a whole file
        reason = f"there is no board of this name; there are {known}, or the path of a .json file{near}"
        raise InvalidBoard(short, [reason])
    return catalogue_board(name)


@cache
def listed_boards() -> tuple[str, ...]:
    """The boards that people are shown, in the order that their files ask for; one without an order is for tests."""
    orders = {name: _load_own(name).data.get("order") for name in board_names()}
    return tuple(sorted((name for name in orders if orders[name]), key=lambda name: (orders[name], name)))


def board_title(board: Board) -> str:
    """The short title in the board's file, or in the catalogue's file of the same name and title.

    Without one it is the title without the game's name and without what stands in brackets.
    """
    name = board.name.partition(":")[0]
    own = _load_own(name) if name in board_names() else board
    for file in (board.file, own.file):
        if file and "short_title" in file and file["title"] == board.title:
            return str(file["short_title"])
    return board.title.split("(")[0].removeprefix("Ticket to Ride").strip(" :") or board.title


@lru_cache(maxsize=64)
def is_of_catalogue(board: Board) -> bool:
    """Whether a board has the rules of the one that comes with Footplate under its name."""
    try:
        return catalogue_board(board.name).rules_hash == board.rules_hash
    except InvalidBoard:
        return False


def board_source(name: str) -> tuple[str, str | None]:
    """The name or the path that is loaded, and the variant; a colon inside a path begins no variant."""
    source, colon, variant = name.rpartition(":")
    return (source, variant) if colon and not variant.endswith(".json") else (name, None)


def _load_file(path: str) -> Board:
    try:
        return Board.from_file(path)
    except OSError as error:
        raise InvalidBoard(path, [f"the file can't be read: {error.strerror}"]) from None
