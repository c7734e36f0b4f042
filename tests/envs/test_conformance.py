"""What Gymnasium and PettingZoo ask of environments, by their own tests."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

import footplate.envs  # noqa: F401 - registers the environments
from footplate.envs import aec
from footplate.envs.gym import TicketToRideEnv
from footplate.errors import FootplateError

PAPER = {"encoder": "vector", "actions": "full", "reward": "shaped"}
BOARDS = [
    ("footplate/Small-v0", {"opponents": ["cf-base"], **PAPER}),
    ("footplate/Usa-v0", {"players": 3}),
    ("footplate/T2r-v0", {"players": 1, "reward": "progress"}),
    ("footplate/TicketToRide-v0", {"board": "small:warwick", "reward": "win"}),
]


@pytest.fixture(autouse=True)
def _warnings_are_errors() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        yield


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_gymnasium_accepts_it(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(name, **options, render_mode="ansi")
    assert "seat 0" in str((env.reset(seed=1), env.render())[1])
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", [name for name in gymnasium.registry if name.startswith("footplate/")])
def test_every_name_plays_a_game(name: str) -> None:
    env, chance = gymnasium.make(name, encoder="vector", actions="full"), np.random.default_rng(0)
    _, info = env.reset(seed=3)
    earned, over = 0.0, False
    while not over:
        _, reward, over, cut, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        assert not cut
        earned += float(reward)
    assert "won" in info
    assert earned != 0


@pytest.mark.parametrize(
    ("board", "players", "options"),
    [("small", 2, PAPER), ("usa", 3, {}), ("t2r", 1, {"reward": "progress"}), ("new_york", 5, {"reward": "win"})],
)
def test_pettingzoo_accepts_it(board: str, players: int, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")  # a Dict with a mask, as its own classic games have
        api_test(aec.env(board, players, **options), num_cycles=300)
    seed_test(lambda: aec.env(board, players, **options), num_cycles=100)


def test_agents_of_pettingzoo_see_their_own_side_and_earn_what_the_game_brings() -> None:
    env, chance = aec.env("small", 2, **PAPER), np.random.default_rng(1)
    env.reset(seed=1)
    earned = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        earned[agent] += reward
        if not (over or cut):
            assert seen["action_mask"].any()
            other = next(one for one in env.agents if one != agent)
            assert not env.observe(other)["action_mask"].any()
        env.step(None if over or cut else chance.choice(np.flatnonzero(seen["action_mask"])))
    assert list(earned.values()) == pytest.approx(env.unwrapped.games.totals[0].tolist())


def test_one_game_gives_the_rows_of_many() -> None:
    options: dict[str, Any] = {"opponents": ["greedy", "cf-base"], **PAPER}
    many = gymnasium.make_vec("footplate/Small-v0", 3, vectorization_mode="vector_entry_point", **options)
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    one, chance = TicketToRideEnv("small", **options), np.random.default_rng(5)
    rows, infos = many.reset(seed=7)
    row, info = one.reset(seed=7)
    games = 0
    for _ in range(200):
        assert rows in many.observation_space
        assert np.array_equal(rows[0], row)
        assert np.array_equal(infos["action_mask"][0], info["action_mask"])
        codes = np.argmax(chance.random(infos["action_mask"].shape) * infos["action_mask"], axis=1)
        before = rows.copy()
        new_rows, rewards, over, cut, infos = many.step(codes)
        assert np.array_equal(rows, before), "rows that were handed out stay as they are"
        row, reward, ended, _, info = one.step(codes[0])
        assert (rewards[0], bool(over[0])) == (reward, ended)
        assert not cut.any()
        if ended:
            assert infos["totals"][0].tolist() == info["totals"].tolist()
            row, info = one.reset()
            games += 1
        rows = new_rows
    assert games > 1


def test_an_illegal_action_becomes_a_random_legal_one_and_is_told() -> None:
    env = TicketToRideEnv("small", **PAPER)
    _, info = env.reset(seed=1)
    *_, info = env.step(np.flatnonzero(info["action_mask"] == 0)[0])
    assert info["illegal"]
    *_, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert "illegal" not in info


def test_pictures() -> None:
    env = TicketToRideEnv("small", **PAPER, render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")
    with pytest.raises(FootplateError, match="ansi, svg"):
        TicketToRideEnv("small", **PAPER, render_mode="human")
