"""What every request can reach: the store, the live games, the workers; and who is asking."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from footplate.app.background import logged
from footplate.app.database import Store
from footplate.app.database.identities import KEPT, NOBODY
from footplate.app.database.models import NO_CODE, Base, BoardFile, Browser, Player, StoredGame, StoredReplay
from footplate.app.database.tokens import AnonymousTokens
from footplate.app.http.errors import Problem
from footplate.app.http.live_pages import LivePages
from footplate.app.http.notices import Notices
from footplate.app.http.rates import Cost, Rates, client_address
from footplate.app.live.games import LiveGames
from footplate.app.move_times import MoveTimes
from footplate.app.preparing import Preparation
from footplate.app.reviews import Reviews
from footplate.app.settings import ServerSettings
from footplate.app.thinking.fair_queue import FairQueue
from footplate.app.thinking.work_queues import Thinking

COOKIE = "footplate"
SECURE_COOKIE = f"__Host-{COOKIE}"  # over https; browsers take one of such a name from nobody but this very host
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)  # as ``new_token`` writes it

Kept = Literal["players", "games", "boards", "records"]
_KEPT: dict[Kept, type[Base]] = {
    "players": Player, "games": StoredGame, "boards": BoardFile, "records": StoredReplay,
}  # fmt: skip


_BROWSERS = {  # the first mark in a User-Agent that is found: later ones are also claimed by earlier ones
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser/": "Samsung Internet", "Firefox/": "Firefox", "FxiOS/": "Firefox",
    "Chrome/": "Chrome", "CriOS/": "Chrome", "Safari/": "Safari",
}  # fmt: skip
_SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac",
    "CrOS": "Chromebook", "Linux": "Linux",
}  # fmt: skip


@dataclass(frozen=True)
class Context:
    settings: ServerSettings
    store: Store
    thinking: Thinking
    games: LiveGames
    rates: Rates
    notices: Notices
    preparation: Preparation
    reviews: Reviews
    move_times: MoveTimes
    live_pages: LivePages = field(default_factory=LivePages)
    anonymous: AnonymousTokens = field(default_factory=AnonymousTokens)
    heavy_work: FairQueue[str] = field(default_factory=lambda: FairQueue(["one at a time"]))  # of this process


def context_of(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


ContextHere = Annotated[Context, Depends(context_of)]
AddressHere = Annotated[str, Depends(client_address)]


async def _prepared(context: ContextHere) -> None:
    await context.preparation.wait()


needs_rules = Depends(_prepared)  # for routes that play a game in this process


def spend(cost: Cost, request: HTTPConnection) -> None:
    """Take a token from a bucket of the sender's address; a Problem if it is empty."""
    wait = context_of(request).rates.wait(cost, client_address(request))
    if wait:
        raise Problem(429, f"too many {cost} from your address: wait {wait:.0f} seconds", wait=wait)


def costs(cost: Cost) -> Any:
    """A dependency for routes that an address may ask for only so often."""

    async def check(request: Request) -> None:
        spend(cost, request)

    return Depends(check)


async def check_room(context: Context, what: Kept) -> None:
    """A Problem if the server has no room for another."""
    most = getattr(context.settings, f"most_{what}")
    if await context.store.run_read(context.store.count, _KEPT[what]) >= most:
        raise Problem(507, f"this server keeps {most} {what} and has no room for another: ask whoever runs it")


def needs_room(what: Kept) -> Any:
    """A dependency for routes that leave something in the database."""

    async def check(context: ContextHere) -> None:
        await check_room(context, what)

    return Depends(check)


def browser_name(user_agent: str) -> str:
    """ "Firefox on Linux", as far as the browser says so."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in user_agent), "A browser")
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), "")
    return f"{browser} on {system}" if system else browser


class Visitor:
    """Who is asking: a player, or somebody unknown, who becomes a player as soon as there is something to keep.

    An unknown visitor gets a token at the first request, so that all requests which a page makes at once mean the same
    visitor. A token that this server has not made is replaced.
    """

    def __init__(self, connection: HTTPConnection) -> None:
        context = context_of(connection)
        self._store, self._identities, self._anonymous = context.store, context.store.identities, context.anonymous
        self._is_secure = context.settings.https or connection.url.scheme in ("https", "wss")
        self._connection, self._cookies = connection, connection.cookies
        self._browser_name = browser_name(connection.headers.get("user-agent", ""))
        self._token = ""  # until it is looked up
        self.browser: Browser | None = None

    async def known(self) -> Player:
        """The player; for somebody unknown, one without an id that is kept nowhere."""
        await self._look_up()
        nobody = {"id": "", "recovery_hash": NO_CODE, "name": NOBODY, "settings": {}, "adaptive": {}}
        return self.browser.player if self.browser else Player(**nobody, created=datetime.now(UTC))

    async def player(self, response: Response) -> Player:
        """The player, who is made now if need be."""
        await self._look_up()
        if self.browser is None:
            spend("players", self._connection)
            await check_room(context_of(self._connection), "players")
            self.browser = await self._store.run_write(self._identities.browser_for, self._token, self._browser_name)
        await self.greet(response)
        return self.browser.player

    async def greet(self, response: Response) -> None:
        """Give the browser its cookie, for as long as the server will know it from now on."""
        await self._look_up()
        if self.browser and not self._identities.was_seen_lately(self.browser, self._browser_name):
            with logged("it is not kept that a browser was used"):
                await self._store.run_write(self._identities.note_seen, self.browser, self._browser_name)
        self._give_cookie(response)

    async def recover(self, code: str, response: Response) -> str | None:
        """Become the player of a recovery code. Gives the next code, or None if nobody has this one."""
        await self._look_up()
        recovered = await self._store.run_write(self._identities.recover, code, self._token, self._browser_name)
        if recovered is None:
            return None
        self._token, following = recovered
        self.browser = await self._store.run_read(self._identities.browser, self._token)
        self._give_cookie(response)
        return following

    def forget(self, response: Response) -> None:
        """Take the cookie away."""
        for name in (COOKIE, SECURE_COOKIE) if self._is_secure else (COOKIE,):
            response.delete_cookie(name, secure=self._is_secure, httponly=True, samesite="strict")

    async def _look_up(self) -> None:
        if self._token:
            return
        names = (SECURE_COOKIE, COOKIE) if self._is_secure else (COOKIE,)
        given = [token for name in names if _TOKEN.fullmatch(token := self._cookies.get(name, ""))]
        for token in given:
            self.browser = await self._store.run_read(self._identities.browser, token)
            if self.browser or self._anonymous.made(token):
                self._token = token
                return
        self._token = self._anonymous.new()

    def _give_cookie(self, response: Response) -> None:
        name = SECURE_COOKIE if self._is_secure else COOKIE
        seconds = round(KEPT.total_seconds())
        response.set_cookie(
            name, self._token, max_age=seconds, httponly=True, samesite="strict", secure=self._is_secure
        )
        if self._is_secure and COOKIE in self._cookies:  # from before there was https
            response.delete_cookie(COOKIE, httponly=True, samesite="strict")


VisitorHere = Annotated[Visitor, Depends()]


async def _reader(visitor: VisitorHere) -> Player:
    return await visitor.known()


ReaderHere = Annotated[Player, Depends(_reader)]  # for what leaves nothing behind
