"""Yang et al.: six cost-function heuristics against a random player (Figure 7)."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.studies.published import beside, highest, lowest
from footplate.studies.study import Printed, Study, StudyRun, StudyTable

BOARD = "small"
BOTS = ("cf-base", "cf-random", "cf-action-eval", "cf-adversarial", "cf-combined", "cf-game-tree")
AGAINST = "against random"
PRINTED = {("lowest", AGAINST): Printed(0.75, 0.005), ("highest", AGAINST): Printed(0.91, 0.005)}  # all that is in text


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    for title, suffix in (("thresholds scaled to the trains", ""), ("thresholds as on the big map", ":scaled=false")):
        rates = {(bot, AGAINST): run.play(BOARD, bot + suffix, "random").agents[0].win_rate for bot in BOTS}
        ends = {("lowest", AGAINST): lowest(rates.values()), ("highest", AGAINST): highest(rates.values())}
        title = f"Figure 7: win rate against a random player, %, {title}"
        yield StudyTable(title, beside(rates | ends, PRINTED), percent=True)


STUDIES = (
    Study(
        name="yang-heuristics",
        title="Six cost-function heuristics against a random player",
        source="Yang et al. 2023, Figure 7 (the text prints its lowest and its highest value)",
        board=BOARD,
        games=20_000,
        measure=_measure,
        takes="20 s on 2 cores",
        total=lambda games: 2 * len(BOTS) * games,
        remarks=(
            "Their random player is a network before training, which need not play uniformly at random.",
            "The published values are rounded to two digits, which counts as an error of half a per cent.",
        ),
    ),
)
