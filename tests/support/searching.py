"""Positions for searches, and what a search sees of them."""

from __future__ import annotations

import random

from footplate.game import Game
from footplate.observation import Observation

WORLDS = ["true", "one-tree", "tree-per-player", "tree-per-world", "tree-of-seen"]


def at_turn(board: str, players: int = 2, seed: int = 1, moves: int = 0) -> Game:
    """A game after the first tickets and some random moves."""
    game, chance = Game(board, players, seed), random.Random(seed)
    for _ in range(players + moves):
        game.push(chance.choice(game.legal_actions()))
    return game


def view(game: Game, worlds: str) -> Observation:
    return game.reveal(game.to_move) if worlds == "true" else game.observe(game.to_move)
