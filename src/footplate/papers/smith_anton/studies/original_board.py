"""Smith & Anton: the four Silva bots at one table on the original board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from footplate.arena.deals import whole_deals
from footplate.boards import Board, load_board
from footplate.papers.smith_anton.bots.kinds import AS_PRINTED, MODES
from footplate.studies.findings import in_order
from footplate.studies.published import beside, shares
from footplate.studies.study import Study, StudyRun, StudyTable

BOARD = "usa"
PUBLISHED = {"one-step": 0.2025, "path": 0.0325, "long-route": 0.3045, "hungry": 0.4605}
PUBLISHED_GAMES = 1000
_TOO_SHORT, _ITS_LENGTH = {"Salt Lake City", "San Francisco"}, 4  # in the public file of the bots' authors

AS_THEIRS = tuple(AS_PRINTED[bot] for bot in PUBLISHED)
TABLES = {
    "hungry one by one, the others as published": AS_THEIRS,
    **{f"bots {mode.replace('_', ' ')}": tuple(f"{bot}:mode={mode}" for bot in PUBLISHED) for mode in reversed(MODES)},
}


def published_board() -> Board:
    """The original board as the paper counts it, with 307 spaces: one of its double routes is too short by one."""
    board = load_board(BOARD)
    routes = (
        replace(route, length=_ITS_LENGTH) if {route.a, route.b} == _TOO_SHORT else route for route in board.routes
    )
    return replace(board, routes=tuple(routes))


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    theirs = shares({(bot, "win share"): won for bot, won in PUBLISHED.items()}, PUBLISHED_GAMES)
    for name, bots in TABLES.items():
        match = run.play(published_board(), *bots)
        agents = dict(zip(PUBLISHED, match.agents, strict=True))
        by_deal = dict(zip(PUBLISHED, match.results.by_deal(match.results.shares).T, strict=True))
        wins = {(bot, "win share"): agent.win_rate for bot, agent in agents.items()}
        scores = {(bot, "mean score"): agent.mean_score for bot, agent in agents.items()}
        title, is_theirs = f"Table 1, original board: win shares, %, {name}", bots == AS_THEIRS
        claims = in_order(PUBLISHED, by_deal, "wins") if is_theirs else ()
        reference = "theirs" if is_theirs else "theirs, other bots"
        yield StudyTable(title, beside(wins, theirs), percent=True, claims=claims, reference=reference)
        yield StudyTable(f"Original board: mean scores, {name}", beside(scores), digits=1)


STUDIES = (
    Study(
        name="smith-anton-original-board",
        title="Four play styles at one table on the map of the United States",
        source="Smith & Anton 2022, Table 1, the column of the original board",
        board=BOARD,
        games=PUBLISHED_GAMES,
        measure=_measure,
        takes="26 s on 2 cores",
        total=lambda games: len(TABLES) * whole_deals(games, len(PUBLISHED)),
        remarks=(
            "The paper says that the hungry agent takes tickets until it has enough for all its trains, and not how it "
            "counts. One by one: each ticket by its own shortest way. Of the readings that were tried, this one fits "
            "without a new number (docs/smith-anton.md).",
            "As published: as the public code of the bots' authors plays. That code, measured apart, wins 0.264, "
            "0.035, 0.414 and 0.287.",
            "Their board has 307 spaces: Salt Lake City-San Francisco is 4 long in the public file, where the printed "
            "board has 5. Here it is played as they have it.",
            "Their engine closes games differently and loses cards when the market is dealt again; ours follows the "
            "rules.",
        ),
    ),
)
