"""What adaptive bots know of the people whom they play against: asked for before a move, changed after a game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from footplate.agents import read_spec
from footplate.agents.base import Ending
from footplate.app.background import logged
from footplate.app.database import Store
from footplate.app.database.models import StoredSeat
from footplate.app.live.saved_game import SavedGame
from footplate.app.thinking.jobs import Job
from footplate.app.thinking.worker import learn


def learns(seat: StoredSeat) -> bool:
    """Whether an adaptive bot sits in a seat."""
    return seat.spec is not None and read_spec(seat.spec).learns


class Learning:
    """Profiles are kept with the person, in the database."""

    def __init__(self, saved: SavedGame, store: Store) -> None:
        self._saved, self._store = saved, store

    async def profiles(self, seat: StoredSeat) -> dict[str, Any]:
        """What the bot in a seat knows of its opponents."""
        known: dict[str, Any] = {}
        for player_id in self._saved.seating.players if learns(seat) else ():
            player = await asyncio.to_thread(self._store.player, player_id)
            known |= player.adaptive if player else {}
        return known

    async def after(self, ending: Ending) -> None:
        """After the last move, adaptive bots change their minds about their opponents."""
        for seat in self._saved.seats:
            job = self._saved.job(seat.seat, seat.spec or "")
            for player_id in self._saved.seating.players if learns(seat) else ():
                with logged(f"what was learnt in game {self._saved.id} is lost"):
                    await asyncio.to_thread(self._learn, job, player_id, ending)

    def _learn(self, job: Job, player_id: str, ending: Ending) -> None:
        def change(known: dict[str, Any]) -> dict[str, Any]:
            return learn(replace(job, profiles=known), self._saved.game.board, ending)

        self._store.change_adaptive(player_id, change)
