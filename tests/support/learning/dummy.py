"""A trainer that learns nothing, quickly: what runs and commands are tested with."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from footplate.agents.learned.network import Layer, Network, NetworkSettings
from footplate.boards import load_board
from footplate.learning.settings import PPO, Plan, PPOSettings, RunSettings, Task, methods
from footplate.learning.trainer import Progress, State, Trainer


class Dummy(Trainer):
    """Its parameters walk at random, and its chance is part of its state."""

    pause = 0.0  # seconds an iteration takes

    def __init__(self, task: Task, settings: PPOSettings) -> None:
        super().__init__(task, settings)
        self.board = load_board(task.board)
        self.random = np.random.default_rng(task.seed)
        self.weight = np.zeros((4, 3), np.float32)
        self.iteration = 0

    def iterate(self, done: float) -> Progress:
        time.sleep(self.pause)
        self.iteration += 1
        self.weight += self.random.normal(size=self.weight.shape).astype(np.float32)
        steps = self.iteration * self.settings.games * self.settings.horizon
        figures = {"value error": 1 / self.iteration, "weight": float(self.weight.sum()), "step size": 1 - done}
        seconds = {"playing": 0.03, "learning": 0.01}
        return Progress(self.iteration, steps, steps // 40, figures, seconds, 12.5, 0.5)

    def network(self) -> Network:
        settings = NetworkSettings(
            board=self.board.name,
            rules_hash=self.board.rules_hash,
            players=self.task.players,
            encoder=self.task.encoder,
            encoder_version=1,
            seats=max(self.task.players),
            actions=self.task.actions,
        )
        hidden = Layer(self.weight.copy(), np.zeros(3, np.float32), "relu")
        return Network(settings, (hidden, Layer(np.eye(3, dtype=np.float32), np.zeros(3, np.float32))))

    def state(self) -> State:
        chance = np.frombuffer(repr(self.random.bit_generator.state).encode(), np.uint8)
        return {"weight": self.weight.copy(), "iteration": np.asarray(self.iteration), "chance": chance}

    def restore(self, state: State) -> None:
        self.weight, self.iteration = state["weight"].copy(), int(state["iteration"])
        self.random.bit_generator.state = eval(state["chance"].tobytes().decode())


@contextmanager
def dummy_trainer() -> Iterator[None]:
    """The dummy in place of PPO, and the random player in place of its networks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(methods(), "ppo", replace(PPO, trainer="tests.support.learning.dummy:Dummy"))
        patch.setattr("footplate.learning.evaluation.play_network", lambda network: "random")
        yield


def plan_of(**run: object) -> Plan:
    return Plan("ppo", Task(opponents=("random",), seed=3), PPOSettings(), RunSettings(evaluate_games=4, **run))  # type: ignore[arg-type]
