"""Advantages of every seat, and what rollouts keep."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest

from footplate.learning.acting import CompiledActing, JaxActing, rollout_parts
from footplate.learning.rollouts import Rollouts, relative_advantages
from tests.support.learning.small_ppo import forward_of
from tests.support.learning.toy import KEYS, Corridor


def test_advantages_are_those_of_a_slow_twin() -> None:
    """The twin follows one seat at a time, by absolute seats, and sums up what the definition says."""
    chance, steps, n, seats, discount, trace = np.random.default_rng(4), 12, 30, 4, 0.97, 0.9
    players = chance.integers(1, seats + 1, n).astype(np.int8)
    seat = (chance.integers(0, 100, (steps + 1, n)) % players).astype(np.int8)
    done = chance.random((steps, n)) < 0.15
    reward = chance.normal(size=(steps, n, seats)).astype(np.float32)
    value = chance.normal(size=(steps + 1, n, seats)).astype(np.float32)
    advantage = np.zeros((steps + 1, n, seats), np.float32)
    relative_advantages(reward, done, seat, players, value, discount, trace, advantage)
    for i in range(n):
        for p in range(players[i]):
            place = [(p - seat[t, i]) % players[i] for t in range(steps + 1)]
            v = [value[t, i, place[t]] for t in range(steps + 1)]
            for t in range(steps):
                total, weight = 0.0, 1.0
                for u in range(t, steps):
                    after = 0.0 if done[u, i] else v[u + 1]
                    total += weight * (reward[u, i, p] + discount * after - v[u])
                    weight *= discount * trace
                    if done[u, i]:
                        break
                assert abs(advantage[t, i, place[t]] - total) < 1e-4


@pytest.mark.parametrize("acting", [JaxActing, CompiledActing])
def test_rollouts_keep_what_was_seen_and_done(acting: type[Any]) -> None:
    """Played again with the same choices, the same games come up; parts don't change what is kept."""
    forward = forward_of(Corridor(1, 0).observation.shape[1], KEYS)
    params = forward.architecture.new_params(0)
    parts = rollout_parts([Corridor(5, seed=1), Corridor(3, seed=2)], one_learner=True)
    rollouts = Rollouts(parts, acting(forward, parts, 7), 7, 0.9, 0.8)
    twins = [Corridor(5, seed=1), Corridor(3, seed=2)]
    for round_ in range(2):
        decisions = rollouts.collect(params, params.actor, jax.random.key(round_))
        for t in range(7):
            np.testing.assert_array_equal(decisions.observation[t], np.concatenate([g.observation for g in twins]))
            np.testing.assert_array_equal(decisions.mask[t], np.concatenate([g.mask for g in twins]))
            logits = np.asarray(forward.logits(params.actor, decisions.observation[t], decisions.mask[t]))
            chosen = np.asarray(jax.nn.log_softmax(logits))[np.arange(8), decisions.action[t]]
            np.testing.assert_allclose(decisions.log_probability[t], chosen, atol=1e-6)
            for games, part in zip(twins, parts, strict=True):
                games.step(np.asarray(decisions.action[t, part.rows]))
                np.testing.assert_array_equal(rollouts.reward[t, part.rows, 0], games.reward[:, 0])
                np.testing.assert_array_equal(rollouts.done[t, part.rows], games.done)
