"""What every request can reach: the store, the tables, the workers; and who is asking."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from footplate.app.database import Store
from footplate.app.database.models import Player
from footplate.app.database.store import NOBODY
from footplate.app.settings import Settings
from footplate.app.tables import Tables
from footplate.app.thinking import Thinking

COOKIE = "footplate"
_A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Context:
    settings: Settings
    store: Store
    thinking: Thinking
    tables: Tables


def context_of(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


def _context(request: Request) -> Context:
    return context_of(request)


ContextHere = Annotated[Context, Depends(_context)]


async def known_player(connection: HTTPConnection) -> Player | None:
    """The player of a cookie that this server has given out."""
    token = connection.cookies.get(COOKIE)
    return await asyncio.to_thread(context_of(connection).store.player_by_token, token) if token else None


async def _player(request: Request, response: Response) -> Player:
    """Who is asking; a browser that comes for the first time becomes a player."""
    known = await known_player(request)
    if known:
        return known
    player, token = await asyncio.to_thread(context_of(request).store.new_player, NOBODY)
    response.set_cookie(COOKIE, token, max_age=_A_YEAR, httponly=True, samesite="strict")
    return player


PlayerHere = Annotated[Player, Depends(_player)]
