"""The Warwick report's searches that keep the game close: the final tables (Appendix C, Figures 12.8 to 12.10)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from footplate.charts import draw_comparison, plain
from footplate.papers.warwick.studies.match import (
    PUBLISHED_GAMES,
    SETTINGS,
    MatchFigures,
    Setting,
    cheating,
    fair,
    mean_figures,
    play,
    size_of,
)
from footplate.studies.published import mean_of, share
from footplate.studies.study import Cell, Picture, Printed, Study, StudyRun, StudyTable

BOTS = (
    "fully-random", "greedy-random", "villain", "random-base", "hoarder-ticket",
    "pile", "pile-ticket-hater", "random-smart", "base", "hoarder",
)  # fmt: skip
MEAN = "mean of all"
BEST = "ISMCTS POSAS 5, m=0.1"

# The agents of Appendix C: how ours is called, and (win %, draw %, score difference) against each bot. Their win
# difference follows from the first two, to the rounding.
Row = tuple[float, float, float]
AGENTS: dict[str, tuple[Callable[[int, str], str], str, tuple[Row, ...]]] = {
    "CMCTS ROSAS": (cheating, "dda=rosas", (
        (31.9, 27.8, 1.324), (16.3, 28.3, 2.727), (14.9, 26.8, 1.945), (17.1, 18.7, 3.451), (12.3, 17.7, 5.569),
        (17.4, 13.8, 3.985), (17.4, 13.8, 3.985), (15.7, 15.4, 4.359), (9.1, 12.9, 5.276), (9.1, 12.5, 5.027),
    )),
    "CMCTS POSAS 5": (cheating, "dda=posas,threshold=5", (
        (61.8, 8.5, 1.609), (39, 8.8, 1.489), (38.8, 8, 0.436), (35.9, 6.1, 1.215), (28.4, 3.9, 3.024),
        (26.9, 6.2, 2.12), (26.9, 6.2, 2.12), (27.2, 6.4, 2.128), (21.8, 5.9, 2.923), (19.1, 6.5, 2.865),
    )),
    "CMCTS ROSAS, m=0.5": (cheating, "dda=rosas,momentum=0.5", (
        (27.8, 28.3, 1.308), (12.3, 27.7, 3.045), (11.8, 28.1, 1.308), (14.5, 18.6, 3.869), (10, 15.1, 6.019),
        (12.1, 15.8, 4.511), (12.1, 15.8, 4.511), (11.3, 15.8, 4.678), (7.6, 14.9, 5.354), (6.5, 14.7, 5.318),
    )),
    "ISMCTS ROSAS": (fair, "dda=rosas", (
        (79.1, 7.1, 4.168), (43, 11.8, 1.227), (38.7, 11.1, 0.983), (44.1, 7.8, 0.945), (30.7, 13.4, 2.485),
        (23.2, 6.6, 4.249), (23.2, 6.6, 4.249), (31.4, 7, 2.603), (17.8, 5.3, 5.491), (16.7, 6.2, 5.435),
    )),
    "ISMCTS POSAS 5": (fair, "dda=posas,threshold=5", (
        (73.4, 4.2, 3.536), (42.3, 5.6, 1.577), (39.6, 6.7, 1.133), (34.9, 4.4, 2.344), (29.2, 6.2, 3.391),
        (22.6, 3.9, 4.441), (22.6, 3.9, 4.441), (25.7, 3.2, 4.084), (16.2, 3.2, 6.015), (14.3, 4, 6.409),
    )),
    "ISMCTS ROSAS, m=0.5": (fair, "dda=rosas,momentum=0.5", (
        (82.3, 6, 4.734), (48, 11, 0.833), (43.9, 13.8, 0.34), (45.2, 9.9, 0.679), (36.2, 13.3, 2.302),
        (26.5, 6.3, 3.988), (26.5, 6.3, 3.988), (35.2, 7.8, 2.02), (18.9, 7.1, 5.094), (18.5, 7.3, 4.88),
    )),
    BEST: (fair, "dda=posas,threshold=5,momentum=0.1", (
        (91.3, 2, 6.75), (68, 3.9, 0.951), (69.2, 4.2, 1.977), (65.5, 4.9, 2.234), (59.7, 5.1, 0.173),
        (42.8, 5.6, 0.945), (42.8, 5.6, 0.945), (51.1, 3.6, 0.345), (39.3, 4.7, 2.169), (35, 4.8, 2.536),
    )),
    "CMCTS ROSAS, target 3": (cheating, "dda=rosas,target=3", (
        (75.9, 5.8, 1.052), (59.1, 9.8, 1.368), (63, 10.3, 0.37), (51.8, 6.4, 1.132), (44, 4.7, 3.497),
        (40.8, 7, 2.042), (40.8, 7, 2.042), (38.9, 6.1, 2.433), (35.2, 5.8, 2.82), (31.1, 7, 3.052),
    )),
}  # fmt: skip

# Figure 12.9: the best of them against bots that change their play (fully-random to base, base to fully-random, hoarder
# to random-base); here the report keeps the sign of the score difference.
MIXED = {"swap-bot": (47, 5.1, -0.709), "swap-bot-2": (83.9, 3.4, 3.862), "swap-bot-3": (68.6, 8.1, 2.048)}

PRINTED_IN = {BEST: "Figure 12.8", "CMCTS ROSAS, target 3": "Figure 12.10"}  # besides Appendix C
FIGURES = ("wins", "draws", "win difference", "score difference")  # as MatchFigures.estimates has them


def _measure(setting: Setting, run: StudyRun) -> Iterator[StudyTable]:
    averages: list[Cell] = []
    tables: list[list[Cell]] = [[] for _ in FIGURES]
    pictures: list[Picture] = []
    for name, (spec, options, rows) in AGENTS.items():
        met = [play(run, setting, spec(run.iterations, options), bot) for bot in BOTS]
        measured = zip(*(match.estimates for match in met), strict=True)
        printed = zip(*(_printed(row, match) for row, match in zip(rows, met, strict=True)), strict=True)
        means = mean_figures(met).estimates
        for figure, cells, ours, theirs, mean in zip(FIGURES, tables, measured, printed, means, strict=True):
            sizes = [one.size for one in theirs]
            cells += map(Cell, [name] * len(BOTS), BOTS, map(size_of, ours), sizes)
            average = Cell(name, figure, size_of(mean), mean_of(sizes))
            if figure == "score difference":
                cells.append(replace(average, column=MEAN))
            else:
                averages.append(average)
        pictures.append(_picture(name, [cell for table in tables[:3] for cell in table[-len(BOTS) :]]))
    *shares, points = tables
    yield StudyTable("Averages over the ten bots, %", tuple(averages), 1, percent=True, pictures=tuple(pictures))
    for figure, cells in zip(FIGURES, shares, strict=False):
        yield StudyTable(f"{figure.capitalize()} against each bot, %", tuple(cells), digits=1, percent=True)
    yield StudyTable("Difference of mean scores, not below 0", tuple(points))
    yield from _mixed(setting, run)


def _picture(agent: str, cells: Sequence[Cell]) -> Picture:
    """One agent's table of Appendix C, theirs beside ours: ``cells`` are shares by bot, figure by figure."""
    title = f"{PRINTED_IN.get(agent, 'Appendix C')}: {agent}"
    figures = [figure for figure in FIGURES[:3] for _ in BOTS]
    rows = [
        (f"{cell.column}, {figure}", cell.published, cell.ours) for cell, figure in zip(cells, figures, strict=True)
    ]
    words = "ring: theirs; dot and 95 % interval: ours; %"
    return Picture(title, draw_comparison(rows, title, words, lambda value: plain(100 * value)))


def _mixed(setting: Setting, run: StudyRun) -> Iterator[StudyTable]:
    """Figure 12.9, with the signs of differences."""
    agent, shares, points = fair(run.iterations, AGENTS[BEST][1]), [], []
    for bot, row in MIXED.items():
        match = play(run, setting, agent, bot)
        *cells, score = (Cell(bot, *one) for one in zip(FIGURES, match.estimates, _printed(row, match), strict=True))
        shares += cells
        points.append(replace(score, row=BEST, column=bot))
    title = f"Figure 12.9: {BEST} against bots that change their play, %"
    yield StudyTable(title, tuple(shares), digits=1, percent=True)
    yield StudyTable("Figure 12.9: difference of mean scores", tuple(points))


def _printed(row: Row, match: MatchFigures) -> tuple[Printed, Printed, Printed, Printed]:
    wins, draws, score = row[0] / 100, row[1] / 100, row[2]
    return (
        share(wins, PUBLISHED_GAMES),
        share(draws, PUBLISHED_GAMES),
        Printed(2 * wins + draws - 1, difference_error(wins, draws)),
        Printed(score, match.score_spread / math.sqrt(PUBLISHED_GAMES)),
    )


def difference_error(wins: float, draws: float) -> float:
    """Standard error of a published share won less share lost."""
    return math.sqrt((1 - draws - (2 * wins + draws - 1) ** 2) / PUBLISHED_GAMES)


def _study(setting: Setting) -> Study:
    return Study(
        name=setting.named("warwick-dda"),
        title="Searches that keep the game close against ten bots",
        source="Warwick CS407 report, Appendix C and Figures 12.8 to 12.10",
        board=setting.board,
        games=100,
        iterations=1000,
        measure=partial(_measure, setting),
        takes="41 s on 16 cores" if setting.suffix else "",  # measured one by one only
        total=lambda games: (len(AGENTS) * len(BOTS) + len(MIXED)) * games,
        remarks=(
            setting.remark,
            "The published setting is --games 500 --iterations 30000, which takes hours.",
            "Searches by their pseudo-code: random playouts, exploration by the parent's visits, the move with the "
            "best mean. Momentum is signed, as their formula has it (docs/tree-search.md).",
            "Win difference is the share won less the share lost, without its sign; few games make it look larger than "
            "it is. Scores below 0 count as 0, as in their statistics.",
            "The report doesn't say when its mixed bots change their play; ours do at their turn 5.",
        ),
    )


STUDIES = tuple(map(_study, SETTINGS))
