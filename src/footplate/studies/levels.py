"""How far apart the fixed levels are: a round robin of them, and their ratings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from footplate.agents.levels import LEVELS
from footplate.arena.deals import games_per_deal
from footplate.arena.ratings import Shares, elo_ratings
from footplate.studies.published import beside
from footplate.studies.study import Study, StudyRun, StudyTable

BOARD = "small:warwick"
PAIRS = tuple(combinations(range(len(LEVELS)), 2))


def measure(run: StudyRun) -> Sequence[StudyTable]:
    names, rates, tables = list(LEVELS), {}, []
    for weak, strong in PAIRS:
        match = run.play(BOARD, names[strong], names[weak])
        rates[names[strong], names[weak]] = match.agents[0].win_rate
        tables.append(Shares((strong, weak), match.results.by_deal(match.results.shares), games_per_deal(2)))
    ratings = {(name, "Elo"): elo for name, elo in zip(names, elo_ratings(len(names), tables), strict=True)}
    return [
        StudyTable("Win share of the row's level, %", beside(rates), digits=1, percent=True),
        StudyTable("Rating", beside(ratings), digits=0),
    ]


STUDIES = (
    Study(
        name="levels",
        title="The fixed levels",
        source="ours: levels should be evenly spaced",
        board=BOARD,
        games=400,
        measure=measure,
        total=lambda games: len(PAIRS) * games,
        remarks=(
            "A draw counts half for each. The mean of the ratings is 1500.",
            "On other boards: footplate tournament --field levels --board usa --games 40 --out levels",
        ),
    ),
)
