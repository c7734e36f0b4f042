"""Replays: games that are over and record files, step by step. Everything in them lies open."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from footplate.app.http.context import Context, ContextHere, ReaderHere, VisitorHere, costs, needs_room, needs_rules
from footplate.app.http.errors import Problem, not_found
from footplate.app.http.games import find_game
from footplate.app.http.rates import client_address
from footplate.app.thinking.jobs import Upload
from footplate.app.views.game import PlayerFacts
from footplate.app.views.replay import players_of, replay_view
from footplate.boards import board_names
from footplate.records import GameRecord

router = APIRouter(prefix="/api", tags=["replays"], dependencies=[needs_rules])

MOST_KEPT = 50  # uploaded records of one player


class RecordRequest(BaseModel):
    """A record file; ``game`` says which of its games, counted from 1."""

    record: str = Field(max_length=1 << 19)
    game: Annotated[int, Field(ge=1, le=1 << 19)] = 1


@router.get("/games/{game}/replay", dependencies=[costs("replays")])
async def show_game(context: ContextHere, request: Request, player: ReaderHere, game: str) -> Response:
    """Every position of a game that is over, for anybody who knows its id."""
    live = await find_game(context, game)
    if not live.saved.game.is_over:
        raise Problem(409, "a replay shows everybody's cards: it is there when the game is over")
    you = next(iter(live.saved.seating.stored.seats_of(player.id)), None)
    seats = zip(live.saved.names(you), live.saved.seating.seats, strict=True)
    players = [PlayerFacts(name, seat.livery, is_person=seat.spec is None) for name, seat in seats]
    reasons = {number: str(figures.get("reason", "")) for number, figures in live.saved.figures().items()}
    facts = {"id": game, "source": "game", "name": live.saved.board_name}

    def shown() -> Response:
        return _json({**facts, **replay_view(live.saved.record(), players, you, reasons)})

    async with context.heavy_work.turn(client_address(request)):
        return await asyncio.to_thread(shown)


@router.post("/replays", status_code=201, dependencies=[costs("uploads"), needs_room("records")])
async def upload_record(
    context: ContextHere, visitor: VisitorHere, wanted: RecordRequest, request: Request, response: Response
) -> dict[str, Any]:
    """Check a game of a record file, keep it, and list the file's games."""
    upload = Upload(kind="record", text=wanted.record, game=wanted.game)
    checked = await context.thinking.check(upload, owner=client_address(request))
    if checked.problems:
        raise Problem(422, "; ".join(checked.problems))
    player = await visitor.player(response)
    replay = await context.store.run_write(context.store.add_replay, player.id, checked.text, MOST_KEPT)
    return {"id": replay, "game": wanted.game, "games": checked.games}


@router.get("/replays/{replay}", dependencies=[costs("replays")])
async def show_replay(context: ContextHere, request: Request, replay: str) -> Response:
    record = await find_record(context, replay)
    own = record.board.name.partition(":")[0] in board_names()
    facts = {"id": replay, "source": "record", "name": record.board.name if own else f"replay-{replay}"}
    async with context.heavy_work.turn(client_address(request)):
        return await asyncio.to_thread(lambda: _json({**facts, **replay_view(record, players_of(record))}))


async def find_record(context: Context, replay: str) -> GameRecord:
    """A record that somebody has uploaded."""
    text = await context.store.run_read(context.store.replay, replay)
    if text is None:
        raise not_found("replay")
    return await asyncio.to_thread(GameRecord.from_text, text)


def _json(data: dict[str, Any]) -> Response:
    """JSON without FastAPI's walk through the data: these answers are long, and plain already."""
    return Response(json.dumps(data, ensure_ascii=False, separators=(",", ":")), media_type="application/json")
