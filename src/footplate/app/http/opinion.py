"""The search's opinion on a position of a game that is over."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from footplate.app.background import start
from footplate.app.http.context import ContextHere, costs, needs_rules
from footplate.app.http.errors import Problem
from footplate.app.http.games import find_game
from footplate.app.http.rates import client_address
from footplate.app.http.replays import find_record
from footplate.app.thinking.jobs import Job, Thought
from footplate.app.views.opinion import ADVISER, report
from footplate.app.views.replay import position_at

router = APIRouter(prefix="/api", tags=["replays"])


class OpinionRequest(BaseModel):
    """A position: a finished game or an uploaded record, and how many actions were made before it."""

    game: str | None = Field(default=None, max_length=40)
    replay: str | None = Field(default=None, max_length=40)
    step: Annotated[int, Field(ge=0, le=1 << 16)]
    seconds: Annotated[float, Field(gt=0, le=10)] = 2.0


@router.post("/opinion", dependencies=[costs("searches"), needs_rules])
async def opinion(context: ContextHere, request: Request, wanted: OpinionRequest) -> dict[str, Any]:
    """What a fair search says about the position, from the seat of the player to move."""
    if (wanted.game is None) == (wanted.replay is None):
        raise Problem(422, "name either a game or a replay")
    if wanted.game is not None:
        live = await find_game(context, wanted.game)
        if not live.saved.game.is_over:
            raise Problem(409, "the search gives its opinion on games that are over")
        record = await asyncio.to_thread(live.saved.record)
    else:
        record = await find_record(context, wanted.replay or "")
    if wanted.step >= len(record.moves):
        raise Problem(422, f"this game has {len(record.moves)} actions: nothing is to be decided after the last")
    game = await asyncio.to_thread(position_at, record, wanted.step)
    job = Job(
        game=f"{wanted.game or wanted.replay} opinion",
        board=await asyncio.to_thread(record.board.to_json),
        players=record.players,
        seed=record.seed,
        moves=game.moves,
        names=tuple(record.seats),
        seat=game.to_move,
        spec=ADVISER,
        seconds=wanted.seconds,
    )
    thought = await _while_here(request, context.thinking.think(job, owner=client_address(request), look=True))
    if thought.error:
        raise Problem(503, f"the search could not finish: {thought.error}")
    return {"type": "search", **await asyncio.to_thread(report, game, thought)}


async def _while_here(request: Request, work: Coroutine[Any, Any, Thought]) -> Thought:
    """Have somebody think, but for nobody who has gone away."""
    thinking, gone = start(work), start(_gone(request))
    try:
        await asyncio.wait((thinking, gone), return_when=asyncio.FIRST_COMPLETED)
        return thinking.result() if thinking.done() else Thought(error="nobody is waiting for it")
    finally:
        thinking.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
