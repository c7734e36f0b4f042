"""Smith & Anton: the four Silva bots at one table on the original board."""

from __future__ import annotations

from collections.abc import Sequence

from footplate.arena.deals import whole_deals
from footplate.studies.ledger import Ledger
from footplate.studies.study import Cell, Study, StudyTable, share_error

BOARD = "usa"
PUBLISHED = {"one-step": 0.2025, "path": 0.0325, "long-route": 0.3045, "hungry": 0.4605}
PUBLISHED_GAMES = 1000


def _measure(games: int, seed: int, ledger: Ledger) -> Sequence[StudyTable]:
    tables = []
    for mode in ("as_described", "as_published"):
        specs = [f"{bot}:mode={mode}" for bot in PUBLISHED]
        result = ledger.play(BOARD, specs, games, seed)
        wins = [
            Cell(bot, "win share", agent.win_rate, share, share_error(share, PUBLISHED_GAMES))
            for (bot, share), agent in zip(PUBLISHED.items(), result.agents, strict=True)
        ]
        scores = [
            Cell(bot, "mean score", agent.mean_score) for bot, agent in zip(PUBLISHED, result.agents, strict=True)
        ]
        name = mode.replace("_", " ")
        tables.append(StudyTable(f"Original board: win shares, %, bots {name}", tuple(wins), percent=True))
        tables.append(StudyTable(f"Original board: mean scores, bots {name}", tuple(scores), digits=1))
    return tables


STUDIES = (
    Study(
        name="smith-anton-original-board",
        title="Four play styles at one table on the map of the United States",
        source="Smith & Anton 2022, the column of the original board",
        board=BOARD,
        games=PUBLISHED_GAMES,
        measure=_measure,
        total=lambda games: 2 * whole_deals(games, len(PUBLISHED)),
        remarks=(
            "Their engine closes games differently, loses cards when the market is dealt again and has one route of "
            "the wrong length; ours follows the rules.",
            "The public code of the four bots, measured apart, wins 0.264, 0.035, 0.414 and 0.287: the published "
            "column doesn't agree with it either.",
        ),
    ),
)
