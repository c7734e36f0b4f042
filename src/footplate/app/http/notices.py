"""What is worth a line in the log: refused rights, rate limits, who comes back by a code, deletions. No secrets."""

from __future__ import annotations

import time
from collections.abc import Callable

from cachetools import LRUCache
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footplate.app.background import log
from footplate.app.http.rates import client_address

_QUIET = 60.0  # seconds between two lines of a kind about one address
_LONGEST = 100  # characters of a path
_REFUSALS = {403: "refused a right", 421: "called by a wrong name", 429: "over a limit"}  # by status


class Notices:
    """The log of such events. However often one address causes them, there is a line a minute, with their number."""

    def __init__(self, most: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._logged: LRUCache[tuple[str, str], tuple[float, int]] = LRUCache(most)  # when, and how many since then

    def warn(self, what: str, address: str, where: str) -> None:
        """Something was refused to an address."""
        now = self._clock()
        when, unlogged = self._logged.get((what, address)) or (now - _QUIET, 0)
        if now - when < _QUIET:
            self._logged[what, address] = (when, unlogged + 1)
            return
        self._logged[what, address] = (now, 0)
        more = f", and {unlogged} times before since the last line" if unlogged else ""
        log.warning("%s: %s at %s%s", address, what, where[:_LONGEST], more)

    def note(self, what: str, address: str) -> None:
        """Something was done that can't be undone; each has a line."""
        log.info("%s: %s", address, what)


class Refusals:
    """Around the whole application, the guard included: notices what it refuses."""

    def __init__(self, app: ASGIApp, notices: Notices) -> None:
        self._app, self._notices = app, notices

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def noticed(message: Message) -> None:
            what = _REFUSALS.get(message.get("status", 0))
            if what and message["type"] in ("http.response.start", "websocket.http.response.start"):
                method = scope.get("method", "WebSocket")
                self._notices.warn(what, client_address(HTTPConnection(scope)), f"{method} {scope['path']!r}")
            await send(message)

        await self._app(scope, receive, noticed if scope["type"] != "lifespan" else send)
