"""Footplate: play, study and design Ticket to Ride.

The names that most users need. They load on first use, so that ``import footplate`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from footplate.version import __version__ as __version__

if TYPE_CHECKING:
    from footplate.actions import Action
    from footplate.agents import Agent, Budget, Decision, agent_names, make_agent
    from footplate.arena import play_game, play_match
    from footplate.boards import Board, board_names, load_board
    from footplate.errors import FootplateError, IllegalAction, InvalidBoard, InvalidRecord, UnknownAgent
    from footplate.game import Game
    from footplate.observation import Observation
    from footplate.outcome import Outcome
    from footplate.records import GameRecord, read_records
    from footplate.review import Review, review_game

_NAMES = {  # by the module that they are loaded from
    "actions": ("Action",),
    "agents": ("Agent", "Budget", "Decision", "agent_names", "make_agent"),
    "arena": ("play_game", "play_match"),
    "boards": ("Board", "board_names", "load_board"),
    "errors": ("FootplateError", "IllegalAction", "InvalidBoard", "InvalidRecord", "UnknownAgent"),
    "game": ("Game",),
    "observation": ("Observation",),
    "outcome": ("Outcome",),
    "records": ("GameRecord", "read_records"),
    "review": ("Review", "review_game"),
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "Action", "Agent", "Board", "Budget", "Decision", "FootplateError", "Game", "GameRecord", "IllegalAction",
    "InvalidBoard", "InvalidRecord", "Observation", "Outcome", "Review", "UnknownAgent", "agent_names", "board_names",
    "load_board", "make_agent", "play_game", "play_match", "read_records", "review_game",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'footplate' has no attribute {name!r}")
    value = getattr(import_module(f"footplate.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
