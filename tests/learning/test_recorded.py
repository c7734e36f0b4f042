"""Recorded games as lessons: every decision as its seat saw it, and what comes of a damaged or foreign file."""

from __future__ import annotations

from pathlib import Path

import jax
import numpy as np
import pytest

from footplate.arena import play_match
from footplate.envs import BatchedEnv
from footplate.errors import FootplateError
from footplate.learning.clone import Cloning
from footplate.learning.lessons import RecordedLessons, decisions_of
from footplate.learning.networks import Architecture, Forward, Scales
from footplate.learning.ppo import PPO
from footplate.learning.settings import PPOSettings, Task
from footplate.records import read_records, write_records


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "games.txt"
    small = play_match("small", ["greedy", "random"], 8, seed=1, keep_records=True).results.records
    other = play_match("mini", ["greedy", "greedy"], 2, seed=1, keep_records=True).results.records
    with path.open("w", encoding="utf-8") as file:
        write_records([*other, *small], file)
    return path


def new_env(players: int = 2) -> BatchedEnv:
    return BatchedEnv("small", players, 4, encoder="vector")


def test_decisions_are_what_the_seat_saw_and_did(games: Path) -> None:
    env, record = new_env(), list(read_records(games))[-1]
    found = iter(decisions_of(record, env.encoding, env.actions))
    for game, move in zip(record.steps(), record.moves, strict=False):
        observation = game.observe(move.seat)
        choices = observation.legal_actions()
        codes = {int(env.actions.encode(game.records, [game.actions.id(action)])[0]) for action in choices}
        if len(codes) > 1:
            row, mask, code = next(found)
            np.testing.assert_array_equal(row, env.encoding.of(observation))
            assert set(np.flatnonzero(mask).tolist()) == codes
            assert code == env.actions.encode(game.records, [game.actions.id(game.read(move.text))])[0]
    assert not list(found)


def test_every_decision_comes_once_each_time_around_in_another_order(games: Path) -> None:
    lessons = RecordedLessons(games, new_env(), seed=7)
    assert lessons.finished == 8  # those on the other board are left out
    size = lessons.enough // 30
    around = -(-size // 4)
    rows, masks, codes = lessons.collect(2 * around)
    assert rows.shape[:2] == masks.shape[:2] == codes.shape == (2 * around, 4)
    flat = [
        (row.tobytes(), int(code)) for row, code in zip(rows.reshape(-1, rows.shape[2]), codes.ravel(), strict=True)
    ]
    first, second = flat[:size], flat[size : 2 * size]
    assert sorted(first) == sorted(second)
    assert first != second
    again = RecordedLessons(games, new_env(), seed=7)
    again.collect(3)
    resumed = RecordedLessons(games, new_env(), seed=7)
    resumed.restore(again.state())
    for one, other in zip(again.collect(2), resumed.collect(2), strict=True):
        np.testing.assert_array_equal(one, other)
    with pytest.raises(ValueError, match="recorded decisions, where there were"):
        resumed.restore({"taken": np.array([0, 1])})


def test_one_player_alone_can_be_the_teacher(games: Path) -> None:
    env = new_env()
    both, one = RecordedLessons(games, env, 1), RecordedLessons(games, env, 1, "greedy")
    other = RecordedLessons(games, env, 1, "random")
    assert one.enough + other.enough == both.enough
    with pytest.raises(FootplateError, match="no decisions of 'Ann' in games on small with 2 players"):
        RecordedLessons(games, env, 1, "Ann")
    with pytest.raises(FootplateError, match="no decisions in games on small with 3 players"):
        RecordedLessons(games, new_env(3), 1)
    with pytest.raises(FootplateError, match="on one board, and without --history"):
        RecordedLessons(games, BatchedEnv("small", 2, 4, encoder="vector", history=1), 1)
    assert len(RecordedLessons.for_all(games, [new_env(3), env], 1, None)) == 1
    with pytest.raises(FootplateError, match="with 3 players"):
        RecordedLessons.for_all(games, [new_env(3)], 1, None)


def test_an_imitator_of_records_comes_to_choose_the_same(games: Path) -> None:
    env = new_env()
    lessons = RecordedLessons(games, env, 3, "greedy")
    scales = Scales(env.encoding.scale, np.ones(0, np.float32))
    forward = Forward(Architecture(env.encoding.size, 0, env.actions.size, 1, (64, 64)), scales)
    cloning = Cloning([lessons], forward, horizon=lessons.enough // 120, steps=lessons.enough, minibatch=16_384)
    actor, agreed = forward.architecture.new_params(0).actor, []
    while not cloning.is_over:
        actor, figures = cloning.iterate(actor, jax.random.key(len(agreed)))
        agreed.append(figures["same choice"])
    assert agreed[-1] > agreed[0] + 0.15


def test_ppo_begins_with_a_file_of_records(games: Path) -> None:
    tiny = PPOSettings(
        layers=(16,), games=8, horizon=12, minibatch=32, epochs=2, clone=str(games), clone_steps=100, critic_first=0
    )
    trainer = PPO(Task(board="small", opponents=("pool",), encoder="vector", seed=3), tiny)
    assert [trainer.iterate(0.1).stage, trainer.iterate(0.2).stage, trainer.iterate(0.3).stage] == [
        f"cloning {games}", f"cloning {games}", ""
    ]  # fmt: skip
