"""Whole games at random, for playouts and benchmarks."""

from __future__ import annotations

from footplate.compile import jit
from footplate.engine.layout import OVER, Int, Record
from footplate.engine.moves import random_action
from footplate.engine.score import score_game
from footplate.engine.setup import deal
from footplate.engine.step import step


@jit
def playout(b: Record, s: Record, w: Record) -> Int:
    """Uniformly random actions to the end of the game; returns the number of decisions."""
    steps = 0
    while s.phase != OVER:
        step(b, s, random_action(b, s, w))
        steps += 1
    return steps


@jit
def random_games(b: Record, states: Record, w: Record, first_seed: Int, n_games: Int) -> tuple[int, int]:
    """Deal, play at random and score fully; returns the decisions made and a check value over all final scores."""
    s = states[0]
    steps, check = 0, 0
    for g in range(n_games):
        deal(b, s, first_seed + g)
        steps += playout(b, s, w)
        score_game(b, s, w, False)
        for p in range(b.n_players):
            check += int(w.total[p]) * (p + 1)
    return steps, check
