"""Beginning as an imitator: a compiled bot plays all seats, and the actor learns to choose what it chose."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numba
import numpy as np
import numpy.typing as npt
import optax

from footplate.agents.kernel_agent import kernel_errors
from footplate.agents.layout import BOT, WORK, WORKS
from footplate.engine.entry_points import BOARDS, STATES, entry_point
from footplate.engine.layout import PLAYERS, STATE, Record, new_records
from footplate.envs import BatchedEnv
from footplate.envs.kernels import SLOT, answer
from footplate.envs.opponents import Table, compiled_agents
from footplate.learning.networks import Array, Forward, Layers, from_arrays, to_arrays
from footplate.learning.trainer import State

_LEARNING_RATE, _FINAL_LEARNING_RATE, _MINIBATCH, _EPOCHS = 1e-3, 1e-4, 16_384, 2
_SLOTS = numba.typeof(new_records(SLOT))
_BOTS, _KERNELS = numba.typeof(new_records(BOT, 2).reshape(1, 2)), numba.types.uint64[:, ::1]
_ODD = np.uint64(0x9E3779B97F4A7C15)


@entry_point(BOARDS, STATES, STATES, _SLOTS, WORKS, _KERNELS, _BOTS, numba.types.int64[::1])
def ask_teacher(
    boards: Record, states: Record, seen: Record, slots: Record, works: Record, kernels: Record, bots: Record,
    actions: Record,
) -> None:  # fmt: skip
    """What the teacher does in each game, as the engine's numbers."""
    for i in range(states.size):
        actions[i] = answer(boards[0], states[i : i + 1], seen, slots[i], works, kernels, bots)


class Lessons:
    """Games of the teacher against itself."""

    def __init__(self, env: BatchedEnv, teacher: str, threads: int) -> None:
        self.env, self._table = env, Table(compiled_agents([teacher]), env.tables)
        self._slots = new_records(SLOT, env.n)  # what the teacher has in each game: chance and memory by seat
        parts = max(1, min(threads, env.n))
        ends = [env.n * i // parts for i in range(parts + 1)]
        self._parts = [slice(first, end) for first, end in pairwise(ends)]
        self._works = [new_records(WORK) for _ in self._parts]
        self._seen = [new_records(STATE) for _ in self._parts]
        self._pool = ThreadPoolExecutor(parts)
        self._begin(np.ones(env.n, np.bool_))

    def _begin(self, chosen: npt.NDArray[np.bool_]) -> None:
        """New games for the teacher."""
        fresh = new_records(SLOT, int(np.count_nonzero(chosen)))
        fresh["chance"] = self.env.deals[chosen, None] * _ODD + np.arange(1, PLAYERS + 1, dtype=np.uint64)
        self._slots[chosen] = fresh

    def codes(self) -> npt.NDArray[np.int32]:
        """What the teacher does now."""
        env, table = self.env, self._table
        actions = np.zeros(env.n, np.int64)

        def ask(k: int) -> None:
            part = self._parts[k]
            rows = env.states[part], self._seen[k], self._slots[part], self._works[k]
            ask_teacher(env.tables.records, *rows, table.kernels, table.bots, actions[part])

        with kernel_errors(table.agents[0].name):
            list(self._pool.map(ask, range(len(self._parts))))
        return env.actions.encode(env.states, actions)

    def collect(self, steps: int) -> tuple[npt.NDArray[Any], ...]:
        """What was seen, what was legal and what the teacher did, (steps, n, …)."""
        env = self.env
        observation = np.empty((steps, *env.observation.shape), np.int8)
        mask = np.empty((steps, *env.mask.shape), np.bool_)
        codes = np.empty((steps, env.n), np.int32)
        for t in range(steps):
            observation[t], mask[t], codes[t] = env.observation, env.mask, self.codes()
            env.step(codes[t])
            self._begin(env.done)
        return observation, mask, codes

    def state(self) -> State:
        return {**self.env.state(), "slots": np.frombuffer(self._slots.tobytes(), np.uint8)}

    def restore(self, state: State) -> None:
        self.env.restore(state)
        self._slots.view(np.uint8)[:] = state["slots"]


class Cloning:
    """Lessons in turn with updates, until enough has been seen."""

    def __init__(self, lessons: list[Lessons], forward: Forward, horizon: int, steps: int) -> None:
        self._lessons, self._forward, self._horizon, self._steps = lessons, forward, horizon, steps
        self._optimiser = optax.adam(1.0, eps=1e-5)
        self._moments: Any = None
        self._seen = 0
        self._update = jax.jit(self._learn, donate_argnums=(0, 1))

    @property
    def is_over(self) -> bool:
        return self._seen >= self._steps

    @property
    def games(self) -> int:
        return sum(lessons.env.finished for lessons in self._lessons)

    def iterate(self, actor: Layers, key: Array) -> tuple[Layers, dict[str, float]]:
        """An actor that does it a little more as the teacher, and how well it does."""
        if self._moments is None:
            self._moments = self._optimiser.init(actor)
        seen = [lessons.collect(self._horizon) for lessons in self._lessons]
        rows = tuple(
            np.concatenate([x.reshape(-1, *x.shape[2:]) for x in arrays]) for arrays in zip(*seen, strict=True)
        )
        done = min(1.0, self._seen / self._steps)
        rate = _LEARNING_RATE + (_FINAL_LEARNING_RATE - _LEARNING_RATE) * done
        actor, self._moments, (loss, agrees) = self._update(actor, self._moments, rows, key, rate)
        self._seen += len(rows[0])
        return actor, {"surprise": float(loss), "same choice": float(agrees), "step size": rate, "seen": self._seen}

    def _learn(self, actor: Layers, moments: Any, rows: Any, key: Array, rate: Array) -> tuple[Layers, Any, Any]:
        n = rows[0].shape[0]
        size = min(_MINIBATCH, n)

        def surprise(actor: Layers, observation: Array, mask: Array, codes: Array) -> tuple[Array, Array]:
            logits = self._forward.logits(actor, observation, mask)
            loss = optax.softmax_cross_entropy_with_integer_labels(logits, codes).mean()
            return loss, (logits.argmax(axis=1) == codes).mean()

        def minibatch(carry: Any, chosen: Array) -> tuple[Any, Any]:
            actor, moments = carry
            some = (x[chosen] for x in rows)
            (loss, agrees), gradients = jax.value_and_grad(surprise, has_aux=True)(actor, *some)
            updates, moments = self._optimiser.update(gradients, moments, actor)
            updates = jax.tree.map(lambda u: rate * u, updates)
            return (optax.apply_updates(actor, updates), moments), (loss, agrees)

        def epoch(carry: Any, key: Array) -> tuple[Any, Any]:
            order = jax.random.permutation(key, n)[: n - n % size]
            return jax.lax.scan(minibatch, carry, order.reshape(-1, size))

        (actor, moments), figures = jax.lax.scan(epoch, (actor, moments), jax.random.split(key, _EPOCHS))
        return actor, moments, jax.tree.map(jnp.mean, figures)

    def state(self) -> State:
        state: State = {"seen": np.array(self._seen)}
        if not self.is_over:
            state |= {f"{i} {name}": x for i, one in enumerate(self._lessons) for name, x in one.state().items()}
            if self._moments is not None:
                state |= to_arrays("moments", self._moments)
        return state

    def restore(self, state: State, actor: Layers) -> None:
        """``actor`` is one of the right shape."""
        self._seen = int(state["seen"])
        if not self.is_over:
            for i, lessons in enumerate(self._lessons):
                lessons.restore({name: state[f"{i} {name}"] for name in lessons.state()})
            if "moments/0" in state:
                self._moments = from_arrays("moments", self._optimiser.init(actor), state)
