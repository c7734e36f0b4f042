"""Proximal policy optimisation (Schulman et al. 2017).

An update is one compiled call: epochs, minibatches and Adam are inside. What may not be done is masked out of the
logits. Rows of past selves have no weight for the actor, so that every update has the same shape.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.learned.agent import check_history, play_network
from footplate.agents.learned.map_network import AnyNetwork, MapNetwork
from footplate.agents.learned.network import NetworkSettings
from footplate.arena.deals import seed_of
from footplate.compile import cache_folder, keeps_code
from footplate.envs import BatchedEnv
from footplate.errors import FootplateError
from footplate.extras import needing
from footplate.learning.acting import acting_for, rollout_parts
from footplate.learning.boards import learning_boards, names_of
from footplate.learning.clone import Cloning
from footplate.learning.forwards import AnyForward, first_params, new_forward, settings_of
from footplate.learning.lessons import Lessons, RecordedLessons, Teaching
from footplate.learning.networks import Array, Layers, Params, from_arrays, to_arrays
from footplate.learning.opponents import Opponents, PastSelves, scheme_of
from footplate.learning.rollouts import Decisions, Rollouts, plan_environments
from footplate.learning.settings import PPOSettings, Task
from footplate.learning.trainer import Progress, State, Trainer

with needing("training", "footplate[train]"):
    import jax
    import jax.numpy as jnp
    import optax


class Pace(NamedTuple):
    """What changes in the course of training."""

    learning_rate: Any
    entropy_weight: Any
    actor_weight: Any  # 0 while only the critic learns


class Learner(NamedTuple):
    params: Params
    optimiser: Any


class Losses(NamedTuple):
    """Means over an update."""

    policy_loss: Any
    value_loss: Any
    entropy: Any
    kl: Any  # from the policy that chose to the one that learned
    clip_fraction: Any


Order = npt.NDArray[np.int32]
Update = Callable[[Learner, Decisions, Order, Pace], tuple[Learner, Losses]]


def optimiser_of(settings: PPOSettings) -> optax.GradientTransformation:
    """Adam, on one long vector, which is quicker for small networks; the learning rate comes with each step."""
    return optax.flatten(optax.chain(optax.clip_by_global_norm(settings.gradient_norm), optax.scale_by_adam(eps=1e-5)))


def new_learner(settings: PPOSettings, params: Params) -> Learner:
    return Learner(params, optimiser_of(settings).init(params))


def loss(
    params: Params, rows: Decisions, pace: Pace, settings: PPOSettings, forward: AnyForward
) -> tuple[Array, Losses]:
    """Of one minibatch, whose advantages are normalised already."""
    log_probabilities = jax.nn.log_softmax(forward.logits(params.actor, rows.observation, rows.mask))
    chosen = jnp.take_along_axis(log_probabilities, rows.action[:, None], axis=1)[:, 0]
    log_ratio = chosen - rows.log_probability
    ratio = jnp.exp(log_ratio)
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    by_row = (
        -jnp.minimum(ratio * rows.advantage, clipped * rows.advantage),
        -(jnp.exp(log_probabilities) * log_probabilities).sum(axis=1),
        ratio - 1 - log_ratio,
        jnp.abs(ratio - 1) > settings.clip,
    )
    own = rows.is_own.astype(jnp.float32)
    policy_loss, entropy, kl, clip_fraction = jnp.stack(by_row) @ (own / jnp.maximum(own.sum(), 1))  # means of own rows
    value_loss = _value_loss(forward.values(params.critic, rows.observation, rows.private), rows, settings)
    total = settings.value_weight * value_loss + pace.actor_weight * (policy_loss - pace.entropy_weight * entropy)
    return total, Losses(policy_loss, value_loss, entropy, kl, clip_fraction)


def _value_loss(values: Array, rows: Decisions, settings: PPOSettings) -> Any:
    error = jnp.square(values - rows.target)
    if settings.value_clip:
        near = rows.value + jnp.clip(values - rows.value, -settings.value_clip, settings.value_clip)
        error = jnp.maximum(error, jnp.square(near - rows.target))
    meant = jnp.arange(values.shape[1]) < rows.players[:, None]
    return 0.5 * (error * meant).sum() / jnp.maximum(meant.sum(), 1)


def shuffled(chance: np.random.Generator, decisions: int, settings: PPOSettings) -> Order:
    """The rows of each minibatch, epoch after epoch. An epoch's rest, another each time, is left out."""
    size = min(settings.minibatch, decisions)
    whole = decisions - decisions % size
    orders = [chance.permutation(decisions)[:whole] for _ in range(settings.epochs)]
    return np.concatenate(orders).astype(np.int32).reshape(-1, size)


def make_update(settings: PPOSettings, forward: AnyForward) -> Update:
    """The update as one compiled call. It uses up the learner that it is given."""
    optimiser = optimiser_of(settings)
    gradient = jax.grad(loss, has_aux=True)

    def update(learner: Learner, decisions: Decisions, order: Array, pace: Pace) -> tuple[Learner, Losses]:
        rows = _as_rows(decisions)

        def step(learner: Learner, chosen: Array) -> tuple[Learner, Losses]:
            some = Decisions(*(x[chosen] for x in rows))
            gradients, losses = gradient(learner.params, some, pace, settings, forward)
            updates, state = optimiser.update(gradients, learner.optimiser, learner.params)
            updates = jax.tree.map(lambda u: -pace.learning_rate * u, updates)
            return Learner(optax.apply_updates(learner.params, updates), state), losses

        learner, losses = jax.lax.scan(step, learner, order)
        return learner, jax.tree.map(jnp.mean, losses)

    return jax.jit(update, donate_argnums=0)


def _as_rows(decisions: Decisions) -> Decisions:
    """One row for each decision, with the learner's advantages normalised."""
    own, advantage = decisions.is_own, decisions.advantage
    advantage = (advantage - jnp.mean(advantage, where=own)) / (jnp.std(advantage, where=own) + 1e-6)
    lead, n = decisions.action.ndim, decisions.action.size
    return Decisions(*(x.reshape(n, *x.shape[lead:]) for x in decisions._replace(advantage=advantage)))


# ---------------------------------------------------------------- the trainer


class PPO(Trainer):
    """Plays, learns, and plays again; first it imitates a bot, if it shall."""

    task: Task
    settings: PPOSettings

    def __init__(self, task: Task, settings: PPOSettings) -> None:
        super().__init__(task, settings)
        use_device(task.device)
        self._boards = learning_boards(task.board)
        self._scheme = scheme_of(task.opponents, settings)
        self._counts = Counts()
        self._envs = self._new_envs()
        check_history(self._envs[0].encoding.size, settings.history, names_of(self._boards))
        values = max(task.players) if self._scheme.all_learn else 1
        self._forward = new_forward(self._envs[0], self._boards, task, settings, values)
        params = first_params(self._forward, settings.begin_with, task.seed, self._network_settings())
        self._learner = new_learner(settings, params)
        self._update = make_update(settings, self._forward)
        self._opponents = Opponents(self._scheme, self._agent_of)
        self._past = PastSelves()
        if not self._scheme.all_learn:
            self._opponents.seat(self._envs, 0, params.actor)
        self._deal(self._envs, 0)
        self._cloning = self._new_cloning(settings.clone) if settings.clone else None
        self._rollouts = self._new_rollouts()

    # ------------------------------------------------------------ as every trainer

    def iterate(self, done: float) -> Progress:
        counts = self._counts
        counts.iterations += 1
        play_key, learn_key = jax.random.split(jax.random.fold_in(jax.random.key(self.task.seed), counts.iterations))
        start = time.perf_counter()
        if self._cloning and not self._cloning.is_over:
            counts.clone_share = done
            actor, figures = self._cloning.iterate(self._learner.params.actor, learn_key)
            self._learner = new_learner(self.settings, self._learner.params._replace(actor=actor))
            seconds = {"learning": time.perf_counter() - start}
            return Progress(
                counts.iterations, 0, self._cloning.games, figures, seconds, stage=f"cloning {self.settings.clone}"
            )
        self._seat_others()
        chance = np.random.default_rng((self.task.seed, counts.iterations))
        actor = self._learner.params.actor
        past = self._past.draw(chance) if len(self._past) else actor
        decisions = self._rollouts.collect(self._learner.params, past, play_key)
        played = time.perf_counter()
        pace = self._pace((done - counts.clone_share) / max(1 - counts.clone_share, 1e-9))
        order = shuffled(chance, decisions.action.size, self.settings)
        self._learner, losses = self._update(self._learner, decisions, order, pace)
        losses = Losses(*map(float, losses))
        learned = time.perf_counter()
        counts.updates += 1
        counts.steps += decisions.action.size
        counts.games += self._rollouts.ended.games
        stepping = self._rollouts.stepping
        seconds = {"stepping": stepping, "waiting": played - start - stepping, "learning": learned - played}
        return self._progress(losses, pace, seconds)

    def network(self) -> AnyNetwork:
        return self._network_of(self._learner.params)

    def state(self) -> State:
        parts: dict[str, State] = {"past": self._past.state(), "learner": to_arrays("all", self._learner)}
        parts |= {f"games {i}": env.state() for i, env in enumerate(self._envs)}
        if not self._scheme.all_learn:
            parts["opponents"] = self._opponents.state(self._envs)
        if self._cloning:
            parts["cloning"] = self._cloning.state()
        counts: State = {f"counts/{name}": np.array(count) for name, count in asdict(self._counts).items()}
        return counts | {f"{part}/{name}": x for part, arrays in parts.items() for name, x in arrays.items()}

    def restore(self, state: State) -> None:
        def part(name: str) -> State:
            return {key[len(name) + 1 :]: x for key, x in state.items() if key.startswith(name + "/")}

        self._counts = Counts(**{name: x.item() for name, x in part("counts").items()})
        self._learner = jax.tree.map(jnp.array, from_arrays("all", self._learner, part("learner")))
        actor = self._learner.params.actor
        self._past.restore(part("past"), actor)
        self._envs = self._new_envs()
        if not self._scheme.all_learn:
            self._opponents.restore(part("opponents"), self._envs, actor)
        for i, env in enumerate(self._envs):
            env.restore(part(f"games {i}"))
        if self._cloning:
            self._cloning.restore(part("cloning"), actor)
        self._rollouts = self._new_rollouts()

    # ------------------------------------------------------------ what it is made of

    def _new_envs(self) -> list[BatchedEnv]:
        """A GPU looks at one while the next goes on."""
        task, settings = self.task, self.settings
        plans = plan_environments(task, settings, self._boards, bool(self._scheme.others))
        return [
            BatchedEnv(
                one.boards, one.players, one.games, opponents=self._scheme.others if one.is_contested else None,
                encoder=task.encoder, actions=task.actions, reward=task.reward, threads=task.threads,
                private=settings.private, seats=max(task.players), history=settings.history,
            )
            for one in plans
        ]  # fmt: skip

    def _deal(self, envs: Sequence[BatchedEnv], purpose: int) -> None:
        for i, env in enumerate(envs):
            env.reset(seed_of(self.task.seed, purpose, i))

    def _new_cloning(self, teacher: str) -> Cloning:
        envs = [env for env in self._new_envs() if not env.opponents]
        settings, steps = self.settings, self.settings.clone_steps
        lessons: Sequence[Teaching]
        if Path(teacher).is_file():
            lessons = recorded = RecordedLessons.for_all(Path(teacher), envs, self.task.seed, settings.clone_player)
            steps = min(steps, sum(one.enough for one in recorded))
        else:
            self._deal(envs, 1)
            lessons = [Lessons(env, teacher, self.task.threads) for env in envs]
        return Cloning(lessons, self._forward, settings.horizon, steps, settings.clone_minibatch)

    def _new_rollouts(self) -> Rollouts:
        settings, all_learn = self.settings, self._scheme.all_learn
        contested = [not all_learn or bool(env.opponents) for env in self._envs]
        parts = rollout_parts(self._envs, settings.past_share if all_learn else 0.0, one_learner=contested)
        acting = acting_for(self._forward, parts, settings.horizon, self.task.device)
        return Rollouts(parts, acting, settings.horizon, settings.discount, settings.trace)

    def _network_settings(self) -> NetworkSettings:
        return settings_of(
            self._forward, self._envs[0], self._boards, self.task, self.settings.history, self._counts.steps
        )

    def _network_of(self, params: Params) -> AnyNetwork:
        return self._forward.to_network(params, self._network_settings(), self._envs[0].encoding.private_size)

    def _agent_of(self, actor: Layers) -> KernelAgent:
        """A self of earlier as an opponent."""
        network = self._network_of(self._learner.params._replace(actor=actor))
        if isinstance(network, MapNetwork):
            raise FootplateError("a network that sees tokens learns with opponents or in a pool, not by self-play")
        return play_network(network, "itself", temperature=1.0)

    # ------------------------------------------------------------ in the course of training

    def _seat_others(self) -> None:
        actor = self._learner.params.actor
        if not self._scheme.all_learn:
            self._opponents.seat(self._envs, self._counts.steps, actor)
        elif self.settings.past_share and self._counts.updates % self.settings.past_every == 0:
            self._past.add(actor)

    def _pace(self, done: float) -> Pace:
        settings = self.settings
        share = min(max(done, 0.0), 1.0)

        def falling(first: float, last: float | None) -> float:
            return first if last is None else first + (last - first) * share

        waits = settings.clone is not None and self._counts.updates < settings.critic_first
        return Pace(
            falling(settings.learning_rate, settings.final_learning_rate),
            falling(settings.entropy, settings.final_entropy),
            0.0 if waits else 1.0,
        )

    def _progress(self, losses: Losses, pace: Pace, seconds: dict[str, float]) -> Progress:
        ended, counts = self._rollouts.ended, self._counts
        figures = {
            "policy loss": losses.policy_loss, "value loss": losses.value_loss, "entropy": losses.entropy,
            "KL": losses.kl, "clipped": losses.clip_fraction, "explained variance": self._rollouts.explained,
            "step size": pace.learning_rate,
        }  # fmt: skip
        return Progress(
            counts.iterations, counts.steps, counts.games, figures, seconds,
            score=ended.score / ended.seats if ended.seats else None,
            won=ended.won / ended.contested if ended.contested else None,
            stage="" if pace.actor_weight else "the critic alone",
        )  # fmt: skip


@dataclass
class Counts:
    """How far a run is."""

    iterations: int = 0
    updates: int = 0  # iterations without those of cloning
    steps: int = 0
    games: int = 0
    clone_share: float = 0.0  # of the run, that went into cloning


def use_device(name: str) -> None:
    """Compute there from now on. What is compiled for it is kept for the next run, where the compiled rules are."""
    config: Any = jax.config
    if not config.jax_compilation_cache_dir and keeps_code():
        config.update("jax_compilation_cache_dir", str(cache_folder() / "jax"))
        config.update("jax_persistent_cache_min_compile_time_secs", 0.3)
    try:
        config.update("jax_default_device", jax.devices(name)[0])
    except RuntimeError as error:
        raise FootplateError(f"there is no device {name!r} to train on, or jax can't use it: {error}") from None
