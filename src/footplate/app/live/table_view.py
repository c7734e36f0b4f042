"""What everybody at a table is sent of its people: clocks, who is away, bots that stand in, offers, phrases."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from footplate.app.database import times
from footplate.app.database.models import StoredSeat
from footplate.app.database.tables import BETWEEN_OFFERS
from footplate.app.live.saved_game import SavedGame
from footplate.app.live.table import PHRASES


def person_view(saved: SavedGame, seat: StoredSeat, moment: datetime, *, here: bool) -> dict[str, Any]:
    """What everybody sees of the person in a seat. Seconds are those that are left now; the page counts them down."""
    game, deciding = saved.seating.stored, saved.deciding
    is_held = seat.is_held and not saved.game.is_over
    since = None if here or not is_held else times.away_since(seat, moment)
    comes = None if here or not is_held else times.bot_comes(game, seat, moment)
    is_person = seat.spec is None
    return {
        "clock": times.left(game, seat, moment, deciding) if is_person and saved.seating.is_shared else None,
        "clock_runs": is_held and seat.seat in deciding and not seat.stand_in and times.runs(game),
        "away_since": since.isoformat() if since else None,
        "bot_in": max(0.0, (comes - moment).total_seconds()) if comes else None,
        "plays": {"since": seat.absent_from, "why": seat.stand_in} if is_held and seat.stand_in else None,
        "chosen": seat.choice is not None,
    }


def table_view(saved: SavedGame, seat: int | None) -> dict[str, Any]:
    """What a seat, or a watcher, sees of the table beside the game."""
    game, turn = saved.seating.stored, saved.game.turn
    mine = game.seats[seat] if seat is not None else None
    agreed = [one.seat for one in game.seats if one.agrees]
    asked = [one.seat for one in game.seats if one.is_held and not one.stand_in and (one.here or one.agrees)]
    again = 0 if game.end_offered is None else max(0, game.end_offered + BETWEEN_OFFERS - turn)
    told = mine is not None and mine.absent_turns > 0 and not mine.stand_in
    return {
        "timing": times.timing_of(game).to_dict(),
        "end": {"agreed": agreed, "asked": asked, "again": 0 if agreed else again},
        "played": {"since": mine.absent_from, "turns": mine.absent_turns} if told and mine else None,
        "said": [{name: one[name] for name in ("n", "seat", "phrase", "turn")} for one in game.said or []],
        "phrases": list(PHRASES),
    }
