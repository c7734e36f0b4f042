"""Games that a network plays to learn from, side by side: T decisions in each of n, and how well they went.

All seats are one stream. At each decision the critic says what every seat may expect, and rewards come for every seat;
so the advantage of a decision needs no bookkeeping by seat, whoever decides next. With one learner at the table the
stream has one seat, and it is ordinary PPO.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numba
import numpy as np

from footplate.boards import Board
from footplate.compile import entry_point
from footplate.engine.layout import Record
from footplate.errors import FootplateError
from footplate.learning.acting import Acting, Bytes, RolloutPart
from footplate.learning.networks import Array, Layers, Params
from footplate.learning.settings import PPOSettings, Task


@dataclass
class Ended:
    """Of games that ended: for each kind of seat, how many there were, their scores and wins."""

    games: int = 0
    seats: int = 0
    score: float = 0.0
    contested: int = 0  # games in which somebody else had a seat
    won: float = 0.0  # of those, by the learner


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


class Rollouts:
    """Collects the decisions of all parts, again and again."""

    def __init__(
        self, parts: Sequence[RolloutPart], acting: Acting, horizon: int, discount: float, trace: float
    ) -> None:
        self.parts, self.acting, self.horizon = parts, acting, horizon
        self.discount, self.trace = discount, trace
        shape = horizon, sum(part.env.n for part in parts)
        self.seat = np.zeros((horizon + 1, shape[1]), np.int8)
        self.reward = np.zeros((*shape, max(part.valued_seats for part in parts)), np.float32)
        self.done = np.zeros(shape, np.bool_)
        self.own = np.zeros(shape, np.bool_)
        self.players = np.concatenate([part.valued_seats_of for part in parts])
        self._other_thread = ThreadPoolExecutor(1)
        self.ended = Ended()
        self.explained = 0.0
        self.stepping = 0.0  # seconds of the last rollout in which games took steps

    def collect(self, params: Params, past: Layers, key: Array) -> Decisions:
        """Play on. ``past`` decides where a past self has a seat."""
        self.ended, self.stepping = Ended(), 0.0
        self.acting.begin(params, past, key)
        if len(self.parts) == 1:
            for t in range(self.horizon):
                self._step(t, self.parts[0], self._look(t, self.parts[0]))
        else:
            self._play_side_by_side()
        seen, value = self.acting.end()
        for part in self.parts:
            self.seat[-1, part.rows] = 0 if part.one_learner else part.env.seat
        advantage = np.zeros(value.shape, np.float32)
        relative_advantages(
            self.reward, self.done, self.seat, self.players, value, self.discount, self.trace, advantage
        )
        target = advantage[:-1] + value[:-1]
        own, mine = self.own, target[..., 0]
        self.explained = 1 - float(advantage[:-1][own, 0].var() / max(mine[own].var(), 1e-12))
        return Decisions(
            *seen[:5], value[:-1], advantage[:-1, :, 0], target, own, np.broadcast_to(self.players, own.shape)
        )

    def _play_side_by_side(self) -> None:
        """The network looks at one part while the one before takes its step."""
        parts, codes = len(self.parts), None
        for turn in range(self.horizon * parts + 1):
            t, k = divmod(turn - 1, parts)
            step = self._other_thread.submit(self._step, t, self.parts[k], codes) if turn else None
            if turn < self.horizon * parts:
                t, k = divmod(turn, parts)
                codes = self._look(t, self.parts[k])
            if step:
                step.result()

    def _look(self, t: int, part: RolloutPart) -> Any:
        env, some = part.env, part.rows
        is_past = env.seat == part.past_seat
        self.seat[t, some] = 0 if part.one_learner else env.seat
        self.own[t, some] = ~is_past
        return self.acting.act(t, part, is_past)

    def _step(self, t: int, part: RolloutPart, codes: Any) -> None:
        env, some = part.env, part.rows
        seat, chosen = env.seat.copy(), np.asarray(codes)
        began = time.perf_counter()
        env.step(chosen)
        self.stepping += time.perf_counter() - began
        if part.one_learner:
            self.reward[t, some, 0] = env.reward[np.arange(env.n), seat]
        else:
            self.reward[t, some, : env.players] = env.reward
        self.done[t, some] = env.done
        if env.done.any():
            self._count(part, seat)

    def _count(self, part: RolloutPart, seat: Bytes) -> None:
        """What became of the games that ended."""
        env, over, ended = part.env, part.env.done, self.ended
        totals, won = env.totals[over], env.won[over].astype(np.float64)
        won /= won.sum(axis=1, keepdims=True)
        seats = np.arange(env.players)
        if part.one_learner:
            own = seats == seat[over, None]
            contested = np.ones(len(totals), np.bool_)
        else:
            own = (seats != part.past_seat[over, None]) & (seats < env.players_of[over, None])
            contested = part.past_seat[over] >= 0
        ended.games += len(totals)
        ended.seats += int(own.sum())
        ended.score += float(totals[own].sum())
        ended.contested += int(contested.sum())
        ended.won += float((won * own)[contested].sum())


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


class EnvironmentPlan(NamedTuple):
    """An environment: its boards, the number of players on each, its games, and whether others sit opposite."""

    boards: Sequence[Board]
    players: Sequence[int]
    games: int
    is_contested: bool


def plan_environments(
    task: Task, settings: PPOSettings, boards: Sequence[Board], has_others: bool
) -> list[EnvironmentPlan]:
    """One environment for each number of players, or one for all boards; on a GPU two, so that one steps meanwhile.

    Where others sit opposite in some games, these are environments of their own. Boards are mixed, since some take
    several times as long as others, and each thread plays some in a row.
    """
    halves = 1 if task.device == "cpu" else 2
    if len(boards) == 1:
        numbers = task.players * halves if len(task.players) == 1 else task.players
        groups: list[tuple[Sequence[Board], Sequence[int]]] = [(boards, (number,)) for number in numbers]
    else:
        players = players_by_board(boards, task.players)
        spread = np.random.default_rng(task.seed).permutation(len(boards)).tolist()
        groups = [
            ([boards[k] for k in spread[half::halves]], [players[k] for k in spread[half::halves]])
            for half in range(halves)
        ]
    shares = [1 - settings.contested, settings.contested] if has_others else [1.0]
    ends = [round(settings.games * i / len(groups)) for i in range(len(groups) + 1)]
    found = []
    for (its_boards, its_players), first, end in zip(groups, ends, ends[1:], strict=False):
        middle = first + round((end - first) * shares[0])
        for is_contested, games in ((False, middle - first), (True, end - middle)):
            if games:
                found.append(EnvironmentPlan(its_boards, its_players, games, is_contested))
    if len(found) < len(groups) or any(len(one.boards) > one.games for one in found):
        raise FootplateError(
            f"{settings.games} games are too few: there must be one at least for each board and number of players"
        )
    return found


def players_by_board(boards: Sequence[Board], numbers: Sequence[int]) -> list[int]:
    """The numbers in turn, from board to board and each time that a board comes again, as far as its rules allow."""
    first: dict[str, int] = {}
    times: dict[str, int] = {}
    found = []
    for k, board in enumerate(boards):
        turn = first.setdefault(board.name, k) + times.setdefault(board.name, 0)
        times[board.name] += 1
        least, most = board.rules.players
        found.append(min(max(numbers[turn % len(numbers)], least), most))
    return found
