"""Forward passes: compiled for one row and for many they give what NumPy gives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from footplate.agents.learned.forward import (
    CHANCE,
    act_rows,
    critic_rows,
    flatten,
    hidden_rows,
    logits_of,
    through,
    value_rows,
)
from footplate.agents.learned.network import Convolution, Layer, Network
from footplate.errors import InvalidNetwork
from tests.support.networks import SETTINGS, random_layers, random_network

ACTIONS, PRIVATE = 21, 7


def rows(n: int, size: int, seed: int = 0) -> npt.NDArray[np.int8]:
    rng = np.random.default_rng(seed)
    return (rng.integers(-9, 60, (n, size)) * (rng.random((n, size)) < 0.3)).astype(np.int8)


def unusual_heads() -> list[Network]:
    """Actors whose last layer is their only one, or does more than add up."""
    (only,) = random_layers((75, ACTIONS), "tanh", 4)
    hidden, last = random_layers((75, ACTIONS, ACTIONS), "tanh", 6)
    actors = (only,), (replace(only, activation="relu"),), (hidden, replace(last, activation="tanh", residual=True))
    return [Network(SETTINGS, actor, random_layers((75 + PRIVATE, 9, 2), "relu", 3)) for actor in actors]


def networks() -> list[Network]:
    rng = np.random.default_rng(5)
    planes = Convolution(rng.normal(size=(3, 2, 2)).astype(np.float32), np.array([0.2], np.float32), "relu", side=5)
    return [
        random_network(75, ACTIONS, private=PRIVATE, hidden=(32, 32, 32)),
        random_network(75, ACTIONS, private=PRIVATE, hidden=(17, 9), activation="tanh"),
        Network(SETTINGS, (planes, *random_layers((16, 11, ACTIONS), "tanh", 1)), random_layers((82, 5, 2), "relu", 2)),
        *unusual_heads(),
    ]


@pytest.mark.parametrize("network", networks())
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 12])
def test_compiled_rows_agree_with_numpy(network: Network, n: int) -> None:
    weights, x, private = flatten(network), rows(n, 75), rows(n, PRIVATE, 1)
    x, private = x // 20, private // 20  # small numbers: tanh is not saturated
    want = through(network.actor, x)
    buffers = np.zeros((2, n, 128), np.float32)
    hidden = buffers[hidden_rows(weights, x, buffers, n)]
    for r in range(n):
        one = np.zeros((2, 1, 128), np.float32)
        alone = one[hidden_rows(weights, x[r : r + 1], one, 1), 0]
        assert np.array_equal(alone[:9], hidden[r, :9])
        for of in (hidden[r], alone):
            logits = np.zeros(ACTIONS, np.float32)
            logits_of(weights, of, np.arange(ACTIONS), ACTIONS, logits)
            assert logits == pytest.approx(want[r], abs=1e-5, rel=1e-5)
    values = buffers[critic_rows(weights, x, private, buffers, n)][:, :2]
    expected = through(network.critic, np.concatenate([x, private], axis=1))
    assert values == pytest.approx(expected, abs=1e-5, rel=1e-5)


def test_a_network_with_too_many_numbers_is_refused() -> None:
    vast = Layer(np.zeros((4096, 4096), np.float32), np.zeros(4096, np.float32))
    with pytest.raises(InvalidNetwork, match=r"it has 16,781,312 numbers, and at most 16,777,216 can play"):
        flatten(Network(SETTINGS, (vast, Layer(np.zeros((4096, 0), np.float32), np.zeros(0, np.float32)))))


def test_values_of_rows_with_large_inputs() -> None:
    network = random_network(75, ACTIONS, private=PRIVATE)
    x, values = rows(3, 75), np.zeros((3, 2), np.float32)
    value_rows(flatten(network), x, rows(3, PRIVATE), values)
    assert values == pytest.approx(through(network.critic, np.concatenate([x, rows(3, PRIVATE)], 1)), rel=1e-4)


def decide(network: Network, n: int, temperature: float, seed: int = 1) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(2)
    x, mask = np.repeat(rows(1, 75) // 20, n, axis=0), np.repeat(rng.random((1, ACTIONS)) < 0.4, n, axis=0)
    codes, logs = np.zeros(n, np.int64), np.zeros(n, np.float32)
    chances = np.random.default_rng(seed).integers(0, 1 << 62, n).astype(np.uint64).view(CHANCE)
    act_rows(flatten(network), x, mask, chances, temperature, codes, logs)
    return codes, logs, np.where(mask[0], through(network.actor, x[:1])[0], -np.inf)


def test_greedy_rows_take_the_best_legal_code() -> None:
    codes, logs, logits = decide(networks()[0], 50, 0.0)
    assert set(codes) == {int(logits.argmax())}
    assert not logs.any()


@pytest.mark.parametrize("temperature", [0.5, 1.0])
def test_rows_are_sampled_as_often_as_their_logits_say(temperature: float) -> None:
    n = 20_000
    codes, logs, logits = decide(networks()[0], n, temperature)
    share = np.exp(logits / temperature - np.max(logits / temperature))
    share /= share.sum()
    counts = np.bincount(codes, minlength=ACTIONS)
    assert np.abs(counts - n * share).max() < 5 * np.sqrt(n * 0.25)
    assert logs == pytest.approx(np.log(share[codes]), abs=1e-4)
    again = decide(networks()[0], n, temperature)[0]
    assert np.array_equal(codes, again)
    assert not np.array_equal(codes, decide(networks()[0], n, temperature, seed=3)[0])
