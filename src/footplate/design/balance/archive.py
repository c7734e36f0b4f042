"""Many balanced boards that differ in what a designer looks at: total length, share of grey, double routes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from footplate.design.balance.candidate import Candidate, Canvas, Features
from footplate.design.balance.rounds import Round
from footplate.design.balance.state import Contender, State
from footplate.design.distance import Floats, fairness
from footplate.files import write_whole

WITHIN = 0.03  # expected distance of boards that count as balanced
CHILDREN = 24
GAMES = 288  # of the first heat
_FINALISTS = 3
_TRIES = 8  # to leave the cells that are taken, for each child
_MOST_MOVES = 4


class Cell(NamedTuple):
    """Boards in one cell are much alike: 15 segments, 5 points of grey and 4 double routes make a difference."""

    length: int
    grey: int
    doubles: int

    @classmethod
    def of(cls, features: Features) -> Cell:
        return cls(features.total_length // 15, int(20 * features.grey), features.doubles // 4)


class CollectingRound(Round):
    """Children of a collected board that lie in other cells; those that are balanced are collected too."""

    def play(self) -> State:
        cells = {Cell.of(one.candidate.features): one for one in self.state.collected}
        if not cells:
            return self._after((), self.state.contenders[:1])
        parents = list(cells.values())
        parent = parents[self.chance.integers(len(parents))]
        children = self._strangers(parent.candidate, cells)
        finalists = self._race(parent, children, self._deals_of(GAMES), _FINALISTS)
        tested = self._test([parent], finalists, self._deals_of(10 * GAMES))
        cells[Cell.of(parent.candidate.features)] = tested[0]
        for one in tested[1:]:
            cell = Cell.of(one.candidate.features)
            if one.expected <= WITHIN and (cell not in cells or one.expected < cells[cell].expected):
                cells[cell] = one
        balanced = [one for one in cells.values() if one.expected <= WITHIN] or [tested[0]]
        return self._after(tested, tuple(balanced))

    def _strangers(self, parent: Candidate, cells: Mapping[Cell, Contender]) -> list[Candidate]:
        """One child at most for each cell that nobody has."""
        found: dict[Cell, Candidate] = {}
        for _ in range(CHILDREN * _TRIES):
            moves = int(self.chance.integers(1, _MOST_MOVES + 1))
            child = self.shop.mover.change(parent, moves, self.chance)
            cell = Cell.of(child.features)
            if cell not in cells and len(found) < CHILDREN:
                found.setdefault(cell, child)
        return list(found.values())


def write_archive(folder: Path, canvas: Canvas, wished: Floats, collected: Sequence[Contender]) -> None:
    """Every board as a file, and ``archive.json``, which says of each what it is like and how fair."""
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for one in collected:
        features = one.candidate.features
        words = f"l{features.total_length}-g{100 * features.grey:.0f}-d{features.doubles}"
        title = f"{canvas.board.title}, {features.total_length} long, {features.doubles} double routes"
        board = canvas.make_board(one.candidate, f"{canvas.board.name.partition(':')[0]}-{words}", title)
        path = folder / f"{board.name}-{board.rules_hash[:6]}.json"
        if not path.exists():
            write_whole(path, board.to_json().encode())
        index.append(
            {
                "file": path.name,
                "total_length": features.total_length,
                "grey": features.grey,
                "doubles": features.doubles,
                **fairness(wished, one.tally).to_dict(),
            }
        )
    write_whole(folder / "archive.json", json.dumps(index, indent=1).encode())
