"""The network for any map: in JAX as in NumPy, whatever board and number of players; it imitates and learns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import jax
import numpy as np
import pytest

from footplate.agents.learned.map_network import (
    MapNetwork,
    Widths,
    load_map_network,
    save_map_network,
)
from footplate.boards import load_board
from footplate.encoders import make_encoding
from footplate.encoders.tokens import RARE_INPUTS
from footplate.engine.tables import make_tables
from footplate.envs import BatchedEnv
from footplate.errors import FootplateError, InvalidNetwork
from footplate.learning.evaluation import evaluate
from footplate.learning.lessons import Lessons
from footplate.learning.map_network import (
    MapArchitecture,
    MapForward,
)
from footplate.learning.networks import Params, Scales
from footplate.learning.ppo import PPO
from footplate.learning.settings import Plan, PPOSettings, RunSettings, Task
from footplate.learning.trainer import Progress
from tests.support.twins.map_network import map_logits, map_values

SETTINGS = PPOSettings(
    layers=(32, 32), activation="relu", private=True, games=24, horizon=8, minibatch=64, epochs=1,
    clone="planner", clone_steps=1500, critic_first=1, learning_rate=1e-3,
)  # fmt: skip
TASK = Task(
    board="small,new_york", players=(2, 3), opponents=("pool", "planner"), encoder="tokens", actions="any", seed=3
)


@pytest.fixture(scope="module")
def played() -> BatchedEnv:
    """Games on three boards, some decisions on."""
    boards = ["europe", "germany", "small"]
    env = BatchedEnv(boards, [2, 3, 2], 12, encoder="tokens", actions="any", private=True)
    env.reset(5)
    chance = np.random.default_rng(5)
    for _ in range(60):
        env.step(np.argmax(chance.random(env.mask.shape) * env.mask, axis=1))
    return env


def random_params(forward: MapForward, seed: int) -> Params:
    """None of them 0, so that all count."""
    chance = np.random.default_rng(seed)
    params = forward.architecture.new_params(seed)
    return jax.tree.map(lambda x: np.asarray(chance.normal(size=x.shape) / (x.shape[0] ** 0.5), np.float32), params)


def forward_of(env: BatchedEnv, rounds: int = 1, routes: int = 127) -> MapForward:
    size = MapArchitecture(
        env.observation.shape[1], env.private.shape[1], Widths(24, 16, rounds), Widths(20, 8, rounds), routes
    )
    return MapForward(size, Scales(env.encoding.scale, env.encoding.private_scale))


@pytest.mark.parametrize(("rounds", "routes"), [(1, 127), (2, 110)])
def test_jax_computes_what_plays(played: BatchedEnv, rounds: int, routes: int) -> None:
    forward = forward_of(played, rounds, routes)
    params = random_params(forward, 1)
    network = forward.to_network(params, PPO(TASK, SETTINGS).network().settings)
    network.check()
    logits = np.asarray(forward.logits(params.actor, played.observation, played.mask))
    ours = map_logits(network, played.observation)
    assert np.abs((logits - ours)[played.mask]).max() < 1e-4 * np.abs(ours[played.mask]).max()
    assert (logits[~played.mask] == -1e9).all()
    values = np.asarray(forward.values(params.critic, played.observation, played.private))
    ours = map_values(network, played.observation, played.private)
    assert np.abs(values - ours).max() < 1e-4 * np.abs(ours).max()
    back = forward.from_network(network)
    assert all(
        np.allclose(a, b, rtol=1e-5, atol=1e-7) for a, b in zip(*map(jax.tree.leaves, (params, back)), strict=True)
    )


def test_a_station_may_stand_in_every_city(played: BatchedEnv) -> None:
    """Logits of building differ from city to city by what meets there."""
    forward = forward_of(played)
    params = random_params(forward, 2)
    logits = np.asarray(forward.logits(params.actor, played.observation, np.ones_like(played.mask)))
    cities = logits[:4, 1376 : 1376 + len(load_board("europe").cities)]
    assert len(np.unique(cities.round(4))) > 100


def test_what_is_never_met_says_nothing(played: BatchedEnv) -> None:
    forward = forward_of(played)
    params = forward.architecture.new_params(1)
    first = forward.architecture.plain_inputs
    other = played.observation.copy()
    other[:, first - RARE_INPUTS : first] += 1
    masks = np.ones_like(played.mask)
    before, after = (forward.logits(params.actor, rows, masks) for rows in (played.observation, other))
    assert (np.asarray(before) == np.asarray(after)).all()


def test_routes_may_stand_in_any_order(played: BatchedEnv) -> None:
    """The same routes in other places: the logits of their claims go with them, and nothing else changes."""
    forward = forward_of(played)
    params = random_params(forward, 3)
    first = forward.architecture.plain_inputs
    order = np.random.default_rng(3).permutation(127)
    other = played.observation.copy()
    other[:, first:] = other[:, first:].reshape(-1, 127, 34)[:, order].reshape(len(other), -1)
    masks = np.ones_like(played.mask)
    before, after = (np.asarray(forward.logits(params.actor, x, masks)) for x in (played.observation, other))
    claims = before[:, 43:1186].reshape(-1, 127, 9)[:, order].reshape(len(before), -1)
    assert np.allclose(after[:, 43:1186], claims, atol=1e-4)
    assert np.allclose(after[:, :43], before[:, :43], atol=1e-4)


def surprise(trainer: PPO) -> float:
    """How little it expects what planner does in games that it doesn't learn from."""
    env = BatchedEnv(["small", "new_york"], [2, 3], 40, encoder="tokens", actions="any")
    env.reset(99)
    rows, mask, codes = (x.reshape(-1, *x.shape[2:]) for x in Lessons(env, "planner", 1).collect(20))
    network = trainer.network()
    assert isinstance(network, MapNetwork)
    logits = np.where(mask, map_logits(network, rows), -1e9)
    return float((np.logaddexp.reduce(logits, axis=1) - logits[np.arange(len(codes)), codes]).mean())


def test_it_imitates_and_learns_and_goes_on(tmp_path: Path) -> None:
    trainer = PPO(TASK, SETTINGS)
    before, stages = surprise(trainer), []
    while len(stages) < 20 and "" not in stages:
        stages.append(trainer.iterate(0.1).stage)
    assert stages[0] == "cloning planner"
    assert stages[-2:] == ["the critic alone", ""]
    assert surprise(trainer) < 0.95 * before
    state = trainer.state()
    again = PPO(TASK, SETTINGS)
    again.restore({name: array.copy() for name, array in state.items()})
    assert again.iterate(0.5).figures == trainer.iterate(0.5).figures
    network = trainer.network()
    assert isinstance(network, MapNetwork)
    path = tmp_path / "any.safetensors"
    save_map_network(path, network)
    loaded = load_map_network(path)
    assert loaded.settings == network.settings
    assert (loaded.settings.board, loaded.settings.players) == ("any", (2, 3))
    further = PPO(TASK, replace(SETTINGS, clone=None, begin_with=str(path)))
    assert np.allclose(further.network().actor["plain.bias"], loaded.actor["plain.bias"])
    measured = RunSettings(evaluate=("random",), evaluate_on="small,new_york,small", evaluate_games=6)
    found = evaluate(Plan("ppo", TASK, SETTINGS, measured), loaded, Progress(1, 100, 10), 1.0)
    assert found is not None
    assert [(match.opponent, match.games) for match in found.matches] == [
        ("random on small", 6), ("random on new_york", 6),
    ]  # fmt: skip
    where_it_learned = Plan("ppo", TASK, SETTINGS, replace(measured, evaluate_on=None))
    found = evaluate(where_it_learned, loaded, Progress(1, 100, 10), 1.0)
    assert found is not None
    assert [(match.opponent, match.even) for match in found.matches] == [
        ("random on small, 2 players", 1 / 2),
        ("random on new_york, 2 players", 1 / 2),
        ("random on new_york, 3 players", 1 / 3),
    ]


def test_damaged_networks_are_told(tmp_path: Path, played: BatchedEnv) -> None:
    forward = forward_of(played)
    settings = PPO(TASK, SETTINGS).network().settings
    network = forward.to_network(forward.architecture.new_params(1), settings)
    without = {name: tensor for name, tensor in network.actor.items() if name != "plain.bias"}
    for wrong, message in (
        (replace(network, actor=without), "actor.plain.bias is of shape None"),
        (
            replace(network, critic={**network.critic, "more": np.zeros(1, np.float32)}),
            "critic.more belongs to nothing",
        ),
        (
            replace(network, actor={**network.actor, "build": np.full(16, np.nan)}),
            "actor.build has weights that are no",
        ),
    ):
        with pytest.raises(InvalidNetwork, match=message):
            wrong.check()
    with pytest.raises(FootplateError, match="sees tokens has --actions any and two --layers"):
        PPO(replace(TASK, actions="lean", board="small"), SETTINGS)
    for layers in ((24, 32), (32, 16)):
        with pytest.raises(FootplateError, match="a multiple of 16, and a route's, a multiple of 32"):
            PPO(TASK, replace(SETTINGS, layers=layers))
    with pytest.raises(FootplateError, match="and bots remember"):
        PPO(TASK, replace(SETTINGS, history=1))


def test_rows_are_as_wide_as_the_network() -> None:
    encoding = make_encoding("tokens", make_tables(load_board("usa"), 2))
    size = MapArchitecture(encoding.size, encoding.private_size, Widths(256, 128), Widths(256, 64))
    assert (size.plain_inputs, size.private_plain_inputs, size.private_columns) == (285, 48, 4)
    assert 300_000 < size.parameters < 1_500_000
