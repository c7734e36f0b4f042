"""Yang et al.: six cost-function heuristics against a random player (Figure 7)."""

from __future__ import annotations

from collections.abc import Sequence

from footplate.studies.ledger import Ledger
from footplate.studies.study import Cell, Study, StudyTable

BOARD = "small"
BOTS = ("cf-base", "cf-random", "cf-action-eval", "cf-adversarial", "cf-combined", "cf-game-tree")
LOWEST, HIGHEST = 0.75, 0.91  # all that the text prints of the figure


def _measure(games: int, seed: int, ledger: Ledger) -> Sequence[StudyTable]:
    tables = []
    for title, suffix in (("thresholds scaled to the trains", ""), ("thresholds as on the big map", ":scaled=false")):
        results = [ledger.play(BOARD, [bot + suffix, "random"], games, seed) for bot in BOTS]
        rates = [result.agents[0].win_rate for result in results]
        cells = [Cell(bot, "against random", rate) for bot, rate in zip(BOTS, rates, strict=True)]
        cells.append(Cell("lowest", "against random", min(rates, key=lambda rate: rate.mean), LOWEST, 0.005))
        cells.append(Cell("highest", "against random", max(rates, key=lambda rate: rate.mean), HIGHEST, 0.005))
        tables.append(StudyTable(f"Figure 7: win rate against a random player, %, {title}", tuple(cells), percent=True))
    return tables


STUDIES = (
    Study(
        name="yang-heuristics",
        title="Six cost-function heuristics against a random player",
        source="Yang et al. 2023, Figure 7 (the text prints its lowest and its highest value)",
        board=BOARD,
        games=20_000,
        measure=_measure,
        total=lambda games: 2 * len(BOTS) * games,
        remarks=(
            "Their random player is a network before training, which need not play uniformly at random.",
            "The published values are rounded to two digits, which counts as an error of half a per cent.",
        ),
    ),
)
