"""Stable-Baselines3 on our environments, and beside our PPO on a toy. ``make sb3`` installs it and runs this."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

sb3 = pytest.importorskip("stable_baselines3", reason="`make sb3` installs it and runs this")

from sb3_contrib import MaskablePPO  # noqa: E402
from stable_baselines3.common.env_checker import check_env  # noqa: E402

from footplate.envs import BatchedEnv  # noqa: E402
from footplate.envs.gym import TicketToRideEnv  # noqa: E402
from footplate.envs.sb3 import SB3VecEnv  # noqa: E402
from tests.support.learning.small_ppo import train  # noqa: E402
from tests.support.learning.toy import DOORS, Corridor  # noqa: E402
from tests.support.project import ROOT  # noqa: E402

PAPER: dict[str, Any] = {"opponents": ["cf-base"], "encoder": "vector", "actions": "full", "reward": "shaped"}


@pytest.mark.filterwarnings("error::UserWarning:stable_baselines3")
def test_sb3_accepts_one_game() -> None:
    check_env(TicketToRideEnv("small", **PAPER), warn=True)


def test_what_it_hands_out_is_never_changed() -> None:
    env, chance = SB3VecEnv(BatchedEnv("small", 2, 4, **PAPER)), np.random.default_rng(0)
    kept = [(row := env.reset(), row.copy())]
    for _ in range(60):
        masks = np.stack(env.env_method("action_masks"))
        kept.append((masks, masks.copy()))
        observation, reward, done, infos = env.step(np.argmax(chance.random(masks.shape) * masks, axis=1))
        kept += [(one, one.copy()) for one in (observation, reward, done)]
        assert [("episode" in info) for info in infos] == done.tolist()
    assert all(np.array_equal(one, copy) for one, copy in kept)


class Toy(Corridor):
    """The toy as an environment of ours."""

    over = np.zeros(1, np.bool_)

    def reset(self, seed: int) -> None:
        self.__init__(self.n, seed, self.masked)  # type: ignore[misc]


def test_maskable_ppo_and_ours_reach_the_toys_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footplate.envs.sb3.BatchedEnv", Toy)  # which it takes for one
    assert train(masked=True, updates=170) > 0.98 * DOORS
    env: Any = SB3VecEnv(Toy(32, seed=1), seed=1)  # type: ignore[arg-type]
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=16, batch_size=128, n_epochs=4, learning_rate=3e-3, ent_coef=0.003,
        policy_kwargs={"net_arch": [32, 32]}, seed=1, device="cpu",
    )  # fmt: skip
    model.learn(100 * 16 * 32)
    observation, totals = env.reset(), []
    while len(totals) < 500:
        codes, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
        observation, _, _, infos = env.step(codes)
        totals += [info["episode"]["r"] for info in infos if "episode" in info]
    assert np.mean(totals) > 0.98 * DOORS


def test_the_example_learns() -> None:
    done = subprocess.run(
        [sys.executable, "examples/maskable_ppo.py", "--opponent", "random", "--steps", "10000"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    shares = [int(share) for share in re.findall(r"(\d+)%", done.stdout)]
    assert shares[1] > shares[0] + 5, done.stdout
