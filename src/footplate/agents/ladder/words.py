"""The six levels by name, the weakest first, and what people are told of each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    spec: str
    name: str
    word: str  # beside its name in the game
    sentence: str


LEVELS = (
    Level("porter", "Porter", "learning", "Learning. Forgets most of its tickets."),
    Level("shunter", "Shunter", "easy", "Easy. Forgets its long tickets."),
    Level("fireman", "Fireman", "steady", "Steady. Often sees one turn ahead."),
    Level("driver", "Driver", "strong", "Strong. Errs now and then."),
    Level("inspector", "Inspector", "very strong", "Very strong. Errs seldom."),
    Level("controller", "Controller", "the strongest", "The strongest. Searches every move."),
)
WEAKEST, STRONGEST = 0, len(LEVELS) - 1
