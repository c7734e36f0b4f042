"""The Warwick report's searches that keep the game close: the final tables (Appendix C, Figures 12.8 to 12.10)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from footplate.arena.statistics import Estimate
from footplate.papers.warwick.studies.match import (
    BOARD,
    PUBLISHED_GAMES,
    MatchFigures,
    MeanFigures,
    cheating,
    difference_error,
    fair,
    play,
    size_of,
)
from footplate.studies.ledger import Ledger
from footplate.studies.study import Cell, Study, StudyTable, share_error

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


def _measure(games: int, seed: int, ledger: Ledger, iterations: int) -> Sequence[StudyTable]:
    shares: dict[str, list[Cell]] = {"wins": [], "draws": [], "win difference": []}
    points: list[Cell] = []
    averages: list[Cell] = []
    for name, (spec, options, rows) in AGENTS.items():
        agent = spec(iterations, options)
        met = [play(agent, bot, games, seed, ledger) for bot in BOTS]
        by_bot = [_cells(name, *one, size_of) for one in zip(BOTS, met, rows, strict=True)]
        won, drawn, won_less_lost, scored = zip(*by_bot, strict=True)
        mean = MeanFigures(met)
        for (key, cells), own, ours in zip(
            shares.items(), (won, drawn, won_less_lost), (mean.wins, mean.draws, mean.win_difference), strict=True
        ):
            cells += own
            averages.append(_average(name, key, own, ours))
        points += [*scored, _average(name, MEAN, scored, mean.score_difference)]
    agent = fair(iterations, AGENTS[BEST][1])
    mixed = [_cells(BEST, bot, play(agent, bot, games, seed, ledger), row, lambda estimate: estimate)
             for bot, row in MIXED.items()]  # fmt: skip
    named = [
        Cell(c.column, key, c.ours, c.published, c.error)
        for cells in mixed
        for key, c in zip(shares, cells[:3], strict=True)
    ]
    return [
        StudyTable("Averages over the ten bots, %", tuple(averages), digits=1, percent=True),
        *(StudyTable(f"{key.capitalize()} against each bot, %", tuple(shares[key]), digits=1, percent=True)
          for key in shares),
        StudyTable("Difference of mean scores, not below 0", tuple(points)),
        StudyTable(f"Figure 12.9: {BEST} against bots that change their play, %", tuple(named), digits=1, percent=True),
        StudyTable("Figure 12.9: difference of mean scores", tuple(cells[3] for cells in mixed)),
    ]  # fmt: skip


def _cells(
    agent: str, bot: str, ours: MatchFigures, row: Row, sized: Callable[[Estimate], Estimate]
) -> tuple[Cell, Cell, Cell, Cell]:
    """(wins, draws, win difference, score difference); the differences without their sign where ``sized`` drops it."""
    wins, draws, score = row[0] / 100, row[1] / 100, row[2]
    difference = 2 * wins + draws - 1
    published = sized(Estimate(difference, difference, difference)).mean
    return (
        Cell(agent, bot, ours.wins, wins, share_error(wins, PUBLISHED_GAMES)),
        Cell(agent, bot, ours.draws, draws, share_error(draws, PUBLISHED_GAMES)),
        Cell(agent, bot, sized(ours.win_difference), published, difference_error(wins, draws, PUBLISHED_GAMES)),
        Cell(agent, bot, sized(ours.score_difference), score, ours.score_spread / math.sqrt(PUBLISHED_GAMES)),
    )


def _average(agent: str, column: str, cells: Sequence[Cell], ours: Estimate) -> Cell:
    published = [cell.published for cell in cells if cell.published is not None]
    error = math.sqrt(sum(cell.error**2 for cell in cells)) / len(cells)
    return Cell(agent, column, ours, sum(published) / len(published), error)


STUDIES = (
    Study(
        name="warwick-dda",
        title="Searches that keep the game close against ten bots",
        source="Warwick CS407 report, Appendix C and Figures 12.8 to 12.10",
        board=BOARD,
        games=100,
        iterations=1000,
        measure=_measure,
        total=lambda games: (len(AGENTS) * len(BOTS) + len(MIXED)) * games,
        remarks=(
            "The published setting is --games 500 --iterations 30000, which takes hours.",
            "Searches as published: random playouts, exploration by the parent's visits, the move with the best mean. "
            "Momentum is signed, as their formula has it (docs/tree-search.md).",
            "Win difference is the share won less the share lost, without its sign; few games make it look larger than "
            "it is. Scores below 0 count as 0, as in their statistics.",
            "The report doesn't say when its mixed bots change their play; ours do at their turn 5.",
        ),
    ),
)
