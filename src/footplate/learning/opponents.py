"""Who sits opposite the learner: the schemes of Yang et al., any compiled agents, or the learner's past."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from footplate.agents.kernel_agent import KernelAgent
from footplate.envs import BatchedEnv
from footplate.envs.batched import compiled_agents
from footplate.errors import FootplateError
from footplate.extras import needing
from footplate.learning.networks import Layers, from_arrays, to_arrays
from footplate.learning.settings import ENSEMBLE, PARTNERS, POOL, SCHEMES, SELF_PLAY, PPOSettings
from footplate.learning.trainer import State

with needing("training", "footplate[train]"):
    import jax
    import jax.numpy as jnp

MOST_PAST_SELVES = 24
LATEST_SHARE = 0.3  # how often the latest past self plays; else any


@dataclass(frozen=True)
class Scheme:
    """Opponents by name. They change from stage to stage, as steps go on."""

    opponents: tuple[str, ...]
    steps_a_stage: int | None = None  # None: there is one stage
    age: int = 0  # of selves: by how many steps they are older than the learner when they come, at least
    others: tuple[str, ...] = ()  # agents who have the other seats in some of the games of a pool

    @property
    def all_learn(self) -> bool:
        """Whether every seat is the learner's (past selves excepted)."""
        return self.opponents == (POOL,)

    @property
    def is_self_play(self) -> bool:
        return self.opponents == (SELF_PLAY,)

    def stage(self, steps: int) -> int:
        return steps // self.steps_a_stage if self.steps_a_stage else 0

    def partners(self, stage: int) -> Sequence[str]:
        """Whom new games of a stage draw from."""
        return [self.opponents[stage % len(self.opponents)]] if self.steps_a_stage else self.opponents


def scheme_of(opponents: tuple[str, ...], settings: PPOSettings) -> Scheme:
    """The scheme that a task names."""
    named = [name for name in opponents if name in SCHEMES]
    if opponents[:1] == (POOL,) and named == [POOL]:
        return Scheme((POOL,), others=opponents[1:])
    if not opponents or (named and len(opponents) > 1):
        raise FootplateError(f"opponents are agents, or one of {', '.join(SCHEMES)}; not {', '.join(opponents)!r}")
    if named == [ENSEMBLE]:
        return Scheme(PARTNERS, settings.turn_every)
    if named == [SELF_PLAY]:
        return Scheme(opponents, settings.replace_every, settings.opponent_age)
    return Scheme(opponents)


class Opponents:
    """Those who play inside environments. Games under way keep theirs when others come, so several stages are kept.

    In self-play a stage's opponent is a self of the learner's; before there is one that is old enough, it is random.
    """

    def __init__(self, scheme: Scheme, agent_of: Callable[[Layers], KernelAgent]) -> None:
        self._scheme, self._agent_of = scheme, agent_of
        self._stage = -1
        self._young: dict[int, Layers] = {}  # by steps: the learner's actors of then, for stages to come
        self._selves: dict[int, Layers] = {}  # by stage: the actors that play
        self._stages: dict[int, int] = {}  # of agents, by their id

    def seat(self, envs: Sequence[BatchedEnv], steps: int, actor: Layers) -> None:
        """New opponents if it is time; ``actor`` is the learner's, which has learned from so many steps."""
        stage = self._scheme.stage(steps)
        is_new = stage != self._stage
        if self._scheme.is_self_play and (is_new or self._scheme.age):
            self._keep(steps, actor)
        if not is_new:
            return
        self._stage = stage
        if self._scheme.is_self_play and (oldest := min(self._young)) <= steps - self._scheme.age:
            self._selves[stage] = self._young[oldest]
        for env in envs:
            env.set_opponents(self._agents(stage))
        agents = {id(agent) for env in envs for agent in env.opponents}
        self._stages = {agent: stage for agent, stage in self._stages.items() if agent in agents}
        in_use = set(self._stages.values())
        self._selves = {stage: actor for stage, actor in self._selves.items() if stage in in_use}

    def _keep(self, steps: int, actor: Layers) -> None:
        """Keep the learner as it is now, and of earlier ones the newest that is old enough and all after it."""
        self._young[steps] = jax.tree.map(np.array, actor)
        newest = max((then for then in self._young if then <= steps - self._scheme.age), default=0)
        self._young = {then: actor for then, actor in self._young.items() if then >= newest}

    def _agents(self, stage: int) -> Sequence[KernelAgent]:
        """Those of a stage; every environment gets its own."""
        itself = [self._agent_of(self._selves[stage])] if stage in self._selves else None
        others = ["random"] if self._scheme.is_self_play else self._scheme.partners(stage)
        agents = itself or compiled_agents(others)
        self._stages |= dict.fromkeys(map(id, agents), stage)
        return agents

    def state(self, envs: Sequence[BatchedEnv]) -> State:
        state: State = {"stage": np.array(self._stage)}
        for i, env in enumerate(envs):
            stages = dict.fromkeys(self._stages[id(agent)] for agent in env.opponents)
            state[f"stages {i}"] = np.array(list(stages), np.int64)
        for stage, actor in self._selves.items():
            state |= to_arrays(f"self {stage}", actor)
        for steps, actor in self._young.items() if self._scheme.age else ():
            state |= to_arrays(f"young {steps}", actor)
        return state

    def restore(self, state: State, envs: Sequence[BatchedEnv], actor: Layers) -> None:
        """``envs`` are new; ``actor`` is one of the right shape."""
        self._stage, self._stages = int(state["stage"]), {}
        self._selves, self._young = (
            {int(name.split()[1]): from_arrays(name, actor, state) for name in named} for named in _actors_in(state)
        )
        stages = [state[f"stages {i}"].tolist() for i in range(len(envs))]
        for env, its in zip(envs, stages, strict=True):
            env.set_opponents([agent for stage in its for agent in self._agents(stage)])


def _actors_in(state: State) -> tuple[set[str], set[str]]:
    """The names of selves that play, and of young ones."""
    names = {key.rpartition("/")[0] for key in state}
    return {name for name in names if name.startswith("self ")}, {name for name in names if name.startswith("young ")}


class PastSelves:
    """The learner's actors of earlier, in half precision: a pool that grows, up to a limit."""

    def __init__(self) -> None:
        self._actors: list[Any] = []

    def __len__(self) -> int:
        return len(self._actors)

    def add(self, actor: Layers) -> None:
        self._actors = [*self._actors, jax.tree.map(lambda x: np.asarray(x, np.float16), actor)][-MOST_PAST_SELVES:]

    def draw(self, chance: np.random.Generator) -> Layers:
        which = -1 if chance.random() < LATEST_SHARE else int(chance.integers(len(self)))
        actor: Layers = jax.tree.map(lambda x: jnp.asarray(x, jnp.float32), self._actors[which])
        return actor

    def state(self) -> State:
        state: State = {"size": np.array(len(self))}
        for i, actor in enumerate(self._actors):
            state |= to_arrays(f"actor {i}", actor)
        return state

    def restore(self, state: State, actor: Layers) -> None:
        half = jax.tree.map(lambda x: np.asarray(x, np.float16), actor)
        self._actors = [from_arrays(f"actor {i}", half, state) for i in range(int(state["size"]))]
