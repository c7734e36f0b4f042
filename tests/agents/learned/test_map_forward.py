"""Networks that play any map: compiled they give what NumPy gives, on every board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footplate.agents import make_agent
from footplate.agents.learned.agent import play_network
from footplate.agents.learned.forward import CHANCE, act_rows, critic_rows, flatten, hidden_rows, logits_of, value_rows
from footplate.agents.learned.layers import WIDEST, fact
from footplate.agents.learned.map_network import (
    MapNetwork,
    Widths,
    load_any_network,
    save_map_network,
)
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.engine.tables import make_tables
from footplate.envs import BatchedEnv
from footplate.errors import InvalidNetwork
from tests.support.networks import random_map_network
from tests.support.twins.map_network import map_logits, map_values

N = 7


def games(board: str, players: int, steps: int = 40) -> BatchedEnv:
    """Some games, in the middle."""
    env = BatchedEnv(board, players=players, n=N, encoder="tokens", actions="any", private=True)
    env.reset(seed=3)
    chance = np.random.default_rng(4)
    for _ in range(steps):
        env.step((chance.random(env.mask.shape) * env.mask).argmax(axis=1))
    return env


def network_for(env: BatchedEnv, rounds: int = 1) -> MapNetwork:
    return random_map_network(env.encoding, Widths(whole=32, route=16, rounds=rounds))


@pytest.mark.parametrize(
    ("board", "players", "rounds"), [("small", 2, 1), ("europe", 3, 2), ("germany", 2, 1), ("usa", 5, 2)]
)
def test_compiled_logits_and_values_agree_with_numpy(board: str, players: int, rounds: int) -> None:
    env = games(board, players)
    network = network_for(env, rounds)
    weights = flatten(network)
    buffers = np.zeros((2, N, fact(weights, WIDEST)), np.float32)
    hidden = buffers[hidden_rows(weights, env.observation, buffers, N)]
    want = map_logits(network, env.observation)
    for r in range(N):
        legal = np.flatnonzero(env.mask[r])
        logits = np.zeros(len(legal), np.float32)
        logits_of(weights, hidden[r], legal, len(legal), logits)
        np.testing.assert_allclose(logits, want[r, legal], rtol=1e-3, atol=1e-3)
    values = buffers[critic_rows(weights, env.observation, env.private, buffers, N)][:, :5]
    np.testing.assert_allclose(values, map_values(network, env.observation, env.private), rtol=1e-3, atol=1e-3)


def test_a_row_gives_the_same_alone_and_among_others() -> None:
    env = games("europe", 3)
    weights = flatten(network_for(env))
    together, alone = np.zeros((N, 5), np.float32), np.zeros((1, 5), np.float32)
    value_rows(weights, env.observation, env.private, together)
    for r in range(N):
        value_rows(weights, env.observation[r : r + 1], env.private[r : r + 1], alone)
        assert (alone[0] == together[r]).all()


def test_the_best_legal_action_is_taken_on_boards_with_stations() -> None:
    env = games("europe", 2)
    network = network_for(env)
    codes, logs = np.zeros(N, np.int64), np.zeros(N, np.float32)
    chances = np.arange(N, dtype=np.uint64).view(CHANCE)
    act_rows(flatten(network), env.observation, env.mask, chances, 0.0, codes, logs)
    logits = np.where(env.mask, map_logits(network, env.observation), -np.inf)
    best = np.take_along_axis(logits, codes[:, None], axis=1)[:, 0]
    np.testing.assert_allclose(best, logits.max(axis=1), rtol=1e-4)


def test_a_city_without_routes_and_an_absent_route_say_nothing() -> None:
    """What lies behind the last route of a board doesn't count."""
    env = games("small", 2)
    network = network_for(env)
    rows = env.observation.copy()
    values = map_values(network, rows, env.private)
    rows[:, -3:] = 5  # columns of the last token, which small hasn't
    np.testing.assert_allclose(map_values(network, rows, env.private), values, rtol=1e-6)
    compiled = np.zeros((N, 5), np.float32)
    value_rows(flatten(network), rows, env.private, compiled)
    np.testing.assert_allclose(compiled, values, rtol=1e-3, atol=1e-3)


def test_net_plays_on_boards_without_a_network_of_their_own() -> None:
    """Also with a search, and where the board's own network doesn't know so many players."""
    assert play_match("mini", ["net", "random"], games=4, seed=1).games == 4
    assert play_match("mini", ["net-ismcts:any,iterations=4", "random", "random"], games=3, seed=1).games >= 3
    own, other = (make_agent(spec) for spec in ("net", "net:any"))
    for agent in (own, other):
        agent.fit(make_tables(load_board("usa"), 2))
    assert len(own.weights) != len(other.weights)


def test_a_file_for_any_map_plays_like_the_network_it_holds(tmp_path: Path) -> None:
    env = games("germany", 2)
    network = network_for(env)
    save_map_network(tmp_path / "any.safetensors", network)
    spec = f"net:file={tmp_path / 'any.safetensors'}"
    match = play_match("germany", [spec, play_network(load_any_network(tmp_path / "any.safetensors"))], games=2, seed=1)
    assert match.games == 2
    short = replace(network, actor={**network.actor, "pool.0.bias": network.actor["pool.0.bias"][:-1]})
    with pytest.raises(InvalidNetwork, match=r"actor.pool.0.bias is of shape \(31,\), not \(32,\)"):
        play_network(short)
    narrow = play_network(random_map_network(env.encoding, Widths(whole=24, route=16)))
    with pytest.raises(InvalidNetwork, match="must be multiples of 16"):
        narrow.fit(env.tables)
