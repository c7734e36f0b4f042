"""How close ``adaptive`` comes to its target win rate with three to five players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from footplate.arena.deals import whole_deals
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.studies.published import Place, beside
from footplate.studies.study import Printed, Study, StudyRun, StudyTable, few_games
from footplate.studies.target_win_rate import make_adaptive, opponent, play_all

Table = tuple[str, Sequence[str]]  # a board, and who sits there with adaptive
TABLES: Sequence[Table] = tuple(
    (board, others)
    for board, most in (("new_york", 4), ("usa", 5), ("europe", 5))
    for others in (("planner", "growing", "collector", "short-sighted")[: n - 1] for n in range(3, most + 1))
)
HALF = 0.5


def measure(tables: Sequence[Table], run: StudyRun) -> Sequence[StudyTable]:
    """Each wins its even share, and half the games."""
    plays = [(board, others, target) for board, others in tables for target in (1 / (1 + len(others)), HALF)]
    jobs = [
        (make_adaptive(target), list(map(opponent, others)), run.games, run.seed, board)
        for board, others, target in plays
    ]
    rates: dict[Place, Estimate] = {}
    points: dict[Place, Estimate] = {}
    aims: dict[Place, Printed] = {}
    for (board, others, target), one in zip(plays, play_all(run.ledger, jobs), strict=True):
        row, column = _row(board, others), "half" if target == HALF else "even share"
        rates[row, column], aims[row, column] = one.win_rate, Printed(target)
        points[row, f"{column}: mean margin"] = mean_estimate(one.results.by_deal(one.margins))
        points[row, f"{column}: mean |margin|"] = mean_estimate(one.results.by_deal(abs(one.margins)))
    return [
        StudyTable("Win rate, %", beside(rates, aims), digits=1, percent=True, reference="target"),
        StudyTable("Margin over the best other, points", beside(points), digits=1),
    ]


def _row(board: str, others: Sequence[str]) -> str:
    return f"{board}, {1 + len(others)} players: {', '.join(others)}"


def _total(tables: Sequence[Table], games: int) -> int:
    return 2 * sum(whole_deals(games, 1 + len(others)) for _, others in tables)


def _shorten(study: Study) -> Study:
    return replace(few_games(study), measure=partial(measure, TABLES[:1]), total=partial(_total, TABLES[:1]))


STUDIES = (
    Study(
        name="target-win-rate-players",
        title="adaptive among several players: its even share of the wins, and half of them",
        source="ours (docs/adaptive.md)",
        board="new_york, usa and europe, 3 to 5 players",
        games=100,
        measure=partial(measure, TABLES),
        total=partial(_total, TABLES),
        shorten=_shorten,
        remarks=(
            "Every series begins against new opponents, and all its games count. A draw of two counts half.",
            "studies/opponents.py says what the models of people do and why.",
        ),
    ),
)
