"""Games between agents, measured honestly: paired deals, swapped seats, confidence intervals."""

from footplate.arena.match import MatchResult, play_match
from footplate.arena.play import play_game

__all__ = ["MatchResult", "play_game", "play_match"]
