"""One game between agents, through Game: the friendly path. Listeners see every step of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from footplate.agents.base import Agent, Budget, decision_of
from footplate.boards import Board
from footplate.events import Event
from footplate.game import Game
from footplate.records import GameRecord


class Listener:
    """Somebody who watches games; write only what you need. Games are seen from above: nothing is hidden."""

    def before(self, game: Game, names: Sequence[str]) -> None:
        """The cards are dealt; ``names`` are the agents by seat."""

    def step(self, game: Game, event: Event) -> None:
        """An action was carried out: ``event`` says by whom, and ``game`` stands after it."""

    def after(self, game: Game) -> None:
        """The game is over; ``game.outcome()`` says how it ended."""


def play_game(
    board: Board | str,
    agents: Sequence[Agent],
    seed: int = 0,
    *,
    agent_seeds: Sequence[int] | None = None,
    budget: Budget | None = None,
    listeners: Iterable[Listener] = (),
) -> Game:
    """Play a game to its end; ``agents`` by seat. ``agent_seeds`` are for the agents' own chance."""
    game = Game(board, len(agents), seed)
    budget = budget or Budget()
    listeners = tuple(listeners)
    began = time.perf_counter()
    for seat, agent in enumerate(agents):
        agent.start(seat, agent_seeds[seat] if agent_seeds is not None else seat)
    for listener in listeners:
        listener.before(game, [agent.name for agent in agents])
    while not game.is_over:
        seat = game.to_move
        decision = decision_of(agents[seat].act(game.observe(seat), budget))
        event = game.push(decision.action, elapsed=time.perf_counter() - began)
        for listener in listeners:
            listener.step(game, event)
    for listener in listeners:
        listener.after(game)
    return game


def tell(listeners: Iterable[Listener], record: GameRecord) -> None:
    """Let listeners see a recorded game."""
    listeners = tuple(listeners)
    for n, game in enumerate(record.steps()):
        for listener in listeners:
            if n == 0:
                listener.before(game, record.seats)
            else:
                listener.step(game, game.history[-1])
    for listener in listeners:
        listener.after(game)
