"""Reviews of games that are over: what luck and play made of them, and one's own costliest decisions."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter

from footplate.app.http.context import AddressHere, ContextHere, ReaderHere, costs, needs_rules
from footplate.app.http.errors import Problem
from footplate.app.http.games import find_game

router = APIRouter(prefix="/api", tags=["reviews"], dependencies=[needs_rules])


@router.get("/games/{game}/review", dependencies=[costs("replays")])
async def show_review(context: ContextHere, address: AddressHere, player: ReaderHere, game: str) -> dict[str, Any]:
    """The review as far as it is; asking for it begins it. Curve and decisions are the asker's, luck and play all's."""
    live = await find_game(context, game)
    if not live.saved.game.is_over:
        raise Problem(409, "a review is there when the game is over")
    record = await asyncio.to_thread(live.saved.record)
    you = next(iter(live.saved.seating.stored.seats_of(player.id)), 0)
    found = await context.reviews.look(game, record, address)
    seats = zip(live.saved.names(you), live.saved.seating.seats, found["seats"], strict=True)
    shown = [{"name": name, "livery": seat.livery, "margin": one["margin"]} for name, seat, one in seats]
    mine = found["seats"][you]
    outcome = live.saved.game.outcome()
    assert outcome is not None
    return {
        **{name: found[name] for name in ("judged", "decisions", "deals", "turns", "whole", "failed")},
        "you": you,
        "result": outcome.sentence(live.saved.names(you)),
        "players": shown,
        "own": mine["decisions"],
        "curve": mine["curve"],
        "share": (you in outcome.winners) / len(outcome.winners),
        "costliest": mine["costliest"],
    }
