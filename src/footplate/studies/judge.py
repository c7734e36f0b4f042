"""Which moves are silly, by an independent judge: the network of the board in a search, the strongest evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from footplate.agents.kernels import start_bot
from footplate.agents.learned.agent import weights_for
from footplate.agents.learned.search_agent import NetworkSearcher
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.agents.search.evaluators.evaluator import Evaluator
from footplate.agents.search.options import NetworkSearchOptions, SearchOptions
from footplate.agents.search.searcher import Searcher
from footplate.engine.layout import Records
from footplate.engine.tables import Tables
from footplate.records import GameRecord

JUDGE = NetworkSearchOptions(iterations=240)
RELIABLE = 0.1  # visits that make a mean reliable, as a share of the most visited move's
WORTH_A_LOOK = 0.02  # the least prior of a move that is judged
SILLY_POINTS, SILLY_CHANCE = 3.0, 0.1
_NETWORKS = ShippedNetworks("net")

Decision = tuple[Records, int]  # the observation of a seat, and what it did


@dataclass(frozen=True)
class Verdict:
    """What a move has cost by the judge's opinion: points of margin, and chance of winning."""

    points: float
    chance: float

    @property
    def is_silly(self) -> bool:
        return self.points > SILLY_POINTS or self.chance > SILLY_CHANCE


class Judge:
    """Searches a position with chance of its own; then it looks at the move and at its best one equally long.

    A network says what points and chance are worth together: that is the verdict's chance, where 50 points are worth
    half a win. A search with playouts, which the studies of the Warwick report have, tells both.
    """

    def __init__(self, tables: Tables, seed: int = 0, search: SearchOptions = JUDGE) -> None:
        self.tables, self.iterations = tables, search.iterations
        self.searcher = Searcher(search)
        if isinstance(search, NetworkSearchOptions):
            weights = weights_for(_NETWORKS.find("", tables), tables, "the judge")
            self.searcher = NetworkSearcher(search, Evaluator(weights=weights))
        start_bot(self.searcher.works[0], np.uint64(seed))

    def verdict(self, states: Records, action: int) -> Verdict:
        """On ``action`` in the position of an observation."""
        searcher = self.searcher
        searcher.begin(self.tables, states)
        by_network = isinstance(searcher, NetworkSearcher)
        if by_network:
            searcher.root["prior"][action] = max(WORTH_A_LOOK, searcher.root["prior"][action])
        searcher.iterate(self.iterations)
        moves = searcher.moves()
        reliable = (move for move in moves if move.visits >= RELIABLE * moves[0].visits)
        best = searcher.choose() if by_network else max(reliable, key=lambda move: move.mean).action
        if best == action:
            return Verdict(0.0, 0.0)
        for looked in (best, action):
            searcher.look_at(looked, self.iterations // 2)
        found = {move.action: move for move in Searcher.moves(searcher)}
        cost = found[best].mean - found[action].mean
        return Verdict(0.0, cost / 2) if by_network else Verdict(cost, found[best].win - found[action].win)


def decisions_of(record: GameRecord, name: str) -> Sequence[Decision]:
    """Those of a player in which it had a choice."""
    found = []
    seat, seen = record.seats.index(name), None
    for game in record.steps():
        if seen is not None:
            action = game.history[-1].action
            assert action is not None
            found.append((seen.records.copy(), seen.actions.id(action)))
        chooses = not game.is_over and game.to_move == seat
        seen = game.observe(seat) if chooses else None
        if seen is not None and len(seen.legal_actions()) == 1:
            seen = None
    return found
