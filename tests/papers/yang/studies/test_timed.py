"""Matches with their steps, and runs of so many steps, by slow twins."""

from __future__ import annotations

import numpy as np

from footplate import Game
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.papers.yang.studies.timed import Timed, log_games, play_timed

BOARD, AGENTS = "small:yang", ("cf-base", "cf-adversarial")


def test_steps_and_scores_are_those_of_the_games():
    timed, (batch, played) = play_timed(load_board(BOARD), AGENTS, 12, 3), log_games(load_board(BOARD), AGENTS, 12, 3)
    for i, seed in enumerate(batch.seeds.tolist()):
        game, steps = Game(BOARD, seed=seed), [0, 0]
        for action in played.logs[i, : played.decisions[i], 1].tolist():
            steps[game.to_move] += 1
            game.push(action)
        assert game.is_over
        first = int(batch.agent_at[i, 0])
        assert timed.is_first[i].tolist() == [first == 0, first == 1]
        by_agent = [0, 1] if first == 0 else [1, 0]
        assert timed.steps[i].tolist() == [steps[seat] for seat in by_agent]
        assert timed.totals[i].tolist() == [game.scores()[seat].total for seat in by_agent]
    arena = play_match(BOARD, AGENTS, 12, seed=3).results
    assert (timed.totals == arena.totals).all()
    assert (timed.shares == arena.shares).all()


def test_a_run_ends_with_its_steps_and_the_game_under_way_counts_nowhere():
    steps, scores = np.array([4, 4, 4, 3, 9, 2, 8, 8]), np.arange(8.0)
    timed = Timed(
        np.stack([steps, steps], 1), np.stack([scores, -scores], 1), np.ones((8, 2)), np.ones((8, 2), np.bool_)
    )
    # up to 10 steps: games 0 and 1 (2 is cut), 3 (4 is cut), 5 and 6 (7 is cut)
    assert timed.in_runs(runs=5, steps=10)[:, 1].tolist() == [0.5, 3.0, 5.5]
    assert timed.in_runs(runs=2, steps=10).shape == (2, 2)
