"""Networks for tests: small, and of random numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from footplate.agents.learned.map_network import ANY_BOARD, MapNetwork, Widths, shapes_of
from footplate.agents.learned.network import Floats, Layer, Network, NetworkSettings
from footplate.boards import load_board
from footplate.boards.limits import MAX_PLAYERS, MAX_ROUTES
from footplate.encoders import make_actions, make_encoding
from footplate.encoders.encoding import Encoding
from footplate.encoders.tokens import COLUMN, INDICES
from footplate.engine.tables import make_tables
from footplate.game import Game

SETTINGS = NetworkSettings(
    board="small",
    rules_hash=load_board("small").rules_hash,
    players=(2,),
    encoder="features",
    encoder_version=1,
    seats=2,
    actions="lean",
)


def random_layers(sizes: tuple[int, ...], activation: str, seed: int, *, residual: bool = False) -> tuple[Layer, ...]:
    """Layers from size to size, with residual ones where the sizes are equal if so asked."""
    rng = np.random.default_rng(seed)
    layers = []
    for k, (m, n) in enumerate(pairwise(sizes)):
        weight = rng.normal(0, 1 / np.sqrt(m), (m, n)).astype(np.float32)
        bias = rng.normal(0, 0.1, n).astype(np.float32)
        is_last = k == len(sizes) - 2
        layers.append(Layer(weight, bias, "none" if is_last else activation, residual and m == n and not is_last))
    return tuple(layers)


def random_network(
    inputs: int,
    actions: int,
    *,
    private: int = 0,
    hidden: tuple[int, ...] = (16, 16),
    activation: str = "relu",
    seed: int = 0,
    settings: NetworkSettings = SETTINGS,
) -> Network:
    residual = activation == "relu"
    actor = random_layers((inputs, *hidden, actions), activation, seed, residual=residual)
    critic = random_layers((inputs + private, *hidden, settings.seats), activation, seed + 1, residual=residual)
    return Network(settings, actor, critic)


def game_after(board: str, moves: int, players: int = 2) -> Game:
    game = Game(board, players, seed=5)
    for move in range(moves):
        legal = game.observe(game.to_move).legal_actions()
        game.push(legal[(7 * move) % len(legal)])
    return game


def network_for(board: str, players: int = 2, encoder: str = "vector", actions: str = "lean", seed: int = 0) -> Network:
    """A network of random numbers that fits a board."""
    tables = make_tables(load_board(board), players)
    seats = max(2, players)
    encoding, codes = make_encoding(encoder, tables, seats), make_actions(actions, tables)
    settings = NetworkSettings(
        board=board,
        rules_hash=tables.board.rules_hash,
        players=(players,),
        encoder=encoder,
        encoder_version=encoding.version,
        seats=seats,
        actions=actions,
    )
    return random_network(encoding.size, codes.size, private=encoding.private_size, seed=seed, settings=settings)


def random_map_network(encoding: Encoding, widths: Widths, seed: int = 1) -> MapNetwork:
    """A network for any map that has learned nothing, for the rows of ``tokens``."""
    rng = np.random.default_rng(seed)
    plain = encoding.size - MAX_ROUTES * COLUMN
    secrets = encoding.private_size // MAX_ROUTES
    beside = encoding.private_size - secrets * MAX_ROUTES

    def tensors(inputs: int, columns: int, values: int | None) -> dict[str, Floats]:
        shapes = shapes_of(inputs, columns, widths, values)
        return {name: rng.normal(0, 0.5 / shape[0] ** 0.5, shape).astype(np.float32) for name, shape in shapes.items()}

    settings = replace(
        SETTINGS, board=ANY_BOARD, rules_hash="", players=(2, 3, 4, 5), encoder="tokens", seats=5, actions="any"
    )
    actor = tensors(plain, COLUMN - INDICES, None)
    critic = tensors(plain + beside, COLUMN - INDICES + secrets, MAX_PLAYERS)
    return MapNetwork(settings, actor, critic)
