"""A message to an address of the host's when a turn begins: whose it is, and where the table is; nothing else.

The address is another machine's, so it is a door to close: https to anywhere in the world, or this network for a host
who is in it; never this machine, and no other address that is not for everybody. The name is resolved once, all
addresses behind it are checked, and the connection goes to one that was checked. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from footplate.app.background import log
from footplate.app.database import Store
from footplate.app.database.models import StoredGame
from footplate.errors import FootplateError

MOST_FAILURES = 3  # one after the other; then it is off
_PATIENCE = 5.0  # seconds for all of it
_BETWEEN = 5.0  # seconds between two messages of a table
_LONGEST = 400
_COLOURS = ("carmine", "prussian", "gold", "teal", "violet")  # of the liveries, as the page calls them
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses inside IPv6
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]


class NoWebhook(FootplateError):
    """An address that is not taken, or that did not answer; the reason is for the host."""


@dataclass(frozen=True)
class Target:
    """Where a message goes: an address in numbers that was checked, under the name that was given."""

    host: str
    number: str
    port: int
    path: str
    is_https: bool


def resolve(host: str, port: int) -> list[str]:
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def target_of(address: str, *, from_network: bool, resolve: Resolve = resolve) -> Target:
    """Where an address leads; NoWebhook says why it is not taken. ``from_network``: the host is in this network."""
    if len(address) > _LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        raise NoWebhook(f"an address has at most {_LONGEST} characters, without spaces")
    try:
        parts = urlsplit(address)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise NoWebhook("this is no address; right would be https://chat.example/hooks/trains") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
        raise NoWebhook("right would be https://chat.example/hooks/trains, without a name and a password")
    try:
        numbers = resolve(parts.hostname, port)
    except (OSError, UnicodeError):
        raise NoWebhook(f"nobody knows {parts.hostname}") from None
    for number in numbers:
        _check(ipaddress.ip_address(number.partition("%")[0]), parts.scheme == "https", from_network)
    if not numbers:
        raise NoWebhook(f"nobody knows {parts.hostname}")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.hostname, numbers[0], port, path, parts.scheme == "https")


def _check(number: Address, is_https: bool, from_network: bool) -> None:
    if isinstance(number, ipaddress.IPv6Address):
        inside = number.ipv4_mapped or number.sixtofour or (number.teredo[1] if number.teredo else None)
        if inside or number in _TRANSLATED:
            raise NoWebhook("addresses of one kind inside another are not called")
    if number.is_loopback or number.is_unspecified:
        raise NoWebhook("this machine itself is not called")
    if number.is_link_local or number.is_multicast or number.is_reserved:
        raise NoWebhook(f"{number} is an address for special uses: it is not called")
    if number.is_global:
        if not is_https:
            raise NoWebhook("outside this network the address must begin with https://")
    elif not (number.is_private and from_network):
        raise NoWebhook("addresses inside this network are called only for a host who is in it")


def post(target: Target, message: dict[str, Any], patience: float = _PATIENCE) -> float:
    """Send a message, and give the seconds that it took; NoWebhook if it did not arrive in ``patience`` seconds."""
    began = time.monotonic()
    late = NoWebhook(f"it did not answer in {patience:g} seconds")
    try:
        with socket.create_connection((target.number, target.port), patience) as stream, _cut(stream, patience):
            status = _status(target, stream, json.dumps(message).encode(), patience)
    except ssl.SSLCertVerificationError:
        raise NoWebhook("its certificate is not good") from None
    except TimeoutError:
        raise late from None
    except (OSError, http.client.HTTPException):
        raise (late if time.monotonic() - began >= patience else NoWebhook("it can't be reached")) from None
    took = time.monotonic() - began
    if took >= patience:
        raise late
    if 300 <= status < 400:
        raise NoWebhook(f"it redirects ({status}), which is not followed")
    if status >= 400:
        raise NoWebhook(f"it answered {status}")
    return took


def _status(target: Target, stream: socket.socket, body: bytes, patience: float) -> int:
    """Send a body, and give the status of the answer."""
    if target.is_https:
        stream = ssl.create_default_context().wrap_socket(stream, server_hostname=target.host)
    with stream:
        connection = http.client.HTTPConnection(target.host, target.port, timeout=patience)
        connection.sock = stream
        connection.request("POST", target.path, body, {"Content-Type": "application/json"})
        return connection.getresponse().status


@contextmanager
def _cut(stream: socket.socket, patience: float) -> Iterator[None]:
    """End a connection after so many seconds: each read has a limit of its own, and an answer may be many of them."""
    with stream.dup() as same:  # which stays when encryption takes the first one over
        timer = threading.Timer(patience, _end, (same,))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


def _end(stream: socket.socket) -> None:
    with suppress(OSError):
        stream.shutdown(socket.SHUT_RDWR)


class Webhooks:
    """Messages wait in a thread of their own; nobody at a table waits for them."""

    def __init__(
        self,
        store: Store,
        server: str,
        clock: Callable[[], float] = time.monotonic,
        send: Callable[[Target, dict[str, Any]], float] = post,
    ) -> None:
        self._store, self._server, self._clock, self._send = store, server, clock, send
        self._threads = ThreadPoolExecutor(2, "footplate-webhook")
        self._last: dict[str, float] = {}  # by game, when the last message went out

    async def message(self, game: StoredGame, title: str, seat: int, turn: int) -> dict[str, Any]:
        """All that is ever said. People are named who have agreed to that, else it is the colour of their trains."""
        mover = game.seats[seat]
        player = await self._store.run_read(self._store.player, mover.player_id) if mover.player_id else None
        name = mover.name if player and player.settings.get("named") is True else _COLOURS[mover.livery - 1]
        return {"table": title, "to_move": name, "turn": turn + 1, "link": f"{self._server}/#/game/{game.id}"}

    async def tell_turn(self, game: StoredGame, title: str, seat: int, turn: int) -> None:
        """Tell the table's address, if there is one that still answers, that somebody's turn has begun."""
        if game.webhook and game.webhook_failures < MOST_FAILURES:
            message = await self.message(game, title, seat, turn)
            await self.tell(game.id, game.webhook, message, inside=game.webhook_inside)

    async def send(self, target: Target, message: dict[str, Any]) -> float:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._send, target, message)

    async def tell(self, game: str, address: str, message: dict[str, Any], *, inside: bool) -> None:
        """Tell an address, unless it was told a moment ago. What fails is counted."""
        if self._clock() - self._last.get(game, -_BETWEEN) < _BETWEEN:
            return
        self._last[game] = self._clock()
        try:
            target = await asyncio.to_thread(target_of, address, from_network=inside)
            await self.send(target, message)
            arrived = True
        except NoWebhook as error:
            log.info("the webhook of game %s: %s", game, error)
            arrived = False
        note = self._store.note_webhook
        await self._store.run_write(note, game, address, arrived=arrived, most=MOST_FAILURES)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
