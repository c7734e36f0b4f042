"""What adaptive bots know of the people whom they play against: asked for before a move, changed after a game."""

from __future__ import annotations

from typing import Any

from footplate.agents import learn
from footplate.agents.base import Ending, PlayedGame
from footplate.app.background import logged
from footplate.app.database import Store
from footplate.app.database.models import StoredSeat
from footplate.app.live.saved_game import SavedGame
from footplate.app.people.seating import learns


class Learning:
    """Profiles are kept with the person, in the database."""

    def __init__(self, saved: SavedGame, store: Store) -> None:
        self._saved, self._store = saved, store

    async def profiles(self, seat: StoredSeat) -> dict[str, Any]:
        """What the bot in a seat knows of its opponents."""
        known: dict[str, Any] = {}
        for player_id in self._saved.seating.players if learns(seat) else ():
            player = await self._store.run_read(self._store.player, player_id)
            known |= player.adaptive if player else {}
        return known

    async def after(self, ending: Ending | None) -> None:
        """After the last move, adaptive bots update what they know of their opponents.

        Nothing is learnt from practice, nor from a game whose seed was chosen: somebody may have known every card.
        """
        stored = self._saved.seating.stored
        if ending is None or stored.seed_chosen or stored.position:
            return
        for seat in self._saved.seating.seats:
            for player_id in self._saved.seating.players if learns(seat) else ():
                with logged(f"what was learnt in game {self._saved.id} is lost"):
                    await self._store.run_write(self._learn, seat, player_id, ending)

    def _learn(self, seat: StoredSeat, player_id: str, ending: Ending) -> None:
        spec, memory = seat.spec or "", self._saved.memory_of(seat.seat)
        game = PlayedGame(self._saved.game.board, self._saved.seating.known_as, seat.seat, memory, ending)
        self._store.change_adaptive(player_id, lambda known: dict(learn(spec, known, game)))
