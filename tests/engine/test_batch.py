"""A batch plays the games that ``Game`` plays, step by step, on any number of threads."""

from __future__ import annotations

import doctest
import itertools

import numpy as np
import pytest

from footplate.boards import load_board
from footplate.engine import batch as batch_module
from footplate.engine.batch import Batch
from footplate.engine.layout import TURN
from footplate.errors import FootplateError, IllegalAction
from footplate.game import Game


def check_rows(batch: Batch, games: list[Game]) -> None:
    for i, game in enumerate(games):
        assert batch.states[i].tobytes() == game.to_bytes()
        legal = [game.actions.id(action) for action in game.legal_actions()]
        assert np.flatnonzero(batch.legal[i]).tolist() == sorted(legal)
        assert batch.over[i] == game.is_over
        assert batch.player[i] == int(game.record.player)
        assert batch.phase[i] == int(game.record.phase)


def check_views(batch: Batch, games: list[Game]) -> None:
    """What is seen and what is scored, which take long to be made of a Game."""
    seen, scores = batch.observe(), batch.scores()
    for i, game in enumerate(games):
        assert seen[i].tobytes() == game.observe(int(game.record.player)).to_bytes()
        assert scores.totals[i].tolist() == [score.total for score in game.scores()]
        if game.is_over:
            assert tuple(np.flatnonzero(scores.winners[i])) == game.outcome().winners


@pytest.mark.parametrize(
    ("board", "players", "threads"), [("small", 2, 1), ("new_york", 4, 2), ("usa_1910", 3, 3), ("t2r", 2, 2)]
)
def test_it_plays_the_games_of_game(board: str, players: int, threads: int):
    seeds = [5, 2**64 - 1, 0, 77]
    batch, games = Batch(load_board(board), players, 4, threads=threads), [Game(board, players, seed) for seed in seeds]
    batch.deal(np.array(seeds, np.uint64))
    for step in itertools.count():
        check_rows(batch, games)
        if step % 5 == 0 or batch.over.all():
            check_views(batch, games)
        if batch.over.all():
            return
        actions = batch.random_actions()
        batch.step(actions)
        for game, action in zip(games, actions.tolist(), strict=True):
            if not game.is_over:
                game.push(action)


def test_nothing_depends_on_the_threads():
    ends = []
    for threads in (1, 2, 5):
        batch = Batch(load_board("small"), 2, 37, threads=threads)
        batch.deal(range(37))
        while not batch.over.all():
            batch.step(batch.random_actions())
        ends.append(batch.states.tobytes() + batch.scores().totals.tobytes())
    assert ends[0] == ends[1] == ends[2]


def test_games_that_are_over_wait_and_are_dealt_anew_alone():
    batch = Batch(load_board("mini"), 2, 6)
    batch.deal(range(6))
    while not batch.over.any() or batch.over.all():
        batch.step(batch.random_actions())
    over, before = batch.over.copy(), batch.states.copy()
    assert not batch.legal[over].any()
    actions = batch.random_actions()
    actions[over] = 10**9
    batch.step(actions)
    assert batch.states[over].tobytes() == before[over].tobytes()
    going = batch.states[~over].copy()
    batch.deal(100 + np.flatnonzero(over), over)
    assert batch.states[~over].tobytes() == going.tobytes()
    for i in np.flatnonzero(over).tolist():
        assert batch.states[i].tobytes() == Game("mini", 2, 100 + i).to_bytes()
        assert batch.legal[i].sum() == len(Game("mini", 2, 100 + i).legal_actions())


@pytest.mark.parametrize("wrong", [-1, 0, 10**9])
def test_what_is_not_legal_changes_nothing(wrong: int):
    batch = Batch(load_board("small"), 2, 3)
    batch.deal([1, 2, 3])
    before, actions = batch.states.tobytes(), batch.random_actions()
    actions[2] = wrong  # 0 draws a card, where tickets are to be chosen
    with pytest.raises(IllegalAction, match=f"game 2: action {wrong} is not legal now"):
        batch.step(actions)
    assert batch.states.tobytes() == before
    with pytest.raises(
        FootplateError, match=r"actions: whole numbers of the shape \(2,\), but it must be 3 whole numbers"
    ):
        batch.step(actions[:2])


@pytest.mark.parametrize(
    "ask",
    [
        lambda batch: batch.step(np.zeros(3, int)),
        lambda batch: batch.random_actions(),
        lambda batch: batch.observe(),
        lambda batch: batch.scores(),
    ],
)
def test_nothing_is_told_of_games_that_are_not_dealt(ask):
    batch = Batch(load_board("mini"), 2, 3)
    assert batch.over.all()
    for _ in range(2):
        with pytest.raises(FootplateError, match=r"game \d has no cards yet: deal\(seeds\) deals all games"):
            ask(batch)
        batch.deal([5, 6], [True, False, True])  # not all of them
    batch.deal([7], [False, True, False])
    assert batch.random_actions().shape == (3,)


def test_what_is_read_is_not_written():
    batch = Batch(load_board("small"), 2, 3)
    with pytest.raises(ValueError, match="read-only"):
        batch.phase[0] = TURN
    assert len(batch) == 3


def test_the_example_is_true():
    assert doctest.testmod(batch_module) == doctest.TestResults(failed=0, attempted=6)
