"""The Warwick report's searches that keep the game close: the final tables (Appendix C, Figures 12.8 to 12.10)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from footplate.charts import draw_comparison, plain
from footplate.papers.warwick.studies.appendix_c import BEST, BOTS, SEARCHES, Row
from footplate.papers.warwick.studies.match import (
    PUBLISHED_GAMES,
    THEIRS,
    MatchFigures,
    mean_figures,
    play,
    size_of,
)
from footplate.studies.findings import Claim, more
from footplate.studies.published import mean_of, share
from footplate.studies.study import Cell, Picture, Printed, Study, StudyRun, StudyTable

MEAN = "mean of all"

# Figure 12.9: the best of them against bots that change their play (fully-random to base, base to fully-random, hoarder
# to random-base); here the report keeps the sign of the score difference.
MIXED = {"swap-bot": (47, 5.1, -0.709), "swap-bot-2": (83.9, 3.4, 3.862), "swap-bot-3": (68.6, 8.1, 2.048)}

PRINTED_IN = {BEST: "Figure 12.8", "CMCTS ROSAS, target 3": "Figure 12.10"}  # besides Appendix C
FIGURES = ("wins", "draws", "win difference", "score difference")  # as MatchFigures.estimates has them

# What section 12.4.4 says of the means over the ten bots, and the orders of wins in Appendix C: each has more than the
# next.
ORDERS: Mapping[str, Sequence[Sequence[str]]] = {
    "wins": (
        ("CMCTS ROSAS, target 3", "CMCTS POSAS 5", "CMCTS ROSAS", "CMCTS ROSAS, m=0.5"),
        (BEST, "ISMCTS ROSAS, m=0.5", "ISMCTS ROSAS", "ISMCTS POSAS 5"),
        ("ISMCTS ROSAS", "CMCTS ROSAS"),
    ),
    "draws": (("CMCTS ROSAS", "ISMCTS ROSAS"), ("CMCTS ROSAS", "CMCTS POSAS 5")),
    "win difference": (
        ("CMCTS ROSAS, m=0.5", "CMCTS ROSAS", "ISMCTS ROSAS", "ISMCTS ROSAS, m=0.5"),
        ("CMCTS ROSAS", "CMCTS POSAS 5"),
        ("ISMCTS POSAS 5", "ISMCTS ROSAS"),
        (BEST, "CMCTS ROSAS, target 3"),
    ),
    "score difference": (
        ("CMCTS ROSAS", "ISMCTS ROSAS", BEST),
        ("CMCTS ROSAS", "CMCTS POSAS 5"),
        ("ISMCTS POSAS 5", "ISMCTS ROSAS"),
        ("CMCTS ROSAS, target 3", BEST),
    ),
}
VERBS = ("wins more than", "draws more than", *(f"has a larger {figure} than" for figure in FIGURES[2:]))


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    averages: list[Cell] = []
    tables: list[list[Cell]] = [[] for _ in FIGURES]
    pictures: list[Picture] = []
    means: dict[str, MatchFigures] = {}
    for name, search in SEARCHES.items():
        met = [play(run, THEIRS, search.named(run.iterations), bot) for bot in BOTS]
        measured = zip(*(match.estimates for match in met), strict=True)
        printed = zip(*(_printed(row, match) for row, match in zip(search.rows, met, strict=True)), strict=True)
        means[name] = mean_figures(met)
        rows = zip(FIGURES, tables, measured, printed, means[name].estimates, strict=True)
        for figure, cells, ours, theirs, mean in rows:
            sizes = [one.size for one in theirs]
            cells += map(Cell, [name] * len(BOTS), BOTS, map(size_of, ours), sizes)
            average = Cell(name, figure, size_of(mean), mean_of(sizes))
            if figure == "score difference":
                cells.append(replace(average, column=MEAN))
            else:
                averages.append(average)
        pictures.append(_picture(name, [cell for table in tables[:3] for cell in table[-len(BOTS) :]]))
    *shares, points = tables
    *of_shares, of_points = (_claims(figure, means) for figure in FIGURES)
    said, drawn = tuple(chain(*of_shares)), tuple(pictures)
    yield StudyTable(
        "Appendix C: means over the ten bots, %", tuple(averages), 1, percent=True, pictures=drawn, claims=said
    )
    for figure, cells in zip(FIGURES, shares, strict=False):
        yield StudyTable(f"Appendix C: {figure} against each bot, %", tuple(cells), digits=1, percent=True)
    yield StudyTable("Appendix C: difference of mean scores, not below 0", tuple(points), claims=of_points)
    yield from _mixed(run)


def _claims(figure: str, means: Mapping[str, MatchFigures]) -> tuple[Claim, ...]:
    """What the report says of one figure of the searches, each a claim about two of them."""
    place = FIGURES.index(figure)
    return tuple(
        more(
            f"{one} {VERBS[place]} {other}", means[one].by_deal[place], means[other].by_deal[place],
            are_shares=figure in ("wins", "draws"),
        )
        for order in ORDERS[figure]
        for one, other in pairwise(order)
    )  # fmt: skip


def _picture(agent: str, cells: Sequence[Cell]) -> Picture:
    """One agent's table of Appendix C, theirs beside ours: ``cells`` are shares by bot, figure by figure."""
    figures = [figure for figure in FIGURES[:3] for _ in BOTS]
    named = [replace(cell, row=cell.column, column=figure) for cell, figure in zip(cells, figures, strict=True)]
    return _compared(f"{PRINTED_IN.get(agent, 'Appendix C')}: {agent}", named, percent=True)


def _compared(title: str, cells: Sequence[Cell], *, percent: bool) -> Picture:
    rows = [(f"{cell.row}, {cell.column}", cell.published, cell.ours) for cell in cells]
    words = "ring: theirs; dot and 95 % interval: ours" + "; %" * percent
    return Picture(title, draw_comparison(rows, title, words, lambda value: plain(100 * value if percent else value)))


def _mixed(run: StudyRun) -> Iterator[StudyTable]:
    """Figure 12.9, with the signs of differences."""
    agent, shares, points = SEARCHES[BEST].named(run.iterations), [], []
    met = {bot: play(run, THEIRS, agent, bot) for bot in MIXED}
    for bot, row in MIXED.items():
        match = met[bot]
        *cells, score = (Cell(bot, *one) for one in zip(FIGURES, match.estimates, _printed(row, match), strict=True))
        shares += cells
        points.append(replace(score, row=BEST, column=bot))
    title = f"Figure 12.9: {BEST} against bots that change their play"
    drawn = _compared(title, shares, percent=True), _compared(f"{title}, points", points, percent=False)
    best = more("it wins more against swap-bot-2 than against swap-bot", met["swap-bot-2"].won, met["swap-bot"].won)
    yield StudyTable(f"{title}, %", tuple(shares), digits=1, percent=True, pictures=drawn[:1], claims=(best,))
    yield StudyTable("Figure 12.9: difference of mean scores", tuple(points), pictures=drawn[1:])


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


def _study(name: str, title: str, games: int, iterations: int, remark: str) -> Study:
    return Study(
        name=name,
        title=title,
        source="Warwick CS407 report, Appendix C and Figures 12.8 to 12.10",
        board=THEIRS.board,
        games=games,
        iterations=iterations,
        measure=_measure,
        total=lambda games: (len(SEARCHES) * len(BOTS) + len(MIXED)) * games,
        unshipped="many hours of a core; `make games` plays it in parts",
        remarks=(
            THEIRS.remark,
            remark,
            "Searches by their pseudo-code: random playouts, exploration by the parent's visits, the move with the "
            "best mean. Momentum is signed, as their formula has it. The three named CMCTS ROSAS are the true variant, "
            "and their momentum penalises any change: so their figures agree with the printed ones "
            "(docs/tree-search.md).",
            "Win difference is the share won less the share lost, without its sign; few games make it look larger than "
            "it is. Scores below 0 count as 0, as in their statistics.",
            "The report doesn't say when its mixed bots change their play; ours do at their turn 5.",
        ),
    )


TITLE = "Searches that keep the game close against ten bots"
STUDIES = (
    _study("warwick-dda", TITLE, 100, 1000, "With the published 30,000 iterations: warwick-dda-30000."),
    _study(
        "warwick-dda-30000", f"{TITLE}, with 30,000 iterations", PUBLISHED_GAMES, 30_000,
        f"The published setting is {PUBLISHED_GAMES} games a figure. `make games` plays on from those that come with "
        "the package.",
    ),
)  # fmt: skip
