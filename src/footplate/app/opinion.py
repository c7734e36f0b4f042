"""What a search says about a position, as the page shows it."""

from __future__ import annotations

from typing import Any

from footplate.actions import ClaimRoute
from footplate.app.worker import Thought
from footplate.game import Game

ADVISER = "guided-ismcts"  # fair: it sees what the player to move sees


def report(game: Game, thought: Thought) -> dict[str, Any]:
    """The figures of a search with the numbers and routes of its moves."""
    figures = {key: thought.figures.get(key, 0) for key in ("iterations", "nodes", "seconds")}
    moves = []
    for move in thought.figures.get("moves", ()):
        action = game.actions.parse(move["action"])
        moves.append(
            {
                **move,
                "action": game.actions.id(action),
                "words": move["action"],
                "route": action.route if isinstance(action, ClaimRoute) else None,
                "spread": chance_error(move["win"], move["visits"]),
            }
        )
    return {**figures, "moves": moves, "line": thought.figures.get("line", []), "reason": thought.reason}


def chance_error(win: float, visits: int) -> float:
    """About how far a share of so many tries may be off: its standard error."""
    return float((win * (1 - win) / max(1, visits)) ** 0.5)
