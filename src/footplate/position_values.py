"""Values of a position's JSON, each checked as it is taken, and cards by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footplate.action_space import cards_by_kind
from footplate.actions import LOCOMOTIVE
from footplate.boards import Board
from footplate.engine import layout
from footplate.engine.layout import LOCO
from footplate.errors import InvalidPosition


class Reader:
    """Values of a JSON object, each checked as it is taken."""

    def __init__(self, data: Mapping[str, Any], where: str = "") -> None:
        self.data, self.where = data, where
        self.engine: Mapping[str, Any] = data["engine"] if isinstance(data.get("engine"), Mapping) else {}

    def take(self, key: str, *types: type) -> Any:
        if key not in self.data:
            raise InvalidPosition(f"{self.where}{key!r} is missing")
        value = self.data[key]
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise InvalidPosition(f"{self.where}{key!r} can't be {value!r}")
        return value

    def number(self, key: str, least: int, most: int) -> int:
        return self.number_in(self.take(key, int), key, least, most)

    def number_in(self, value: Any, what: str, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InvalidPosition(f"{self.where}{what!r}: {value!r} must be a whole number from {least} to {most}")
        return value

    def numbers(self, key: str, least: int, most: int) -> list[int]:
        return [self.number_in(value, key, least, most) for value in self.take(key, list)]

    def objects(self, key: str) -> list[Reader]:
        found = self.take(key, list)
        if not all(isinstance(one, Mapping) for one in found):
            raise InvalidPosition(f"{self.where}{key!r} must be a list of objects")
        return [Reader(one, f"{self.where}{key} {i}: ") for i, one in enumerate(found)]

    def leftover(self, key: str, most: int) -> list[int]:
        """What lies where nobody looks any more, so that equal games stay equal bytes."""
        found = self.engine.get(key, [])
        return [self.number_in(value, key, 0, most) for value in found] if isinstance(found, list) else []

    def cards(self, key: str, board: Board) -> list[int]:
        counts = [0] * layout.KINDS
        for card, n in self.take(key, Mapping).items():
            counts[kind_of(board, card)] = self.number_in(n, f"{key}: {card}", 0, 120)
        return counts


def cards_of(board: Board, counts: Any) -> dict[str, int]:
    return {card: int(counts[kind]) for kind, card in cards_by_kind(board) if counts[kind]}


def kind_of(board: Board, card: object) -> int:
    if card == LOCOMOTIVE:
        return LOCO
    if card not in board.colors:
        raise InvalidPosition(f"there is no card {card!r}; cards: {', '.join((*board.colors, LOCOMOTIVE))}")
    return board.colors.index(str(card))


def between(place: Any) -> str:
    return f"{place.a}-{place.b}"
