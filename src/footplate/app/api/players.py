"""The person behind a browser: name, settings, results, and all of it as a file or deleted."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field, field_validator

from footplate.app.api.context import COOKIE, ContextHere, ReaderHere, VisitorHere
from footplate.app.api.errors import not_found
from footplate.app.api.games import game_facts, without_control
from footplate.app.database.models import Player
from footplate.app.results import results_of

router = APIRouter(prefix="/api/me", tags=["me"])

_MOST_SETTINGS = 4000  # characters


class PlayerChange(BaseModel):
    name: str | None = Field(default=None, max_length=40)
    settings: dict[str, Any] | None = None

    @field_validator("name")
    @classmethod
    def has_letters(cls, name: str | None) -> str | None:
        if name is not None and not name.strip():
            raise ValueError("a name has letters")
        return without_control(name.strip()) if name else None

    @field_validator("settings")
    @classmethod
    def is_small(cls, settings: dict[str, Any] | None) -> dict[str, Any] | None:
        if settings is not None and len(json.dumps(settings)) > _MOST_SETTINGS:
            raise ValueError(f"settings have at most {_MOST_SETTINGS} characters")
        if settings is not None and re.search(r"\\u(0000|d[89a-f])", json.dumps(settings)):
            raise ValueError("settings have no halves of characters")
        return settings


def _facts(player: Player) -> dict[str, Any]:
    return {"id": player.id or None, "name": player.name, "settings": player.settings}


@router.get("")
async def show_me(visitor: VisitorHere, response: Response) -> dict[str, Any]:
    """Who you are; a stranger has no id yet."""
    visitor.give_cookie(response)
    return _facts(await visitor.known())


@router.patch("")
async def change_me(
    context: ContextHere, visitor: VisitorHere, change: PlayerChange, response: Response
) -> dict[str, Any]:
    values = {name: value for name, value in change.model_dump().items() if value is not None}
    player = await visitor.player(response)
    changed = await asyncio.to_thread(lambda: context.store.change_player(player.id, **values))
    if changed is None:
        raise not_found("player")
    return _facts(changed)


@router.get("/results")
async def show_results(context: ContextHere, player: ReaderHere) -> dict[str, Any]:
    """Results against each opponent, a rating with its interval, and how the adaptive opponent sees the player."""
    games = await asyncio.to_thread(context.store.games_of, player.id)
    return await asyncio.to_thread(results_of, player.id, games, player.adaptive)


@router.get("/export")
async def export_me(context: ContextHere, player: ReaderHere) -> Response:
    """Everything that is kept of the player."""
    games = await asyncio.to_thread(context.store.games_of, player.id)
    boards = await asyncio.to_thread(context.store.boards_of, player.id)
    replays = await asyncio.to_thread(context.store.replays_of, player.id)
    data = {
        **_facts(player),
        "created": player.created.isoformat(),
        "adaptive": player.adaptive,
        "games": [game_facts(game, player.id) for game in games],
        "boards": {board.name: json.loads(board.json) for board in boards},
        "replays": {replay.id: replay.record for replay in replays},
    }
    name = 'attachment; filename="footplate.json"'
    text = json.dumps(data, indent=2, ensure_ascii=False)
    return Response(text, media_type="application/json", headers={"Content-Disposition": name})


@router.delete("", status_code=204)
async def delete_me(context: ContextHere, player: ReaderHere, response: Response) -> None:
    """Everything of the player; games in which other people sit stay, without the name."""
    games = await asyncio.to_thread(context.store.games_of, player.id)
    await asyncio.to_thread(context.store.delete_player, player.id)
    for game in games:
        stays = await asyncio.to_thread(context.store.seating, game.id)
        await (context.tables.people_changed(game.id) if stays else context.tables.forget(game.id))
    response.delete_cookie(COOKIE)
