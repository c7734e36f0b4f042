"""What a player did in the games of a match on the thesis's board: which routes it claimed, and how often it drew.

``policies`` draws that as the thesis does: the routes that a player claims in more than 10 % of its games, on the map
(Figures 5-3 to 5-5 and 5-7, and those of its appendix for each pair of players).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.arena.results import GameResults
from footplate.boards import Board
from footplate.maps.panels import Panel, draw_panels
from footplate.maps.route_use import draw_route_use
from footplate.papers.thesis.studies.heuristics import Floats
from footplate.studies.study import Picture

Bools = npt.NDArray[np.bool_]

POLICY = 0.1  # the share of games from which on a route belongs to a policy
_COLUMNS, _WIDTH = 4, 360  # of a page, and of a map in pixels


@dataclass(frozen=True)
class Part:
    """By game: whether the player owned each route at the end, and in how many turns it drew cards."""

    claimed: Bools
    draws: Floats

    @property
    def use(self) -> list[float]:
        """By route the share of games in which it was claimed."""
        return [float(share) for share in self.claimed.mean(axis=0)]

    @property
    def claims(self) -> Floats:
        """How many routes it claimed, by game."""
        return np.asarray(self.claimed.sum(axis=1), np.float64)


def part_of(board: Board, results: GameResults, agent: int = 0) -> Part:
    """Of an agent; the results must have their ``finals``, in which every card of the player is in its hand or paid."""
    assert results.finals is not None
    assert board.rules.progress
    seats = results.seat_of[:, agent]
    claimed = results.owners[:, : len(board.routes)] == seats[:, None] + 1
    in_hand = results.finals["hand"][np.arange(len(seats)), seats].sum(axis=1, dtype=np.int64)
    paid = claimed @ np.array([route.length for route in board.routes])
    drawn = in_hand + paid - board.rules.initial_cards
    return Part(claimed, np.ceil(drawn / board.rules.progress.cards_per_draw))


def together(parts: Sequence[Part]) -> Part:
    """All games of several matches."""
    return Part(np.concatenate([part.claimed for part in parts]), np.concatenate([part.draws for part in parts]))


def policies(title: str, board: Board, parts: Mapping[str, Part], columns: int = _COLUMNS) -> Picture:
    """A page with a map for each heading."""
    panels = [
        Panel(heading, draw_route_use(board, part.use, width=_WIDTH, least=POLICY, place=str(i)))
        for i, (heading, part) in enumerate(parts.items())
    ]
    return Picture(title, draw_panels(title, panels, columns))
