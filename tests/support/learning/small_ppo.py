"""PPO on the toy, with small networks."""

from __future__ import annotations

import jax
import numpy as np

from footplate.learning.acting import CompiledActing, rollout_parts
from footplate.learning.networks import Architecture, Forward, Scales
from footplate.learning.ppo import Pace, make_update, new_learner, shuffled
from footplate.learning.rollouts import Rollouts
from footplate.learning.settings import PPOSettings
from tests.support.learning.toy import KEYS, Corridor

SMALL = PPOSettings(layers=(32, 32), games=32, horizon=16, minibatch=128, epochs=4)


def forward_of(inputs: int, actions: int, values: int = 1, private: int = 0, half: bool = False) -> Forward:
    scales = Scales(np.ones(inputs, np.float32), np.ones(private, np.float32))
    return Forward(Architecture(inputs, private, actions, values, (32, 32)), scales, half)


def train(masked: bool, updates: int) -> float:
    """The toy's mean total over the last updates."""
    games = Corridor(SMALL.games, seed=1, masked=masked)
    forward = forward_of(games.observation.shape[1], KEYS)
    parts = rollout_parts([games], one_learner=True)
    acting = CompiledActing(forward, parts, SMALL.horizon)
    rollouts = Rollouts(parts, acting, SMALL.horizon, SMALL.discount, SMALL.trace)
    learner = new_learner(SMALL, forward.architecture.new_params(0))
    update = make_update(SMALL, forward)
    scores = []
    for i in range(updates):
        decisions = rollouts.collect(learner.params, learner.params.actor, jax.random.key(i))
        left = 1 - i / updates
        order = shuffled(np.random.default_rng(i), decisions.action.size, SMALL)
        learner, _ = update(learner, decisions, order, Pace(3e-3 * left, 0.01 * left, 1.0))
        scores.append(rollouts.ended.score / max(rollouts.ended.seats, 1))
    return float(np.mean(scores[-10:]))
