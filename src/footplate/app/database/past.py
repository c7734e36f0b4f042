"""How finished games ended that their player has deleted: a lost game still counts as lost."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from footplate.app.database.models import Player, StoredGame, StoredSeat

MOST = 500  # of one player
_SOMEBODY = "Somebody"
_OF_GAME = ("id", "board", "result", "seed_chosen")
_OF_SEAT = ("seat", "name", "spec", "livery", "player_id", "left", "searched", "undone", "moved", "bot_turns")


def keep(session: Session, game: StoredGame, player_id: str) -> None:
    """Keep how a game ended, without its cards and moves, and without the names of other people.

    Games that one played alone have no result against anybody, and practice counts for nobody.
    """
    player = session.get(Player, player_id, with_for_update=True)
    if player is None or game.result is None or len(game.seats) < 2 or game.position:
        return
    seats = [{name: getattr(seat, name) for name in _OF_SEAT} for seat in game.seats]
    for seat in seats:
        if seat["player_id"] != player_id and seat["spec"] is None:
            seat |= {"name": _SOMEBODY, "player_id": None}
    facts = {name: getattr(game, name) for name in _OF_GAME}
    one = {**facts, "changed": game.changed.isoformat(), "seats": seats}
    player.past = [*(player.past or []), one][-MOST:]


def past_games(player: Player) -> list[StoredGame]:
    """The deleted games of a player as they ended, as games that are in no database."""
    return [_game(one) for one in reversed(player.past or [])]


def _game(one: dict[str, Any]) -> StoredGame:
    game = StoredGame(**{name: one[name] for name in _OF_GAME}, changed=datetime.fromisoformat(one["changed"]))
    game.seats = [StoredSeat(game_id=game.id, **seat) for seat in one["seats"]]
    return game
