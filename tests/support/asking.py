"""How tests ask an agent for its decision, and how they have a compiled bot play through Game."""

from __future__ import annotations

from footplate.agents import make_agent
from footplate.agents.base import Agent, Budget, Decision, decision_of
from footplate.game import Game


def decision(agent: Agent, game: Game, budget: Budget | None = None) -> Decision:
    """What the agent, which has been started, decides for the seat to move; it is legal, or IllegalAction is raised."""
    seen = game.reveal(game.to_move) if agent.cheats else game.observe(game.to_move)
    return decision_of(agent.act(seen, budget or Budget()), seen)


class ThroughGame(Agent):
    """A compiled bot that plays through Game, so that both paths can be compared."""

    def __init__(self, name: str) -> None:
        self.inner, self.name = make_agent(name), name

    def start(self, seat: int, seed: int) -> None:
        self.inner.start(seat, seed)

    def act(self, observation, budget):
        return self.inner.act(observation, budget)
