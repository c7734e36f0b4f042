"""Limits below the application: how long a connection may send or take nothing, and how many one address holds.

A page asks over half a dozen connections and then leaves them open for a while. Those that wait for a request can be
closed at any time, since a browser opens another one. The address that holds most of them loses one first.
"""

from __future__ import annotations

import asyncio
import socket
from collections import OrderedDict
from contextlib import suppress
from typing import Any, Protocol, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from footplate.app.http.rates import sender
from footplate.app.settings import ServerSettings

try:
    import resource
except ImportError:  # where a process has no such limit
    resource = None  # type: ignore[assignment]

BACKLOG = 64  # connections that are taken in at once, before anybody can count them
_SPARE_FILES = 400  # for the database, the workers, and connections that are just taken in
_LEAST = 64
_ENOUGH_FILES = 1 << 16
_THIS_MACHINE = ("127.0.0.1", "::/64")  # also of a proxy, behind which there may be many
_INTERNET = (socket.AF_INET, socket.AF_INET6)


class Connection(Protocol):
    @property
    def is_waiting(self) -> bool:
        """Whether nothing has been asked that is not answered."""
        ...

    def abort(self) -> None: ...


class Connections:
    """All but live ones, by address; those that were used last come last."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._of: dict[str, OrderedDict[Connection, None]] = {}
        self._count = 0

    def admit(self, connection: Connection, address: str) -> bool:
        """Take one in, for which another one may have to go; False if there is no room."""
        own = self._of.get(address, OrderedDict())
        if len(own) >= self._most_of_one and address not in _THIS_MACHINE:
            has_room = self._evict(address)
        elif self._count >= self._most:
            has_room = self._evict(max(self._of, key=lambda one: len(self._of[one])))
        else:
            has_room = True
        if has_room:
            self._of.setdefault(address, OrderedDict())[connection] = None
            self._count += 1
        return has_room

    def touch(self, connection: Connection, address: str) -> None:
        """It was just used."""
        own = self._of.get(address, OrderedDict())
        if connection in own:
            own.move_to_end(connection)

    def release(self, connection: Connection, address: str) -> None:
        """It is closed, or has become a live one."""
        own = self._of.get(address, OrderedDict())
        if connection in own:
            del own[connection]
            self._count -= 1
            if not own:
                del self._of[address]

    def _evict(self, address: str) -> bool:
        for connection in self._of[address]:
            if connection.is_waiting:
                self.release(connection, address)
                connection.abort()
                return True
        return False


def raise_limit_of_files() -> None:
    """Have this process open as many files as the system lets it; connections are files."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def room_for(wanted: int) -> int:
    """``most`` connections, or fewer where this process can't open as many files."""
    if resource is None:
        return wanted
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, max(_LEAST, soft - _SPARE_FILES))


class TimedProtocol(H11Protocol):
    """HTTP with a time for each request to arrive; uvicorn's own timer stops at the first byte of the next one.

    The operating system ends a connection that does not take its answer, also a WebSocket.
    """

    seconds = 0.0
    held = Connections(0, 0)
    _late: asyncio.TimerHandle | None = None
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = sender(self.client[0] if self.client else "")
        if not self.held.admit(self, self._address):
            self.abort()
            return
        there: socket.socket | None = transport.get_extra_info("socket")
        if there is not None and there.family in _INTERNET and hasattr(socket, "TCP_USER_TIMEOUT"):
            there.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * self.seconds))
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.held.release(self, self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_answering:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        self._await_request()
        super().on_response_complete()
        if self._is_answering:  # the next request had come already
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._stop_waiting()
        self.held.release(self, self._address)
        super().handle_websocket_upgrade(event)

    @property
    def is_waiting(self) -> bool:
        return self._late is not None

    def abort(self) -> None:
        self.transport.abort()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_request(self) -> None:
        self._stop_waiting()
        self.held.touch(self, self._address)
        self._late = self.loop.call_later(self.seconds, self.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def server_config(app: Any, settings: ServerSettings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    most = room_for(settings.most_at_once)
    connections = Connections(most // 2, settings.most_held)
    protocol = type("Protocol", (TimedProtocol,), {"seconds": settings.seconds_to_send, "held": connections})
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=cast("type[asyncio.Protocol]", protocol),
        log_level="warning",
        ws_max_size=settings.most_bytes,
        ws_ping_interval=settings.seconds_of_silence,
        ws_ping_timeout=settings.seconds_of_silence,
        limit_concurrency=most,
        backlog=BACKLOG,
        timeout_graceful_shutdown=3,
    )
