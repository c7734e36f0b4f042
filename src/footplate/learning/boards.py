"""Which boards a network learns on: names with commas between them, as ``--board`` takes them.

usa, my/map.json     a board of the catalogue, or a file
catalogue            all that people are shown
generated:100        so many new boards; generated:100:7 begins with the seventh
…*3                  three times, so that they get more of the games
-usa                 without this one
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context

import numpy as np

from footplate.arguments import MOST_PROCESSES
from footplate.boards import Board, board_title, listed_boards, load_board
from footplate.design.new.board import BoardSpec, new_board
from footplate.errors import FootplateError

_SEED = 29  # of generated boards
_CITIES, _DOUBLES, _GREY = (14, 43), (0.1, 0.35), (0.25, 0.5)  # of generated boards: least and most
_TRIES = 20
_ALONE = 8  # so many generated boards are made in this process


@lru_cache(maxsize=4)
def learning_boards(text: str) -> tuple[Board, ...]:
    """The boards that a text names, in its order."""
    names: list[str] = []
    for item in text.split(","):
        one, star, times = item.strip().partition("*")
        if one.startswith("-"):
            names = [name for name in names if name != one[1:]]
            continue
        found = listed_boards() if one == "catalogue" else _numbers_of(one) if one.startswith("generated:") else (one,)
        names += [*found] * _whole(times, item) if star else [*found]
    if not names:
        raise FootplateError(f"{text!r} names no board")
    made = _generated(sorted({int(name.split(":")[1]) for name in names if name.startswith("generated:")}))
    return tuple(made[int(name.split(":")[1])] if name.startswith("generated:") else load_board(name) for name in names)


def names_of(boards: Sequence[Board]) -> str:
    """What people are told of the boards."""
    return board_title(boards[0]) if len(boards) == 1 else f"{len({board.name for board in boards})} boards"


def rules_of(text: str) -> str:
    """A hash of the rules of all of them."""
    hashes = [board.rules_hash for board in learning_boards(text)]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()


def _whole(text: str, item: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise FootplateError(f"{item!r}: {text!r} is no number of boards, such as 100 in generated:100")
    return int(text)


def _numbers_of(item: str) -> list[str]:
    """Every generated board by its own number."""
    _, count, *first = item.split(":")
    start = _whole(first[0], item) if first else 1
    return [f"generated:{start + k}" for k in range(_whole(count, item))]


def generated_board(number: int) -> Board:
    """One of an endless row of new boards, small and large, with few and many double and grey routes."""
    chance = np.random.default_rng((_SEED, number))
    for _ in range(_TRIES):
        spec = BoardSpec(
            title=f"Map {number}",
            cities=int(chance.integers(*_CITIES)),
            doubles=float(chance.uniform(*_DOUBLES)),
            grey=float(chance.uniform(*_GREY)),
        )
        try:
            return new_board(spec, int(chance.integers(1 << 32)))
        except FootplateError:
            continue  # not every description can be met
    raise FootplateError(f"there is no generated board {number}")


def _generated(numbers: list[int]) -> dict[int, Board]:
    """Side by side, where they are many."""
    if len(numbers) <= _ALONE:
        return {number: generated_board(number) for number in numbers}
    with ProcessPoolExecutor(min(os.cpu_count() or 1, MOST_PROCESSES), mp_context=get_context("spawn")) as pool:
        return dict(zip(numbers, pool.map(generated_board, numbers, chunksize=4), strict=True))
