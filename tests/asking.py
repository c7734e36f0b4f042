"""The one way in which tests ask an agent for its decision."""

from __future__ import annotations

from footplate.agents.base import Agent, Budget, Decision, decision_of
from footplate.game import Game


def decision(agent: Agent, game: Game) -> Decision:
    """What the agent, which has been started, decides for the seat to move; it is legal, or IllegalAction is raised."""
    seen = game.reveal(game.to_move) if agent.cheats else game.observe(game.to_move)
    return decision_of(agent.act(seen, Budget()), seen)
