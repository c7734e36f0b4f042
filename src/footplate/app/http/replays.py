"""Replays: games that are over and record files, step by step, and what a search thinks of their positions.

Everything in them lies open.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from footplate.app.background import start
from footplate.app.http.context import (
    AddressHere,
    Context,
    ContextHere,
    ReaderHere,
    VisitorHere,
    costs,
    needs_room,
    needs_rules,
)
from footplate.app.http.errors import Problem, existing
from footplate.app.http.games import find_open_game
from footplate.app.http.rates import client_address
from footplate.app.thinking.jobs import Job, Thought, Upload
from footplate.app.views.game import PlayerFacts
from footplate.app.views.opinion import ADVISER, report
from footplate.app.views.replay import players_of, position_at, replay_view
from footplate.boards import board_names
from footplate.records import GameRecord

router = APIRouter(prefix="/api", tags=["replays"], dependencies=[needs_rules])

MOST_KEPT = 50  # uploaded records of one player


class RecordRequest(BaseModel):
    """A record file; ``game`` says which of its games, counted from 1."""

    record: str = Field(max_length=1 << 19)
    game: Annotated[int, Field(ge=1, le=1 << 19)] = 1


@router.get("/games/{game}/replay", dependencies=[costs("replays")])
async def show_game(context: ContextHere, address: AddressHere, player: ReaderHere, game: str) -> Response:
    """Every position of a game that is over, for anybody who knows its id."""
    live = await find_open_game(context, game)
    if not live.saved.game.is_over:
        raise Problem(409, "a replay shows everybody's cards: it is there when the game is over")
    you = next(iter(live.saved.seating.stored.seats_of(player.id)), None)
    seats = zip(live.saved.names(you), live.saved.seating.seats, strict=True)
    players = [PlayerFacts(name, seat.livery, is_person=seat.spec is None) for name, seat in seats]
    reasons = {number: str(figures.get("reason", "")) for number, figures in live.saved.figures().items()}
    facts = {"id": game, "source": "game", "name": live.saved.board_name}

    def shown() -> Response:
        return _json({**facts, **replay_view(live.saved.record(), players, you, reasons)})

    async with context.heavy_work.turn(address):
        return await asyncio.to_thread(shown)


@router.post("/replays", status_code=201, dependencies=[costs("uploads"), needs_room("records")])
async def upload_record(
    context: ContextHere, visitor: VisitorHere, wanted: RecordRequest, address: AddressHere, response: Response
) -> dict[str, Any]:
    """Check a game of a record file, keep it, and list the file's games."""
    upload = Upload(kind="record", text=wanted.record, game=wanted.game)
    checked = await context.thinking.check(upload, owner=address)
    if checked.problems:
        raise Problem(422, "; ".join(checked.problems))
    player = await visitor.player(response)
    replay = await context.store.run_write(context.store.add_replay, player.id, checked.text, MOST_KEPT)
    return {"id": replay, "game": wanted.game, "games": checked.games}


@router.get("/replays/{replay}", dependencies=[costs("replays")])
async def show_replay(context: ContextHere, address: AddressHere, replay: str) -> Response:
    record = await find_record(context, replay)
    own = record.board.name.partition(":")[0] in board_names()
    facts = {"id": replay, "source": "record", "name": record.board.name if own else f"replay-{replay}"}
    async with context.heavy_work.turn(address):
        return await asyncio.to_thread(lambda: _json({**facts, **replay_view(record, players_of(record))}))


async def find_record(context: Context, replay: str) -> GameRecord:
    """A record that somebody has uploaded."""
    text = await context.store.run_read(context.store.replay, replay)
    return await asyncio.to_thread(GameRecord.from_text, existing(text, "replay"))


def _json(data: dict[str, Any]) -> Response:
    """JSON without FastAPI's walk through the data: these answers are long, and plain already."""
    return Response(json.dumps(data, ensure_ascii=False, separators=(",", ":")), media_type="application/json")


# ---------------------------------------------------------------- what a search thinks of a position


class OpinionRequest(BaseModel):
    """A position: a finished game or an uploaded record, and how many actions were made before it."""

    game: str | None = Field(default=None, max_length=40)
    replay: str | None = Field(default=None, max_length=40)
    step: Annotated[int, Field(ge=0, le=1 << 16)]
    seconds: Annotated[float, Field(gt=0, le=10)] = 2.0


@router.post("/opinion", dependencies=[costs("searches")])
async def opinion(context: ContextHere, request: Request, wanted: OpinionRequest) -> dict[str, Any]:
    """What a fair search says about the position, from the seat of the player to move."""
    if (wanted.game is None) == (wanted.replay is None):
        raise Problem(422, "name either a game or a replay")
    if wanted.game is not None:
        live = await find_open_game(context, wanted.game)
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
        position=record.position,
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
    """Await a thought, and give it up when the browser has gone away."""
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
