"""Stable-Baselines3 on our environment, for comparison: steps a second with random legal actions, and with MaskablePPO
learning. Run it after `make sb3`: .venv-sb3/bin/python benchmarks/sb3.py"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from footplate.envs import BatchedEnv
from footplate.envs.gym import TicketToRideEnv
from footplate.envs.sb3 import SB3VecEnv

OPTIONS = {"opponents": ["cf-base"], "encoder": "vector", "actions": "full", "reward": "shaped"}
SECONDS = 5.0


def one_by_one(n: int) -> DummyVecEnv:
    """As SB3 does it by itself: a list of single games."""
    return DummyVecEnv([lambda: TicketToRideEnv("small", **OPTIONS)] * n)


def random_steps(env: SB3VecEnv | DummyVecEnv) -> float:
    chance, steps = np.random.default_rng(0), 0
    env.reset()
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        masks = np.stack(env.env_method("action_masks"))
        env.step(np.argmax(chance.random(masks.shape, np.float32) * masks, axis=1))
        steps += env.num_envs
    return steps / (time.process_time() - began)


def learning(env: SB3VecEnv | DummyVecEnv, **options: int) -> float:
    torch.set_num_threads(1)
    model = MaskablePPO("MlpPolicy", env, seed=0, device="cpu", **options)
    model.learn(1)
    began, before = time.process_time(), model.num_timesteps
    model.learn(20_000, reset_num_timesteps=False)
    return (model.num_timesteps - before) / (time.process_time() - began)


LINES: dict[str, Callable[[], float]] = {
    "random steps, SB3's list of 16 games": lambda: random_steps(one_by_one(16)),
    "random steps, 1,024 games in one call": lambda: random_steps(SB3VecEnv(BatchedEnv("small", 2, 1024, **OPTIONS))),
    "MaskablePPO, one game, its defaults": lambda: learning(one_by_one(1)),
    "MaskablePPO, 64 games, minibatches of 2,048, 4 epochs": lambda: learning(
        SB3VecEnv(BatchedEnv("small", 2, 64, **OPTIONS)), n_steps=64, batch_size=2048, n_epochs=4
    ),
}

if __name__ == "__main__":
    for what, measure in LINES.items():
        print(f"{what}: {measure():,.0f} steps a second of CPU time", flush=True)
