"""Networks that see what their seat saw before: in environments, at the table and in runs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from footplate import Game
from footplate.agents import Budget
from footplate.agents.learned.agent import play_network
from footplate.agents.learned.forward import through
from footplate.agents.learned.network import load_network, save_network
from footplate.envs import BatchedEnv
from footplate.errors import FootplateError, InvalidNetwork
from footplate.learning.ppo import PPO
from footplate.learning.settings import PPOSettings, Task

TASK = Task(board="small:yang", opponents=("self-play",), encoder="slots", actions="slots", reward="shaped", seed=3)
SETTINGS = PPOSettings(layers=(8,), games=3, horizon=16, minibatch=16, epochs=1, history=3, opponent_age=1)


def env_with(history: int, **more: object) -> BatchedEnv:
    return BatchedEnv("small:yang", 2, 5, encoder="slots", actions="slots", history=history, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("opponents", [None, ["cf-base"]])
def test_earlier_views_of_the_seat_follow_the_present_one(opponents: list[str] | None) -> None:
    """A slow twin keeps the views of every seat in lists, and forgets them when a game ends."""
    env, plain = env_with(3, opponents=opponents), env_with(0, opponents=opponents)
    size, seen = plain.observation.shape[1], [[[], []] for _ in range(5)]
    for one in (env, plain):
        one.reset(7)
    chance = np.random.default_rng(1)
    for _ in range(120):
        for i, views in enumerate(seen):
            if plain.done[i]:
                views[:] = [[], []]
            mine = views[plain.seat[i]]
            mine.insert(0, plain.observation[i].copy())
            padded = [*mine, *[np.zeros(size, np.int8)] * 3][:4]
            assert (env.observation[i] == np.concatenate(padded)).all()
        codes = [chance.choice(np.flatnonzero(mask)) for mask in plain.mask]
        for one in (env, plain):
            one.step(codes)
    saved, other = env.state(), env_with(3, opponents=opponents)
    other.restore(saved)
    codes = [int(mask.argmax()) for mask in env.mask]
    for one in (env, other):
        one.step(codes)
    assert (other.observation == env.observation).all()


def test_games_that_are_dealt_anew_have_no_past() -> None:
    env = env_with(2)
    env.reset(1)
    for _ in range(6):
        env.step([int(mask.argmax()) for mask in env.mask])
    before = env.observation.copy()
    env.next_games(np.arange(5) == 2)
    size = env.encoding.size
    assert not env.observation[2, size:].any()
    assert (env.observation[[0, 1, 3, 4]] == before[[0, 1, 3, 4]]).all()


def test_at_the_table_it_sees_what_it_saw_in_training(tmp_path: Path) -> None:
    """The compiled bot, also from a file, does in whole games what the layers say of the environment's rows."""
    trainer = PPO(TASK, SETTINGS)
    for k in range(2):
        trainer.iterate(k / 2)
    save_network(tmp_path / "it.safetensors", trainer.network(), bits=32)
    network = load_network(tmp_path / "it.safetensors")
    assert network.settings.history == 3
    env = env_with(3, autoreset=False)
    env.reset(11)
    games = [Game("small:yang", seed=int(deal)) for deal in env.deals]
    bots = [[play_network(network) for _ in range(2)] for _ in games]
    for pair in bots:
        for seat, bot in enumerate(pair):
            bot.start(seat, 0)
    while not env.over.all():
        logits = np.where(env.mask, through(network.actor, env.observation), -np.inf)
        codes = logits.argmax(axis=1)
        actions = env.actions.decode(env.states, codes)
        for game, pair, action in zip(games, bots, actions, strict=True):
            if not game.is_over:
                game.push(pair[game.to_move].act(game.observe(game.to_move), Budget()))
                assert game.moves[-1] == action
        env.step(codes)


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been() -> None:
    one, other = PPO(TASK, SETTINGS), PPO(TASK, SETTINGS)
    one.iterate(0.0)
    other.restore({name: array.copy() for name, array in one.state().items()})
    assert asdict(one.iterate(0.5))["figures"] == asdict(other.iterate(0.5))["figures"]


def test_what_bots_cannot_remember_is_refused() -> None:
    with pytest.raises(InvalidNetwork, match=r"4 earlier views of 38 inputs .* 152 bytes, .* 128: at most 3"):
        PPO(TASK, PPOSettings(history=4))
    with pytest.raises(FootplateError, match="history"):
        env_with(17)
