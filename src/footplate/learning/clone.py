"""Beginning as an imitator: the actor learns to choose what a compiled bot chooses, or what was chosen in records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.extras import needing
from footplate.learning.forwards import AnyForward
from footplate.learning.lessons import Teaching
from footplate.learning.networks import Array, Layers, from_arrays, to_arrays
from footplate.learning.trainer import State

with needing("training", "footplate[train]"):
    import jax
    import jax.numpy as jnp
    import optax

_LEARNING_RATE, _FINAL_LEARNING_RATE, _EPOCHS = 1e-3, 1e-4, 2


class Cloning:
    """Lessons and updates by turns, until enough decisions have been seen."""

    def __init__(
        self, lessons: Sequence[Teaching], forward: AnyForward, horizon: int, steps: int, minibatch: int
    ) -> None:
        self._lessons, self._forward, self._horizon, self._steps = lessons, forward, horizon, steps
        self._optimiser = optax.adam(1.0, eps=1e-5)
        self._moments: Any = None
        self._buffers: list[npt.NDArray[Any]] = []
        self._minibatch, self._seen = minibatch, 0
        self._update = jax.jit(self._learn, donate_argnums=(0, 1))

    @property
    def is_over(self) -> bool:
        return self._seen >= self._steps

    @property
    def games(self) -> int:
        return sum(lessons.finished for lessons in self._lessons)

    def iterate(self, actor: Layers, key: Array) -> tuple[Layers, dict[str, float]]:
        """An update: the actor after it, and how well it imitates."""
        if self._moments is None:
            self._moments = self._optimiser.init(actor)
        seen = [lessons.collect(self._horizon) for lessons in self._lessons]
        rows = self._joined([[x.reshape(-1, *x.shape[2:]) for x in arrays] for arrays in zip(*seen, strict=True)])
        done = min(1.0, self._seen / self._steps)
        rate = _LEARNING_RATE + (_FINAL_LEARNING_RATE - _LEARNING_RATE) * done
        actor, self._moments, (loss, agrees) = self._update(actor, self._moments, rows, key, rate)
        self._seen += len(rows[0])
        return actor, {"surprise": float(loss), "same choice": float(agrees), "step size": rate, "seen": self._seen}

    def _joined(self, arrays: Sequence[Sequence[npt.NDArray[Any]]]) -> tuple[npt.NDArray[Any], ...]:
        """What all lessons brought, in buffers that are used again: new memory takes long."""
        if len(arrays[0]) == 1:
            return tuple(one for (one,) in arrays)
        new: list[Any] = [None] * len(arrays)
        buffers = self._buffers or new
        self._buffers = [np.concatenate(some, out=buffer) for some, buffer in zip(arrays, buffers, strict=True)]
        return tuple(self._buffers)

    def _learn(self, actor: Layers, moments: Any, rows: Any, key: Array, rate: Array) -> tuple[Layers, Any, Any]:
        n = rows[0].shape[0]
        size = min(self._minibatch, n)

        def cross_entropy(actor: Any, observation: Array, mask: Array, codes: Array) -> tuple[Array, Array]:
            logits = self._forward.logits(actor, observation, mask)
            loss = optax.softmax_cross_entropy_with_integer_labels(logits, codes).mean()
            return loss, (logits.argmax(axis=1) == codes).mean()

        def minibatch(carry: Any, chosen: Array) -> tuple[Any, Any]:
            actor, moments = carry
            some = (x[chosen] for x in rows)
            (loss, agrees), gradients = jax.value_and_grad(cross_entropy, has_aux=True)(actor, *some)
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
