"""Smith & Anton: boards made by their method, on the original graph, on a generated one, from three sub-games.

Distances follow the paper's formula; its tables print three fifths of them (``as_printed``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from footplate.arena.deals import seed_of, whole_deals
from footplate.arena.service import Watch
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.boards import Board, load_board
from footplate.design.distance import Fairness, as_printed, distance, wished_shares
from footplate.design.evaluation.figures import features_of
from footplate.design.playing import Playing
from footplate.papers.smith_anton.design.experiments import Outcome, generated_graph, original_graph, three_sub_games
from footplate.papers.smith_anton.design.graph_optimizer import random_board
from footplate.papers.smith_anton.design.judge import Judge
from footplate.papers.smith_anton.design.phases import Settings
from footplate.papers.smith_anton.studies.original_board import BOARD, PUBLISHED, PUBLISHED_GAMES
from footplate.studies.ledger import Ledger
from footplate.studies.study import Cell, Study, StudyTable, share_error

BOTS = tuple(PUBLISHED)
WISHED = wished_shares((25, 25, 25, 25), len(BOTS))
RANDOM_BOARDS = 10
ORIGINAL, COMPLETE, RESTRICTED, GENERATED, SUB_GAMES = "original", "complete", "restricted", "generated", "sub-games"
RANDOM = "random"

# Tables 1, 6 and 8: win shares in the order of BOTS.
SHARES = {
    ORIGINAL: tuple(PUBLISHED.values()),
    COMPLETE: (0.215, 0.151, 0.251, 0.382),
    RESTRICTED: (0.212, 0.141, 0.243, 0.402),
    GENERATED: (0.3079, 0.123, 0.2907, 0.277),
    SUB_GAMES: (0.241, 0.091, 0.29, 0.378),
}
# Tables 2, 7 and 9: distances of random boards on the same graph, as printed.
PRINTED_RANDOM = {COMPLETE: 0.1402, RESTRICTED: 0.1402, GENERATED: 0.185, SUB_GAMES: 0.178}
WIN_TABLE = {COMPLETE: "Table 1", RESTRICTED: "Table 1", GENERATED: "Table 6", SUB_GAMES: "Table 8"}
DISTANCE_TABLE = {COMPLETE: "Table 2", RESTRICTED: "Table 2", GENERATED: "Table 7", SUB_GAMES: "Table 9"}

# Table 3: routes, mean value of a ticket, double routes in % of the pairs, segments, mean length.
FEATURES = ("routes", "mean ticket value", "double routes, %", "segments", "mean length")
FEATURES_OF = {
    ORIGINAL: (100, 11.6, 28.2, 307, 3.70),
    RESTRICTED: (123, 19.2, 57.7, 417, 3.39),
    COMPLETE: (115, 15.133, 47.4, 368, 3.20),
}
# Table 4, in %: share of the routes and of the segments.
COLORS = ("grey", "white", "black", "orange", "red", "pink", "yellow", "blue", "green")
COLORED_ROUTES = {
    ORIGINAL: (44, 7, 7, 7, 7, 7, 7, 7, 7),
    RESTRICTED: (11.4, 8.9, 12.2, 14.6, 8.9, 9.7, 12.2, 11.4, 10.6),
    COMPLETE: (10.4, 13.0, 12.2, 10.4, 8.7, 12.2, 9.6, 12.2, 11.3),
}
COLORED_SEGMENTS = {
    ORIGINAL: (30.2, 8.47, 8.79, 8.47, 8.79, 8.79, 8.79, 8.79, 8.79),
    RESTRICTED: (10.0, 10.5, 12.9, 16.1, 8.6, 9.8, 10.8, 10.5, 10.5),
    COMPLETE: (12.0, 7.9, 12.2, 12.8, 6.8, 15.2, 9.0, 10.9, 13.3),
}
# Table 5, in % of the routes.
LENGTHS = {
    ORIGINAL: (9, 36, 20, 18, 8, 9),
    RESTRICTED: (11.4, 16.3, 27.6, 19.5, 17.1, 8.1),
    COMPLETE: (20.0, 24.3, 13.0, 14.7, 13.9, 13.9),
}

# By the seed of a study: the search's own chance, the games that it plays, and the games that measure what comes out.
_SEARCH, _SEARCHED, _MEASURED = 1, 2, 3
_SEARCH_GAMES = {COMPLETE: 90_000, RESTRICTED: 90_000, GENERATED: 120_000, SUB_GAMES: 113_000}  # about as many

Experiment = Callable[[Judge, Settings, np.random.Generator], Outcome]


def _experiments() -> Mapping[str, Experiment]:
    original = load_board(BOARD)
    return {
        COMPLETE: partial(original_graph, original),
        RESTRICTED: partial(original_graph, original, is_restricted=True),
        GENERATED: generated_graph,
        SUB_GAMES: three_sub_games,
    }


def _measure(kind: str, games: int, seed: int, ledger: Ledger) -> Sequence[StudyTable]:
    left = _SEARCH_GAMES[kind]

    def tell(played: int) -> None:
        nonlocal left
        ledger.tell(min(left, played))
        left -= min(left, played)

    rng = np.random.default_rng((seed, _SEARCH))
    with Playing(BOTS) as playing:
        judge = Judge(playing, WISHED, seed=seed_of(seed, _SEARCHED), games=Settings().games, progress=tell)
        outcome = _experiments()[kind](judge, Settings(), rng)
        ledger.tell(left)

        def measured(board: Board) -> Fairness:
            return playing.fairness(board, WISHED, games, seed=seed_of(seed, _MEASURED), watch=Watch(ledger.tell))

        boards = {kind: outcome.board}
        if kind in (COMPLETE, RESTRICTED):
            boards = {ORIGINAL: load_board(BOARD), **boards}
        found = {name: measured(board) for name, board in boards.items()}
        chances = [measured(random_board(outcome.canvas, outcome.freedom, rng)) for _ in range(RANDOM_BOARDS)]
    wins = [_win_cell(name, i, found[name]) for name in found for i in range(len(BOTS))]
    return [
        StudyTable(f"{WIN_TABLE[kind]}: win shares, %", tuple(wins), digits=1, percent=True),
        _distances(kind, found, chances),
        *_features(boards),
    ]


def _win_cell(name: str, bot: int, found: Fairness) -> Cell:
    share = SHARES[name][bot]
    return Cell(BOTS[bot], f"{name} board", found.shares[bot], share, share_error(share, PUBLISHED_GAMES))


def _distances(kind: str, found: Mapping[str, Fairness], chances: Sequence[Fairness]) -> StudyTable:
    cells = [
        Cell(f"{name} board", "", fair.distance, float(distance(WISHED, SHARES[name])), _error(SHARES[name]))
        for name, fair in found.items()
    ]
    ours = mean_estimate(np.array([chance.distance.mean for chance in chances]))
    cells.append(Cell(f"{RANDOM_BOARDS} {RANDOM} boards", "mean", ours, PRINTED_RANDOM[kind] / as_printed(1.0)))
    return StudyTable(f"{DISTANCE_TABLE[kind]}: distances by the formula", tuple(cells), digits=3)


def _error(shares: Sequence[float]) -> float:
    """Of a published distance, about."""
    return math.hypot(*(share_error(share, PUBLISHED_GAMES) for share in shares)) / (2 - 2 * float(WISHED.min()))


# ---------------------------------------------------------------- features of the boards


def _features(boards: Mapping[str, Board]) -> list[StudyTable]:
    """Tables 3 to 5; for generated graphs the paper prints none, and ours is alone."""
    numbers = {name: board_features(board) for name, board in boards.items()}
    return [
        _table(
            "Table 3: features", {name: found["features"] for name, found in numbers.items()}, FEATURES, FEATURES_OF
        ),
        _table(
            "Table 4: colours, % of the routes",
            {name: found["colored routes"] for name, found in numbers.items()},
            COLORS,
            COLORED_ROUTES,
        ),
        _table(
            "Table 4: colours, % of the segments",
            {name: found["colored segments"] for name, found in numbers.items()},
            COLORS,
            COLORED_SEGMENTS,
        ),
        _table(
            "Table 5: lengths, % of the routes",
            {name: found["lengths"] for name, found in numbers.items()},
            [str(length) for length in range(1, 7)],
            LENGTHS,
        ),
    ]


def board_features(board: Board) -> dict[str, list[float]]:
    """What the paper counts of a board."""
    found = features_of(board)
    routes, segments = found.routes, found.trains
    return {
        "features": [routes, found.ticket_value, 100 * found.double_share, segments, found.mean_length],
        "colored routes": [100 * found.colors.get(color, 0) / routes for color in COLORS],
        "colored segments": [100 * found.trains_by_color.get(color, 0) / segments for color in COLORS],
        "lengths": [100 * found.lengths.get(length, 0) / routes for length in range(1, 7)],
    }


def _table(
    title: str, ours: Mapping[str, Sequence[float]], rows: Sequence[str], published: Mapping[str, Sequence[float]]
) -> StudyTable:
    cells = [
        Cell(row, f"{name} board", Estimate(value, value, value), published[name][i] if name in published else None)
        for name, values in ours.items()
        for i, (row, value) in enumerate(zip(rows, values, strict=True))
    ]
    return StudyTable(title, tuple(cells), digits=1)


# ---------------------------------------------------------------- the studies


def _total(kind: str, games: int) -> int:
    boards = RANDOM_BOARDS + (2 if kind in (COMPLETE, RESTRICTED) else 1)
    return _SEARCH_GAMES[kind] + boards * whole_deals(games, len(BOTS))


def _study(kind: str, name: str, title: str, source: str, remarks: tuple[str, ...] = ()) -> Study:
    return Study(
        name=name,
        title=title,
        source=f"Smith & Anton 2022, {source}",
        board=BOARD if kind in (COMPLETE, RESTRICTED) else "made by the study",
        games=PUBLISHED_GAMES,
        measure=partial(_measure, kind),
        total=partial(_total, kind),
        goes_on=False,
        remarks=(
            *remarks,
            "The paper prints distances divided by 2.5, where its formula says 1.5: theirs are given by the formula.",
            "What comes out is measured on deals that the search has not seen. Stopped, the study begins anew.",
        ),
    )


_ORIGINAL_REMARK = (
    "Tables 3 to 5 count one board each: differences there are between two boards, not errors. Their mean length of "
    "the original board should read 3.07.",
)

STUDIES = (
    _study(
        COMPLETE,
        "smith-original-graph",
        "A balanced board on the graph of the United States, everything free",
        "Tables 1 to 5, complete optimisation",
        _ORIGINAL_REMARK,
    ),
    _study(
        RESTRICTED,
        "smith-restricted",
        "A balanced board on the graph of the United States, lengths within one of the original",
        "Tables 1 to 5, restricted optimisation",
        _ORIGINAL_REMARK,
    ),
    _study(GENERATED, "smith-generated-graph", "A balanced board on a generated graph", "Tables 6 and 7"),
    _study(SUB_GAMES, "smith-three-sub-games", "A balanced board from three sub-games", "Tables 8 and 9"),
)
