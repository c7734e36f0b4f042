"""REINFORCE (Williams 1992) as the thesis trains its policy: whole games, then one step up the gradient of

    sum over decisions of log probability(action) x return from there on

with the thesis's network. An iteration plays some games side by side, so that the gradient is a mean.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.agents.learned.network import Floats
from footplate.arena.deals import seed_of
from footplate.encoders.blocks import Rows
from footplate.envs import BatchedEnv
from footplate.extras import needing
from footplate.learning.lessons import Lessons, RecordedLessons, Teaching
from footplate.learning.networks import NOT_LEGAL, Array, from_arrays, to_arrays
from footplate.learning.ppo import use_device
from footplate.learning.settings import Task
from footplate.learning.trainer import Progress, State
from footplate.papers.thesis.training.cnn import CNN, CNNTrainer
from footplate.papers.thesis.training.methods import ReinforceSettings

with needing("training", "footplate[train]"):
    import jax
    import jax.numpy as jnp
    import optax

_LESSONS = 8  # decisions of each game that imitating takes together
_ROOM = 512  # decisions are padded to a multiple of it, so that few sizes are compiled


def logits(cnn: CNN, drawn: Array, vector: Array, rows: Array, mask: Array) -> Array:
    """Of every action; what the mask forbids is out of reach. ``drawn`` is the map, ``rows`` what is looked at."""
    weight, bias, hidden, hidden_bias, last, last_bias = cnn.parts(vector)
    n, side, maps, owners = len(rows), cnn.side, cnn.map_planes, cnn.owner_planes
    seen = rows.astype(jnp.float32)
    occupancy = seen[:, : owners * side**2].reshape(n, owners, side, side)
    levels = seen[:, owners * side**2 :] @ weight[maps + owners :].sum(axis=(1, 2))
    sums = _convolved(weight[:maps], drawn[None])
    sums = sums + _convolved(weight[maps : maps + owners], occupancy) + levels[:, None, None]
    x = jax.nn.relu(sums + bias).reshape(n, cnn.cells)
    x = jax.nn.relu(x @ hidden + hidden_bias)
    return jnp.where(mask, x @ last.T + last_bias, NOT_LEGAL)


def _convolved(weight: Array, planes: Array) -> Any:
    less = planes.shape[-1] - 1
    return sum(
        jnp.einsum("npij,p->nij", planes[:, :, i : i + less, j : j + less], weight[:, i, j])
        for i in range(2)
        for j in range(2)
    )


class Decisions(NamedTuple):
    """What an update learns from, one row for each."""

    rows: Any
    mask: Any
    action: Any
    advantage: Any  # 0 in rows that pad


def loss(vector: Array, cnn: CNN, drawn: Array, decisions: Decisions, games: Any) -> tuple[Array, Array]:
    """What a step makes smaller, and the policy's mean entropy."""
    shares = jax.nn.log_softmax(logits(cnn, drawn, vector, decisions.rows, decisions.mask))
    chosen = jnp.take_along_axis(shares, decisions.action[:, None], axis=1)[:, 0]
    is_real = decisions.advantage != 0
    entropy = -(jnp.exp(shares) * shares).sum(axis=1)
    return -(chosen * decisions.advantage).sum() / games, jnp.mean(entropy, where=is_real)


_ADAM = optax.scale_by_adam()


@partial(jax.jit, static_argnums=0)
def choose(cnn: CNN, drawn: Array, vector: Array, rows: Array, mask: Array, key: Array) -> Array:
    return jax.random.categorical(key, logits(cnn, drawn, vector, rows, mask))


@partial(jax.jit, static_argnums=0)
def update(
    cnn: CNN, drawn: Array, vector: Array, moments: Any, decisions: Decisions, games: Any, step_size: Any
) -> tuple[Array, Any, Array, Array]:
    """One step of Adam: the vector and its moments after it, the loss and the entropy before."""
    (cost, entropy), gradient = jax.value_and_grad(loss, has_aux=True)(vector, cnn, drawn, decisions, games)
    change, moments = _ADAM.update(gradient, moments)
    return vector - step_size * change, moments, cost, entropy


class Episodes:
    """The games of one iteration, as they are played: what was seen and done, and what came of it."""

    def __init__(self, env: BatchedEnv) -> None:
        self._env = env
        self.rows: list[Rows] = []
        self.masks: list[npt.NDArray[np.bool_]] = []
        self.codes: list[npt.NDArray[np.int32]] = []
        self._alive: list[npt.NDArray[np.bool_]] = []
        self._seats: list[npt.NDArray[np.int8]] = []
        self._rewards: list[Floats] = []

    def step(self, seen: Rows, codes: npt.NDArray[np.int32]) -> None:
        alive = ~self._env.over
        self.rows.append(seen[alive])
        self.masks.append(self._env.mask[alive])
        self.codes.append(codes[alive])
        self._alive.append(alive)
        self._seats.append(self._env.seat.copy())
        self._env.step(codes)
        self._rewards.append(self._env.reward.copy())

    def returns(self, discount: float) -> tuple[Floats, npt.NDArray[np.int64]]:
        """Of each decision, what the seat earned from there on, and the how many-th of the seat's it was.

        A reward is worth ``discount`` less for each decision of the seat's own until it came.
        """
        alive, seats = np.array(self._alive), np.array(self._seats)
        games = np.arange(alive.shape[1])
        hence = np.zeros((alive.shape[1], self._env.players), np.float32)
        found = np.zeros(alive.shape, np.float32)
        for t in range(len(alive) - 1, -1, -1):
            hence += np.where(alive[t, :, None], self._rewards[t], 0)
            found[t] = hence[games, seats[t]]
            hence[games, seats[t]] *= discount
        made, number = np.zeros(hence.shape, np.int64), np.zeros(alive.shape, np.int64)
        for t in range(len(alive)):
            number[t] = made[games, seats[t]]
            made[games, seats[t]] += alive[t]
        return found[alive], number[alive]


class Reinforce(CNNTrainer):
    """Plays whole games, learns once from them, and plays again."""

    settings: ReinforceSettings

    def __init__(self, task: Task, settings: ReinforceSettings) -> None:
        super().__init__(task, settings)
        use_device(task.device)
        self._env = BatchedEnv(
            self.board, self.players, settings.games, opponents=self.opponents, encoder=task.encoder,
            actions=task.actions, reward=task.reward, threads=task.threads, autoreset=False,
        )  # fmt: skip
        self._moments = _ADAM.init(jnp.asarray(self.vector))
        self._imitated = 0  # decisions
        self._lessons = self._new_lessons(settings.clone) if settings.clone else None

    def iterate(self, done: float) -> Progress:
        if self._lessons and self._imitated < self._to_imitate:
            return self._imitate(self._lessons)
        began = time.perf_counter()
        episodes = self._play()
        played = time.perf_counter()
        value, number = episodes.returns(self.settings.discount)
        decisions = _decisions(episodes, self._advantage(value, number))
        vector, self._moments, cost, entropy = update(
            self.cnn, self.map, self.vector, self._moments, decisions, self._env.n, self.settings.learning_rate
        )
        self.vector = np.array(vector)
        self.iterations += 1
        self.steps += len(value)
        self.games += self._env.n
        figures = {"policy loss": float(cost), "entropy": float(entropy), "return": float(value[number == 0].mean())}
        seconds = {"playing": played - began, "learning": time.perf_counter() - played}
        return Progress(self.iterations, self.steps, self.games, figures, seconds, *self._results())

    def state(self) -> State:
        state = super().state() | to_arrays("moments", self._moments)
        if self._lessons:
            state |= {f"lessons {name}": x for name, x in self._lessons.state().items()}
            state["imitated"] = np.array(self._imitated)
        return state

    def restore(self, state: State) -> None:
        super().restore(state)
        self._moments = jax.tree.map(jnp.asarray, from_arrays("moments", self._moments, state))
        if self._lessons:
            self._lessons.restore({name: state[f"lessons {name}"] for name in self._lessons.state()})
            self._imitated = int(state["imitated"])

    # ------------------------------------------------------------ imitating

    def _new_lessons(self, teacher: str) -> Teaching:
        task, settings = self.task, self.settings
        env = BatchedEnv(
            self.board, self.players, settings.games, encoder=task.encoder, actions=task.actions, reward=task.reward,
            threads=task.threads,
        )  # fmt: skip
        self._to_imitate = settings.clone_steps
        if Path(teacher).is_file():
            recorded = RecordedLessons(Path(teacher), env, task.seed, settings.clone_player)
            self._to_imitate = min(self._to_imitate, recorded.enough)
            return recorded
        env.reset(seed_of(task.seed, 1))
        return Lessons(env, teacher, task.threads)

    def _imitate(self, lessons: Teaching) -> Progress:
        """A step towards what was chosen, which is as good as everything else that was: 1."""
        began = time.perf_counter()
        seen, mask, codes = (x.reshape(-1, *x.shape[2:]) for x in lessons.collect(_LESSONS))
        n = len(codes)
        decisions = Decisions(self.cnn.looked_at(seen), mask, codes, np.ones(n, np.float32))
        vector, self._moments, cost, entropy = update(
            self.cnn, self.map, self.vector, self._moments, decisions, n, self.settings.learning_rate
        )
        self.vector = np.array(vector)
        self.iterations += 1
        self._imitated += n
        if self._imitated >= self._to_imitate:
            self._moments = _ADAM.init(jnp.asarray(self.vector))
        figures = {"surprise": float(cost), "entropy": float(entropy), "seen": float(self._imitated)}
        seconds = {"learning": time.perf_counter() - began}
        return Progress(self.iterations, 0, lessons.finished, figures, seconds, stage=f"cloning {self.settings.clone}")

    # ------------------------------------------------------------ playing

    def _play(self) -> Episodes:
        env, episodes, seed = self._env, Episodes(self._env), self.seed_of_iteration()
        env.reset(seed)
        key, turn = jax.random.key(seed & 0xFFFFFFFF), 0
        while not env.over.all():
            seen = self.cnn.looked_at(env.observation)
            codes = choose(self.cnn, self.map, self.vector, seen, env.mask, jax.random.fold_in(key, turn))
            episodes.step(seen, np.asarray(codes, np.int32))
            turn += 1
        return episodes

    def _results(self) -> tuple[float, float | None]:
        """The learner's mean total in these games, and its share of wins where it plays others."""
        env = self._env
        if self.opponents is None:
            return float(env.totals.mean()), None
        own = np.arange(env.n), env.seat
        won = env.won / env.won.sum(axis=1, keepdims=True)
        return float(env.totals[own].mean()), float(won[own].mean())

    # ------------------------------------------------------------ learning

    def _advantage(self, value: Floats, number: npt.NDArray[np.int64]) -> Floats:
        """Returns, or how much better they are than the mean of these games at the same decision."""
        if self.settings.baseline == "none":
            return value
        mean = np.bincount(number, value) / np.maximum(np.bincount(number), 1)
        return (value - mean[number]).astype(np.float32)


def _decisions(episodes: Episodes, advantage: Floats) -> Decisions:
    missing = -len(advantage) % _ROOM

    def padded(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.pad(array, [(0, missing)] + [(0, 0)] * (array.ndim - 1))

    rows, masks, codes = (padded(np.concatenate(some)) for some in (episodes.rows, episodes.masks, episodes.codes))
    return Decisions(rows, masks, codes, padded(advantage))
