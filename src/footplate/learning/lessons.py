"""Games of a teacher, a compiled bot that has every seat: what it sees and does, for whoever learns from it."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from footplate.agents.kernel_agent import kernel_errors
from footplate.agents.layout import BOT, WORK, WORKS
from footplate.compile import entry_point
from footplate.engine.entry_points import BOARDS, STATES
from footplate.engine.layout import PLAYERS, STATE, Record, new_records
from footplate.engine.threads import Threads
from footplate.envs import BatchedEnv
from footplate.envs.batched import Table, compiled_agents
from footplate.envs.kernels import SLOT, answer
from footplate.learning.trainer import State

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
        self._threads = Threads(threads)
        self._parts = [(part, new_records(STATE), new_records(WORK)) for part in self._threads.share(env.n)]
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
        calls = [
            (
                env.tables.records, env.states[part], seen, self._slots[part], works, table.kernels, table.bots,
                actions[part],
            )
            for part, seen, works in self._parts
        ]  # fmt: skip
        with kernel_errors(table.agents[0].name):
            self._threads.call(ask_teacher, calls)
        return env.actions.encode(env.states, actions)

    def collect(self, steps: int) -> tuple[npt.NDArray[Any], ...]:
        """What was seen, what was legal and what the teacher did, (steps, n, …)."""
        env = self.env
        observation = np.empty((steps, *env.observation.shape), np.int8)
        mask = np.empty((steps, *env.mask.shape), np.bool_)
        codes = np.empty((steps, env.n), np.int32)
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
        return {**self.env.state(), "slots": np.frombuffer(self._slots.tobytes(), np.uint8)}

    def restore(self, state: State) -> None:
        self.env.restore(state)
        self._slots.view(np.uint8)[:] = state["slots"]
