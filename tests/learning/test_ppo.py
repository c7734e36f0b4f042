"""PPO's update, and that it learns."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from footplate.learning.networks import Forward
from footplate.learning.ppo import Learner, Pace, loss, make_update, new_learner, optimiser_of, shuffled
from footplate.learning.rollouts import Decisions
from footplate.learning.settings import PPOSettings
from tests.support.learning.small_ppo import forward_of, train
from tests.support.learning.toy import DOORS

PACE = Pace(3e-3, 0.01, 1.0)


def test_the_toy_is_learned_and_a_mask_helps() -> None:
    masked, unmasked = train(True, 170), train(False, 170)
    assert masked > 0.98 * DOORS
    assert unmasked < masked


def some_decisions(rows: int, values: int, seed: int = 0) -> Decisions:
    chance = np.random.default_rng(seed)
    mask = chance.random((rows, 6)) < 0.7
    action = chance.integers(6, size=rows).astype(np.int32)
    mask[np.arange(rows), action] = True
    return Decisions(
        observation=chance.integers(-3, 4, (rows, 9), np.int8),
        private=chance.integers(-3, 4, (rows, 2), np.int8),
        mask=mask,
        action=action,
        log_probability=np.log(chance.uniform(0.1, 0.5, rows)).astype(np.float32),
        value=chance.normal(size=(rows, values)).astype(np.float32),
        advantage=chance.normal(size=rows).astype(np.float32),
        target=chance.normal(size=(rows, values)).astype(np.float32),
        is_own=chance.random(rows) < 0.8,
        players=chance.integers(2, values + 1, rows).astype(np.int8),
    )


def test_the_update_is_the_plain_loop() -> None:
    settings = PPOSettings(layers=(32, 32), minibatch=16, epochs=3, value_clip=0.2)
    forward, decisions = forward_of(9, 6, values=3, private=2), some_decisions(70, 3)
    order = shuffled(np.random.default_rng(7), 70, settings)
    assert order.shape == (3 * 4, 16)
    assert all(len(set(epoch.flat)) == 64 for epoch in np.split(order, 3))
    start = forward.architecture.new_params(3)
    learner = new_learner(settings, jax.tree.map(jnp.copy, start))
    updated, losses = make_update(settings, forward)(learner, decisions, order, PACE)

    own = decisions.is_own
    advantage = (decisions.advantage - decisions.advantage[own].mean()) / (decisions.advantage[own].std() + 1e-6)
    rows = decisions._replace(advantage=advantage)
    optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(PACE.learning_rate, eps=1e-5))
    params, state, seen = start, optimiser.init(start), []
    gradient = jax.jit(lambda params, some: jax.grad(loss, has_aux=True)(params, some, PACE, settings, forward))
    move = jax.jit(optimiser.update)
    for chosen in order:
        gradients, its = gradient(params, Decisions(*(x[chosen] for x in rows)))
        changes, state = move(gradients, state)
        params = optax.apply_updates(params, changes)
        seen.append(its)
    for ours, plain in zip(jax.tree.leaves(updated.params), jax.tree.leaves(params), strict=True):
        np.testing.assert_allclose(ours, plain, atol=2e-6)
    np.testing.assert_allclose(losses, np.mean(np.array(seen), axis=0), rtol=1e-4, atol=1e-6)


def plain_loss(params: Any, rows: Decisions, settings: PPOSettings, forward: Forward) -> float:
    """As the papers write it, row by row."""
    policy, entropy, value, cells = [], [], 0.0, 0
    logits = np.asarray(forward.logits(params.actor, rows.observation, rows.mask), np.float64)
    values = np.asarray(forward.values(params.critic, rows.observation, rows.private), np.float64)
    for i in range(len(rows.action)):
        legal = np.flatnonzero(rows.mask[i])
        p = np.exp(logits[i, legal]) / np.exp(logits[i, legal]).sum()
        ratio = p[legal == rows.action[i]][0] / np.exp(rows.log_probability[i])
        if rows.is_own[i]:
            limits = np.clip(ratio, 1 - settings.clip, 1 + settings.clip)
            policy.append(min(ratio * rows.advantage[i], limits * rows.advantage[i]))
            entropy.append(-(p * np.log(p)).sum())
        for seat in range(rows.players[i]):
            value += 0.5 * (values[i, seat] - rows.target[i, seat]) ** 2
            cells += 1
    return -float(np.mean(policy)) - PACE.entropy_weight * float(np.mean(entropy)) + 0.5 * value / cells


def test_the_loss_is_what_the_papers_write() -> None:
    forward, rows = forward_of(9, 6, values=3, private=2), some_decisions(40, 3)
    params = forward.architecture.new_params(1)
    total, _ = loss(params, rows, PACE, PPOSettings(), forward)
    assert float(total) == pytest.approx(plain_loss(params, rows, PPOSettings(), forward), rel=1e-5)


def test_others_decisions_and_absent_seats_change_nothing() -> None:
    """What past selves decided is no business of the actor's, and seats that nobody has are none of the critic's."""
    forward, rows = forward_of(9, 6, values=3, private=2), some_decisions(40, 3)
    params = forward.architecture.new_params(1)
    absent = np.arange(3) >= rows.players[:, None]
    other = rows._replace(
        advantage=np.where(rows.is_own, rows.advantage, 99).astype(np.float32),
        target=np.where(absent, 99, rows.target).astype(np.float32),
    )
    gradient = jax.jit(lambda some: jax.grad(loss, has_aux=True)(params, some, PACE, PPOSettings(), forward)[0])
    one, two = gradient(rows), gradient(other)
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(two), strict=True):
        np.testing.assert_array_equal(a, b)


def test_the_critic_learns_alone() -> None:
    settings = PPOSettings(layers=(32, 32), minibatch=16, epochs=2)
    forward = forward_of(9, 6, values=3, private=2)
    start = forward.architecture.new_params(1)
    learner = Learner(jax.tree.map(jnp.copy, start), optimiser_of(settings).init(start))
    order = shuffled(np.random.default_rng(1), 64, settings)
    pace = PACE._replace(actor_weight=0.0)
    updated, _ = make_update(settings, forward)(learner, some_decisions(64, 3), order, pace)
    for old, new in zip(jax.tree.leaves(start.actor), jax.tree.leaves(updated.params.actor), strict=True):
        np.testing.assert_array_equal(old, new)
    assert not np.array_equal(start.critic[0].weight, updated.params.critic[0].weight)
