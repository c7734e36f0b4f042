"""Does beforehand what would make the first pages slow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from footplate.app.http.boards import facts_of_catalogue, load_board_of_catalogue, thumbnail
from footplate.app.people.opponents import opponents
from footplate.app.views import game as views
from footplate.boards import listed_boards, load_board
from footplate.compiling import is_prepared
from footplate.game import Game

_BOARD = "mini"
_A_WHILE = 0.1  # seconds


def prepare_pages() -> None:
    """What every set-up page shows, before the first one is asked for."""
    opponents()
    for name in listed_boards():
        facts_of_catalogue(name)


async def warm_up(is_quiet: Callable[[], bool]) -> None:
    """Draw the small maps and load the rules, in small steps; a page that is being loaded goes first."""
    for name in listed_boards():
        await _give_way(is_quiet)
        await asyncio.to_thread(thumbnail, load_board_of_catalogue(name), "light")
    if is_prepared():
        await _give_way(is_quiet)
        await asyncio.to_thread(load_rules)


async def _give_way(is_quiet: Callable[[], bool]) -> None:
    while not is_quiet():
        await asyncio.sleep(_A_WHILE)


def load_rules() -> None:
    """Play a move, so that the first one of a person need not wait for compiled code to be loaded."""
    game = Game(load_board(_BOARD), 2)
    game.copy().push(game.observe(0).legal_actions()[0])
    views.seat_view(game, 0, ("You", "Bot"))
