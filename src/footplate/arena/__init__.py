"""Games between agents, measured honestly: paired deals, swapped seats, confidence intervals."""

from footplate.arena.match import play_match
from footplate.arena.play import play_fairly, play_game
from footplate.arena.results import MatchResult

__all__ = ["MatchResult", "play_fairly", "play_game", "play_match"]
