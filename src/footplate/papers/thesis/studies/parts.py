"""What a player did in the games of a match on the thesis's board: its routes and draws, and how long it waited.

``policies`` draws that as the thesis does: the routes that a player claims in more than 10 % of its games, on the map
(Figures 5-3 to 5-5 and 5-7, and those of its appendix for each pair of players).

Waits are those before a player claims (section 5.3 of the thesis); section 5.4.1 tells how often it claims.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.arena.results import GameResults, MatchResult
from footplate.arena.statistics import mean_estimate
from footplate.boards import Board
from footplate.maps.panels import Panel, draw_panels
from footplate.maps.route_use import draw_route_use
from footplate.papers.thesis.studies.heuristics import Floats
from footplate.studies.findings import more
from footplate.studies.study import Cell, Picture, StudyTable

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


BEFORE, CARDS = "turns before the first claim", "cards in hand then"


@dataclass(frozen=True)
class Wait:
    """By game of a match: turns of an agent before that of its first claim, all if it never claimed; cards in hand."""

    turns: Floats
    cards: Floats


def wait_of(board: Board, match: MatchResult, agent: int = 0) -> Wait:
    """The match must have its records. A turn before the first claim is a draw."""
    rules, found = board.rules, []
    assert rules.progress
    for record, seat in zip(match.results.records, match.results.seat_of[:, agent], strict=True):
        moves = [move.text for move in record.moves if move.seat == seat]
        found.append(next((i for i, text in enumerate(moves) if text.startswith("claim")), len(moves)))
    turns, whole_deck = np.array(found, np.float64), rules.cards_per_color * len(board.colors)
    return Wait(turns, np.minimum(rules.initial_cards + rules.progress.cards_per_draw * turns, whole_deck))


def waiting_alone(board: Board, matches: Mapping[str, MatchResult]) -> StudyTable:
    """T2R-Solitaire: a turn is a draw or a claim, so that whoever waits draws."""
    cells, draws = [], {}
    for name, match in matches.items():
        wait = wait_of(board, match)
        draws[name] = part_of(board, match.results).draws
        columns = {BEFORE: wait.turns, CARDS: wait.cards, "turns of drawing in a game": draws[name]}
        cells += [Cell(name, column, mean_estimate(values)) for column, values in columns.items()]
    claims = [
        more(f"ES draws in more turns than {name}", draws["ES"], draws[name], are_shares=False)
        for name in matches
        if "ES" in matches and name != "ES"
    ]
    return StudyTable("Section 5.3: waiting in T2R-Solitaire", tuple(cells), claims=tuple(claims))


def claiming(title: str, parts: Mapping[str, Sequence[Part]], waits: Mapping[str, Sequence[Wait]]) -> StudyTable:
    """T2R-Dual, by player its parts and waits against all opponents; games come deal by deal, two on each.

    The thesis says that its ES players claim less often than all others but random.
    """
    cells, claims_of = [], {}
    for name, its_parts in parts.items():
        claims_of[name] = np.mean([_by_deal(part.claims) for part in its_parts], axis=0)
        draws = np.mean([_by_deal(part.draws) for part in its_parts], axis=0)
        cells += [
            Cell(name, "routes claimed in a game", mean_estimate(claims_of[name])),
            Cell(name, "turns of drawing in a game", mean_estimate(draws)),
            Cell(name, BEFORE, mean_estimate(np.mean([_by_deal(wait.turns) for wait in waits[name]], axis=0))),
            Cell(name, CARDS, mean_estimate(np.mean([_by_deal(wait.cards) for wait in waits[name]], axis=0))),
        ]
    claims = [
        more(f"{name} claims more routes than {es}", claims_of[name], claims_of[es], are_shares=False)
        for es in parts
        if es.endswith("ES")
        for name in parts
        if not name.endswith("ES") and name != "t2r-random"
    ]
    return StudyTable(title, tuple(cells), claims=tuple(claims))


def _by_deal(values: Floats) -> Floats:
    means: Floats = values.reshape(-1, 2).mean(axis=1)
    return means
