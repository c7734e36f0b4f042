"""The progress game: what a claim earns now, what a seat's claims have earned, and what the decay took off."""

from __future__ import annotations

from typing import Any

from footplate.game import Game
from footplate.sentences import decay_words, shown_points
from footplate.view import View


def progress_view(view: View, seat: int) -> dict[str, Any] | None:
    """``space`` is what a claim on the seat's next turn earns for each space. None on other boards."""
    rules = view.board.rules.progress
    if rules is None:
        return None
    next_turn = view.turn + (seat - view.turn) % view.players
    return {"space": shown_points(rules.decay ** (next_turn // view.players)), "words": decay_words(rules)}


def earned_and_decayed(game: Game, seat: int, decay: float) -> tuple[int, float]:
    """What a seat's claims have earned, and what the decay took off. Together they are its score as it is shown."""
    mine = (event for event in game.history if event.seat == seat and event.points)
    earned = sum(round(event.points / decay ** (event.turn // game.players)) for event in mine)
    return earned, shown_points(shown_points(game.rewards[seat]) - earned)
