"""What the server does beside the requests: it makes the first pages quick, and deletes what nobody has used."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

from footplate.app.background import log, logged
from footplate.app.database import Store
from footplate.app.database.models import now
from footplate.app.database.retention import AT_ONCE
from footplate.app.http.boards import facts_of_catalogue, load_board_of_catalogue, thumbnail
from footplate.app.people.opponents import opponents
from footplate.app.views import game as views
from footplate.boards import listed_boards, load_board
from footplate.compiling import is_prepared
from footplate.game import Game

_BOARD = "mini"
_A_DAY = 24 * 3600.0  # seconds


def prepare_pages() -> None:
    """What every set-up page shows, before the first one is asked for."""
    opponents()
    for name in listed_boards():
        facts_of_catalogue(name)


async def warm_up(is_quiet: Callable[[], bool], pause: float = 0.1) -> None:
    """Draw the small maps and load the rules, in small steps; a page that is being loaded goes first.

    ``pause``: seconds from one look whether one is loaded to the next.
    """
    for name in listed_boards():
        await _give_way(is_quiet, pause)
        await asyncio.to_thread(thumbnail, load_board_of_catalogue(name), "light")
    if is_prepared():
        await _give_way(is_quiet, pause)
        await asyncio.to_thread(load_rules)


async def _give_way(is_quiet: Callable[[], bool], pause: float) -> None:
    while not is_quiet():
        await asyncio.sleep(pause)


def load_rules() -> None:
    """Play a move, so that the first one of a person need not wait for compiled code to be loaded."""
    game = Game(load_board(_BOARD), 2)
    game.copy().push(game.observe(0).legal_actions()[0])
    views.seat_view(game, 0, ("You", "Bot"))


async def sweep_daily(store: Store, keep_days: int) -> None:
    """Now, and then once a day, for ever."""
    while True:
        with logged("the daily sweep has failed; it is tried again tomorrow"):
            await sweep_now(store, keep_days)
        await asyncio.sleep(_A_DAY)


async def sweep_now(store: Store, keep_days: int) -> None:
    """Delete a few at a time, so that moves can be written in between."""
    before = now() - timedelta(days=keep_days)
    while True:
        swept = await store.run_write(store.sweep, before)
        if any(swept):
            log.info("Deleted what nobody has used for %d days: %s.", keep_days, swept)
        if max(swept) < AT_ONCE:
            return
