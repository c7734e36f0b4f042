"""Games that a network plays to learn from: T decisions in each of n games, and how well they went.

All seats are one stream. At each decision the critic says what every seat may expect, and rewards come for every seat;
so the advantage of a decision needs no bookkeeping by seat, whoever decides next. With one learner at the table the
stream has one seat, and it is ordinary PPO.

Observations lie where the network is (on the GPU, if it is there). Games are played in lanes: while the network looks
at one of them, the others go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numba
import numpy as np
import numpy.typing as npt

from footplate.engine.entry_points import entry_point
from footplate.engine.layout import Record
from footplate.learning.networks import Array, Floats, Forward, Layers, Params

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.int8]


class Games(Protocol):
    """What is needed of games (``envs.BatchedEnv`` is such). A game that is over is followed by another at once."""

    n: int
    players: int
    observation: Bytes
    private: Bytes
    mask: Bools
    seat: Bytes  # who decides
    reward: Floats  # by game and seat, since the decision before
    done: Bools  # where a game ended with the last step
    totals: npt.NDArray[Any]  # of games that ended, by seat
    won: npt.NDArray[Any]

    def step(self, codes: npt.NDArray[np.int32]) -> None: ...


@dataclass
class Ended:
    """Of games that ended: for each kind of seat, how many there were, their scores and wins."""

    games: int = 0
    seats: int = 0
    score: float = 0.0
    contested: int = 0  # games in which somebody else had a seat
    won: float = 0.0  # of those, by the learner


@dataclass
class Lane:
    """Some of the games, of one number of players. In the last ``past_games`` of them a past self has a seat."""

    games: Games
    first: int  # row of its first game
    past_games: int = 0
    one_learner: bool = False  # others play inside the games
    past_seat: Bytes = field(init=False)

    def __post_init__(self) -> None:
        self.past_seat = np.full(self.games.n, -1, np.int8)
        if self.past_games:
            self.past_seat[-self.past_games :] = np.arange(self.past_games) % self.games.players

    @property
    def rows(self) -> slice:
        return slice(self.first, self.first + self.games.n)

    @property
    def stream_players(self) -> int:
        return 1 if self.one_learner else self.games.players


def lanes_of(games: Sequence[Games], past_share: float = 0.0, *, one_learner: bool = False) -> list[Lane]:
    firsts = np.cumsum([0, *(some.n for some in games)])
    return [
        Lane(some, int(first), round(some.n * past_share), one_learner)
        for some, first in zip(games, firsts, strict=False)
    ]


class Decisions(NamedTuple):
    """What an update learns from, one row for each decision (or T rows of n, which is the same)."""

    observation: Any  # int8
    private: Any  # int8, for the critic alone
    mask: Any  # bool, by action
    action: Any  # int32
    log_probability: Any  # of the action, when it was chosen
    value: Any  # what the critic said then, by relative seat
    advantage: Any  # how much better it went for the one who decided
    target: Any  # what the critic should have said, by relative seat
    is_own: Any  # bool; others' decisions teach the critic only
    players: Any  # int8; the critic's other numbers mean nothing


class Seen(NamedTuple):
    """What the network saw and said, (T, n, …), where the network is."""

    observation: Any
    private: Any
    mask: Any
    action: Any
    log_probability: Any
    value: Any


class Rollouts:
    """Collects decisions of all lanes, again and again."""

    def __init__(self, lanes: Sequence[Lane], forward: Forward, horizon: int, discount: float, trace: float) -> None:
        self.lanes, self.forward, self.horizon = lanes, forward, horizon
        self.discount, self.trace = discount, trace
        size = forward.architecture
        n, shape = sum(lane.games.n for lane in lanes), (horizon, sum(lane.games.n for lane in lanes))
        self.n = n
        self.seat = np.zeros((horizon + 1, n), np.int8)
        self.reward = np.zeros((*shape, size.values), np.float32)
        self.done = np.zeros(shape, np.bool_)
        self.own = np.zeros(shape, np.bool_)
        self.players = np.concatenate([np.full(lane.games.n, lane.stream_players, np.int8) for lane in lanes])
        self._seen = Seen(
            jnp.zeros((*shape, size.inputs), jnp.int8),
            jnp.zeros((*shape, size.private_inputs), jnp.int8),
            jnp.zeros((*shape, size.actions), jnp.bool_),
            jnp.zeros(shape, jnp.int32),
            jnp.zeros(shape, jnp.float32),
            jnp.zeros((horizon + 1, n, size.values), jnp.float32),
        )
        self._act = make_act(forward)
        self._values = jax.jit(forward.values)
        self.ended = Ended()
        self.explained = 0.0

    def collect(self, params: Params, past: Layers, key: Array) -> Decisions:
        """Play on. ``past`` decides where a past self has a seat."""
        self.ended = Ended()
        codes: list[Any] = [None] * len(self.lanes)
        for turn in range(self.horizon * len(self.lanes) + 1):  # the network looks at one lane, another takes its step
            if turn < self.horizon * len(self.lanes):
                t, k = divmod(turn, len(self.lanes))
                codes[k] = self._look(t, k, params, past, key)
            if len(self.lanes) == 1 or turn:
                t, k = divmod(turn - (len(self.lanes) > 1), len(self.lanes))
                if t < self.horizon:
                    self._step(t, self.lanes[k], np.asarray(codes[k]))
        return self._decisions(params)

    def _look(self, t: int, k: int, params: Params, past: Layers, key: Array) -> Array:
        lane = self.lanes[k]
        games, some = lane.games, lane.rows
        is_past = games.seat == lane.past_seat
        self.seat[t, some] = 0 if lane.one_learner else games.seat
        self.own[t, some] = ~is_past
        rows = (games.observation, games.private, games.mask, is_past)
        self._seen, codes = self._act(params, past, self._seen, rows, (t, k, lane.first), key, lane.past_games)
        return codes

    def _step(self, t: int, lane: Lane, codes: npt.NDArray[np.int32]) -> None:
        games, some = lane.games, lane.rows
        seat = games.seat.copy()
        games.step(codes)
        if lane.one_learner:
            self.reward[t, some, 0] = games.reward[np.arange(games.n), seat]
        else:
            self.reward[t, some, : games.players] = games.reward
        self.done[t, some] = games.done
        if games.done.any():
            self._count(lane, seat)

    def _count(self, lane: Lane, seat: Bytes) -> None:
        """What became of the games that ended."""
        games, over, ended = lane.games, lane.games.done, self.ended
        totals, won = games.totals[over], games.won[over].astype(np.float64)
        won /= won.sum(axis=1, keepdims=True)
        seats = np.arange(games.players)
        if lane.one_learner:
            own = seats == seat[over, None]
            contested = np.ones(len(totals), np.bool_)
        else:
            own = seats != lane.past_seat[over, None]
            contested = lane.past_seat[over] >= 0
        ended.games += len(totals)
        ended.seats += int(own.sum())
        ended.score += float(totals[own].sum())
        ended.contested += int(contested.sum())
        ended.won += float((won * own)[contested].sum())

    def _decisions(self, params: Params) -> Decisions:
        value = np.empty(self._seen.value.shape, np.float32)
        value[:-1] = self._seen.value[:-1]
        for lane in self.lanes:
            games, some = lane.games, lane.rows
            value[-1, some] = self._values(params.critic, games.observation, games.private)
            self.seat[-1, some] = 0 if lane.one_learner else games.seat
        advantage = np.zeros(value.shape, np.float32)
        relative_advantages(
            self.reward, self.done, self.seat, self.players, value, self.discount, self.trace, advantage
        )
        target = advantage[:-1] + value[:-1]
        own, mine = self.own, target[..., 0]
        self.explained = 1 - float(advantage[:-1][own, 0].var() / max(mine[own].var(), 1e-12))
        return Decisions(
            *self._seen[:5], value[:-1], advantage[:-1, :, 0], target, own, np.broadcast_to(self.players, own.shape)
        )


def make_act(forward: Forward) -> Any:
    """One call of the network for a lane: what it sees is kept, what it chooses is handed back."""

    @partial(jax.jit, donate_argnums=2, static_argnums=6)
    def act(
        params: Params, past: Layers, seen: Seen, rows: Any, place: Any, key: Array, past_games: int
    ) -> tuple[Seen, Array]:
        observation, private, mask, is_past = rows
        t, lane, first = place
        own_key, past_key = jax.random.split(jax.random.fold_in(jax.random.fold_in(key, t), lane))
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


_F3, _I2 = numba.types.float32[:, :, ::1], numba.types.int8[:, ::1]


@entry_point(
    _F3, numba.types.boolean[:, ::1], _I2, numba.types.int8[::1], _F3, numba.types.float64, numba.types.float64, _F3
)
def relative_advantages(
    reward: Record, done: Record, seat: Record, players: Record, value: Record, discount: float, trace: float,
    advantage: Record,
) -> None:  # fmt: skip
    """Generalised advantages (Schulman et al. 2016) of every seat at every decision.

    Rewards are by seat; values and advantages are by relative seat, the one who decides first. ``seat``, ``value`` and
    ``advantage`` have a row more: what comes after the last decision (an advantage of 0).
    """
    for t in range(len(reward) - 1, -1, -1):
        for i in range(reward.shape[1]):
            n = players[i]
            for k in range(n):
                p = (seat[t, i] + k) % n
                hence = -value[t, i, k] + reward[t, i, p]
                if not done[t, i]:
                    then = (p - seat[t + 1, i] + n) % n
                    hence += discount * (value[t + 1, i, then] + trace * advantage[t + 1, i, then])
                advantage[t, i, k] = hence
