"""Evolution Strategies (Salimans et al. 2017) as the thesis uses them, with its network: noise, games, and a step.

Networks come in pairs, on both sides of the center, or as in the thesis each with noise of its own. All of a
generation play the same deals with the same chances, so that they differ by their weights alone. Everything is
compiled and needs no training library. Threads, processes and machines change nothing.
"""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents.kernel_agent import kernel_errors
from footplate.agents.layout import WORK
from footplate.agents.learned.forward import CHANCE
from footplate.agents.learned.network import Floats
from footplate.arena.runners import make_runner
from footplate.encoders import make_actions
from footplate.engine.layout import STATE, new_records
from footplate.engine.threads import Threads
from footplate.envs.batched import Table, compiled_agents
from footplate.envs.kernels import RULES, SLOT
from footplate.envs.rewards import reward_number
from footplate.errors import FootplateError
from footplate.learning.settings import Task
from footplate.learning.trainer import Progress
from footplate.papers.thesis.training.cnn import CNNTrainer
from footplate.papers.thesis.training.es_kernels import climb, play_noises
from footplate.papers.thesis.training.methods import ESSettings
from footplate.version import __version__

Doubles = npt.NDArray[np.float64]


class ES(CNNTrainer):
    """One iteration is a generation: ``networks`` networks, ``games`` games each."""

    settings: ESSettings

    def __init__(self, task: Task, settings: ESSettings) -> None:
        super().__init__(task, settings)
        self.sides = 2 if settings.noise == "mirrored" else 1  # networks with the same noise
        if settings.networks % self.sides:
            raise FootplateError(f"{settings.networks} networks can't be paired: it must be an even number")
        if self.opponents is None and self.players > 1 and task.reward in ("margin", "win"):
            raise FootplateError(f"against itself nobody gains by the reward {task.reward!r}; shaped or progress do")
        self._noises = settings.networks // self.sides
        self.noise = np.zeros((self._noises, self.cnn.size), np.float32)
        self._rules = new_records(RULES)
        self._rules["reward"] = reward_number(task.reward, self.board, self.players)
        self._rules["actions"] = make_actions(task.actions, self.encoding.tables).number
        agents = compiled_agents(self.opponents or ())
        self._table = Table(agents, self.encoding.tables)
        self._rules["opponents"] = len(agents)
        threads = max(1, min(task.threads, self._noises))
        self._buffers = [self._new_buffers() for _ in range(threads)]
        self._threads = Threads(threads)
        workers = None if settings.address else threads
        self._runner = None if settings.runner == "threads" else make_runner(settings.runner, workers, settings.address)

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
        along = shares[:, 0] - shares[:, 1] if self.sides == 2 else shares[:, 0]
        climb(self.vector, self.noise, (scale * along).astype(np.float32))
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
        """The mean reward of each network of the next generation, by its noise, and how many decisions that took."""
        fitness, decisions = np.zeros((2, self._noises, self.sides))
        seed = self.seed_of_iteration()
        if self._runner is None:
            self.play_some(0, seed, self.noise, fitness, decisions)
            return fitness, int(decisions.sum())
        ends = np.linspace(0, self._noises, min(self._runner.workers, self._noises) + 1).astype(int).tolist()
        parts = [Part(self.task, self.settings, self.vector, seed, first, end) for first, end in pairwise(ends)]
        for part, future in [(part, self._runner.submit(part.play)) for part in parts]:
            some = slice(part.first, part.end)
            self.noise[some], fitness[some], decisions[some] = future.result()
        return fitness, int(decisions.sum())

    def play_some(self, first: int, seed: int, noise: Floats, fitness: Doubles, decisions: Doubles) -> None:
        """The networks of noises from ``first`` on, as many as there is room for, on all threads."""
        settings = self.settings
        calls = [
            (
                self.encoding.tables.records, self._rules, self._table.kernels, self._table.bots, *buffers,
                self.vector, self.encoding.size, np.uint64(seed), settings.games, settings.temperature,
                settings.deviation, noise[part], first + part.start, fitness[part], decisions[part],
            )
            for part, buffers in zip(self._threads.share(len(noise)), self._buffers, strict=False)
        ]  # fmt: skip
        with kernel_errors("Evolution Strategies"):
            self._threads.call(play_noises, calls)


@dataclass(frozen=True)
class Part:
    """Part of a generation, for a runner of the arena."""

    task: Task
    settings: ESSettings
    vector: Floats
    seed: int
    first: int
    end: int
    version: str = __version__

    def play(self) -> tuple[Floats, Doubles, Doubles]:
        """Noises, the mean rewards of their networks and how many decisions these took."""
        if self.version != __version__:
            raise FootplateError(f"the worker has footplate {__version__}, the run {self.version}")
        player, n = _player(self.task, self.settings), self.end - self.first
        player.vector[:] = self.vector
        noise = np.zeros((n, len(self.vector)), np.float32)
        fitness, decisions = np.zeros((2, n, player.sides))
        player.play_some(self.first, self.seed, noise, fitness, decisions)
        return noise, fitness, decisions


@lru_cache(maxsize=2)
def _player(task: Task, settings: ESSettings) -> ES:
    """In a worker, which plays one part at a time."""
    return ES(replace(task, threads=1), replace(settings, runner="threads"))


def ranked(fitness: Doubles) -> Doubles:
    """By order alone, from -1 to 1: one lucky network doesn't count more than another."""
    order = fitness.ravel().argsort(kind="stable").argsort(kind="stable")
    return (2 * order / max(order.size - 1, 1) - 1).reshape(fitness.shape)


def standardised(fitness: Doubles) -> Doubles:
    return (fitness - fitness.mean()) / max(fitness.std(), 1e-9)  # type: ignore[no-any-return]
