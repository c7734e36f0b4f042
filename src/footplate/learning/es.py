"""Evolution Strategies (Salimans et al. 2017) as the thesis uses them, with its network: noise, games, and a step.

Networks come in pairs, on both sides of the center. All of a generation play the same deals with the same chances, so
that they differ by their weights alone. Everything is compiled and needs no training library; threads change nothing.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents.kernel_agent import kernel_errors
from footplate.agents.layout import WORK
from footplate.agents.learned.forward import CHANCE
from footplate.encoders import make_actions
from footplate.engine.layout import STATE, new_records
from footplate.envs.kernels import RULES, SLOT
from footplate.envs.opponents import Table, compiled_agents
from footplate.envs.rewards import reward_number
from footplate.errors import FootplateError
from footplate.learning.cnn import CNNTrainer
from footplate.learning.es_kernels import climb, play_pairs
from footplate.learning.settings import ESSettings, Task
from footplate.learning.trainer import Progress

Doubles = npt.NDArray[np.float64]


class ES(CNNTrainer):
    """One iteration is a generation: ``networks`` networks, ``games`` games each."""

    settings: ESSettings

    def __init__(self, task: Task, settings: ESSettings) -> None:
        super().__init__(task, settings)
        if settings.networks % 2:
            raise FootplateError(f"{settings.networks} networks can't be paired: it must be an even number")
        if self.opponents is None and self.players > 1 and task.reward in ("margin", "win"):
            raise FootplateError(f"against itself nobody gains by the reward {task.reward!r}; shaped or progress do")
        self._pairs = settings.networks // 2
        self._noise = np.zeros((self._pairs, self.cnn.size), np.float32)
        self._rules = new_records(RULES)
        self._rules["reward"] = reward_number(task.reward, self.board, self.players)
        self._rules["encoder"] = self.encoding.number
        self._rules["actions"] = make_actions(task.actions, self.encoding.tables).number
        agents = compiled_agents(self.opponents or ())
        self._table = Table(agents, self.encoding.tables)
        self._rules["opponents"] = len(agents)
        threads = max(1, min(task.threads, self._pairs))
        self._parts = list(pairwise(self._pairs * i // threads for i in range(threads + 1)))
        self._buffers = [self._new_buffers() for _ in self._parts]
        self._pool = ThreadPoolExecutor(threads)

    def _new_buffers(self) -> tuple[Any, ...]:
        """What each thread works on."""
        return (
            new_records(WORK), new_records(STATE), new_records(STATE), new_records(SLOT), self.encoding.new_memory(1),
            np.array(astuple(self.cnn), np.int64), np.zeros(1, CHANCE),
        )  # fmt: skip

    def iterate(self, done: float) -> Progress:
        began = time.perf_counter()
        fitness, decisions = self.play()
        played = time.perf_counter()
        shares = ranked(fitness) if self.settings.fitness == "ranks" else standardised(fitness)
        settings = self.settings
        scale = settings.learning_rate / (settings.networks * settings.deviation)
        climb(self.vector, self._noise, (scale * (shares[:, 0] - shares[:, 1])).astype(np.float32))
        self.iterations += 1
        self.steps += decisions
        self.games += settings.networks * settings.games
        figures = {
            "reward": float(fitness.mean()), "best": float(fitness.max()), "deviation": float(fitness.std()),
            "length": float(np.linalg.norm(self.vector)),
        }  # fmt: skip
        seconds = {"playing": played - began, "learning": time.perf_counter() - played}
        score = figures["reward"] if self.task.reward in ("progress", "shaped") else None
        return Progress(self.iterations, self.steps, self.games, figures, seconds, score)

    def play(self) -> tuple[Doubles, int]:
        """The mean reward of each pair of the next generation, and how many decisions that took."""
        fitness, decisions = np.zeros((self._pairs, 2)), np.zeros((self._pairs, 2))
        settings, seed = self.settings, np.uint64(self.seed_of_iteration())
        calls = [
            (
                self.encoding.tables.records, self._rules, self._table.kernels, self._table.bots, *buffers,
                self.vector, self.encoding.size, seed, settings.games, settings.temperature, settings.deviation,
                self._noise[first:end], first, fitness[first:end], decisions[first:end],
            )
            for (first, end), buffers in zip(self._parts, self._buffers, strict=True)
        ]  # fmt: skip
        with kernel_errors("Evolution Strategies"):
            for other in [self._pool.submit(play_pairs, *call) for call in calls]:
                other.result()
        return fitness, int(decisions.sum())


def ranked(fitness: Doubles) -> Doubles:
    """By order alone, from -1 to 1: one lucky network doesn't count more than another."""
    order = fitness.ravel().argsort(kind="stable").argsort(kind="stable")
    return (2 * order / max(order.size - 1, 1) - 1).reshape(fitness.shape)


def standardised(fitness: Doubles) -> Doubles:
    return (fitness - fitness.mean()) / max(fitness.std(), 1e-9)  # type: ignore[no-any-return]
