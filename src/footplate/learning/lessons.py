"""Lessons: what somebody saw and did, for whoever learns from it.

They come from a teacher, a compiled bot that has every seat, or from recorded games, of people for instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numba
import numpy as np
import numpy.typing as npt

from footplate.agents.kernel_agent import kernel_errors
from footplate.agents.layout import BOT, WORK, WORKS
from footplate.compile import entry_point
from footplate.encoders.actions import ActionCode, encode_action
from footplate.encoders.encoding import Encoding
from footplate.engine.entry_points import BOARDS, INT, STATES
from footplate.engine.layout import PLAYERS, SCRATCH, STATE, Int, Record, new_records
from footplate.engine.threads import Threads
from footplate.envs import BatchedEnv
from footplate.envs.batched import Table, compiled_agents
from footplate.envs.kernels import SLOT, answer
from footplate.errors import FootplateError
from footplate.learning.trainer import State
from footplate.records import GameRecord, read_records

_SLOTS = numba.typeof(new_records(SLOT))
_BOTS, _KERNELS = numba.typeof(new_records(BOT, 2).reshape(1, 2)), numba.types.uint64[:, ::1]
_ODD = np.uint64(0x9E3779B97F4A7C15)


@entry_point(BOARDS, INT, STATES, STATES, _SLOTS, WORKS, _KERNELS, _BOTS, numba.types.int32[::1])
def ask_teacher(
    boards: Record, which: Int, states: Record, seen: Record, slots: Record, works: Record, kernels: Record,
    bots: Record, codes: Record,
) -> None:  # fmt: skip
    """What the teacher does in each game, in the numbers of an action code."""
    for i in range(states.size):
        b = boards[slots[i].board]
        action = answer(b, states[i : i + 1], seen, slots[i], works, kernels, bots)
        codes[i] = encode_action(which, b, states[i], action)


class Teaching(Protocol):
    """Decisions to imitate, without end."""

    @property
    def finished(self) -> int:
        """How many games they are from."""

    def collect(self, steps: int) -> tuple[npt.NDArray[Any], ...]:
        """What was seen, what was legal and what was done, (steps, n, …). The next call may fill the same arrays."""

    def state(self) -> State: ...

    def restore(self, state: State) -> None: ...


class Lessons:
    """Games of the teacher against itself."""

    def __init__(self, env: BatchedEnv, teacher: str, threads: int) -> None:
        self.env, self._table = env, Table(compiled_agents([teacher]), env.tables)
        self._slots = new_records(SLOT, env.n)  # what the teacher has in each game: chance and memory by seat
        self._buffers: tuple[npt.NDArray[Any], ...] = (np.empty(0),)  # of the last lesson: new memory takes long
        self._threads = Threads(threads)
        self._parts = [(part, new_records(STATE), new_records(WORK)) for part in self._threads.share(env.n)]
        self._begin(np.ones(env.n, np.bool_))

    def _begin(self, chosen: npt.NDArray[np.bool_]) -> None:
        """New games for the teacher."""
        fresh = new_records(SLOT, int(np.count_nonzero(chosen)))
        fresh["board"] = self.env.which[chosen]
        fresh["chance"] = self.env.deals[chosen, None] * _ODD + np.arange(1, PLAYERS + 1, dtype=np.uint64)
        self._slots[chosen] = fresh

    @property
    def finished(self) -> int:
        return self.env.finished

    def codes(self) -> npt.NDArray[np.int32]:
        """What the teacher does now."""
        env, table = self.env, self._table
        codes = np.zeros(env.n, np.int32)
        calls = [
            (
                env.boards, env.actions.number, env.states[part], seen, self._slots[part], works, table.kernels,
                table.bots, codes[part],
            )
            for part, seen, works in self._parts
        ]  # fmt: skip
        with kernel_errors(table.agents[0].name):
            self._threads.call(ask_teacher, calls)
        return codes

    def collect(self, steps: int) -> tuple[npt.NDArray[Any], ...]:
        """What was seen, what was legal and what the teacher did, (steps, n, …)."""
        env = self.env
        if steps != len(self._buffers[0]):
            self._buffers = (
                np.empty((steps, *env.observation.shape), np.int8),
                np.empty((steps, *env.mask.shape), np.bool_),
                np.empty((steps, env.n), np.int32),
            )
        observation, mask, codes = self._buffers
        for t in range(steps):
            observation[t], mask[t] = env.observation, env.mask
            codes[t] = self.play()
        return observation, mask, codes

    def play(self) -> npt.NDArray[np.int32]:
        """What the teacher does, and all games go on by it."""
        codes = self.codes()
        self.env.step(codes)
        self._begin(self.env.done)
        return codes

    def state(self) -> State:
        return {**self.env.state(), "teacher": np.frombuffer(self._slots.tobytes(), np.uint8)}

    def restore(self, state: State) -> None:
        self.env.restore(state)
        self._slots.view(np.uint8)[:] = state["teacher"]


# ---------------------------------------------------------------- recorded games


Decision = tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_], int]  # what was seen, what was legal, the code chosen
TIMES = 30  # that one decision is learned from, at most


class NoDecisions(FootplateError):
    """A file of records has nothing to learn from."""


class RecordedLessons:
    """The decisions of the games that fit an environment, in another order each time around.

    ``player`` is the name of those whose decisions count; without one all seats do.
    """

    @classmethod
    def for_all(cls, path: Path, envs: Sequence[BatchedEnv], seed: int, player: str | None) -> list[RecordedLessons]:
        """For all environments for which there are any, one at least."""
        found, reasons = [], []
        for i, env in enumerate(envs):
            try:
                found.append(cls(path, env, seed + i, player))
            except NoDecisions as reason:
                reasons.append(reason)
        if not found:
            raise reasons[0]
        return found

    def __init__(self, path: Path, env: BatchedEnv, seed: int, player: str | None = None) -> None:
        if env.observation.shape[1] != env.encoding.size or len(env.boards) > 1:
            raise FootplateError("records are imitated on one board, and without --history")
        self._n, self._seed, self._taken = env.n, seed, 0
        self.finished = 0
        found: list[Decision] = []
        for record in read_records(path):
            if record.board.rules_hash == env.tables.board.rules_hash and record.players == env.tables.players:
                found += decisions_of(record, env.encoding, env.actions, player)
                self.finished += 1
        if not found:
            raise NoDecisions(
                f"{path} has no decisions{f' of {player!r}' if player else ''} in games on {env.tables.board.name} "
                f"with {env.tables.players} players"
            )
        self._rows, self._masks = np.stack([row for row, _, _ in found]), np.stack([mask for _, mask, _ in found])
        self._codes = np.array([code for _, _, code in found], np.int32)

    @property
    def enough(self) -> int:
        """Decisions after which all have been learned from often enough."""
        return TIMES * len(self._codes)

    def collect(self, steps: int) -> tuple[npt.NDArray[Any], ...]:
        """The next ones: what was seen, what was legal and what was done, (steps, n, …)."""
        places = np.arange(self._taken, self._taken + steps * self._n)
        self._taken += len(places)
        rounds, within = np.divmod(places, len(self._codes))
        chosen = np.concatenate([self._order(number)[within[rounds == number]] for number in np.unique(rounds)])
        shape = steps, self._n
        return tuple(x[chosen].reshape(*shape, *x.shape[1:]) for x in (self._rows, self._masks, self._codes))

    def _order(self, number: int) -> npt.NDArray[np.int64]:
        return np.random.default_rng((self._seed, int(number))).permutation(len(self._codes))

    def state(self) -> State:
        return {"taken": np.array([self._taken, len(self._codes)])}

    def restore(self, state: State) -> None:
        taken, size = state["taken"].tolist()
        if size != len(self._codes):
            raise ValueError(f"{len(self._codes):,} recorded decisions, where there were {size:,}")
        self._taken = taken


def decisions_of(
    record: GameRecord, encoding: Encoding, actions: ActionCode, player: str | None = None
) -> Iterator[Decision]:
    """In the order of the game; where only one thing could be done, nothing was decided."""
    memory, scratch = encoding.new_memory(1), new_records(SCRATCH)
    row, mask = np.zeros((1, encoding.size), np.int8), np.zeros((1, actions.size), np.bool_)
    for game, move in zip(record.steps(), record.moves, strict=False):
        actions.mask(game.records, scratch, mask)
        if mask.sum() > 1 and player in (None, record.seats[move.seat]):
            encoding.encode(game.records, np.array([move.seat], np.int8), memory, row)
            number = game.actions.id(game.read(move.text))
            yield row[0].copy(), mask[0].copy(), int(actions.encode(game.records, [number])[0])
