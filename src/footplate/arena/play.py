"""One game between agents, through Game: the friendly path."""

from __future__ import annotations

import time
from collections.abc import Sequence

from footplate.agents.base import Agent, Budget, decision_of
from footplate.boards import Board
from footplate.game import Game


def play_game(
    board: Board | str,
    agents: Sequence[Agent],
    seed: int = 0,
    *,
    agent_seeds: Sequence[int] | None = None,
    budget: Budget | None = None,
) -> Game:
    """Play a game to its end; ``agents`` by seat. ``agent_seeds`` are for the agents' own chance."""
    game = Game(board, len(agents), seed)
    budget = budget or Budget()
    began = time.perf_counter()
    for seat, agent in enumerate(agents):
        agent.start(seat, agent_seeds[seat] if agent_seeds is not None else seat)
    while not game.is_over:
        seat = game.to_move
        decision = decision_of(agents[seat].act(game.observe(seat), budget))
        game.push(decision.action, elapsed=time.perf_counter() - began)
    return game
