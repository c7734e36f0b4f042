"""What searching agents found out before each of their decisions, as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TextIO

from footplate.agents import Decision
from footplate.game import Game


class SearchLog:
    """Writes a line for every decision that comes with figures; give it to a match as ``on_decision``."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.lines = 0

    def __call__(self, game: Game, names: Sequence[str], decision: Decision) -> None:
        if not decision.figures:
            return
        event = game.history[-1]
        line = {
            "board": game.board.name,
            "seed": game.seed,
            "agents": list(names),
            "decision": len(game.history),
            "turn": event.turn,
            "seat": event.seat,
            "agent": names[event.seat],
            "action": decision.action.text,
            "reason": decision.reason,
            **decision.figures,
        }
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.lines += 1
