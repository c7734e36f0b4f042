"""What every request can reach: the store, the live games, the workers; and who is asking."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from footplate.app.database import Store
from footplate.app.database.models import Player
from footplate.app.database.store import NOBODY, PLAYER_TOKEN, new_token
from footplate.app.http.errors import Problem
from footplate.app.http.rates import Cost, Rates, client_address
from footplate.app.live.games import LiveGames
from footplate.app.preparing import Preparation
from footplate.app.settings import Settings
from footplate.app.thinking.fair_queue import FairQueue
from footplate.app.thinking.lanes import Thinking

COOKIE = "footplate"
_A_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)  # as ``new_token`` writes it


@dataclass(frozen=True)
class Context:
    settings: Settings
    store: Store
    thinking: Thinking
    games: LiveGames
    rates: Rates
    preparation: Preparation
    heavy_work: FairQueue[str] = field(default_factory=lambda: FairQueue(["one at a time"]))  # of this process


def context_of(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


def _context(request: Request) -> Context:
    return context_of(request)


ContextHere = Annotated[Context, Depends(_context)]


async def _prepared(context: ContextHere) -> None:
    await context.preparation.wait()


needs_rules = Depends(_prepared)  # for routes that play a game in this process


def spend(cost: Cost, request: Request) -> None:
    """Take something from a bucket of the sender's address; a Problem if it is empty."""
    wait = context_of(request).rates.wait(cost, client_address(request))
    if wait:
        raise Problem(429, f"too many {cost} from your address: wait {wait:.0f} seconds", wait=wait)


def costs(cost: Cost) -> Any:
    """For routes that only so many may ask for."""

    async def check(request: Request) -> None:
        spend(cost, request)

    return Depends(check)


class Visitor:
    """Who is asking: a player, or a stranger, who becomes a player as soon as there is something to keep.

    A stranger gets a token before there is a player of it, so that all requests of a page that come at once mean
    the same one.
    """

    def __init__(self, connection: HTTPConnection) -> None:
        self._store = context_of(connection).store
        given = connection.cookies.get(COOKIE, "")
        self.has_cookie = _TOKEN.fullmatch(given) is not None
        self._token = given if self.has_cookie else new_token(PLAYER_TOKEN)

    async def known(self) -> Player:
        """The player, or somebody without an id who is kept nowhere."""
        known = await asyncio.to_thread(self._store.player_by_token, self._token) if self.has_cookie else None
        return known or Player(id="", token_hash="", name=NOBODY, settings={}, adaptive={}, created=datetime.now(UTC))

    async def player(self, response: Response | None = None) -> Player:
        """The player, who is made now if need be."""
        if response is not None:
            self.give_cookie(response)
        return await asyncio.to_thread(self._store.player_for, self._token)

    def give_cookie(self, response: Response) -> None:
        """By which the browser is known for a year from now."""
        response.set_cookie(COOKIE, self._token, max_age=_A_YEAR, httponly=True, samesite="strict")


def _visitor(request: Request) -> Visitor:
    return Visitor(request)


VisitorHere = Annotated[Visitor, Depends(_visitor)]


async def _reader(visitor: VisitorHere) -> Player:
    return await visitor.known()


ReaderHere = Annotated[Player, Depends(_reader)]  # for what leaves nothing behind
