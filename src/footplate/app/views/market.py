"""The five places of the market. The rules count cards by colour; people see a card lie where it lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping


class Market:
    """The cards by place; ``update`` moves as few of them as can be."""

    def __init__(self, cards: Mapping[str, int], places: int) -> None:
        self.places: list[str | None] = [None] * places
        self.update(cards)

    def update(self, cards: Mapping[str, int]) -> None:
        new = Counter(cards)
        for place, card in enumerate(self.places):
            if card and new[card]:
                new[card] -= 1
            else:
                self.places[place] = None
        coming = new.elements()
        self.places = [card or next(coming, None) for card in self.places]
