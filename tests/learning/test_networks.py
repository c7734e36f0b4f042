"""Networks in JAX are the networks that play."""

from __future__ import annotations

from pathlib import Path

import jax
import numpy as np
import pytest

from footplate.agents.learned.forward import CHANCE, act_rows, flatten, through, value_rows
from footplate.agents.learned.network import NetworkSettings, load_network, save_network
from footplate.learning.networks import (
    Architecture,
    Forward,
    Scales,
    from_arrays,
    to_arrays,
)

SETTINGS = NetworkSettings(
    board="toy", rules_hash="", players=(2,), encoder="vector", encoder_version=1, seats=2, actions="lean"
)


def made(residual: bool) -> Forward:
    chance = np.random.default_rng(3)
    scales = Scales(*(chance.uniform(0.05, 1, n).astype(np.float32) for n in (30, 7)))
    activation = "relu" if residual else "tanh"
    return Forward(Architecture(30, 7, 11, 3, (48, 48, 48), activation, residual), scales)


@pytest.mark.parametrize("residual", [False, True])
def test_forward_passes_agree(residual: bool, tmp_path: Path) -> None:
    forward = made(residual)
    params = forward.architecture.new_params(5)
    params = jax.tree.map(lambda x: x + 0.05 if x.ndim == 1 else x, params)  # biases matter, too
    head = params.actor[-1]._replace(weight=50 * params.actor[-1].weight)  # and what the actor likes best
    params = params._replace(actor=(*params.actor[:-1], head))
    chance = np.random.default_rng(1)
    observation, private = chance.integers(-9, 20, (40, 30), np.int8), chance.integers(-9, 20, (40, 7), np.int8)
    mask = chance.random((40, 11)) < 0.5
    mask[:, 3] = True
    network = forward.to_network(params, SETTINGS)
    save_network(tmp_path / "net", network, bits=32)
    network = load_network(tmp_path / "net")

    logits = np.asarray(forward.logits(params.actor, observation, mask))
    values = np.asarray(forward.values(params.critic, observation, private))
    close = {"rtol": 1e-5, "atol": 1e-5}
    np.testing.assert_allclose(through(network.actor, observation)[mask], logits[mask], **close)
    np.testing.assert_allclose(through(network.critic, np.concatenate([observation, private], 1)), values, **close)
    assert (logits[~mask] < -1e8).all()

    weights, numba_values = flatten(network), np.empty((40, 3), np.float32)
    value_rows(weights, observation, private, numba_values)
    np.testing.assert_allclose(numba_values, values, **close)
    codes, logs = np.empty(40, np.int64), np.empty(40, np.float32)
    act_rows(weights, observation, mask, np.arange(40, dtype=np.uint64).view(CHANCE), 1.0, codes, logs)
    log_probabilities = np.asarray(jax.nn.log_softmax(logits))
    np.testing.assert_allclose(logs, log_probabilities[np.arange(40), codes], **close)

    again = forward.from_network(network)
    for a, b in zip(jax.tree.leaves(again), jax.tree.leaves(params), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    wider = forward.to_network(params, SETTINGS, private_size=9)
    assert wider.critic[0].inputs == 39
    with pytest.raises(ValueError, match="other layers"):
        Forward(Architecture(30, 9, 11, 3, (48, 48)), Scales(forward.scales[0], np.ones(9))).from_network(wider)


def test_trees_become_arrays_and_trees_again() -> None:
    forward = made(False)
    params = forward.architecture.new_params(5)
    again = from_arrays("net", params, to_arrays("net", params))
    for a, b in zip(jax.tree.leaves(again), jax.tree.leaves(params), strict=True):
        np.testing.assert_array_equal(a, b)
    with pytest.raises(KeyError):
        from_arrays("other", params, to_arrays("net", params))
    narrow = Architecture(30, 7, 11, 3, (32, 32, 32)).new_params(5)
    with pytest.raises(ValueError, match="shape"):
        from_arrays("net", params, to_arrays("net", narrow))


def test_new_layers_are_orthogonal() -> None:
    """Each keeps the length of what it is given, or gives what no other number repeats."""
    params = Architecture(30, 7, 11, 3, (48, 20)).new_params(5)
    for layers, gain in ((params.actor, 0.01), (params.critic, 1.0)):
        for layer, expected in zip(layers, (2**0.5, 2**0.5, gain), strict=True):
            weight = np.asarray(layer.weight, np.float64) / expected
            small = weight @ weight.T if weight.shape[0] < weight.shape[1] else weight.T @ weight
            np.testing.assert_allclose(small, np.eye(len(small)), atol=1e-6)
