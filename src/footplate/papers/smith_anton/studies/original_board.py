"""Smith & Anton: the four Silva bots at one table on the original board."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.arena.deals import whole_deals
from footplate.studies.findings import in_order
from footplate.studies.published import beside, shares
from footplate.studies.study import Study, StudyRun, StudyTable

BOARD = "usa"
PUBLISHED = {"one-step": 0.2025, "path": 0.0325, "long-route": 0.3045, "hungry": 0.4605}
PUBLISHED_GAMES = 1000


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    theirs = shares({(bot, "win share"): won for bot, won in PUBLISHED.items()}, PUBLISHED_GAMES)
    for mode in ("as_described", "as_published"):
        match = run.play(BOARD, *(f"{bot}:mode={mode}" for bot in PUBLISHED))
        agents = dict(zip(PUBLISHED, match.agents, strict=True))
        by_deal = dict(zip(PUBLISHED, match.results.by_deal(match.results.shares).T, strict=True))
        wins = {(bot, "win share"): agent.win_rate for bot, agent in agents.items()}
        scores = {(bot, "mean score"): agent.mean_score for bot, agent in agents.items()}
        name = mode.replace("_", " ")
        title, claims = f"Original board: win shares, %, bots {name}", in_order(PUBLISHED, by_deal, "wins")
        yield StudyTable(title, beside(wins, theirs), percent=True, claims=claims)
        yield StudyTable(f"Original board: mean scores, bots {name}", beside(scores), digits=1)


STUDIES = (
    Study(
        name="smith-anton-original-board",
        title="Four play styles at one table on the map of the United States",
        source="Smith & Anton 2022, Table 1, the column of the original board",
        board=BOARD,
        games=PUBLISHED_GAMES,
        measure=_measure,
        takes="26 s on 2 cores",
        total=lambda games: 2 * whole_deals(games, len(PUBLISHED)),
        remarks=(
            "Their engine closes games differently, loses cards when the market is dealt again and has one route of "
            "the wrong length; ours follows the rules.",
            "The public code of the four bots, measured apart, wins 0.264, 0.035, 0.414 and 0.287: the published "
            "column doesn't agree with it either.",
        ),
    ),
)
