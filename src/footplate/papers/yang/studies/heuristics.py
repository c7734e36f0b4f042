"""Yang et al.: six cost-function heuristics against a random player (Figure 7)."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.studies.published import beside, highest, lowest
from footplate.studies.study import Printed, Study, StudyRun, StudyTable

BOARD = "small:yang"
CF_RANDOM = "cf-random:mode=as_described"  # the library's follows another path than the paper's
BOTS = ("cf-base", CF_RANDOM, "cf-action-eval", "cf-adversarial", "cf-combined", "cf-game-tree")
AGAINST = "against random"
PRINTED = {("lowest", AGAINST): Printed(0.75, 0.005), ("highest", AGAINST): Printed(0.91, 0.005)}  # all that is in text


_LIBRARY = tuple(bot.partition(":")[0] for bot in BOTS)
SETS = {
    "as all studies play them": BOTS,
    "as the library has them": _LIBRARY,
    "as the library has them, thresholds as on the big map": tuple(f"{bot}:scaled=false" for bot in _LIBRARY),
    "as the paper describes them": (_LIBRARY[0], *(f"{bot}:mode=as_described" for bot in _LIBRARY[1:])),
}


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    for title, bots in SETS.items():
        rates = {(bot, AGAINST): run.play(BOARD, bot, "random").agents[0].win_rate for bot in bots}
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
        takes="100 s of one core",
        total=lambda games: sum(map(len, SETS.values())) * games,
        remarks=(
            "Their random player is a network before training, which need not play uniformly at random;"
            " yang-learning plays against ours.",
            "Algorithm 3 as it is printed is followed by the last set but in cf-base and cf-random.",
            "The published values are rounded to two digits, which counts as an error of half a per cent.",
        ),
    ),
)
