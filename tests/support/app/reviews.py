"""Whole reviews for tests of the page: made of a game's own moves, with figures that nobody has to wait for."""

from __future__ import annotations

from typing import Any

from footplate.actions import ClaimRoute
from footplate.app.reviews import deals_for
from footplate.game import Game

_ACCOUNT = {"start": 0.0, "luck": 6.2, "play": -14.4, "others": 2.0, "result": -6.2}


def review_of(game: Game, seat: int = 0, most: int = 3) -> dict[str, Any]:
    """As ``Review.to_dict`` gives it. The last ``most`` claims of the seat are its costliest decisions."""
    claims = [n for n, event in enumerate(game.history) if event.seat == seat and isinstance(event.action, ClaimRoute)]
    chosen = list(reversed(claims[-most:]))
    turns = sorted({event.turn for event in game.history if event.seat == seat})
    names = [f"seat {n}" for n in range(game.players)]
    one = {
        "name": "Ann",
        "curve": [{"turn": turn, "win": 0.3 + 0.4 * n / len(turns), "margin": 1.0} for n, turn in enumerate(turns)],
        "costliest": [_decision(game, number, 0.2 - 0.05 * n, game.players) for n, number in enumerate(chosen)],
        "decisions": len(turns),
        "win": dict.fromkeys(_ACCOUNT, 0.0),
        "margin": _ACCOUNT,
    }
    outcome = game.outcome()
    assert outcome is not None
    return {
        "board": game.board.name, "rules": game.board.rules_hash, "players": game.players, "turns": game.turn,
        "seed": 0, "deals": deals_for(game.players),
        "result": outcome.sentence(names), "judged": len(turns), "decisions": len(turns),
        "seats": [{**one, "costliest": one["costliest"] if n == seat else []} for n in range(game.players)],
    }  # fmt: skip


def _decision(game: Game, number: int, cost: float, players: int) -> dict[str, Any]:
    event = game.history[number]
    assert isinstance(event.action, ClaimRoute)
    route = event.action.route
    free = next(n for n in range(len(game.board.routes)) if n != route)
    move = {"win": 0.44, "margin": 2.0}
    return {
        "number": number, "turn": event.turn, "seat": event.seat, "win": 0.44, "margin": 2.0,
        "played": {"action": event.action.text, "words": "claim the route played", "route": route, "win": 0.44 - cost,
                   "margin": 0.0},
        "better": {"action": "draw", "words": "draw from the deck", "route": None if number % 2 else free, **move},
        "cost": {"mean": cost, "low": cost - 0.02, "high": cost + 0.02}, "searched": cost, "deals": deals_for(players),
        "effect": [0.0] * players, "effect_margin": [0.0] * players,
        "headline": "Claimed a route; the deck was better", "reason": "Your ticket A–B was done in 61% of the deals.",
    }  # fmt: skip
