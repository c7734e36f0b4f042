"""What the network chooses in the games that it learns from, and what is kept of it.

Big networks choose in JAX, where observations then lie for the update: on a GPU they are sent there once. Small ones on
a processor choose in numba, because a call of JAX takes longer than they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.agents.learned.forward import CHANCE, act_rows
from footplate.envs import BatchedEnv
from footplate.extras import needing
from footplate.learning.forwards import AnyForward
from footplate.learning.networks import Array, Floats, Forward, Layers, Params

with needing("training", "footplate[train]"):
    import jax
    import jax.numpy as jnp

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.int8]

MOST_COMPILED = 100_000  # parameters; above, JAX is quicker


@dataclass
class RolloutPart:
    """One environment's rows of a rollout. In the last ``past_games`` of its games a past self has a seat."""

    env: BatchedEnv
    first: int  # row of its first game
    past_games: int = 0
    one_learner: bool = False  # the other seats are played inside the environment
    past_seat: Bytes = field(init=False)

    def __post_init__(self) -> None:
        self.past_seat = np.full(self.env.n, -1, np.int8)
        if self.past_games:
            players = self.env.players_of[-self.past_games :]
            self.past_seat[-self.past_games :] = np.arange(self.past_games) % players

    @property
    def rows(self) -> slice:
        return slice(self.first, self.first + self.env.n)

    @property
    def valued_seats(self) -> int:
        """How many seats the critic values at most."""
        return 1 if self.one_learner else self.env.players

    @property
    def valued_seats_of(self) -> Bytes:
        """The same for each game."""
        return np.ones(self.env.n, np.int8) if self.one_learner else self.env.players_of


def rollout_parts(
    envs: Sequence[BatchedEnv], past_share: float = 0.0, *, one_learner: bool | Sequence[bool] = False
) -> list[RolloutPart]:
    """The environments' rows, one environment after the other. With one learner no past self has a seat."""
    alone = [one_learner] * len(envs) if isinstance(one_learner, bool) else one_learner
    firsts = np.cumsum([0, *(env.n for env in envs)]).tolist()
    return [
        RolloutPart(env, first, 0 if is_alone else round(env.n * past_share), is_alone)
        for env, first, is_alone in zip(envs, firsts, alone, strict=False)
    ]


class Seen(NamedTuple):
    """What the network saw and said, (T, n, …), where the network is."""

    observation: Any
    private: Any
    mask: Any
    action: Any
    log_probability: Any
    value: Any


class JaxActing:
    """A network at play for ``horizon`` decisions in each game of some parts."""

    def __init__(self, forward: AnyForward, parts: Sequence[RolloutPart], horizon: int) -> None:
        self._parts, size = parts, forward.architecture
        shape = horizon, sum(part.env.n for part in parts)
        self._seen = Seen(
            jnp.zeros((*shape, size.inputs), jnp.int8),
            jnp.zeros((*shape, size.private_inputs), jnp.int8),
            jnp.zeros((*shape, size.actions), jnp.bool_),
            jnp.zeros(shape, jnp.int32),
            jnp.zeros(shape, jnp.float32),
            jnp.zeros((*shape, size.values), jnp.float32),
        )
        self._act = make_act(forward)
        self._values = jax.jit(forward.values)

    def begin(self, params: Params, past: Layers, key: Array) -> None:
        """A new rollout. ``past`` decides where a past self has a seat."""
        self._params, self._past, self._key = params, past, key

    def act(self, t: int, part: RolloutPart, is_past: Bools) -> Array:
        """What is done in a part's games; the array will be ready soon."""
        env = part.env
        rows = (env.observation, env.private, env.mask, is_past)
        codes: Array
        self._seen, codes = self._act(
            self._params, self._past, self._seen, rows, (t, part.first), self._key, part.past_games
        )
        return codes

    def end(self) -> tuple[Seen, Floats]:
        """All that was seen, and what the critic said, with a row more for the position that is reached."""
        last = [
            np.asarray(self._values(self._params.critic, part.env.observation, part.env.private))
            for part in self._parts
        ]
        return self._seen, np.concatenate([self._seen.value, np.concatenate(last)[None]])


def make_act(forward: AnyForward) -> Any:
    """One call of the network for a part: what it sees is kept, what it chooses is handed back."""

    @partial(jax.jit, donate_argnums=2, static_argnums=6)
    def act(
        params: Params, past: Any, seen: Seen, rows: Any, place: Any, key: Array, past_games: int
    ) -> tuple[Seen, Array]:
        observation, private, mask, is_past = rows
        t, first = place
        own_key, past_key = jax.random.split(jax.random.fold_in(jax.random.fold_in(key, t), first))
        logits = forward.logits(params.actor, observation, mask)
        codes = jax.random.categorical(own_key, logits)
        if past_games:
            others = forward.logits(past, observation[-past_games:], mask[-past_games:])
            theirs = jax.random.categorical(past_key, others)
            codes = codes.at[-past_games:].set(jnp.where(is_past[-past_games:], theirs, codes[-past_games:]))
        chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), codes[:, None], axis=1)[:, 0]
        value = forward.values(params.critic, observation, private)
        news = Seen(observation, private, mask, codes, chosen, value)

        def write(old: Array, new: Array) -> Array:
            return jax.lax.dynamic_update_slice(old, new[None].astype(old.dtype), (t, first, 0)[: old.ndim])

        return Seen(*map(write, seen, news)), codes.astype(jnp.int32)

    return act


class CompiledActing:
    """The same in numba."""

    def __init__(self, forward: Forward, parts: Sequence[RolloutPart], horizon: int) -> None:
        self._forward, self._parts, size = forward, parts, forward.architecture
        shape = horizon, sum(part.env.n for part in parts)
        self._seen = Seen(
            np.zeros((horizon + 1, shape[1], size.inputs), np.int8),
            np.zeros((horizon + 1, shape[1], size.private_inputs), np.int8),
            np.zeros((*shape, size.actions), np.bool_),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.float32),
            np.zeros((horizon + 1, shape[1], size.values), np.float32),
        )
        self._values = jax.jit(forward.values)

    def begin(self, params: Params, past: Layers, key: Array) -> None:
        self._critic = params.critic
        self._weights = self._forward.flat_weights(params)
        some_past = any(part.past_games for part in self._parts)
        self._past = self._forward.flat_weights(params._replace(actor=past)) if some_past else self._weights
        chance = np.random.default_rng(np.asarray(jax.random.key_data(key)))
        self._chances = chance.integers(1 << 63, size=self._seen.action.shape[1], dtype=np.uint64).view(CHANCE)

    def act(self, t: int, part: RolloutPart, is_past: Bools) -> Any:
        env, some, seen = part.env, part.rows, self._seen
        seen.observation[t, some], seen.private[t, some], seen.mask[t, some] = (
            env.observation,
            env.private,
            env.mask,
        )
        codes, chances = seen.action[t, some], self._chances[some]
        act_rows(self._weights, env.observation, env.mask, chances, 1.0, codes, seen.log_probability[t, some])
        if is_past.any():
            theirs, unused = np.zeros(is_past.sum(), np.int64), np.zeros(is_past.sum(), np.float32)
            act_rows(self._past, env.observation[is_past], env.mask[is_past], chances[is_past], 1.0, theirs, unused)
            codes[is_past] = theirs
        return codes

    def end(self) -> tuple[Seen, Floats]:
        """The critic is asked once for all."""
        seen = self._seen
        for part in self._parts:
            seen.observation[-1, part.rows], seen.private[-1, part.rows] = part.env.observation, part.env.private
        rows = (x.reshape(seen.value.shape[0] * seen.value.shape[1], x.shape[2]) for x in seen[:2])
        value = np.asarray(self._values(self._critic, *rows)).reshape(seen.value.shape)
        return seen._replace(observation=seen.observation[:-1], private=seen.private[:-1]), value


Acting = JaxActing | CompiledActing


def acting_for(forward: AnyForward, parts: Sequence[RolloutPart], horizon: int, device: str) -> Acting:
    if isinstance(forward, Forward) and not forward.half and device == "cpu":
        is_small = forward.architecture.parameters <= MOST_COMPILED
        return (CompiledActing if is_small else JaxActing)(forward, parts, horizon)
    return JaxActing(forward, parts, horizon)
