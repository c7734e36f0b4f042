"""The kinds of network that PPO trains: layers for one board, or routes that share their weights for any map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from footplate.agents.learned.map_network import ANY_BOARD, Widths
from footplate.agents.learned.network import NetworkSettings
from footplate.boards import Board
from footplate.compile.product import STRIP
from footplate.envs import BatchedEnv
from footplate.errors import FootplateError
from footplate.learning.map_network import MapArchitecture, MapForward
from footplate.learning.networks import Architecture, Forward, Params, Scales
from footplate.learning.settings import PPOSettings, Task

AnyForward = Forward | MapForward
# What must be the same to go on from a network.
_SAME = ("board", "rules_hash", "encoder", "encoder_version", "seats", "history", "actions", "reward")


def new_forward(env: BatchedEnv, boards: Sequence[Board], task: Task, settings: PPOSettings, values: int) -> AnyForward:
    """What a task and its settings ask for; ``env`` is one of its environments."""
    inputs, private, half = env.observation.shape[1], env.private.shape[1], settings.precision == "bfloat16"
    scale = np.tile(env.encoding.scale, 1 + settings.history)
    scales = Scales(scale, env.encoding.private_scale[:private])
    if task.encoder != "tokens":
        size = Architecture(
            inputs, private, env.mask.shape[1], values, tuple(settings.layers), settings.activation, settings.residual
        )
        return Forward(size, scales, half)
    if (
        task.actions != "any"
        or len(settings.layers) != 2
        or settings.layers[0] % STRIP
        or settings.layers[1] % (2 * STRIP)
    ):
        raise FootplateError(
            "a network that sees tokens has --actions any and two --layers, such as 256,128: the whole's, a multiple "
            f"of {STRIP}, and a route's, a multiple of {2 * STRIP}"
        )
    whole, route = settings.layers
    actor, critic = Widths(whole, route, settings.rounds), Widths(whole, route // 2, settings.rounds)
    most = max(len(board.routes) for board in boards)
    return MapForward(MapArchitecture(inputs, private, actor, critic, most), scales, half)


def first_params(forward: AnyForward, path: str | None, seed: int, ours: NetworkSettings) -> Params:
    """Those of the network in a file, or new ones; FootplateError if it is for another task, or has other layers."""
    if path is None:
        return forward.architecture.new_params(seed)
    network: Any = forward.load(path)
    for what in _SAME:
        has, needed = getattr(network.settings, what), getattr(ours, what)
        if has != needed:
            name = what.replace("_", " ")
            raise FootplateError(f"{path} can't be gone on with: its {name} is {has}, and this run's is {needed}")
    try:
        return forward.from_network(network)
    except ValueError as error:
        layers = " x ".join(map(str, network.hidden))
        raise FootplateError(f"{path} can't be gone on with: {error}; its hidden layers are {layers}") from None


def settings_of(
    forward: AnyForward, env: BatchedEnv, boards: Sequence[Board], task: Task, history: int, steps: int
) -> NetworkSettings:
    """What a network of this run is for."""
    return NetworkSettings(
        board=ANY_BOARD if forward.plays_any else boards[0].name,
        rules_hash="" if forward.plays_any else boards[0].rules_hash,
        players=tuple(sorted(set(task.players))),
        encoder=env.encoding.name,
        encoder_version=env.encoding.version,
        seats=env.encoding.seats,
        history=history,
        actions=task.actions,
        reward=task.reward,
        training={"method": "ppo", "steps": steps, "seed": task.seed},
    )
