"""Smith & Anton: boards made by their method, on the original graph, on a generated one, from three sub-games.

Distances follow the paper's formula; its tables print three fifths of them (``as_printed``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from footplate.arena.deals import seed_of, whole_deals
from footplate.arena.service import Watch
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.boards import Board
from footplate.design.distance import Floats, Tally, as_printed, distance, fairness, target_shares
from footplate.design.evaluation.figures import features_of
from footplate.design.playing import Playing
from footplate.maps.draw import draw_board
from footplate.papers.smith_anton.bots.kinds import AS_PRINTED
from footplate.papers.smith_anton.design.experiments import (
    NEAR,
    Outcome,
    generated_graph,
    original_graph,
    three_sub_games,
)
from footplate.papers.smith_anton.design.graph_optimizer import random_board
from footplate.papers.smith_anton.design.playtests import MethodOptions, Playtester
from footplate.papers.smith_anton.studies.original_board import BOARD, PUBLISHED, PUBLISHED_GAMES, published_board
from footplate.studies.findings import Claim, apart, more
from footplate.studies.published import beside, columns, exactly, rounded, share, shares
from footplate.studies.study import Picture, Printed, Study, StudyRun, StudyTable, few_games

BOTS = tuple(PUBLISHED)
TARGET = target_shares((25, 25, 25, 25), len(BOTS))
ORIGINAL, COMPLETE, RESTRICTED = "original board", "complete board", "restricted board"
GENERATED, SUB_GAMES = "generated board", "sub-games board"

# Tables 1, 6 and 8: win shares in the order of BOTS.
SHARES = {
    ORIGINAL: tuple(PUBLISHED.values()),
    COMPLETE: (0.215, 0.151, 0.251, 0.382),
    RESTRICTED: (0.212, 0.141, 0.243, 0.402),
    GENERATED: (0.3079, 0.123, 0.2907, 0.277),
    SUB_GAMES: (0.241, 0.091, 0.29, 0.378),
}
COLOURS = ("grey", "white", "black", "orange", "red", "pink", "yellow", "blue", "green")
LENGTHS = ("1", "2", "3", "4", "5", "6")

# Rows and columns of the tables of features. The double routes are in % of the pairs.
FEATURES: dict[str, tuple[Sequence[str], dict[str, Sequence[float]]]] = {
    "Table 3: features": (
        ("routes", "mean ticket value", "double routes, %", "segments", "mean length"),
        {
            ORIGINAL: (100, 11.6, 28.2, 307, 3.70),
            RESTRICTED: (123, 19.2, 57.7, 417, 3.39),
            COMPLETE: (115, 15.133, 47.4, 368, 3.20),
        },
    ),
    "Table 4: colours, % of the routes": (
        COLOURS,
        {
            ORIGINAL: (44, 7, 7, 7, 7, 7, 7, 7, 7),
            RESTRICTED: (11.4, 8.9, 12.2, 14.6, 8.9, 9.7, 12.2, 11.4, 10.6),
            COMPLETE: (10.4, 13.0, 12.2, 10.4, 8.7, 12.2, 9.6, 12.2, 11.3),
        },
    ),
    "Table 4: colours, % of the segments": (
        COLOURS,
        {
            ORIGINAL: (30.2, 8.47, 8.79, 8.47, 8.79, 8.79, 8.79, 8.79, 8.79),
            RESTRICTED: (10.0, 10.5, 12.9, 16.1, 8.6, 9.8, 10.8, 10.5, 10.5),
            COMPLETE: (12.0, 7.9, 12.2, 12.8, 6.8, 15.2, 9.0, 10.9, 13.3),
        },
    ),
    "Table 5: lengths, % of the routes": (
        LENGTHS,
        {
            ORIGINAL: (9, 36, 20, 18, 8, 9),
            RESTRICTED: (11.4, 16.3, 27.6, 19.5, 17.1, 8.1),
            COMPLETE: (20.0, 24.3, 13.0, 14.7, 13.9, 13.9),
        },
    ),
}

# By the seed of a study: the search's own chance, the games that it plays, and the games that measure what comes out.
_SEARCH, _SEARCHED, _MEASURED = 1, 2, 3
AT_ONCE = MethodOptions(
    games=12, first_threshold=0.99, second_threshold=0.99, samples=16, graphs=5, consistent=(1,)
)  # fmt: skip
_REMARKS = (
    "The paper prints distances divided by 2.5, where its formula says 1.5: theirs are given by the formula.",
    "Bots play as the paper's win rates can be explained best (study smith-anton-original-board); the studies that end "
    "in as-described have ours.",
    "What comes out is measured on deals that the search has not seen. A report (--out) keeps the board to play and to "
    "print. Stopped, the study begins anew.",
)
_TWO_BOARDS = (
    "Tables 3 to 5 count one board each: differences there are between two boards, not errors.",
    "Their original board has 307 spaces, because a double route of its file is too short by one. Their mean length "
    "3.70 is a misprint: 307 spaces on 100 routes make 3.07. Their 30.2 % of grey is cut, not rounded: 93 of 307.",
)


@dataclass(frozen=True)
class Experiment:
    """One of the paper's ways to make a board, and where the paper prints what came of it."""

    name: str
    title: str
    source: str
    kind: str  # of board
    make: Callable[[Playtester, MethodOptions, np.random.Generator], Outcome]
    win_table: str
    distance_table: str
    distance_at_random: float  # of random boards on the same graph, as printed
    search_games: int  # about as many as the search plays
    is_on_original: bool = False  # then the original board is measured, too
    options: MethodOptions = field(default_factory=MethodOptions)
    random_boards: int = 10
    takes: str = ""
    bots: tuple[str, ...] = tuple(AS_PRINTED[bot] for bot in BOTS)
    drawing: str = "Not drawn there"

    @property
    def study(self) -> Study:
        return Study(
            name=self.name,
            title=self.title,
            source=f"Smith & Anton 2022, {self.source}",
            board=BOARD if self.is_on_original else "made by the study",
            games=PUBLISHED_GAMES,
            measure=self.measure,
            total=self.total,
            takes=self.takes,
            shorten=self._shorten,
            goes_on=False,
            remarks=(
                *(_TWO_BOARDS if self.is_on_original else ()),
                *_REMARKS,
            ),
        )

    def _shorten(self, study: Study) -> Study:
        """With a search that takes what comes, and few boards at random."""
        short = replace(self, options=AT_ONCE, random_boards=2)
        return replace(few_games(study), measure=short.measure, total=short.total)

    def measure(self, run: StudyRun) -> Iterator[StudyTable]:
        rng = np.random.default_rng((run.seed, _SEARCH))
        with Playing(self.bots) as playing:
            outcome = self._search(playing, run, rng)
            boards = {ORIGINAL: published_board()} if self.is_on_original else {}
            boards[self.kind] = outcome.board
            made = [random_board(outcome.canvas, outcome.freedom, rng) for _ in range(self.random_boards)]
            deals = range(playing.deals_for(run.games))
            seed, watch = seed_of(run.seed, _MEASURED), Watch(run.ledger.tell)
            *won, at_random = (
                playing.win_shares(some, seed, deals, watch) for some in (*([board] for board in boards.values()), made)
            )
        by_deal = {name: its[0] for name, its in zip(boards, won, strict=True)}
        found = {name: fairness(TARGET, Tally.of(its)) for name, its in by_deal.items()}
        wins = columns(BOTS, {name: fair.shares for name, fair in found.items()})
        yield StudyTable(
            f"{self.win_table}: win shares, %",
            beside(wins, shares(columns(BOTS, SHARES), PUBLISHED_GAMES)),
            digits=1,
            percent=True,
            claims=tuple(_most(name, its) for name, its in by_deal.items()),
        )
        distances = {(name, ""): fair.distance for name, fair in found.items()}
        printed_distances = {(name, ""): _distance(SHARES[name]) for name in found}
        random_place = f"{self.random_boards} random boards", "mean"
        distances[random_place] = mean_estimate(
            np.array([fairness(TARGET, Tally.of(its)).distance.mean for its in at_random])
        )
        printed_distances[random_place] = Printed(self.distance_at_random / as_printed(1.0))
        yield StudyTable(
            f"{self.distance_table}: distances by the formula",
            beside(distances, printed_distances),
            3,
            pictures=(Picture(f"{self.drawing}: the {self.kind}", draw_board(outcome.board)),),
            boards=(replace(outcome.board, name=self.name),),
            claims=tuple(
                apart(f"the {self.kind} is nearer than the {name}", distance, distances[self.kind, ""])
                for (name, _), distance in distances.items()
                if name != self.kind
            ),
        )
        yield from _features(boards)
        yield neighbours(boards, made)

    def _search(self, playing: Playing, run: StudyRun, rng: np.random.Generator) -> Outcome:
        """The board; the progress bar gets ``search_games``, however many are played."""
        left = self.search_games

        def tell(played: int) -> None:
            nonlocal left
            run.ledger.tell(min(left, played))
            left -= min(left, played)

        playtester = Playtester(playing, TARGET, self.options, seed=seed_of(run.seed, _SEARCHED), progress=tell)
        outcome = self.make(playtester, self.options, rng)
        run.ledger.tell(left)
        return outcome

    def total(self, games: int) -> int:
        boards = self.random_boards + 1 + self.is_on_original
        return self.search_games + boards * whole_deals(games, len(BOTS))


def _distance(won: Sequence[float]) -> Printed:
    """Of published shares; its error is about that of their sum."""
    error = math.hypot(*(share(value, PUBLISHED_GAMES).error for value in won)) / (2 - 2 * float(TARGET.min()))
    return Printed(float(distance(TARGET, won)), error)


def _most(board: str, by_deal: Floats) -> Claim:
    """That the agent which wins most in their table does so in ours, against the one that is next there."""
    first, second = sorted(range(len(BOTS)), key=lambda i: -SHARES[board][i])[:2]
    text = f"{BOTS[first]} wins more than {BOTS[second]} on the {board}"
    return more(text, by_deal[:, first], by_deal[:, second])


def neighbours(boards: Mapping[str, Board], at_random: Sequence[Board]) -> StudyTable:
    """Of the pairs of routes that meet at a city: those of one colour, grey ones aside."""
    found: dict[tuple[str, str], Estimate] = {
        (name, ""): exactly(features_of(board).same_color) for name, board in boards.items()
    }
    found[f"{len(at_random)} random boards", "mean"] = mean_estimate(
        np.array([features_of(board).same_color for board in at_random])
    )
    claims = [
        apart(f"more neighbours have one colour on the {name} than on the {ORIGINAL}", of_board, found[ORIGINAL, ""])
        for (name, _), of_board in found.items()
        if ORIGINAL in boards and name in boards and name != ORIGINAL
    ]
    title = "Routes that meet at a city: pairs of one colour, %"
    return StudyTable(title, beside(found), digits=1, percent=True, claims=tuple(claims))


def _features(boards: Mapping[str, Board]) -> list[StudyTable]:
    """Tables 3 to 5, board by board; for generated graphs the paper prints none, and ours is alone.

    A board of theirs that their search made is another board than ours, so nothing can be reproduced there.
    """
    tables = []
    for name, board in boards.items():
        numbers = board_features(board)
        for title, (rows, printed) in FEATURES.items():
            ours = columns(rows, {name: list(map(exactly, numbers[title]))})
            known = {name: [rounded(figure, 1) for figure in printed[name]]} if name in printed else {}
            reference = "theirs" if name == ORIGINAL else "their board"
            tables.append(
                StudyTable(f"{title}, {name}", beside(ours, columns(rows, known)), digits=1, reference=reference)
            )
    return tables


def board_features(board: Board) -> dict[str, list[float]]:
    """What the paper counts of a board, by table."""
    found = features_of(board)
    routes, segments = found.routes, found.trains
    numbers = (
        [routes, found.ticket_value, 100 * found.double_share, segments, found.mean_length],
        [100 * found.colors.get(colour, 0) / routes for colour in COLOURS],
        [100 * found.trains_by_color.get(colour, 0) / segments for colour in COLOURS],
        [100 * found.lengths.get(int(length), 0) / routes for length in LENGTHS],
    )
    return dict(zip(FEATURES, numbers, strict=True))


# ---------------------------------------------------------------- the studies


def _on_original(*parts: Any, keep_lengths: int | None) -> Outcome:
    return original_graph(published_board(), *parts, keep_lengths=keep_lengths)


EXPERIMENTS = (
    Experiment(
        "smith-original-graph", "A balanced board on the graph of the United States, everything free",
        "Tables 1 to 5, complete optimisation", COMPLETE, partial(_on_original, keep_lengths=None),
        "Table 1", "Table 2", 0.1402, 90_000, is_on_original=True, takes="187 s on 1 core",
    ),
    Experiment(
        "smith-restricted", "A balanced board on the graph of the United States, lengths within one of the original",
        "Tables 1 to 5, restricted optimisation", RESTRICTED, partial(_on_original, keep_lengths=NEAR),
        "Table 1", "Table 2", 0.1402, 90_000, is_on_original=True, takes="104 s on 1 core",
        drawing="Figure 3",
    ),
    Experiment(
        "smith-generated-graph", "A balanced board on a generated graph", "Tables 6 and 7", GENERATED, generated_graph,
        "Table 6", "Table 7", 0.185, 120_000, takes="75 s on 1 core",
    ),
    Experiment(
        "smith-three-sub-games", "A balanced board from three sub-games", "Tables 8 and 9", SUB_GAMES, three_sub_games,
        "Table 8", "Table 9", 0.178, 113_000, takes="87 s on 1 core",
    ),
)  # fmt: skip
AS_DESCRIBED = tuple(
    replace(
        experiment,
        name=f"{experiment.name}-as-described",
        title=f"{experiment.title}, by bots as described",
        bots=BOTS,
        takes="",
    )
    for experiment in EXPERIMENTS
)
STUDIES = tuple(experiment.study for experiment in (*EXPERIMENTS, *AS_DESCRIBED))
