"""Imitating a bot."""

from __future__ import annotations

import jax
import numpy as np

from footplate.envs import BatchedEnv
from footplate.learning.clone import Cloning
from footplate.learning.lessons import Lessons
from footplate.learning.networks import Architecture, Forward, Scales


def test_an_imitator_comes_to_choose_the_same() -> None:
    env = BatchedEnv("small", 2, 32, encoder="vector")
    env.reset(5)
    lessons = Lessons(env, "greedy", threads=1)
    _, mask, codes = lessons.collect(4)
    assert np.take_along_axis(mask, codes[..., None], axis=2).all()
    scales = Scales(env.encoding.scale, np.ones(0, np.float32))
    forward = Forward(Architecture(env.encoding.size, 0, env.actions.size, 1, (64, 64)), scales)
    cloning = Cloning([lessons], forward, horizon=32, steps=40 * 1024, minibatch=16_384)
    actor, agreed = forward.architecture.new_params(0).actor, []
    while not cloning.is_over:
        actor, figures = cloning.iterate(actor, jax.random.key(len(agreed)))
        agreed.append(figures["same choice"])
    assert agreed[-1] > agreed[0] + 0.15
    assert cloning.games > 300
