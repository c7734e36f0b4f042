"""Many balanced boards that differ in what a designer looks at: total length, share of grey, double routes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from footplate.design.balance.candidate import Candidate, Canvas, Features
from footplate.design.balance.rounds import Round
from footplate.design.balance.state import Contender, State
from footplate.design.distance import Floats, fairness
from footplate.files import write_whole

WITHIN = 0.025  # expected distance of boards that are collected: nearly all of them are really within 0.03
_FIRST_WITHIN = 0.02  # of the first one: boards near it are easier to find then
GAMES = 600  # of a proposal
_HEATS = (8, 4, 4)  # boards that play on
JUMPS = 8  # proposals that begin near a collected board; as many begin near boards that are nearly balanced
_UNCERTAIN = 4  # collected boards that play on, those with fewest games
_PROMISING = 8  # boards on which held-out opponents play enough
STEPS = 30  # from there to a proposal, of one move each
_TRIES = 40  # to leave a cell


def can_collect(state: State) -> bool:
    """Whether there is a balanced board, from which others can be found."""
    is_first = bool(state.contenders) and state.best.is_good and state.best.expected <= _FIRST_WITHIN
    return bool(state.collected) or is_first


class Cell(NamedTuple):
    """Boards in one cell are much alike: 15 segments, 5 points of grey and 4 double routes make a difference."""

    length: int
    grey: int
    doubles: int

    @classmethod
    def of(cls, features: Features) -> Cell:
        return cls(features.total_length // 15, int(20 * features.grey), features.doubles // 4)


class CollectingRound(Round):
    """Proposals in cells that nobody has; of every cell the best balanced board is collected."""

    def play(self) -> State:
        if self.state.collected:
            self._taken = {Cell.of(one.candidate.features) for one in self.state.collected}
            begin = [self._other_cell() for _ in range(JUMPS)] + self.nearest(JUMPS)
            self.add_games(self.proposals(begin, STEPS, 1), GAMES)
            for racers in _HEATS:
                self.add_games(self.nearest(racers), GAMES)
            self.add_games(self._uncertain(), GAMES)
            self.play_held_out(self._promising())
        return self.after()

    def is_wanted(self, candidate: Candidate) -> bool:
        return Cell.of(candidate.features) not in self._taken

    def _uncertain(self) -> list[Candidate]:
        """Collected boards about which least is known; those that prove worse than they seemed are given up."""
        by_games = sorted(self.state.collected, key=lambda one: one.tally.deals)
        return [one.candidate for one in by_games[:_UNCERTAIN]]

    def nearest(self, racers: int) -> list[Candidate]:
        """One of each cell."""
        return _one_of_each_cell(super().nearest(len(self.tallies)))[:racers]

    def _promising(self) -> list[Candidate]:
        """Of cells that nobody has the best boards; they are collected if held-out opponents have a good game there."""
        prediction, boards = self.surrogate().predict_played(), list(self.tallies)
        order = np.argsort(prediction.expected + prediction.outside, kind="stable")
        return _one_of_each_cell([boards[i] for i in order if self.is_wanted(boards[i])])[:_PROMISING]

    def _other_cell(self) -> Candidate:
        """A few moves from one of the collected boards, until its cell is left."""
        collected = self.state.collected
        parent = collected[self.chance.integers(len(collected))].candidate
        for tries in range(_TRIES):
            child = self.shop.mover.vary(parent, 1 + tries // 4, self.chance)
            if self.is_wanted(child):
                return child
        return parent

    def collect(self, contenders: Sequence[Contender]) -> tuple[Contender, ...]:
        balanced = {one.candidate: one for one in contenders if one.is_good and one.expected <= WITHIN}
        return tuple(balanced[candidate] for candidate in _one_of_each_cell(balanced))


def _one_of_each_cell(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The first."""
    cells: dict[Cell, Candidate] = {}
    for candidate in candidates:
        cells.setdefault(Cell.of(candidate.features), candidate)
    return list(cells.values())


def write_archive(folder: Path, canvas: Canvas, target: Floats, collected: Sequence[Contender]) -> None:
    """Every board as a file, and ``archive.json``: what each is like, the distance to expect, what its games showed."""
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
                "expected_distance": one.expected,
                **fairness(target, one.tally).to_dict(),
            }
        )
    write_whole(folder / "archive.json", json.dumps(index, indent=1).encode())
