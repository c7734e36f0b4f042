"""Reviews of a study's games, in the background, one game after the other; they are kept once they are whole."""

from __future__ import annotations

import asyncio
from typing import Any

from footplate.app.background import logged
from footplate.app.database import Store
from footplate.app.live.game import LiveGame
from footplate.app.live.games import LiveGames
from footplate.app.reviews import Reviews

PAUSE = 10.0  # seconds between two looks at what is to be reviewed, and at a review that goes on
OWNER = "study"


async def review_games(study: str, store: Store, games: LiveGames, reviews: Reviews) -> None:
    """For ever; a review that fails is tried again at the next start."""
    failed: set[str] = set()
    while True:
        with logged("the games of the study are not reviewed; it is tried again"):
            for game in await store.run_read(store.studies.unreviewed, study):
                live = None if game in failed else await games.find(game)
                if live and live.saved.game.is_over and not await _review(live, store, reviews):
                    failed.add(game)
        await asyncio.sleep(PAUSE)


async def _review(live: LiveGame, store: Store, reviews: Reviews) -> bool:
    """Review a game and keep what concerns the person in it. False if that can't be done."""
    record = await asyncio.to_thread(live.saved.record)
    seat = next(stored.seat for stored in live.saved.seating.seats if stored.spec is None)
    while True:
        found = await reviews.look(live.id, record, OWNER)
        if found["failed"]:
            return False
        if found["whole"]:
            await store.run_write(store.studies.keep_review, live.id, _of_seat(found, seat))
            return True
        await asyncio.sleep(PAUSE)


def _of_seat(review: dict[str, Any], seat: int) -> dict[str, Any]:
    mine = review["seats"][seat]
    kept = {name: mine[name] for name in ("win", "margin", "curve")}
    return {**kept, "costly": len(mine["costliest"]), "deals": review["deals"]}
