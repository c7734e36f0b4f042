"""Whoever is at a live game, by one connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from footplate.errors import FootplateError

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]


class Refused(FootplateError):
    """Something that can't be done in this game now; the reason is for the person."""


class Listener:
    """Somebody at the game: a person in a seat, or a watcher (seat None)."""

    def __init__(self, send: Send, seat: int | None, address: str = "", player_id: str = "") -> None:
        self.send, self.seat, self.address, self.player_id = send, seat, address, player_id
        self.wants_search = False
        self.look: asyncio.Task[None] | None = None  # the search that is under way
