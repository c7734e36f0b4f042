"""What a search says about a position, as the page shows it."""

from __future__ import annotations

from typing import Any

from footplate.actions import ClaimRoute
from footplate.app.words import move_words, payment_words
from footplate.app.worker import Thought
from footplate.game import Game

ADVISER = "guided-ismcts"  # fair: it sees what the player to move sees
SHOWN = 5  # moves


def report(game: Game, thought: Thought) -> dict[str, Any]:
    """The figures of a search: its best moves in words, with their routes."""
    told = thought.figures.get("moves", ())[:SHOWN]
    actions = [game.actions.parse(move["action"]) for move in told]
    routes = [action.route if isinstance(action, ClaimRoute) else None for action in actions]
    moves = []
    for move, action, route in zip(told, actions, routes, strict=True):
        title, sentence = move_words(action, game.board)
        if isinstance(action, ClaimRoute) and routes.count(route) > 1:
            title += f", {payment_words(action)}"
        moves.append(
            {
                **{key: move[key] for key in ("visits", "mean", "win")},
                "action": game.actions.id(action),
                "words": title,
                "sentence": sentence,
                "route": route,
                "spread": chance_error(move["win"], move["visits"]),
            }
        )
    return {**{key: thought.figures.get(key, 0) for key in ("iterations", "seconds")}, "moves": moves}


def chance_error(win: float, visits: int) -> float:
    """About how far a share of so many tries may be off: its standard error."""
    return float((win * (1 - win) / max(1, visits)) ** 0.5)
