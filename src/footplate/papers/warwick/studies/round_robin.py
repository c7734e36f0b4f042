"""The Warwick report's round robin of ten heuristic bots (Figures 12.1 to 12.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement, product

import numpy as np
import numpy.typing as npt

from footplate.arena.standings import across
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate, wilson
from footplate.papers.warwick.studies.match import SETTINGS, THEIRS, Setting
from footplate.studies.findings import in_order
from footplate.studies.published import Place, beside, grid, mean_of, means, shares
from footplate.studies.study import Printed, Study, StudyRun, StudyTable

Floats = npt.NDArray[np.float64]

PUBLISHED_GAMES = 100_000

# Their agent codes 128, 256, 1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192, by our names.
BOTS = (
    "fully-random", "greedy-random", "base", "random-smart", "random-base",
    "villain", "hoarder", "hoarder-ticket", "pile", "pile-ticket-hater",
)  # fmt: skip


def _shares(percents: Sequence[Sequence[float]]) -> dict[Place, Printed]:
    return shares(grid(BOTS, BOTS, percents), PUBLISHED_GAMES, of=100)


# Figure 12.1: wins of the row's bot in per cent.
WINS = _shares([
    [48.29, 35.44, 9.8, 11.98, 20.71, 26.48, 7.69, 29.14, 13.53, 13.53],
    [60.72, 47.71, 20.52, 24.49, 32.5, 32.66, 19.77, 45.43, 22.83, 22.83],
    [88.92, 77.32, 47.05, 54.61, 66.76, 76.67, 38.93, 61.03, 60.36, 60.36],
    [86.6, 72.84, 39.8, 47.27, 60.9, 72.38, 33.47, 54.14, 56.7, 56.7],
    [77.02, 64.82, 29.79, 35.49, 48.48, 56.41, 24.32, 48.3, 43.71, 43.71],
    [70.0, 63.95, 20.71, 24.84, 40.4, 47.59, 13.27, 38.94, 23.16, 23.16],
    [91.15, 78.19, 55.48, 61.27, 72.33, 84.53, 47.05, 61.65, 66.24, 66.24],
    [68.54, 51.07, 36.81, 43.4, 49.14, 58.36, 35.84, 48.56, 48.31, 48.31],
    [84.49, 74.48, 34.84, 38.68, 52.81, 74.02, 29.03, 49.09, 48.15, 48.15],
    [84.49, 74.48, 34.84, 38.68, 52.81, 74.02, 29.03, 49.09, 48.15, 48.15],
])  # fmt: skip

# Figure 12.2: wins in per cent of the games that were not drawn.
WINS_OF_DECIDED = _shares([
    [50.0, 36.86, 9.92, 12.15, 21.2, 27.45, 7.78, 29.83, 13.8, 13.8],
    [63.14, 50.0, 20.98, 25.16, 33.4, 33.81, 20.19, 47.08, 23.46, 23.46],
    [90.08, 79.02, 50.0, 57.84, 69.14, 78.73, 41.23, 62.38, 63.4, 63.4],
    [87.85, 74.84, 42.16, 50.0, 63.18, 74.45, 35.33, 55.51, 59.45, 59.45],
    [78.8, 66.6, 30.86, 36.82, 50.0, 58.27, 25.16, 49.57, 45.28, 45.28],
    [72.55, 66.19, 21.27, 25.55, 41.73, 50.0, 13.56, 40.02, 23.83, 23.83],
    [92.22, 79.81, 58.77, 64.67, 74.84, 86.44, 50.0, 63.24, 69.53, 69.53],
    [70.17, 52.92, 37.62, 44.49, 50.43, 59.98, 36.76, 50.0, 49.6, 49.6],
    [86.2, 76.54, 36.6, 40.55, 54.72, 76.17, 30.47, 50.4, 50.0, 50.0],
    [86.2, 76.54, 36.6, 40.55, 54.72, 76.17, 30.47, 50.4, 50.0, 50.0],
])  # fmt: skip

# Figure 12.3: mean score of the row's bot.
SCORES = grid(BOTS, BOTS, [
    [3.96, 2.18, 2.4, 2.95, 2.88, 2.54, 2.37, 4.23, 3.97, 3.97],
    [5.31, 4.08, 5.18, 5.62, 4.8, 3.54, 4.77, 6.26, 5.75, 5.75],
    [13.73, 11.61, 12.16, 12.92, 12.76, 12.67, 11.36, 13.33, 12.99, 12.99],
    [13.57, 11.01, 11.45, 12.44, 12.34, 11.8, 10.75, 12.72, 12.79, 12.79],
    [10.03, 7.49, 7.89, 8.8, 8.63, 8.02, 7.49, 9.77, 9.62, 9.62],
    [6.05, 4.75, 5.55, 5.73, 5.57, 5.23, 4.79, 6.14, 5.93, 5.93],
    [14.28, 11.09, 13.19, 13.67, 13.7, 13.82, 12.75, 13.62, 13.73, 13.73],
    [11.11, 6.24, 9.1, 10.25, 9.92, 9.46, 9.43, 12.02, 11.3, 11.3],
    [12.86, 11.09, 11.13, 11.85, 11.36, 11.78, 10.47, 12.33, 12.19, 12.19],
    [12.86, 11.09, 11.13, 11.85, 11.36, 11.78, 10.47, 12.33, 12.19, 12.19],
])  # fmt: skip


def _measure(setting: Setting, run: StudyRun) -> Sequence[StudyTable]:
    """Every pair plays once, the diagonal included; a match fills its cell and the mirrored one."""
    matches = {
        pair: run.play(setting.board, *map(setting.bot, pair)).results
        for pair in combinations_with_replacement(BOTS, 2)
    }
    won: dict[Place, Floats] = {}
    decided: dict[Place, Estimate] = {}
    scores: dict[Place, Estimate] = {}
    deviations: dict[Place, float] = {}
    for row, column in product(BOTS, repeat=2):
        mirrored = (column, row) in matches
        results, agent = matches[(column, row) if mirrored else (row, column)], int(mirrored)
        share, capped = results.shares[:, agent], np.maximum(results.totals[:, agent], 0)
        won[row, column] = results.by_deal((share == 1).astype(np.float64))
        decided[row, column] = _decided(share)
        scores[row, column], deviations[row, column] = mean_estimate(results.by_deal(capped)), float(capped.std())
    wins = {place: share_estimate(by_deal) for place, by_deal in won.items()}
    mean_scores = means(SCORES, PUBLISHED_GAMES, deviations)
    return [
        StudyTable("Figure 12.1: wins, %", beside(wins, WINS), percent=True),
        StudyTable("Figure 12.2: wins without draws, %", beside(decided, WINS_OF_DECIDED), percent=True),
        StudyTable("Figure 12.3: mean scores, not below 0", beside(scores, mean_scores)),
        ranking(won),
    ]


def _decided(share: Floats) -> Estimate:
    """Of the games without a draw, taken as independent (some pairs of games on a deal have lost one)."""
    played = share[(share == 0) | (share == 1)]
    return wilson(float(played.mean()), played.size) if played.size else Estimate(0.5, 0.0, 1.0)


def ranking(won: Mapping[Place, Floats]) -> StudyTable:
    """Mean over the ten opponents, best first. All matches play the same deals, so a deal's games belong together."""
    by_deal = {bot: across([won[bot, other] for other in BOTS]) for bot in BOTS}
    printed = {bot: mean_of([WINS[bot, other] for other in BOTS]) for bot in BOTS}
    ours = {(bot, "mean"): share_estimate(values) for bot, values in by_deal.items()}
    cells = beside(ours, {(bot, "mean"): theirs for bot, theirs in printed.items()})
    return StudyTable(
        "Figure 12.4: mean wins of each bot, %",
        tuple(sorted(cells, key=lambda cell: -cell.ours.mean)),
        percent=True,
        claims=in_order({bot: theirs.value for bot, theirs in printed.items()}, by_deal, "wins"),
    )


def _study(setting: Setting) -> Study:
    return Study(
        name=setting.named("warwick-round-robin"),
        title="Ten heuristic bots against each other on the eight-city board",
        source="Warwick CS407 report, section 12.4.2, Figures 12.1 to 12.4",
        board=setting.board,
        games=PUBLISHED_GAMES,
        measure=partial(_measure, setting),
        takes="2 min on 16 cores" if setting is THEIRS else "2.5 min on 2 cores",
        total=lambda games: len(BOTS) * (len(BOTS) + 1) // 2 * games,
        remarks=(
            setting.remark,
            "The report doesn't print the hoarder's threshold, what the bots keep of their first tickets, or when cars "
            "are sufficient for more tickets; docs/warwick.md says how we read it.",
            "Their mean scores are never negative, so scores below 0 count as 0 here.",
        ),
    )


STUDIES = tuple(map(_study, SETTINGS))
