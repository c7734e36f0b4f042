"""The boards that come with Footplate."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from footplate.boards.board import Board
from footplate.errors import InvalidBoard


def board_names() -> tuple[str, ...]:
    """Names of the boards in the catalogue, variants not included."""
    return tuple(sorted(f.name.removesuffix(".json") for f in files(__name__).iterdir() if f.name.endswith(".json")))


@cache
def _load_own(name: str) -> Board:
    return Board.from_json(files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8"))


def load_board(name: str) -> Board:
    """A board of the catalogue by name ("usa", "small:warwick"), or a board file by path ("mine/my_map.json")."""
    path, colon, variant = name.partition(":")
    if path.endswith(".json"):
        try:
            board = Board.from_file(path)
        except OSError as error:
            raise InvalidBoard(path, [f"the file can't be read: {error.strerror}"]) from None
    elif path in board_names():
        board = _load_own(path)
    else:
        known = ", ".join(board_names())
        raise InvalidBoard(name, [f"there is no board of this name; there are {known}, or the path of a .json file"])
    return board.with_variant(variant) if colon else board
