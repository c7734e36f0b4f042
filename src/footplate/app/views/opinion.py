"""What a search says about a position, as the page shows it."""

from __future__ import annotations

from typing import Any

from footplate.actions import ClaimRoute
from footplate.app.thinking.jobs import Thought
from footplate.game import Game
from footplate.sentences import move_words

ADVISER = "guided-ismcts:ms=60000"  # fair: it sees what the player to move sees; for as long as it is given
SHOWN = 5  # moves


def report(game: Game, thought: Thought) -> dict[str, Any]:
    """The figures of a search, and its best moves in words. Ways to pay for one route count as one move: the best."""
    moves: dict[str, dict[str, Any]] = {}
    for move in thought.figures.get("moves", ()):
        action = game.actions.read(move["action"])
        title, sentence = move_words(action, game.board)
        if title in moves:
            moves[title]["visits"] += move["visits"]
            continue
        moves[title] = {
            **{key: move[key] for key in ("visits", "mean", "win")},
            "action": game.actions.id(action),
            "words": title,
            "sentence": sentence,
            "route": action.route if isinstance(action, ClaimRoute) else None,
            "spread": (move["win"] * (1 - move["win"]) / max(1, move["visits"])) ** 0.5,  # a share's standard error
        }
    figures = {key: thought.figures.get(key, 0) for key in ("iterations", "seconds")}
    by_visits = sorted(moves.values(), key=lambda move: -move["visits"])  # also where some are joined
    return {**figures, "moves": by_visits[:SHOWN]}
