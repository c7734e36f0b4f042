"""How fast networks look at positions, alone and in a search. Their weights are random: champions change."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from footplate.agents import Budget
from footplate.agents.learned.agent import weights_for
from footplate.agents.learned.forward import CHANCE, act_rows, value_rows
from footplate.agents.learned.network import Layer, Network, NetworkSettings
from footplate.agents.learned.search_agent import NetworkSearchAgent
from footplate.agents.search.options import NetworkSearchOptions
from footplate.bench.positions import positions, tables_of
from footplate.bench.timing import Benchmark
from footplate.encoders import make_actions, make_encoding
from footplate.engine.layout import SCRATCH, new_records
from footplate.engine.tables import Tables
from footplate.game import Game

CHAMPION = (768, 768, 768)  # hidden layers of usa's


def network_tasks() -> Iterator[Benchmark]:
    for rows in (1, 16, 64):
        yield rows_task("usa", CHAMPION, rows, 640 // rows)
    for tries in (16, 64):
        yield tries_task("usa", CHAMPION, tries, 2_000)


def random_network(tables: Tables, hidden: tuple[int, ...]) -> Network:
    """A network for two that has not learned, with residual layers as champions have."""
    encoding, actions = make_encoding("features", tables, 2), make_actions("lean", tables)
    settings = NetworkSettings(
        board=tables.board.name, rules_hash=tables.board.rules_hash, players=(2,), encoder="features",
        encoder_version=encoding.version, seats=2, actions="lean", reward="margin", value_scale=50.0,
    )  # fmt: skip
    chance = np.random.default_rng(1)

    def layers(inputs: int, outputs: int) -> tuple[Layer, ...]:
        sizes = [inputs, *hidden, outputs]
        return tuple(
            Layer(
                chance.normal(0, 0.7 / m**0.5, (m, n)).astype(np.float32), np.zeros(n, np.float32),
                "none" if n == outputs else "relu", residual=m == n,
            )
            for m, n in pairwise(sizes)
        )  # fmt: skip

    return Network(settings, layers(encoding.size, actions.size), layers(encoding.size + encoding.private_size, 2))


def rows_task(board: str, hidden: tuple[int, ...], n: int, times: int) -> Benchmark:
    """Ask the actor for a decision and the critic for values, n rows at once; the check value adds up both."""
    tables = tables_of(board, 2)
    network, states = random_network(tables, hidden), positions(tables, n)
    encoding, actions = make_encoding("features", tables, 2), make_actions("lean", tables)
    seats = np.array([state.player for state in states], np.int8)
    xs, privates = np.zeros((n, encoding.size), np.int8), np.zeros((n, encoding.private_size), np.int8)
    encoding.encode(states, seats, encoding.new_memory(n), xs)
    encoding.encode_private(states, seats, encoding.new_memory(n), privates)
    mask = np.zeros((n, actions.size), np.bool_)
    actions.mask(states, new_records(SCRATCH), mask)
    weights = weights_for(network, tables, "random")
    codes, logs, values = np.zeros(n, np.int64), np.zeros(n, np.float32), np.zeros((n, 2), np.float32)

    def run() -> int:
        for _ in range(times):
            act_rows(weights, xs, mask, np.zeros(n, CHANCE), 0.0, codes, logs)
            value_rows(weights, xs, privates, values)
        return int(codes.sum()) + round(100 * float(np.abs(values).mean()))

    size = " x ".join(map(str, hidden))
    return Benchmark(f"actor and critic of {size}, {board}, {n} row{'s' * (n > 1)} at once", n * times, run)


def tries_task(board: str, hidden: tuple[int, ...], tries: int, iterations: int) -> Benchmark:
    """A search in the middle of a game; the check value counts what was tried how often."""
    game, network = Game(board, 2, seed=1), random_network(tables_of(board, 2), hidden)
    for move in range(20):
        legal = game.observe(game.to_move).legal_actions()
        game.push(legal[7 * move % len(legal)])
    options = NetworkSearchOptions(iterations=iterations, tries=tries)
    agent = NetworkSearchAgent("random", lambda tables: network, options)
    agent.fit(game.tables)
    view = game.observe(game.to_move)

    def run() -> int:
        agent.start(game.to_move, 1)
        return sum(move.action * move.visits for move in agent.search(view, Budget(), 0.0).moves())

    size = " x ".join(map(str, hidden))
    return Benchmark(f"try of a search with {size}, {board} 2 players, {tries} at once", iterations, run)
