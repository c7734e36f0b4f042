"""How the Warwick report's searches may have been played: each reading beside the figures of its Appendix C."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from footplate.papers.warwick.studies.appendix_c import BOTS, SEARCHES, Reading, Search
from footplate.papers.warwick.studies.match import PUBLISHED_GAMES, THEIRS, mean_figures, play
from footplate.studies.published import mean_of, share
from footplate.studies.study import Cell, Study, StudyRun, StudyTable

# Those whose play the text leaves open least, weak ones and a strong one.
OPPONENTS = ("fully-random", "greedy-random", "base")
FIGURES = "wins", "draws"  # as MatchFigures.estimates and the printed rows begin


def readings_of(search: Search) -> dict[str, Reading]:
    """What may be meant, in words."""
    aims = {"as written": False, "its aim also in the tree": True}
    kinds = {"": False, ", any change": True} if search.has_momentum else {"": False}
    return {aim + kind: Reading(aims[aim], kinds[kind]) for aim, kind in product(aims, kinds)}


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    means: list[Cell] = []
    tables: tuple[list[Cell], ...] = tuple([] for _ in FIGURES)
    for name, search in SEARCHES.items():
        printed = [search.rows[BOTS.index(bot)][: len(FIGURES)] for bot in OPPONENTS]
        theirs = [[share(percent / 100, PUBLISHED_GAMES) for percent in row] for row in printed]
        for words, reading in readings_of(search).items():
            row = f"{name}: {words}"
            met = [play(run, THEIRS, search.named(run.iterations, reading), bot) for bot in OPPONENTS]
            for k, (figure, cells) in enumerate(zip(FIGURES, tables, strict=True)):
                cells += [
                    Cell(row, bot, match.estimates[k], their[k])
                    for bot, match, their in zip(OPPONENTS, met, theirs, strict=True)
                ]
                mean = mean_of([their[k] for their in theirs])
                means.append(Cell(row, figure, mean_figures(met).estimates[k], mean))
    yield StudyTable("Means over the three bots, %", tuple(means), 1, percent=True, reference="printed")
    for figure, cells in zip(FIGURES, tables, strict=True):
        title = f"{figure.capitalize()} against each bot, %"
        yield StudyTable(title, tuple(cells), 1, percent=True, reference="printed")


STUDIES = (
    Study(
        name="warwick-readings",
        title="What the searches that keep the game close aim at, and where",
        source="Warwick CS407 report, Algorithms 9 and 10, section 9.3.1, against Appendix C",
        board=THEIRS.board,
        games=100,
        iterations=2000,
        measure=_measure,
        total=lambda games: sum(len(readings_of(search)) for search in SEARCHES.values()) * len(OPPONENTS) * games,
        remarks=(
            THEIRS.remark,
            "As written: the tree is searched by players who want to win, and only the move is chosen by the aim; "
            "momentum is signed. Also in the tree: the report's true variants. Any change: momentum by the size of the "
            "difference, as the prose of section 9.3.1 has it.",
            "A reading that lies beside printed figures which belong to another one should not agree with them, so "
            "nothing here is said to be reproduced.",
        ),
    ),
)
