"""How often an address may ask: each has buckets that empty as it asks and fill up again with time."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cachetools import LRUCache
from starlette.requests import HTTPConnection

Clock = Callable[[], float]
Cost = Literal[
    "requests",
    "connections",
    "games",
    "uploads",
    "searches",
    "maps",
    "replays",
    "recoveries",
    "players",
    "links",
    "webhooks",
]

_V6_PREFIX = 64  # bits: whoever has one address of such a network has all of them


@dataclass(frozen=True)
class Limit:
    """So many at once, and so many a second in the long run."""

    at_once: float
    per_second: float


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one address may do. A whole class may share an address, and a page loads in about 60 requests."""

    requests: Limit = Limit(6000, 100)
    connections: Limit = Limit(300, 5)  # live ones, opened anew
    players: Limit = Limit(100, 1 / 60)  # new ones
    games: Limit = Limit(100, 1 / 30)  # set up
    uploads: Limit = Limit(60, 1 / 60)  # boards and records
    searches: Limit = Limit(60, 0.5)  # opinions
    maps: Limit = Limit(150, 0.5)  # of a size that nobody has asked for lately
    replays: Limit = Limit(150, 1)
    recoveries: Limit = Limit(20, 1 / 60)  # codes tried
    webhooks: Limit = Limit(20, 1 / 30)  # addresses set, and messages sent to try them
    links: Limit = Limit(40, 1 / 30)  # short addresses of seats tried; a class sits down at once


class Rate:
    """A token bucket: every ``wait`` takes a token. The library ``limits`` has none, only windows."""

    def __init__(self, limit: Limit, clock: Clock = time.monotonic) -> None:
        self._limit, self._clock = limit, clock
        self._left, self._last = limit.at_once, clock()

    def wait(self) -> float:
        """Take a token and give 0; without one, give the seconds until there is one."""
        now = self._clock()
        self._left = min(self._limit.at_once, self._left + (now - self._last) * self._limit.per_second)
        self._last = now
        if self._left < 1:
            return (1 - self._left) / self._limit.per_second
        self._left -= 1
        return 0.0


class Rates:
    """The buckets of all addresses; those that did not ask for longest are forgotten when there are too many."""

    def __init__(self, limits: Limits, most: int = 20_000, clock: Clock = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._buckets: LRUCache[tuple[Cost, str], Rate] = LRUCache(most)

    def wait(self, cost: Cost, address: str) -> float:
        """Take a token from an address's bucket for this cost: 0, or without one the seconds until there is one."""
        bucket = self._buckets.get((cost, address))
        if bucket is None:
            bucket = Rate(getattr(self._limits, cost), self._clock)
            self._buckets[cost, address] = bucket
        return bucket.wait()


def client_address(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return sender(connection.client.host if connection.client else "")


def sender(host: str) -> str:
    """The address that limits count. Of IPv6 it is the network, within which one sender chooses addresses freely."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _V6_PREFIX), strict=False))
