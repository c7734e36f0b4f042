"""What adaptive bots know of the people whom they play against: asked for before a move, changed after a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from footplate.agents import learn
from footplate.agents.base import Ending, PlayedGame
from footplate.app.background import logged
from footplate.app.database import Store
from footplate.app.database.models import StoredSeat
from footplate.app.database.store import Change
from footplate.app.live.saved_game import SavedGame
from footplate.app.people.seating import learns


class Learning:
    """Profiles are kept with the person, in the database."""

    def __init__(self, saved: SavedGame, store: Store) -> None:
        self._saved, self._store = saved, store

    async def profiles(self, seat: StoredSeat) -> dict[str, Any]:
        """What the bot in a seat knows of its opponents; in a study, from games of that study alone."""
        known: dict[str, Any] = {}
        if learns(seat) and seat.masked:
            return await self._store.run_read(self._store.studies.adaptive, self._saved.id)
        for player_id in self._saved.seating.players if learns(seat) else ():
            player = await self._store.run_read(self._store.player, player_id)
            known |= player.adaptive if player else {}
        return known

    def from_end(self, ending: Ending, memory: Callable[[int], Mapping[str, float]]) -> dict[str, Change]:
        """What changes in the profiles of the people, by their ids; it is written with the last move.

        Nothing is learnt from practice, nor from a game whose seed was chosen: somebody may have known every card.
        """
        seating, board = self._saved.seating, self._saved.game.board
        if seating.stored.seed_chosen or seating.stored.position:
            return {}
        learners = [seat for seat in seating.seats if learns(seat)]

        def change(known: dict[str, Any]) -> dict[str, Any]:
            for seat in learners:
                game = PlayedGame(board, seating.known_as, seat.seat, memory(seat.seat), ending)
                with logged(f"what was learnt in game {self._saved.id} is lost"):
                    known = dict(learn(seat.spec or "", known, game))
            return known

        return dict.fromkeys(seating.players, change) if learners else {}
