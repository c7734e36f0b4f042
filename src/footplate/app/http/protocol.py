"""Limits below the application: how long a connection may send or take nothing, and how many one address holds."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from footplate.app.http.connections import BACKLOG, Connections, room_for
from footplate.app.http.rates import sender
from footplate.app.settings import ServerSettings

_INTERNET = (socket.AF_INET, socket.AF_INET6)


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
        if not self.held.come(self, self._address):
            self.leave()
            return
        there: socket.socket | None = transport.get_extra_info("socket")
        if there is not None and there.family in _INTERNET and hasattr(socket, "TCP_USER_TIMEOUT"):
            there.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * self.seconds))
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.held.go(self, self._address)
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
        self.held.go(self, self._address)
        super().handle_websocket_upgrade(event)

    @property
    def is_waiting(self) -> bool:
        return self._late is not None

    def leave(self) -> None:
        self.transport.abort()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_request(self) -> None:
        self._stop_waiting()
        self.held.use(self, self._address)
        self._late = self.loop.call_later(self.seconds, self.leave)

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
