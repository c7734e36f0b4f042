"""What every request and every connection has to pass: who is called, who calls, how often, and how much is sent."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket as sockets
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from footplate.app.http.errors import answer
from footplate.app.http.rates import Cost, Rates, client_address
from footplate.app.settings import ServerSettings

_PAGE_RULES = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:[0-9]{0,5})?")
_READING = ("GET", "HEAD")
_MOST_DIGITS = 12  # of a Content-Length


class Guard:
    """Middleware around the whole application, so that a refusal costs next to nothing."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, rates: Rates) -> None:
        self._app, self._settings, self._rates = app, settings, rates
        self._hosts = Hosts((*settings.names, settings.host))
        self._open: Counter[str] = Counter()  # live connections by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connection(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_rules(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = _PAGE_RULES
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
            await send(message)

        is_whole, end = False, asyncio.get_running_loop().time() + self._settings.seconds_to_send

        async def receive_in_time() -> Message:
            """The next part of the request; nobody may hold a connection by sending it slowly."""
            nonlocal is_whole
            if is_whole:
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                return {"type": "http.disconnect"}
            is_whole = not message.get("more_body", False)
            return message

        request = HTTPConnection(scope)
        refusal = (
            self._wrong_name(request)
            or self._too_often(request, "requests")
            or self._too_much(request)
            or (self._other_site(request) if scope["method"] not in _READING else None)
        )
        await (refusal or self._app)(scope, receive_in_time, send_with_rules)

    async def _connection(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        refusal = self._wrong_name(socket) or self._other_site(socket) or self._too_often(socket, "connections")
        address = client_address(socket)
        if refusal is None and self._open[address] >= self._settings.most_connections:
            refusal = answer(429, "too many connections are open from your address: close some")
        if refusal is not None:
            await socket.send_denial_response(refusal)
            return
        with self._counted(address):
            await self._app(scope, receive, send)

    @contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _wrong_name(self, connection: HTTPConnection) -> JSONResponse | None:
        names = connection.headers.getlist("host")
        if len(names) == 1 and self._hosts.has(names[0]):
            return None
        called = repr(names[0][:80]) if names else "by no name"
        return answer(421, f"this server is not called {called}: whoever runs it can add a name with --name")

    def _too_often(self, connection: HTTPConnection, cost: Cost) -> JSONResponse | None:
        wait = self._rates.wait(cost, client_address(connection))
        return answer(429, "too many requests from your address: wait a moment", wait=wait) if wait else None

    def _too_much(self, request: HTTPConnection) -> JSONResponse | None:
        if "transfer-encoding" in request.headers:
            return answer(411, "a request says how long it is, with a Content-Length")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > _MOST_DIGITS or int(length) > self._settings.most_bytes:
            return answer(413, f"a request has at most {self._settings.most_bytes} bytes")
        return None

    def _other_site(self, connection: HTTPConnection) -> JSONResponse | None:
        """Pages of other sites must not play or change anything: a browser says where a page comes from."""
        origin, host = connection.headers.get("origin"), connection.headers.get("host", "")
        elsewhere = origin is not None and origin.partition("://")[2].lower() != host.lower()
        if elsewhere or connection.headers.get("sec-fetch-site") == "cross-site":
            return answer(403, "requests from other sites are refused")
        return None


def host_name(host: str) -> str:
    """The name in a Host header, without port and in small letters; empty if there is none."""
    found = _HOST.fullmatch(host.lower())
    return found["name"].removesuffix(".") if found else ""


class Hosts:
    """The names of this server: addresses in numbers, this machine's own names, and those that were given.

    A foreign page can have its name point to this machine after it was loaded (DNS rebinding). Then it is of the same
    origin as the game, but the browser still says which name it has called. Starlette's TrustedHostMiddleware knows
    a list of names; it can't let all addresses in numbers pass.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        machine = sockets.gethostname().lower()
        short = machine.partition(".")[0]
        own = ("localhost", machine, short, f"{short}.local")
        self._names = {name.lower().removesuffix(".") for name in (*own, *given)}

    def has(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = host_name(host)
        return name != "" and (name in self._names or _is_address(name))


def _is_address(name: str) -> bool:
    try:
        if name.startswith("["):
            ipaddress.IPv6Address(name.strip("[]"))
        else:
            ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True
